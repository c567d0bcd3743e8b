//! The invariance of formulas, against Spot's answers for the formulas that the field compares
//! translators with.

use omega::boolean::intersection;
use omega::complement::complement;
use omega::emptiness::accepted_word;
use omega::inclusion::difference;
use omega::ltl::{Dialect, Formula, Formulas};
use omega::stutter::equivalent;
use omega::stutter::invariance::{Invariance, Witness, of_automaton, of_complements, of_formula};
use omega::{Automaton, Translation, translate};

const LIMIT: usize = 200_000;

fn parse(text: &str) -> (Formulas, Formula) {
    let mut formulas = Formulas::new();
    let f = formulas
        .parse(text, Dialect::Any)
        .unwrap_or_else(|error| panic!("{text}: {error:?}"));
    (formulas, f)
}

fn automata(formulas: &mut Formulas, f: Formula) -> (Automaton, Automaton) {
    let not_f = formulas.not(f);
    let positive = translate(formulas, f, Translation::Generalized);
    let negative = translate(formulas, not_f, Translation::Generalized);
    (
        positive.expect("the formula is small"),
        negative.expect("the formula is small"),
    )
}

fn check_witness(formulas: &Formulas, f: Formula, witness: &Witness, text: &str) {
    assert!(formulas.holds(f, &witness.accepted), "{text}: {witness:?}");
    assert!(!formulas.holds(f, &witness.rejected), "{text}: {witness:?}");
    assert!(equivalent(&witness.accepted, &witness.rejected), "{text}");
}

#[test]
fn spot_agrees_on_the_benchmark() {
    let table = include_str!("../../../../bench/ltl/peers.csv");
    let (mut invariant, mut dependent) = (0, 0);
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let (text, spot) = (fields[2], fields[3] == "True");
        let (mut formulas, f) = parse(text);
        let (positive, negative) = automata(&mut formulas, f);
        // By the automata, even where the formula has no X.
        let answer = of_complements(&positive, &negative, LIMIT).expect("both are small");
        assert_eq!(answer.is_invariant(), spot, "{text}");
        let quick = of_formula(&mut formulas, f, LIMIT).expect("both are small");
        assert_eq!(quick.is_invariant(), spot, "{text}");
        match answer {
            Invariance::Invariant => invariant += 1,
            Invariance::Dependent(witness) => {
                check_witness(&formulas, f, &witness, text);
                dependent += 1;
            }
        }
    }
    assert_eq!(invariant + dependent, 188);
    assert!(dependent > 10, "{dependent}");
}

#[test]
fn formulas_with_next_may_be_invariant() {
    for (text, invariant) in [
        ("X p", false),
        ("F (p & X !p)", true),
        ("F (p & X q)", false),
        ("G (p -> X p)", true),
        ("X F p", false),
        ("G X p", false),
        ("p & X G p", true),
        ("G F (p & X !p)", true),
        ("p U (q & X q)", false),
        ("X X X p | !X X X p", true),
    ] {
        let (mut formulas, f) = parse(text);
        let answer = of_formula(&mut formulas, f, LIMIT).expect("the formula is small");
        assert_eq!(answer.is_invariant(), invariant, "{text}");
        if let Invariance::Dependent(witness) = answer {
            check_witness(&formulas, f, &witness, text);
        }
        let (positive, negative) = automata(&mut formulas, f);
        let by_complement = of_automaton(&positive, LIMIT).expect("the automaton is small");
        assert_eq!(by_complement.is_invariant(), invariant, "{text}");
        let not = complement(&positive, LIMIT).expect("it is small");
        assert_eq!(difference(&not, &negative, LIMIT), Ok(None), "{text}");
    }
}

#[test]
fn complements_of_the_benchmark_are_those_of_the_translator() {
    let table = include_str!("../../../../bench/ltl/peers.csv");
    let mut compared = 0;
    for row in table.lines().skip(1) {
        let text = row.split(',').nth(2).expect("a row has a formula");
        let (mut formulas, f) = parse(text);
        let (positive, negative) = automata(&mut formulas, f);
        let not_positive = complement(&positive, LIMIT).expect("it is small");
        let not_negative = complement(&negative, LIMIT).expect("it is small");
        for (left, right) in [
            (&positive, &negative),
            (&positive, &not_positive),
            (&not_negative, &not_positive),
        ] {
            let both = intersection(left, right, LIMIT).expect("both are small");
            assert_eq!(accepted_word(&both), None, "{text}");
        }
        if not_positive.num_states() <= 30 {
            assert_eq!(
                difference(&not_positive, &negative, LIMIT),
                Ok(None),
                "{text}"
            );
            compared += 1;
        }
    }
    assert!(compared > 150, "{compared}");
}
