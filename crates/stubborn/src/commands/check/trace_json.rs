//! A counterexample in the JSON document of a check: in words, and as data.
//!
//! The files of the model are named, not quoted: a trace that is written to a file of its own has
//! their text.

use ::report::text::{Changes, Names, action};
use ::report::trace::{
    Act, Automaton, Message, Process, Source, Step, Trace, Value, Variable, Waiting,
};
use serde::{Serialize, Serializer};

/// Writes a trace where there is one.
pub fn serialize<S: Serializer>(trace: &Option<Trace>, serializer: S) -> Result<S::Ok, S::Error> {
    trace.as_ref().map(Document::of).serialize(serializer)
}

#[derive(Serialize)]
struct Document<'a> {
    steps: Vec<Entry<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycle: Option<usize>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    waiting: &'a [Waiting],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    fairness: &'a [String],
    sources: Vec<&'a str>,
    processes: &'a [Process],
    variables: &'a [Variable],
    initial: &'a [Option<Value>],
    #[serde(skip_serializing_if = "Option::is_none")]
    automaton: Option<&'a Automaton>,
}

#[derive(Serialize)]
struct Entry<'a> {
    /// Who does what, where.
    action: String,
    /// What it changed.
    changes: Vec<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    output: &'a str,
    #[serde(flatten)]
    act: &'a Act,
    #[serde(skip_serializing_if = "Option::is_none")]
    partner: Option<&'a Act>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    atomic: bool,
    /// The variables that it changed, and their values.
    values: &'a [(usize, Value)],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    messages: &'a [Message],
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<usize>,
}

impl<'a> Document<'a> {
    fn of(trace: &'a Trace) -> Document<'a> {
        let mut changes = Changes::from(trace.initial.clone());
        let entry = |step: &'a Step| {
            let mut changes = changes.next(Names::from(trace), step);
            changes.extend(step.fault.clone());
            Entry {
                action: action(trace, step),
                changes,
                output: &step.output,
                act: &step.act,
                partner: step.partner.as_ref(),
                atomic: step.atomic,
                values: &step.changes,
                messages: &step.messages,
                fault: step.fault.as_deref(),
                state: step.state,
            }
        };
        let path = |source: &'a Source| source.path.as_str();
        Document {
            steps: trace.steps.iter().map(entry).collect(),
            cycle: trace.cycle,
            waiting: &trace.waiting,
            fairness: &trace.fairness,
            sources: trace.sources.iter().map(path).collect(),
            processes: &trace.processes,
            variables: &trace.variables,
            initial: &trace.initial,
            automaton: trace.automaton.as_ref(),
        }
    }
}
