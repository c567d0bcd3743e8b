//! Which statements SPIN merges with the one before.
//!
//! Its rule (`FSM_MERGER` in `pangen5.c`): what follows is an assignment, an assertion, a print or a
//! jump that has no label, no alternative and no escape, and is part of the same atomic sequence or
//! touches only variables of its process. That is decided on SPIN's own syntax trees, so here it is
//! only a guess which comes first; the trail decides.

use program::interpreter::{Interpreter, Move};
use program::{Action, Edge, Expr, Location, Region, State};

/// Statements that may be merged into one. SPIN has no bound, but its sequences end.
const LONGEST: usize = 1_000;

/// What a process may have done after a move of its own without a line in the trail.
pub struct Chain {
    /// The moves, and the state after each.
    pub links: Vec<(Move, State)>,
    /// How many of them SPIN has most likely merged.
    pub likely: usize,
}

/// The chain of a process after it executed `first` and came into `state`.
pub fn chain(
    interpreter: &Interpreter<'_>,
    first: &Edge,
    held: bool,
    pid: usize,
    state: &State,
) -> Chain {
    let mut links: Vec<(Move, State)> = Vec::new();
    let mut likely = 0;
    let mut guess = starts(first, held);
    let mut inside = first.atomic;
    let mut passed = Vec::new();
    let mut at = state.clone();
    while links.len() < LONGEST {
        let Some((location, edge)) = only_edge(interpreter, &at, pid) else {
            break;
        };
        let spot = (location.number, edge.number);
        if passed.contains(&spot) || !may_follow(&edge.action) {
            break;
        }
        passed.push(spot);
        let step = interpreter.moves(&at).moves.into_iter();
        let Some(step) = step.into_iter().find(|step| step.pid == pid) else {
            break;
        };
        let Ok((after, _)) = interpreter.apply(&at, &step) else {
            break;
        };
        let safe = inside || edge.atomic || is_local(&edge.action);
        guess &= safe && location.labels.is_empty();
        links.push((step, after.clone()));
        if guess {
            likely = links.len();
        }
        inside = edge.atomic;
        at = after;
    }
    Chain { links, likely }
}

/// The one statement at the location of a process, if it is not an option of a selection.
fn only_edge<'p>(
    interpreter: &Interpreter<'p>,
    state: &State,
    pid: usize,
) -> Option<(&'p Location, &'p Edge)> {
    let process = *interpreter.processes(state).get(pid)?;
    let proctype = interpreter.program().proctype(process.proctype);
    let location = proctype.location(process.location);
    match &location.edges[..] {
        [edge] if edge.escape == 0 && edge.span == location.span => Some((location, edge)),
        _ => None,
    }
}

/// Whether SPIN merges anything with this statement.
fn starts(edge: &Edge, held: bool) -> bool {
    match &edge.action {
        Action::Else | Action::DStep(_) | Action::Terminate | Action::SetPriority { .. } => false,
        action => edge.atomic || held || is_local(action),
    }
}

/// Whether SPIN merges statements of this kind with those before. Jumps are conditions that hold.
fn may_follow(action: &Action) -> bool {
    match action {
        Action::Condition(guard) => *guard == Expr::TRUE,
        Action::Assign(..) | Action::Assert(_) | Action::Print(_) => true,
        Action::Run { result, .. } => result.is_some(),
        _ => false,
    }
}

/// Whether an action touches nothing but variables of its process.
fn is_local(action: &Action) -> bool {
    let mut local = match action {
        Action::Assign(place, _) => place.region == Region::Local,
        Action::Condition(_) | Action::Assert(_) | Action::Print(_) => true,
        _ => false,
    };
    action.walk(&mut |expr| {
        local &= match expr {
            Expr::Load(place) => place.region == Region::Local,
            Expr::Const(_)
            | Expr::Pid
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Conditional(..) => true,
            _ => false,
        };
    });
    local
}
