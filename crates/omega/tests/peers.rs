//! The 188 benchmark formulas: small automata, and right ones.

use omega::boolean::intersection;
use omega::emptiness::accepted_word;
use omega::ltl::{Dialect, Formula, Formulas};
use omega::membership::accepts;
use omega::{Automaton, Lasso, Translation, translate};

const PEERS: &str = include_str!("../../../bench/ltl/peers.csv");

/// What Spot's `ltl2tgba -B` needs in sum, and five per cent.
const MAX_SUM: usize = 729;

fn formulas() -> impl Iterator<Item = (&'static str, Formulas, Formula)> {
    PEERS.lines().skip(1).map(|line| {
        let text = line.split(',').nth(2).expect("the third column");
        let mut formulas = Formulas::new();
        let f = formulas.parse(text, Dialect::Any).expect(text);
        (text, formulas, f)
    })
}

/// A small deterministic generator: the test must not change from run to run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn lasso(&mut self, props: usize) -> Lasso {
        let (u, v) = (self.below(5), 1 + self.below(5));
        let mut letters = |n| (0..n).map(|_| self.below(1 << props)).collect();
        Lasso::new(letters(u), letters(v)).expect("a cycle")
    }
}

#[test]
fn the_automata_are_small_and_state_based() {
    let mut sum = 0;
    for (text, mut fs, f) in formulas() {
        let a = translate(&mut fs, f, Translation::Buchi).expect(text);
        assert_eq!(a.check(), Ok(()), "{text}");
        assert!(a.num_marks() == 1 && a.is_state_based(), "{text}");
        sum += a.num_states();
    }
    assert!(sum <= MAX_SUM, "{sum} states");
}

#[test]
fn the_automata_accept_exactly_the_models() {
    let mut random = Random(1);
    for (text, mut fs, f) in formulas() {
        let kinds = [Translation::Buchi, Translation::Generalized];
        let automata: Vec<Automaton> = kinds
            .iter()
            .map(|&k| translate(&mut fs, f, k).expect(text))
            .collect();
        for _ in 0..200 {
            let w = random.lasso(fs.props().len());
            for a in &automata {
                assert_eq!(accepts(a, &w), fs.holds(f, &w), "{text}: {w:?}");
            }
        }
    }
}

/// Exact, where the words above are a sample: each formula is followed by its negation.
#[test]
fn a_formula_and_its_negation_have_no_common_word() {
    let automata: Vec<(&str, Automaton)> = formulas()
        .map(|(text, mut fs, f)| (text, translate(&mut fs, f, Translation::Buchi).expect(text)))
        .collect();
    for pair in automata.chunks(2) {
        let [(text, a), (_, b)] = pair else {
            panic!("a formula without its negation");
        };
        let both = intersection(a, b, 100_000).expect("a small product");
        assert_eq!(accepted_word(&both), None, "{text}");
    }
}
