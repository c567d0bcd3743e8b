//! Automata that are computed as they are visited, one letter at a time.
//!
//! Where two automata must both know the letter, as when stuttering is involved, pairing their
//! moves letter by letter is far cheaper than intersecting all symbolic moves of one with all of
//! the other.

use crate::alphabet::Alphabet;
use crate::automaton::Marks;
use crate::guard::Guards;
use crate::onthefly::{Move, OnTheFly};
use crate::word::Letter;
use std::hash::Hash;

/// A transition-based generalized Büchi automaton that is asked for its successors on a letter.
pub trait Letterwise {
    type State: Clone + Eq + Hash;

    /// At least 1, at most [`crate::MAX_MARKS`].
    fn num_marks(&self) -> u32;

    fn initial(&self) -> Vec<Self::State>;

    /// Appends the successors of `state` on `letter` to `steps`, with the marks on the way.
    fn steps(&mut self, state: &Self::State, letter: Letter, steps: &mut Vec<(Marks, Self::State)>);
}

/// A letterwise automaton that does not tell the letters of a class apart, with symbolic moves.
pub struct ByClass<T> {
    source: T,
    alphabet: Alphabet,
}

impl<T: Letterwise> ByClass<T> {
    pub fn new(source: T, alphabet: Alphabet) -> Self {
        ByClass { source, alphabet }
    }

    /// The manager of the guards of the moves.
    pub fn guards(&self) -> &Guards {
        self.alphabet.guards()
    }
}

impl<T: Letterwise> OnTheFly for ByClass<T> {
    type State = T::State;

    fn num_marks(&self) -> u32 {
        self.source.num_marks()
    }

    fn initial(&self) -> Vec<T::State> {
        self.source.initial()
    }

    fn moves(&mut self, _: &mut Guards, state: &T::State, moves: &mut Vec<Move<T::State>>) {
        let mut steps = Vec::new();
        for (guard, letter) in self.alphabet.classes() {
            self.source.steps(state, letter, &mut steps);
            let symbolic = |(marks, dst)| Move { guard, marks, dst };
            moves.extend(steps.drain(..).map(symbolic));
        }
    }
}

/// The words that both automata accept. The marks of the right one follow those of the left one,
/// so together they must not have more than [`crate::MAX_MARKS`].
pub struct Both<L, R> {
    pub left: L,
    pub right: R,
}

impl<L: Letterwise, R: Letterwise> Letterwise for Both<L, R> {
    type State = (L::State, R::State);

    fn num_marks(&self) -> u32 {
        self.left.num_marks() + self.right.num_marks()
    }

    fn initial(&self) -> Vec<Self::State> {
        let right = self.right.initial();
        let pair = |l: L::State| right.iter().map(move |r| (l.clone(), r.clone()));
        self.left.initial().into_iter().flat_map(pair).collect()
    }

    fn steps(
        &mut self,
        (left, right): &Self::State,
        letter: Letter,
        steps: &mut Vec<(Marks, Self::State)>,
    ) {
        let (mut lefts, mut rights) = (Vec::new(), Vec::new());
        self.left.steps(left, letter, &mut lefts);
        if lefts.is_empty() {
            return;
        }
        self.right.steps(right, letter, &mut rights);
        let shift = self.left.num_marks();
        for (l_marks, l) in &lefts {
            for (r_marks, r) in &rights {
                steps.push((l_marks | r_marks << shift, (l.clone(), r.clone())));
            }
        }
    }
}
