//! `stubborn automaton` and `stubborn ltl --stutter` from outside: answers and exit codes.

use std::io::Write;
use std::process::{Command, Stdio};

/// Standard output and the exit code of `stubborn ARGUMENTS` with `input`.
fn stubborn(arguments: &[&str], input: &str) -> (String, Option<i32>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_stubborn"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("the input is a pipe");
    // A command that does not read its input closes the pipe.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let text = String::from_utf8(output.stdout).expect("the output is text");
    (text, output.status.code())
}

fn automaton(arguments: &[&str], input: &str) -> (String, Option<i32>) {
    stubborn(&[&["automaton"], arguments].concat(), input)
}

/// The claim of Siegel's Fig. 2, as SPIN reads it.
const B1: &str = "never {
B0: do :: !p :: !p -> break od;
accept_B1: do :: p od
}";

#[test]
fn questions_are_answered_by_the_exit_code_too() {
    for (arguments, expected, code) in [
        (
            &["builtin:B3", "--accepts", "{p} ; {}"][..],
            "accepted: yes\n",
            0,
        ),
        (&["builtin:B3", "--accepts", "; !p p"], "accepted: no\n", 1),
        (&["builtin:N3", "--stutter"], "stutter-invariant: yes\n", 0),
        (&["builtin:B1", "--equals", "builtin:B2"], "equal: yes\n", 0),
        (
            &["builtin:B1", "--equals", "builtin:B3"],
            "equal: no\n  only builtin:B1 accepts: {} ; {p}\n",
            1,
        ),
        (
            &["builtin:B3", "--normal-form", "--equals", "builtin:B4"],
            "equal: yes\n",
            0,
        ),
        (
            &["builtin:N3", "--complement", "--includes", "builtin:B3"],
            "included: yes\n",
            0,
        ),
        (
            &["builtin:B3", "--includes", "builtin:B1"],
            "included: no\n  only builtin:B1 accepts: {} ; {p}\n",
            1,
        ),
        (
            &["builtin:N3", "--intersect", "builtin:B3", "--empty"],
            "empty: yes\n",
            0,
        ),
    ] {
        let answer = automaton(arguments, "");
        assert_eq!(answer, (expected.to_string(), Some(code)), "{arguments:?}");
    }
}

#[test]
fn both_formats_are_read_and_written() {
    assert_eq!(
        automaton(&["-", "--equals", "builtin:B1"], B1).0,
        "equal: yes\n"
    );
    for format in ["hoa", "never"] {
        for builtin in ["builtin:B2", "builtin:N3"] {
            let (text, code) = automaton(&[builtin, "--complement", "--to", format], "");
            assert_eq!(code, Some(0));
            let (answer, _) = automaton(&["-", "--complement", "--equals", builtin], &text);
            assert_eq!(answer, "equal: yes\n", "{builtin} as {format}");
        }
    }
    let (stats, _) = automaton(&["builtin:B3", "--normal-form", "--to", "stats"], "");
    assert!(stats.starts_with("states: 4\nedges: 9\n"), "{stats}");
    let (dot, _) = automaton(&["builtin:B3", "--to", "dot"], "");
    assert!(dot.starts_with("digraph"), "{dot}");
}

#[test]
fn a_language_that_is_not_invariant_has_a_witness() {
    let (next, _) = stubborn(&["ltl", "X p"], "");
    let (answer, code) = automaton(&["-", "--stutter"], &next);
    assert_eq!(code, Some(1));
    let word = |line: usize| {
        let line = answer.lines().nth(line).expect("there is evidence");
        line.split_once(": ").expect("a line has a name").1
    };
    assert_eq!(automaton(&["-", "--accepts", word(1)], &next).1, Some(0));
    assert_eq!(automaton(&["-", "--accepts", word(2)], &next).1, Some(1));
    for line in [1, 2] {
        let closed = automaton(&["-", "--closure", "--accepts", word(line)], &next);
        assert_eq!(closed.1, Some(0), "the closure has both words");
    }
    assert_eq!(automaton(&["-", "--normal-form"], &next).1, Some(1));
    assert_eq!(
        automaton(&["-", "--closure", "--stutter"], &next).1,
        Some(0)
    );
}

#[test]
fn formulas_are_decided() {
    for (formula, code) in [
        ("G F p", 0),
        ("G (p -> X p)", 0),
        ("X p", 1),
        ("p U X q", 1),
    ] {
        assert_eq!(
            stubborn(&["ltl", formula, "--stutter"], "").1,
            Some(code),
            "{formula}"
        );
    }
}

#[test]
fn bad_input_is_told_from_no() {
    for arguments in [
        &["builtin:B9"][..],
        &["no such file"],
        &["builtin:B3", "--accepts", "{q};{}"],
        &["builtin:B3", "--accepts", "{p}"],
        &["builtin:B3", "--stutter", "--empty"],
        &["builtin:B3", "--closure", "--complement"],
        &["builtin:B3", "--stutter", "--to", "dot"],
        &["-"],
    ] {
        let (text, code) = automaton(arguments, "HOA: v2");
        assert_eq!((text.as_str(), code), ("", Some(2)), "{arguments:?}");
    }
    let (_, code) = automaton(&["builtin:N3", "--complement", "--limit", "2"], "");
    assert_eq!(code, Some(3), "a limit is no answer");
}
