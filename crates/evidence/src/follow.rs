//! Runs that come from a file: executed as far as they go, and judged by how they end.
//!
//! Unlike a run that a search proposes, such a run may be anything: that of another model, or of
//! another version of this one. So what cannot be executed is an answer here, with what could have
//! been executed instead.

use crate::Record;
use crate::lasso::{Proposal, is_round};
use program::explore::Problem;
use program::interpreter::{Interpreter, Move, Partner};
use program::{Fault, Program, State};
use std::collections::HashMap;

/// A run as it was written down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    pub moves: Vec<Scripted>,
    /// Index of the first move that is repeated for ever.
    pub cycle: Option<usize>,
}

/// A move of a [`Script`]: who moves, and by which edge. Whether that is because nothing else can
/// move is not written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scripted {
    pub pid: usize,
    pub edge: usize,
    pub partner: Option<Partner>,
}

/// A run that was executed.
#[derive(Clone, Debug)]
pub struct Followed {
    pub records: Vec<Record>,
    /// The state after them.
    pub last: State,
    /// The move after them that cannot be executed, and why.
    pub fault: Option<(Move, Fault)>,
    /// Index of the first record that is repeated for ever; their number, if the run ends, and what is
    /// seen last is repeated.
    pub cycle: Option<usize>,
}

/// Why a run that was written down is not one of the model.
#[derive(Clone, Debug)]
pub enum Stray {
    /// The model has no first state.
    NoStart(Fault),
    /// There is no such move.
    NoMove(Box<Astray>),
}

/// Where a run strays from the model.
#[derive(Clone, Debug)]
pub struct Astray {
    /// How many moves were executed before.
    pub after: usize,
    /// The state then.
    pub state: State,
    /// The moves that there are, those that cannot be executed included.
    pub possible: Vec<Move>,
}

/// Steps that a run is continued by.
const LONGEST: usize = 10_000;

/// How a run ends.
#[derive(Clone, Debug)]
pub enum Ending {
    /// With something wrong, after this many records.
    Problem(usize, Problem),
    /// Its cycle leads back to its start, or nothing ever happens in its last state.
    Closed,
    /// Its cycle does not lead back to its start.
    Open,
    /// Nothing more can happen, and that is right.
    Proper,
    /// It could go on.
    Unfinished,
}

impl From<&Move> for Scripted {
    fn from(step: &Move) -> Scripted {
        Scripted {
            pid: step.pid,
            edge: step.edge,
            partner: step.partner,
        }
    }
}

impl Astray {
    pub fn new(interpreter: &Interpreter<'_>, after: usize, state: State) -> Astray {
        let found = interpreter.moves(&state);
        let faults = found.faults.into_iter().map(|(step, _)| step);
        Astray {
            after,
            possible: found.moves.into_iter().chain(faults).collect(),
            state,
        }
    }
}

/// Executes a run that was written down. A move that cannot be executed ends it.
pub fn follow(program: &Program, script: &Script) -> Result<Followed, Stray> {
    let interpreter = Interpreter::new(program);
    let mut run = Followed {
        records: Vec::with_capacity(script.moves.len()),
        last: interpreter.initial().map_err(Stray::NoStart)?,
        fault: None,
        cycle: script.cycle,
    };
    for wanted in &script.moves {
        if run.fault.is_some() || !run.step(&interpreter, wanted) {
            return Err(run.stray(&interpreter));
        }
    }
    if run.fault.is_some() {
        run.cycle = run.cycle.map(|_| run.records.len());
    } else if let Some(cycle) = script.cycle {
        run.unroll(&interpreter, &script.moves[cycle.min(script.moves.len())..]);
    }
    Ok(run)
}

impl Followed {
    /// Executes a move, if there is such a one.
    fn step(&mut self, interpreter: &Interpreter<'_>, wanted: &Scripted) -> bool {
        let found = interpreter.moves(&self.last);
        let is_it = |step: &Move| Scripted::from(step) == *wanted;
        if let Some(step) = found.moves.into_iter().find(is_it) {
            match interpreter.apply(&self.last, &step) {
                Ok((after, effects)) => self.records.push(Record {
                    step,
                    before: std::mem::replace(&mut self.last, after.clone()),
                    after,
                    effects,
                }),
                Err(fault) => self.fault = Some((step, fault)),
            }
            return true;
        }
        self.fault = found.faults.into_iter().find(|(step, _)| is_it(step));
        self.fault.is_some()
    }

