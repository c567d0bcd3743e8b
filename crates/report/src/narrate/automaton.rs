//! The automaton of a property, and where it is after each step of a run.

use crate::trace::{Automaton, Edge};
use evidence::Lasso;
use omega::format::to_condition;
use omega::{Marks, membership};
use program::{Expr, Program, dump};

/// An automaton of bad words over expressions of a program, one for each of its propositions.
#[derive(Clone, Copy)]
pub struct Claim<'a> {
    pub automaton: &'a omega::Automaton,
    pub propositions: &'a [Expr],
}

/// What is written of a condition that would fill pages.
const LONG: &str = "…";

/// A claim as it is shown, before its first step.
pub fn show(program: &Program, claim: Claim<'_>, initial: usize) -> Automaton {
    let texts: Vec<String> = claim
        .propositions
        .iter()
        .map(|expr| dump::expression(program, expr))
        .collect();
    let mut guards = claim.automaton.guards().clone();
    let atom = |index: u32| texts.get(index as usize).cloned().unwrap_or_default();
    let mut edge = |edge: &omega::Edge| Edge {
        from: edge.src as usize,
        to: edge.dst as usize,
        label: to_condition(&mut guards, edge.guard, atom).unwrap_or_else(|| LONG.to_owned()),
        marks: marks(edge.marks),
    };
    Automaton {
        states: claim.automaton.num_states(),
        initial,
        edges: claim.automaton.edges().iter().map(&mut edge).collect(),
        marks: claim.automaton.num_marks(),
    }
}

fn marks(marks: Marks) -> Vec<u32> {
    let all = 0..Marks::BITS;
    all.filter(|mark| marks >> mark & 1 == 1).collect()
}

/// The states of an accepting run of the claim on what it reads of an infinite run: that before the
/// first step, and that after each step. The claim reads only states in which nobody holds control,
/// so it stays where it is in the others. It has read all such states but the last.
///
/// The claim's cycle may begin later than that of the run, and may be several rounds long. What is
/// given here are the states of the first round.
pub fn follow(claim: Claim<'_>, lasso: &Lasso) -> Option<(usize, Vec<usize>)> {
    let word = lasso.word.as_ref()?;
    let run = membership::run_on(claim.automaton, word)?;
    let mut path = run
        .prefix
        .iter()
        .chain(run.cycle.iter().cycle())
        .map(|step| step.from.0 as usize);
    let initial = path.next()?;
    let mut state = initial;
    let mut states = Vec::with_capacity(lasso.records.len());
    for record in &lasso.records {
        if record.after.holder().is_none() {
            state = path.next()?;
        }
        states.push(state);
    }
    Some((initial, states))
}
