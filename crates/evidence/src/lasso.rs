//! Infinite runs: a stem, and how it goes on for ever.

use crate::fairness::{Treatment, treatments};
use crate::{Record, Unconfirmed, fault_in, replay};
use omega::{Automaton, membership};
use program::explore::Problem;
use program::interpreter::{Interpreter, Move};
use program::{Expr, Fault, Program, State};

/// An infinite run as it is proposed.
///
/// The moves of `cycle` are repeated for ever after those of `stem`, be it inside an atomic sequence.
/// Without such, the run ends: in this fault, or because nothing can happen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposal {
    pub stem: Vec<Move>,
    pub cycle: Vec<Move>,
    /// The move after the stem that is a fault.
    pub fault: Option<Move>,
}

/// An infinite run that was executed again, once round its cycle.
#[derive(Clone, Debug)]
pub struct Lasso {
    pub records: Vec<Record>,
    /// Index in `records` of the first move of the cycle. If there is none, the run ends, and its last
    /// state that others see counts as being repeated for ever.
    pub cycle: usize,
    /// The move that ends the run, if it does not simply halt, and why it cannot be executed.
    pub fault: Option<(Move, Fault)>,
    /// What an automaton reads of the run, if it is one that finds it bad: a letter for each state
    /// in which no process holds control.
    pub word: Option<omega::Lasso>,
    /// Why the run is fair to each process, if it has to be.
    pub fair: Option<Vec<Treatment>>,
}

/// How an infinite run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onward {
    /// Its cycle leads back to a state that others see.
    Cycle,
    /// Its cycle stays inside an atomic sequence of this process, which holds control where it begins.
    Divergence(usize),
    /// It halts.
    Halt,
    /// It ends in a fault.
    Fault,
}

/// Why an infinite run is bad.
pub enum Badness<'a> {
    /// Its word is in the language of the automaton; the propositions are those of a letter, in
    /// the order of its bits.
    Word(&'a Automaton, &'a [Expr]),
    /// It passes an accept label infinitely often.
    Accept,
    /// It passes a progress label only finitely often.
    NonProgress,
}

impl Lasso {
    pub fn onward(&self) -> Onward {
        match (self.records.get(self.cycle), &self.fault) {
            (Some(first), _) => match first.before.holder() {
                Some(pid) => Onward::Divergence(pid),
                None => Onward::Cycle,
            },
            (None, Some(_)) => Onward::Fault,
            (None, None) => Onward::Halt,
        }
    }

    /// The moves of the run.
    pub fn proposal(&self) -> Proposal {
        let mut stem: Vec<Move> = self.records.iter().map(|record| record.step).collect();
        Proposal {
            cycle: stem.split_off(self.cycle),
            stem,
            fault: self.fault.as_ref().map(|(step, _)| *step),
        }
    }
}

/// Executes a run, and makes sure that it goes on as proposed and is bad.
///
/// A search may forget variables that nobody reads again. What a cycle leaves in them it leaves in
/// every round, so if it does not close in the first, it does in the second: then the first round
/// is part of the stem.
pub fn confirm_lasso(
    program: &Program,
    proposal: &Proposal,
    badness: &Badness<'_>,
) -> Result<Lasso, Unconfirmed> {
    match confirm_closed(program, proposal, badness) {
        Err(Unconfirmed::OpenCycle) if !proposal.cycle.is_empty() => {
            let later = Proposal {
                stem: [&proposal.stem[..], &proposal.cycle].concat(),
                ..proposal.clone()
            };
            confirm_closed(program, &later, badness)
        }
        confirmed => confirmed,
    }
}

