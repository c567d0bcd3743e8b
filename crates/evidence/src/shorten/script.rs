//! Steps that can be told apart from others by their place in the program, not in the run.

use program::interpreter::{Interpreter, Move, Process};
use program::{LocationId, ProcId, State};

/// A move, and where the processes that make it are. Without what went before it may not be
/// possible any more; then it is another statement, or none, that the same edge would be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    pub step: Move,
    at: Place,
    partner: Option<Place>,
}

type Place = (ProcId, LocationId);

impl Placed {
    pub fn new(interpreter: &Interpreter<'_>, before: &State, step: Move) -> Placed {
        let processes = interpreter.processes(before);
        let place = |pid: usize| processes.get(pid).map(place).unwrap_or_default();
        Placed {
            step,
            at: place(step.pid),
            partner: step.partner.map(|partner| place(partner.pid)),
        }
    }

    /// The same step in another state, and the state after it.
    pub fn execute(&self, interpreter: &Interpreter<'_>, state: &State) -> Option<(Move, State)> {
        let Move { pid, partner, .. } = self.step;
        let processes = interpreter.processes(state);
        let is_there = |pid: usize, there: Place| processes.get(pid).map(place) == Some(there);
        let partners = partner.zip(self.partner);
        if !is_there(pid, self.at) || partners.is_some_and(|(p, at)| !is_there(p.pid, at)) {
            return None;
        }
        // Whether it takes a timeout depends on what else can happen.
        let same = |step: &Move| {
            let Move { timeout, .. } = *step;
            *step
                == Move {
                    timeout,
                    ..self.step
                }
        };
        let step = interpreter.moves(state).moves.into_iter().find(same)?;
        let (after, _) = interpreter.apply(state, &step).ok()?;
        Some((step, after))
    }
}

fn place(process: &Process) -> Place {
    (process.proctype, process.location)
}
