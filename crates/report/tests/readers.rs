//! Whatever a file contains, reading it ends with a run or with an error.

use program::{Action, Edge, Expr, Frame, Instance, Location, Proctype, Program, Span};
use proptest::prelude::*;
use report::{itf, json, trail};

/// A process that goes round three locations, with a choice at the first.
fn program() -> Program {
    let edge = |number, target| Edge {
        action: Action::Condition(Expr::TRUE),
        target,
        atomic: false,
        escape: 0,
        number,
        span: Span::default(),
    };
    let location = |edges| Location {
        edges,
        ..Location::default()
    };
    Program {
        proctypes: vec![Proctype {
            name: "p".to_owned(),
            frame: Frame::default(),
            parameters: Vec::new(),
            locations: vec![
                location(vec![edge(0, 1), edge(1, 2)]),
                location(vec![edge(2, 2)]),
                location(vec![edge(3, 0)]),
            ],
            labels: Vec::new(),
            entry: 0,
            exclusive: Vec::new(),
            provided: None,
            deterministic: false,
            span: Span::default(),
        }],
        instances: vec![Instance {
            proctype: 0,
            priority: 1,
        }],
        ..Program::default()
    }
}

const TRAIL: &str = "1:0:0\n-1:-1:-1\n2:0:2\n3:0:3\n4:0:1\n5:0:3\n6:0:0\n";

const ITF: &str = r##"{"#meta": {"format": "ITF", "last-move": {"pid": 0, "edge": 0}}, "params": [],
  "vars": ["x"], "loop": 0, "states": [{"#meta": {"index": 0}, "x": 1},
  {"#meta": {"index": 1, "pid": 0, "edge": 1, "partner": {"pid": 1, "edge": 0}}, "x": [1, {"#tup": [2]}]}]}"##;

const JSON: &str = r#"{"model": "m", "property": {"name": "a", "kind": "safety", "detail": ""}, "sources": [],
  "processes": [{"pid": 0, "name": "p"}], "variables": [], "initial": [], "cycle": 0, "steps": [
  {"act": {"process": 0, "statement": "x", "site": {"source": 0, "line": 1, "column": 1, "end_line": 1,
  "end_column": 2}}, "edge": 0, "number": 0, "changes": []}]}"#;

/// Reads a text as everything, and executes what comes of it.
fn read(text: &str) {
    let program = program();
    let scripts = [
        trail::read(text)
            .ok()
            .and_then(|trail| trail::script(&program, &trail).ok()),
        itf::read(text).ok(),
        json::read(text)
            .ok()
            .and_then(|trace| json::script(&trace).ok()),
    ];
    for script in scripts.into_iter().flatten() {
        if let Ok(run) = evidence::follow(&program, &script) {
            run.ending(&program);
        }
    }
}

#[test]
fn what_is_changed_below_can_be_read() {
    let trail = trail::read(TRAIL).unwrap();
    let script = trail::script(&program(), &trail).unwrap();
    assert_eq!(script.cycle, Some(1));
    let run = evidence::follow(&program(), &script).unwrap();
    assert!(matches!(run.ending(&program()), evidence::Ending::Closed));
    assert_eq!(itf::read(ITF).unwrap().moves.len(), 2);
    assert_eq!(
        json::script(&json::read(JSON).unwrap())
            .unwrap()
            .moves
            .len(),
        1
    );
}

#[test]
fn numbers_out_of_range_are_errors() {
    let itf = |from: &str, to: &str| itf::read(&ITF.replace(from, to)).unwrap_err().to_string();
    assert!(itf(r#""loop": 0"#, r#""loop": 7"#).contains("state 7"));
    assert!(itf(r#""pid": 0, "edge": 1"#, r#""pid": 0"#).contains("state 1"));
    assert!(itf(r#""pid": 0, "edge": 1"#, r#""pid": -1, "edge": 1"#).contains("state 1"));
    let json = |from: &str, to: &str| {
        let trace = json::read(&JSON.replace(from, to)).unwrap();
        json::script(&trace).unwrap_err().to_string()
    };
    assert!(json(r#""process": 0"#, r#""process": 9"#).contains("step 1"));
    assert!(json(r#""cycle": 0"#, r#""cycle": 2"#).contains("cycle"));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}|[-0-9:\\n]{0,80}") {
        read(&text);
    }

    /// Right files with a few bytes that are not.
    #[test]
    fn damaged_files_are_read_or_refused(
        which in 0..3_usize,
        cut in 0..1000_usize,
        changes in prop::collection::vec((0..1000_usize, any::<u8>()), 0..6),
    ) {
        let mut bytes = [TRAIL, ITF, JSON][which].as_bytes().to_vec();
        for (at, byte) in changes {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        bytes.truncate(bytes.len().saturating_sub(cut % (2 * bytes.len())));
        read(&String::from_utf8_lossy(&bytes));
    }

    /// Trails of the model, and of anything like it.
    #[test]
    fn any_trail_is_followed_or_refused(
        lines in prop::collection::vec((-9..20_i32, -1..3_i32, -1..5_i32), 0..40),
        merged in any::<bool>(),
    ) {
        let line = |(depth, pid, number): &(i32, i32, i32)| format!("{depth}:{pid}:{number}\n");
        let lines: String = lines.iter().map(line).collect();
        read(&format!("{}{lines}", if merged { "-4:-4:-4\n" } else { "" }));
    }
}
