//! Stuttering, against brute force over all short words and against the figures of the papers.

use crate::common::{Rng, Shape, exactly, lasso, lassos, random_automaton, started_in};
use omega::alphabet::Alphabet;
use omega::builtin::{BUILTINS, builtin};
use omega::inclusion::difference;
use omega::membership::accepts;
use omega::stutter::closure::closure;
use omega::stutter::holzmann_kupferman::{Paths, System, SystemState};
use omega::stutter::invariance::{Invariance, of_automaton, of_complements};
use omega::stutter::normal_form::{self, Defect, normal_form};
use omega::stutter::{StutterRelation, collapse, equivalent, equivalent_word, shorten};
use omega::{Automaton, Builder, Guard, Lasso, Letter, Marks, State};

const LIMIT: usize = 200_000;

fn builtins() -> impl Iterator<Item = Automaton> {
    BUILTINS.iter().filter_map(|(name, _)| builtin(name))
}

fn named(name: &str) -> Automaton {
    builtin(name).expect("it is built in")
}

fn random(seeds: u64) -> impl Iterator<Item = Automaton> {
    let shapes = [
        (1, 2, 1, 50),
        (1, 3, 1, 40),
        (1, 4, 1, 30),
        (1, 3, 2, 45),
        (2, 2, 1, 30),
        (2, 3, 2, 25),
    ];
    shapes
        .into_iter()
        .flat_map(move |(props, states, marks, density)| {
            let shape = Shape {
                props,
                states,
                marks,
                density,
            };
            (0..seeds).map(move |seed| random_automaton(&mut Rng::new(seed + 100), shape))
        })
}

fn words(a: &Automaton) -> Vec<Lasso> {
    match a.props().len() {
        1 => lassos(2, 3, 4),
        _ => lassos(4, 1, 3),
    }
}

/// Whether some short word equivalent to `word` is accepted; `all` are the short words.
fn some_short_variant(a: &Automaton, word: &Lasso, all: &[(Lasso, Lasso)]) -> bool {
    let form = collapse(word);
    let mut variants = all.iter().filter(|(_, collapsed)| *collapsed == form);
    variants.any(|(variant, _)| accepts(a, variant))
}

fn with_forms(words: Vec<Lasso>) -> Vec<(Lasso, Lasso)> {
    let form = |w: Lasso| {
        let collapsed = collapse(&w);
        (w, collapsed)
    };
    words.into_iter().map(form).collect()
}

/// The emptiness of the stutter product (with the full relation or the one for invariant
/// languages) of a program with a single run, which spells `word`.
fn product_accepts(relation: &mut StutterRelation<'_>, word: &Lasso) -> bool {
    let marks = relation.automaton().num_marks();
    let n = relation.automaton().num_states() as State;
    let mut product = Builder::new(Vec::new(), marks);
    product.add_states(n as usize * word.positions());
    let node = |i: usize, s: State| i as State * n + s;
    for &t in relation.initial(word.letter(0)) {
        product.add_initial(node(0, t));
    }
    for i in 0..word.positions() {
        let j = word.next(i);
        let (here, there) = (word.letter(i), word.letter(j));
        for s in 0..n {
            if here == there {
                let mu = relation.mu(s, here);
                product.add_edge(node(i, s), Guard::TRUE, mu, node(j, s));
            } else {
                for &(t, x) in relation.change(s, there) {
                    product.add_edge(node(i, s), Guard::TRUE, x, node(j, t));
                }
            }
        }
    }
    omega::emptiness::accepting_run(&product.finish()).is_some()
}

#[test]
fn the_relation_is_what_its_definition_says() {
    for a in random(25) {
        let mut relation = StutterRelation::new(&a);
        for letter in 0..1 << a.props().len() {
            for s in a.states() {
                let paths = paths(&a, s, letter);
                for &(t, x) in relation.change(s, letter) {
                    assert!(paths.contains(&(t, x)));
                }
                for &(t, x) in &paths {
                    let known = relation.change(s, letter);
                    assert!(known.iter().any(|&(u, y)| u == t && x & !y == 0));
                    let redundant = |&&(u, y): &&(State, Marks)| u == t && y != x && x & !y == 0;
                    let change = relation.change(s, letter);
                    assert!(!change.contains(&(t, x)) || !change.iter().any(|p| redundant(&p)));
                }
                // Round trips from s collect μ, and nothing more.
                let round = paths.iter().filter(|p| p.0 == s).fold(0, |m, p| m | p.1);
                assert_eq!(relation.mu(s, letter), round);
            }
        }
    }
}

