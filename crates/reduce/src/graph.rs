//! The graph of a process type: what can come later, what belongs to one atomic sequence, and
//! which edges cut every cycle.

use crate::resources::Set;
use program::{Action, Edge, LocationId, Proctype};

/// An edge: a location, and an index there.
pub type EdgeId = (LocationId, usize);

/// Facts about the graph of a process type.
pub struct Graph {
    /// By location: those that can be reached from it, itself included.
    later: Vec<Set>,
    /// By location and edge: the edges that an atomic sequence may execute in the same step, the
    /// edge itself not included.
    chains: Vec<Vec<Vec<EdgeId>>>,
    /// Locations that an atomic sequence may come to and go on from.
    inside: Set,
}

impl Graph {
    pub fn new(proctype: &Proctype) -> Graph {
        let count = proctype.locations.len();
        let targets = |at: usize| {
            let edges = proctype.locations[at].edges.iter();
            edges.filter_map(|edge| target_of(proctype, edge))
        };
        let later = (0..count)
            .map(|from| reachable(count, from, targets))
            .collect();
        let chain = |at: usize, index: usize| chain(proctype, (at as LocationId, index));
        let chains = (0..count).map(|at| {
            let edges = 0..proctype.locations[at].edges.len();
            edges.map(|index| chain(at, index)).collect()
        });
        let chains: Vec<Vec<Vec<EdgeId>>> = chains.collect();
        let chained = chains.iter().flatten().flatten();
        let mut inside = Set::with_capacity(count);
        inside.extend(chained.map(|&(location, _)| location as usize));
        Graph {
            later,
            chains,
            inside,
        }
    }

    /// Locations that a process at this one may come to, this one included.
    pub fn later(&self, location: LocationId) -> impl Iterator<Item = LocationId> {
        self.later[location as usize]
            .ones()
            .map(|at| at as LocationId)
    }

    /// Whether an atomic sequence may come to this location and go on from there.
    pub fn is_inside(&self, location: LocationId) -> bool {
        self.inside.contains(location as usize)
    }

    /// What may follow an edge in the same step.
    pub fn chain(&self, (location, index): EdgeId) -> &[EdgeId] {
        &self.chains[location as usize][index]
    }
}

/// Where a process is after an edge; nowhere if it dies.
fn target_of(proctype: &Proctype, edge: &Edge) -> Option<usize> {
    let target = edge.target as usize;
    let lives = edge.action != Action::Terminate && target < proctype.locations.len();
    lives.then_some(target)
}

fn reachable<I: Iterator<Item = usize>>(
    count: usize,
    from: usize,
    targets: impl Fn(usize) -> I,
) -> Set {
    let mut seen = Set::with_capacity(count);
    let mut waiting = vec![from];
    while let Some(at) = waiting.pop() {
        if !seen.put(at) {
            waiting.extend(targets(at));
        }
    }
    seen
}

fn chain(proctype: &Proctype, first: EdgeId) -> Vec<EdgeId> {
    let mut seen = Set::with_capacity(proctype.locations.len());
    let mut chain: Vec<EdgeId> = Vec::new();
    let mut waiting = vec![first];
    while let Some((location, index)) = waiting.pop() {
        let edge = &proctype.location(location).edges[index];
        let Some(target) = target_of(proctype, edge).filter(|_| edge.atomic) else {
            continue;
        };
        if !seen.put(target) {
            let edges = 0..proctype.locations[target].edges.len();
            let next = edges.map(|index| (edge.target, index));
            waiting.extend(next.clone());
            chain.extend(next);
        }
    }
    chain
}

/// Edges that cut every cycle of the graph: each cycle has one of them or one that is `free`. Of a
/// cycle the edge with the greatest `weight` is taken: that which is followed alone least often, so
/// that cutting there costs least.
pub fn sticky(
    proctype: &Proctype,
    free: impl Fn(EdgeId) -> bool,
    weight: impl Fn(EdgeId) -> usize,
) -> Vec<EdgeId> {
    let mut cuts = Vec::new();
    while let Some(cycle) = cycle(proctype, |edge| !free(edge) && !cuts.contains(&edge)) {
        let heaviest = cycle.iter().max_by_key(|edge| weight(**edge));
        cuts.extend(heaviest);
    }
    cuts
}

/// Some cycle of the edges that `counts` names.
fn cycle(proctype: &Proctype, counts: impl Fn(EdgeId) -> bool) -> Option<Vec<EdgeId>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Colour {
        New,
        Open,
        Done,
    }
    let count = proctype.locations.len();
    let mut colours = vec![Colour::New; count];
    for root in 0..count {
        if colours[root] != Colour::New {
            continue;
        }
        colours[root] = Colour::Open;
        // Locations on the path, and the edge to be tried next at each.
        let mut path = vec![(root, 0)];
        while let Some((at, next)) = path.last_mut() {
            let (at, index) = (*at, *next);
            let Some(edge) = proctype.locations[at].edges.get(index) else {
                colours[at] = Colour::Done;
                path.pop();
                continue;
            };
            *next += 1;
            let target = target_of(proctype, edge);
            let Some(target) = target.filter(|_| counts((at as LocationId, index))) else {
                continue;
            };
            match colours[target] {
                Colour::New => {
                    colours[target] = Colour::Open;
                    path.push((target, 0));
                }
                Colour::Open => {
                    let start = path.iter().position(|&(at, _)| at == target)?;
                    let edges = path[start..].iter();
                    return Some(
                        edges
                            .map(|&(at, next)| (at as LocationId, next - 1))
                            .collect(),
                    );
                }
                Colour::Done => {}
            }
        }
    }
    None
}
