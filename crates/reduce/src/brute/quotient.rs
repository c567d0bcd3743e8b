//! The graph in which the dead are forgotten: for reductions that say that deaths are silent.
//!
//! Whether that is so is found out here, by comparing what follows, without a look at the program.
//! Processes get names that are not used again: who created them, and as its how-many-eth child. States
//! in which a process can die stand for the one in which nobody can any more. Of these, states with
//! the same future by names are one: the coarsest bisimulation, computed by refining a partition
//! (P. Kanellakis, S. Smolka, "CCS expressions, finite state processes, and three problems of
//! equivalence", 1990). Of a system of classes of a bisimulation C1 and C2 mean what they mean of
//! any other.

use super::graph::{Edge, FullGraph, Look, OperationId, StateId};
use super::operation::{Operation, Part};
use super::refutation::Failure;
use hashbrown::HashMap;

/// A state with the names of its processes.
pub type NodeId = usize;

/// The name of a process: a number, and how many children it has.
type Name = (usize, usize);

/// The graph.
pub struct Quotient {
    /// The classes, as states. Its operations are those of names.
    pub graph: FullGraph,
    nodes: Vec<Node>,
    /// By state of the whole graph.
    by_state: Vec<Vec<NodeId>>,
}

/// A state of the whole graph with names for its processes.
struct Node {
    state: StateId,
    names: Vec<Name>,
    /// In the order of the edges of the state: the operations by names, and where they lead.
    edges: Vec<(OperationId, Option<NodeId>)>,
    /// Which of them is a death.
    death: Option<usize>,
    /// The class of the state in which nobody can die any more.
    class: StateId,
}

/// Names that were given, by creator and number of the child.
#[derive(Default)]
struct Register {
    children: HashMap<(usize, usize), usize>,
    operations: HashMap<Operation, OperationId>,
}

impl Quotient {
    /// Forgets the dead of a graph; none if there would be more than `limit` states with names, or if
    /// it is not clear who was created or died in an operation.
    pub fn new(full: &FullGraph, limit: usize) -> Option<Quotient> {
        let mut quotient = Quotient {
            graph: FullGraph::default(),
            nodes: Vec::new(),
            by_state: vec![Vec::new(); full.len()],
        };
        let mut register = Register::default();
        let first = (0..full.processes(0)).map(|pid| (pid, 0)).collect();
        let mut numbers = HashMap::new();
        quotient.add(&mut numbers, 0, first);
        let mut next = 0;
        while next < quotient.nodes.len() {
            if quotient.nodes.len() > limit {
                return None;
            }
            let (state, names) = (
                quotient.nodes[next].state,
                quotient.nodes[next].names.clone(),
            );
            for (index, edge) in full.edges(state).iter().enumerate() {
                let operation = full.operation(edge.operation);
                let number = register.operation(operation, &names);
                let mut target = None;
                if let Some(to) = edge.target {
                    let after = register.names_after(full, (state, to), operation, &names)?;
                    if after.len() < names.len() {
                        quotient.nodes[next].death = Some(index);
                    }
                    target = Some(quotient.add(&mut numbers, to, after));
                }
                quotient.nodes[next].edges.push((number, target));
            }
            next += 1;
        }
        let mut operations: Vec<_> = register.operations.into_iter().collect();
        operations.sort_by_key(|&(_, number)| number);
        let operations = operations.into_iter().map(|(operation, _)| operation);
        quotient.divide(full, operations.collect());
        Some(quotient)
    }

    fn add(
        &mut self,
        numbers: &mut HashMap<(StateId, Vec<Name>), NodeId>,
        state: StateId,
        names: Vec<Name>,
    ) -> NodeId {
        let next = self.nodes.len();
        let number = *numbers.entry((state, names.clone())).or_insert(next);
        if number == next {
            self.by_state[state].push(next);
            self.nodes.push(Node {
                state,
                names,
                edges: Vec::new(),
                death: None,
                class: 0,
            });
        }
        number
    }

    /// The state after all deaths that can follow each other.
    fn settled(&self, mut node: NodeId) -> NodeId {
        while let Some(death) = self.nodes[node].death
            && let (_, Some(after)) = self.nodes[node].edges[death]
        {
            node = after;
        }
        node
    }

    /// What can happen in a settled state: operations in order, with the classes they lead to.
    fn steps(&self, full: &FullGraph, node: NodeId) -> Vec<(OperationId, bool, Option<StateId>)> {
        let Node { state, edges, .. } = &self.nodes[node];
        let class = |to: &Option<NodeId>| to.map(|to| self.nodes[to].class);
        let all = edges.iter().zip(full.edges(*state));
        let mut steps: Vec<_> = all
            .map(|((operation, to), edge)| (*operation, edge.violates, class(to)))
            .collect();
        steps.sort_unstable();
        steps
    }

