//! Verdicts: as text for people, as JSON for programs.

use super::property::{Selection, Wanted};
use crate::commands::model::Model;
use crate::commands::run_text::Narrator;
use crate::exit::Exit;
use anstream::println;
use program::explore::{Counterexample, End, Exploration, Problem};
use program::interpreter::{Interpreter, Violation};
use program::{State, Statistics};
use serde::Serialize;
use std::time::Duration;

/// The verdict on one property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Holds,
    Violated,
    Incomplete,
}

/// What came of a check. The field names of the JSON document are relied on by other tools.
#[derive(Serialize)]
pub struct Report {
    model: String,
    verdict: Verdict,
    properties: Vec<Outcome>,
}

/// What came of one property.
#[derive(Serialize)]
struct Outcome {
    name: String,
    kind: &'static str,
    verdict: Verdict,
    states: u64,
    transitions: u64,
    depth: u64,
    seconds: f64,
    memory_bytes: u64,
    reduction: &'static str,
    theorem: Option<&'static str>,
    detail: String,
    trace: Option<Vec<Step>>,
}

/// One move of a counterexample.
#[derive(Serialize)]
struct Step {
    /// Who does what, where.
    action: String,
    /// What it changed.
    changes: Vec<String>,
    /// What was printed.
    #[serde(skip_serializing_if = "String::is_empty")]
    output: String,
}

impl Report {
    pub fn new(
        name: String,
        model: &Model,
        selection: &Selection,
        exploration: Option<Exploration>,
        time: Duration,
    ) -> Report {
        let outcome = |property: &Wanted| judge(model, property, exploration.as_ref(), time);
        let properties: Vec<Outcome> = selection.properties.iter().map(outcome).collect();
        let some = |verdict| {
            properties
                .iter()
                .any(|property| property.verdict == verdict)
        };
        let verdict = if some(Verdict::Violated) {
            Verdict::Violated
        } else if some(Verdict::Incomplete) {
            Verdict::Incomplete
        } else {
            Verdict::Holds
        };
        Report {
            model: name,
            verdict,
            properties,
        }
    }

    pub fn exit(&self) -> Exit {
        match self.verdict {
            Verdict::Holds => Exit::Holds,
            Verdict::Violated => Exit::Violated,
            Verdict::Incomplete => Exit::Incomplete,
        }
    }

    pub fn print_json(&self) {
        match serde_json::to_string_pretty(self) {
            Ok(text) => println!("{text}"),
            Err(error) => anstream::eprintln!("error: the report cannot be written: {error}"),
        }
    }

    pub fn print_text(&self, quiet: bool) {
        for property in &self.properties {
            let (colour, verdict) = match property.verdict {
                Verdict::Holds => ("\x1b[32m", "holds"),
                Verdict::Violated => ("\x1b[1;31m", "violated"),
                Verdict::Incomplete => ("\x1b[33m", "incomplete"),
            };
            let detail = if property.detail.is_empty() {
                String::new()
            } else {
                format!(": {}", property.detail)
            };
            println!(
                "{}: {} {colour}{verdict}\x1b[0m{detail}",
                self.model, property.name
            );
            if quiet {
                continue;
            }
            if let Some(trace) = &property.trace {
                print_trace(trace);
            }
        }
        if let Some(first) = self.properties.iter().find(|property| property.states > 0)
            && !quiet
        {
            println!(
                "{} states, {} transitions, depth {}, {:.1} MB, {:.2} s",
                first.states,
                first.transitions,
                first.depth,
                first.memory_bytes as f64 / 1e6,
                first.seconds
            );
        }
    }
}

fn print_trace(trace: &[Step]) {
    if trace.is_empty() {
        println!("    in the first state");
    }
    let width = trace.len().to_string().len();
    for (number, step) in trace.iter().enumerate() {
        println!("  {:>width$}  {}", number + 1, step.action);
        for change in &step.changes {
            println!("  {:>width$}      {change}", "");
        }
        for line in step.output.lines() {
            println!("  {:>width$}      prints: {line}", "");
        }
    }
}

