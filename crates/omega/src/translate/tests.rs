use super::*;
use crate::ltl::Dialect;
use crate::ltl::tests::{arena, formula, lasso};
use crate::membership::accepts;
use proptest::prelude::*;

fn all_kinds(fs: &mut Formulas, f: Formula) -> Vec<Automaton> {
    [Translation::Generalized, Translation::Buchi]
        .map(|kind| translate(fs, f, kind).expect("a small formula"))
        .to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn automata_agree_with_the_semantics(
        text in formula(),
        words in prop::collection::vec(lasso(), 30),
    ) {
        let mut fs = arena();
        let f = fs.parse(&text, Dialect::Any).expect("a formula");
        let not_f = fs.not(f);
        for f in [f, not_f] {
            for a in all_kinds(&mut fs, f) {
                prop_assert_eq!(a.check(), Ok(()));
                for w in &words {
                    prop_assert_eq!(accepts(&a, w), fs.holds(f, w), "{:?} {:?}", w, a);
                }
            }
        }
    }

    #[test]
    fn a_formula_and_its_negation_share_no_word(text in formula()) {
        let mut fs = arena();
        let f = fs.parse(&text, Dialect::Any).expect("a formula");
        let not_f = fs.not(f);
        for a in all_kinds(&mut fs, f) {
            for b in all_kinds(&mut fs, not_f) {
                prop_assert_eq!(disjoint(&a, &b, usize::MAX), Some(true));
            }
        }
    }
}

#[test]
fn limits_are_errors() {
    let mut fs = Formulas::new();
    let many: Vec<String> = (0..65).map(|i| format!("GF p{i}")).collect();
    let f = fs
        .parse(&many.join(" & "), Dialect::Any)
        .expect("a formula");
    let error = translate(&mut fs, f, Translation::Buchi).expect_err("65 propositions");
    assert_eq!(error, TranslateError::TooManyPropositions);
}

#[test]
fn long_formulas_end_in_an_automaton_or_an_error() {
    let nested = |open: &str, n: usize, close: &str| {
        let text = format!("{}c{}", open.repeat(n), close.repeat(n));
        let mut fs = Formulas::new();
        let f = fs.parse(&text, Dialect::Any).expect("a formula");
        translate(&mut fs, f, Translation::Buchi).map(|a| a.num_states())
    };
    assert_eq!(nested("X ", 3000, ""), Ok(3002));
    assert_eq!(nested("a U (", 10_000, ")"), Ok(2));
    assert_eq!(nested("F(a & X(b U (", 300, ")))"), Ok(302));
}

#[test]
fn many_fairness_constraints_are_answered_soon() {
    let size = |text: String| {
        let mut fs = Formulas::new();
        let f = fs.parse(&text, Dialect::Any).expect("a formula");
        translate(&mut fs, f, Translation::Buchi).map(|a| a.num_states())
    };
    let all = |n: usize| {
        (0..n)
            .map(|i| format!("GF p{i}"))
            .collect::<Vec<_>>()
            .join(" & ")
    };
    assert_eq!(size(all(10)), Ok(11));
    assert_eq!(size(format!("!({})", all(40))), Ok(41));
    // Each subset of the constraints may be met at once, so there are as many edges.
    assert_eq!(size(all(40)), Err(TranslateError::TooLarge));
}
