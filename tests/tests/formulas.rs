//! Formulas by their definition, by the suite's own translation, and by `omega`: the same words.

use omega::{Lasso, membership};
use program::{Expr, Formula};
use search::claim::Claim;
use suite::generate::random::Random;
use suite::pool;
use suite::textbook::{Tableau, Word, holds};
use suite::verdicts::formula;

const FORMULAS: u64 = 400;
/// Words that each formula is tried on.
const WORDS: usize = 100;

/// A word over so many propositions, with up to three letters before its cycle and up to four in it.
fn word(random: &mut Random, propositions: usize) -> Word {
    let (prefix, cycle) = (random.below(4), random.between(1, 4));
    let letters = (0..prefix + cycle).map(|_| random.below(1 << propositions) as u64);
    Word {
        letters: letters.collect(),
        back: prefix,
    }
}

/// The same word for an automaton whose bits stand for these propositions.
fn lasso(word: &Word, propositions: &[Expr], bits: &[Expr]) -> Lasso {
    let letter = |letter: &u64| {
        let bit = |expr: &Expr| propositions.iter().position(|known| known == expr);
        let bits = bits
            .iter()
            .map(|expr| letter >> bit(expr).unwrap_or(63) & 1);
        bits.enumerate().fold(0, |all, (at, bit)| all | bit << at)
    };
    let letters: Vec<u64> = word.letters.iter().map(letter).collect();
    let (prefix, cycle) = letters.split_at(word.back);
    Lasso::new(prefix.to_vec(), cycle.to_vec()).expect("the cycle is not empty")
}

/// How the three disagree about a formula, if they do, and how many words are bad.
fn compare(seed: u64) -> Result<usize, String> {
    let mut random = Random::new(seed);
    let propositions: Vec<Expr> = (0..random.between(1, 3))
        .map(|number| Expr::Enabled(Box::new(Expr::Const(number as i32))))
        .collect();
    let depth = random.between(1, 4);
    let formula: Formula = formula(&propositions, depth, &mut random);
    let mut tableau = Tableau::of_negation(&formula);
    let known = tableau.propositions().to_vec();
    let claim = Claim::of_formula(&formula).map_err(|error| error.to_string())?;
    let mut bad = 0;
    for _ in 0..WORDS {
        let word = word(&mut random, propositions.len());
        let by_definition = !holds(&formula, &propositions, &word)[0];
        let renamed = lasso(&word, &propositions, &known);
        let own = Word {
            letters: [renamed.prefix(), renamed.cycle()].concat(),
            back: word.back,
        };
        let by_tableau = tableau.accepts(&own);
        let lasso = lasso(&word, &propositions, &claim.propositions);
        let by_omega = membership::accepts(&claim.automaton, &lasso);
        if (by_tableau, by_omega) != (by_definition, by_definition) {
            return Err(format!(
                "seed {seed}: {formula:?} on {:?}, back to {}: bad by definition {by_definition}, \
                 by the tableau {by_tableau}, by omega {by_omega}",
                word.letters, word.back
            ));
        }
        bad += usize::from(by_definition);
    }
    Ok(bad)
}

#[test]
fn formulas_mean_what_their_definition_says() {
    let seeds: Vec<u64> = (0..FORMULAS).collect();
    let results = pool::map(&seeds, |&seed| compare(seed));
    let wrong: Vec<&String> = results.iter().filter_map(|r| r.as_ref().err()).collect();
    let bad: usize = results.iter().flatten().sum();
    let words = WORDS * results.len();
    println!(
        "{} formulas, {words} words, {bad} of them bad",
        results.len()
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(bad * 5 > words && bad * 5 < 4 * words, "{bad} of {words}");
}
