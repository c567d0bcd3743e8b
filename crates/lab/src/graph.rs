//! Graphs of at most 64 nodes, one word for the successors of each.

/// Most nodes of a graph.
pub const MAX_NODES: usize = 64;

/// A set of nodes, one bit each.
pub type Nodes = u64;

/// The nodes of a set, in ascending order.
pub fn nodes(set: Nodes) -> impl Iterator<Item = usize> {
    let rest = |set: Nodes| (set != 0).then_some(set);
    std::iter::successors(rest(set), move |&set| rest(set & (set - 1)))
        .map(|set| set.trailing_zeros() as usize)
}

/// A node and one of its successors.
pub type Edge = (usize, usize);

/// The nodes that have a successor in a set.
#[inline]
pub fn before(rows: &[Nodes], set: Nodes) -> Nodes {
    let mut found = 0;
    for (index, row) in rows.iter().enumerate() {
        found |= Nodes::from(row & set != 0) << index;
    }
    found
}

/// The nodes from which an accepting cycle can be reached: of the accepting nodes those are kept
/// from which some of them are reached again, until nothing changes (Emerson and Lei).
#[inline]
pub fn leading_to_acceptance(rows: &[Nodes], accepting: Nodes) -> Nodes {
    let mut core = accepting;
    loop {
        let mut leading = before(rows, core);
        loop {
            let more = leading | before(rows, leading);
            if more == leading {
                break;
            }
            leading = more;
        }
        let kept = core & leading;
        if kept == core {
            return if core == 0 { 0 } else { leading };
        }
        core = kept;
        if core == 0 {
            return 0;
        }
    }
}

/// The nodes that are reached from a set, itself included.
pub fn reached(rows: &[Nodes], from: Nodes) -> Nodes {
    let mut seen = from;
    let mut waiting = from;
    while waiting != 0 {
        let node = waiting.trailing_zeros() as usize;
        waiting &= waiting - 1;
        let new = rows[node] & !seen;
        seen |= new;
        waiting |= new;
    }
    seen
}

/// Whether some cycle stays within a set.
pub fn has_cycle_within(rows: &[Nodes], set: Nodes) -> bool {
    let mut alive = set;
    loop {
        let kept = alive & before(rows, alive);
        if kept == alive {
            return alive != 0;
        }
        alive = kept;
    }
}

/// A run that goes round an accepting cycle for ever.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lasso {
    /// The edges that lead to the cycle.
    pub stem: Vec<Edge>,
    /// The edges of the cycle: at least one.
    pub cycle: Vec<Edge>,
}

impl Lasso {
    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        self.stem.iter().chain(&self.cycle).copied()
    }
}

/// A lasso from an initial node through an accepting one, with a short stem and a short cycle.
pub fn lasso(rows: &[Nodes], initial: Nodes, accepting: Nodes) -> Option<Lasso> {
    let here = reached(rows, initial);
    let recurs = |&node: &usize| reached(rows, rows[node]) >> node & 1 == 1;
    let knot = nodes(here & accepting).find(recurs)?;
    let mut cycle = vec![];
    let back = path(rows, rows[knot], knot);
    let mut at = knot;
    for &node in &back {
        cycle.push((at, node));
        at = node;
    }
    let stem = path(rows, initial, knot);
    let stem = stem.windows(2).map(|pair| (pair[0], pair[1])).collect();
    Some(Lasso { stem, cycle })
}

/// The nodes of a shortest path from a set to a node, both ends included. The node is reached.
fn path(rows: &[Nodes], from: Nodes, to: usize) -> Vec<usize> {
    let mut parent = [usize::MAX; MAX_NODES];
    let mut seen = from;
    let mut level = from;
    while seen >> to & 1 == 0 && level != 0 {
        let mut next = 0;
        for node in nodes(level) {
            for new in nodes(rows[node] & !seen & !next) {
                parent[new] = node;
                next |= 1 << new;
            }
        }
        seen |= next;
        level = next;
    }
    let back = |&node: &usize| (parent[node] != usize::MAX).then(|| parent[node]);
    let mut path: Vec<usize> = std::iter::successors(Some(to), back).collect();
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_accepting_cycle_is_found_and_walked() {
        // 0 -> 1 -> 2 -> 1, 3 alone.
        let rows = [0b10, 0b100, 0b10, 0];
        assert_eq!(leading_to_acceptance(&rows, 0b100), 0b111);
        assert_eq!(leading_to_acceptance(&rows, 0b1), 0);
        assert!(has_cycle_within(&rows, 0b110));
        assert!(!has_cycle_within(&rows, 0b011));
        let lasso = lasso(&rows, 1, 0b100).expect("there is one");
        assert_eq!(lasso.stem, [(0, 1), (1, 2)]);
        assert_eq!(lasso.cycle, [(2, 1), (1, 2)]);
    }
}
