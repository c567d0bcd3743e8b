//! What brute force said of a reduction: as text for people, as JSON for programs.

use super::engine::audit::{Outcome, Tests};
use crate::commands::model::Model;
use crate::exit::Exit;
use crate::output::println;
use ::report::narrate::{Cast, Words, together};
use ::report::text::{self, Names};
use program::State;
use reduce::brute::{Operation, Part, Refutation};
use serde::Serialize;

/// The JSON document; other tools rely on its field names.
#[derive(Serialize)]
pub struct AuditReport {
    model: String,
    reduction: &'static str,
    tests: Vec<Entry>,
}

/// The test of the sets of one search.
#[derive(Serialize)]
struct Entry {
    properties: Vec<String>,
    result: Verdict,
    /// Sets that were tested, those of them that leave something out, and states of the model.
    sets: usize,
    proper: usize,
    states: usize,
    detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<Failure>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Pass,
    Fail,
    Incomplete,
}

/// A set that is not enough, and how that can be seen.
#[derive(Serialize)]
struct Failure {
    /// The steps of a run to the state of the set.
    run: Vec<String>,
    state: Vec<String>,
    /// Steps from there to where the condition fails.
    path: Vec<String>,
    inside: Option<String>,
    outside: Option<String>,
}

impl AuditReport {
    pub fn new(name: String, reduction: &'static str, model: &Model, tests: Vec<Tests>) -> Self {
        let entry = |tests: Tests| entry(model, tests);
        AuditReport {
            model: name,
            reduction,
            tests: tests.into_iter().map(entry).collect(),
        }
    }

    pub fn exit(&self) -> Exit {
        let some = |result| self.tests.iter().any(|entry| entry.result == result);
        if some(Verdict::Fail) {
            Exit::Violated
        } else if some(Verdict::Incomplete) {
            Exit::Incomplete
        } else {
            Exit::Holds
        }
    }

    pub fn print_json(&self) {
        match serde_json::to_string_pretty(self) {
            Ok(text) => println!("{text}"),
            Err(error) => crate::output::eprintln!("error: the report cannot be written: {error}"),
        }
    }

    pub fn print_text(&self) {
        for entry in &self.tests {
            let colour = match entry.result {
                Verdict::Pass => "\x1b[32m",
                Verdict::Fail => "\x1b[1;31m",
                Verdict::Incomplete => "\x1b[33m",
            };
            let names = entry.properties.join(", ");
            println!("{}: {names}: {colour}{}\x1b[0m", self.model, entry.detail);
            if let Some(failure) = &entry.failure {
                failure.print();
            }
        }
    }
}

impl Failure {
    fn print(&self) {
        let list = |title: &str, lines: &[String]| {
            if !lines.is_empty() {
                println!("  {title}:");
            }
            for line in lines {
                println!("    {line}");
            }
        };
        list("the set was chosen after", &self.run);
        list("in the state", &self.state);
        list("from there the path is", &self.path);
        list("a step of the set", self.inside.as_slice());
        list("a step that is not of the set", self.outside.as_slice());
    }
}

fn entry(model: &Model, Tests { names, result }: Tests) -> Entry {
    let mut entry = Entry {
        properties: names,
        result: Verdict::Incomplete,
        sets: 0,
        proper: 0,
        states: 0,
        detail: String::new(),
        failure: None,
    };
    match result {
        Outcome::Unfinished(reason) => entry.detail = format!("not tested: {reason}"),
        Outcome::Fail { refutation, state } => {
            entry.result = Verdict::Fail;
            entry.detail = refutation.failure.to_string();
            entry.failure = Some(failure(model, &refutation, &state));
        }
        Outcome::Pass {
            tested,
            states,
            stopped,
        } => {
            entry.result = Verdict::Pass;
            (entry.sets, entry.proper) = (tested.sets, tested.proper);
            entry.states = states;
            let until = if stopped {
                ", up to where the search found a violation"
            } else {
                ""
            };
            entry.detail = format!(
                "every condition holds for {} sets, of which {} leave something out{until}; the \
                 model has {states} states",
                tested.sets, tested.proper
            );
        }
    }
    entry
}

fn failure(model: &Model, refutation: &Refutation, state: &[u8]) -> Failure {
    let words = model.words();
    let one = |step: &Operation| operation(words, step);
    let list = |operations: &[Operation]| operations.iter().map(one).collect();
    let cast = Cast::new(&model.program, &State::from_bytes(state));
    Failure {
        run: list(&refutation.run),
        state: text::values(Names::from(&cast), &cast.values()),
        path: list(&refutation.path),
        inside: refutation.inside.as_ref().map(one),
        outside: refutation.outside.as_ref().map(one),
    }
}

/// The moves of one step, whatever the state.
fn operation(words: Words<'_>, operation: &Operation) -> String {
    let part = |part: &Part| {
        let place = part.place;
        words.part(part.pid, place.proctype, place.location, part.edge)
    };
    let one = |(first, second): &(Part, Option<Part>)| match second {
        Some(second) => together(part(first), part(second)),
        None => part(first),
    };
    let moves: Vec<String> = operation.moves.iter().map(one).collect();
    moves.join(", then ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::model::ModelArgs;
    use clap::Parser;
    use program::interpreter::Move;
    use program::system::Interpreted;
    use reduce::brute::{Demands, FullGraph, check, reduced};

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        model: ModelArgs,
    }

    /// A selector that is wrong on purpose is refuted, and the user is shown where and by what.
    #[test]
    fn a_wrong_set_is_shown_in_the_model() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/shared.pml");
        let Cli { model: args } = Cli::parse_from(["check", path]);
        let Ok(model) = args.load() else {
            panic!("the model is right")
        };
        let mut system = Interpreted::new(&model.program, Vec::new());
        let graph = FullGraph::new(&mut system, 10_000).expect("the model is small");
        let first_process = |_: &mut Interpreted<'_>, steps: &[program::Step]| {
            let pid = |step: &program::Step| Move::from(*step).pid;
            let first = pid(steps.first()?);
            let of_first = steps.iter().copied().filter(|step| pid(step) == first);
            Some(of_first.collect())
        };
        let chosen = reduced(&mut system, 10_000, first_process).expect("the model is small");
        let refutation = check(&graph, &chosen, &Demands::default()).expect_err("it is wrong");
        let tests = Tests {
            names: vec!["assertions".to_owned()],
            result: Outcome::Fail {
                state: chosen[refutation.set].state.clone(),
                refutation,
            },
        };
        let report = AuditReport::new(args.name(), "static", &model, vec![tests]);
        assert_eq!(report.exit(), Exit::Violated);
        let entry = &report.tests[0];
        assert!(entry.detail.starts_with("C1 fails"), "{}", entry.detail);
        let failure = entry.failure.as_ref().expect("it failed");
        let inside = failure.inside.as_deref().unwrap_or_default();
        let outside = failure.outside.as_deref().unwrap_or_default();
        assert!(inside.contains("shared.pml:"), "{inside}");
        assert!(outside.contains("shared.pml:"), "{outside}");
        assert!(!failure.state.is_empty());
    }
}
