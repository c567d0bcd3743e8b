//! Counterexamples that are easier to read: shorter, and with fewer switches between processes.
//!
//! What a search finds first is a run, not a good one. Three things are tried, with the interpreter
//! alone: states that occur twice are the ends of a detour (`detours`); steps may not be needed
//! (`needless`); and steps that do not depend on each other may change places, so that those of one
//! process stand together (`order`). Whatever comes of it is confirmed as the run was, so the
//! result is as good evidence as what was given. It is never longer.
//!
//! What is tried depends on the run alone, not on a clock: the same run gives the same result on
//! every machine, unless somebody cannot wait for it.

mod detours;
mod needless;
mod order;
mod script;

use crate::{
    Badness, Expected, Lasso, Proposal, Record, Run, confirm_fair_lasso, confirm_lasso, confirm_run,
};
use program::Program;
use program::explore::Problem;
use program::interpreter::{Interpreter, Move};
use std::time::Instant;

/// What may be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The length, and the order of steps.
    Shorter,
    /// Only the order.
    Order,
}

/// Questions to the interpreter, each for the moves of one process in one state. So many take some
/// tenths of a second.
const EFFORT: usize = 60_000;

/// How much more may be tried.
pub(crate) struct Budget {
    left: usize,
    until: Option<Instant>,
}

impl Budget {
    /// Whether there is so much left. It is spent then.
    fn spend(&mut self, cost: usize) -> bool {
        let late = self.until.is_some_and(|until| Instant::now() > until);
        let enough = cost <= self.left && !late;
        if enough {
            self.left -= cost;
        }
        enough
    }
}

/// A run that is evidence of something, and can be confirmed again after it was changed.
trait Evidence: Sized {
    fn program(&self) -> &Program;

    /// What happens, once round the cycle if there is one.
    fn records(&self) -> &[Record];

    /// How many records lead to the cycle.
    fn stem(&self) -> usize;

    /// How many of the last of these must stay the last.
    fn fixed(&self) -> usize;

    /// The same evidence from other moves.
    fn again(&self, stem: &[Move], cycle: &[Move]) -> Option<Self>;

    /// What a replay of so many steps costs.
    fn cost(&self, steps: usize) -> usize {
        let first = self.records().first();
        steps * (1 + first.map_or(0, |record| record.before.process_count()))
    }
}

struct FiniteRun<'a> {
    program: &'a Program,
    run: Run,
}

impl Evidence for FiniteRun<'_> {
    fn program(&self) -> &Program {
        self.program
    }

    fn records(&self) -> &[Record] {
        &self.run.records
    }

    fn stem(&self) -> usize {
        self.run.records.len()
    }

    /// The step that breaks an assertion.
    fn fixed(&self) -> usize {
        usize::from(matches!(self.run.problem, Problem::Violation(_)))
    }

    fn again(&self, stem: &[Move], _: &[Move]) -> Option<Self> {
        let expected = match &self.run.problem {
            Problem::Violation(_) => Expected::Violation,
            Problem::Fault { step, .. } => Expected::Fault(*step),
            Problem::InvalidEnd => Expected::InvalidEnd,
        };
        let run = confirm_run(self.program, stem, expected).ok()?;
        let program = self.program;
        (run.problem == self.run.problem).then_some(FiniteRun { program, run })
    }
}

struct InfiniteRun<'a> {
    program: &'a Program,
    badness: &'a Badness<'a>,
    lasso: Lasso,
}

impl Evidence for InfiniteRun<'_> {
    fn program(&self) -> &Program {
        self.program
    }

    fn records(&self) -> &[Record] {
        &self.lasso.records
    }

    fn stem(&self) -> usize {
        self.lasso.cycle
    }

    fn fixed(&self) -> usize {
        0
    }

    fn again(&self, stem: &[Move], cycle: &[Move]) -> Option<Self> {
        let confirm = match self.lasso.fair {
            Some(_) => confirm_fair_lasso,
            None => confirm_lasso,
        };
        let proposal = Proposal {
            stem: stem.to_vec(),
            cycle: cycle.to_vec(),
            fault: self.lasso.fault.as_ref().map(|(step, _)| *step),
        };
        let lasso = confirm(self.program, &proposal, self.badness).ok()?;
        (lasso.fault == self.lasso.fault).then_some(InfiniteRun { lasso, ..*self })
    }
}

/// A finite run to the same problem. Nothing is tried after `until`.
pub fn shorten_run(program: &Program, run: Run, aim: Aim, until: Option<Instant>) -> Run {
    simplify(FiniteRun { program, run }, aim, until).run
}

/// An infinite run that is bad, and fair if this one is known to be. Nothing is tried after `until`.
pub fn shorten_lasso(
    program: &Program,
    lasso: Lasso,
    badness: &Badness<'_>,
    aim: Aim,
    until: Option<Instant>,
) -> Lasso {
    let infinite = InfiniteRun {
        program,
        badness,
        lasso,
    };
    simplify(infinite, aim, until).lasso
}

fn simplify<E: Evidence>(mut evidence: E, aim: Aim, until: Option<Instant>) -> E {
    let mut budget = Budget {
        left: EFFORT,
        until,
    };
    if aim == Aim::Shorter {
        evidence = detours::cut(evidence, &mut budget);
        evidence = needless::remove(evidence, &mut budget);
        // What is left without some steps may pass a state twice.
        evidence = detours::cut(evidence, &mut budget);
    }
    order::group(evidence, &mut budget)
}

/// The moves of records.
fn moves(records: &[Record]) -> Vec<Move> {
    records.iter().map(|record| record.step).collect()
}

fn interpreter<E: Evidence>(evidence: &E) -> Interpreter<'_> {
    Interpreter::new(evidence.program())
}