    fn stray(self, interpreter: &Interpreter<'_>) -> Stray {
        let after = self.records.len();
        Stray::NoMove(Box::new(Astray::new(interpreter, after, self.last)))
    }

    /// A search may forget variables that nobody reads again, and so may SPIN's. What a cycle
    /// leaves in them it leaves in every round, so if it does not close in the first, it does in
    /// the second: then the first round is part of the stem.
    fn unroll(&mut self, interpreter: &Interpreter<'_>, round: &[Scripted]) {
        if round.is_empty() || self.is_closed(interpreter) {
            return;
        }
        let mut longer = self.clone();
        longer.cycle = Some(self.records.len());
        if round.iter().all(|wanted| longer.step(interpreter, wanted))
            && longer.is_closed(interpreter)
        {
            *self = longer;
        }
    }

    /// The run and some way on from its end, until it ends or a state comes again. None if that takes
    /// too many steps.
    ///
    /// A finite run may be all that a claim needs to know that every way on is bad. Then this is one
    /// of them.
    pub fn continued(&self, program: &Program) -> Option<Followed> {
        let interpreter = Interpreter::new(program);
        let mut run = self.clone();
        let mut seen = HashMap::new();
        for _ in 0..LONGEST {
            let found = interpreter.moves(&run.last);
            let before = seen.insert(run.last.clone(), run.records.len());
            let ended = found.is_empty() || run.fault.is_some();
            run.cycle = before.or_else(|| ended.then_some(run.records.len()));
            if run.is_closed(&interpreter) {
                return Some(run);
            }
            let faults = found.faults.iter().map(|(step, _)| step);
            let wanted = found.moves.iter().chain(faults).next()?;
            run.step(&interpreter, &Scripted::from(wanted));
        }
        None
    }

    /// Whether the run goes on for ever.
    fn is_closed(&self, interpreter: &Interpreter<'_>) -> bool {
        let Some(cycle) = self.cycle else {
            return false;
        };
        let round = self.records.iter().skip(cycle);
        let states: Vec<&State> = round.map(|record| &record.before).collect();
        match states[..] {
            [] => self.fault.is_some() || interpreter.moves(&self.last).is_empty(),
            _ => self.fault.is_none() && is_round(&[&states[..], &[&self.last]].concat()),
        }
    }

    /// The run as one that goes on for ever.
    pub fn proposal(&self) -> Proposal {
        let mut stem: Vec<Move> = self.records.iter().map(|record| record.step).collect();
        Proposal {
            cycle: stem.split_off(self.cycle.unwrap_or(stem.len())),
            stem,
            fault: self.fault.as_ref().map(|(step, _)| *step),
        }
    }

    /// The first thing that is wrong with a step: how many records there are up to it, and what it is. An
    /// assertion that is broken comes before a fault, which ends the run.
    pub fn flaw(&self) -> Option<(usize, Problem)> {
        let fault = || {
            let (step, fault) = self.fault.clone()?;
            let step = Some(step);
            Some((self.records.len(), Problem::Fault { step, fault }))
        };
        self.violation().or_else(fault)
    }

    /// The first move that breaks an assertion.
    fn violation(&self) -> Option<(usize, Problem)> {
        let mut violations = self
            .records
            .iter()
            .enumerate()
            .filter_map(|(index, record)| {
                let violation = record.effects.violations.first()?;
                Some((index + 1, Problem::Violation(violation.clone())))
            });
        violations.next()
    }

    /// How the run ends. A finite one ends with the first assertion that it breaks, an infinite one
    /// goes on all the same.
    pub fn ending(&self, program: &Program) -> Ending {
        let interpreter = Interpreter::new(program);
        if self.cycle.is_some() {
            return match self.is_closed(&interpreter) {
                true => Ending::Closed,
                false => Ending::Open,
            };
        }
        if let Some((after, problem)) = self.flaw() {
            return Ending::Problem(after, problem);
        }
        let found = interpreter.moves(&self.last);
        let end = |problem| Ending::Problem(self.records.len(), problem);
        if let Some((step, fault)) = found.faults.into_iter().next() {
            let step = Some(step);
            return end(Problem::Fault { step, fault });
        }
        match (found.moves.is_empty(), interpreter.is_valid_end(&self.last)) {
            (false, _) => Ending::Unfinished,
            (true, true) => Ending::Proper,
            (true, false) => end(Problem::InvalidEnd),
        }
    }
}
