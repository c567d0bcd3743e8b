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
