//! Language inclusion and equivalence, with a word that tells two languages apart.

use crate::automaton::Automaton;
use crate::boolean::Pair;
use crate::complement::Complement;
use crate::emptiness::find_run;
use crate::limit::TooLarge;
use crate::onthefly::Product;
use crate::word::Lasso;

/// How two languages over the same propositions differ. The propositions of a word are those of
/// the left automaton, followed by those that only the right one has ([`Pair`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    OnlyLeft(Lasso),
    OnlyRight(Lasso),
}

/// A word of `left` that `right` rejects, or `None` if there is none; visits at most `limit` states
/// of the product of `left` with the complement of `right`.
pub fn counterexample(
    left: &Automaton,
    right: &Automaton,
    limit: usize,
) -> Result<Option<Lasso>, TooLarge> {
    let Pair { left, right } = Pair::new(left, right)?.few_marks();
    let complement = Complement::new(&right)?.by_class();
    let mut guards = complement.guards().clone();
    let run = find_run(Product::new(&left, complement), &mut guards, limit)?;
    Ok(run.map(|run| run.word(&guards)))
}

/// A word that exactly one of the two accepts, or `None` if they accept the same words.
pub fn difference(
    left: &Automaton,
    right: &Automaton,
    limit: usize,
) -> Result<Option<Difference>, TooLarge> {
    let pair = Pair::new(left, right)?;
    if let Some(word) = counterexample(&pair.left, &pair.right, limit)? {
        return Ok(Some(Difference::OnlyLeft(word)));
    }
    let word = counterexample(&pair.right, &pair.left, limit)?;
    Ok(word.map(Difference::OnlyRight))
}
