//! What is made of the definitions of the flags: completion scripts, manual pages, help.

mod common;

use common::run;
use std::io::Write;
use std::process::{Command, Stdio};

const COMMANDS: [&str; 9] = [
    "automaton",
    "check",
    "completions",
    "explain",
    "ltl",
    "man",
    "parse",
    "simulate",
    "spin",
];

/// Whether a program accepts this input; none if there is no such program here.
fn accepts(program: &str, arguments: &[&str], input: &str) -> Option<bool> {
    let child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.ok()?;
    let mut stdin = child.stdin.take()?;
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    Some(child.wait().ok()?.success())
}

#[test]
fn shells_can_read_their_scripts() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let answer = run(&["completions", shell]);
        assert_eq!(answer.code, Some(0), "{shell}");
        for flag in ["--reduction", "reduction-check", "sarif", "simulate"] {
            let known = answer.out.contains(flag.trim_start_matches("--"));
            assert!(known, "{shell} does not know {flag}");
        }
        if matches!(shell, "bash" | "zsh" | "fish") {
            let read = accepts(shell, &["-n"], &answer.out);
            assert_ne!(read, Some(false), "{shell}");
            assert!(shell != "bash" || read.is_some(), "bash is everywhere");
        }
    }
    assert_eq!(run(&["completions", "tcsh"]).code, Some(2));
}

#[test]
fn every_command_has_a_page() {
    let directory = std::env::temp_dir().join(format!("stubborn-man-{}", std::process::id()));
    let path = directory.to_str().expect("the name is text");
    assert_eq!(run(&["man", "--out", path]).code, Some(0));
    for command in COMMANDS {
        let file = directory.join(format!("stubborn-{command}.1"));
        let page = std::fs::read_to_string(&file).expect("the page is there");
        assert!(
            page.contains(&format!(".TH stubborn-{command} 1")),
            "{page}"
        );
        assert_eq!(run(&["man", command]).out, page);
        let rendered = accepts("groff", &["-man", "-Tutf8", "-wall"], &page);
        assert_ne!(rendered, Some(false), "{command}");
    }
    assert!(directory.join("stubborn.1").exists());
    std::fs::remove_dir_all(&directory).expect("the directory is ours");
    let wrong = run(&["man", "chek"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("did you mean `check`?"), "{}", wrong.err);
    assert_eq!(run(&["man", "--out", "/dev/null/x"]).code, Some(2));
}

#[test]
fn every_command_shows_examples() {
    for command in COMMANDS {
        let answer = run(&[command, "--help"]);
        assert_eq!(answer.code, Some(0), "{command}");
        let example = format!("  stubborn {command} ");
        let (_, examples) = answer.out.split_once("Examples:").expect(command);
        assert!(examples.contains(&example), "{command}");
    }
}
