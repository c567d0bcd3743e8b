//! Proper ample sets as variables: C0, C1 and C2 for each state and each set of operations, and a
//! table with C3'.
//!
//! What C1 and C3' speak of, *reached by operations outside of the set* and *reached along restricted
//! keys*, is stated by closure alone ([`super::closed`]).

use super::closed::acyclic;
use super::moves::Moves;
use super::program::Program;
use crate::program::{OpSet, members};
use crate::scheme::Companion;
use sat::{Cnf, Lit};

/// The variables of a table.
pub struct Table {
    /// All sets that may be proper.
    pub sets: Vec<OpSet>,
    /// By program state, what else a set may depend on, and set: it is the one that was chosen.
    pub chosen: Vec<Vec<Vec<Lit>>>,
}

impl Table {
    pub fn new(cnf: &mut Cnf, program: &Program, companion: &Companion) -> Table {
        let all = (1u32 << program.operations) - 1;
        let sets: Vec<OpSet> = (1..all).map(|set| set as OpSet).collect();
        let mut chosen = Vec::new();
        for q in 0..program.states {
            let ample: Vec<Lit> = sets
                .iter()
                .map(|&set| ample(cnf, program, q, set))
                .collect();
            let mut by_key = Vec::new();
            for _ in 0..companion.keys {
                let one = cnf.variables_of(sets.len());
                for (&chosen, &ample) in one.iter().zip(&ample) {
                    cnf.imply(&[chosen], &[ample]);
                }
                cnf.at_most_one(&one);
                by_key.push(one);
            }
            chosen.push(by_key);
        }
        let table = Table { sets, chosen };
        table.has_a_proper_set(cnf, program);
        table
    }

    /// Whether an operation is left out at a key.
    pub fn left_out(&self, cnf: &mut Cnf, q: usize, key: usize, op: usize) -> Lit {
        let without = self.sets.iter().zip(&self.chosen[q][key]);
        let without: Vec<Lit> = without
            .filter(|(set, _)| **set >> op & 1 == 0)
            .map(|(_, &chosen)| chosen)
            .collect();
        cnf.or(&without)
    }

    /// Some set has the first operation and leaves out the second, which is enabled. Operations are
    /// named so: see [`super::symmetry`].
    fn has_a_proper_set(&self, cnf: &mut Cnf, program: &Program) {
        let mut somewhere = Vec::new();
        for (q, by_key) in self.chosen.iter().enumerate() {
            let here = cnf.variable();
            let chosen = by_key.iter().flat_map(|row| self.sets.iter().zip(row));
            let fitting: Vec<Lit> = chosen
                .filter(|(set, _)| **set & 0b11 == 0b01)
                .map(|(_, &chosen)| chosen)
                .collect();
            cnf.imply(&[here], &fitting);
            cnf.imply(&[here], &[program.enabled[1][q]]);
            somewhere.push(here);
        }
        cnf.add(somewhere);
    }

    /// C3': every cycle of the reduced keys has a full one. So the restricted ones have no cycle
    /// among themselves.
    pub fn cycles(
        &self,
        cnf: &mut Cnf,
        program: &Program,
        companion: &Companion,
        moves: &mut Moves,
    ) {
        let keys: Vec<(usize, usize)> = (0..program.states)
            .flat_map(|q| (0..companion.keys).map(move |k| (q, k)))
            .collect();
        let restricted: Vec<Lit> = keys
            .iter()
            .map(|&(q, k)| cnf.or(&self.chosen[q][k]))
            .collect();
        let mut edges = vec![vec![Lit::FALSE; keys.len()]; keys.len()];
        for (from, &(q, k)) in keys.iter().enumerate() {
            for (to, &(r, next)) in keys.iter().enumerate() {
                let moved = moves.literal(cnf, program, (q, r), |a, b| {
                    companion.key_step[a][b][k] >> next & 1 == 1
                });
                if moved == Lit::FALSE {
                    continue;
                }
                let edge = cnf.variable();
                edges[from][to] = edge;
                for (&set, &chosen) in self.sets.iter().zip(&self.chosen[q][k]) {
                    for op in members(set) {
                        let step = [chosen, program.next[op][q][r], moved, restricted[to]];
                        cnf.imply(&step, &[edge]);
                    }
                }
            }
        }
        acyclic(cnf, &edges);
    }
}

/// A literal that implies that a set is proper and ample in a state.
fn ample(cnf: &mut Cnf, program: &Program, q: usize, set: OpSet) -> Lit {
    let ample = cnf.variable();
    let outside: Vec<usize> = (0..program.operations)
        .filter(|op| set >> op & 1 == 0)
        .collect();
    for op in members(set) {
        cnf.imply(&[ample], &[program.enabled[op][q]]);
        cnf.imply(&[ample], &[program.invisible[op]]);
    }
    let left: Vec<Lit> = outside.iter().map(|&op| program.enabled[op][q]).collect();
    cnf.imply(&[ample], &left);
    let reached = cnf.variables_of(program.states);
    cnf.imply(&[ample], &[reached[q]]);
    for r in 0..program.states {
        for &op in &outside {
            for next in 0..program.states {
                cnf.imply(&[reached[r], program.next[op][r][next]], &[reached[next]]);
            }
            for inside in members(set) {
                let both = [reached[r], program.enabled[op][r]];
                cnf.imply(&both, &[program.independent[op][inside]]);
            }
        }
    }
    ample
}