/// The verdict on a property, given what the exploration found.
fn judge(
    model: &Model,
    property: &Wanted,
    exploration: Option<&Exploration>,
    time: Duration,
) -> Outcome {
    let statistics = exploration.map_or(Statistics::default(), |found| found.statistics);
    let counterexample = exploration.and_then(|found| {
        let shortest = found.counterexamples.iter();
        shortest
            .filter(|example| property.violated_by.contains(&example.problem.kind()))
            .min_by_key(|example| example.run.len())
    });
    let (verdict, detail) = match (counterexample, exploration) {
        _ if property.violated_by.is_empty() => {
            let detail = "temporal properties are not checked by the interpreter engine";
            (Verdict::Incomplete, detail.to_owned())
        }
        (Some(example), _) => (Verdict::Violated, describe(model, example)),
        (None, Some(found)) => match incomplete(found.end) {
            Some(reason) => (Verdict::Incomplete, reason.to_owned()),
            None => (Verdict::Holds, String::new()),
        },
        (None, None) => (Verdict::Incomplete, "nothing was explored".to_owned()),
    };
    let checked = !property.violated_by.is_empty();
    Outcome {
        name: property.name.clone(),
        kind: property.kind,
        verdict,
        states: if checked { statistics.states } else { 0 },
        transitions: if checked { statistics.transitions } else { 0 },
        depth: if checked { statistics.depth } else { 0 },
        seconds: if checked { time.as_secs_f64() } else { 0.0 },
        memory_bytes: if checked { statistics.memory } else { 0 },
        reduction: "off",
        theorem: None,
        detail,
        trace: counterexample.map(|example| replay(model, example)),
    }
}

/// Why an exploration that found nothing proves nothing.
fn incomplete(end: End) -> Option<&'static str> {
    match end {
        End::Complete => None,
        End::Found => Some("the search stopped at the violation of another property"),
        End::States => Some("the limit on states was reached"),
        End::Depth => Some("the limit on depth was reached"),
        End::Time => Some("the time ran out"),
        End::Memory => Some("the memory ran out"),
        End::Interrupted => Some("interrupted"),
    }
}

fn describe(model: &Model, example: &Counterexample) -> String {
    let steps = match example.run.len() {
        1 => "1 step".to_owned(),
        count => format!("{count} steps"),
    };
    let narrator = Narrator::new(model);
    match &example.problem {
        Problem::Violation(Violation::Assertion { span, .. }) => {
            let (at, text) = (model.position(*span), model.text(*span));
            format!("{at}: {text} fails after {steps}")
        }
        Problem::Violation(Violation::TraceMismatch { .. }) => {
            format!("the trace assertion does not allow the message of the last of {steps}")
        }
        Problem::Violation(Violation::TraceMatched { .. }) => {
            format!("the notrace assertion is matched after {steps}")
        }
        Problem::Fault { step, fault } => {
            let state = last_state(model, example);
            let at = match (step, &state) {
                (Some(step), Some(state)) => format!(" in {}", narrator.step(state, step)),
                _ => String::new(),
            };
            format!("{fault}{at} after {steps}")
        }
        Problem::InvalidEnd => {
            let Some(state) = last_state(model, example) else {
                return format!("nothing can happen after {steps}");
            };
            let waiting: Vec<String> = (0..state.process_count())
                .map(|pid| narrator.waiting(&state, pid))
                .collect();
            format!("nothing can happen after {steps}: {}", waiting.join("; "))
        }
    }
}

/// The state in which the problem shows: after the whole run, or before a move that fails.
fn last_state(model: &Model, example: &Counterexample) -> Option<State> {
    let interpreter = Interpreter::new(&model.program);
    let mut state = interpreter.initial().ok()?;
    for step in &example.run {
        match interpreter.apply(&state, step) {
            Ok((next, _)) => state = next,
            Err(_) => break,
        }
    }
    Some(state)
}

/// The run of a counterexample, executed again by the interpreter.
fn replay(model: &Model, example: &Counterexample) -> Vec<Step> {
    let narrator = Narrator::new(model);
    let interpreter = Interpreter::new(&model.program);
    let mut steps = Vec::new();
    let Ok(mut state) = interpreter.initial() else {
        return steps;
    };
    for step in &example.run {
        let action = narrator.step(&state, step);
        match interpreter.apply(&state, step) {
            Ok((next, effects)) => {
                let changes = narrator.changes(&state, &next, &effects);
                let output = effects.output.into_iter().map(|(_, text)| text).collect();
                steps.push(Step {
                    action,
                    changes,
                    output,
                });
                state = next;
            }
            Err(fault) => {
                let changes = vec![fault.to_string()];
                steps.push(Step {
                    action,
                    changes,
                    output: String::new(),
                });
                break;
            }
        }
    }
    steps
}
