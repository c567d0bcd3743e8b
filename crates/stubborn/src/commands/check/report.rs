//! Verdicts: as text for people, as JSON for programs.

use super::finding::{Answer, Figures, Finding};
use super::property::Wanted;
use super::reduction::Reduction;
use super::{Engine, Fair};
use crate::commands::model::Model;
use crate::commands::run_text::Narrator;
use crate::exit::Exit;
use crate::output::println;
use evidence::{Lasso, Record, Treatment};
use program::State;
use program::explore::Problem;
use program::interpreter::Violation;
use serde::Serialize;

/// How much is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    Verdicts,
    /// Counterexamples, and the figures of the largest search.
    Traces,
    /// What each verdict rests on as well, and the figures of each search.
    Everything,
}

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
    /// What allowed the search to leave out steps.
    reduction: Reduction,
    /// Which infinite runs counted, if not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    fair: Option<Fair>,
    engine: Engine,
    /// Other properties that the same search decided.
    together_with: Vec<String>,
    theorem: Option<&'static str>,
    /// Why the verdict may be wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    warning: Option<String>,
    detail: String,
    trace: Option<Trace>,
}

/// A counterexample.
#[derive(Serialize)]
struct Trace {
    steps: Vec<Step>,
    /// Index of the first step that is repeated for ever; only for infinite runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<usize>,
    /// Why the run is fair, one line for each process; only for runs that have to be.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fairness: Vec<String>,
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
    pub fn new(name: String, model: &Model, found: Vec<(Wanted, Finding)>) -> Report {
        let judged = found
            .iter()
            .map(|(property, finding)| judge(model, property, finding));
        let properties: Vec<Outcome> = judged.collect();
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
            Err(error) => crate::output::eprintln!("error: the report cannot be written: {error}"),
        }
    }

    pub fn print_text(&self, detail: Detail) {
        for property in &self.properties {
            let (colour, verdict) = match property.verdict {
                Verdict::Holds => ("\x1b[32m", "holds"),
                Verdict::Violated => ("\x1b[1;31m", "violated"),
                Verdict::Incomplete => ("\x1b[33m", "incomplete"),
            };
            let reason = if property.detail.is_empty() {
                String::new()
            } else {
                format!(": {}", property.detail)
            };
            println!(
                "{}: {} {colour}{verdict}\x1b[0m{reason}",
                self.model, property.name
            );
            if detail == Detail::Everything {
                property.print_basis();
            }
            if let Some(trace) = &property.trace
                && detail != Detail::Verdicts
            {
                trace.print();
            }
        }
        if detail == Detail::Traces {
            self.print_largest();
        }
    }

    fn print_largest(&self) {
        let largest = self
            .properties
            .iter()
            .max_by_key(|property| property.states);
        if let Some(largest) = largest.filter(|property| property.states > 0) {
            println!("{}", largest.figures());
        }
    }
}

impl Outcome {
    fn figures(&self) -> String {
        format!(
            "{} states, {} transitions, depth {}, {:.1} MB, {:.2} s",
            self.states,
            self.transitions,
            self.depth,
            self.memory_bytes as f64 / 1e6,
            self.seconds
        )
    }

    /// What the verdict rests on, which search gave it, and what that search took.
    fn print_basis(&self) {
        if let Some(theorem) = self.theorem {
            println!("  {theorem}");
        }
        if self.fair.is_some() {
            println!("  only weakly fair runs count");
        }
        if self.states == 0 {
            return;
        }
        let together = match self.together_with.as_slice() {
            [] => String::new(),
            others => format!(", one search with {}", others.join(", ")),
        };
        let engine = self.engine.name();
        println!("  by {engine}{together}: {}", self.figures());
    }
}

impl Trace {
    fn print(&self) {
        let width = self.steps.len().to_string().len();
        for (number, step) in self.steps.iter().enumerate() {
            if self.cycle == Some(number) {
                println!("  {:>width$}  for ever:", "");
            }
            println!("  {:>width$}  {}", number + 1, step.action);
            for change in &step.changes {
                println!("  {:>width$}      {change}", "");
            }
            for line in step.output.lines() {
                println!("  {:>width$}      prints: {line}", "");
            }
        }
        if self.cycle == Some(self.steps.len()) {
            println!("  {:>width$}  for ever: nothing happens", "");
        }
        for line in &self.fairness {
            println!("  {:>width$}  fair: {line}", "");
        }
    }
}

