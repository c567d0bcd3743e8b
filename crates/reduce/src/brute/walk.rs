//! C1, C2 and C2f: what happens while nobody takes a step of a set.

use super::graph::{Edge, FullGraph, Look, OperationId, StateId};
use super::refutation::{Failure, Finding};
use super::{Demands, Visible};
use hashbrown::{HashMap, HashSet};
use program::Step;
use program::interpreter::Move;

/// Walks outside sets of operations.
pub struct Walks<'g> {
    graph: &'g FullGraph,
    demands: &'g Demands,
    /// By set: the states that were walked through. What was found there need not be found again,
    /// whichever state the set was chosen in.
    done: HashMap<Vec<OperationId>, HashSet<StateId>>,
}

impl<'g> Walks<'g> {
    pub fn new(graph: &'g FullGraph, demands: &'g Demands) -> Self {
        Walks {
            graph,
            demands,
            done: HashMap::new(),
        }
    }

    /// Walks from a state by all operations but those of a set, and tests them in every state on
    /// the way. Returns how many states were new.
    pub fn walk(&mut self, from: StateId, inside: &[OperationId]) -> Result<usize, Finding> {
        let done = self.done.entry(inside.to_vec()).or_default();
        let before = done.len();
        // The states of this walk, each with the one before it.
        let mut order: Vec<(StateId, Option<(usize, OperationId)>)> = Vec::new();
        if done.insert(from) {
            order.push((from, None));
        }
        let mut next = 0;
        while let Some(&(state, _)) = order.get(next) {
            let outside = |edge: &&Edge| inside.binary_search(&edge.operation).is_err();
            for &operation in inside {
                let test = |graph: &FullGraph| {
                    let failed = graph.test(state, operation, outside, self.demands.invisible);
                    let unfair = || graph.disturbs(state, operation, outside);
                    failed.or_else(|| self.demands.fair.then(unfair).flatten())
                };
                let failed = test(self.graph);
                if let Some((failure, outside)) = failed {
                    return Err(Finding {
                        failure,
                        inside: Some(operation),
                        outside,
                        path: path(&order, next),
                    });
                }
            }
            for edge in self.graph.edges(state).iter().filter(outside) {
                if let Some(target) = edge.target
                    && done.insert(target)
                {
                    order.push((target, Some((next, edge.operation))));
                }
            }
            next += 1;
        }
        Ok(done.len() - before)
    }
}

fn path(order: &[(StateId, Option<(usize, OperationId)>)], mut at: usize) -> Vec<OperationId> {
    let mut path = Vec::new();
    while let Some((before, operation)) = order[at].1 {
        path.push(operation);
        at = before;
    }
    path.reverse();
    path
}

impl FullGraph {
    /// Tests one operation of a set against all operations outside it, in one state. That it is
    /// still enabled after each of those is tested when the walk comes there.
    fn test(
        &self,
        state: StateId,
        inside: OperationId,
        outside: impl Fn(&&Edge) -> bool,
        visible: Visible,
    ) -> Option<(Failure, Option<OperationId>)> {
        let Some(alpha) = self.edge(state, inside) else {
            return Some((Failure::Disabled, None));
        };
        // After a fault there is no other order to compare with.
        let after = alpha.target?;
        if visible.differs(self.look(state), self.look(after)) {
            return Some((Failure::Visible, None));
        }
        for beta in self.edges(state).iter().filter(outside) {
            let fails = |failure| Some((failure, Some(beta.operation)));
            let Some(beta_after) = self.edge(after, beta.operation) else {
                return fails(Failure::Disables);
            };
            let alpha_after = beta.target.and_then(|target| self.edge(target, inside));
            let Some(alpha_after) = alpha_after else {
                continue;
            };
            if beta_after.target != alpha_after.target {
                return fails(Failure::Differs);
            }
            if beta.violates != beta_after.violates || alpha.violates != alpha_after.violates {
                return fails(Failure::Asserts);
            }
        }
        None
    }

    /// Tests whether one operation of a set, in one state, changes who else can move, or leaves
    /// something of its own process outside.
    fn disturbs(
        &self,
        state: StateId,
        inside: OperationId,
        outside: impl Fn(&&Edge) -> bool,
    ) -> Option<(Failure, Option<OperationId>)> {
        let movers = self.operation(inside).processes();
        let moves = |edge: &&Edge| {
            let who = movers_of(edge.first);
            who.into_iter().flatten().any(|pid| movers.contains(&pid))
        };
        if let Some(own) = self.edges(state).iter().filter(&outside).find(moves) {
            return Some((Failure::Split, Some(own.operation)));
        }
        let after = self.edge(state, inside)?.target?;
        let only_in = |one: StateId, other: StateId| {
            let able = self.able(other);
            self.edges(one).iter().find(|edge| {
                let mut who = movers_of(edge.first).into_iter().flatten();
                who.any(|pid| !movers.contains(&pid) && !able.contains(&pid))
            })
        };
        let changed = only_in(state, after).or_else(|| only_in(after, state))?;
        Some((Failure::Disturbs, Some(changed.operation)))
    }

    /// The processes that can move in a state, be it into a fault.
    fn able(&self, state: StateId) -> HashSet<usize> {
        let edges = self.edges(state).iter();
        edges
            .flat_map(|edge| movers_of(edge.first).into_iter().flatten())
            .collect()
    }
}

/// The processes that take part in a move.
fn movers_of(step: Step) -> [Option<usize>; 2] {
    let step = Move::from(step);
    [Some(step.pid), step.partner.map(|partner| partner.pid)]
}

impl Visible {
    fn differs(self, before: Look, after: Look) -> bool {
        self.letter && before.letter != after.letter
            || self.accept && before.labels.accept != after.labels.accept
            || self.progress && before.labels.progress != after.labels.progress
    }
}
