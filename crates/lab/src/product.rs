//! The product of a small program and what a scheme puts beside it.
//!
//! Node `(q, l)` has the number `q * width + l`, key `(q, k)` the number `q * keys + k`.

use crate::conditions::Options;
use crate::graph::{MAX_NODES, Nodes, nodes, reached};
use crate::operation::MAX_STATES;
use crate::program::{OpSet, Program, members};
use crate::scheme::Companion;

/// The edges of each operation, of the product and of its keys.
#[derive(Clone, Debug)]
pub struct Product<'a> {
    pub companion: &'a Companion,
    pub states: usize,
    pub by_operation: Vec<Rows>,
    /// The operations that are enabled in each program state.
    pub enabled: [OpSet; MAX_STATES],
    pub initial: Nodes,
    pub accepting: Nodes,
}

/// The edges of one operation.
#[derive(Clone, Debug)]
pub struct Rows {
    pub nodes: [Nodes; MAX_NODES],
    pub keys: [Nodes; MAX_NODES],
}

impl<'a> Product<'a> {
    /// `None` if it has too many nodes.
    pub fn new(program: &Program, companion: &'a Companion) -> Option<Product<'a>> {
        if program.states * companion.width > MAX_NODES {
            return None;
        }
        let label = |q: usize| program.labels[q] as usize;
        let mut by_operation = Vec::with_capacity(program.operations.len());
        for operation in &program.operations {
            let mut rows = Rows {
                nodes: [0; MAX_NODES],
                keys: [0; MAX_NODES],
            };
            for (q, r) in operation.steps().filter(|&(q, _)| q < program.states) {
                for l in 0..companion.width {
                    let targets = companion.step[label(q)][label(r)][l];
                    rows.nodes[q * companion.width + l] =
                        Nodes::from(targets) << (r * companion.width);
                }
                for k in 0..companion.keys {
                    let targets = companion.key_step[label(q)][label(r)][k];
                    rows.keys[q * companion.keys + k] =
                        Nodes::from(targets) << (r * companion.keys);
                }
            }
            by_operation.push(rows);
        }
        let mut enabled = [0; MAX_STATES];
        for (q, set) in enabled.iter_mut().enumerate().take(program.states) {
            *set = program.enabled(q);
        }
        let first = companion.initial[label(program.initial)];
        Some(Product {
            companion,
            states: program.states,
            by_operation,
            enabled,
            initial: Nodes::from(first) << (program.initial * companion.width),
            accepting: (0..program.states).fold(0, |set, q| {
                set | Nodes::from(companion.accepting) << (q * companion.width)
            }),
        })
    }

    pub fn nodes(&self) -> usize {
        self.states * self.companion.width
    }

    pub fn keys(&self) -> usize {
        self.states * self.companion.keys
    }

    /// The program state and the companion of a node.
    pub fn parts(&self, node: usize) -> (usize, usize) {
        (node / self.companion.width, node % self.companion.width)
    }

    /// What the set of a node may depend on.
    pub fn key(&self, node: usize) -> usize {
        let (q, l) = self.parts(node);
        q * self.companion.keys + self.companion.key[l] as usize
    }

    /// The place that a search enters to choose the set of a key: `q * keys` and what stands beside.
    pub fn place(&self, key: usize) -> usize {
        let keys = self.companion.keys;
        key / keys * keys + self.companion.place[key % keys] as usize
    }

    /// The program state of a key, or of a place.
    pub fn state(&self, key: usize) -> usize {
        key / self.companion.keys
    }

    /// By place: the keys that are reached there, for which a search that enters it chooses sets.
    pub fn keys_of_places(&self) -> [Nodes; MAX_NODES] {
        let mut keys_of = [0; MAX_NODES];
        for node in nodes(reached(&self.full(), self.initial)) {
            let key = self.key(node);
            keys_of[self.place(key)] |= 1 << key;
        }
        keys_of
    }

    /// The places where a search begins.
    pub fn first_places(&self) -> Nodes {
        nodes(self.initial).fold(0, |set, node| set | 1 << self.place(self.key(node)))
    }

    /// The places that a set leads to.
    pub fn places_after(&self, key: usize, set: OpSet) -> Nodes {
        let keys = nodes(self.key_successors(key, set));
        keys.fold(0, |places, key| places | 1 << self.place(key))
    }

    pub fn successors(&self, node: usize, set: OpSet) -> Nodes {
        members(set).fold(0, |row, op| row | self.by_operation[op].nodes[node])
    }

    pub fn key_successors(&self, key: usize, set: OpSet) -> Nodes {
        members(set).fold(0, |row, op| row | self.by_operation[op].keys[key])
    }

    /// The edges of the whole product.
    pub fn full(&self) -> Vec<Nodes> {
        let row = |node| self.successors(node, self.enabled[self.parts(node).0]);
        (0..self.nodes()).map(row).collect()
    }

    /// The edges that no choice of sets removes.
    pub fn least(&self, options: &Options) -> Vec<Nodes> {
        let row = |node| {
            let q = self.parts(node).0;
            let sets = options.by_state[q].as_slice();
            self.successors(
                node,
                sets.iter().fold(self.enabled[q], |all, set| all & set),
            )
        };
        (0..self.nodes()).map(row).collect()
    }
}
