//! Runs that never leave an atomic sequence: cycles among the states inside the steps of one state.
//!
//! States inside are met again only beyond [`SHORT`](super::SHORT) of them; up to there they form a
//! tree. The graph has a node for each move to a state inside, and a move to a state that was met
//! before leads to that one's node. Its components are found as R. Tarjan does ("Depth-first search
//! and linear graph algorithms", 1972), on a stack of our own.
//!
//! Where only weakly fair runs count, a run must serve each process again and again: an edge serves
//! those who move, and those who take part in no move of the state that it leaves. It cannot come back
//! from a component, so one whose edges serve everybody is all that such a run can be, and is enough.

use super::processes::Processes;
use program::Step;
use std::collections::VecDeque;

/// The states inside the steps of a state. Nodes are numbered in the order in which they were met, so
/// edges are listed by where they start.
#[derive(Default)]
pub(super) struct Interior {
    /// By node: where its edges begin; one more at the end.
    starts: Vec<usize>,
    edges: Vec<Edge>,
    /// By node: who takes part in some move of it.
    able: Vec<Processes>,
}

#[derive(Clone, Copy)]
struct Edge {
    to: usize,
    step: Step,
}

/// What was found of the components.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Divergence {
    /// There is a cycle.
    pub any: bool,
    /// There is one that counts.
    pub counts: bool,
}

const UNVISITED: usize = usize::MAX;

impl Interior {
    /// A graph of so many nodes. Moves are given in the order of the nodes that they leave: the node,
    /// the one it leads to if that is inside, and the move.
    pub fn new(
        nodes: usize,
        moves: impl Iterator<Item = (usize, Option<usize>, Step)>,
    ) -> Interior {
        let mut interior = Interior {
            starts: vec![0],
            edges: Vec::new(),
            able: vec![Processes::default(); nodes],
        };
        for (from, to, step) in moves {
            while interior.starts.len() <= from {
                interior.starts.push(interior.edges.len());
            }
            interior.can_move(from, step);
            if let Some(to) = to {
                interior.edges.push(Edge { to, step });
            }
        }
        interior.starts.resize(nodes + 1, interior.edges.len());
        interior
    }

    /// Notes a move of a node, be it a fault.
    pub fn can_move(&mut self, node: usize, step: Step) {
        self.able[node] = self.able[node] | Processes::of(step);
    }

    fn edges(&self, node: usize) -> &[Edge] {
        &self.edges[self.starts[node]..self.starts[node + 1]]
    }

    /// Whom an edge serves.
    fn served(&self, from: usize, edge: Edge) -> Processes {
        Processes::of(edge.step) | !self.able[from]
    }

    /// Whether there are cycles, and such as serve all of `wanted`.
    pub fn divergence(&self, wanted: Processes) -> Divergence {
        let mut found = Divergence::default();
        self.components(|component, members| {
            let served = self.served_in(component, members);
            found.any |= served.is_some();
            found.counts |= served.is_some_and(|served| (wanted & !served).is_empty());
        });
        found
    }

    /// Whom the edges inside a component serve; none if it has no edge.
    fn served_in(
        &self,
        component: &[usize],
        is_member: &dyn Fn(usize) -> bool,
    ) -> Option<Processes> {
        let inside = component.iter().flat_map(|&from| {
            let edges = self.edges(from).iter().filter(|edge| is_member(edge.to));
            edges.map(move |&edge| self.served(from, edge))
        });
        inside.reduce(|all, served| all | served)
    }

    /// A run that stays inside for ever and serves all of `wanted`: the node where it begins to repeat
    /// itself, and the moves of one round.
    pub fn round(&self, wanted: Processes) -> Option<(usize, Vec<Step>)> {
        let mut chosen: Option<Vec<usize>> = None;
        self.components(|component, is_member| {
            let served = self.served_in(component, is_member);
            let counts = served.is_some_and(|served| (wanted & !served).is_empty());
            // The component that is met first is the nearest.
            let nearer = |known: &Vec<usize>| component.iter().min() < known.iter().min();
            if counts && chosen.as_ref().is_none_or(nearer) {
                chosen = Some(component.to_vec());
            }
        });
        let component = chosen?;
        let mut members = vec![false; self.able.len()];
        component.iter().for_each(|&node| members[node] = true);
        let entry = component.into_iter().min()?;
        Some((entry, self.walk(entry, &members, wanted)))
    }

