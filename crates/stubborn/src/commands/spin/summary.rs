//! The report of a check in the shape of a verifier's, which people know and scripts read.
//!
//! Where a verifier makes one search, a check may make several; figures are those of all. The number
//! of errors is that of the properties that are violated. It is not printed as a number while it is
//! not known: a search that was cut short and found nothing has `errors: unknown`.

use report::outcome::{Outcome, PropertyOutcome, Verdict};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What the outcome does not say.
pub struct Searched {
    pub fair: bool,
    /// Size of a state.
    pub state_bytes: usize,
    /// Where the run was written, if there is one.
    pub trail: Option<String>,
}

pub fn write(outcome: &Outcome, searched: &Searched) -> String {
    let mut text = String::new();
    let violated = outcome.properties.iter();
    let violated = violated.filter(|property| property.verdict == Verdict::Violated);
    for (index, property) in violated.enumerate() {
        let depth = property.trace.as_ref().map_or(0, |trace| {
            trace.cycle.unwrap_or(trace.steps.len()).max(1) - 1
        });
        let _ = writeln!(
            text,
            "pan:{}: {} (at depth {depth})",
            index + 1,
            error(property)
        );
    }
    if let Some(trail) = &searched.trail {
        let _ = writeln!(text, "pan: wrote {trail}");
    }
    let _ = writeln!(text, "\n(Stubborn Version {})", env!("CARGO_PKG_VERSION"));
    for property in &outcome.properties {
        if property.verdict == Verdict::Incomplete {
            let _ = writeln!(
                text,
                "Warning: Search not completed: {}",
                property.message()
            );
        }
    }
    if outcome.properties.iter().any(|property| property.reduced) {
        text.push_str("\t+ Partial Order Reduction\n");
    }
    text.push('\n');
    header(&mut text, outcome, searched);
    figures(&mut text, outcome, searched);
    text
}

/// What is wrong, in the words of a verifier.
fn error(property: &PropertyOutcome) -> String {
    let last = property.trace.as_ref().and_then(|trace| trace.steps.last());
    match (property.kind.as_str(), property.name.as_str()) {
        ("safety", "deadlock") => "invalid end state".to_owned(),
        ("safety", _) => match last {
            Some(step) if step.fault.is_some() => step.fault.clone().unwrap_or_default(),
            Some(step) if step.act.statement.starts_with("assert") => {
                let condition = step.act.statement.trim_start_matches("assert").trim();
                format!("assertion violated {condition}")
            }
            _ => property.detail.clone(),
        },
        ("progress", _) => "non-progress cycle".to_owned(),
        _ => "acceptance cycle".to_owned(),
    }
}

fn header(text: &mut String, outcome: &Outcome, searched: &Searched) {
    let find = |wanted: &dyn Fn(&PropertyOutcome) -> bool| {
        outcome.properties.iter().find(|property| wanted(property))
    };
    let claim = find(&|p| matches!(p.kind.as_str(), "ltl" | "never" | "automaton"));
    let progress = find(&|p| p.kind == "progress");
    let accept = find(&|p| p.kind == "accept");
    let fairness = if searched.fair {
        "(fairness enabled)"
    } else {
        "(fairness disabled)"
    };
    let (assertions, ends) = (
        find(&|p| p.name == "assertions").is_some(),
        find(&|p| p.name == "deadlock").is_some(),
    );
    let claimed = match (claim, progress) {
        (Some(claim), _) => format!("+ ({})", claim.name),
        (None, Some(_)) => "+ (:np_:)".to_owned(),
        (None, None) => "- (none specified)".to_owned(),
    };
    let cycles = if progress.is_some() {
        format!("\tnon-progress cycles \t+ {fairness}")
    } else if claim.is_some() || accept.is_some() {
        format!("\tacceptance   cycles \t+ {fairness}")
    } else {
        "\tcycle checks       \t- (not selected)".to_owned()
    };
    let sign = |on: bool| if on { "+" } else { "- (not selected)" };
    let _ = writeln!(text, "Full statespace search for:");
    let _ = writeln!(text, "\tnever claim         \t{claimed}");
    let _ = writeln!(text, "\tassertion violations\t{}", sign(assertions));
    let _ = writeln!(text, "{cycles}");
    let _ = writeln!(text, "\tinvalid end states\t{}\n", sign(ends));
}

