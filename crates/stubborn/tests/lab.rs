//! `stubborn lab`: what it says to programs, and with whose help.

mod common;

use common::{Answer, run, stubborn};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;

fn document(answer: &Answer) -> Value {
    serde_json::from_str(&answer.out).expect("nothing but one document")
}

/// A file of this process that goes away in the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Temporary {
        let name = format!("stubborn-{}-{name}", std::process::id());
        Temporary(std::env::temp_dir().join(name))
    }

    fn name(&self) -> &str {
        self.0.to_str().expect("it is text")
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.0).expect("it was written")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn is_installed(program: &str, flag: &str) -> bool {
    let output = Command::new(program).arg(flag).output();
    output.is_ok_and(|output| output.status.success())
}

/// SPIN is wrong about B1, if it is there to be asked.
#[test]
fn spin_confirms_that_a_claim_is_unsafe() {
    let file = Temporary::new("claim.pml");
    let answer = run(&[
        "lab",
        "claim",
        "builtin:B1",
        "--json",
        "--save-program",
        file.name(),
    ]);
    assert_eq!(answer.code, Some(1));
    let report = document(&answer);
    assert_eq!(report["schemes"][0]["verdict"], "unsafe");
    assert_eq!(report["schemes"][1]["theorem"], "theorem S1, corollary (e)");
    assert_eq!(report["program"], file.text());
    let expected = match is_installed("spin", "-V") && is_installed("gcc", "--version") {
        true => "confirmed",
        false => "not installed",
    };
    assert_eq!(report["spin"]["result"], expected);
    // Our own verdict on the program does not depend on the claim's form.
    assert_eq!(run(&["check", "--no-warnings", file.name()]).code, Some(1));
}

#[test]
fn without_spin_the_verdict_is_the_same() {
    let answer: Answer = stubborn(&["lab", "claim", "builtin:B1", "--json"])
        .env("PATH", "")
        .output()
        .expect("the program starts")
        .into();
    assert_eq!(answer.code, Some(1));
    assert_eq!(document(&answer)["spin"]["result"], "not installed");
}

/// An experiment that was saved is not made again, and a finding is found again.
#[test]
fn experiments_are_taken_up_again() {
    let file = Temporary::new("fig5.json");
    let rows = [
        "lab",
        "fig5",
        "--rows",
        "1,8",
        "--json",
        "--save",
        file.name(),
    ];
    let first = document(&run(&rows));
    assert_eq!(first["rows"][0]["result"], "counterexample");
    assert_eq!(first["rows"][1]["result"], "none");
    let saved: Value = serde_json::from_str(&file.text()).expect("it is a document");
    let part = &saved["parts"]["V1 B4"];
    assert_eq!(part["counted"], first["rows"][1]["programs"]);
    let second = document(&run(&rows));
    for row in 0..2 {
        for field in ["result", "programs", "counterexample"] {
            assert_eq!(
                second["rows"][row][field], first["rows"][row][field],
                "{field}"
            );
        }
    }
    let other = run(&["lab", "theorem-b", "--save", file.name()]);
    assert_eq!(other.code, Some(2));
    assert!(
        other.err.contains("belongs to another experiment: Fig. 5"),
        "{}",
        other.err
    );
}

/// A file as an interrupt leaves it: the first automata of a size are done, and one of them refuted.
#[test]
fn the_open_question_is_taken_up_again() {
    let file = Temporary::new("question.json");
    let line = [
        "lab",
        "open-question",
        "--json",
        "--program-states",
        "2",
        "--save",
        file.name(),
    ];
    let first = document(&run(&line));
    let mut saved: Value = serde_json::from_str(&file.text()).expect("it is a document");
    let part = &mut saved["parts"]["3 states, 6 transitions"];
    let marked = part["marked"].as_array().expect("some are refuted").clone();
    assert_eq!(marked.len(), 3);
    part["next"] = Value::from(marked[0].as_u64().expect("it is a number") + 1);
    part["marked"] = Value::from(vec![marked[0].clone()]);
    std::fs::write(file.name(), saved.to_string()).expect("it can be written");
    let second = document(&run(&line));
    assert_eq!(second["levels"], first["levels"]);
    assert_eq!(second["counterexamples"], first["counterexamples"]);
}

#[test]
fn every_counterexample_can_be_drawn() {
    for experiment in [
        &["brunner"][..],
        &["claim", "builtin:B1", "--no-spin"],
        &[
            "hunt",
            "--scheme",
            "v0",
            "--automaton",
            "builtin:B1",
            "--states",
            "2",
        ],
        &["fig5", "--rows", "1"],
        &["open-question", "--program-states", "2"],
    ] {
        let file = Temporary::new("drawing.dot");
        let line = [&["lab"], experiment, &["--dot", file.name()]].concat();
        run(&line);
        assert!(
            file.text().starts_with("digraph counterexample {"),
            "{experiment:?}"
        );
    }
}
