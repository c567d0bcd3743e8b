//! Emptiness, membership, intersection, union, complement, inclusion and equivalence, against a
//! second definition of acceptance on all short words.

use crate::common::{Rng, Shape, accepts_by_definition, lassos, random_automaton};
use omega::boolean::{intersection, union};
use omega::buchi::{one_mark, state_based};
use omega::builtin::{BUILTINS, builtin};
use omega::complement::complement;
use omega::emptiness::{accepted_word, accepting_run};
use omega::inclusion::{Difference, counterexample, difference};
use omega::limit::TooLarge;
use omega::membership::{accepts, run_on};
use omega::{Automaton, Builder};

const LIMIT: usize = 200_000;

fn shapes() -> impl Iterator<Item = Shape> {
    let shape = |(props, states, marks, density)| Shape {
        props,
        states,
        marks,
        density,
    };
    [
        (1, 2, 1, 50),
        (1, 3, 1, 40),
        (1, 4, 1, 30),
        (1, 3, 2, 40),
        (2, 3, 1, 25),
        (2, 3, 2, 30),
        (1, 5, 1, 25),
        (1, 2, 3, 60),
    ]
    .into_iter()
    .map(shape)
}

fn random(seeds: u64) -> impl Iterator<Item = (Shape, Automaton)> {
    shapes().flat_map(move |shape| {
        (0..seeds).map(move |seed| (shape, random_automaton(&mut Rng::new(seed + 1), shape)))
    })
}

fn words(shape: Shape) -> Vec<omega::Lasso> {
    match shape.props {
        1 => lassos(2, 3, 4),
        _ => lassos(4, 1, 3),
    }
}

#[test]
fn membership_and_emptiness() {
    let (mut empty, mut full) = (0, 0);
    for (shape, a) in random(20) {
        let words = words(shape);
        let mut some = false;
        for w in &words {
            let expected = accepts_by_definition(&a, w);
            some |= expected;
            assert_eq!(accepts(&a, w), expected, "{a:?} on {w:?}");
            if let Some(run) = run_on(&a, w) {
                assert_eq!(run.cycle.iter().fold(0, |m, s| m | s.marks), a.all_marks());
            }
        }
        match accepted_word(&a) {
            Some(w) => {
                assert!(accepts_by_definition(&a, &w));
                full += 1;
            }
            None => {
                assert!(!some, "{a:?}");
                empty += 1;
            }
        }
    }
    assert!(empty > 5 && full > 50, "{empty} empty, {full} not");
}

#[test]
fn a_run_is_a_path_of_the_automaton() {
    for (_, a) in random(20) {
        let Some(run) = accepting_run(&a) else {
            continue;
        };
        let steps: Vec<_> = run.prefix.iter().chain(&run.cycle).collect();
        assert!(a.initial().contains(&steps[0].from));
        let next = |i: usize| steps.get(i + 1).map_or(run.cycle[0].from, |s| s.from);
        for (i, step) in steps.iter().enumerate() {
            assert!(a.edges().iter().any(|e| {
                (e.src, e.guard, e.marks, e.dst) == (step.from, step.guard, step.marks, next(i))
            }));
        }
        assert_eq!(run.cycle.iter().fold(0, |m, s| m | s.marks), a.all_marks());
    }
}

#[test]
fn one_mark_and_accepting_states_change_no_language() {
    for (shape, a) in random(15) {
        let (one, states) = (one_mark(&a), state_based(&a));
        assert!(one.num_marks() == 1 && states.num_marks() == 1 && states.is_state_based());
        for w in words(shape) {
            let expected = accepts(&a, &w);
            assert_eq!(accepts(&one, &w), expected, "{a:?}");
            assert_eq!(accepts(&states, &w), expected, "{a:?}");
        }
    }
}

#[test]
fn every_word_is_in_exactly_one_of_a_language_and_its_complement() {
    let mut largest = 0;
    for (shape, a) in random(20) {
        let not = complement(&a, LIMIT).expect("the automaton is small");
        assert_eq!(not.check(), Ok(()));
        largest = largest.max(not.num_states());
        for w in words(shape) {
            assert_ne!(accepts(&a, &w), accepts(&not, &w), "{a:?} on {w:?}");
        }
        let both = intersection(&a, &not, LIMIT).expect("both are small");
        assert_eq!(accepting_run(&both), None, "{a:?}");
        let either = union(&a, &not).expect("both have the same propositions");
        let none = complement(&either, LIMIT);
        if let Ok(none) = none {
            assert_eq!(accepting_run(&none), None, "{a:?}");
        }
    }
    assert!(largest > 50, "the complements are too easy: {largest}");
}

