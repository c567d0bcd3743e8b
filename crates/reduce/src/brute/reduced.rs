//! The graph that a selector of steps leaves, walked without a search.

use super::Chosen;
use super::graph::{Unfinished, operations};
use hashbrown::HashSet;
use program::{Step, Successors, TransitionSystem};

/// Walks the states of a system by the steps that `select` gives, from which the sets can be
/// [tested](super::check). It is asked once for each state, directly after the system expanded it,
/// and not where there is a fault; `None` means all steps.
pub fn reduced<S: TransitionSystem>(
    system: &mut S,
    limit: usize,
    mut select: impl FnMut(&mut S, &[Step]) -> Option<Vec<Step>>,
) -> Result<Vec<Chosen>, Unfinished> {
    let mut moves = Successors::default();
    system.initial(&mut moves);
    let (_, first) = moves.iter().next().ok_or(Unfinished::NoState)?;
    let mut waiting = vec![first.to_vec()];
    let mut seen: HashSet<Vec<u8>> = waiting.iter().cloned().collect();
    let mut chosen = Vec::new();
    while let Some(state) = waiting.pop() {
        if chosen.len() == limit {
            return Err(Unfinished::States(limit));
        }
        moves.clear();
        system.expand(&state, &mut moves);
        let mut steps: Vec<Step> = moves.iter().map(|(found, _)| found.step).collect();
        if !moves.faults.is_empty() {
            steps.extend(&moves.faults);
        } else if let Some(some) = select(system, &steps) {
            steps = some;
        }
        let (_, found) = operations(system, state.clone())?;
        for found in found {
            if let Some(target) = found.target
                && steps.contains(&found.first)
                && seen.insert(target.clone())
            {
                waiting.push(target);
            }
        }
        chosen.push(Chosen {
            state,
            suffix: Vec::new(),
            after: vec![Vec::new()],
            steps,
        });
    }
    Ok(chosen)
}