fn figures(text: &mut String, outcome: &Outcome, searched: &Searched) {
    let mut counted: BTreeSet<&str> = BTreeSet::new();
    let (mut stored, mut matched, mut depth, mut memory, mut seconds) = (0, 0, 0, 0, 0.0);
    for property in &outcome.properties {
        // Properties of one search have its figures each.
        if property
            .together_with
            .iter()
            .any(|name| counted.contains(name.as_str()))
        {
            continue;
        }
        counted.insert(&property.name);
        stored += property.states;
        // A verifier counts the first state as reached by a transition.
        matched += property.transitions.saturating_sub(property.states);
        depth = depth.max(property.depth);
        memory += property.memory_bytes;
        seconds += property.seconds;
    }
    let errors = match (
        outcome.count(Verdict::Violated),
        outcome.count(Verdict::Incomplete),
    ) {
        (0, 0) => "0".to_owned(),
        (0, _) => "unknown (search not completed)".to_owned(),
        (errors, _) => errors.to_string(),
    };
    let _ = writeln!(
        text,
        "State-vector {} byte, depth reached {depth}, errors: {errors}",
        searched.state_bytes
    );
    let _ = writeln!(text, "{stored:>9} states, stored");
    let _ = writeln!(text, "{matched:>9} states, matched");
    let _ = writeln!(
        text,
        "{:>9} transitions (= stored+matched)",
        stored + matched
    );
    if counted.len() > 1 {
        let _ = writeln!(text, "{:>9} searches", counted.len());
    }
    let _ = writeln!(
        text,
        "\n{:>9.3}\ttotal actual memory usage (in Megabytes)\n\npan: elapsed time {seconds:.2} seconds",
        memory as f64 / 1e6
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::UNIX_EPOCH;

    fn property(name: &str, kind: &str, verdict: Verdict) -> PropertyOutcome {
        PropertyOutcome {
            name: name.to_owned(),
            kind: kind.to_owned(),
            verdict,
            detail: "because".to_owned(),
            states: 10,
            transitions: 25,
            depth: 4,
            memory_bytes: 0,
            seconds: 0.5,
            reduced: true,
            together_with: Vec::new(),
            trace: None,
            story: String::new(),
        }
    }

    fn summary(properties: Vec<PropertyOutcome>) -> String {
        let outcome = Outcome {
            model: "m.pml".to_owned(),
            properties,
            started: UNIX_EPOCH,
            ended: UNIX_EPOCH,
            arguments: Vec::new(),
            exit_code: 0,
        };
        let searched = Searched {
            fair: false,
            state_bytes: 12,
            trail: None,
        };
        write(&outcome, &searched)
    }

    #[test]
    fn searches_are_counted_once() {
        let mut assertions = property("assertions", "safety", Verdict::Holds);
        assertions.together_with = vec!["deadlock".to_owned()];
        let mut deadlock = property("deadlock", "safety", Verdict::Violated);
        deadlock.together_with = vec!["assertions".to_owned()];
        let text = summary(vec![
            assertions,
            deadlock,
            property("p", "ltl", Verdict::Violated),
        ]);
        for line in [
            "pan:1: invalid end state (at depth 0)",
            "pan:2: acceptance cycle (at depth 0)",
            "State-vector 12 byte, depth reached 4, errors: 2",
            "       20 states, stored",
            "       30 states, matched",
            "       50 transitions (= stored+matched)",
            "\tnever claim         \t+ (p)",
            "pan: elapsed time 1.00 seconds",
        ] {
            assert!(
                text.lines().any(|other| other == line),
                "{text}\nhas no {line}"
            );
        }
    }

    /// Whatever else happened, nothing that was cut short looks like success.
    #[test]
    fn a_search_that_was_cut_short_has_no_number_of_errors() {
        let cut = || property("p", "ltl", Verdict::Incomplete);
        let holds = || property("assertions", "safety", Verdict::Holds);
        let text = summary(vec![holds(), cut()]);
        assert!(!text.contains("errors: 0"), "{text}");
        assert!(text.contains("errors: unknown"), "{text}");
        assert!(text.contains("Warning: Search not completed"), "{text}");
        assert!(summary(vec![holds()]).contains("errors: 0\n"));
        let violated = property("deadlock", "safety", Verdict::Violated);
        assert!(summary(vec![violated, cut()]).contains("errors: 1\n"));
    }
}
