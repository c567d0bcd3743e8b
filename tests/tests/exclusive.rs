//! Channels that a process has to itself: a broken promise is found whatever is left out, and a kept
//! one leaves more out.

use program::Program;
use program::system::Interpreted;
use reduce::{Conditions, Stubborn};
use search::driver::{self, Check, Order, Property, Reduced, Verdict};
use search::limits::Limits;
use search::product::Fairness;
use search::reduction::Proviso;
use search::safety::Kind;
use std::ops::ControlFlow;
use suite::reduction::{Outcome, Trial, program_of_text, trial};

/// The owner can take the only message before anybody else tries: the other then waits for ever.
const TAKEN: &str = "
    chan q = [1] of { byte };
    chan hand = [1] of { chan };
    active proctype Owner() { byte x; xr q; q?x }
    active proctype Feeder() { hand!q; q!1 }
    active proctype Other() { chan c; byte x; hand?c; c?x }";

/// The other may use the channel once the owner is dead, and not before.
const DEAD: &str = "
    chan q = [2] of { byte };
    byte g;
    active proctype Other() { byte x; q!1; g = 1; q?x }
    active proctype Owner() { xr q; g = 2 }";

/// The promise is made too late for the first message, and in time for the second.
const LATE: &str = "
    chan q = [2] of { byte };
    byte g;
    proctype Owner() { xs q; (g == 2); q!2 }
    active proctype Other() { q!1; g++; q!3; g++ }
    init { run Owner() }";

/// Two processes have one end.
const TWICE: &str = "
    chan q = [2] of { byte };
    proctype Owner(chan c) { byte x; xr c; c?x }
    active proctype Feeder() { q!1; q!2 }
    init { run Owner(q); run Owner(q) }";

/// Who is handed a channel could mean any, again and again. Nobody breaks a promise.
const KEPT: &str = "
    chan q = [2] of { byte };
    chan r = [2] of { byte };
    chan hand = [1] of { chan };
    active proctype Owner() { byte x; xr q; q?x; q?x; q?x }
    active proctype Feeder() { xs q; q!1; q!2; q!3 }
    active [2] proctype Other() { chan c; byte x; end: do :: hand?c; c!1; c?x; hand!c od }
    init { hand!r }";

fn program(text: &str) -> Program {
    program_of_text(text, false).expect("the program is accepted")
}

/// Looks for faults, and for states in which the program must not end.
fn check(program: &Program, proviso: Option<Proviso>) -> Vec<Check> {
    let reads = reduce::Property::default();
    let questions = Stubborn::new(program, &reads, Conditions::default()).questions();
    let mut system = Interpreted::with_questions(program, Vec::new(), questions);
    let properties = [Kind::Fault, Kind::InvalidEnd].map(|kind| Property::Safety(vec![kind]));
    let reduced = proviso.map(|proviso| Reduced { program, proviso });
    driver::check(
        &mut system,
        &properties,
        Order::Scouted,
        reduced,
        Fairness::None,
        &Limits::default(),
        &mut |_: &_| ControlFlow::Continue(()),
    )
    .expect("there is memory")
}

const SEARCHES: [Option<Proviso>; 3] = [None, Some(Proviso::Static), Some(Proviso::Stack)];

#[test]
fn a_broken_promise_is_found_whatever_is_left_out() {
    for text in [TAKEN, DEAD, LATE, TWICE] {
        for proviso in SEARCHES {
            let found = check(&program(text), proviso);
            assert_eq!(found[0].verdict, Verdict::Violated, "{proviso:?} on {text}");
        }
    }
}

#[test]
fn what_is_left_out_because_of_a_promise_is_enough() {
    for text in [TAKEN, DEAD, LATE, TWICE, KEPT] {
        for (kind, seed) in Trial::ALL
            .into_iter()
            .flat_map(|kind| (0..20).map(move |s| (kind, s)))
        {
            let outcome = trial(&program(text), kind, seed, 10_000);
            assert!(
                matches!(outcome, Outcome::Holds { .. }),
                "{kind:?}: {outcome}\n{text}"
            );
        }
    }
}

#[test]
fn a_kept_promise_leaves_more_out() {
    let without = KEPT.replace("xr q;", "").replace("xs q;", "");
    let states = |text: &str, proviso| {
        let found = check(&program(text), proviso);
        let holds = |check: &Check| check.verdict == Verdict::Holds;
        assert!(found.iter().all(holds), "{proviso:?} on {text}");
        found[0].statistics.states
    };
    let (full, reduced) = (states(KEPT, None), states(KEPT, Some(Proviso::Static)));
    assert_eq!(full, states(&without, None));
    let silent = states(&without, Some(Proviso::Static));
    assert!(2 * reduced < silent, "{reduced} states, {silent} without");
}
