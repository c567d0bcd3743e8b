//! From formulas to small automata.

mod tableau;
#[cfg(test)]
mod tests;
mod verified;
mod wdba;

use crate::automaton::Automaton;
use crate::degeneralize::degeneralize;
use crate::ltl::{Formula, Formulas};
use crate::product::disjoint;
use crate::simulation::{self, Acceptance, Direction};
use crate::trim::{reduce_marks, trim};
use std::fmt;

/// Beyond these sizes an optimisation is given up, not the translation.
const WDBA_STATES: usize = 500;
const PRODUCT_STATES: usize = 100_000;

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
            Self::TooLarge => "the automaton is too large",
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
    let not_f = formulas.negated_nnf(f);
    let not_f = formulas.simplify(not_f);
    let tgba = shrink(&tableau::tableau(formulas, f)?, Acceptance::OnEdges);
    let negation = tableau::tableau(formulas, not_f).map(|a| shrink(&a, Acceptance::OnEdges));
    let finish = |a: &Automaton, acceptance| match &negation {
        Ok(negation) => shrink_verified(a, negation, acceptance),
        Err(_) => a.clone(),
    };
    let tgba = finish(&tgba, Acceptance::OnEdges);
    let mut best = match kind {
        Translation::Generalized => tgba.clone(),
        Translation::Buchi => {
            let order: Vec<u32> = (0..tgba.num_marks()).collect();
            let ba = shrink(&degeneralize(&tgba, &order), Acceptance::OnStates);
            finish(&ba, Acceptance::OnStates)
        }
    };
    if let Ok(negation) = &negation
        && let Some(weak) = obligation(negation, &tgba)
        && size(&weak) < size(&best)
    {
        best = weak;
    }
    Ok(best)
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
