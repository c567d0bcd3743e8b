//! Whether an infinite run is weakly fair: does every process that could always move do so?
//!
//! This is read off the cycle, with the interpreter alone. A process is treated fairly if it moves
//! in the cycle, as the other side of a rendezvous too, or if in some state of it the process
//! cannot move. States inside atomic sequences do not count, where nobody else could, unless the run
//! stays inside for ever: then there are no others. A run that ends is fair to everybody.

use crate::{Lasso, Onward, Unconfirmed};
use program::State;
use program::interpreter::{Interpreter, Move};
use std::collections::BTreeSet;

/// Why a run is fair to a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Treatment {
    /// It moves in the cycle; else it is blocked somewhere in it.
    pub moves: bool,
    /// The first record of the cycle in which it moves, or before which it is blocked. If the run
    /// ends, that is one after the last.
    pub record: usize,
    /// The state before that.
    pub state: State,
}

/// Why a run, whose cycle starts in `entry`, is fair to each process there is in it, by their numbers.
pub(crate) fn treatments(
    interpreter: &Interpreter<'_>,
    entry: &State,
    lasso: &Lasso,
) -> Result<Vec<Treatment>, Unconfirmed> {
    let inside = matches!(lasso.onward(), Onward::Divergence(_));
    let round = || lasso.records.iter().enumerate().skip(lasso.cycle);
    let mut seen: Vec<(usize, &State)> = round()
        .map(|(index, record)| (index, &record.before))
        .filter(|(_, state)| inside || state.holder().is_none())
        .collect();
    if seen.is_empty() {
        seen.push((lasso.cycle, entry));
    }
    let able: Vec<BTreeSet<usize>> = seen
        .iter()
        .map(|(_, state)| match lasso.onward() {
            Onward::Halt | Onward::Fault => BTreeSet::new(),
            Onward::Cycle | Onward::Divergence(_) => able(interpreter, state),
        })
        .collect();
    let count = seen.iter().map(|(_, state)| state.process_count()).max();
    let treatment = |pid: usize| {
        let treatment = |moves: bool, record: usize, state: &State| Treatment {
            moves,
            record,
            state: state.clone(),
        };
        let moves = round().find(|(_, record)| movers(&record.step).any(|who| who == pid));
        if let Some((index, record)) = moves {
            return Ok(treatment(true, index, &record.before));
        }
        let places = seen.iter().zip(&able);
        let mut blocked = places.filter(|(_, able)| !able.contains(&pid));
        let &(index, state) = blocked.next().ok_or(Unconfirmed::Unfair(pid))?.0;
        Ok(treatment(false, index, state))
    };
    (0..count.unwrap_or(0)).map(treatment).collect()
}

/// The processes that can move in a state, be it into a run-time error.
fn able(interpreter: &Interpreter<'_>, state: &State) -> BTreeSet<usize> {
    let found = interpreter.moves(state);
    let faults = found.faults.iter().map(|(step, _)| step);
    found.moves.iter().chain(faults).flat_map(movers).collect()
}

/// The processes that take part in a move.
fn movers(step: &Move) -> impl Iterator<Item = usize> {
    [step.pid]
        .into_iter()
        .chain(step.partner.map(|partner| partner.pid))
}
