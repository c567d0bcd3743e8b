//! Detours: what happens between two occurrences of one state.

use super::{Budget, Evidence, moves};
use program::interpreter::Move;
use std::collections::HashMap;
use std::ops::Range;

/// The run without its detours, before the cycle if it has one.
///
/// A finite run ends in the same state without them. An infinite one is judged by all states that
/// it passes, so there a detour may be what is bad: then they are left out one by one, as far as the
/// budget goes.
pub fn cut<E: Evidence>(evidence: E, budget: &mut Budget) -> E {
    let detours = find(&evidence);
    if detours.is_empty() {
        return evidence;
    }
    let mut direct = evidence.records().to_vec();
    // From the last to the first, so that the others stay where they are.
    for detour in detours.iter().rev() {
        direct.drain(detour.clone());
    }
    let gone = evidence.records().len() - direct.len();
    let (stem, cycle) = split(moves(&direct), evidence.stem() - gone);
    if let Some(shorter) = evidence.again(&stem, &cycle) {
        return shorter;
    }
    let mut evidence = evidence;
    for detour in detours.into_iter().rev() {
        if !budget.spend(evidence.cost(evidence.records().len())) {
            break;
        }
        let mut shorter = moves(evidence.records());
        let stem = evidence.stem() - detour.len();
        shorter.drain(detour);
        let (stem, cycle) = split(shorter, stem);
        evidence = evidence.again(&stem, &cycle).unwrap_or(evidence);
    }
    evidence
}

/// The steps of each detour: from a state to the last time that it is passed.
fn find<E: Evidence>(evidence: &E) -> Vec<Range<usize>> {
    let stem = &evidence.records()[..evidence.stem()];
    // A step that must stay the last is taken in the state before it.
    let free = stem.len() - evidence.fixed();
    let states = stem.iter().map(|record| record.before.bytes());
    let end = stem.last().map(|record| record.after.bytes());
    let states: Vec<&[u8]> = states.chain(end).take(free + 1).collect();
    let mut last = HashMap::new();
    for (index, state) in states.iter().enumerate() {
        last.insert(*state, index);
    }
    let mut detours = Vec::new();
    let mut at = 0;
    while at < states.len() {
        let back = last[states[at]];
        if back > at {
            detours.push(at..back);
        }
        at = back + 1;
    }
    detours
}

fn split(mut moves: Vec<Move>, stem: usize) -> (Vec<Move>, Vec<Move>) {
    let cycle = moves.split_off(stem);
    (moves, cycle)
}
