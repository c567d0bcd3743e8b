//! In which programs deaths are silent.

use program::Program;
use reduce::{Conditions, Property, Stubborn};
use std::path::Path;

const SILENT: Conditions = Conditions {
    invisible: false,
    no_sticky: false,
    fair: false,
    silent_deaths: true,
};

fn program(text: &str) -> Program {
    let options = promela::Options::default();
    let parsed = promela::parse_str(Path::new("model.pml"), text, &options);
    assert!(!parsed.has_errors(), "{text}: {:?}", parsed.diagnostics);
    let lowered = promela::lower::lower(&parsed.model, &promela::lower::Options::default());
    lowered.0.expect("the model has a meaning")
}

fn is_silent(text: &str, conditions: Conditions) -> bool {
    Stubborn::new(&program(text), &Property::default(), conditions).deaths_are_silent()
}

/// A first process that does this after it has created another.
fn waiting(wait: &str) -> String {
    let other = "byte x; proctype P() { byte l; here: x = 1 }";
    format!("{other} init {{ byte n; n = _nr_pr; run P(); {wait} }}")
}

#[test]
fn who_waits_to_be_alone_cannot_tell() {
    for wait in [
        "skip",
        "_nr_pr == 1",
        "1 == _nr_pr",
        "n == _nr_pr",
        "_nr_pr == 0",
        "_nr_pr == 1 && x == 1",
        "if :: _nr_pr == 1 -> x = 2 :: x == 1 fi",
        "n = 0; _nr_pr == n",
    ] {
        assert!(is_silent(&waiting(wait), SILENT), "{wait}");
    }
}

#[test]
fn who_counts_can_tell() {
    for wait in [
        "_nr_pr == 2",
        "_nr_pr != 1",
        "_nr_pr > 1",
        "!(_nr_pr == 1)",
        "_nr_pr == 1 || x == 1",
        "_nr_pr == x",
        "assert(_nr_pr == 1)",
        "x = _nr_pr",
        "x = _pid",
        "printf(\"%d\", _nr_pr)",
        "n = _nr_pr; _nr_pr == n",
        "n = 2; _nr_pr == n",
        "n++; _nr_pr == n",
        "if :: _nr_pr == 1 :: else fi",
        "do :: _nr_pr == 1 -> break :: else od",
        "atomic { x = 1; _nr_pr == 1; x = 2 }",
        "d_step { _nr_pr == 1; x = 2 }",
        "{ x = 2 } unless { _nr_pr == 1 }",
        "n = run P()",
        "do :: run P() od",
        "P[1]:l == 1",
        "P[1]@here",
    ] {
        assert!(!is_silent(&waiting(wait), SILENT), "{wait}");
    }
}

#[test]
fn it_depends_on_who_there_is() {
    let others = [
        // Somebody else is older.
        "byte x; active proctype A() { x = 1 } init { _nr_pr == 1 }",
        // One that is created is never the oldest.
        "proctype P() { _nr_pr == 1 } init { run P() }",
        // Two of them, of which one is not.
        "active [2] proctype A() { _nr_pr == 1 }",
        // How many there are at the start is known, but not for how long.
        "active proctype A() { byte n; n = _nr_pr; _nr_pr == n } active proctype B() { skip }",
        // Channels die with their processes.
        "chan c; proctype P() { chan d = [1] of { byte }; c = d } init { run P(); c!1 }",
        // What is promised ends with who promised it.
        "chan c = [1] of { byte }; proctype P() { xs c; c!1 } init { run P(); c?_ }",
        // It may move only sometimes, and die only then.
        "byte x; proctype P() provided (x == 0) { skip } init { run P(); x = 1 }",
        // It creates its own kind.
        "proctype P() { run P() } init { run P() }",
    ];
    for text in others {
        assert!(!is_silent(text, SILENT), "{text}");
    }
    assert!(is_silent("active [2] proctype A() { skip }", SILENT));
}

/// Who can move is all that fairness is about.
#[test]
fn no_death_is_silent_where_only_fair_runs_count() {
    let fair = Conditions {
        fair: true,
        ..SILENT
    };
    assert!(!is_silent(&waiting("skip"), fair));
}
