//! Weak fairness: what is a fair run, and what is not.

use evidence::{Badness, Proposal, Unconfirmed, confirm_fair_lasso, confirm_lasso};
use program::Program;
use program::interpreter::{Interpreter, Move};
use program::system::Interpreted;
use search::driver::{self, Counterexample, Order, Property, Verdict};
use search::limits::{Limits, Reason};
use search::product::Fairness;
use std::ops::ControlFlow;
use suite::confirm::proposal;
use suite::reduction::program_of_text;
use suite::textbook::{self, Bad};

fn program(text: &str) -> Program {
    program_of_text(text, false).expect("the model is right")
}

/// The verdict on accept labels, unreduced; it is that of the textbook, and a run is replayed.
fn accept(text: &str, fairness: Fairness) -> Verdict {
    let program = program(text);
    let mut system = Interpreted::new(&program, Vec::new());
    let mut observe = |_: &_| ControlFlow::Continue(());
    let checks = driver::check(
        &mut system,
        &[Property::Accept],
        Order::default(),
        None,
        fairness,
        &Limits::default(),
        &mut observe,
    );
    let check = checks.expect("there is memory").remove(0);
    if let Some(Counterexample::Lasso(lasso)) = &check.counterexample {
        let confirm = match fairness {
            Fairness::None => confirm_lasso,
            Fairness::Weak => confirm_fair_lasso,
        };
        confirm(&program, &proposal(lasso), &Badness::Accept).expect("the run is real");
    }
    let by_the_book = textbook::is_violated(&program, Bad::Accept, fairness, 1_000);
    let expected = match by_the_book {
        Some(true) => Verdict::Violated,
        Some(false) => Verdict::Holds,
        None => check.verdict,
    };
    if !matches!(check.verdict, Verdict::Incomplete(_)) {
        assert_eq!(check.verdict, expected, "{text}");
    }
    check.verdict
}

/// Models with their verdicts on accept labels: of all runs, and of fair ones.
const MODELS: [(&str, Verdict, Verdict); 11] = [
    // B can always move, and then A cannot.
    (
        "bit g; active proctype A() { do :: !g -> accept: skip od }
         active proctype B() { g = 1 }",
        Verdict::Violated,
        Verdict::Holds,
    ),
    // B is blocked each time A has raised the bit.
    (
        "bit g, h; active proctype A() { accept: do :: !h -> g = 1 - g od }
         active proctype B() { !g -> h = 1 }",
        Verdict::Violated,
        Verdict::Violated,
    ),
    // The end of a run is fair to everybody.
    (
        "active proctype A() { skip; accept: false } active proctype B() { false }",
        Verdict::Violated,
        Verdict::Violated,
    ),
    // A rendezvous is a move of both.
    (
        "chan c = [0] of { bit }; active proctype A() { accept: do :: c!0 od }
         active proctype B() { do :: c?_ od }",
        Verdict::Violated,
        Verdict::Violated,
    ),
    // So the second receiver, who could take every message, must get one; then it stops the sender.
    (
        "chan c = [0] of { bit }; bit g;
         active proctype A() { { accept: do :: c!0 od } unless { g } }
         active proctype B() { do :: c?_ od } active proctype C() { c?_; g = 1 }",
        Verdict::Violated,
        Verdict::Holds,
    ),
    // Being outside of somebody's atomic sequence is not being blocked.
    (
        "bit g, h; active proctype A() { do :: !g -> accept: atomic { h = 1; h = 0 } od }
         active proctype B() { !h -> g = 1 }",
        Verdict::Violated,
        Verdict::Holds,
    ),
    // A process that is born and dies for ever moves, and is no obstacle.
    (
        "proctype C() { skip } active proctype A() { accept: do :: _nr_pr == 1 -> run C() od }",
        Verdict::Violated,
        Verdict::Violated,
    ),
    // A process whose only step is a run-time error can move; but when it does, the run ends at the label.
    (
        "byte z; active proctype A() { accept: do :: true od } active proctype B() { z = 1 / z }",
        Verdict::Violated,
        Verdict::Violated,
    ),
    // Away from the label nothing comes of that.
    (
        "byte z; bit g; active proctype A() { accept: g = 1; do :: true od }
         active proctype B() { g == 1 -> z = 1 / z }",
        Verdict::Holds,
        Verdict::Holds,
    ),
    // Who is inside an atomic sequence for ever moves; the others are blocked.
    (
        "bit g, h; active proctype A() { accept: atomic { g = 1; do :: g = 1 - g od } }
         active proctype B() { do :: h = 1 - h od }",
        Verdict::Violated,
        Verdict::Violated,
    ),
    // But who could take a message in every state inside, and never does, is not.
    (
        "chan c = [0] of { bit }; bit g; active proctype A() { accept: atomic { g = 1; do :: true :: c!0 od } }
         active proctype B() { c?_ }",
        Verdict::Violated,
        Verdict::Holds,
    ),
];

#[test]
fn what_is_fair() {
    for (text, all, fair) in MODELS {
        assert_eq!(accept(text, Fairness::None), all, "{text}");
        assert_eq!(accept(text, Fairness::Weak), fair, "{text}");
    }
}

#[test]
fn more_processes_than_marks_are_no_verdict() {
    let text = "active [70] proctype P() { accept: do :: skip od }";
    assert_eq!(accept(text, Fairness::None), Verdict::Violated);
    let verdict = accept(text, Fairness::Weak);
    assert_eq!(verdict, Verdict::Incomplete(Reason::Processes));
    // Those who never can move need none.
    let text = "active [70] proctype P() { accept: do :: _pid < 3 -> skip od }";
    assert_eq!(accept(text, Fairness::Weak), Verdict::Violated);
}

/// A run that a search might propose, and that is not fair.
#[test]
fn an_unfair_run_is_not_confirmed() {
    let text = "byte x, y; active proctype A() { accept: do :: x = 1 - x od }
        active proctype B() { do :: y = 1 - y od }";
    let program = program(text);
    let interpreter = Interpreter::new(&program);
    let first = interpreter.initial().expect("there is a first state");
    let moves = interpreter.moves(&first).moves;
    let of = |pid: usize| moves.iter().find(|step| step.pid == pid).copied();
    let (a, b) = (of(0).expect("A can move"), of(1).expect("B can move"));
    let round = |moves: &[Move]| Proposal {
        cycle: moves.to_vec(),
        ..Proposal::default()
    };
    let alone = round(&[a, a]);
    confirm_lasso(&program, &alone, &Badness::Accept).expect("the run is bad");
    let unfair = confirm_fair_lasso(&program, &alone, &Badness::Accept);
    assert_eq!(unfair.err(), Some(Unconfirmed::Unfair(1)));
    let together = round(&[a, b, a, b]);
    let fair = confirm_fair_lasso(&program, &together, &Badness::Accept);
    let fair = fair.expect("the run is fair").fair.expect("it says why");
    assert!(fair.iter().all(|treatment| treatment.moves));
}
