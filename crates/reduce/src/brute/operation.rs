//! Operations: the moves of one step, recognised from state to state.

use program::Process;
use program::interpreter::Move;
use std::fmt::{self, Display, Formatter};

/// What one process does in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    pub pid: usize,
    /// Its type, and where it is before the move.
    pub place: Process,
    /// Index of the edge there.
    pub edge: usize,
}

/// The moves of one step, each with its partner if it is a rendezvous. That a move was made
/// possible by a timeout is not part of it: an operation is what is done, not when.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Operation {
    pub moves: Vec<(Part, Option<Part>)>,
    /// The last move ends in a fault.
    pub fault: bool,
}

impl Operation {
    /// The same with one more move, from a state in which the processes are at these places. A
    /// fault may name a process that cannot be found there.
    pub fn with(&self, places: &[Process], step: Move, fault: bool) -> Option<Operation> {
        let part = |pid: usize, edge: usize| {
            let place = *places.get(pid)?;
            Some(Part { pid, place, edge })
        };
        let first = part(step.pid, step.edge)?;
        let second = match step.partner {
            Some(partner) => Some(part(partner.pid, partner.edge)?),
            None => None,
        };
        let mut moves = self.moves.clone();
        moves.push((first, second));
        Some(Operation { moves, fault })
    }
}

impl Operation {
    /// The processes that take part.
    pub fn processes(&self) -> Vec<usize> {
        let parts = self
            .moves
            .iter()
            .flat_map(|(one, other)| [Some(one), other.as_ref()]);
        parts.flatten().map(|part| part.pid).collect()
    }
}

impl Display for Part {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Process { proctype, location } = self.place;
        let Part { pid, edge, .. } = self;
        write!(
            out,
            "process {pid} (type {proctype}) at {location} by edge {edge}"
        )
    }
}

impl Display for Operation {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        for (index, (part, partner)) in self.moves.iter().enumerate() {
            if index > 0 {
                out.write_str(", then ")?;
            }
            part.fmt(out)?;
            if let Some(partner) = partner {
                write!(out, " to {partner}")?;
            }
        }
        if self.fault {
            out.write_str(", a fault")?;
        }
        Ok(())
    }
}
