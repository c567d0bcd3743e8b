//! Is a counterexample one? By the definitions, whoever found it.

use crate::conditions::is_ample;
use crate::graph::{Nodes, has_cycle_within, lasso};
use crate::hunt::Counterexample;
use crate::operation::Operation;
use crate::product::Product;
use crate::scheme::Proviso;
use crate::visits::{is_allowed, visits};

impl Counterexample {
    /// Whether all sets of the table satisfy C0 to C2, every cycle of reduced keys has a full one,
    /// the full product has an accepting run, and the reduced one has none. If the condition is on the
    /// path of a search, also whether the order is that of a search whose sets satisfy it.
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
            .all(|&(key, set)| is_ample(&self.program, self.independence, product.state(key), set));
        let mut rows = vec![0; product.keys()];
        let mut restricted: Nodes = 0;
        for &(key, set) in table {
            rows[key] = product.key_successors(key, set);
            restricted |= 1 << key;
        }
        let has_run = |rows: &[Nodes]| lasso(rows, product.initial, product.accepting).is_some();
        let reduced: Vec<Nodes> = (0..product.nodes())
            .map(|node| product.successors(node, self.table.set(&product, product.key(node))))
            .collect();
        ample
            && !has_cycle_within(&rows, restricted)
            && has_run(&product.full())
            && !has_run(&reduced)
            && self.is_a_search(&product)
    }

    /// Whether the order is that of a search that the table allows, if there is to be one.
    fn is_a_search(&self, product: &Product) -> bool {
        let Some(order) = &self.order else {
            return self.scheme.refuses(Proviso::Cycle).is_none();
        };
        let Some(refuses) = self.scheme.refuses(Proviso::Stack) else {
            return false;
        };
        visits(product, &self.table, order).is_some_and(|visits| {
            visits.iter().map(|visit| &visit.place).eq(order)
                && is_allowed(product, &self.table, &visits, refuses)
        })
    }

    /// Leaves out what is not needed: sets that may be full, then operations and steps.
    pub fn shorten(&mut self) {
        for index in (0..self.table.proper.len()).rev() {
            self.change(|shorter| {
                shorter.table.proper.remove(index);
            });
        }
        for op in (0..self.program.operations.len()).rev() {
            self.change(|shorter| shorter.remove(op));
        }
        for op in (0..self.program.operations.len()).rev() {
            for state in 0..self.program.states {
                self.change(|shorter| shorter.program.operations[op].set(state, None));
            }
        }
        for op in (0..self.program.operations.len()).rev() {
            if self.program.operations[op] == Operation::NOWHERE {
                self.remove(op);
            }
        }
    }

    /// Takes an operation away. The names of those after it change.
    fn remove(&mut self, op: usize) {
        self.program.operations.remove(op);
        let before = (1 << op) - 1;
        for (_, set) in &mut self.table.proper {
            *set = *set & before | *set >> 1 & !before;
        }
    }

    /// Makes a change if what is left is a counterexample.
    fn change(&mut self, change: impl FnOnce(&mut Counterexample)) {
        let mut shorter = self.clone();
        change(&mut shorter);
        shorter.follow_order();
        if shorter.is_valid() {
            *self = shorter;
        }
    }

    /// Where there are fewer steps, a search in the same order may enter less.
    fn follow_order(&mut self) {
        let Some(companion) = self.scheme.companion(&self.automaton) else {
            return;
        };
        let (Some(product), Some(order)) =
            (Product::new(&self.program, &companion), self.order.as_mut())
        else {
            return;
        };
        if let Some(visits) = visits(&product, &self.table, order) {
            *order = visits.iter().map(|visit| visit.place).collect();
            let entered = |key: usize| order.contains(&product.place(key));
            self.table.proper.retain(|&(key, _)| entered(key));
        }
    }
}
