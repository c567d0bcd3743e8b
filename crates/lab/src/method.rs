//! What is common to the second method and its absence: the solver is C++, so a build may be
//! without it.

use crate::graph::MAX_NODES;
use crate::hunt::Counterexample;
use crate::operation::MAX_STATES;
use std::fmt;
use std::time::Duration;

/// Most operations of programs: for the solver, every set of them has variables of its own.
pub const MOST_OPERATIONS: usize = 5;

/// Figures of a hunt by the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Formulas that are decided, and all of them.
    pub done: usize,
    pub formulas: usize,
    /// Steps of the proofs that were checked.
    pub steps: u64,
    /// The time that solving and checking took, and checking alone, of all threads together.
    pub solving: Duration,
    pub checking: Duration,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Failed {
    /// This build is without the solver.
    NoSolver,
    States,
    Operations,
    Product,
    /// The solver made a mistake.
    Solver(String),
    /// The model of a formula is no counterexample: the encoding is wrong.
    Encoding(Box<Counterexample>),
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::NoSolver => f.write_str(
                "this program was built without its SAT solver: build it again with the feature `sat`, which is on by default and needs a C++ compiler",
            ),
            Failed::States => write!(f, "programs may have 1 to {MAX_STATES} states"),
            Failed::Operations => {
                write!(f, "programs may have 2 to {MOST_OPERATIONS} operations")
            }
            Failed::Product => write!(f, "products may have at most {MAX_NODES} states"),
            Failed::Solver(broken) => f.write_str(broken),
            Failed::Encoding(found) => write!(
                f,
                "what the solver found is no counterexample, so the encoding is wrong:\n{}",
                found.text()
            ),
        }
    }
}

impl std::error::Error for Failed {}

#[cfg(not(feature = "sat"))]
impl crate::hunt::Hunt {
    /// There is no solver.
    pub fn solve(
        &self,
        _: usize,
        _: &mut dyn FnMut(&Progress) -> std::ops::ControlFlow<()>,
    ) -> Result<(crate::hunt::Outcome, Progress), Failed> {
        Err(Failed::NoSolver)
    }
}
