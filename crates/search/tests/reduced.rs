//! The reduced search for safety: what it stores, what it finds, and that its runs are real.

mod common {
    pub mod text;
}

use common::text::parse_text;
use program::Program;
use program::interpreter::{Interpreter, Move};
use program::system::Interpreted;
use reduce::{Conditions, Property, Stubborn};
use search::limits::{Limits, Reason};
use search::reduction::SafetyOnly;
use search::safety::{Counterexample, End, Goals, Kind, Safety, breadth_first, reduced};
use std::ops::ControlFlow;

fn search(program: &Program, limits: &Limits) -> [Safety; 2] {
    let goals = Goals::default();
    let conditions = Conditions {
        no_sticky: true,
        ..Conditions::default()
    };
    let mut select = Stubborn::new(program, &Property::default(), conditions);
    let mut system = Interpreted::with_questions(program, Vec::new(), select.questions());
    let mut observe = |_: &_| ControlFlow::Continue(());
    let full = breadth_first(&mut system, &goals, limits, &mut observe).unwrap();
    let licence = SafetyOnly {
        select: &mut select,
    };
    [
        full,
        reduced(&mut system, licence, &goals, limits, &mut observe).unwrap(),
    ]
}

/// The number of violations of the last move of a run, which is executed.
fn replay(program: &Program, found: &Counterexample) -> usize {
    let interpreter = Interpreter::new(program);
    let mut state = interpreter.initial().expect("there is a first state");
    let mut violations = 0;
    for &step in &found.run {
        let step = Move::from(step);
        assert!(interpreter.moves(&state).moves.contains(&step));
        let (next, effects) = interpreter.apply(&state, &step).expect("no fault");
        violations = effects.violations.len();
        state = next;
    }
    violations
}

fn the(kind: Kind, safety: &Safety) -> &Counterexample {
    let mut found = safety.counterexamples.iter();
    found.find(|found| found.kind == kind).expect("it is found")
}

#[test]
fn states_that_are_only_passed_through_are_not_stored() {
    let program = parse_text(
        "byte x; active [2] proctype P() {
            byte n; n = 1; n = n + 1; n = n + 1; x = x + n; n = 0; n = 7
        }",
    );
    let [full, few] = search(&program, &Limits::default());
    assert_eq!((full.end, few.end), (End::Complete, End::Complete));
    // Whoever moves first adds first, and then only the other can; then both die in order.
    assert!(few.statistics.states <= 6, "{}", few.statistics.states);
    assert!(full.statistics.states > 40);
}

#[test]
fn flaws_on_the_way_through_passages_are_found() {
    let program = parse_text(
        "byte x; active [2] proctype P() { byte n;
            n = 1; n = n + 1; assert(n == 3); n = n + 1; x = x + n; n = n + 1; assert(x != 6); n = 0
        }",
    );
    let [_, few] = search(&program, &Limits::default());
    let found = the(Kind::Assertion, &few);
    assert_eq!(replay(&program, found), 1);
    let program = parse_text(
        "byte x, a[3]; active [2] proctype P() { byte n;
            n = 1; x = x + n; n = 2 * n; (x == 2) -> n = n + 1; a[n] = 1
        }",
    );
    let [_, few] = search(&program, &Limits::default());
    let found = the(Kind::Fault, &few);
    replay(&program, found);
    assert!(found.fault.is_some());
}

#[test]
fn keys_become_wider_on_the_way() {
    // More values at many positions than there are bits in a word.
    let program = parse_text(
        "int sum; proctype P(int seed) {
            int a[6]; byte n, i;
            do
            :: n < 24 ->
                i = 0;
                do :: i < 6 -> seed = seed * 1103515245 + 12345; a[i] = seed; i++
                :: i == 6 -> break od;
                n++; sum = sum + a[0]
            :: n == 24 -> break
            od
        }
        init { run P(1); run P(2) }",
    );
    let [full, few] = search(
        &program,
        &Limits {
            states: Some(200_000),
            ..Limits::default()
        },
    );
    assert_eq!(few.end, End::Complete);
    assert!(few.statistics.states > 500);
    assert!(few.statistics.states * 4 < full.statistics.states);
}

#[test]
fn limits_end_the_search() {
    let program =
        parse_text("byte x; active [3] proctype P() { do :: x < 200 -> x++ :: x > 1 -> x-- od }");
    let end = |limits: Limits| search(&program, &limits)[1].end;
    let states = Limits {
        states: Some(50),
        ..Limits::default()
    };
    assert_eq!(end(states), End::Incomplete(Reason::States));
    let depth = Limits {
        depth: Some(5),
        ..Limits::default()
    };
    assert_eq!(end(depth), End::Incomplete(Reason::Depth));
}
