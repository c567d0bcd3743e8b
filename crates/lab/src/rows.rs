//! Graphs that are made and asked millions of times: the edges of up to 16 nodes fit two vector
//! registers, those of up to 64 need a loop.

use crate::graph::{MAX_NODES, Nodes, leading_to_acceptance};

/// The edges of a graph, by source; or a set of edges to be kept, by source.
pub trait Rows: Clone {
    fn none() -> Self;

    fn add(&mut self, node: usize, targets: Nodes);

    /// Adds all edges of another graph.
    fn merge(&mut self, other: &Self);

    /// Adds the edges of another graph that `kept` has: that of `looping` for nodes in `loops`, that
    /// of `always` elsewhere.
    fn merge_kept(&mut self, other: &Self, kept: &Kept<Self>);

    /// The nodes from which an accepting cycle can be reached. Nodes from `count` on have no edges.
    fn leading_to_acceptance(&self, count: usize, accepting: Nodes) -> Nodes;
}

/// Which edges are kept.
pub struct Kept<'a, R> {
    pub always: &'a R,
    pub looping: &'a R,
    pub loops: &'a R,
}

/// Up to 64 nodes.
#[derive(Clone)]
pub struct Large([Nodes; MAX_NODES]);

impl Rows for Large {
    fn none() -> Large {
        Large([0; MAX_NODES])
    }

    #[inline]
    fn add(&mut self, node: usize, targets: Nodes) {
        self.0[node] |= targets;
    }

    fn merge(&mut self, other: &Large) {
        for (row, other) in self.0.iter_mut().zip(&other.0) {
            *row |= other;
        }
    }

    fn merge_kept(&mut self, other: &Large, kept: &Kept<Large>) {
        for (node, row) in self.0.iter_mut().enumerate() {
            let loops = kept.loops.0[node];
            let kept = kept.always.0[node] & !loops | kept.looping.0[node] & loops;
            *row |= other.0[node] & kept;
        }
    }

    fn leading_to_acceptance(&self, count: usize, accepting: Nodes) -> Nodes {
        leading_to_acceptance(&self.0[..count], accepting)
    }
}

/// Up to 16 nodes.
#[derive(Clone)]
pub struct Small([u16; Small::NODES]);

impl Small {
    pub const NODES: usize = 16;

    /// The nodes that have a successor in a set: as [`crate::graph::before`], written so that the
    /// compiler makes vector instructions of it.
    #[inline]
    fn before(&self, set: u16) -> u16 {
        let mut bits = [0u16; Small::NODES];
        for (index, bit) in bits.iter_mut().enumerate() {
            let hit = if self.0[index] & set != 0 {
                u16::MAX
            } else {
                0
            };
            *bit = hit & 1 << index;
        }
        bits.iter().fold(0, |all, bit| all | bit)
    }
}

impl Rows for Small {
    fn none() -> Small {
        Small([0; Small::NODES])
    }

    #[inline]
    fn add(&mut self, node: usize, targets: Nodes) {
        self.0[node] |= targets as u16;
    }

    #[inline]
    fn merge(&mut self, other: &Small) {
        for (row, other) in self.0.iter_mut().zip(&other.0) {
            *row |= other;
        }
    }

    #[inline]
    fn merge_kept(&mut self, other: &Small, kept: &Kept<Small>) {
        for (node, row) in self.0.iter_mut().enumerate() {
            let loops = kept.loops.0[node];
            let kept = kept.always.0[node] & !loops | kept.looping.0[node] & loops;
            *row |= other.0[node] & kept;
        }
    }

    #[inline]
    fn leading_to_acceptance(&self, _: usize, accepting: Nodes) -> Nodes {
        let mut core = accepting as u16;
        loop {
            let mut leading = self.before(core);
            loop {
                let more = leading | self.before(leading);
                if more == leading {
                    break;
                }
                leading = more;
            }
            let kept = core & leading;
            if kept == core || kept == 0 {
                return if kept == 0 { 0 } else { leading.into() };
            }
            core = kept;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sizes_agree() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..2000 {
            let count = random.usize(1..=Small::NODES);
            let (mut small, mut large) = (Small::none(), Large::none());
            for node in 0..count {
                let targets = random.u64(..1 << count) & random.u64(..1 << count) & random.u64(..);
                small.add(node, targets);
                large.add(node, targets);
            }
            let accepting = random.u64(..1 << count);
            assert_eq!(
                small.leading_to_acceptance(count, accepting),
                large.leading_to_acceptance(count, accepting)
            );
        }
    }
}
