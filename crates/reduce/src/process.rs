//! A process as far as the reduction is concerned: its type, its number and what never changes in
//! it, with the footprints of all that it can ever do.

use crate::anonymous::is_anonymous;
use crate::fair::Enabledness;
use crate::footprint::Footprint;
use crate::graph::{EdgeId, Graph, sticky};
use crate::known::Known;
use crate::property::{Conditions, Property};
use crate::reader::Reader;
use crate::resources::{Resources, Set};
use program::access::Written;
use program::{End, Expr, Location, LocationId, ProcId, Program};

/// What is known of the program as a whole.
pub struct World<'p> {
    pub program: &'p Program,
    pub resources: Resources,
    pub written: Written,
    /// By process type.
    pub graphs: Vec<Graph>,
    /// What the property looks at.
    pub visible: Set,
    /// The property may look at everything.
    pub sees_everything: bool,
    /// Whether processes can move, if that is to be left alone.
    pub enabledness: Option<Enabledness>,
    /// By process type: its sticky edges.
    pub sticky: Vec<Vec<EdgeId>>,
}

impl<'p> World<'p> {
    /// What is known of a program for a property and these conditions on proper sets.
    pub fn new(program: &'p Program, property: &Property, conditions: &Conditions) -> World<'p> {
        // Who can move is what fairness is about, and the next youngest can die only after a death.
        let silent = conditions.silent_deaths && !conditions.fair;
        let graphs: Vec<Graph> = program.proctypes.iter().map(Graph::new).collect();
        let anonymous = silent && is_anonymous(program, &graphs, &property.expressions);
        let resources = Resources::new(program, &property.expressions, anonymous);
        let mut world = World {
            program,
            visible: resources.empty(),
            sees_everything: false,
            enabledness: None,
            resources,
            written: Written::new(program),
            graphs,
            sticky: Vec::new(),
        };
        (world.visible, world.sees_everything) = property.visible(&world);
        world.enabledness = conditions.fair.then(|| Enabledness::new(&world));
        world.sticky = sticky_edges(&world, conditions.invisible);
        world
    }

    /// What is known of a process.
    pub fn known<'a>(
        &'a self,
        proctype: ProcId,
        pid: Option<i32>,
        values: &'a [(Expr, i32)],
    ) -> Known<'a> {
        Known {
            program: self.program,
            written: &self.written,
            proctype: Some(proctype),
            pid,
            values,
            now: &[],
        }
    }
}

