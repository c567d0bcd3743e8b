//! Steps that a run does not need (after Zeller and Hildebrandt, IEEE TSE 2002: halves first, then
//! smaller and smaller parts).

use super::script::Placed;
use super::{Budget, Evidence, interpreter};
use program::State;
use program::interpreter::{Interpreter, Move};
use std::collections::BTreeSet;

/// The run without steps that it does not need, as far as the budget goes.
///
/// With a step everything goes that is not possible without it: the rest of its process, and what
/// others do with what that would have done. What a process does in a cycle must often go together,
/// or the cycle does not close; so that comes first.
pub fn remove<E: Evidence>(mut evidence: E, budget: &mut Budget) -> E {
    let pids: BTreeSet<usize> = evidence.records().iter().map(|r| r.step.pid).collect();
    for pid in pids {
        let (stem, end) = (evidence.stem(), evidence.records().len());
        for part in [0..end, stem..end] {
            let records = evidence.records();
            let of_process = |&index: &usize| records[index].step.pid == pid;
            let gone = part.filter(of_process).collect();
            evidence = attempt(evidence, &gone, budget).unwrap_or_else(|same| same);
            if evidence.records().len() < end {
                break;
            }
        }
    }
    let mut size = evidence.records().len().div_ceil(2);
    while size > 0 {
        let mut start = 0;
        while start < evidence.records().len() - evidence.fixed() {
            let end = evidence.records().len() - evidence.fixed();
            let gone = (start..end.min(start + size)).collect();
            match attempt(evidence, &gone, budget) {
                Ok(shorter) => evidence = shorter,
                Err(same) => {
                    evidence = same;
                    start += size;
                }
            }
        }
        size /= 2;
    }
    evidence
}

/// The same evidence without some of its steps; else what it was.
fn attempt<E: Evidence>(evidence: E, gone: &BTreeSet<usize>, budget: &mut Budget) -> Result<E, E> {
    // What comes after the first of them is executed, and then all that is left.
    let length = evidence.records().len();
    let first = gone.first().copied().unwrap_or(length);
    if first == length || !budget.spend(evidence.cost(2 * length - first)) {
        return Err(evidence);
    }
    without(&evidence, gone, first).ok_or(evidence)
}

fn without<E: Evidence>(evidence: &E, gone: &BTreeSet<usize>, first: usize) -> Option<E> {
    let records = evidence.records();
    let interpreter = interpreter(evidence);
    let mut state = records[first].before.clone();
    let stem = evidence.stem();
    let fixed = stem - evidence.fixed()..stem;
    let mut moves = [Vec::new(), Vec::new()];
    for (index, record) in records.iter().enumerate() {
        if gone.contains(&index) {
            continue;
        }
        let part = &mut moves[usize::from(index >= stem)];
        if index < first {
            part.push(record.step);
            continue;
        }
        let placed = Placed::new(&interpreter, &record.before, record.step);
        match execute(&interpreter, &placed, &mut state) {
            Some(step) => part.push(step),
            None if fixed.contains(&index) => return None,
            None => {}
        }
    }
    let [before, cycle] = moves;
    let length = before.len() + cycle.len();
    let shorter = evidence.again(&before, &cycle)?;
    // Confirming a cycle may take another round of it.
    (shorter.records().len() == length).then_some(shorter)
}

fn execute(interpreter: &Interpreter<'_>, placed: &Placed, state: &mut State) -> Option<Move> {
    let (step, after) = placed.execute(interpreter, state)?;
    *state = after;
    Some(step)
}
