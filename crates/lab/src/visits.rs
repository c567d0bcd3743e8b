//! The depth-first search that a counterexample is about: what it enters, and with which path.
//!
//! It is that of section 5.2 of Brunner's thesis: when the search enters a state it asks for the
//! successors, and the path is part of the question. In which order successors are entered is left open,
//! so a counterexample has an order; and it has a table, since each state is entered once.

use crate::choose::Table;
use crate::graph::{MAX_NODES, Nodes, nodes};
use crate::hunt::Counterexample;
use crate::operation::StateSet;
use crate::path::Refuses;
use crate::product::Product;
use crate::program::OpSet;
use crate::scheme::Proviso;
use std::collections::BTreeMap;

/// A place that a search enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    pub place: usize,
    /// The places on the path, this one included.
    pub path: Nodes,
    /// Their program states: the projected path.
    pub projected: StateSet,
}

/// What a search enters that follows a table and, of several new places, enters that first which comes
/// first in an order. `None` if it meets a place that is not in the order.
pub fn visits(product: &Product, table: &Table, order: &[usize]) -> Option<Vec<Visit>> {
    let mut rank = [None; MAX_NODES];
    for (index, &place) in order.iter().enumerate() {
        *rank.get_mut(place)? = Some(index);
    }
    let keys_of = product.keys_of_places();
    let mut visits: Vec<Visit> = Vec::new();
    let mut path: Vec<(usize, Nodes)> = Vec::new();
    let mut seen: Nodes = 0;
    loop {
        let next = path.last().map_or(product.first_places(), |top| top.1) & !seen;
        if next == 0 {
            if path.pop().is_none() {
                return Some(visits);
            }
            continue;
        }
        let ranks: Option<Vec<usize>> = nodes(next).map(|place| rank[place]).collect();
        let place = order[ranks?.into_iter().min()?];
        let after = nodes(keys_of[place]).fold(0, |after, key| {
            after | product.places_after(key, table.set(product, key))
        });
        path.push((place, after));
        seen |= 1 << place;
        let on_path = path.iter().map(|&(place, _)| place);
        visits.push(Visit {
            place,
            path: on_path.clone().fold(0, |set, place| set | 1 << place),
            projected: on_path.fold(0, |set, place| set | 1 << product.state(place)),
        });
    }
}

/// Whether the sets of a table satisfy C3 when they are asked for, and are what a set may be a function
/// of: by the projected stack, of program state and projected path.
pub fn is_allowed(product: &Product, table: &Table, visits: &[Visit], refuses: Refuses) -> bool {
    let keys_of = product.keys_of_places();
    let mut function: BTreeMap<(StateSet, usize), OpSet> = BTreeMap::new();
    visits.iter().all(|visit| {
        nodes(keys_of[visit.place]).all(|key| {
            let state = product.state(key);
            let full = product.enabled[state];
            // Where the property cannot go on, nothing follows any set.
            if product.places_after(key, full) == 0 {
                return true;
            }
            let set = table.set(product, key);
            let leads_back = nodes(product.places_after(key, set)).any(|place| match refuses {
                Refuses::States => visit.path >> place & 1 == 1,
                Refuses::ProgramStates => visit.projected >> product.state(place) & 1 == 1,
            });
            let is_function = match refuses {
                Refuses::States => true,
                Refuses::ProgramStates => {
                    *function.entry((visit.projected, state)).or_insert(set) == set
                }
            };
            is_function && (set == full || !leads_back)
        })
    })
}

/// A proper set of the projected stack, and what it is a function of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Projected {
    /// The program states on the path.
    pub path: StateSet,
    pub state: usize,
    pub set: OpSet,
}

impl Counterexample {
    /// The proper sets of the projected stack, in the order in which a search asks for them. `None` for
    /// other schemes.
    pub fn projected(&self) -> Option<Vec<Projected>> {
        if self.scheme.refuses(Proviso::Stack) != Some(Refuses::ProgramStates) {
            return None;
        }
        let companion = self.scheme.companion(&self.automaton)?;
        let product = Product::new(&self.program, &companion)?;
        let mut sets = Vec::new();
        for visit in visits(&product, &self.table, self.order.as_ref()?)? {
            let here = self.table.proper.iter();
            for &(_, set) in here.filter(|(key, _)| product.place(*key) == visit.place) {
                let entry = Projected {
                    path: visit.projected,
                    state: product.state(visit.place),
                    set,
                };
                if !sets.contains(&entry) {
                    sets.push(entry);
                }
            }
        }
        Some(sets)
    }
}
