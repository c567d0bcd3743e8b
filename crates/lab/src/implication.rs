//! Brunner's implication 8.13, which the thesis suspects to hold always. It does not.
//!
//! If the reduced sequential product with the *completed* automaton and the formula automaton have a word
//! in common, the implication says, then the reduced product is not empty. Siegel's B1 refutes it.

use crate::buchi::Buchi;
use crate::enumerate::Bounds;
use crate::hunt::{Counterexample, Hunt, Outcome, Progress, TooLarge};
use crate::operation::Independence;
use crate::program::members;
use crate::scheme::{Proviso, Scheme};
use omega::boolean::intersection;
use omega::builtin::builtin;
use omega::emptiness::accepted_word;
use omega::limit::DEFAULT_STATES;
use omega::{Automaton, Builder, Lasso};
use std::ops::ControlFlow;

/// A counterexample to 8.13: the reduced product is empty, and yet the reduced product with the
/// completed automaton has a word of the automaton.
#[derive(Clone, Debug)]
pub struct Implication {
    pub counterexample: Counterexample,
    /// A word of the completed product that the automaton accepts.
    pub word: Lasso,
}

/// The bounded search that the thesis could not make, with B1.
pub fn implication(threads: usize) -> Result<Option<Implication>, TooLarge> {
    let small = builtin("B1").and_then(|b1| Buchi::of_automaton(&b1).ok().flatten());
    let Some((automaton, letters)) = small else {
        return Ok(None);
    };
    let hunt = Hunt {
        scheme: Scheme::Sequential,
        proviso: Proviso::Cycle,
        independence: Independence::Siegel,
        automata: vec![automaton],
        bounds: Bounds {
            states: 3,
            operations: 2,
            letters: letters.len(),
        },
    };
    let mut go_on = |_: &Progress| ControlFlow::Continue(());
    let (Outcome::Counterexample(found), _) = hunt.run(threads, 0, &mut go_on)? else {
        return Ok(None);
    };
    let both = intersection(
        &completed(&found),
        &automaton.to_automaton(),
        DEFAULT_STATES,
    );
    let word = both.ok().as_ref().and_then(accepted_word);
    Ok(word.map(|word| Implication {
        counterexample: *found,
        word,
    }))
}

/// The reduced sequential product with the completed automaton: where the automaton is stuck it goes
/// to a state of its own, from which nothing is left out, and all states are accepting.
fn completed(found: &Counterexample) -> Automaton {
    let Counterexample {
        automaton, program, ..
    } = found;
    let sink = automaton.states;
    let states = sink + 1;
    let number = |q: usize, s: usize| (q * states + s) as u32;
    let set = |q: usize, s: usize, t: usize| {
        let key = (q * sink + s) * sink + t;
        let proper = found.table.proper.iter().find(|(other, _)| *other == key);
        match proper {
            Some(&(_, set)) if s < sink && t < sink => set,
            _ => program.enabled(q),
        }
    };
    let mut builder = Builder::new(vec!["p".into()], 1);
    builder.add_states(program.states * states);
    for s in members(automaton.initial) {
        builder.add_initial(number(program.initial, s));
    }
    for q in 0..program.states {
        let letter = program.labels[q] as usize;
        let holds = builder.guards().var(0);
        let guard = if letter == 1 {
            holds
        } else {
            builder.guards().not(holds)
        };
        for s in 0..states {
            let moves = if s < sink {
                automaton.next[letter][s]
            } else {
                0
            };
            let moves = if moves == 0 { 1 << sink } else { moves };
            for t in members(moves) {
                for op in members(set(q, s, t)) {
                    if let Some(next) = program.operations[op].at(q) {
                        builder.add_edge(number(q, s), guard, 1, number(next, t));
                    }
                }
            }
        }
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use omega::membership::accepts;

    /// By the thesis's own independence, too.
    #[test]
    fn b1_refutes_the_implication() {
        let found = implication(1).expect("it is small").expect("there is one");
        assert!(accepts(
            &found.counterexample.automaton.to_automaton(),
            &found.word
        ));
        let mut found = found.counterexample;
        found.independence = Independence::Brunner;
        assert!(found.is_valid(), "{found:?}");
    }
}