/// The verdict on a property, in words.
fn judge(model: &Model, property: &Wanted, finding: &Finding) -> Outcome {
    let narrator = Narrator::new(model);
    let (verdict, detail, trace) = match &finding.answer {
        Answer::Holds => {
            let warning = finding.warning.clone();
            (Verdict::Holds, warning.unwrap_or_default(), None)
        }
        Answer::Incomplete(reason) => (Verdict::Incomplete, reason.clone(), None),
        Answer::Broken(unconfirmed) => {
            let detail = format!(
                "internal error: a counterexample was found that the interpreter does not \
                 confirm ({unconfirmed}); please report this, with the model"
            );
            (Verdict::Incomplete, detail, None)
        }
        Answer::Run(run) => {
            let mut trace = steps(&narrator, &run.records);
            if let Problem::Fault {
                step: Some(step),
                fault,
            } = &run.problem
            {
                trace.push(Step {
                    action: narrator.step(&run.last, step),
                    changes: vec![fault.to_string()],
                    output: String::new(),
                });
            }
            let detail = describe(model, &narrator, run);
            (
                Verdict::Violated,
                detail,
                Some(Trace {
                    steps: trace,
                    cycle: None,
                    fairness: Vec::new(),
                }),
            )
        }
        Answer::Lasso(lasso) => {
            let trace = Trace {
                steps: steps(&narrator, &lasso.records),
                cycle: Some(lasso.cycle),
                fairness: fairness(&narrator, lasso),
            };
            let round = lasso.records.len() - lasso.cycle;
            let detail = match round {
                0 => format!("{}, and then nothing happens for ever", count(lasso.cycle)),
                round => format!("{}, and then {} for ever", count(lasso.cycle), count(round)),
            };
            (Verdict::Violated, detail, Some(trace))
        }
    };
    let Figures {
        states,
        transitions,
        depth,
        memory,
        time,
    } = finding.figures;
    Outcome {
        name: property.name.clone(),
        kind: property.kind(),
        verdict,
        states,
        transitions,
        depth,
        seconds: time.as_secs_f64(),
        memory_bytes: memory,
        reduction: finding.reduction,
        fair: (finding.fair != Fair::None).then_some(finding.fair),
        engine: finding.engine,
        together_with: finding.together_with.clone(),
        theorem: finding.theorem,
        warning: finding.warning.clone(),
        detail,
        trace,
    }
}

fn steps(narrator: &Narrator<'_>, records: &[Record]) -> Vec<Step> {
    let step = |record: &Record| Step {
        action: narrator.step(&record.before, &record.step),
        changes: narrator.changes(&record.before, &record.after, &record.effects),
        output: record
            .effects
            .output
            .iter()
            .map(|(_, text)| text.as_str())
            .collect(),
    };
    records.iter().map(step).collect()
}

/// Why an infinite run is fair to each process, if it has to be.
fn fairness(narrator: &Narrator<'_>, lasso: &Lasso) -> Vec<String> {
    let halts = lasso.cycle == lasso.records.len();
    let line = |(pid, found): (usize, &Treatment)| {
        let step = found.record + 1;
        if found.moves {
            let who = narrator.process(&found.state, pid);
            return format!("{who} moves in step {step}");
        }
        let waits = narrator.waiting(&found.state, pid);
        if halts {
            waits
        } else {
            format!("before step {step} {waits}")
        }
    };
    let treatments = lasso.fair.iter().flatten().enumerate();
    treatments.map(line).collect()
}

fn count(steps: usize) -> String {
    match steps {
        1 => "1 step".to_owned(),
        steps => format!("{steps} steps"),
    }
}

fn describe(model: &Model, narrator: &Narrator<'_>, run: &evidence::Run) -> String {
    let after = count(run.records.len());
    match &run.problem {
        Problem::Violation(Violation::Assertion { span, .. }) => {
            let (at, text) = (model.position(*span), model.text(*span));
            format!("{at}: {text} fails after {after}")
        }
        Problem::Violation(Violation::TraceMismatch { .. }) => {
            format!("the trace assertion does not allow the message of the last of {after}")
        }
        Problem::Violation(Violation::TraceMatched { .. }) => {
            format!("the notrace assertion is matched after {after}")
        }
        Problem::Fault {
            step: Some(step),
            fault,
        } => {
            format!(
                "{fault} in {} after {after}",
                narrator.step(&run.last, step)
            )
        }
        Problem::Fault { step: None, fault } => format!("{fault} before the first step"),
        Problem::InvalidEnd => {
            format!(
                "nothing can happen after {after}: {}",
                waiting(narrator, &run.last)
            )
        }
    }
}

fn waiting(narrator: &Narrator<'_>, state: &State) -> String {
    let processes = 0..state.process_count();
    let waiting: Vec<String> = processes.map(|pid| narrator.waiting(state, pid)).collect();
    waiting.join("; ")
}