    /// A closed walk inside a component: each time to the nearest edge that serves somebody who was
    /// not served yet, and back in the end.
    fn walk(&self, entry: usize, members: &[bool], wanted: Processes) -> Vec<Step> {
        let (mut at, mut missing) = (entry, wanted);
        let mut steps = Vec::new();
        while !missing.is_empty() {
            let serves = |from: usize, edge: Edge| self.served(from, edge).meets(missing);
            let Some((end, path, served)) = self.nearest(at, members, serves) else {
                break;
            };
            missing = missing & !served;
            steps.extend(path);
            at = end;
        }
        if at != entry || steps.is_empty() {
            let back = |_: usize, edge: Edge| edge.to == entry;
            steps.extend(
                self.nearest(at, members, back)
                    .into_iter()
                    .flat_map(|found| found.1),
            );
        }
        steps
    }

    /// A shortest path inside a component whose last edge is wanted: where it ends, its moves, and whom
    /// they serve.
    fn nearest(
        &self,
        from: usize,
        members: &[bool],
        wanted: impl Fn(usize, Edge) -> bool,
    ) -> Option<(usize, Vec<Step>, Processes)> {
        let mut reached: Vec<Option<(usize, Edge)>> = vec![None; members.len()];
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            for &edge in self.edges(node).iter().filter(|edge| members[edge.to]) {
                if wanted(node, edge) {
                    return Some(self.trace_back(&reached, from, (node, edge)));
                }
                if edge.to != from && reached[edge.to].is_none() {
                    reached[edge.to] = Some((node, edge));
                    queue.push_back(edge.to);
                }
            }
        }
        None
    }

    fn trace_back(
        &self,
        reached: &[Option<(usize, Edge)>],
        from: usize,
        last: (usize, Edge),
    ) -> (usize, Vec<Step>, Processes) {
        let (mut steps, mut served) = (Vec::new(), Processes::default());
        let mut hop = Some(last);
        while let Some((node, edge)) = hop {
            steps.push(edge.step);
            served = served | self.served(node, edge);
            hop = if node == from { None } else { reached[node] };
        }
        steps.reverse();
        (last.1.to, steps, served)
    }

    /// Calls `found` with each strongly connected component, and with what says who belongs to it.
    fn components(&self, mut found: impl FnMut(&[usize], &dyn Fn(usize) -> bool)) {
        let nodes = self.able.len();
        let (mut order, mut low) = (vec![UNVISITED; nodes], vec![0; nodes]);
        // By node: the component it is in, once that is complete.
        let mut closed = vec![UNVISITED; nodes];
        let mut open = Vec::new();
        // Nodes on the path, and how many of their edges were followed.
        let mut path: Vec<(usize, usize)> = Vec::new();
        let (mut next, mut count) = (0, 0);
        for start in 0..nodes {
            if order[start] == UNVISITED {
                path.push((start, 0));
            }
            while let Some((node, followed)) = path.last_mut() {
                let node = *node;
                if order[node] == UNVISITED {
                    (order[node], low[node]) = (next, next);
                    next += 1;
                    open.push(node);
                }
                if let Some(edge) = self.edges(node).get(*followed) {
                    *followed += 1;
                    if order[edge.to] == UNVISITED {
                        path.push((edge.to, 0));
                    } else if closed[edge.to] == UNVISITED {
                        low[node] = low[node].min(order[edge.to]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    low[parent] = low[parent].min(low[node]);
                }
                if low[node] == order[node] {
                    let root = open.iter().rposition(|&other| other == node).unwrap_or(0);
                    let component = open.split_off(root);
                    component.iter().for_each(|&member| closed[member] = count);
                    found(&component, &|other| closed[other] == count);
                    count += 1;
                }
            }
        }
    }
}
