//! Safety: is a state or a move reachable that must not be?
//!
//! [`breadth_first`] finds shortest runs, counted in steps between states that other processes can
//! see; [`depth_first`] is there for models whose levels are large and whose errors are deep;
//! [`reduced`] follows only as many steps as needed.

mod batch;
mod breadth;
mod depth;
mod found;
mod passage;
mod reduced;

pub use breadth::breadth_first;
pub use depth::depth_first;
pub use reduced::reduced;

use crate::limits::{Reason, Statistics};
use program::Step;

/// What can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A move breaks an assertion of the program or of its trace.
    Assertion,
    /// A move cannot be executed.
    Fault,
    /// Nothing can happen, and not every process is at its end.
    InvalidEnd,
}

/// A way to something wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    pub kind: Kind,
    /// The moves from the first state: the last one breaks the assertion, or leads to the state
    /// of the fault or of the end.
    pub run: Vec<Step>,
    /// The move that cannot be executed after the run, if the kind is [`Kind::Fault`].
    pub fault: Option<Step>,
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every reachable state was visited.
    Complete,
    /// Something of each group asked for was found.
    Found,
    /// It gave up.
    Incomplete(Reason),
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Safety {
    pub end: End,
    pub statistics: Statistics,
    /// One of each kind found.
    pub counterexamples: Vec<Counterexample>,
}

/// What to stop for: as soon as something of each group was found. Without groups, never.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goals {
    pub groups: Vec<Vec<Kind>>,
}