/// All `(t, X)` such that a path of one or more edges leads from `s` to `t` and collects `X`.
fn paths(a: &Automaton, s: State, letter: Letter) -> Vec<(State, Marks)> {
    let mut found: Vec<(State, Marks)> = Vec::new();
    let mut work = vec![(s, 0)];
    while let Some((t, x)) = work.pop() {
        for e in a.successors(t, letter) {
            let end = (e.dst, x | e.marks);
            if !found.contains(&end) {
                found.push(end);
                work.push(end);
            }
        }
    }
    found
}

#[test]
fn equivalent_words_are_found_and_are_right() {
    for a in random(10).chain(builtins()) {
        let all = with_forms(words(&a));
        for (w, _) in all.iter().step_by(3) {
            match equivalent_word(&a, w) {
                Some(v) => assert!(accepts(&a, &v) && equivalent(&v, w)),
                None => assert!(!some_short_variant(&a, w, &all), "{a:?} on {w:?}"),
            }
        }
    }
}

/// Theorem A: the stutter product accepts a word iff an equivalent one is in the language, and so
/// does the closure.
#[test]
fn product_and_closure_accept_what_has_an_equivalent_word() {
    let (mut yes, mut no) = (0, 0);
    for a in random(25).chain(builtins()) {
        let closed = closure(&a, LIMIT).expect("the automaton is small");
        assert_eq!(closed.check(), Ok(()));
        let mut relation = StutterRelation::new(&a);
        for w in words(&a) {
            let expected = equivalent_word(&a, &w).is_some();
            assert_eq!(accepts(&closed, &w), expected, "{a:?} on {w:?}");
            assert_eq!(
                product_accepts(&mut relation, &w),
                expected,
                "{a:?} on {w:?}"
            );
            *if expected { &mut yes } else { &mut no } += 1;
        }
    }
    assert!(yes > 1000 && no > 1000, "{yes}, {no}");
}

#[test]
fn the_smaller_relation_serves_invariant_languages() {
    // A closure is invariant by construction, and its relation for invariant languages differs.
    let mut smaller = 0;
    for a in random(12).chain(builtins()) {
        let a = closure(&a, LIMIT).expect("the automaton is small");
        let (mut full, mut small) = (StutterRelation::new(&a), StutterRelation::for_invariant(&a));
        for w in words(&a).iter().step_by(2) {
            assert_eq!(
                product_accepts(&mut small, w),
                accepts(&a, w),
                "{a:?} on {w:?}"
            );
        }
        for letter in 0..1 << a.props().len() {
            for s in a.states() {
                let (large, small) = (full.change(s, letter).len(), small.change(s, letter).len());
                assert!(small <= large);
                smaller += usize::from(small < large);
            }
        }
    }
    for name in ["B1", "B2", "B3", "B4", "N3", "brunner"] {
        let a = named(name);
        let mut small = StutterRelation::for_invariant(&a);
        for w in words(&a) {
            assert_eq!(
                product_accepts(&mut small, &w),
                accepts(&a, &w),
                "{name} on {w:?}"
            );
        }
        for letter in 0..1 << a.props().len() {
            for s in a.states() {
                let full = StutterRelation::new(&a).change(s, letter).len();
                smaller += usize::from(small.change(s, letter).len() < full);
            }
        }
    }
    assert!(smaller > 0, "the smaller relation is never smaller");
}

#[test]
fn holzmann_and_kupferman_corrected_agree() {
    for a in random(15).chain(builtins()) {
        let alphabet = Alphabet::of_letters(&a, 16).expect("there are few letters");
        let system = System::of_automaton(&a, &alphabet);
        let closed = system.close(Paths::Corrected);
        let ours = closure(&a, LIMIT).expect("the automaton is small");
        let plain = system.to_automaton(a.props().to_vec(), &alphabet);
        let theirs = closed.to_automaton(a.props().to_vec(), &alphabet);
        for w in words(&a).iter().step_by(2) {
            assert_eq!(accepts(&plain, w), accepts(&a, w));
            assert_eq!(accepts(&theirs, w), accepts(&ours, w), "{a:?} on {w:?}");
        }
    }
}

