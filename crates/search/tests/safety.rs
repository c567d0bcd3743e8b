//! Both searches for safety find what the interpreter's exploration finds, and count what it counts.

mod common {
    pub mod corpus;
    pub mod text;
}

use common::corpus::{corpus, parse};
use common::text::parse_text;
use program::explore::{self, explore};
use program::interpreter::{Interpreter, Move};
use program::system::Interpreted;
use program::{Program, Step};
use search::limits::{Limits, Reason};
use search::safety::{Counterexample, End, Goals, Kind, Safety, breadth_first, depth_first};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

fn search_both(program: &Program, limits: &Limits) -> [Safety; 2] {
    let goals = Goals::default();
    let mut observe = |_: &_| ControlFlow::Continue(());
    let mut system = Interpreted::new(program, Vec::new());
    [
        breadth_first(&mut system, &goals, limits, &mut observe).unwrap(),
        depth_first(&mut system, &goals, limits, &mut observe).unwrap(),
    ]
}

fn kind(kind: explore::Kind) -> Kind {
    match kind {
        explore::Kind::Assertion | explore::Kind::Trace => Kind::Assertion,
        explore::Kind::Fault => Kind::Fault,
        explore::Kind::InvalidEnd => Kind::InvalidEnd,
    }
}

/// Replays a counterexample and checks that it shows what it says.
fn replay(program: &Program, found: &Counterexample) {
    let interpreter = Interpreter::new(program);
    let Ok(mut state) = interpreter.initial() else {
        assert!(found.run.is_empty());
        return;
    };
    let mut violations = 0;
    for &step in &found.run {
        let step = Move::from(step);
        assert!(interpreter.moves(&state).moves.contains(&step));
        let (next, effects) = interpreter.apply(&state, &step).expect("no fault");
        violations = effects.violations.len();
        state = next;
    }
    let moves = interpreter.moves(&state);
    match (found.kind, found.fault) {
        (Kind::Assertion, None) => assert!(violations > 0),
        (Kind::InvalidEnd, None) => {
            assert!(moves.is_empty() && !interpreter.is_valid_end(&state));
        }
        (Kind::Fault, Some(step)) => {
            let guard = moves.faults.iter().any(|fault| Step::from(fault.0) == step);
            assert!(guard || interpreter.apply(&state, &Move::from(step)).is_err());
        }
        other => panic!("{other:?}"),
    }
}

fn compare(name: &str, program: &Program, most: u64) -> bool {
    let options = explore::Options {
        states: Some(most),
        time: Some(Duration::from_secs(20)),
        ..explore::Options::default()
    };
    let expected = explore(program, &options, &mut |_| true);
    if expected.end != explore::End::Complete {
        return false;
    }
    let found = expected.counterexamples.iter();
    let expected_kinds: BTreeSet<Kind> = found.map(|found| kind(found.problem.kind())).collect();
    for safety in search_both(program, &Limits::default()) {
        assert_eq!(safety.end, End::Complete, "{name}");
        assert_eq!(
            safety.statistics.states, expected.statistics.states,
            "{name}"
        );
        let found = safety.counterexamples.iter();
        let kinds: BTreeSet<Kind> = found.map(|found| found.kind).collect();
        assert_eq!(kinds, expected_kinds, "{name}");
        for found in &safety.counterexamples {
            replay(program, found);
        }
    }
    true
}

#[test]
fn agrees_with_the_interpreter_on_the_corpus() {
    let mut compared = 0;
    for path in corpus() {
        if let Some(program) = parse(&path) {
            let name = path.display().to_string();
            compared += usize::from(compare(&name, &program, 20_000));
        }
    }
    assert!(compared > 20, "only {compared} models are small enough");
}

/// Atomic sequences with choices that meet again, and one that never ends.
#[test]
fn atomic_sequences() {
    let meeting = "byte x, y; active proctype P() { atomic {
        do :: x < 20 -> x++ :: x < 20 -> x = x + 1 :: x >= 20 -> break od; y = 1 } }
        active proctype Q() { y == 1; assert(x == 19) }";
    assert!(compare("meeting", &parse_text(meeting), 1_000_000));
    let endless = "byte x; active proctype P() { atomic { do :: x++ od } }";
    assert!(compare("endless", &parse_text(endless), 1_000_000));
    let unbounded = "int x; active proctype P() { atomic { do :: x++ od } }";
    for safety in search_both(&parse_text(unbounded), &Limits::default()) {
        assert_eq!(safety.end, End::Incomplete(Reason::Atomic));
    }
}

const COUNTERS: &str = "byte x, y;
    active proctype P() { do :: x++ od }
    active proctype Q() { do :: y++ od }";

#[test]
fn limits_end_searches_in_good_order() {
    let program = parse_text(COUNTERS);
    let ends = |limits: Limits| search_both(&program, &limits).map(|safety| safety.end);
    let incomplete = |reason| [End::Incomplete(reason); 2];
    let none = Limits::default();
    assert_eq!(ends(none), [End::Complete; 2]);
    let states = Some(1000);
    assert_eq!(ends(Limits { states, ..none }), incomplete(Reason::States));
    let depth = Some(100);
    assert_eq!(ends(Limits { depth, ..none }), incomplete(Reason::Depth));
    let time = Some(Duration::ZERO);
    assert_eq!(ends(Limits { time, ..none }), incomplete(Reason::Time));
    let memory = Some(100_000);
    assert_eq!(ends(Limits { memory, ..none }), incomplete(Reason::Memory));
}

#[test]
fn an_observer_sees_progress_and_can_interrupt() {
    let program = parse_text(COUNTERS);
    let mut system = Interpreted::new(&program, Vec::new());
    let mut calls = 0;
    let mut observe = |statistics: &search::limits::Statistics| {
        calls += 1;
        assert!(statistics.states > 0 && statistics.memory > 0 && statistics.rate() > 0.0);
        if calls == 3 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let goals = Goals::default();
    let limits = Limits::default();
    let safety = breadth_first(&mut system, &goals, &limits, &mut observe).unwrap();
    assert_eq!(safety.end, End::Incomplete(Reason::Interrupted));
    assert_eq!(calls, 3);
}

#[test]
fn breadth_first_runs_are_shortest_and_goals_end_the_search() {
    let program = parse_text(
        "byte x; active proctype P() { do :: x = x + 1 :: x = x + 2 od }
        active proctype Q() { (x == 40) -> assert(false) }",
    );
    let mut system = Interpreted::new(&program, Vec::new());
    let goals = Goals {
        groups: vec![vec![Kind::Assertion, Kind::Fault]],
    };
    let mut observe = |_: &_| ControlFlow::Continue(());
    let limits = Limits::default();
    let safety = breadth_first(&mut system, &goals, &limits, &mut observe).unwrap();
    assert_eq!(safety.end, End::Found);
    assert_eq!(safety.counterexamples[0].run.len(), 22);
}
