//! One program of many that differ by names alone.
//!
//! **States.** A counterexample needs only the states that are reached: without the others no operation
//! becomes visible and no two become dependent, and C1 and C3' have less to forbid. So all states are
//! taken to be reached (fewer states are another formula), and numbered in the order in which a breadth-first search from the first
//! one meets them that follows operations in their order. Given the order of operations there is
//! exactly one such numbering. It has three properties, and these are stated:
//!
//! 1. each state but the first is entered from one with a smaller number. The least such is its
//!    parent;
//! 2. parents ascend (not strictly) with their children;
//! 3. of two neighbours with the same parent, some operation leads from it to the first that comes
//!    before all those that lead to the second.
//!
//! **Operations.** A counterexample has a proper set, in some state: with full sets alone nothing is
//! lost. Operations may be given other names, so the first operation is one of that set, and the
//! second one is enabled there and outside of it ([`super::ample`]).

use super::program::Program;
use sat::{Cnf, Lit};

/// States are numbered as they are met.
pub fn in_order_of_discovery(cnf: &mut Cnf, program: &Program) {
    // By state: its parent is this one or has a smaller number.
    let mut by: Vec<Vec<Lit>> = Vec::new();
    for r in 0..program.states {
        let mut row = Vec::new();
        let mut so_far = Lit::FALSE;
        for q in 0..r {
            so_far = cnf.or(&[so_far, program.edge[q][r]]);
            row.push(so_far);
        }
        if r > 0 {
            cnf.add([so_far]);
        }
        by.push(row);
    }
    for r in 1..program.states.saturating_sub(1) {
        let [one, other] = [&by[r], &by[r + 1]];
        for q in 0..r {
            cnf.imply(&[other[q]], &[one[q]]);
            // `q` is the parent of both.
            let mut same = vec![one[q], other[q]];
            if q > 0 {
                same.extend([!one[q - 1], !other[q - 1]]);
            }
            for (op, function) in program.next.iter().enumerate() {
                let earlier: Vec<Lit> = program.next[..op].iter().map(|f| f[q][r]).collect();
                let mut leads = same.clone();
                leads.push(function[q][r + 1]);
                cnf.imply(&leads, &earlier);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operation::{Independence, MAX_STATES, Operation};
    use crate::program;
    use crate::renaming::permutations;
    use sat::{Answer, Limits, solve};

    /// Whether the states of a program are numbered as is demanded.
    fn is_in_order(states: usize, operations: &[Operation]) -> bool {
        let mut cnf = Cnf::new();
        let program = Program::new(&mut cnf, states, operations.len(), 1, Independence::Siegel);
        in_order_of_discovery(&mut cnf, &program);
        for (op, operation) in operations.iter().enumerate() {
            for q in 0..states {
                cnf.add([match operation.at(q) {
                    Some(r) => program.next[op][q][r],
                    None => !program.enabled[op][q],
                }]);
            }
        }
        matches!(solve(cnf, &Limits::default()), Ok(Answer::Model(_)))
    }

    #[test]
    fn of_all_numberings_there_is_one() {
        let mut random = fastrand::Rng::with_seed(2);
        let mut tried = 0;
        while tried < 40 {
            let states = random.usize(2..=4);
            let mut operation = || {
                let to = |random: &mut fastrand::Rng| {
                    (random.u8(..4) != 0).then(|| random.usize(..states))
                };
                let mut operation = Operation::NOWHERE;
                (0..states).for_each(|q| operation.set(q, to(&mut random)));
                operation
            };
            let program = program::Program {
                states,
                initial: 0,
                operations: (0..3).map(|_| operation()).collect(),
                labels: [0; MAX_STATES],
            };
            if program.reached(0, program.all()).count_ones() as usize != states {
                continue;
            }
            tried += 1;
            let renamed = |names: &Vec<usize>| -> Vec<Operation> {
                let steps = |operation: &Operation| -> Vec<(usize, usize)> {
                    let steps = operation.steps();
                    steps.map(|(q, r)| (names[q], names[r])).collect()
                };
                let operations = program.operations.iter();
                operations.map(|op| Operation::new(&steps(op))).collect()
            };
            let in_order = permutations(states)
                .iter()
                .filter(|names| names[0] == 0 && is_in_order(states, &renamed(names)))
                .count();
            assert_eq!(in_order, 1, "{program:?}");
        }
    }
}
