//! Stutter-equivalence of ultimately periodic words.

use crate::automaton::{Automaton, State};
use crate::buchi::one_mark;
use crate::emptiness::{Step, find_run};
use crate::guard::{Guard, Guards};
use crate::onthefly::{Move, OnTheFly};
use crate::shortest::shortest;
use crate::word::{Lasso, Letter};
use std::borrow::Cow;

/// The stutter-free word equivalent to `word`, in its shortest form: no letter is followed by
/// itself, except in a cycle of one letter, which is the last block. Equivalent words collapse to
/// the same lasso.
pub fn collapse(word: &Lasso) -> Lasso {
    let cycle = word.cycle();
    let n = cycle.len();
    // A block must not be torn between the end of the cycle and its beginning.
    let start = (0..n).find(|&i| cycle[i] != cycle[(i + n - 1) % n]);
    let turn = start.unwrap_or(0);
    let mut prefix: Vec<Letter> = [word.prefix(), &cycle[..turn]].concat();
    let mut cycle: Vec<Letter> = [&cycle[turn..], &cycle[..turn]].concat();
    prefix.dedup();
    cycle.dedup();
    if prefix.last() == cycle.first() {
        prefix.pop();
    }
    let free = Lasso::new(prefix, cycle);
    shortest(&free.expect("the cycle still has a letter"))
}

/// `word` with each letter replaced.
pub fn map_letters(word: &Lasso, f: impl Fn(Letter) -> Letter) -> Lasso {
    let map = |letters: &[Letter]| letters.iter().map(|&l| f(l)).collect();
    Lasso::new(map(word.prefix()), map(word.cycle())).expect("the cycle has as many letters")
}

/// Whether the two words are stutter-equivalent.
pub fn equivalent(left: &Lasso, right: &Lasso) -> bool {
    collapse(left) == collapse(right)
}

/// A word that `automaton` accepts and that is stutter-equivalent to `word`, or `None`.
pub fn equivalent_word(automaton: &Automaton, word: &Lasso) -> Option<Lasso> {
    let mut automaton = Cow::Borrowed(automaton);
    if automaton.num_marks() == crate::MAX_MARKS {
        // One more mark is needed below.
        automaton = Cow::Owned(one_mark(&automaton));
    }
    let word = collapse(word);
    let reading = Reading {
        automaton: &automaton,
        word: &word,
    };
    let states = automaton.num_states() * word.positions();
    let run = find_run(reading, &mut Guards::new(), states)
        .unwrap_or_else(|_| unreachable!("there are no more states than that"))?;
    let letters = |steps: &[Step<(State, usize)>]| {
        let read = |s: &Step<(State, usize)>| word.letter(s.from.1);
        steps.iter().map(read).collect()
    };
    let found = Lasso::new(letters(&run.prefix), letters(&run.cycle));
    found.as_ref().map(shortest)
}

/// The automaton on all words equivalent to a stutter-free word: each letter is read once or more.
/// An additional mark says that the word goes on.
struct Reading<'a> {
    automaton: &'a Automaton,
    word: &'a Lasso,
}

impl OnTheFly for Reading<'_> {
    type State = (State, usize);

    fn num_marks(&self) -> u32 {
        self.automaton.num_marks() + 1
    }

    fn initial(&self) -> Vec<Self::State> {
        self.automaton.initial().iter().map(|&s| (s, 0)).collect()
    }

    fn moves(
        &mut self,
        _: &mut Guards,
        &(state, position): &Self::State,
        moves: &mut Vec<Move<Self::State>>,
    ) {
        let onward = 1 << self.automaton.num_marks();
        let next = self.word.next(position);
        for e in self.automaton.successors(state, self.word.letter(position)) {
            for (marks, position) in [(e.marks, position), (e.marks | onward, next)] {
                moves.push(Move {
                    guard: Guard::TRUE,
                    marks,
                    dst: (e.dst, position),
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lasso(prefix: &[Letter], cycle: &[Letter]) -> Lasso {
        Lasso::new(prefix.to_vec(), cycle.to_vec()).expect("the cycle has a letter")
    }

    #[test]
    fn blocks_shrink_and_cycles_become_primitive() {
        assert_eq!(collapse(&lasso(&[1, 1, 2], &[2, 2])), lasso(&[1], &[2]));
        assert_eq!(collapse(&lasso(&[1, 2, 2], &[2])), lasso(&[1], &[2]));
        assert_eq!(collapse(&lasso(&[], &[1, 2, 1])), lasso(&[], &[1, 2]));
        assert_eq!(
            collapse(&lasso(&[1], &[2, 1, 1, 2, 1])),
            lasso(&[], &[1, 2])
        );
        assert_eq!(collapse(&lasso(&[0, 1], &[1, 2])), lasso(&[0], &[1, 2]));
    }

    #[test]
    fn only_finite_blocks_shrink() {
        assert!(!equivalent(&lasso(&[1], &[2]), &lasso(&[], &[1, 2])));
        assert!(!equivalent(&lasso(&[1, 2], &[1]), &lasso(&[], &[1])));
        assert!(equivalent(&lasso(&[], &[1]), &lasso(&[1, 1], &[1, 1])));
    }
}
