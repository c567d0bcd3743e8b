//! Passages: single steps that are taken at once, and how the moves along them are found again.

use crate::expansion::Expansion;
use crate::limits::Reason;
use crate::reduction::Select;
use program::{Step, TransitionSystem};
use reduce::Choices;

/// Follows the passage of the state that was looked at, if it has one and it leads to one state:
/// the only step then. An atomic sequence may have several ends.
pub(super) fn pass<S: TransitionSystem>(
    system: &mut S,
    expansion: &mut Expansion,
    choices: &Choices,
) -> Result<bool, Reason> {
    let Some(step) = choices.passage() else {
        return Ok(false);
    };
    expansion.follow_only(system, std::iter::once(step))?;
    Ok(expansion.len() == 1)
}

/// The moves from a state, or from the first one if it is none, to another: of a step, and then of
/// passages. Nothing if there is no such way.
pub(super) fn moves_between<S: TransitionSystem>(
    system: &mut S,
    select: &mut dyn Select<S>,
    from: Option<&[u8]>,
    to: &[u8],
) -> Vec<Step> {
    let mut start = Expansion::default();
    // A state that was expanded once without trouble will be again.
    let _ = match from {
        Some(state) => start.expand(system, state).map(drop),
        None => start.initial(system),
    };
    let mut ends = 0..start.len();
    let way = ends.find_map(|index| {
        let moves = from.map_or(Vec::new(), |_| start.path(index));
        through_passages(system, select, moves, start.state(index), to)
    });
    way.unwrap_or_default()
}

/// The moves of passages from a state to another, after others.
fn through_passages<S: TransitionSystem>(
    system: &mut S,
    select: &mut dyn Select<S>,
    mut moves: Vec<Step>,
    from: &[u8],
    to: &[u8],
) -> Option<Vec<Step>> {
    let (mut expansion, mut choices) = (Expansion::default(), Choices::default());
    let mut state = from.to_vec();
    while state != to {
        expansion.look(system, &state);
        expansion.select(system, select, &mut choices);
        if !pass(system, &mut expansion, &choices).ok()? {
            return None;
        }
        moves.extend(expansion.path(0));
        state = expansion.state(0).to_vec();
    }
    Some(moves)
}
