//! What stands beside the program, and how it moves: a matter of two labels.

use super::program::Program;
use crate::buchi::MAX_LETTERS;
use sat::{Cnf, Lit};
use std::collections::HashMap;

/// Literals that say that the labels of two states are one of some pairs. Each is made once.
#[derive(Default)]
pub struct Moves {
    pairs: HashMap<(usize, usize, u16), Lit>,
}

impl Moves {
    /// Whether a relation of letters holds of the labels of two states.
    pub fn literal(
        &mut self,
        cnf: &mut Cnf,
        program: &Program,
        (q, r): (usize, usize),
        holds: impl Fn(usize, usize) -> bool,
    ) -> Lit {
        let letters = 0..program.letters;
        // Of a state and itself only pairs of equal letters matter, so all that is left depends on
        // the first.
        let holds = |a: usize, b: usize| if q == r { holds(a, a) } else { holds(a, b) };
        let mut pairs = 0u16;
        for a in letters.clone() {
            for b in letters.clone().filter(|&b| holds(a, b)) {
                pairs |= 1 << (a * MAX_LETTERS + b);
            }
        }
        if let Some(&known) = self.pairs.get(&(q, r, pairs)) {
            return known;
        }
        let has = |a: usize, b: usize| pairs >> (a * MAX_LETTERS + b) & 1 == 1;
        // By letter of the first state: the letters of the second.
        let rows: Vec<Vec<usize>> = letters
            .clone()
            .map(|a| letters.clone().filter(|&b| has(a, b)).collect())
            .collect();
        let literal = if rows.windows(2).all(|two| two[0] == two[1]) {
            one_of(cnf, &program.label[r], &rows[0])
        } else {
            let cases: Vec<Lit> = letters
                .map(|a| {
                    let second = one_of(cnf, &program.label[r], &rows[a]);
                    cnf.and(program.label[q][a], second)
                })
                .collect();
            either(cnf, &cases)
        };
        self.pairs.insert((q, r, pairs), literal);
        literal
    }
}

/// The label is one of these.
pub fn one_of(cnf: &mut Cnf, label: &[Lit], letters: &[usize]) -> Lit {
    if letters.len() == label.len() {
        return Lit::TRUE;
    }
    let chosen: Vec<Lit> = letters.iter().map(|&a| label[a]).collect();
    cnf.or(&chosen)
}

fn either(cnf: &mut Cnf, cases: &[Lit]) -> Lit {
    let possible: Vec<Lit> = cases
        .iter()
        .copied()
        .filter(|&case| case != Lit::FALSE)
        .collect();
    cnf.or(&possible)
}
