//! The closure of a language under stuttering, as an automaton of its own.
//!
//! This is the stutter product with the letter of the current block kept in the state: in `(s, a)`
//! the automaton is in `s` after a block of `a`s. Reading `a` again stays and collects `μ(s, a)`;
//! reading another letter `b` goes to `(t, b)` with marks `X` for every `s ⇒_b (t, X)`. Holzmann
//! and Kupferman (SPIN 1996) do the same for systems with labels on states; with marks on edges
//! their second copy of each state, which tells whether an accepting state was passed, is not
//! needed.

use crate::alphabet::Alphabet;
use crate::automaton::{Automaton, Marks, State};
use crate::buchi::one_mark;
use crate::letterwise::{ByClass, Letterwise};
use crate::limit::{MAX_CLASSES, TooLarge, check_table};
use crate::onthefly::build;
use crate::stutter::StutterRelation;
use crate::trim::trim;
use crate::word::Letter;
use std::borrow::Cow;

/// An automaton for all words that are stutter-equivalent to a word that `automaton` accepts.
///
/// Words are over the propositions that occur in its guards; it remembers letters one by one, so
/// the number of these propositions is limited. It has at most `limit` states before it is trimmed.
pub fn closure(automaton: &Automaton, limit: usize) -> Result<Automaton, TooLarge> {
    let automaton = &few_marks(automaton);
    let alphabet = Alphabet::of_letters(automaton, MAX_CLASSES)?;
    check_table(automaton.num_states(), alphabet.len())?;
    let guards = alphabet.guards().clone();
    let props = automaton.props().to_vec();
    let closure = ByClass::new(Closure::new(automaton), alphabet);
    Ok(trim(&build(closure, props, guards, limit)?))
}

/// The relation `⇒` distinguishes paths by the marks that they collect; with more marks than this,
/// the paths could be too many.
const MAX_MARKS: u32 = 8;

/// The same language with at most that many marks.
pub(super) fn few_marks(automaton: &Automaton) -> Cow<'_, Automaton> {
    if automaton.num_marks() <= MAX_MARKS {
        Cow::Borrowed(automaton)
    } else {
        Cow::Owned(one_mark(automaton))
    }
}

/// The closure, not yet explored.
pub struct Closure<'a> {
    relation: StutterRelation<'a>,
}

impl<'a> Closure<'a> {
    pub fn new(automaton: &'a Automaton) -> Self {
        Closure {
            relation: StutterRelation::new(automaton),
        }
    }
}

impl Letterwise for Closure<'_> {
    /// A state and the letter of the current block, `None` before the first letter.
    type State = (State, Option<Letter>);

    fn num_marks(&self) -> u32 {
        self.relation.automaton().num_marks()
    }

    fn initial(&self) -> Vec<Self::State> {
        let initial = self.relation.automaton().initial();
        initial.iter().map(|&s| (s, None)).collect()
    }

    fn steps(
        &mut self,
        &(state, block): &Self::State,
        letter: Letter,
        steps: &mut Vec<(Marks, Self::State)>,
    ) {
        if block == Some(letter) {
            steps.push((self.relation.mu(state, letter), (state, block)));
        } else {
            let change = self.relation.change(state, letter).iter();
            steps.extend(change.map(|&(t, marks)| (marks, (t, Some(letter)))));
        }
    }
}
