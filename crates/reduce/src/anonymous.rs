//! Programs in which nobody can tell how many processes are dead.
//!
//! A process at its end does nothing any more but die, and only the youngest can: others wait, buried
//! under those created after them. When a process dies, and under what number the next is created, can
//! be seen in the numbers of processes and in how many there are, so that a death does not commute
//! with a creation. SPIN reduces as if it did, and loses errors (`pid_alloc.pml`, `buried.pml` of the
//! soundness models). But many programs never look. A program is *anonymous* if
//!
//! 1. nothing reads the number of a process, by which it could be told from others of its type: `_pid`,
//!    the result of `run`, references to other processes, `_last`, `enabled`, `pc_value`, priorities,
//!    `xr` and `xs`; and no channel ends with its process;
//! 2. how many processes there are is read by the oldest process alone, which exists from the start, in
//!    conditions that wait until it is the only one; neither an `else` nor an `unless` nor an atomic
//!    sequence goes on because such a condition does not hold;
//! 3. so few processes are ever created that numbers do not run out;
//! 4. a process at its end has no other way on, is at no accept or progress label, and no atomic sequence
//!    goes on with its death;
//! 5. and the property reads none of that.
//!
//! For a state `s` let `⌊s⌋` be the processes of `s` that are not at their ends, in the order of their
//! creation, with all variables.
//!
//! **Theorem.** In an anonymous program, (a) if the youngest process of `s` can die, which leads to `t`,
//! then `⌊s⌋ = ⌊t⌋`, each other step of `s` is one of `t` and leads to states with the same `⌊·⌋`, and what
//! else `t` can do are waits of the oldest process; (b) two states in which nobody can die and that
//! have the same `⌊·⌋` have the same steps, to states with the same `⌊·⌋`.
//!
//! *Proof.* By 1 and 4 no guard and no effect depends on who is at the end and on numbers, except for
//! conditions as in 2; by 3 no creation fails. Such a condition holds if the oldest process is alone. It
//! does not hold in `s`, where somebody can die; and that it does not hold enables nothing, by 2. This is
//! (a). If nobody can die, the youngest process is not at its end. So the oldest is alone if and only if
//! it is the only one of `⌊s⌋`. This is (b). ∎
//!
//! So `s` and `⌊s⌋` are branching bisimilar, deaths being silent, of which there are finitely many in any
//! run, by 3. A search may therefore follow a death alone where there is one, and elsewhere choose for the
//! system of all `⌊s⌋`. There a process ceases to be with the step that brings it to its end, which
//! is dependent with the conditions of 2; creations are dependent with nothing, since who is created is
//! known by its creator and not by its number.

use crate::graph::Graph;
use crate::guards::conjuncts;
use program::state::MAX_PROCESSES;
use program::{
    Action, BinaryOp, Expr, Initializer, Location, LocationId, Place, ProcId, Proctype, Program,
    Region,
};

/// Whether a program is anonymous for a property that reads these expressions.
pub fn is_anonymous(program: &Program, graphs: &[Graph], property: &[Expr]) -> bool {
    let featureless = !program.uses_priority
        && !program.uses_last
        && !program.has_exclusive()
        && program.trace.is_none();
    let mut hidden = featureless && !property.iter().any(reads_count);
    for expr in property {
        expr.walk(&mut |expr| hidden &= !tells_who(expr));
    }
    for proctype in &program.proctypes {
        hidden &= proctype.frame.channels.is_empty() && proctype.provided.is_none();
        proctype.walk(&mut |expr| hidden &= !tells_who(expr));
        // First values are not read by waiting.
        let first = proctype.frame.initial.iter().map(|initial| &initial.value);
        hidden &= !first
            .into_iter()
            .any(|value| matches!(value, Initializer::Value(expr) if reads_count(expr)));
    }
    // The dearer questions only if they matter.
    hidden
        && (0..program.proctypes.len() as ProcId).all(|id| {
            let body = program.proctype(id);
            (0..body.locations.len() as LocationId).all(|at| {
                let graph = &graphs[id as usize];
                ends_quietly(body, graph, at) && counts_to_one(program, graph, id, at)
            })
        })
        && most_processes(program, graphs).is_some_and(|most| most <= MAX_PROCESSES)
}

