//! What SPIN accepts we accept: `data/grammar.txt` records its answers to small texts, and the
//! answers are asked for again where SPIN is installed.

use crate::spin;

use promela::{Options, parse_str};
use std::path::Path;

struct Case {
    spin: bool,
    spin_o7: bool,
    here: bool,
    because: Option<String>,
    text: String,
}

fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/grammar.txt");
    let data = std::fs::read_to_string(path).unwrap();
    data.split("=== ")
        .skip(1)
        .map(|case| {
            let (header, rest) = case.split_once('\n').unwrap();
            let answers: Vec<bool> = header
                .split(", ")
                .map(|part| match part.split_once(": ").unwrap().1 {
                    "accept" => true,
                    "reject" => false,
                    other => panic!("{other}"),
                })
                .collect();
            let (because, text) = match rest.strip_prefix("because: ") {
                Some(rest) => {
                    let (reason, text) = rest.split_once('\n').unwrap();
                    (Some(reason.to_owned()), text)
                }
                None => (None, rest),
            };
            Case {
                spin: answers[0],
                spin_o7: answers[1],
                here: answers[2],
                because,
                text: text.to_owned(),
            }
        })
        .collect()
}

#[test]
fn what_spin_accepts_is_accepted() {
    for case in cases() {
        let parsed = parse_str(Path::new("case.pml"), &case.text, &Options::default());
        assert_eq!(!parsed.has_errors(), case.here, "{}", case.text);
        let expected = case.spin || case.spin_o7;
        assert!(case.here || !expected, "{}", case.text);
        assert_eq!(
            case.because.is_some(),
            case.here != expected,
            "{}",
            case.text
        );
    }
}

/// SPIN is asked again, in two threads; with `-o7` only where that decides.
#[test]
fn the_recorded_answers_are_spins() {
    if !spin::is_installed() {
        return;
    }
    let cases = cases();
    let (first, second) = cases.split_at(cases.len() / 2);
    std::thread::scope(|scope| {
        for half in [first, second] {
            scope.spawn(|| half.iter().for_each(ask_again));
        }
    });
}

fn ask_again(case: &Case) {
    let Case { text, .. } = case;
    assert_eq!(spin::accepts_text(text, &[]), case.spin, "{text}");
    if !case.spin {
        assert_eq!(spin::accepts_text(text, &["-o7"]), case.spin_o7, "{text}");
    }
}
