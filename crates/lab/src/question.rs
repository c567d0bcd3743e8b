//! Siegel's open question (section 8 of the paper): is V1 sound if the language of every single state
//! of the automaton is stutter-invariant?
//!
//! It is not. The search goes over all such automata by size, and stops at the first size that has
//! one with which V1 loses a run.

use crate::buchi::Buchi;
use crate::enumerate::Bounds;
use crate::family::{Family, Kind};
use crate::hunt::{Counterexample, Hunt, Outcome, Progress, TooLarge};
use crate::scheme::Scheme;
use std::ops::ControlFlow;

/// The automata of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    pub states: usize,
    pub transitions: usize,
    pub automata: usize,
    pub refuted: usize,
    /// The bounds of the programs that were tried with each.
    pub bounds: Bounds,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    pub levels: Vec<Level>,
    /// One for each automaton of the smallest size that has any.
    pub smallest: Vec<Counterexample>,
    pub stopped: bool,
}

/// Programs for automata of up to two states: there is nothing to be found, so more are tried.
const WIDE: Bounds = Bounds {
    states: 3,
    operations: 3,
    letters: 2,
};
/// Programs for larger automata.
const NARROW: Bounds = Bounds {
    states: 2,
    operations: 2,
    letters: 2,
};

/// Looks at all automata over one proposition with up to so many states, by size.
pub fn answer(
    most_states: usize,
    threads: usize,
    observe: &mut dyn FnMut(&Level) -> ControlFlow<()>,
) -> Result<Answer, TooLarge> {
    let mut answer = Answer::default();
    for states in 1..=most_states {
        let family = Family {
            states,
            transitions: 0,
            letters: 2,
            kind: Kind {
                invariant_states: true,
                ..Kind::default()
            },
        };
        for transitions in 1..=2 * states * states {
            let automata = family.exactly(states, transitions);
            let bounds = if states <= 2 { WIDE } else { NARROW };
            let found = refuted(&automata, bounds, threads)?;
            let level = Level {
                states,
                transitions,
                automata: automata.len(),
                refuted: found.len(),
                bounds,
            };
            answer.levels.push(level);
            answer.smallest = found;
            if !answer.smallest.is_empty() {
                return Ok(answer);
            }
            if observe(&level).is_break() {
                answer.stopped = true;
                return Ok(answer);
            }
        }
    }
    Ok(answer)
}

/// A counterexample for each automaton that has one.
fn refuted(
    automata: &[Buchi],
    bounds: Bounds,
    threads: usize,
) -> Result<Vec<Counterexample>, TooLarge> {
    let mut found = Vec::new();
    for automaton in automata {
        let hunt = Hunt {
            scheme: Scheme::V1,
            automata: vec![*automaton],
            bounds,
        };
        let mut go_on = |_: &Progress| ControlFlow::Continue(());
        if let (Outcome::Counterexample(one), _) = hunt.run(threads, 0, &mut go_on)? {
            found.push(*one);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::has_invariant_states;
    use crate::replay::replay;

    #[test]
    fn the_answer_is_no_and_the_smallest_have_six_transitions() {
        let mut go_on = |_: &Level| ControlFlow::Continue(());
        let answer = answer(3, 1, &mut go_on).expect("it is small");
        let last = answer.levels.last().expect("there are levels");
        assert_eq!((last.states, last.transitions), (3, 6));
        assert!(
            answer
                .levels
                .iter()
                .any(|level| level.states == 2 && level.automata > 0)
        );
        assert!(!answer.smallest.is_empty());
        for found in &answer.smallest {
            assert!(has_invariant_states(&found.automaton));
            let replay = replay(found)
                .expect("there is memory")
                .expect("the engine has V1");
            assert!(replay.confirms(), "{found:?}");
        }
    }
}
