//! A condition that fails, and how that can be seen.

use super::graph::{FullGraph, OperationId, StateId};
use super::operation::Operation;
use program::Step;
use program::interpreter::Move;
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// A way in which a chosen set is not enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// No run reaches the state that the set was chosen in.
    Unreachable,
    /// The state does not have this move.
    NoSuchStep(Step),
    /// C0: nothing was chosen where something can happen.
    Empty,
    /// C1: the operation of the set cannot happen any more.
    Disabled,
    /// C1: after the operation of the set, the other one cannot happen any more.
    Disables,
    /// C1: the order of the two operations matters.
    Differs,
    /// C1: one of the two breaks an assertion in one order only.
    Asserts,
    /// C2: the operation of the set changes what the property looks at.
    Visible,
    /// C2f: the operation of the set decides whether the process of the other one can move.
    Disturbs,
    /// C2f: the other operation is one of the same process, and not of the set.
    Split,
    /// C3: the path leads round a cycle of proper sets.
    Cycle,
    /// No state with all its steps can be reached.
    Ignoring,
    /// Nothing was chosen in the state that the operation of the set leads to.
    NothingChosen,
}

/// A failure in a graph.
pub struct Finding {
    pub failure: Failure,
    pub inside: Option<OperationId>,
    pub outside: Option<OperationId>,
    pub path: Vec<OperationId>,
}

impl From<Failure> for Finding {
    fn from(failure: Failure) -> Finding {
        Finding {
            failure,
            inside: None,
            outside: None,
            path: Vec::new(),
        }
    }
}

/// The failure of one of the sets that were tested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// Index of the set.
    pub set: usize,
    /// A shortest run to its state.
    pub run: Vec<Operation>,
    /// What is wrong.
    pub failure: Failure,
    /// The operation of the set that shows it.
    pub inside: Option<Operation>,
    /// An operation that is not of the set and at odds with it.
    pub outside: Option<Operation>,
    /// Operations that lead from the state of the set to where this can be seen.
    pub path: Vec<Operation>,
}

impl Refutation {
    pub(super) fn new(
        graph: &FullGraph,
        set: usize,
        state: Option<StateId>,
        finding: impl Into<Finding>,
    ) -> Box<Refutation> {
        Refutation::of(graph, graph, set, state, finding)
    }

    /// The same for a finding in another graph: operations are those of that one.
    pub(super) fn of(
        graph: &FullGraph,
        other: &FullGraph,
        set: usize,
        state: Option<StateId>,
        finding: impl Into<Finding>,
    ) -> Box<Refutation> {
        let finding = finding.into();
        let operation = |id: OperationId| other.operation(id).clone();
        let run = state
            .map_or(Vec::new(), |state| graph.path(state))
            .into_iter();
        Box::new(Refutation {
            set,
            run: run.map(|id| graph.operation(id).clone()).collect(),
            failure: finding.failure,
            inside: finding.inside.map(operation),
            outside: finding.outside.map(operation),
            path: finding.path.into_iter().map(operation).collect(),
        })
    }
}

impl Display for Failure {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Failure::Unreachable => "no run reaches the state of the set",
            Failure::NoSuchStep(step) => {
                let Move { pid, edge, .. } = Move::from(*step);
                return write!(out, "the state has no move of process {pid} by edge {edge}");
            }
            Failure::Empty => "C0 fails: nothing is chosen where something can happen",
            Failure::Disabled => "C1 fails: what is chosen can be disabled by what is not",
            Failure::Disables => "C1 fails: what is chosen disables what is not",
            Failure::Differs => "C1 fails: the order of what is chosen and what is not matters",
            Failure::Asserts => "C1 fails: an assertion breaks in one order only",
            Failure::Visible => "C2 fails: what is chosen can be seen by the property",
            Failure::Disturbs => {
                "C2f fails: what is chosen changes whether another process can move"
            }
            Failure::Split => "C2f fails: of a process only some steps are chosen",
            Failure::Cycle => "C3 fails: the path is a cycle of proper sets",
            Failure::Ignoring => "no state with all its steps can be reached",
            Failure::NothingChosen => "nothing was chosen in the state that a step leads to",
        })
    }
}

impl Display for Refutation {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        writeln!(out, "{}", self.failure)?;
        let list = |out: &mut Formatter<'_>, title: &str, list: &[Operation]| {
            if !list.is_empty() {
                writeln!(out, "{title}:")?;
            }
            list.iter().try_for_each(|one| writeln!(out, "    {one}"))
        };
        list(out, "  the state of the set is reached by", &self.run)?;
        list(out, "  from there the path is", &self.path)?;
        if let Some(inside) = &self.inside {
            writeln!(out, "  of the set:\n    {inside}")?;
        }
        if let Some(outside) = &self.outside {
            writeln!(out, "  not of the set:\n    {outside}")?;
        }
        Ok(())
    }
}

impl Error for Refutation {}
