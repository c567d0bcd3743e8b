//! Infinite runs: a stem, and a cycle to be repeated for ever.

use crate::fairness::{Treatment, treatments};
use crate::{Record, Unconfirmed, replay};
use omega::{Automaton, membership};
use program::interpreter::{Interpreter, Move};
use program::{Expr, Program, State};

/// An infinite run that was executed again, once round its cycle.
#[derive(Clone, Debug)]
pub struct Lasso {
    pub records: Vec<Record>,
    /// Index in `records` of the first move of the cycle. If there is none, the run ends in a
    /// state where nothing can happen, which counts as being repeated for ever.
    pub cycle: usize,
    /// What an automaton reads of the run, if it is one that finds it bad: a letter for each state
    /// in which no process holds control.
    pub word: Option<omega::Lasso>,
    /// Why the run is fair to each process, if it has to be.
    pub fair: Option<Vec<Treatment>>,
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

/// Executes a stem and a cycle, and makes sure that the cycle closes and the run is bad.
///
/// A search may forget variables that nobody reads again. What a cycle leaves in them it leaves in
/// every round, so if it does not close in the first, it does in the second: then the first round
/// is part of the stem.
pub fn confirm_lasso(
    program: &Program,
    stem: &[Move],
    cycle: &[Move],
    badness: &Badness<'_>,
) -> Result<Lasso, Unconfirmed> {
    match confirm_closed(program, stem, cycle, badness) {
        Err(Unconfirmed::OpenCycle) if !cycle.is_empty() => {
            confirm_closed(program, &[stem, cycle].concat(), cycle, badness)
        }
        confirmed => confirmed,
    }
}

/// The same for a cycle that closes in the first round.
fn confirm_closed(
    program: &Program,
    stem: &[Move],
    cycle: &[Move],
    badness: &Badness<'_>,
) -> Result<Lasso, Unconfirmed> {
    let interpreter = Interpreter::new(program);
    let initial = interpreter
        .initial()
        .map_err(|_| Unconfirmed::ImpossibleMove(0))?;
    let moves: Vec<Move> = stem.iter().chain(cycle).copied().collect();
    let records = replay(program, &moves)?;
    // Every state of the run; those inside atomic sequences are not seen by a property.
    let states: Vec<&State> = std::iter::once(&initial)
        .chain(records.iter().map(|record| &record.after))
        .collect();
    let (entry, last) = (states[stem.len()], states[states.len() - 1]);
    let closed = if cycle.is_empty() {
        interpreter.moves(last).is_empty()
    } else {
        entry == last
    };
    if !closed || entry.holder().is_some() {
        return Err(Unconfirmed::OpenCycle);
    }
    let seen = |states: &[&State]| -> Vec<State> {
        let seen = states.iter().filter(|state| state.holder().is_none());
        seen.map(|state| (*state).clone()).collect()
    };
    let prefix = seen(&states[..stem.len()]);
    // The last state is the first of the cycle again; a run that halts repeats it.
    let round = if cycle.is_empty() {
        seen(&states[stem.len()..])
    } else {
        seen(&states[stem.len()..states.len() - 1])
    };
    let mut word = None;
    let bad = match badness {
        Badness::Word(automaton, propositions) => {
            let read = |states: &[State]| letters(&interpreter, states, propositions);
            word = omega::Lasso::new(read(&prefix)?, read(&round)?);
            let accepts = |word| membership::accepts(automaton, word);
            word.as_ref().is_some_and(accepts)
        }
        Badness::Accept => round.iter().any(|state| at_label(&interpreter, state).0),
        Badness::NonProgress => {
            !cycle.is_empty() && !round.iter().any(|state| at_label(&interpreter, state).1)
        }
    };
    if bad {
        Ok(Lasso {
            records,
            cycle: stem.len(),
            word,
            fair: None,
        })
    } else {
        Err(Unconfirmed::NotBad)
    }
}

/// The same for a run that has to be weakly fair.
pub fn confirm_fair_lasso(
    program: &Program,
    stem: &[Move],
    cycle: &[Move],
    badness: &Badness<'_>,
) -> Result<Lasso, Unconfirmed> {
    let lasso = confirm_lasso(program, stem, cycle, badness)?;
    let interpreter = Interpreter::new(program);
    let initial = interpreter
        .initial()
        .map_err(|_| Unconfirmed::ImpossibleMove(0))?;
    let before = lasso.cycle.checked_sub(1).map(|last| &lasso.records[last]);
    let entry = before.map_or(&initial, |record| &record.after);
    let fair = treatments(&interpreter, entry, &lasso.records, lasso.cycle)?;
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
    let letter = |state: &State| {
        let mut letter = 0;
        for (bit, proposition) in propositions.iter().enumerate() {
            let value = interpreter.eval(state, 0, proposition);
            if value.map_err(|_| Unconfirmed::NoValue)? != 0 {
                letter |= 1 << bit;
            }
        }
        Ok(letter)
    };
    states.iter().map(letter).collect()
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
