//! Condition C3 as searches meet it: no step of a proper set leads back to the path of a depth-first
//! search.
//!
//! A search enters a state, chooses its sets, and goes on to those successors that it has not seen, in
//! some order. A proper set is refused if a step of it leads to a state on the path, which ends in the
//! state itself. Every cycle of what was searched has an edge back to the path, so C3 implies C3'; but
//! whether a table satisfies it depends on the order. What is decided here is whether *some* order and
//! *some* sets lose all accepting runs: both are tried together, as the search would make its choices.
//! Larger sets and full ones must be tried too, since with fewer edges a state may be entered from
//! elsewhere, with another path.
//!
//! Under [`Refuses::ProgramStates`] (Brunner's projected stack, section 3.4.1 of the thesis) a set is
//! refused if a step leads to a *program* state that is on the path, and the set is a function of the
//! program state and of the program states on the path: where these are the same, so is the set. In the
//! thesis it is a function of the program state and of the projected path, in which they have an order
//! too; so what is lost here is lost with sets as in the thesis.

use crate::choose::Table;
use crate::conditions::Options;
use crate::graph::{MAX_NODES, Nodes, leading_to_acceptance, nodes};
use crate::product::Product;
use crate::program::OpSet;
use std::collections::HashSet;

/// What of the path a proper set must not lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refuses {
    /// A state on the path.
    States,
    /// A program state that is on the path, whatever stands beside it.
    ProgramStates,
}

/// A search that loses all accepting runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    pub table: Table,
    /// What the search entered, in this order: numbers of program state and place, as
    /// [`Product::place`] gives them.
    pub order: Vec<usize>,
}

/// A depth-first search whose sets satisfy C0 to C3 and that finds no accepting run, if there is one.
/// The options are all that satisfy C0 to C2.
pub fn losing_search(product: &Product, options: &Options, refuses: Refuses) -> Option<Lost> {
    let mut walk = Walk {
        product,
        options,
        refuses,
        keys_of: product.keys_of_places(),
        roots: product.first_places(),
        path: Vec::new(),
        seen: 0,
        order: Vec::new(),
        next: [0; MAX_NODES],
        sets: [None; MAX_NODES],
        given: [None; MAX_NODES],
        rows: [0; MAX_NODES],
        hopeless: HashSet::new(),
    };
    walk.go().then(|| walk.lost())
}

struct Walk<'a> {
    product: &'a Product<'a>,
    options: &'a Options,
    refuses: Refuses,
    /// By place: the keys for which sets are chosen there.
    keys_of: [Nodes; MAX_NODES],
    roots: Nodes,
    path: Vec<usize>,
    seen: Nodes,
    order: Vec<usize>,
    /// By place that was entered: where it leads.
    next: [Nodes; MAX_NODES],
    /// By key: the set that was chosen.
    sets: [Option<OpSet>; MAX_NODES],
    /// By key: what its set was to be a function of.
    given: [Option<u8>; MAX_NODES],
    /// The edges of the nodes whose sets are chosen.
    rows: [Nodes; MAX_NODES],
    /// From where nothing is found.
    hopeless: HashSet<Vec<u8>>,
}

