//! A depth-first search as variables, and condition C3 on its path.
//!
//! No step is numbered. A search is a forest on the places that it enters and an order of them, such
//! that
//!
//! 1. a place is the root of a tree, and one to begin with; or it has a parent, from which a step of the
//!    reduced product leads to it;
//! 2. all places to begin with are entered;
//! 3. a place comes before what is below it; and if something else comes after a place, it comes after
//!    all that is below that place;
//! 4. a step leads to what came before, to what is below, or to the place itself.
//!
//! *These are the searches.* The forest and the order of a search have the four properties: when a place
//! is left, all that its steps lead to was entered, before the place or below it. Conversely, let a search
//! enter next, of what it may enter, that which comes first in the order. By induction it enters the
//! places in their order, each from its parent: let `v` be next in the order. By 4 everything that was
//! entered and is not above `v` leads only to what was entered: it comes before `v`, so by 3 what is below
//! it comes before `v`. So the search leaves all of it, and is at the parent of `v`, or at the root of all
//! trees, with `v` to be entered.

use super::moves::Moves;
use super::subject::Subject;
use crate::path::Refuses;
use crate::program::members;
use crate::scheme::Companion;
use sat::{Cnf, Lit, Model};
use std::cmp::Ordering;

/// The variables of a search.
pub struct Search {
    /// Program state, and what stands beside it.
    places: Vec<(usize, usize)>,
    entered: Vec<Lit>,
    /// By two places: the first comes before the second.
    before: Vec<Vec<Lit>>,
    /// By two places: the first is on the path when the second is entered, and is not the second.
    above: Vec<Vec<Lit>>,
}

impl Search {
    pub fn new(cnf: &mut Cnf, subject: Subject, refuses: Refuses, moves: &mut Moves) -> Search {
        let places = subject.places();
        let count = places.len();
        let search = Search {
            entered: cnf.variables_of(count),
            before: order(cnf, count),
            above: (0..count).map(|_| cnf.variables_of(count)).collect(),
            places,
        };
        search.forest(cnf, subject, moves);
        search.intervals(cnf);
        search.proviso(cnf, subject, refuses, moves);
        if refuses == Refuses::ProgramStates {
            search.function(cnf, subject);
        }
        search
    }

    /// What the search enters, in its order, as the lab numbers places.
    pub fn order(&self, model: &Model, companion: &Companion) -> Vec<usize> {
        let all = 0..self.places.len();
        let mut entered: Vec<usize> = all.filter(|&v| model.holds(self.entered[v])).collect();
        entered.sort_by(|&u, &v| match (u == v, model.holds(self.before[u][v])) {
            (true, _) => Ordering::Equal,
            (false, true) => Ordering::Less,
            (false, false) => Ordering::Greater,
        });
        let number = |v: usize| self.places[v].0 * companion.keys + self.places[v].1;
        entered.into_iter().map(number).collect()
    }

    /// Properties 1, 2 and 4, and what is above what.
    fn forest(&self, cnf: &mut Cnf, subject: Subject, moves: &mut Moves) {
        let count = self.places.len();
        let steps = self.steps(cnf, subject, moves);
        for (v, &place) in self.places.iter().enumerate() {
            let first = subject.is_first(cnf, place);
            cnf.imply(&[first], &[self.entered[v]]);
            let root = cnf.variable();
            cnf.imply(&[root], &[first]);
            cnf.imply(&[root], &[self.entered[v]]);
            let mut entries = vec![root];
            for (u, row) in steps.iter().enumerate() {
                cnf.imply(&[self.above[u][v]], &[self.entered[v]]);
                cnf.imply(&[root], &[!self.above[u][v]]);
                let step = row[v];
                if u == v || step == Lit::FALSE {
                    continue;
                }
                cnf.imply(
                    &[self.entered[u], step],
                    &[self.before[v][u], self.above[u][v]],
                );
                cnf.imply(&[self.entered[u], step], &[self.entered[v]]);
                let parent = cnf.variable();
                entries.push(parent);
                for all in [step, self.entered[u], self.above[u][v]] {
                    cnf.imply(&[parent], &[all]);
                }
                for w in (0..count).filter(|&w| w != u) {
                    cnf.imply(&[parent, self.above[w][u]], &[self.above[w][v]]);
                    cnf.imply(&[parent, self.above[w][v]], &[self.above[w][u]]);
                }
            }
            cnf.imply(&[self.entered[v]], &entries);
            cnf.at_most_one(&entries);
        }
    }

    /// Property 3.
    fn intervals(&self, cnf: &mut Cnf) {
        let count = self.places.len();
        for u in 0..count {
            cnf.add([!self.above[u][u]]);
            for v in (0..count).filter(|&v| v != u) {
                cnf.imply(&[self.above[u][v]], &[self.before[u][v]]);
                for below in (0..count).filter(|&below| below != u && below != v) {
                    cnf.imply(
                        &[self.entered[v], self.before[u][v], self.above[u][below]],
                        &[self.above[u][v], self.before[below][v]],
                    );
                }
            }
        }
    }

