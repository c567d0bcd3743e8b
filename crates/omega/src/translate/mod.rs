//! From formulas to small automata.

mod tableau;
#[cfg(test)]
mod tests;
mod verified;
mod wdba;

use crate::automaton::Automaton;
use crate::boolean::Pair;
use crate::degeneralize::degeneralize;
use crate::emptiness::find_run;
use crate::ltl::{Formula, Formulas};
use crate::onthefly::Product;
use crate::simulation::{self, Acceptance, Direction};
use crate::trim::{reduce_marks, trim};
use std::fmt;
use tableau::{Limits, tableau};

/// A formula that needs more has no automaton here.
const LIMITS: Limits = Limits {
    states: 20_000,
    edges: 1_000_000,
    nodes: 1_000_000,
};

/// The automaton of the negation only serves to verify reductions; it must not cost more than they
/// gain.
const NEGATION_LIMITS: Limits = Limits {
    states: 300,
    edges: 10_000,
    nodes: 100_000,
};

/// Beyond these sizes an optimisation is given up, not the translation.
const WDBA_STATES: usize = 500;
const PRODUCT_STATES: usize = 100_000;
const MAX_PERMUTED: u32 = 4;
const MANY_LEVELS: usize = 2_000;

/// Why a formula has no automaton here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TranslateError {
    TooManyPropositions,
    TooManyMarks,
    TooLarge,
}

impl fmt::Display for TranslateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooManyPropositions => "the formula has more than 64 propositions",
            Self::TooManyMarks => "the automaton needs more than 64 acceptance marks",
            Self::TooLarge => {
                "the automaton is too large: more than 20000 states, or too many choices at one"
            }
        })
    }
}

impl std::error::Error for TranslateError {}

/// Which automaton is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Translation {
    /// Generalized, marks on edges: the smallest, and what the checker searches with.
    Generalized,
    /// One mark, on states: what SPIN and most other tools read.
    Buchi,
}

/// A trim automaton whose language is the set of models of `f`.
pub fn translate(
    formulas: &mut Formulas,
    f: Formula,
    kind: Translation,
) -> Result<Automaton, TranslateError> {
    let f = formulas.simplify(f);
    let tgba = shrink(&tableau(formulas, f, LIMITS)?, Acceptance::OnEdges);
    let not_f = formulas.negated_nnf(f);
    let not_f = formulas.simplify(not_f);
    let Ok(negation) = tableau(formulas, not_f, NEGATION_LIMITS) else {
        return Ok(match kind {
            Translation::Generalized => tgba,
            Translation::Buchi => state_based(&tgba),
        });
    };
    let negation = shrink(&negation, Acceptance::OnEdges);
    let tgba = shrink_verified(&tgba, &negation, Acceptance::OnEdges);
    let best = match kind {
        Translation::Generalized => tgba.clone(),
        Translation::Buchi => shrink_verified(&state_based(&tgba), &negation, Acceptance::OnStates),
    };
    // Of two automata with the same number of states, the deterministic one is worth more.
    Ok(match obligation(&negation, &tgba) {
        Some(weak) if weak.num_states() <= best.num_states() => weak,
        _ => best,
    })
}

/// The smallest state-based automaton over the orders in which the marks can be waited for.
fn state_based(tgba: &Automaton) -> Automaton {
    let mut orders = orders(tgba.num_marks());
    if tgba.edges().len() * tgba.num_marks() as usize > MANY_LEVELS {
        orders.truncate(1);
    }
    let candidates = orders
        .iter()
        .map(|order| shrink(&degeneralize(tgba, order), Acceptance::OnStates));
    candidates
        .min_by_key(size)
        .unwrap_or_else(|| unreachable!("there is at least one order"))
}

/// All permutations of a few marks; the rotations of many.
fn orders(count: u32) -> Vec<Vec<u32>> {
    if count > MAX_PERMUTED {
        let rotation = |r: u32| (0..count).map(|m| (m + r) % count).collect();
        return (0..count).map(rotation).collect();
    }
    let mut orders = vec![Vec::new()];
    for m in 0..count {
        orders = orders
            .iter()
            .flat_map(|order: &Vec<u32>| {
                (0..=order.len()).map(move |at| {
                    let mut longer = order.clone();
                    longer.insert(at, m);
                    longer
                })
            })
            .collect();
    }
    orders
}

fn shrink_verified(a: &Automaton, negation: &Automaton, acceptance: Acceptance) -> Automaton {
    let mut best = a.clone();
    loop {
        let merged = verified::merge(&best, negation, acceptance);
        if merged.num_states() >= best.num_states() {
            return best;
        }
        best = shrink(&merged, acceptance);
    }
}

/// The minimal weak deterministic automaton, if the language of `tgba` is an obligation.
fn obligation(negation: &Automaton, tgba: &Automaton) -> Option<Automaton> {
    let candidate = wdba::candidate(tgba, WDBA_STATES)?;
    let complement = candidate.complement();
    if !disjoint(tgba, &complement, PRODUCT_STATES)? {
        return None;
    }
    let weak = candidate.trimmed();
    disjoint(&weak, negation, PRODUCT_STATES)?.then_some(weak)
}

/// Whether no word is accepted by both; `None` if the product has more than `limit` states.
fn disjoint(a: &Automaton, b: &Automaton, limit: usize) -> Option<bool> {
    let pair = Pair::new(a, b).ok()?.few_marks();
    let mut guards = pair.right.guards().clone();
    let common = find_run(Product::new(&pair.left, &pair.right), &mut guards, limit);
    common.ok().map(|run| run.is_none())
}

fn size(a: &Automaton) -> (usize, usize) {
    (a.num_states(), a.edges().len())
}

/// Simulation reductions until nothing gets smaller.
fn shrink(a: &Automaton, acceptance: Acceptance) -> Automaton {
    let clean = |a: &Automaton| match acceptance {
        Acceptance::OnEdges => reduce_marks(&trim(a)),
        Acceptance::OnStates => trim(a),
    };
    let mut best = clean(a);
    loop {
        let direct = clean(&simulation::reduce(&best, Direction::Direct, acceptance));
        let both = clean(&simulation::reduce(&direct, Direction::Reverse, acceptance));
        if size(&both) >= size(&best) {
            return best;
        }
        best = both;
    }
}
