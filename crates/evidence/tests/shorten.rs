//! Runs become what a person would have written, and stay what they were evidence of.

use evidence::{
    Aim, Badness, Expected, Lasso, Proposal, Run, confirm_fair_lasso, confirm_lasso, confirm_run,
    shorten_lasso, shorten_run,
};
use program::Program;
use program::interpreter::{Interpreter, Move};
use std::path::Path;

fn program(text: &str) -> Program {
    let parsed = promela::parse_str(Path::new("test.pml"), text, &promela::Options::default());
    assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
    let (program, more) = promela::lower::lower(&parsed.model, &promela::lower::Options::default());
    program.unwrap_or_else(|| panic!("{more:?}"))
}

/// The moves of these processes, one after the other, each by its first edge that can be taken; a
/// letter after the number of a process names another edge: `1b` is the second.
fn moves(program: &Program, script: &str) -> Vec<Move> {
    let interpreter = Interpreter::new(program);
    let mut state = interpreter.initial().expect("there is a first state");
    let mut moves = Vec::new();
    for word in script.split_whitespace() {
        let digits = word.trim_end_matches(char::is_alphabetic);
        let pid: usize = digits.parse().expect("a number");
        let edge = word.as_bytes().get(digits.len()).map_or(0, |c| c - b'a');
        let found = interpreter.moves(&state).moves;
        let mut of_process = found.iter().filter(|step| step.pid == pid);
        let step = *of_process
            .nth(edge.into())
            .unwrap_or_else(|| panic!("no {word} in {found:?}"));
        state = interpreter.apply(&state, &step).expect("no fault").0;
        moves.push(step);
    }
    moves
}

fn run(program: &Program, script: &str, expected: Expected) -> Run {
    confirm_run(program, &moves(program, script), expected).expect("the run is real")
}

fn pids(records: &[evidence::Record]) -> Vec<usize> {
    records.iter().map(|record| record.step.pid).collect()
}

#[test]
fn detours_go() {
    let model = program("bit x; active proctype p() { do :: x = 1 - x :: x == 1 -> assert(0) od }");
    let long = run(&model, "0 0 0 0 0 0b 0", Expected::Violation);
    assert_eq!(
        shorten_run(&model, long, Aim::Shorter, None).records.len(),
        3
    );
}

#[test]
fn what_others_do_goes_if_nobody_needs_it() {
    let model = program(
        "byte x, y;
         active proctype noise() { do :: y < 100 -> y++ od }
         active proctype p() { x = 1; x = 2; assert(x == 0) }",
    );
    let long = run(&model, "0 0 1 0 0 0 1 0 0 0 0 1", Expected::Violation);
    let short = shorten_run(&model, long, Aim::Shorter, None);
    assert_eq!(pids(&short.records), [1, 1, 1]);
}

/// With a message everything goes that was done with it.
#[test]
fn with_a_step_goes_what_depends_on_it() {
    let model = program(
        "chan c = [3] of { byte }; byte seen;
         active proctype sender() { do :: c!1 od }
         active proctype receiver() { do :: c?_ -> seen++ od }
         active proctype p() { skip; assert(0) }",
    );
    let long = run(&model, "0 1 0 1 0 2 1 1 0 1 2", Expected::Violation);
    let short = shorten_run(&model, long, Aim::Shorter, None);
    assert_eq!(pids(&short.records), [2, 2]);
}

const THREE_EACH: &str = "byte a, b;
    active proctype p() { a = 1; a = 2; a = 3; a == 0 }
    active proctype q() { b = 1; b = 2; b = 3; b == 0 }";

#[test]
fn steps_of_a_process_stand_together() {
    let model = program(THREE_EACH);
    let mixed = run(&model, "0 1 0 1 1 0", Expected::InvalidEnd);
    for aim in [Aim::Order, Aim::Shorter] {
        let grouped = shorten_run(&model, mixed.clone(), aim, None);
        assert_eq!(pids(&grouped.records), [0, 0, 0, 1, 1, 1]);
    }
}

