//! Is a language stutter-invariant? Exactly, with two words as evidence if it is not.

use crate::alphabet::Alphabet;
use crate::automaton::Automaton;
use crate::boolean::Pair;
use crate::complement::Complement;
use crate::emptiness::find_run;
use crate::letterwise::{Both, ByClass};
use crate::limit::{MAX_CLASSES, TooLarge};
use crate::ltl::{Formula, Formulas};
use crate::onthefly::Product;
use crate::shortest::shortest;
use crate::stutter::closure::{Closure, few_marks};
use crate::stutter::words::map_letters;
use crate::stutter::{equivalent_word, shorten};
use crate::translate::{TranslateError, Translation, translate};
use crate::word::Lasso;
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invariance {
    Invariant,
    Dependent(Witness),
}

/// Two stutter-equivalent words, one in the language and one not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    pub accepted: Lasso,
    pub rejected: Lasso,
}

impl Invariance {
    pub fn is_invariant(&self) -> bool {
        *self == Invariance::Invariant
    }
}

/// Decides for the language of `automaton`, by complementing it: it is invariant iff no word of its
/// closure is rejected. Visits at most `limit` states of that product.
pub fn of_automaton(automaton: &Automaton, limit: usize) -> Result<Invariance, TooLarge> {
    let automaton = &few_marks(automaton);
    let alphabet = Alphabet::of_guards(automaton, MAX_CLASSES)?;
    let mut guards = alphabet.guards().clone();
    // One letter stands for its class. So the product has fewer words than the closure, but one of
    // them if the closure has any that is rejected: `automaton` does not tell the letters of a class
    // apart, and words that differ only within classes are accepted or rejected together.
    let product = Both {
        left: Closure::new(automaton),
        right: Complement::new(automaton)?,
    };
    let product = ByClass::new(product, alphabet.clone());
    let Some(run) = find_run(product, &mut guards, limit)? else {
        return Ok(Invariance::Invariant);
    };
    let rejected = map_letters(&run.word(&guards), |l| alphabet.representative(l));
    let rejected = shortest(&rejected);
    let accepted = equivalent_word(automaton, &rejected).expect("the word is in the closure");
    Ok(Invariance::Dependent(Witness { accepted, rejected }))
}

/// Decides for the language of `positive`, given an automaton for its complement, as a formula and
/// its negation provide: the language is invariant iff no word can be lengthened both to a word of
/// `positive` and to one of `negative` (Michaud and Duret-Lutz, SPIN 2015).
///
/// The propositions of the words are those of [`Pair`].
pub fn of_complements(
    positive: &Automaton,
    negative: &Automaton,
    limit: usize,
) -> Result<Invariance, TooLarge> {
    let pair = Pair::new(positive, negative)?.few_marks();
    let short = Pair::new(&shorten(&pair.left, limit)?, &shorten(&pair.right, limit)?)?;
    let mut guards = short.right.guards().clone();
    let product = Product::new(&short.left, &short.right);
    let Some(run) = find_run(product, &mut guards, limit)? else {
        return Ok(Invariance::Invariant);
    };
    let word = run.word(&guards);
    let lengthen = |a| equivalent_word(a, &word).expect("the word is shortened from one of these");
    Ok(Invariance::Dependent(Witness {
        accepted: lengthen(&pair.left),
        rejected: lengthen(&pair.right),
    }))
}

/// Why nothing is said about a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    Translate(TranslateError),
    TooLarge(TooLarge),
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Undecided::Translate(error) => error.fmt(f),
            Undecided::TooLarge(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Undecided {}

/// Decides for the models of `f`. The words of a witness are over [`Formulas::props`].
pub fn of_formula(
    formulas: &mut Formulas,
    f: Formula,
    limit: usize,
) -> Result<Invariance, Undecided> {
    let f = formulas.simplify(f);
    if !formulas.has_next(f) {
        return Ok(Invariance::Invariant);
    }
    let not_f = formulas.not(f);
    let positive = translate(formulas, f, Translation::Generalized);
    let negative = translate(formulas, not_f, Translation::Generalized);
    let positive = positive.map_err(Undecided::Translate)?;
    let negative = negative.map_err(Undecided::Translate)?;
    of_complements(&positive, &negative, limit).map_err(Undecided::TooLarge)
}