/// The sticky edges of every process type: each cycle of its graph has one of them, or one that no
/// proper set has because it is visible whatever is known of its process.
///
/// Theorem T1 is about cycles of states, and in the states of one cycle different things may be known of
/// a process: a question may have an answer here and none there. So which edges are sticky is a fact of
/// the graph of the type, and nothing that depends on a process or a state has a part in it.
/// `invisible` says that steps of proper sets must be.
fn sticky_edges(world: &World<'_>, invisible: bool) -> Vec<Vec<EdgeId>> {
    let types = 0..world.program.proctypes.len() as ProcId;
    let readers = types.map(|id| {
        let known = world.known(id, None, &[]);
        let resources = &world.resources;
        (id, Reader { resources, known })
    });
    let readers: Vec<(ProcId, Reader<'_>)> = readers.collect();
    let footprints = |&(id, reader): &(ProcId, Reader<'_>)| footprints(world.program, id, reader);
    let actions: Vec<Vec<Vec<Footprint>>> = readers.iter().map(footprints).collect();
    let all: Vec<&Footprint> = actions.iter().flatten().flatten().collect();
    let cuts = |&(id, reader): &(ProcId, Reader<'_>)| {
        let (body, graph) = (world.program.proctype(id), &world.graphs[id as usize]);
        let certain = |&(at, index): &EdgeId| {
            reader.certainly_writes(body.location(at), index, &world.visible)
        };
        let free = |edge: EdgeId| invisible && graph.chain(edge).iter().chain([&edge]).any(certain);
        // How many actions an edge conflicts with: what is seldom followed alone costs least.
        let weight = |(at, index): EdgeId| {
            let edge: &Footprint = &actions[id as usize][at as usize][index];
            all.iter().filter(|other| edge.conflicts(other)).count()
        };
        sticky(body, free, weight)
    };
    readers.iter().map(cuts).collect()
}

/// The footprints of the edges of a process type, by location.
fn footprints(program: &Program, proctype: ProcId, reader: Reader<'_>) -> Vec<Vec<Footprint>> {
    let locations = program.proctype(proctype).locations.iter();
    let of = |location: &Location| {
        let edges = 0..location.edges.len();
        edges.map(|index| reader.edge(location, index)).collect()
    };
    locations.map(of).collect()
}

/// A process, or any process of a type if its number is not known.
pub struct Instance {
    pub proctype: ProcId,
    pub pid: Option<i32>,
    /// Local variables that never change.
    pub values: Vec<(Expr, i32)>,
    /// Ends of channels that it is known to have to itself.
    pub owned: Vec<(usize, End)>,
    /// By location and edge: the edge alone.
    single: Vec<Vec<Footprint>>,
    /// By location and edge.
    steps: Vec<Vec<StepFacts>>,
}

/// Facts about an edge with all that belongs to the same step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepFacts {
    /// It may change what the property looks at.
    pub visible: bool,
    /// It may change whether another process can move, where that matters.
    pub disturbs: bool,
    /// One of those that cut every cycle of the process.
    pub sticky: bool,
}

impl Instance {
    pub fn new(
        world: &World<'_>,
        proctype: ProcId,
        pid: Option<i32>,
        values: Vec<(Expr, i32)>,
    ) -> Instance {
        let reader = Reader {
            resources: &world.resources,
            known: world.known(proctype, pid, &values),
        };
        let mut single = footprints(world.program, proctype, reader);
        let graph = &world.graphs[proctype as usize];
        for (at, edges) in single.iter_mut().enumerate() {
            if !graph.is_inside(at as LocationId) {
                continue;
            }
            let location = world.program.proctype(proctype).location(at as LocationId);
            for (edge, footprint) in location.edges.iter().zip(edges) {
                // Whether a sequence goes on is decided when it comes there.
                footprint.distrust_tests();
                reader.ending(&edge.action, footprint);
                if footprint.half.as_ref().is_some_and(|half| half.send) {
                    footprint.writes.insert(world.resources.handshake());
                }
            }
        }
        let owned = reader.owned();
        let mut instance = Instance {
            proctype,
            pid,
            values,
            owned,
            single,
            steps: Vec::new(),
        };
        instance.steps = instance.step_facts(world);
        instance
    }

    fn step_facts(&self, world: &World<'_>) -> Vec<Vec<StepFacts>> {
        let visible = |edge: EdgeId| {
            let step = self.step(world, edge, self.edge(edge).clone());
            step.unknown || !step.writes.is_disjoint(&world.visible)
        };
        let mut facts = Vec::new();
        for (location, edges) in self.single.iter().enumerate() {
            let fact = |index| {
                let edge = (location as LocationId, index);
                let enabledness = world.enabledness.as_ref();
                StepFacts {
                    visible: visible(edge),
                    disturbs: enabledness.is_some_and(|e| e.disturbs(world, self, edge)),
                    sticky: false,
                }
            };
            facts.push((0..edges.len()).map(fact).collect::<Vec<_>>());
        }
        let cuts = &world.sticky[self.proctype as usize];
        let graph = &world.graphs[self.proctype as usize];
        for (location, edges) in facts.iter_mut().enumerate() {
            for (index, facts) in edges.iter_mut().enumerate() {
                let edge = (location as LocationId, index);
                let mut step = graph.chain(edge).iter().chain([&edge]);
                facts.sticky = step.any(|edge| cuts.contains(edge));
            }
        }
        facts
    }

    /// The footprint of an edge alone.
    pub fn edge(&self, (location, index): EdgeId) -> &Footprint {
        &self.single[location as usize][index]
    }

    /// Facts about the step that starts with an edge.
    pub fn facts(&self, (location, index): EdgeId) -> StepFacts {
        self.steps[location as usize][index]
    }

    /// The footprint of a step: `first`, that of its first edge, with all that an atomic sequence
    /// may do after it. A partner that such a sequence may meet could do anything.
    pub fn step(&self, world: &World<'_>, edge: EdgeId, mut first: Footprint) -> Footprint {
        for &next in world.graphs[self.proctype as usize].chain(edge) {
            let next = self.edge(next);
            first.unknown |= next.half.is_some();
            first.join(next);
        }
        first
    }

    /// Whether something that a process at a location may ever do conflicts with a footprint:
    /// itself, or a process that it creates.
    pub fn may_meet(
        &self,
        world: &World<'_>,
        location: LocationId,
        conflicts: &dyn Fn(&Footprint) -> bool,
    ) -> bool {
        let later = world.graphs[self.proctype as usize].later(location);
        let mut edges = later.flat_map(|at| &self.single[at as usize]);
        edges.any(conflicts)
    }

    /// Types of the processes that one at a location may create.
    pub fn creates(&self, world: &World<'_>, location: LocationId) -> Vec<ProcId> {
        let later = world.graphs[self.proctype as usize].later(location);
        let edges = later.flat_map(|at| &self.single[at as usize]);
        edges
            .flat_map(|edge| edge.creates.iter().copied())
            .collect()
    }
}