/// An erratum: as printed, the closure of a system for `(ba)^ω` accepts `b^ω`.
#[test]
fn holzmann_and_kupferman_as_printed_accept_too_much() {
    let mut b = Builder::new(vec!["p".into()], 1);
    let p = b.guards().var(0);
    let s = b.add_state();
    b.add_edge(s, p, 1, s);
    let alphabet = Alphabet::of_letters(&b.finish(), 2).expect("there are two letters");
    let class = |letter| {
        let mut classes = alphabet.classes();
        classes.position(|(c, _)| alphabet.guards().eval(c, letter))
    };
    let (b, a) = (class(1).expect("covered"), class(0).expect("covered"));
    let state = |label, accepting, next| SystemState {
        label,
        accepting,
        successors: vec![next],
    };
    let system = System {
        initial: vec![0],
        states: vec![state(b, true, 1), state(a, false, 0)],
    };
    let automaton = |system: &System| system.to_automaton(vec!["p".into()], &alphabet);
    let (b_forever, ba) = (lasso(&[], &[1]), lasso(&[], &[1, 0]));
    assert!(accepts(&automaton(&system), &ba));
    assert_eq!(equivalent_word(&automaton(&system), &b_forever), None);
    let printed = automaton(&system.close(Paths::AsPrinted));
    let corrected = automaton(&system.close(Paths::Corrected));
    assert!(accepts(&printed, &b_forever), "the erratum is gone");
    assert!(!accepts(&corrected, &b_forever));
    assert!(accepts(&printed, &ba) && accepts(&corrected, &ba));
}

#[test]
fn theorem_2_makes_b4_of_b3() {
    let b4 = normal_form(&named("B3"), LIMIT).expect("B3 is small");
    assert_eq!((b4.num_states(), b4.edges().len()), (4, 9));
    assert_eq!(normal_form::check(&b4), Ok(()));
    assert_eq!(normal_form::check(&named("B4")), Ok(()));
    assert_eq!(difference(&b4, &named("B4"), LIMIT), Ok(None));
    assert_eq!(difference(&b4, &named("B3"), LIMIT), Ok(None));
    assert!(normal_form::check(&named("B3")).is_err());
}

#[test]
fn the_normal_form_is_one_and_keeps_invariant_languages() {
    let mut invariant = 0;
    for a in random(25).chain(builtins()) {
        let form = normal_form(&a, LIMIT).expect("the automaton is small");
        if omega::emptiness::accepting_run(&form).is_some() {
            assert_eq!(normal_form::check(&form), Ok(()), "{a:?}");
        }
        assert_eq!(of_automaton(&form, LIMIT), Ok(Invariance::Invariant));
        let is_invariant = of_automaton(&a, LIMIT).expect("it is small").is_invariant();
        invariant += usize::from(is_invariant);
        // Whatever the language, the form decides by the stutter-free word; exactly so if classes
        // are single letters.
        let classes = Alphabet::of_guards(&form, 16).expect("there are few letters");
        let exact = classes.len() == 1 << a.props().len();
        for w in words(&a) {
            let (free, formed) = (accepts(&a, &collapse(&w)), accepts(&form, &w));
            assert!(free == formed || !exact && formed, "{a:?} on {w:?}");
        }
        let same = difference(&a, &form, LIMIT)
            .expect("both are small")
            .is_none();
        assert!(same || !is_invariant);
    }
    assert!(invariant > 20, "{invariant}");
}

