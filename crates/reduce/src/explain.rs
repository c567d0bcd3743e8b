//! Why the actions of a model can or cannot be followed alone: who interferes, through what.
//!
//! What is said here holds for any processes of the types. In a search more is known of each: its
//! number, its parameters, and what it is waiting for.

use crate::footprint::Footprint;
use crate::graph::EdgeId;
use crate::process::{Instance, World};
use crate::property::{Conditions, Property};
use program::{LocationId, ProcId, Program};

/// What is to be said of one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    pub proctype: ProcId,
    pub edge: EdgeId,
    /// It may change what a property reads.
    pub visible: bool,
    /// It cuts a cycle of its process, so it is never followed alone where infinite runs matter.
    pub sticky: bool,
    /// It may depend on everything.
    pub unknown: bool,
    /// Actions of other processes that it does not commute with.
    pub interferences: Vec<Interference>,
}

/// An action of another process, and what both touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interference {
    pub proctype: ProcId,
    pub edge: EdgeId,
    pub through: Vec<String>,
}

/// Explains every action, in the order of the program.
pub fn explain(program: &Program, property: &Property) -> Vec<Explanation> {
    let conditions = Conditions {
        invisible: true,
        silent_deaths: true,
        ..Conditions::default()
    };
    let world = World::new(program, property, &conditions);
    let types = 0..program.proctypes.len() as ProcId;
    let all: Vec<Instance> = types
        .map(|id| Instance::new(&world, id, None, Vec::new()))
        .collect();
    let edges = |id: ProcId| {
        let locations = program.proctype(id).locations.iter().enumerate();
        locations.flat_map(|(at, location)| {
            (0..location.edges.len()).map(move |index| (at as LocationId, index))
        })
    };
    let mut explanations = Vec::new();
    for instance in &all {
        for edge in edges(instance.proctype) {
            let step = instance.step(&world, edge, instance.edge(edge).clone());
            let facts = instance.facts(edge);
            let mut interferences = Vec::new();
            for other in &all {
                if other.proctype == instance.proctype && !program.has_several(other.proctype) {
                    continue;
                }
                for met in edges(other.proctype) {
                    let with = other.edge(met);
                    if !step.unknown && !with.unknown && step.conflicts(with) {
                        interferences.push(Interference {
                            proctype: other.proctype,
                            edge: met,
                            through: through(&world, &step, with),
                        });
                    }
                }
            }
            explanations.push(Explanation {
                proctype: instance.proctype,
                edge,
                visible: facts.visible,
                sticky: facts.sticky,
                unknown: step.unknown,
                interferences,
            });
        }
    }
    explanations
}

/// The names of what two actions touch, one of them writing.
fn through(world: &World<'_>, a: &Footprint, b: &Footprint) -> Vec<String> {
    let mut common = a.writes.clone();
    common.union_with(&a.reads);
    common.intersect_with(&b.writes);
    let mut other = a.writes.clone();
    other.intersect_with(&b.reads);
    common.union_with(&other);
    let mut names: Vec<String> = common.ones().map(|at| name(world, at)).collect();
    if names.is_empty() {
        names.push("a rendezvous".to_owned());
    }
    names.dedup();
    names
}

/// What a person calls a resource.
fn name(world: &World<'_>, resource: usize) -> String {
    let globals = &world.program.globals;
    let variable = globals.variables.iter().find(|variable| {
        let size = variable.scalar.size() * variable.length.unwrap_or(1);
        (variable.offset..variable.offset + size).contains(&(resource as u32))
    });
    if let Some(variable) = variable {
        return variable.name.clone();
    }
    if let Some((channel, end)) = world.resources.end_of_channel(resource) {
        let slot = channel
            .checked_sub(1)
            .and_then(|at| globals.channels.get(at));
        return match slot {
            Some(slot) => format!("{end} of {}", slot.name),
            None => format!("{end} of a local channel"),
        };
    }
    world.resources.describe(resource).to_owned()
}
