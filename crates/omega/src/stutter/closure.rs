//! The closure of a language under stuttering, as an automaton of its own.
//!
//! This is the stutter product with the letter of the current block kept in the state: in `(s, a)`
//! the automaton is in `s` after a block of `a`s. Reading `a` again stays and collects `μ(s, a)`;
//! reading another letter `b` goes to `(t, b)` with marks `X` for every `s ⇒_b (t, X)`. Holzmann
//! and Kupferman (SPIN 1999) do the same for systems with labels on states; with marks on edges
//! their second copy of each state, which tells whether an accepting state was passed, is not
//! needed.

use crate::alphabet::Alphabet;
use crate::automaton::{Automaton, State};
use crate::guard::Guards;
use crate::limit::{MAX_CLASSES, TooLarge};
use crate::onthefly::{Move, OnTheFly, build};
use crate::stutter::StutterRelation;

/// An automaton for all words that are stutter-equivalent to a word that `automaton` accepts.
///
/// Words are over the propositions that occur in its guards; it remembers letters one by one, so
/// the number of these propositions is limited.
pub fn closure(automaton: &Automaton, limit: usize) -> Result<Automaton, TooLarge> {
    let alphabet = Alphabet::of_letters(automaton, MAX_CLASSES)?;
    let guards = alphabet.guards().clone();
    let props = automaton.props().to_vec();
    build(Closure::new(automaton, alphabet), props, guards, limit)
}

/// The closure, not yet explored, over an alphabet whose classes count as letters.
///
/// Over [`Alphabet::of_guards`] it accepts more than the closure, since a change of letter within a
/// class counts as stuttering; but it accepts more than `automaton` only if the closure does, for
/// `automaton` does not tell letters of a class apart.
pub struct Closure<'a> {
    relation: StutterRelation<'a>,
    alphabet: Alphabet,
}

impl<'a> Closure<'a> {
    pub fn new(automaton: &'a Automaton, alphabet: Alphabet) -> Self {
        Closure {
            relation: StutterRelation::new(automaton),
            alphabet,
        }
    }
}

impl OnTheFly for Closure<'_> {
    /// A state and the class of the current block, `None` before the first letter.
    type State = (State, Option<usize>);

    fn num_marks(&self) -> u32 {
        self.relation.automaton().num_marks()
    }

    fn initial(&self) -> Vec<Self::State> {
        let initial = self.relation.automaton().initial();
        initial.iter().map(|&s| (s, None)).collect()
    }

    fn moves(
        &mut self,
        _: &mut Guards,
        &(state, block): &Self::State,
        moves: &mut Vec<Move<Self::State>>,
    ) {
        for class in 0..self.alphabet.len() {
            let (guard, letter) = self.alphabet.class(class);
            if block == Some(class) {
                let marks = self.relation.mu(state, letter);
                let dst = (state, block);
                moves.push(Move { guard, marks, dst });
            } else {
                let change = self.relation.change(state, letter);
                moves.extend(change.iter().map(|&(t, marks)| Move {
                    guard,
                    marks,
                    dst: (t, Some(class)),
                }));
            }
        }
    }
}