/// Whether a process at a location does nothing any more but die.
pub fn is_end(location: &Location) -> bool {
    let mut edges = location.edges.iter();
    !location.edges.is_empty() && edges.all(|edge| edge.action == Action::Terminate)
}

fn reads_count(expr: &Expr) -> bool {
    let mut reads = false;
    expr.walk(&mut |expr| reads |= *expr == Expr::ProcessCount);
    reads
}

/// Condition 1, for an expression without what is inside it.
fn tells_who(expr: &Expr) -> bool {
    match expr {
        Expr::Pid
        | Expr::Last
        | Expr::Enabled(_)
        | Expr::PcValue(_)
        | Expr::Priority(_)
        | Expr::AtLabel { .. } => true,
        Expr::Load(place) => matches!(place.region, Region::Remote { .. }),
        _ => false,
    }
}

/// Condition 4, and of condition 1 what concerns actions.
fn ends_quietly(body: &Proctype, graph: &Graph, at: LocationId) -> bool {
    let location = body.location(at);
    let dies = |action: &Action| *action == Action::Terminate;
    let tells = |action: &Action| match action {
        Action::SetPriority { .. } => true,
        Action::Run { result, .. } => result.is_some(),
        _ => false,
    };
    let mut edges = location.edges.iter().map(|edge| &edge.action);
    if edges.clone().any(tells) {
        return false;
    }
    let quiet = || !location.accept && !location.progress && !graph.is_inside(at);
    !edges.any(dies) || is_end(location) && quiet()
}

/// Condition 2, for the actions at a location.
fn counts_to_one(program: &Program, graph: &Graph, id: ProcId, at: LocationId) -> bool {
    let body = program.proctype(id);
    let location = body.location(at);
    let counting: Vec<&Action> = {
        let actions = location.edges.iter().map(|edge| &edge.action);
        actions.filter(|action| counts(action)).collect()
    };
    if counting.is_empty() {
        return true;
    }
    let waits_only = |action: &Action| match action {
        Action::Condition(guard) => {
            let mut all = conjuncts(guard).into_iter();
            all.all(|expr| !reads_count(expr) || is_alone(program, graph, id, expr))
        }
        _ => false,
    };
    let patient = !location.edges.iter().any(|edge| edge.escape != 0)
        && !location.edges.iter().any(|edge| edge.action.is_else())
        && !graph.is_inside(at);
    is_oldest(program, id)
        && counting.into_iter().all(|action| {
            patient && waits_only(action) || is_first_count(program, graph, id, at, action)
        })
}

/// Whether an action reads how many processes there are.
fn counts(action: &Action) -> bool {
    let mut counts = false;
    action.walk(&mut |expr| counts |= *expr == Expr::ProcessCount);
    counts
}

/// Whether the only process of a type is the one that is there first, and for ever the oldest.
fn is_oldest(program: &Program, id: ProcId) -> bool {
    let first = program.instances.first().map(|first| first.proctype);
    let same = program.instances.iter().filter(|one| one.proctype == id);
    first == Some(id) && same.count() == 1 && !creations(program).any(|created| created == id)
}

/// The types of processes that some action creates.
fn creations(program: &Program) -> impl Iterator<Item = ProcId> {
    let edges = program.proctypes.iter().flat_map(|p| &p.locations);
    let actions = edges.flat_map(|location| &location.edges);
    actions.filter_map(|edge| match &edge.action {
        Action::Run { proctype, .. } => Some(*proctype),
        _ => None,
    })
}

/// Whether a condition of the oldest process says that it is alone, or never holds.
fn is_alone(program: &Program, graph: &Graph, id: ProcId, expr: &Expr) -> bool {
    let Expr::Binary(BinaryOp::Eq, a, b) = expr else {
        return false;
    };
    match (&**a, &**b) {
        (Expr::ProcessCount, other) | (other, Expr::ProcessCount) => {
            is_at_most_one(program, graph, id, other)
        }
        _ => false,
    }
}