#[test]
fn the_checker_of_definition_12_names_what_is_wrong() {
    let edit = |drop: &dyn Fn(usize) -> bool, add: &[(State, Letter, Marks, State)]| {
        let b4 = named("B4");
        let mut b = Builder::like(&b4, 1);
        b.add_states(4);
        b.add_initial(0);
        for (i, e) in b4.edges().iter().enumerate().filter(|(i, _)| !drop(*i)) {
            debug_assert!(i < 9);
            b.add_edge(e.src, e.guard, e.marks, e.dst);
        }
        for &(src, letter, marks, dst) in add {
            let guard = exactly(&mut b, letter, 1);
            b.add_edge(src, guard, marks, dst);
        }
        normal_form::check(&b.finish())
    };
    let none = |_: usize| false;
    assert_eq!(edit(&none, &[]), Ok(()));
    assert_eq!(edit(&none, &[(1, 0, 0, 0)]), Err(Defect::Initial));
    assert_eq!(
        edit(&none, &[(0, 1, 0, 1)]),
        Err(Defect::IncomingLetters(1))
    );
    assert_eq!(edit(&none, &[(1, 0, 0, 3)]), Err(Defect::OwnLetter(1)));
    assert_eq!(edit(&none, &[(3, 1, 0, 2)]), Err(Defect::NotStateBased));
    // Without its loop, state 2 has no edge on p at all.
    let loop_of_2 = |i: usize| named("B4").edges()[i].src == 2 && named("B4").edges()[i].dst == 2;
    assert_eq!(edit(&loop_of_2, &[]), Err(Defect::OwnLetter(2)));
    let loop_of_3 = |i: usize| named("B4").edges()[i].src == 3;
    assert_eq!(edit(&loop_of_3, &[(3, 0, 1, 1)]), Err(Defect::NoTwin(3)));
    let loop_of_1 = |i: usize| named("B4").edges()[i].src == 1 && named("B4").edges()[i].dst == 1;
    assert_eq!(edit(&loop_of_1, &[(1, 0, 0, 3)]), Err(Defect::NoLoop(1)));
}

#[test]
fn invariance_of_random_automata() {
    let (mut invariant, mut dependent) = (0, 0);
    for a in random(40) {
        let all = with_forms(words(&a));
        match of_automaton(&a, LIMIT).expect("the automaton is small") {
            Invariance::Invariant => {
                for (w, form) in &all {
                    assert_eq!(accepts(&a, w), accepts(&a, form), "{a:?} on {w:?}");
                }
                invariant += 1;
            }
            Invariance::Dependent(witness) => {
                assert!(accepts(&a, &witness.accepted), "{a:?} {witness:?}");
                assert!(!accepts(&a, &witness.rejected), "{a:?} {witness:?}");
                assert!(equivalent(&witness.accepted, &witness.rejected));
                dependent += 1;
            }
        }
    }
    assert!(invariant > 20 && dependent > 50, "{invariant}, {dependent}");
}

#[test]
fn invariance_by_complementary_automata() {
    for a in random(25) {
        let not = omega::complement::complement(&a, LIMIT).expect("the automaton is small");
        let by_closure = of_automaton(&a, LIMIT).expect("it is small");
        let by_both = of_complements(&a, &not, LIMIT).expect("both are small");
        assert_eq!(by_closure.is_invariant(), by_both.is_invariant(), "{a:?}");
        if let Invariance::Dependent(witness) = by_both {
            assert!(accepts(&a, &witness.accepted) && !accepts(&a, &witness.rejected));
            assert!(equivalent(&witness.accepted, &witness.rejected));
        }
    }
}

#[test]
fn shortening_takes_a_block_for_a_letter() {
    for a in random(15) {
        let short = shorten(&a, LIMIT).expect("the automaton is small");
        let all = with_forms(words(&a));
        for (w, form) in &all {
            // Every word shortens to its stutter-free form, and that is never shortened further.
            assert!(!accepts(&a, w) || accepts(&short, form), "{a:?} on {w:?}");
            if w == form {
                assert_eq!(accepts(&short, w), equivalent_word(&a, w).is_some());
            }
        }
    }
}

#[test]
fn letters_of_one_class_are_interchangeable() {
    // "p or q, then neither": a change from p to q inside the first block is not stuttering, so the
    // closure must not accept it, while the decision of invariance may work with classes.
    let mut b = Builder::new(vec!["p".into(), "q".into()], 1);
    let (p, q) = (b.guards().var(0), b.guards().var(1));
    let either = b.guards().or(p, q);
    let neither = b.guards().not(either);
    b.add_states(2);
    b.add_initial(0);
    b.add_edge(0, either, 0, 1);
    b.add_edge(1, neither, 1, 1);
    let a = b.finish();
    let closed = closure(&a, LIMIT).expect("it is small");
    assert!(accepts(&closed, &lasso(&[1, 1], &[0])));
    assert!(!accepts(&closed, &lasso(&[1, 2], &[0])));
    let Ok(Invariance::Dependent(witness)) = of_automaton(&a, LIMIT) else {
        panic!("a block of two is rejected");
    };
    assert!(accepts(&a, &witness.accepted) && !accepts(&a, &witness.rejected));
}

