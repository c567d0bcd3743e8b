//! Graphs that are made and asked millions of times: the edges of up to 16 nodes fit two vector
//! registers, those of up to 64 need a loop.

use crate::graph::{MAX_NODES, Nodes, leading_to_acceptance};

/// The edges of a graph, by source.
pub trait Rows {
    fn none() -> Self;

    /// Makes a row empty.
    fn clear(&mut self, node: usize);

    fn add(&mut self, node: usize, targets: Nodes);

    /// The nodes from which an accepting cycle can be reached. Nodes from `count` on have no edges.
    fn leading_to_acceptance(&self, count: usize, accepting: Nodes) -> Nodes;
}

/// Up to 64 nodes.
pub struct Large([Nodes; MAX_NODES]);

impl Rows for Large {
    fn none() -> Large {
        Large([0; MAX_NODES])
    }

    #[inline]
    fn clear(&mut self, node: usize) {
        self.0[node] = 0;
    }

    #[inline]
    fn add(&mut self, node: usize, targets: Nodes) {
        self.0[node] |= targets;
    }

    fn leading_to_acceptance(&self, count: usize, accepting: Nodes) -> Nodes {
        leading_to_acceptance(&self.0[..count], accepting)
    }
}

/// Up to 16 nodes.
pub struct Small([u16; Small::NODES]);

impl Small {
    pub const NODES: usize = 16;

    /// The nodes that have a successor in a set: as [`crate::graph::before`], written so that the
    /// compiler makes vector instructions of it.
    #[inline]
    fn before(&self, set: u16) -> u16 {
        let mut bits = [0u16; Small::NODES];
        for (index, bit) in bits.iter_mut().enumerate() {
            let hit = if self.0[index] & set != 0 { u16::MAX } else { 0 };
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
    fn clear(&mut self, node: usize) {
        self.0[node] = 0;
    }

    #[inline]
    fn add(&mut self, node: usize, targets: Nodes) {
        self.0[node] |= targets as u16;
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
