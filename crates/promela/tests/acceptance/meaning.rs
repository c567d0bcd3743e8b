//! What SPIN makes a verifier of we accept, names and types included: `data/accepted.txt` has the
//! texts, and SPIN is asked again where it is installed.

use crate::spin;
use promela::{Options, lower, parse_str};
use std::path::Path;

struct Case {
    /// SPIN complains, but makes a verifier all the same.
    complains: bool,
    text: String,
}

fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/accepted.txt");
    let data = std::fs::read_to_string(path).unwrap();
    let cases = data.split("=== ").skip(1).map(|case| {
        let (header, text) = case.split_once('\n').unwrap();
        assert!(["accepts", "goes on"].contains(&header), "{header}");
        Case {
            complains: header == "goes on",
            text: text.to_owned(),
        }
    });
    cases.collect()
}

/// The codes of all diagnostics, and whether there is a program.
fn lowered(text: &str) -> (Vec<&'static str>, bool) {
    let parsed = parse_str(Path::new("case.pml"), text, &Options::default());
    let mut codes: Vec<_> = parsed.diagnostics.iter().map(|d| d.code.id).collect();
    if parsed.has_errors() {
        return (codes, false);
    }
    let (program, more) = lower::lower(&parsed.model, &lower::Options::default());
    codes.extend(more.iter().map(|d| d.code.id));
    if let Some(program) = &program {
        program::verify::verify(program).unwrap_or_else(|broken| panic!("{broken:?}\n{text}"));
    }
    (codes, program.is_some())
}

#[test]
fn odd_but_legal_texts_become_programs() {
    let cases = cases();
    assert!(cases.len() > 300);
    for case in cases {
        let (codes, accepted) = lowered(&case.text);
        assert!(accepted, "{codes:?}\n{}", case.text);
        let warned = codes.iter().any(|code| code.starts_with("W02"));
        assert!(warned || !case.complains, "{codes:?}\n{}", case.text);
    }
}

#[test]
fn spin_accepts_them() {
    if !spin::is_installed() {
        return;
    }
    let cases = cases();
    let (first, second) = cases.split_at(cases.len() / 2);
    std::thread::scope(|scope| {
        for half in [first, second] {
            scope.spawn(move || {
                for case in half {
                    let (accepts, verifier) = spin::answer(&case.text);
                    assert!(verifier, "{}", case.text);
                    assert_eq!(accepts, !case.complains, "{}", case.text);
                }
            });
        }
    });
}

/// SPIN refuses these when the verifier is compiled.
#[test]
fn who_may_run_is_not_asked_of_a_rendezvous() {
    let rendezvous = "chan c = [0] of { byte };\nactive proctype a() { c!1 }\n";
    let buffered = rendezvous.replace("[0]", "[1]");
    for rest in [
        "active proctype b() priority 3 { c?1 }",
        "active proctype b() priority 1 { c?1 }",
        "active proctype b() { set_priority(0, 3); c?1 }",
        "active proctype b() { assert(get_priority(0) == 1); c?1 }",
        "active proctype b() { _priority = 4; c?1 }",
        "active proctype b() { c?1 } init priority 3 { skip }",
        "proctype d() { skip } active proctype b() { run d() priority 5; c?1 }",
        "active proctype b() { c?1 } active proctype d() { enabled(0); skip }",
        "active proctype b() { c?1 } active proctype d() provided (!enabled(0)) { skip }",
    ] {
        assert_eq!(
            lowered(&format!("{rendezvous}{rest}")).0,
            ["P0434"],
            "{rest}"
        );
        assert!(lowered(&format!("{buffered}{rest}")).1, "{rest}");
    }
    // A property asks from outside.
    let asked = "active proctype b() { c?1 }\nltl p { <> enabled(0) }";
    assert!(lowered(&format!("{rendezvous}{asked}")).1);
}
