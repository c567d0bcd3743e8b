//! Why the verdict of a search that does not look at every run letter by letter is right.
//!
//! A [`crate::product::StutterProduct`] can only be made from a [`Licence`], and a licence only
//! from evidence, so the type of a result says which theorem it rests on.

use omega::Automaton;
use omega::limit::TooLarge;
use omega::ltl::{Formula, Formulas};
use omega::stutter::invariance::{self, Invariance};

/// An automaton whose language is known to be stutter-invariant: its stutter product has an
/// accepting run exactly if some execution is in the language.
#[derive(Clone, Copy, Debug)]
pub struct StutterInvariant<'a> {
    automaton: &'a Automaton,
}

impl<'a> StutterInvariant<'a> {
    /// `automaton` is the translation of `formula`, which is stutter-invariant as it has no next
    /// operator (Lamport, 1983). `None` if it has one.
    pub fn of_formula(
        automaton: &'a Automaton,
        formulas: &Formulas,
        formula: Formula,
    ) -> Option<Self> {
        (!formulas.has_next(formula)).then_some(StutterInvariant { automaton })
    }

    /// Decides; `None` if the language is not stutter-invariant. Visits at most `limit` states.
    pub fn decide(automaton: &'a Automaton, limit: usize) -> Result<Option<Self>, TooLarge> {
        let invariance = invariance::of_automaton(automaton, limit)?;
        Ok(Self::from_decision(automaton, &invariance))
    }

    /// What was decided for the language of this automaton, or for its complement.
    pub fn from_decision(automaton: &'a Automaton, decision: &Invariance) -> Option<Self> {
        decision
            .is_invariant()
            .then_some(StutterInvariant { automaton })
    }
}

/// Any automaton: its stutter product has an accepting run exactly if some execution is
/// stutter-equivalent to a word of the language. So an empty product means that no execution is
/// bad, but the word of a lasso must be looked at.
#[derive(Clone, Copy, Debug)]
pub struct Closure<'a> {
    automaton: &'a Automaton,
}

impl<'a> Closure<'a> {
    pub fn new(automaton: &'a Automaton) -> Self {
        Closure { automaton }
    }
}

/// Evidence for a stutter product.
#[derive(Clone, Copy, Debug)]
pub enum Licence<'a> {
    StutterInvariant(StutterInvariant<'a>),
    Closure(Closure<'a>),
}

impl<'a> Licence<'a> {
    /// The automaton it is for.
    pub fn automaton(&self) -> &'a Automaton {
        match self {
            Licence::StutterInvariant(evidence) => evidence.automaton,
            Licence::Closure(evidence) => evidence.automaton,
        }
    }
}
