//! Verdicts: as text for people, as JSON for programs.

use super::engine::Checked;
use super::finding::{Answer, Figures, Finding};
use super::property::Wanted;
use super::reduction::Reduction;
use super::unreached::{Unreached, describe};
use super::{Engine, Fair, bug, trace_json, vacuous};
use crate::commands::model::Model;
use crate::exit::Exit;
use crate::output::{print, println};
use ::report::Trace;
use ::report::narrate::{Claim, Narrator, Subject};
use ::report::outcome::{self, PropertyOutcome};
use ::report::text::{self, Style};
use serde::Serialize;
use std::time::SystemTime;

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
    /// What no run executes, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreached: Option<Vec<Unreached>>,
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
    /// It holds for a reason, told in `detail`, that leaves part of it untested.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    vacuous: bool,
    detail: String,
    #[serde(serialize_with = "trace_json::serialize")]
    trace: Option<Trace>,
}

impl Report {
    pub fn new(name: String, model: &Model, checked: Checked) -> Report {
        let judged = checked
            .findings
            .iter()
            .map(|(property, finding)| judge(&name, model, property, finding));
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
            unreached: checked
                .coverage
                .map(|coverage| Unreached::of(model, &coverage)),
        }
    }

    /// A check that ended before the model was read.
    pub fn unread(name: String, reason: &str) -> Report {
        crate::output::eprintln!("{name}: incomplete: {reason}");
        Report {
            model: name,
            verdict: Verdict::Incomplete,
            properties: Vec::new(),
            unreached: None,
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

    /// The same for the formats of continuous integration.
    pub fn outcome(&self, started: SystemTime) -> outcome::Outcome {
        outcome::Outcome {
            model: self.model.clone(),
            properties: self.properties.iter().map(Outcome::described).collect(),
            started,
            ended: SystemTime::now(),
            arguments: std::env::args_os()
                .skip(1)
                .map(|word| word.to_string_lossy().into_owned())
                .collect(),
            exit_code: self.exit() as i32,
        }
    }

    /// The counterexamples.
    pub fn traces(&self) -> Vec<&Trace> {
        let traces = self.properties.iter();
        traces
            .filter_map(|property| property.trace.as_ref())
            .collect()
    }

    /// With `full`, counterexamples are shown in full.
    pub fn print_text(&self, detail: Detail, full: bool) {
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
                let style = Style { colour: true, full };
                print!("{}", text::write(trace, style));
            }
        }
        if detail == Detail::Traces {
            self.print_largest();
        }
        if detail != Detail::Verdicts {
            let unreached = self.unreached.as_deref().unwrap_or_default();
            for line in describe(unreached, detail == Detail::Everything) {
                println!("{line}");
            }
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
    fn described(&self) -> PropertyOutcome {
        let style = Style {
            colour: false,
            full: false,
        };
        let story = self.trace.as_ref().map(|trace| text::write(trace, style));
        PropertyOutcome {
            name: self.name.clone(),
            kind: self.kind.to_owned(),
            verdict: match self.verdict {
                Verdict::Holds => outcome::Verdict::Holds,
                Verdict::Violated => outcome::Verdict::Violated,
                Verdict::Incomplete => outcome::Verdict::Incomplete,
            },
            detail: self.detail.clone(),
            states: self.states,
            transitions: self.transitions,
            depth: self.depth,
            memory_bytes: self.memory_bytes,
            seconds: self.seconds,
            reduced: self.reduction != Reduction::Off,
            together_with: self.together_with.clone(),
            trace: self.trace.clone(),
            story: story.unwrap_or_default(),
        }
    }

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

/// The verdict on a property, in words.
fn judge(name: &str, model: &Model, property: &Wanted, finding: &Finding) -> Outcome {
    let narrator = Narrator::new(&model.program, model);
    let subject = Subject {
        model: name,
        name: &property.name,
        kind: property.kind(),
        site: property.span(&model.program),
    };
    let because = finding.claim.as_ref().zip(finding.vacuous);
    let vacuous = because.map(|(claim, constants)| vacuous::describe(model, claim, constants));
    let (verdict, detail, trace) = match &finding.answer {
        Answer::Holds => {
            let remark = finding.warning.clone().or_else(|| vacuous.clone());
            (Verdict::Holds, remark.unwrap_or_default(), None)
        }
        Answer::Incomplete(reason) => (Verdict::Incomplete, reason.clone(), None),
        Answer::Broken(broken) => (Verdict::Incomplete, bug::detail(broken), None),
        Answer::Run(run) => {
            let trace = narrator.run(subject, run);
            let detail = trace.property.detail.clone();
            (Verdict::Violated, detail, Some(trace))
        }
        Answer::Lasso(lasso) => {
            let claim = finding.claim.as_ref().map(|claim| Claim {
                automaton: &claim.automaton,
                propositions: &claim.propositions,
            });
            let trace = narrator.lasso(subject, lasso, claim);
            let detail = trace.property.detail.clone();
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
        vacuous: vacuous.is_some(),
        detail,
        trace,
    }
}