impl Walk<'_> {
    /// Goes on from the end of the path. Together with [`Walk::enter`] and [`Walk::choose`] the depth is
    /// at most three times the number of keys.
    fn go(&mut self) -> bool {
        let before = self.path.clone();
        let next = loop {
            let next = match self.path.last() {
                Some(&top) => self.next[top],
                None => self.roots,
            };
            if next & !self.seen != 0 {
                break next & !self.seen;
            }
            if self.path.pop().is_none() {
                return true;
            }
        };
        if self.hopeless.insert(self.picture()) && nodes(next).any(|place| self.enter(place)) {
            return true;
        }
        self.path = before;
        false
    }

    fn enter(&mut self, place: usize) -> bool {
        self.path.push(place);
        self.order.push(place);
        self.seen |= 1 << place;
        self.next[place] = 0;
        if self.choose(place, self.keys_of[place]) {
            return true;
        }
        self.seen &= !(1 << place);
        self.order.pop();
        self.path.pop();
        false
    }

    /// Chooses sets for some keys of a place.
    fn choose(&mut self, place: usize, keys: Nodes) -> bool {
        let Some(key) = nodes(keys).next() else {
            let rows = &self.rows[..self.product.nodes()];
            let good = leading_to_acceptance(rows, self.product.accepting);
            return good & self.product.initial == 0 && self.go();
        };
        let state = self.product.state(key);
        let full = self.product.enabled[state];
        // Where the property cannot go on, nothing follows any set.
        if self.product.places_after(key, full) == 0 {
            return self.choose(place, keys & !(1 << key));
        }
        let given = self.given();
        let next = self.next[place];
        let options = self.options.by_state[state];
        for &set in options.as_slice().iter().chain([&full]) {
            let targets = self.product.places_after(key, set);
            if set != full && self.is_refused(targets) {
                continue;
            }
            if !self.is_function(state, given, set) {
                continue;
            }
            self.next[place] = next | targets;
            self.sets[key] = Some(set);
            self.given[key] = given;
            self.expand(key, set);
            if self.choose(place, keys & !(1 << key)) {
                return true;
            }
            self.sets[key] = None;
            self.expand(key, 0);
        }
        self.next[place] = next;
        false
    }

    fn is_refused(&self, targets: Nodes) -> bool {
        let state = |place: usize| self.product.state(place);
        let meets = |here: usize, there: usize| match self.refuses {
            Refuses::States => here == there,
            Refuses::ProgramStates => state(here) == state(there),
        };
        nodes(targets).any(|target| self.path.iter().any(|&place| meets(place, target)))
    }

    /// Whether the set is that of all keys with this program state for which the same was given.
    fn is_function(&self, state: usize, given: Option<u8>, set: OpSet) -> bool {
        let keys = (0..self.product.keys()).filter(|&key| self.product.state(key) == state);
        let mut alike = keys.filter(|&key| given.is_some() && self.given[key] == given);
        alike.all(|key| self.sets[key].is_none_or(|other| other == set))
    }

    /// The program states on the path, if that is what a set is a function of.
    fn given(&self) -> Option<u8> {
        let states = self.path.iter().map(|&place| self.product.state(place));
        let set = states.fold(0, |set, state| set | 1 << state);
        (self.refuses == Refuses::ProgramStates).then_some(set)
    }

    fn expand(&mut self, key: usize, set: OpSet) {
        let width = self.product.companion.width;
        let first = self.product.state(key) * width;
        for node in first..first + width {
            if self.product.key(node) == key {
                self.rows[node] = self.product.successors(node, set);
            }
        }
    }

    /// All that decides how it may go on.
    fn picture(&self) -> Vec<u8> {
        let mut picture: Vec<u8> = self.path.iter().map(|&place| place as u8).collect();
        picture.push(u8::MAX);
        picture.extend(self.seen.to_le_bytes());
        for key in 0..self.product.keys() {
            if let Some(set) = self.sets[key] {
                picture.extend([key as u8, set, self.given[key].unwrap_or(0)]);
            }
        }
        picture
    }

    fn lost(&self) -> Lost {
        let proper = (0..self.product.keys()).filter_map(|key| {
            let set = self.sets[key]?;
            let full = self.product.enabled[self.product.state(key)];
            (set != full).then_some((key, set))
        });
        Lost {
            table: Table {
                proper: proper.collect(),
            },
            order: self.order.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::buchi::Buchi;
    use crate::buchi::named;
    use crate::conditions::Extent;
    use crate::operation::{Independence, MAX_STATES, Operation};
    use crate::program::Program;
    use crate::scheme::Scheme;

    fn lost(scheme: Scheme, automaton: &Buchi, program: &Program) -> Option<Lost> {
        let companion = scheme.companion(automaton).expect("it is small");
        let product = Product::new(program, &companion).expect("it is small");
        let options = Options::new(program, Independence::Siegel, Extent::All);
        let refuses = match scheme {
            Scheme::StackProjection => Refuses::ProgramStates,
            _ => Refuses::States,
        };
        losing_search(&product, &options, refuses)
    }

    /// The program of Siegel's Fig. 1: one step that p sees, and one that changes nothing.
    fn figure_1() -> Program {
        let mut labels = [0; MAX_STATES];
        labels[1] = 1;
        Program {
            states: 2,
            initial: 0,
            operations: vec![Operation::new(&[(0, 0), (1, 1)]), Operation::new(&[(0, 1)])],
            labels,
        }
    }

    #[test]
    fn what_spin_loses_is_lost_on_a_path() {
        let lost_by = |scheme, name| lost(scheme, &named(name), &figure_1());
        let v0 = lost_by(Scheme::V0, "B1").expect("it is Fig. 2");
        // Beside s0 the step stays where it is, so only (q0, s1) has a proper set.
        assert_eq!(v0.table.proper, [(1, 0b01)]);
        assert_eq!(lost_by(Scheme::V1, "B1"), None);
        assert!(lost_by(Scheme::V1, "B2").is_some());
    }

    /// A step that stays leads to the program state it came from, which is on every path that ends
    /// there.
    #[test]
    fn the_projected_stack_refuses_more() {
        assert_eq!(
            lost(Scheme::StackProjection, &named("B2"), &figure_1()),
            None
        );
    }

    /// Everything in the order is there once, and only what was entered has sets.
    #[test]
    fn an_order_is_that_of_a_search() {
        let found = lost(Scheme::V1, &named("B2"), &figure_1()).expect("it is lost");
        let mut places = found.order.clone();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), found.order.len());
        let entered = |(key, _): &(usize, OpSet)| found.order.contains(key);
        assert!(found.table.proper.iter().all(entered));
    }
}
