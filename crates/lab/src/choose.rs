//! Is there an ample table that loses every accepting run of a product?
//!
//! Tables are not enumerated. As long as an accepting lasso is left, some edge of it must go: the
//! search branches on which, that is on the keys of the lasso that may be restricted and the sets
//! that cut the edge. A key whose set does not cut an edge of this lasso may still get one that
//! keeps the edge, so what is taken from it is only the sets that cut; each table is then tried in
//! one branch alone. A cycle of restricted keys ends a branch: sets are never enlarged. That the
//! cycle might not be reached any more in the end does not matter: a key that is not reached need
//! not be restricted, and the branch in which it is not is tried too.

use crate::conditions::Options;
use crate::graph::{MAX_NODES, Nodes, has_cycle_within, lasso};
use crate::product::Product;
use crate::program::OpSet;

/// The proper sets of a table, by key; everywhere else all enabled operations are followed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    pub proper: Vec<(usize, OpSet)>,
}

impl Table {
    /// The set of a key.
    pub fn set(&self, product: &Product, key: usize) -> OpSet {
        let proper = self.proper.iter().find(|(other, _)| *other == key);
        proper.map_or(product.enabled[product.state(key)], |&(_, set)| set)
    }
}

/// A table that satisfies C0 to C2 and C3' and has no accepting run.
pub fn losing_table(product: &Product, options: &Options) -> Option<Table> {
    let mut search = Search {
        product,
        options,
        chosen: [0; MAX_NODES],
        allowed: [0; MAX_NODES],
        restricted: 0,
        rows: [0; MAX_NODES],
        keys: [0; MAX_NODES],
    };
    for key in 0..product.keys() {
        let sets = options.by_state[product.state(key)].as_slice();
        search.allowed[key] = ((1u32 << sets.len()) - 1) as u16;
    }
    for node in 0..product.nodes() {
        search.expand(node);
    }
    search.run().then(|| search.table())
}

struct Search<'a> {
    product: &'a Product<'a>,
    options: &'a Options,
    /// The set of each restricted key.
    chosen: [OpSet; MAX_NODES],
    /// The options that each key may still get, one bit each.
    allowed: [u16; MAX_NODES],
    restricted: Nodes,
    rows: [Nodes; MAX_NODES],
    /// Edges of restricted keys.
    keys: [Nodes; MAX_NODES],
}

impl Search<'_> {
    fn is_restricted(&self, key: usize) -> bool {
        self.restricted >> key & 1 == 1
    }

    fn expand(&mut self, node: usize) {
        let key = self.product.key(node);
        let set = match self.is_restricted(key) {
            true => self.chosen[key],
            false => self.product.enabled[self.product.state(key)],
        };
        self.rows[node] = self.product.successors(node, set);
    }

    fn expand_key(&mut self, key: usize) {
        let width = self.product.companion.width;
        let first = self.product.state(key) * width;
        for node in first..first + width {
            if self.product.key(node) == key {
                self.expand(node);
            }
        }
    }

    fn restrict(&mut self, key: usize, set: OpSet) {
        self.chosen[key] = set;
        self.restricted |= 1 << key;
        self.keys[key] = self.product.key_successors(key, set);
        self.expand_key(key);
    }

    fn release(&mut self, key: usize) {
        self.restricted &= !(1 << key);
        self.keys[key] = 0;
        self.expand_key(key);
    }

    /// The depth is at most the number of keys.
    fn run(&mut self) -> bool {
        let rows = &self.rows[..self.product.nodes()];
        let Some(lasso) = lasso(rows, self.product.initial, self.product.accepting) else {
            return true;
        };
        let before = self.allowed;
        for (from, to) in lasso.edges() {
            let key = self.product.key(from);
            if self.is_restricted(key) {
                continue;
            }
            let sets = self.options.by_state[self.product.state(key)];
            for (index, &set) in sets.as_slice().iter().enumerate() {
                let keeps = self.product.successors(from, set) >> to & 1 == 1;
                if keeps || self.allowed[key] >> index & 1 == 0 {
                    continue;
                }
                self.restrict(key, set);
                let keys = &self.keys[..self.product.keys()];
                if !has_cycle_within(keys, self.restricted) && self.run() {
                    return true;
                }
                self.release(key);
                self.allowed[key] &= !(1 << index);
            }
        }
        self.allowed = before;
        false
    }

    fn table(&self) -> Table {
        let proper = crate::graph::nodes(self.restricted).map(|key| (key, self.chosen[key]));
        Table {
            proper: proper.collect(),
        }
    }
}
