//! C3 and the condition for safety: what the reduced graph must not ignore.
//!
//! Only the steps of proper sets matter. The graph of the program says where they lead, and the
//! search what it appends there. A search may choose more than one set in a state, for different
//! moves of a property.

use super::graph::{FullGraph, OperationId, StateId};
use super::refutation::{Failure, Finding};
use hashbrown::HashMap;

/// A set chosen in a state of the reduced graph: the operations that are followed.
pub struct Node<'a> {
    pub state: StateId,
    pub suffix: &'a [u8],
    pub after: &'a [Vec<u8>],
    pub inside: Vec<OperationId>,
    pub proper: bool,
}

/// Numbers of the nodes of each state.
pub type Numbers<'a> = HashMap<(StateId, &'a [u8]), Vec<usize>>;

pub fn numbers<'a>(nodes: &[Node<'a>]) -> Numbers<'a> {
    let mut numbers = Numbers::new();
    for (index, node) in nodes.iter().enumerate() {
        let here = numbers.entry((node.state, node.suffix)).or_default();
        here.push(index);
    }
    numbers
}

/// The nodes that an operation of a node leads to, unless it ends in a fault; an empty list for
/// each state where nothing was chosen.
fn targets<'a>(
    graph: &FullGraph,
    numbers: &'a Numbers<'a>,
    node: &Node<'a>,
    operation: OperationId,
) -> impl Iterator<Item = &'a [usize]> {
    let edge = graph.edge(node.state, operation);
    let target = edge.and_then(|edge| edge.target).into_iter();
    let after = node.after;
    let keys = target.flat_map(|target| after.iter().map(move |after| (target, &after[..])));
    keys.map(|key| numbers.get(&key).map_or(&[][..], Vec::as_slice))
}

/// Where the proper set of a node leads, as far as anything was chosen there; and the operations
/// that lead to a state where nothing was.
fn successors<'a>(
    graph: &FullGraph,
    nodes: &[Node<'a>],
    numbers: &'a Numbers<'a>,
    from: usize,
) -> (Vec<usize>, Option<OperationId>) {
    let node = &nodes[from];
    let (mut known, mut unknown) = (Vec::new(), None);
    for &operation in node.inside.iter().filter(|_| node.proper) {
        for list in targets(graph, numbers, node, operation) {
            known.extend(list);
            if list.is_empty() {
                unknown = Some(operation);
            }
        }
    }
    (known, unknown)
}

/// A state from which none with all its steps can be reached.
pub fn ignored<'a>(
    graph: &FullGraph,
    nodes: &[Node<'a>],
    numbers: &'a Numbers<'a>,
) -> Option<(usize, Finding)> {
    let mut before = vec![Vec::new(); nodes.len()];
    for from in 0..nodes.len() {
        let (known, unknown) = successors(graph, nodes, numbers, from);
        if let Some(operation) = unknown {
            let mut finding = Finding::from(Failure::NothingChosen);
            finding.inside = Some(operation);
            return Some((from, finding));
        }
        for to in known {
            before[to].push(from);
        }
    }
    let mut waiting: Vec<usize> = (0..nodes.len()).filter(|&n| !nodes[n].proper).collect();
    let mut good = vec![false; nodes.len()];
    while let Some(node) = waiting.pop() {
        if !std::mem::replace(&mut good[node], true) {
            waiting.append(&mut before[node]);
        }
    }
    let bad = good.iter().position(|good| !good)?;
    Some((bad, Failure::Ignoring.into()))
}

/// A cycle of states with proper sets only: one is left if states without a successor among those
/// that are left are removed as long as there are any.
pub fn proper_cycle<'a>(
    graph: &FullGraph,
    nodes: &[Node<'a>],
    numbers: &'a Numbers<'a>,
) -> Option<(usize, Finding)> {
    let mut before = vec![Vec::new(); nodes.len()];
    let mut open = vec![0; nodes.len()];
    for (from, open) in open.iter_mut().enumerate() {
        let (known, _) = successors(graph, nodes, numbers, from);
        *open = known.len();
        for to in known {
            before[to].push(from);
        }
    }
    let mut waiting: Vec<usize> = (0..nodes.len()).filter(|&node| open[node] == 0).collect();
    while let Some(node) = waiting.pop() {
        for &from in &before[node] {
            open[from] -= 1;
            if open[from] == 0 {
                waiting.push(from);
            }
        }
    }
    let first = open.iter().position(|&open| open > 0)?;
    // From there the walk along what is left never ends; it is on the cycle after as many steps
    // as there are nodes.
    let step = |from: usize| {
        let node = &nodes[from];
        node.inside.iter().find_map(|&operation| {
            let mut known = targets(graph, numbers, node, operation).flatten();
            let number = known.find(|&&number| open[number] > 0)?;
            Some((operation, *number))
        })
    };
    let mut at = first;
    for _ in 0..nodes.len() {
        at = step(at)?.1;
    }
    let start = at;
    let mut finding = Finding::from(Failure::Cycle);
    loop {
        let (operation, next) = step(at)?;
        finding.path.push(operation);
        at = next;
        if at == start {
            return Some((start, finding));
        }
    }
}