#[test]
fn intersection_and_union_by_membership() {
    for ((shape, a), (_, b)) in random(8).zip(random(9).skip(1)) {
        if a.props() != b.props() {
            continue;
        }
        let both = intersection(&a, &b, LIMIT).expect("both are small");
        let either = union(&a, &b).expect("both have the same propositions");
        for w in words(shape) {
            let (in_a, in_b) = (accepts(&a, &w), accepts(&b, &w));
            assert_eq!(accepts(&both, &w), in_a && in_b);
            assert_eq!(accepts(&either, &w), in_a || in_b);
        }
    }
}

#[test]
fn inclusion_and_equivalence() {
    let (mut included, mut not_included, mut equal) = (0, 0, 0);
    for ((shape, a), (_, b)) in random(30).zip(random(30).skip(3)) {
        if a.props() != b.props() {
            continue;
        }
        let words = words(shape);
        match counterexample(&a, &b, LIMIT).expect("both are small") {
            Some(w) => {
                assert!(accepts(&a, &w) && !accepts(&b, &w));
                not_included += 1;
            }
            None => {
                assert!(words.iter().all(|w| !accepts(&a, w) || accepts(&b, w)));
                included += 1;
            }
        }
        match difference(&a, &b, LIMIT).expect("both are small") {
            Some(Difference::OnlyLeft(w)) => assert!(accepts(&a, &w) && !accepts(&b, &w)),
            Some(Difference::OnlyRight(w)) => assert!(!accepts(&a, &w) && accepts(&b, &w)),
            None => {
                assert!(words.iter().all(|w| accepts(&a, w) == accepts(&b, w)));
                equal += 1;
            }
        }
    }
    assert!(
        included > 20 && not_included > 20,
        "{included}, {not_included}"
    );
    assert!(equal > 5, "{equal}");
}

#[test]
fn propositions_are_matched_by_name() {
    let single = |name: &str| {
        let mut b = Builder::new(vec![name.into()], 1);
        let p = b.guards().var(0);
        let s = b.add_state();
        b.add_initial(s);
        b.add_edge(s, p, 1, s);
        b.finish()
    };
    let both = intersection(&single("q"), &single("p"), LIMIT).expect("it is small");
    assert_eq!(both.props(), ["q", "p"]);
    assert_eq!(
        accepted_word(&both).map(|w| w.cycle().to_vec()),
        Some(vec![3])
    );
    assert_eq!(
        difference(&single("p"), &single("p"), LIMIT),
        Ok(None),
        "the same language"
    );
    assert!(difference(&single("p"), &single("q"), LIMIT).is_ok_and(|d| d.is_some()));
}

#[test]
fn simple_automata_have_small_complements() {
    // B1 and brunner are weak: their complements are deterministic.
    for (name, states) in [("B1", 4), ("brunner", 2)] {
        let a = builtin(name).expect("it is built in");
        let not = complement(&a, LIMIT).expect("it is small");
        assert!(not.is_deterministic());
        assert!(not.num_states() <= states, "{name}: {}", not.num_states());
    }
    // Infinitely often p, deterministic: the complement waits, guesses, and then forbids p.
    let mut b = Builder::new(vec!["p".into()], 1);
    let p = b.guards().var(0);
    let not_p = b.guards().not(p);
    let s = b.add_state();
    b.add_initial(s);
    b.add_edge(s, p, 1, s);
    b.add_edge(s, not_p, 0, s);
    let not = complement(&b.finish(), LIMIT).expect("it is small");
    assert!(not.num_states() <= 3, "{}", not.num_states());
}

#[test]
fn a_limit_is_an_answer() {
    let shape = Shape {
        props: 1,
        states: 12,
        marks: 1,
        density: 12,
    };
    let a = random_automaton(&mut Rng::new(7), shape);
    assert_eq!(
        complement(&a, 10).err(),
        Some(TooLarge {
            what: "states",
            limit: 10
        })
    );
}

#[test]
fn builtin_names() {
    for (name, _) in BUILTINS {
        let a = builtin(name).expect("the list names what exists");
        assert_eq!(a.check(), Ok(()));
        assert!(a.is_state_based());
        assert!(accepting_run(&a).is_some());
    }
    assert!(builtin("B9").is_none());
}
