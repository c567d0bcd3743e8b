//! Making a program small while something about it stays true.
//!
//! Every way to make a program smaller by one edit has a number: the walk over the tree counts
//! the places where an edit is possible and makes the one that is asked for. Edits are tried in
//! order, larger ones first, until a whole round changes nothing (Zeller and Hildebrandt's
//! one-minimality: no single edit keeps the property).

mod edit;

use crate::generate::ast::Program;
use edit::Edit;

/// The smallest program that repeated edits of `program` reach and `holds` accepts.
///
/// `budget` bounds the calls of `holds`, each of which may run for a good while.
pub fn shrink(
    program: &Program,
    mut budget: usize,
    mut holds: impl FnMut(&Program) -> bool,
) -> Program {
    let mut best = program.clone();
    loop {
        let before = best.clone();
        let mut number = 0;
        while budget > 0 {
            let mut candidate = best.clone();
            if !Edit::apply(&mut candidate, number) {
                break;
            }
            budget -= 1;
            if candidate != best && holds(&candidate) {
                // The same number now names the next edit at this place.
                best = candidate;
            } else {
                number += 1;
            }
        }
        if best == before || budget == 0 {
            return best;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Knobs, generate};

    #[test]
    fn only_what_is_needed_is_left() {
        let program = generate(3, &Knobs::default());
        let needed = |program: &Program| program.to_string().contains("assert");
        assert!(needed(&program));
        let small = shrink(&program, 10_000, needed);
        assert!(needed(&small));
        assert_eq!(small.proctypes.len() + small.inlines.len(), 1, "{small}");
        assert!(small.to_string().lines().count() <= 4, "{small}");
    }

    #[test]
    fn the_budget_is_kept() {
        let program = generate(3, &Knobs::default());
        let mut calls = 0;
        shrink(&program, 7, |_| {
            calls += 1;
            true
        });
        assert!(calls <= 7);
    }
}