    /// By two places: what was chosen for the first leads to the second.
    fn steps(&self, cnf: &mut Cnf, subject: Subject, moves: &mut Moves) -> Vec<Vec<Lit>> {
        let Subject { program, table, .. } = subject;
        let mut steps = Vec::new();
        for &(q, p) in &self.places {
            let mut ways: Vec<Vec<Lit>> = vec![Vec::new(); self.places.len()];
            for key in subject.keys_of(p) {
                let real = subject.is_real(cnf, q, key);
                let kept: Vec<Lit> = (0..program.operations)
                    .map(|op| !table.left_out(cnf, q, key, op))
                    .collect();
                for r in 0..program.states {
                    let by: Vec<Lit> = (0..program.operations)
                        .map(|op| cnf.and(program.next[op][q][r], kept[op]))
                        .collect();
                    let goes = cnf.or(&by);
                    let goes = cnf.and(goes, real);
                    for (to, &(state, next)) in self.places.iter().enumerate() {
                        if state == r {
                            let moved = subject.moved(cnf, (q, key), (r, next), moves);
                            ways[to].push(cnf.and(goes, moved));
                        }
                    }
                }
            }
            let row = ways.into_iter().map(|ways| {
                let possible: Vec<Lit> =
                    ways.into_iter().filter(|&way| way != Lit::FALSE).collect();
                cnf.or(&possible)
            });
            steps.push(row.collect());
        }
        steps
    }

    /// By place and program state: the state is on the path before the place.
    fn projected(&self, cnf: &mut Cnf, v: usize, state: usize) -> Lit {
        let places = (0..self.places.len()).filter(|&u| self.places[u].0 == state);
        let above: Vec<Lit> = places.map(|u| self.above[u][v]).collect();
        cnf.or(&above)
    }

    /// C3: no step of a proper set leads back to the path. Sets are chosen where the search comes.
    fn proviso(&self, cnf: &mut Cnf, subject: Subject, refuses: Refuses, moves: &mut Moves) {
        let Subject { program, table, .. } = subject;
        for (v, &(q, p)) in self.places.iter().enumerate() {
            let projected: Vec<Lit> = (0..program.states)
                .map(|r| self.projected(cnf, v, r))
                .collect();
            for key in subject.keys_of(p) {
                let real = subject.is_real(cnf, q, key);
                for &chosen in &table.chosen[q][key] {
                    cnf.imply(&[chosen], &[self.entered[v]]);
                    cnf.imply(&[chosen], &[real]);
                }
                for (to, &(r, next)) in self.places.iter().enumerate() {
                    let moved = subject.moved(cnf, (q, key), (r, next), moves);
                    let on_path = match refuses {
                        Refuses::States if to == v => Lit::TRUE,
                        Refuses::States => self.above[to][v],
                        Refuses::ProgramStates if r == q => Lit::TRUE,
                        Refuses::ProgramStates => projected[r],
                    };
                    if moved == Lit::FALSE {
                        continue;
                    }
                    for (&set, &chosen) in table.sets.iter().zip(&table.chosen[q][key]) {
                        for op in members(set) {
                            let step = [chosen, program.next[op][q][r], moved];
                            cnf.imply(&step, &[!on_path]);
                        }
                    }
                }
            }
        }
    }

    /// The set is a function of the program state and the program states on the path, wherever the
    /// property can go on. (By the projected stack, what stands beside a program state is a place and a
    /// key.)
    fn function(&self, cnf: &mut Cnf, subject: Subject) {
        let Subject { program, table, .. } = subject;
        let lives: Vec<Lit> = self
            .places
            .iter()
            .map(|&(q, key)| subject.goes_on(cnf, q, key))
            .collect();
        for (v, &(q, key)) in self.places.iter().enumerate() {
            for &chosen in &table.chosen[q][key] {
                cnf.imply(&[chosen], &[lives[v]]);
            }
            for (u, &(_, other)) in self.places[..v]
                .iter()
                .enumerate()
                .filter(|(_, place)| place.0 == q)
            {
                let mut differ = Vec::new();
                for r in (0..program.states).filter(|&r| r != q) {
                    let [one, two] = [u, v].map(|place| self.projected(cnf, place, r));
                    let differs = cnf.variable();
                    cnf.imply(&[differs], &[one, two]);
                    cnf.imply(&[differs], &[!one, !two]);
                    differ.push(differs);
                }
                let both = [self.entered[u], self.entered[v], lives[u], lives[v]];
                let sets = table.chosen[q][key].iter().zip(&table.chosen[q][other]);
                for (&one, &two) in sets {
                    for [one, two] in [[one, two], [two, one]] {
                        let if_all = [both[0], both[1], both[2], both[3], one];
                        cnf.imply(&if_all, &[&[two], differ.as_slice()].concat());
                    }
                }
            }
        }
    }
}

/// By two of so many: the first comes before the second.
fn order(cnf: &mut Cnf, count: usize) -> Vec<Vec<Lit>> {
    let mut before = vec![vec![Lit::FALSE; count]; count];
    for (u, v) in (0..count).flat_map(|u| (0..u).map(move |v| (u, v))) {
        before[u][v] = cnf.variable();
        before[v][u] = !before[u][v];
    }
    for u in 0..count {
        for v in (0..count).filter(|&v| v != u) {
            for w in (0..count).filter(|&w| w != u && w != v) {
                cnf.imply(&[before[u][v], before[v][w]], &[before[u][w]]);
            }
        }
    }
    before
}