    /// Divides the states into classes, and makes the graph of these.
    fn divide(&mut self, full: &FullGraph, operations: Vec<Operation>) {
        let settled: Vec<NodeId> = (0..self.nodes.len()).map(|n| self.settled(n)).collect();
        let mut count = 0;
        loop {
            let mut classes = HashMap::new();
            let mut new = vec![0; self.nodes.len()];
            for (node, &settled) in settled.iter().enumerate() {
                let look = full.look(self.nodes[settled].state);
                let future = (self.nodes[node].class, look, self.steps(full, settled));
                let next = classes.len();
                new[node] = *classes.entry(future).or_insert(next);
            }
            for (node, class) in self.nodes.iter_mut().zip(new) {
                node.class = class;
            }
            if classes.len() == count {
                break;
            }
            count = classes.len();
        }
        let mut looks: Vec<Option<(Look, Vec<Edge>)>> = vec![None; count];
        for (node, &settled) in settled.iter().enumerate() {
            looks[self.nodes[node].class].get_or_insert_with(|| {
                let state = self.nodes[settled].state;
                let first = full.edges(state).first().map(|edge| edge.first);
                let edges = self.steps(full, settled).into_iter();
                let edges = edges.filter_map(|(operation, violates, target)| {
                    Some(Edge {
                        operation,
                        first: first?,
                        target,
                        violates,
                    })
                });
                (full.look(state), edges.collect())
            });
        }
        self.graph = FullGraph::of_classes(operations, looks.into_iter().flatten());
    }

    /// The classes that a state belongs to, by the names that its processes may have.
    pub fn classes(&self, state: StateId) -> impl Iterator<Item = StateId> {
        self.nodes(state).iter().map(|&node| self.class(node))
    }

    /// The states with names that a state stands for.
    pub fn nodes(&self, state: StateId) -> &[NodeId] {
        &self.by_state[state]
    }

    pub fn class(&self, node: NodeId) -> StateId {
        self.nodes[node].class
    }

    /// The operations by names of some edges of a state, in order.
    pub fn named(&self, node: NodeId, edges: &[usize]) -> Vec<OperationId> {
        let all = &self.nodes[node].edges;
        let mut named: Vec<_> = edges.iter().map(|&edge| all[edge].0).collect();
        named.sort_unstable();
        named
    }

    /// Whether the only edge of a set is a death.
    pub fn is_death(&self, node: NodeId, edges: &[usize]) -> bool {
        matches!(edges, [only] if self.nodes[node].death == Some(*only))
    }

    /// Whether nobody can die.
    pub fn is_settled(&self, node: NodeId) -> bool {
        self.nodes[node].death.is_none()
    }

    /// How somebody could notice the death that can happen in a state: what can happen before it cannot
    /// happen afterwards, or is not the same.
    pub fn notice(&self, full: &FullGraph, node: NodeId) -> Option<(Failure, OperationId)> {
        let settled = self.settled(node);
        let death = self.nodes[node].death?;
        let after = self.steps(full, settled);
        let (before, then) = (self.nodes[node].state, self.nodes[settled].state);
        if full.look(before) != full.look(then) {
            return Some((Failure::Visible, self.nodes[node].edges[death].0));
        }
        let edges = self.nodes[node].edges.iter().zip(full.edges(before));
        for (index, ((operation, to), edge)) in edges.enumerate() {
            let class = to.map(|to| self.nodes[to].class);
            let same = (*operation, edge.violates, class);
            if index == death || after.contains(&same) {
                continue;
            }
            let still = after.iter().any(|step| step.0 == *operation);
            let failure = if still {
                Failure::Differs
            } else {
                Failure::Disables
            };
            return Some((failure, *operation));
        }
        None
    }
}

impl Register {
    /// An operation by the names of its processes. Those that are created in it have none yet, and are
    /// counted downwards.
    fn operation(&mut self, operation: &Operation, names: &[Name]) -> OperationId {
        let part = |part: Part| {
            let of_child = || usize::MAX - (part.pid - names.len());
            let pid = names.get(part.pid).map_or_else(of_child, |name| name.0);
            Part { pid, ..part }
        };
        let moves = operation.moves.iter();
        let moves = moves.map(|&(one, other)| (part(one), other.map(part)));
        let moves = moves.collect();
        let fault = operation.fault;
        let next = self.operations.len();
        let new = Operation { moves, fault };
        *self.operations.entry(new).or_insert(next)
    }

    /// The names of the processes after an operation.
    fn names_after(
        &mut self,
        full: &FullGraph,
        (from, to): (StateId, StateId),
        operation: &Operation,
        names: &[Name],
    ) -> Option<Vec<Name>> {
        let (before, after) = (full.processes(from), full.processes(to));
        let mover = operation.moves.first()?.0.pid;
        let mut names = names.to_vec();
        if after < before {
            // The youngest is the only one that can die.
            let alone = operation.moves.len() == 1 && mover + 1 == before && after + 1 == before;
            names.pop();
            return alone.then_some(names);
        }
        for _ in before..after {
            let (creator, children) = names[mover];
            // Names of the first processes come first.
            let next = full.processes(0) + self.children.len();
            let child = *self.children.entry((creator, children)).or_insert(next);
            names[mover].1 += 1;
            names.push((child, 0));
        }
        Some(names)
    }
}
