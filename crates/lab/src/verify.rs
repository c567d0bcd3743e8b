//! Is a counterexample one? By the definitions, whoever found it.

use crate::conditions::is_ample;
use crate::graph::{Nodes, has_cycle_within, lasso};
use crate::hunt::Counterexample;
use crate::operation::Operation;
use crate::product::Product;

impl Counterexample {
    /// Whether all sets of the table satisfy C0 to C2, every cycle of reduced keys has a full one,
    /// the full product has an accepting run, and the reduced one has none.
    pub fn is_valid(&self) -> bool {
        let Some(companion) = self.scheme.companion(&self.automaton) else {
            return false;
        };
        let Some(product) = Product::new(&self.program, &companion) else {
            return false;
        };
        let table = &self.table.proper;
        let ample = table
            .iter()
            .all(|&(key, set)| is_ample(&self.program, product.state(key), set));
        let mut rows = vec![0; product.keys()];
        let mut restricted: Nodes = 0;
        for &(key, set) in table {
            rows[key] = product.key_successors(key, set);
            restricted |= 1 << key;
        }
        let has_run = |rows: &[Nodes]| lasso(rows, product.initial, product.accepting).is_some();
        let reduced: Vec<Nodes> = (0..product.nodes())
            .map(|node| {
                let key = product.key(node);
                let all = product.enabled[product.state(key)];
                let chosen = table.iter().find(|(other, _)| *other == key);
                product.successors(node, chosen.map_or(all, |&(_, set)| set))
            })
            .collect();
        ample
            && !has_cycle_within(&rows, restricted)
            && has_run(&product.full())
            && !has_run(&reduced)
    }

    /// Leaves out what is not needed: sets that may be full, then steps and operations.
    pub fn shorten(&mut self) {
        for index in (0..self.table.proper.len()).rev() {
            let entry = self.table.proper.remove(index);
            if !self.is_valid() {
                self.table.proper.insert(index, entry);
            }
        }
        for op in (0..self.program.operations.len()).rev() {
            for state in 0..self.program.states {
                let to = self.program.operations[op].at(state);
                self.program.operations[op].set(state, None);
                if !self.is_valid() {
                    self.program.operations[op].set(state, to);
                }
            }
        }
        // Only the last ones: others have names in the table.
        while self.program.operations.last() == Some(&Operation::NOWHERE) {
            self.program.operations.pop();
        }
    }
}
