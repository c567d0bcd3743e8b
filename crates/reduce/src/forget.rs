//! A program that forgets: local variables are set to zero when nobody will read what they hold.
//!
//! States that differ only in such variables have the same future, so one of them is enough (SPIN's
//! dead variable elimination). *Proof.* The relation between states that agree on everything but
//! dead variables is a bisimulation: whatever is enabled, assigned, sent or asserted reads live
//! variables only, and what is live after a step was live before it or written by it. Properties and
//! other processes look at none of these variables, so related states look the same to them.
//!
//! Locations and edges keep their numbers: a run of the new program is one of the old.

use crate::live::{Live, Local};
use crate::resources::Set;
use program::access::{Written, offsets};
use program::action::{DChoice, DNode, DStep};
use program::{
    Action, Edge, Expr, Formula, Place, ProcId, Proctype, Program, Property, PropertyKind, Region,
};

/// The program that forgets, given what is to be evaluated in its states beside its own properties.
pub fn forgetful(program: &Program, read: &[Expr]) -> Program {
    let mut seen = Vec::new();
    let mut look = |expr: &Expr| {
        if let Expr::Load(place) = expr
            && let Region::Remote { proctype, .. } = &place.region
        {
            seen.push((*proctype, offsets(place, |_| None)));
        }
    };
    read.iter().for_each(|expr| expr.walk(&mut look));
    program
        .properties
        .iter()
        .for_each(|property| walk_property(property, &mut look));
    program
        .proctypes
        .iter()
        .for_each(|proctype| proctype.walk(&mut look));
    let written = Written::new(program);
    let mut forgetful = program.clone();
    for (id, proctype) in (0..).zip(&mut forgetful.proctypes) {
        let is_seen = |local: &Local| {
            let at = local.offset;
            seen.iter()
                .any(|(owner, places)| *owner == id && places.contains(&at))
        };
        let original = program.proctype(id as ProcId);
        // Those that nobody writes tell processes of a type apart.
        let live = Live::new(original, |local| {
            !is_seen(local) && written.has_local(id, local.offset..local.offset + 1)
        });
        forget(
            original,
            &live,
            |action| can_forget(program, action),
            proctype,
        );
    }
    forgetful
}

fn walk_property(property: &Property, visit: &mut dyn FnMut(&Expr)) {
    match &property.kind {
        PropertyKind::Never(claim) => claim.walk(visit),
        PropertyKind::Ltl(formula) => {
            let mut waiting: Vec<&Formula> = vec![formula];
            while let Some(formula) = waiting.pop() {
                match formula {
                    Formula::Proposition(expr) => expr.walk(visit),
                    Formula::Not(a)
                    | Formula::Next(a)
                    | Formula::Always(a)
                    | Formula::Eventually(a) => waiting.push(a),
                    Formula::And(a, b)
                    | Formula::Or(a, b)
                    | Formula::Implies(a, b)
                    | Formula::Equivalent(a, b)
                    | Formula::Until(a, b)
                    | Formula::WeakUntil(a, b)
                    | Formula::Release(a, b) => waiting.extend([&**a, &**b]),
                }
            }
        }
    }
}

/// Makes the edges of a process type set to zero what is dead and may not be zero.
fn forget(
    original: &Proctype,
    live: &Live<'_>,
    forgets: impl Fn(&Action) -> bool,
    out: &mut Proctype,
) {
    // What is dead and may not be zero after an edge, and what else may not be zero.
    let split = |edge: &Edge, held: &Set| {
        let mut kept = held.clone();
        live.may_write(&edge.action, &mut |local| kept.insert(local));
        let mut dead = live.none();
        if forgets(&edge.action) {
            dead.union_with(&kept);
            dead.difference_with(live.at(edge.target));
            kept.difference_with(&dead);
        }
        (dead, kept)
    };
    // By location: what may not be zero there; none if nobody comes there.
    let mut held: Vec<Option<Set>> = vec![None; original.locations.len()];
    let mut all = live.none();
    all.insert_range(..);
    held[original.entry as usize] = Some(all);
    let mut waiting = vec![original.entry];
    while let Some(at) = waiting.pop() {
        let Some(here) = held[at as usize].clone() else {
            continue;
        };
        let edges = original.location(at).edges.iter();
        for edge in edges.filter(|edge| edge.action != Action::Terminate) {
            let (_, kept) = split(edge, &here);
            let there = &mut held[edge.target as usize];
            if there.as_ref().is_none_or(|there| !kept.is_subset(there)) {
                there.get_or_insert_with(|| live.none()).union_with(&kept);
                waiting.push(edge.target);
            }
        }
    }
    for (location, held) in out.locations.iter_mut().zip(&held) {
        let Some(held) = held else { continue };
        for edge in &mut location.edges {
            let (dead, _) = split(edge, held);
            let dead: Vec<Local> = dead.ones().map(|local| live.locals[local]).collect();
            if !dead.is_empty() {
                edge.action = then_forget(edge, &dead);
            }
        }
    }
}

/// Whether an action can be made to forget: it must be one that a deterministic step can start with
/// and still be what it was. A send may be half of a rendezvous, unless no channel is for that.
fn can_forget(program: &Program, action: &Action) -> bool {
    match action {
        Action::Send { .. } => program.channel_types.iter().all(|kind| kind.capacity > 0),
        Action::Run { .. } | Action::Terminate => false,
        _ => true,
    }
}

/// An action, and then zero for some variables.
fn then_forget(edge: &Edge, dead: &[Local]) -> Action {
    let step = |action: Action, next: Option<u32>| DChoice {
        action,
        next,
        span: edge.span,
    };
    let single = |choice: DChoice| DNode {
        choices: vec![choice],
    };
    let mut nodes = match &edge.action {
        Action::DStep(body) => body.nodes.clone(),
        action => vec![single(step(action.clone(), None))],
    };
    let first = nodes.len() as u32;
    let choices = nodes.iter_mut().flat_map(|node| &mut node.choices);
    for choice in choices.filter(|choice| choice.next.is_none()) {
        choice.next = Some(first);
    }
    for (index, local) in (1..).zip(dead) {
        let place = Place {
            region: Region::Local,
            offset: local.offset,
            indices: Vec::new(),
            scalar: local.scalar,
        };
        let next = (index < dead.len() as u32).then_some(first + index);
        nodes.push(single(step(Action::Assign(place, Expr::Const(0)), next)));
    }
    Action::DStep(Box::new(DStep { nodes }))
}
