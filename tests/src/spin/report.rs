//! Reading what SPIN's verifier prints.

use super::{Figures, Kind, Outcome};
use std::collections::BTreeSet;

/// Starts a progress line.
pub const PROGRESS: &str = "Depth=";

/// Did this bound on the depth cut the search short?
///
/// Usually the verifier says so. It does not where a state at the bound has only a `timeout` left
/// to try: it stops there without a word.
pub fn is_cut_short(answer: &str, bound: u64) -> bool {
    let reached = answer
        .lines()
        .find_map(|line| after(line, "depth reached "));
    answer.contains("max search depth too small") || reached.is_some_and(|depth| depth + 2 >= bound)
}

/// Reads an answer: one word on how the run ended, then all that was printed.
pub fn parse(answer: &str) -> Outcome {
    let (how, text) = answer.split_once('\n').unwrap_or((answer, ""));
    let kinds = errors(text);
    match how {
        "rejected" => Outcome::Rejected(complaint(text)),
        "uncompiled" => Outcome::Uncompiled(complaint(text)),
        "large" => Outcome::OutOfScope("too many states"),
        "late" => Outcome::OutOfScope("too much time"),
        "killed" => Outcome::Aborted(kinds.into_iter().chain([Kind::Signal]).collect()),
        "deep" => Outcome::OutOfScope("too deep"),
        _ if text.contains("reached -DMEMLIM bound") => Outcome::OutOfScope("too much memory"),
        _ => match figures(text, &kinds) {
            Some(figures) if !kinds.iter().any(is_fatal) => Outcome::Finished(figures),
            _ if kinds.is_empty() => Outcome::OutOfScope("no figures printed"),
            _ => Outcome::Aborted(kinds),
        },
    }
}

/// An error after which the verifier does not go on, whatever was asked of it.
fn is_fatal(kind: &Kind) -> bool {
    matches!(kind, Kind::Signal | Kind::Other(_))
}

fn figures(text: &str, kinds: &BTreeSet<Kind>) -> Option<Figures> {
    let vector = text.lines().find(|line| line.starts_with("State-vector"))?;
    Some(Figures {
        stored: before(text, " states, stored")?,
        matched: before(text, " states, matched")?,
        transitions: before(text, " transitions (= stored+matched)")?,
        atomic_steps: before(text, " atomic steps")?,
        errors: after(vector, "errors: ")?,
        depth: after(vector, "depth reached ")?,
        kinds: kinds.clone(),
    })
}

/// The number that stands before `label`; SPIN writes large ones as 1.2345e+05.
fn before(text: &str, label: &str) -> Option<u64> {
    let end = text.find(label)?;
    number(text[..end].rsplit(char::is_whitespace).next()?)
}

fn after(line: &str, label: &str) -> Option<u64> {
    let start = line.find(label)? + label.len();
    number(line[start..].split([',', ' ']).next()?)
}

fn number(digits: &str) -> Option<u64> {
    let value: f64 = digits.trim().parse().ok()?;
    // Counts are below the 2^53 to which the verifier's own doubles are exact.
    (value >= 0.0).then_some(value as u64)
}

/// The kinds of error in lines such as `pan:1: invalid end state (at depth 3)`.
fn errors(text: &str) -> BTreeSet<Kind> {
    let told = |line: &str| {
        let rest = line.strip_prefix("pan:")?;
        let (count, message) = rest.split_once(": ")?;
        count.parse::<u64>().ok()?;
        let end = message.rfind(" (at depth").unwrap_or(message.len());
        Some(kind(&message[..end]))
    };
    text.lines().filter_map(told).collect()
}

fn kind(message: &str) -> Kind {
    if message == "assertion violated - invalid array index" {
        Kind::Index
    } else if message.starts_with("assertion violated") {
        Kind::Assertion
    } else if message == "invalid end state" {
        Kind::InvalidEnd
    } else {
        Kind::Other(message.to_owned())
    }
}

/// The line that says what is wrong: the last, because SPIN stops at what it cannot accept.
fn complaint(text: &str) -> String {
    let line = text.lines().rfind(|line| {
        let line = line.to_lowercase();
        line.contains("error") || line.contains("spin:")
    });
    line.or(text.lines().next()).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "ran
pan:1: assertion violated (x==2) (at depth 0)
pan:3: invalid end state (at depth 3)

State-vector 12 byte, depth reached 6, errors: 3
   123456 states, stored
      1e+05 states, matched
   223456 transitions (= stored+matched)
        4 atomic steps
hash conflicts:         0 (resolved)
";

    #[test]
    fn figures_and_kinds_are_read() {
        let Outcome::Finished(figures) = parse(TEXT) else {
            panic!("not finished: {:?}", parse(TEXT));
        };
        assert_eq!((figures.stored, figures.matched), (123_456, 100_000));
        assert_eq!((figures.transitions, figures.atomic_steps), (223_456, 4));
        assert_eq!((figures.errors, figures.depth), (3, 6));
        assert_eq!(
            figures.kinds,
            BTreeSet::from([Kind::Assertion, Kind::InvalidEnd])
        );
        assert!(figures.count_is_defined());
    }

    #[test]
    fn a_search_that_came_near_its_bound_was_cut_short() {
        assert!(!is_cut_short(TEXT, 9));
        assert!(is_cut_short(TEXT, 8));
        let said = TEXT.replace("pan:1", "error: max search depth too small\npan:1");
        assert!(is_cut_short(&said, 1_000));
    }

    #[test]
    fn a_fatal_error_leaves_no_count() {
        let text = TEXT.replace("invalid end state", "qsend bad queue#");
        let kinds = BTreeSet::from([Kind::Assertion, Kind::Other("qsend bad queue#".into())]);
        assert_eq!(parse(&text), Outcome::Aborted(kinds));
    }

    #[test]
    fn a_bad_index_leaves_the_count_undefined() {
        let text = TEXT.replace("(x==2)", "- invalid array index");
        let Outcome::Finished(figures) = parse(&text) else {
            panic!("not finished: {:?}", parse(&text));
        };
        assert!(!figures.count_is_defined());
    }
}
