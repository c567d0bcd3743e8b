//! C2f: what a set of steps must not do if only weakly fair runs count.
//!
//! A run is weakly fair if no process can move from some point on for ever and never does. Beside
//! C0 to C3 a proper set then needs **C2f**: none of its steps changes whether another process can
//! move, neither where the set is chosen nor anywhere that steps outside the set lead from there;
//! and steps of one process depend on each other. The second half holds by construction: sets are
//! sets of processes, with all steps of each.
//!
//! **Theorem.** With C0 to C3 and C2f the reduced product has a weakly fair accepting run if the full
//! product has one. *Proof.* Take the proof of theorem B from a fair run `θ`. Where it puts a step of
//! the set first that `θ` never takes (case 2b), the process of that step never moves in the rest of
//! `θ`, since all its steps depend on each other; but by C1 that step stays enabled, against
//! fairness. So the run `η` that is built has the steps of `θ` in another order, all of them: who
//! moves infinitely often in `θ` does so in `η`. Let `i` move only finitely often. Then `i` cannot
//! move in infinitely many states of `θ`. From its last move on, whether `i` can move is one more
//! thing that steps of proper sets do not change, so by the argument for the letters of the property
//! it changes along `η` as it does along `θ`. ∎
//!
//! It is needed: let J and K flip `x` and `y`, and I wait for `x || y`. If J's and K's steps are
//! proper sets where that keeps I enabled, all runs are gone in which `x` and `y` are low together
//! again and again while I starves.
//!
//! Here C2f is a fact of the text of a step ([`Enabledness::disturbs`]). What can change whether
//! another process can move:
//!
//! * what its guards read: variables, either end of a channel, `provided`, the label or variable of
//!   the process that is referred to from elsewhere;
//! * that somebody comes to, or leaves, a place where it could be the other side of a rendezvous.
//!   What the two sides say of the message is read like a guard;
//! * that a process is created, which did not exist, or dies: then the next youngest can;
//! * `timeout`, which reads everything. A step of a proper set could be the last but the timeout,
//!   and its removal to an earlier place hide that a process was blocked before it.

use crate::footprint::Footprint;
use crate::graph::EdgeId;
use crate::process::{Instance, World};
use crate::reader::Reader;
use program::{Action, LocationId, ProcId};

/// What decides whether processes can move.
pub struct Enabledness {
    /// By process type: what any process of it may read anywhere to know whether it can move.
    types: Vec<Footprint>,
    /// By process type: whether there may be more than one process of it.
    several: Vec<bool>,
}

impl Enabledness {
    pub fn new(world: &World<'_>) -> Enabledness {
        let types = 0..world.program.proctypes.len() as ProcId;
        Enabledness {
            types: types.clone().map(|id| reads(world, id)).collect(),
            several: types.map(|id| world.program.has_several(id)).collect(),
        }
    }

    /// Whether the step of a process that starts with an edge may change whether another process
    /// can move.
    pub fn disturbs(&self, world: &World<'_>, instance: &Instance, edge: EdgeId) -> bool {
        let step = instance.step(world, edge, instance.edge(edge).clone());
        let population = !step.creates.is_empty() || step.writes.contains(world.resources.death());
        let others = self.types.iter().zip(&self.several).enumerate();
        let mut others = others.filter(|&(id, (_, &several))| {
            let own = id == instance.proctype as usize;
            !own || several
        });
        step.unknown
            || population
            || meets(world, instance, edge)
            || others.any(|(_, (reads, _))| reads.unknown || !step.writes.is_disjoint(&reads.reads))
    }
}

/// Whether a step starts, passes or ends where the process may be one side of a rendezvous.
fn meets(world: &World<'_>, instance: &Instance, edge: EdgeId) -> bool {
    let body = world.program.proctype(instance.proctype);
    let chain = world.graphs[instance.proctype as usize].chain(edge);
    let target = |&(location, index): &EdgeId| body.location(location).edges[index].target;
    let places = chain.iter().chain([&edge]).map(target).chain([edge.0]);
    let offers = |location: LocationId| {
        let edges = body.locations.get(location as usize);
        let edges = 0..edges.map_or(0, |location| location.edges.len());
        let mut edges = edges.map(|index| instance.edge((location, index)));
        edges.any(|footprint| footprint.half.is_some() || footprint.unknown)
    };
    places.into_iter().any(offers)
}

/// What decides whether a process of a type can move, who could meet it aside.
fn reads(world: &World<'_>, id: ProcId) -> Footprint {
    let reader = Reader {
        resources: &world.resources,
        known: world.known(id, None, &[]),
    };
    let mut footprint = Footprint::empty(&world.resources);
    if let Some(provided) = reader.provided() {
        reader.reads(provided, &mut footprint);
    }
    let locations = world.program.proctype(id).locations.iter();
    for edge in locations.flat_map(|location| &location.edges) {
        guard(reader, &edge.action, &mut footprint);
    }
    footprint
}

fn guard(reader: Reader<'_>, action: &Action, out: &mut Footprint) {
    match action {
        Action::Send { fields, .. } => {
            let mut send = Footprint::empty(reader.resources);
            reader.guard(action, &mut send);
            // Without a buffer it matters who could receive, which is not a matter of reading,
            // and whether what is sent fits.
            send.unknown = false;
            fields
                .iter()
                .for_each(|field| reader.reads(field, &mut send));
            out.join(&send);
        }
        Action::DStep(body) => {
            let first = body.nodes.first().into_iter().flat_map(|n| &n.choices);
            // A deterministic step has no other inside it.
            first.for_each(|choice| guard(reader, &choice.action, out));
        }
        action => reader.guard(action, out),
    }
}