#[test]
fn dependent_steps_stay_in_order() {
    let model = program(
        "byte turn;
         active proctype p() { turn = 1; turn == 2; turn = 3; turn == 9 }
         active proctype q() { turn == 1; turn = 2; turn == 3; turn = 4; turn == 9 }",
    );
    let only = run(&model, "0 1 1 0 0 1 1", Expected::InvalidEnd);
    let same = shorten_run(&model, only.clone(), Aim::Shorter, None);
    assert_eq!(pids(&same.records), pids(&only.records));
}

/// An atomic sequence changes places as a whole.
#[test]
fn atomic_sequences_are_not_torn() {
    let model = program(
        "byte a, b;
         active proctype p() { a = 1; atomic { a = 2; a = 3 }; a == 0 }
         active proctype q() { atomic { b = 1; b = 2; b = 3 }; b = 4; b == 0 }",
    );
    let mixed = run(&model, "0 1 1 1 0 0 1", Expected::InvalidEnd);
    let grouped = shorten_run(&model, mixed, Aim::Order, None);
    assert_eq!(pids(&grouped.records), [0, 0, 0, 1, 1, 1, 1]);
}

/// Who asks for a shortest run gets one of that length.
#[test]
fn the_order_alone_leaves_the_length() {
    let model = program("bit x; active proctype p() { do :: x = 1 - x :: x == 1 -> assert(0) od }");
    let long = run(&model, "0 0 0 0b 0", Expected::Violation);
    assert_eq!(shorten_run(&model, long, Aim::Order, None).records.len(), 5);
}

/// Another assertion that fails is another violation.
#[test]
fn the_violation_stays_the_same() {
    let model = program(
        "byte x;
         active proctype p() { if :: x == 0 -> skip :: x == 1 -> assert(x == 0) fi; assert(0) }
         active proctype q() { x = 1 }",
    );
    let long = run(&model, "1 1 0 0", Expected::Violation);
    let problem = long.problem.clone();
    let short = shorten_run(&model, long, Aim::Shorter, None);
    assert_eq!(short.problem, problem);
    assert_eq!(pids(&short.records), [1, 0, 0]);
}

fn lasso(model: &Program, stem: &str, cycle: &str, fair: bool) -> Lasso {
    let all = moves(model, &format!("{stem} {cycle}"));
    let (stem, cycle) = all.split_at(stem.split_whitespace().count());
    let confirm = if fair {
        confirm_fair_lasso
    } else {
        confirm_lasso
    };
    let proposal = Proposal {
        stem: stem.to_vec(),
        cycle: cycle.to_vec(),
        fault: None,
    };
    confirm(model, &proposal, &Badness::Accept).expect("the run is real")
}

const BUSY: &str = "bit x, y;
    active proctype noise() { do :: y = 1 - y od }
    active proctype p() { x = 1; accept: do :: x = 1 - x od }";

#[test]
fn infinite_runs_lose_what_they_do_not_need() {
    let model = program(BUSY);
    let long = lasso(&model, "0 0 0 1 0 1", "0 1 0 1", false);
    let short = shorten_lasso(&model, long, &Badness::Accept, Aim::Shorter, None);
    assert_eq!(short.cycle, 1);
    // An accept label is passed by standing at it, too.
    assert!(short.records.len() <= 3, "{:?}", pids(&short.records));
}

/// A fair run needs the steps of those who could always move.
#[test]
fn fair_runs_stay_fair() {
    let model = program(BUSY);
    let long = lasso(&model, "0 0 0 1 0 1", "0 1 0 1 0 1 0 1", true);
    let short = shorten_lasso(&model, long, &Badness::Accept, Aim::Shorter, None);
    let round = pids(&short.records[short.cycle..]);
    assert!(round.contains(&0) && round.contains(&1), "{round:?}");
    assert!(short.fair.is_some());
    assert!(short.records.len() < 14);
}