/// Whether the value of an expression is never above one: a constant, or a variable of the process
/// that is only ever given such values.
fn is_at_most_one(program: &Program, graph: &Graph, id: ProcId, expr: &Expr) -> bool {
    let place = match expr {
        Expr::Const(value) => return *value <= 1,
        Expr::Load(place) if place.region == Region::Local && place.indices.is_empty() => place,
        _ => return false,
    };
    let body = program.proctype(id);
    let bytes = |at: u32, size: u32| at..at + size;
    let own = bytes(place.offset, place.scalar.size());
    let meets = |other: std::ops::Range<u32>| own.start < other.end && other.start < own.end;
    let mut parameters = body.parameters.iter();
    if parameters.any(|(at, scalar)| meets(bytes(*at, scalar.size()))) {
        return false;
    }
    let starts_low = body.frame.initial.iter().all(|initial| {
        let low = matches!(&initial.value, Initializer::Value(Expr::Const(value)) if *value <= 1);
        low && initial.scalar == place.scalar
            || !meets(bytes(initial.offset, initial.scalar.size()))
    });
    let elsewhere = |other: &Place| {
        let known = other.region == Region::Global || other.indices.is_empty();
        known
            && (other.region == Region::Global || !meets(bytes(other.offset, other.scalar.size())))
    };
    let stays_low = |at: LocationId, action: &Action| match action {
        Action::Assign(to, Expr::Const(value)) if to == place => *value <= 1,
        Action::Assign(to, Expr::ProcessCount) if to == place => {
            is_first_count(program, graph, id, at, action)
        }
        action => {
            let mut safe = true;
            action.stores(&mut |other| safe &= elsewhere(other));
            safe
        }
    };
    let mut locations = (0..).zip(&body.locations);
    starts_low
        && locations.all(|(at, location)| {
            let mut actions = location.edges.iter().map(|edge| &edge.action);
            actions.all(|action| stays_low(at, action))
        })
}

/// Whether an action assigns how many processes there are, in a process that is the only one at the
/// start and has created none: that is one.
fn is_first_count(
    program: &Program,
    graph: &Graph,
    id: ProcId,
    at: LocationId,
    action: &Action,
) -> bool {
    let body = program.proctype(id);
    let creates = |location: &Location| {
        let mut actions = location.edges.iter().map(|edge| &edge.action);
        actions.any(|action| matches!(action, Action::Run { .. }))
    };
    let mut creators = (0..).zip(&body.locations).filter(|(_, l)| creates(l));
    matches!(action, Action::Assign(_, Expr::ProcessCount))
        && program.instances.len() == 1
        && creators.all(|(creator, _)| graph.later(creator).all(|later| later != at))
}

/// How many processes there may ever be, if there is a limit: if none is created again and again.
fn most_processes(program: &Program, graphs: &[Graph]) -> Option<usize> {
    let mut known = vec![None; program.proctypes.len()];
    let mut most = 0_usize;
    for instance in &program.instances {
        most = most.checked_add(family(program, graphs, instance.proctype, &mut known, 0)?)?;
    }
    Some(most)
}

/// A process of a type, and all that it and those that it creates may create.
fn family(
    program: &Program,
    graphs: &[Graph],
    id: ProcId,
    known: &mut [Option<usize>],
    depth: usize,
) -> Option<usize> {
    if let Some(known) = known[id as usize] {
        return Some(known);
    }
    // A type that can create itself.
    if depth > program.proctypes.len() {
        return None;
    }
    let body = program.proctype(id);
    let mut size = 1_usize;
    for (at, location) in (0..).zip(&body.locations) {
        for edge in &location.edges {
            if let Action::Run { proctype, .. } = &edge.action {
                let mut later = graphs[id as usize].later(edge.target);
                if later.any(|later| later == at) {
                    return None;
                }
                size = size.checked_add(family(program, graphs, *proctype, known, depth + 1)?)?;
            }
        }
    }
    known[id as usize] = Some(size);
    Some(size)
}