/// The same for a cycle that closes in the first round.
fn confirm_closed(
    program: &Program,
    proposal: &Proposal,
    badness: &Badness<'_>,
) -> Result<Lasso, Unconfirmed> {
    let interpreter = Interpreter::new(program);
    let initial = interpreter
        .initial()
        .map_err(|_| Unconfirmed::ImpossibleMove(0))?;
    let Proposal { stem, cycle, fault } = proposal;
    let moves: Vec<Move> = stem.iter().chain(cycle).copied().collect();
    let records = replay(program, &moves)?;
    // Every state of the run; those inside atomic sequences are not seen by a property.
    let states: Vec<&State> = std::iter::once(&initial)
        .chain(records.iter().map(|record| &record.after))
        .collect();
    let (before, round) = states.split_at(stem.len());
    let last = states[states.len() - 1];
    let fault = match (fault, &cycle[..]) {
        (None, []) if interpreter.moves(last).is_empty() => None,
        (Some(step), []) => Some((*step, fault_of(&interpreter, last, *step)?)),
        (None, [_, ..]) if is_round(round) => None,
        _ => return Err(Unconfirmed::OpenCycle),
    };
    let seen = |states: &[&State]| -> Vec<State> {
        let seen = states.iter().filter(|state| state.holder().is_none());
        seen.map(|state| (*state).clone()).collect()
    };
    let (mut prefix, mut for_ever) = (seen(before), seen(round));
    // The last state is the first of the cycle again.
    if !cycle.is_empty() {
        for_ever.pop();
    }
    // What is seen last is seen for ever.
    if for_ever.is_empty() {
        for_ever.extend(prefix.pop());
    }
    let lasso = Lasso {
        cycle: stem.len(),
        fault,
        word: None,
        fair: None,
        records,
    };
    judged(&interpreter, lasso, &prefix, &for_ever, badness)
}

/// The run, if it is bad, given the states that are seen once and those that are seen for ever.
fn judged(
    interpreter: &Interpreter<'_>,
    mut lasso: Lasso,
    prefix: &[State],
    for_ever: &[State],
    badness: &Badness<'_>,
) -> Result<Lasso, Unconfirmed> {
    let bad = match badness {
        Badness::Word(automaton, propositions) => {
            let read = |states: &[State]| letters(interpreter, states, propositions);
            lasso.word = omega::Lasso::new(read(prefix)?, read(for_ever)?);
            let accepts = |word| membership::accepts(automaton, word);
            lasso.word.as_ref().is_some_and(accepts)
        }
        Badness::Accept => for_ever.iter().any(|state| at_label(interpreter, state).0),
        Badness::NonProgress => {
            let goes_on = matches!(lasso.onward(), Onward::Cycle | Onward::Divergence(_));
            goes_on && !for_ever.iter().any(|state| at_label(interpreter, state).1)
        }
    };
    if bad {
        Ok(lasso)
    } else {
        Err(Unconfirmed::NotBad)
    }
}

/// Whether states are those of a cycle, the first being the last too: it begins where nobody holds
/// control, or somebody always does.
pub(crate) fn is_round(states: &[&State]) -> bool {
    let inside = |state: &&State| state.holder().is_some();
    match states {
        [first, .., last] => first == last && (!inside(first) || states.iter().all(inside)),
        _ => false,
    }
}

fn fault_of(
    interpreter: &Interpreter<'_>,
    state: &State,
    step: Move,
) -> Result<Fault, Unconfirmed> {
    match fault_in(interpreter, state, Some(step)) {
        Some(Problem::Fault { fault, .. }) => Ok(fault),
        _ => Err(Unconfirmed::NoFault),
    }
}

/// The same for a run that has to be weakly fair.
pub fn confirm_fair_lasso(
    program: &Program,
    proposal: &Proposal,
    badness: &Badness<'_>,
) -> Result<Lasso, Unconfirmed> {
    let lasso = confirm_lasso(program, proposal, badness)?;
    let interpreter = Interpreter::new(program);
    let initial = interpreter
        .initial()
        .map_err(|_| Unconfirmed::ImpossibleMove(0))?;
    let before = lasso.cycle.checked_sub(1).map(|last| &lasso.records[last]);
    let entry = before.map_or(&initial, |record| &record.after);
    let fair = treatments(&interpreter, entry, &lasso)?;
    Ok(Lasso {
        fair: Some(fair),
        ..lasso
    })
}

fn letters(
    interpreter: &Interpreter<'_>,
    states: &[State],
    propositions: &[Expr],
) -> Result<Vec<u64>, Unconfirmed> {
    let letter = |state: &State| interpreter.letter(state, propositions);
    let letters: Result<Vec<u64>, Fault> = states.iter().map(letter).collect();
    letters.map_err(|_| Unconfirmed::NoValue)
}

/// Whether some process is at an accept label, and at a progress label.
fn at_label(interpreter: &Interpreter<'_>, state: &State) -> (bool, bool) {
    let (mut accept, mut progress) = (false, false);
    for process in interpreter.processes(state) {
        let proctype = interpreter.program().proctype(process.proctype);
        let location = proctype.location(process.location);
        accept |= location.accept;
        progress |= location.progress;
    }
    (accept, progress)
}
