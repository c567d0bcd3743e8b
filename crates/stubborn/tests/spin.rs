//! `stubborn spin`: what users of SPIN type, and what their scripts read.

mod common;

use common::{Answer, run, stubborn};
use std::fs;
use std::path::{Path, PathBuf};

/// A directory of its own for each test: trails are written where the program runs.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let path = std::env::temp_dir().join(format!("stubborn-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("it can be made");
        let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd");
        for model in ["all_kinds.pml", "toggle.pml", "large.pml"] {
            fs::copy(models.join(model), path.join(model)).expect("it can be copied");
        }
        Place(path)
    }

    fn spin(&self, line: &[&str]) -> Answer {
        let mut command = stubborn(&[&["spin"], line].concat());
        let output = command.current_dir(&self.0).output();
        output.expect("the program starts").into()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).expect("it is ours");
    }
}

/// The number before some words of the summary.
fn figure(text: &str, words: &str) -> u64 {
    let line = text.lines().find(|line| line.contains(words));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or_else(|| panic!("no {words} in {text}"))
}

#[test]
fn a_violation_is_told_as_verifiers_do() {
    let place = Place::new("violation");
    let answer = place.spin(&["-run", "-noclaim", "-DNOREDUCE", "all_kinds.pml"]);
    assert_eq!(answer.code, Some(1), "{}", answer.err);
    let text = &answer.out;
    assert!(
        text.starts_with("pan:1: assertion violated (x != 2) (at depth "),
        "{text}"
    );
    assert!(
        text.contains("\npan:2: invalid end state (at depth "),
        "{text}"
    );
    assert!(
        text.contains("\npan: wrote all_kinds.pml.trail\n"),
        "{text}"
    );
    assert!(text.contains(", errors: 2\n"), "{text}");
    assert!(!text.contains("Partial Order Reduction"), "{text}");
    let stored = figure(text, "states, stored");
    let matched = figure(text, "states, matched");
    let all = figure(text, "transitions (= stored+matched)");
    assert_eq!(stored + matched, all);
    assert!(place.0.join("all_kinds.pml.trail").exists());
}

#[test]
fn claims_and_cycles() {
    let place = Place::new("claims");
    for (line, code, expected) in [
        (&["-run", "toggle.pml"][..], 0, "errors: 0\n"),
        (
            &["-run", "-ltl", "small", "-A", "all_kinds.pml"],
            0,
            "never claim         \t+ (small)",
        ),
        (
            &["-run", "-a", "-A", "all_kinds.pml"],
            1,
            "pan:1: acceptance cycle (at depth",
        ),
        (
            &["-search", "-l", "-A", "all_kinds.pml"],
            1,
            "pan:1: non-progress cycle (at depth",
        ),
        (
            &["-run", "-noclaim", "-E", "-A", "-a", "all_kinds.pml"],
            1,
            "acceptance cycle",
        ),
        (
            &["-run", "-safety", "-m3", "large.pml"],
            3,
            "errors: unknown",
        ),
    ] {
        let answer = place.spin(line);
        assert_eq!(answer.code, Some(code), "{line:?}: {}", answer.err);
        assert!(answer.out.contains(expected), "{line:?}: {}", answer.out);
        assert!(
            answer.err.contains("note: this is `stubborn check "),
            "{}",
            answer.err
        );
        assert!(
            code == 0 || !answer.out.contains("errors: 0"),
            "{}",
            answer.out
        );
    }
}

/// The command of ours that a note names comes to the same verdict.
#[test]
fn the_note_can_be_typed() {
    let place = Place::new("note");
    for line in [
        &["-run", "-noclaim", "-E", "all_kinds.pml"][..],
        &["-run", "-ltl", "small", "-A", "all_kinds.pml"],
        &["-run", "-m3", "large.pml"],
    ] {
        let answer = place.spin(line);
        let (_, note) = answer
            .err
            .split_once("note: this is `stubborn ")
            .expect("a note");
        let (command, _) = note.split_once('`').expect("its end");
        let words: Vec<&str> = command.split(' ').collect();
        assert_eq!(run(&words).code, answer.code, "{command}");
    }
}

#[test]
fn everything_but_verification() {
    let place = Place::new("other");
    for (line, code, expected) in [
        (
            &["-a", "toggle.pml"][..],
            0,
            "stubborn check --property assertions --property deadlock",
        ),
        (&["-V"], 0, "Stubborn Version "),
        (&["-f", "[] p"], 0, "never {"),
        (&["-p", "-u2", "-n1", "toggle.pml"], 0, "x = 1 - x"),
        (&["-I", "toggle.pml"], 0, "toggle"),
        (&["--help"], 0, "Examples:"),
    ] {
        let answer = place.spin(line);
        assert_eq!(answer.code, Some(code), "{line:?}: {}", answer.err);
        assert!(answer.out.contains(expected), "{line:?}: {}", answer.out);
    }
}

/// Options that do not matter are passed over with a word; those that would matter are refused.
#[test]
fn nothing_is_ignored_in_silence() {
    let place = Place::new("refused");
    let passed = place.spin(&["-run", "-w24", "-DVECTORSZ=4096", "-O2", "toggle.pml"]);
    assert_eq!(passed.code, Some(0), "{}", passed.err);
    assert_eq!(
        passed.err.matches("is passed over").count(),
        2,
        "{}",
        passed.err
    );
    for line in [
        &["-run", "-q", "toggle.pml"][..],
        &["-run", "-DN=3", "toggle.pml"],
        &["-run", "-bcs", "toggle.pml"],
        &["-J", "toggle.pml"],
        &["-zzz", "toggle.pml"],
        &["-run", "-l", "toggle.pml"],
        &["-run", "-A", "-E", "toggle.pml"],
        &[],
    ] {
        let answer = place.spin(line);
        assert_eq!(answer.code, Some(2), "{line:?}");
        assert!(answer.err.contains("error"), "{line:?}");
        assert_eq!(answer.out, "", "{line:?}");
    }
}
