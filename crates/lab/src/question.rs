//! Siegel's open question (section 8 of the paper): is V1 sound if the language of every single state
//! of the automaton is stutter-invariant?
//!
//! It is not. The search goes over all such automata by size, and stops at the first size that has
//! one with which V1 loses a run.

use crate::buchi::Buchi;
use crate::enumerate::Bounds;
use crate::family::{Family, Kind};
use crate::hunt::{Counterexample, Hunt, Outcome, TooLarge};
use crate::operation::Independence;
use crate::pieces::{Pieces, Progress};
use crate::scheme::{Proviso, Scheme};
use std::ops::{AddAssign, ControlFlow};
use std::sync::Mutex;

/// The automata of one size over one proposition.
#[derive(Clone, Debug)]
pub struct Level {
    pub states: usize,
    pub transitions: usize,
    pub automata: Vec<Buchi>,
}

/// The sizes with up to so many states, small ones first.
pub fn levels(most_states: usize) -> impl Iterator<Item = Level> {
    let sizes = (1..=most_states)
        .flat_map(|states| (1..=2 * states * states).map(move |transitions| (states, transitions)));
    sizes.map(|(states, transitions)| {
        let family = Family {
            states,
            transitions,
            letters: 2,
            kind: Kind {
                invariant_states: true,
                ..Kind::default()
            },
        };
        Level {
            states,
            transitions,
            automata: family.exactly(states, transitions),
        }
    })
}

/// How many automata were refuted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Refuted(pub usize);

impl AddAssign for Refuted {
    fn add_assign(&mut self, other: Refuted) {
        self.0 += other.0;
    }
}

/// What became of the automata of one size.
#[derive(Clone, Debug)]
pub struct Answer {
    /// By number of the automaton: on which program V1 is wrong.
    pub refuted: Vec<(usize, Counterexample)>,
    /// All automata before this one were looked at; all of them unless it was stopped.
    pub first_open: usize,
}

impl Level {
    /// Looks at the automata from one on, each beside all programs within the bounds.
    pub fn answer(
        &self,
        bounds: Bounds,
        threads: usize,
        from: usize,
        observe: &mut dyn FnMut(&Progress<Refuted>) -> ControlFlow<()>,
    ) -> Result<Answer, TooLarge> {
        let pieces = Pieces {
            from,
            all: self.automata.len(),
            threads,
        };
        let refuted = Mutex::new(Vec::new());
        let work = |number: usize| match self.look(number, bounds) {
            Ok(None) => (Refuted(0), None),
            Ok(Some(found)) => {
                let mut refuted = refuted.lock().unwrap_or_else(|error| error.into_inner());
                refuted.push((number, found));
                (Refuted(1), None)
            }
            Err(error) => (Refuted(0), Some(error)),
        };
        let ended = pieces.run(work, observe);
        if let Some((_, error)) = ended.found {
            return Err(error);
        }
        let mut refuted = refuted
            .into_inner()
            .unwrap_or_else(|error| error.into_inner());
        refuted.retain(|(number, _)| *number < ended.progress.first_open);
        refuted.sort_by_key(|(number, _)| *number);
        Ok(Answer {
            refuted,
            first_open: ended.progress.first_open,
        })
    }

    /// A program on which V1 is wrong with an automaton.
    pub fn look(&self, number: usize, bounds: Bounds) -> Result<Option<Counterexample>, TooLarge> {
        let hunt = Hunt {
            scheme: Scheme::V1,
            proviso: Proviso::Cycle,
            independence: Independence::Siegel,
            automata: vec![self.automata[number]],
            bounds,
        };
        let (outcome, _) = hunt.run(1, 0, &mut |_| ControlFlow::Continue(()))?;
        Ok(match outcome {
            Outcome::Counterexample(found) => Some(*found),
            Outcome::None | Outcome::Stopped(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::has_invariant_states;
    use crate::replay::replay;

    const BOUNDS: Bounds = Bounds {
        states: 2,
        operations: 2,
        letters: 2,
    };

    fn answer(level: &Level, threads: usize) -> Answer {
        let mut go_on = |_: &Progress<Refuted>| ControlFlow::Continue(());
        let answer = level.answer(BOUNDS, threads, 0, &mut go_on);
        answer.expect("it is small")
    }

    #[test]
    fn the_answer_is_no_and_the_smallest_have_six_transitions() {
        let mut automata = 0;
        for level in levels(3) {
            let answer = answer(&level, 2);
            automata += level.automata.len();
            if answer.refuted.is_empty() {
                continue;
            }
            assert_eq!((level.states, level.transitions), (3, 6));
            for (_, found) in &answer.refuted {
                assert!(has_invariant_states(&found.automaton));
                let replay = replay(found).expect("there is memory");
                assert!(replay.expect("the engine has V1").confirms(), "{found:?}");
            }
            assert!(automata > 100);
            return;
        }
        panic!("there is a counterexample");
    }

    #[test]
    fn threads_do_not_show() {
        let level = levels(3).find(|level| (level.states, level.transitions) == (3, 6));
        let level = level.expect("there is such a size");
        let numbers = |threads| {
            let answer = answer(&level, threads);
            answer
                .refuted
                .iter()
                .map(|(number, _)| *number)
                .collect::<Vec<_>>()
        };
        assert_eq!(numbers(1), numbers(3));
    }
}