#[test]
fn every_state_of_n3_is_invariant_and_only_some_of_b2() {
    let n3 = named("N3");
    for s in n3.states() {
        let invariance = of_automaton(&started_in(&n3, s), LIMIT);
        assert_eq!(invariance, Ok(Invariance::Invariant), "state {s}");
    }
    for a in builtins() {
        assert_eq!(of_automaton(&a, LIMIT), Ok(Invariance::Invariant));
    }
    let b2 = named("B2");
    let invariant: Vec<bool> = b2
        .states()
        .map(|s| of_automaton(&started_in(&b2, s), LIMIT).is_ok_and(|i| i.is_invariant()))
        .collect();
    assert_eq!(invariant, [true, false, false, true]);
}

#[test]
fn the_languages_of_the_built_in_automata() {
    let ends_in = |w: &Lasso, letter| w.cycle().iter().all(|&l| l == letter);
    for w in lassos(2, 4, 4) {
        let letters: Vec<Letter> = (0..w.positions()).map(|i| w.letter(i)).collect();
        // !p at first, p from some point on, and no change back.
        let b1 = letters[0] == 0 && ends_in(&w, 1) && letters.is_sorted();
        assert_eq!(accepts(&named("B1"), &w), b1);
        assert_eq!(accepts(&named("B2"), &w), b1);
        let finitely_many = ends_in(&w, 0);
        assert_eq!(accepts(&named("B3"), &w), finitely_many);
        assert_eq!(accepts(&named("B4"), &w), finitely_many);
        let both = !ends_in(&w, 0) && !ends_in(&w, 1);
        assert_eq!(accepts(&named("N3"), &w), both);
        for (state, first) in [(1, 0), (2, 1)] {
            let started = started_in(&named("N3"), state);
            assert_eq!(accepts(&started, &w), both && letters[0] == first);
        }
    }
    assert_eq!(difference(&named("B1"), &named("B2"), LIMIT), Ok(None));
    assert_eq!(difference(&named("B3"), &named("B4"), LIMIT), Ok(None));
    let b2 = named("B2");
    assert_eq!((b2.num_states(), b2.edges().len()), (4, 6));
    assert_eq!(
        (named("N3").num_states(), named("B4").edges().len()),
        (3, 9)
    );
    // Brunner's (8.11) and (8.14): both contain the letter {p1}; a word without it is rejected.
    let brunner = named("brunner");
    assert!(accepts(&brunner, &lasso(&[0, 0, 1, 0, 0], &[2])));
    assert!(accepts(&brunner, &lasso(&[0, 0, 1, 0, 0, 0], &[2])));
    assert!(!accepts(&brunner, &lasso(&[0, 3], &[2])));
}

#[test]
fn many_marks_are_counted_first() {
    let shape = Shape {
        props: 1,
        states: 2,
        marks: 10,
        density: 90,
    };
    let mut accepted = 0;
    for seed in 0..30 {
        let a = random_automaton(&mut Rng::new(seed), shape);
        let closed = closure(&a, LIMIT).expect("the automaton is small");
        assert_eq!(closed.num_marks(), 1);
        for w in lassos(2, 1, 3) {
            let expected = equivalent_word(&a, &w).is_some();
            assert_eq!(accepts(&closed, &w), expected, "{a:?} on {w:?}");
            accepted += usize::from(expected);
        }
    }
    assert!(accepted > 20, "{accepted}");
}

#[test]
fn what_would_be_too_large_is_refused() {
    // A guard that depends on 13 propositions: too many letters to remember, but only two classes.
    let mut b = Builder::new((0..13).map(|i| format!("p{i}")).collect(), 1);
    let mut parity = Guard::FALSE;
    for i in 0..13 {
        let p = b.guards().var(i);
        parity = b.guards().xor(parity, p);
    }
    b.add_states(2);
    b.add_initial(0);
    b.add_edge(0, parity, 1, 1);
    b.add_edge(1, parity, 1, 0);
    let a = b.finish();
    assert!(closure(&a, LIMIT).is_err_and(|e| e.what == "classes of letters"));
    assert_eq!(of_automaton(&a, LIMIT), Ok(Invariance::Invariant));
    assert!(normal_form(&a, LIMIT).is_ok());
    assert!(normal_form(&a, 2).is_err_and(|e| e.what == "states"));
    assert!(shorten(&a, 1).is_err_and(|e| e.what == "edges"));
}
