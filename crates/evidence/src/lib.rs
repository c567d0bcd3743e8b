//! Counterexamples as data, replayed by the interpreter before anybody sees them.
//!
//! A search, however fast or reduced, only proposes a run. It is executed here on the full model
//! by the reference interpreter, and a run that ends otherwise than proposed is an error of the
//! checker, never a verdict. This crate knows nothing of searches.

mod fairness;
pub mod follow;
mod lasso;
mod shorten;

pub use fairness::Treatment;
pub use follow::{Ending, Followed, Script, Scripted, Stray, follow};
pub use lasso::{Badness, Lasso, Onward, Proposal, confirm_fair_lasso, confirm_lasso};
pub use shorten::{Aim, shorten_lasso, shorten_run};

use program::explore::Problem;
use program::interpreter::{Effects, Interpreter, Move};
use program::{Program, State};
use thiserror::Error;

/// One move that was executed again.
#[derive(Clone, Debug)]
pub struct Record {
    pub step: Move,
    pub before: State,
    pub after: State,
    pub effects: Effects,
}

/// A finite run to something wrong.
#[derive(Clone, Debug)]
pub struct Run {
    /// The moves that could be executed.
    pub records: Vec<Record>,
    /// The state in which the run ends.
    pub last: State,
    pub problem: Problem,
}

/// What is wrong with a proposed counterexample. Always a mistake in the checker.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unconfirmed {
    #[error("move {0} of the run is not possible")]
    ImpossibleMove(usize),
    #[error("the run ends without the violation that it should show")]
    NoViolation,
    #[error(
        "the run does not go on for ever: its cycle does not lead back to its start, or it could go on"
    )]
    OpenCycle,
    #[error("the run does not end in the fault that it should")]
    NoFault,
    #[error("the infinite run does not violate the property")]
    NotBad,
    #[error("the property cannot be evaluated along the run")]
    NoValue,
    #[error("process {0} could always move in the cycle and never does, so the run is not fair")]
    Unfair(usize),
}

/// What a finite run is said to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The last move breaks an assertion.
    Violation,
    /// After the run, this move is a fault; without one, some guard is.
    Fault(Option<Move>),
    /// After the run, nothing can happen.
    InvalidEnd,
}

/// Executes moves from the first state on.
pub fn replay(program: &Program, moves: &[Move]) -> Result<Vec<Record>, Unconfirmed> {
    let interpreter = Interpreter::new(program);
    let mut state = interpreter
        .initial()
        .map_err(|_| Unconfirmed::ImpossibleMove(0))?;
    let mut records = Vec::with_capacity(moves.len());
    for (number, step) in moves.iter().enumerate() {
        let impossible = Unconfirmed::ImpossibleMove(number + 1);
        if !interpreter.moves(&state).moves.contains(step) {
            return Err(impossible);
        }
        let (after, effects) = interpreter.apply(&state, step).map_err(|_| impossible)?;
        records.push(Record {
            step: *step,
            before: state,
            after: after.clone(),
            effects,
        });
        state = after;
    }
    Ok(records)
}

/// Executes a run and makes sure that it ends as expected.
pub fn confirm_run(
    program: &Program,
    moves: &[Move],
    expected: Expected,
) -> Result<Run, Unconfirmed> {
    let interpreter = Interpreter::new(program);
    let initial = match interpreter.initial() {
        Ok(initial) => initial,
        Err(fault) => {
            let problem = Problem::Fault { step: None, fault };
            let last = State::from_bytes(&[]);
            return Ok(Run {
                records: Vec::new(),
                last,
                problem,
            });
        }
    };
    let records = replay(program, moves)?;
    let last = records
        .last()
        .map_or(initial, |record| record.after.clone());
    let problem = match expected {
        Expected::Violation => {
            let violations = records.last().map(|record| &record.effects.violations);
            let first = violations.and_then(|violations| violations.first().cloned());
            first.map(Problem::Violation)
        }
        Expected::Fault(step) => fault_in(&interpreter, &last, step),
        Expected::InvalidEnd => {
            let ended = interpreter.moves(&last).is_empty() && !interpreter.is_valid_end(&last);
            ended.then_some(Problem::InvalidEnd)
        }
    };
    let problem = problem.ok_or(Unconfirmed::NoViolation)?;
    Ok(Run {
        records,
        last,
        problem,
    })
}

/// The fault of a move, or of a guard, in a state.
fn fault_in(interpreter: &Interpreter<'_>, state: &State, step: Option<Move>) -> Option<Problem> {
    let moves = interpreter.moves(state);
    let by_guard = moves.faults.into_iter();
    let by_execution = moves.moves.into_iter().filter_map(|step| {
        interpreter
            .apply(state, &step)
            .err()
            .map(|fault| (step, fault))
    });
    by_guard
        .chain(by_execution)
        .find(|(found, _)| step.is_none_or(|step| step == *found))
        .map(|(step, fault)| Problem::Fault {
            step: Some(step),
            fault,
        })
}
