//! The Informal Trace Format of Apalache (its ADR 15), which the trace viewer for VS Code shows.
//!
//! Every state has the values of all variables. A variable `x` of process 1 of type `worker` is
//! `worker_1_x`: a name that TLA+ has too, and a column of its own in the viewer. While the process
//! is not alive, its value is `{"#unserializable": "no process"}`. Arrays are lists, the messages of
//! a channel are a list of tuples, symbols are strings.
//!
//! The `#meta` of a state says what led to it. The state that closes a cycle is not written again,
//! because the loop leads from the last state back; nor is there one after a move that cannot be
//! executed. So these last moves stand in the `#meta` of the trace. A run that ends in one repeats the
//! state before it.

use crate::Trace;
use crate::trace::{Act, Scalar, Step, Value, Variable};
use evidence::{Script, Scripted};
use program::interpreter::Partner;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use std::collections::HashSet;
use thiserror::Error;

/// Where the format is described.
const DESCRIPTION: &str = "https://apalache-mc.org/docs/adr/015adr-trace.html";

/// Why a text is no trace that can be replayed.
#[derive(Debug, Error)]
pub enum NoTrace {
    #[error("not a trace in ITF: {0}")]
    Json(#[from] serde_json::Error),
    #[error("not a trace in ITF: there is no state")]
    NoState,
    #[error(
        "state {0} does not say which process moved: only traces written by stubborn can be replayed"
    )]
    NoStep(usize),
    #[error("the loop leads to state {0}, which does not exist")]
    NoLoop(usize),
}

/// What led to a state.
#[derive(Serialize, Deserialize)]
struct Move {
    pid: usize,
    edge: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    partner: Option<Half>,
    #[serde(flatten)]
    shown: Shown,
}

/// The receiving half of a rendezvous.
#[derive(Serialize, Deserialize)]
struct Half {
    pid: usize,
    edge: usize,
    #[serde(flatten)]
    shown: Shown,
}

/// What a person wants to know of a move; nothing of it is read again.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Shown {
    #[serde(skip_deserializing)]
    process: String,
    #[serde(skip_deserializing)]
    statement: String,
    #[serde(skip_deserializing)]
    site: String,
    #[serde(skip_deserializing, skip_serializing_if = "String::is_empty")]
    output: String,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
}

/// Writes a trace, each state on a line of its own.
pub fn write(trace: &Trace) -> String {
    let names = names(trace);
    let closes = trace.cycle.is_some_and(|cycle| cycle < trace.steps.len());
    let faulty = trace.steps.last().is_some_and(|step| step.fault.is_some());
    let moves: Vec<Json> = trace
        .steps
        .iter()
        .map(|step| step_meta(trace, step))
        .collect();
    let (moves, last) = match moves.split_last() {
        Some((last, before)) if closes || faulty => (before, Some(last)),
        _ => (&moves[..], None),
    };
    let mut values = trace.initial.clone();
    let mut states = vec![state(&names, &values, json!({ "index": 0 }))];
    for (index, (step, meta)) in trace.steps.iter().zip(moves).enumerate() {
        apply(trace, index, step, &mut values);
        let mut meta = meta.clone();
        meta["index"] = json!(index + 1);
        states.push(state(&names, &values, meta));
    }
    let mut meta = json!({
        "format": "ITF",
        "format-description": DESCRIPTION,
        "source": trace.model,
        "status": if trace.property.is_violated() { "violation" } else { "ok" },
        "description": format!("{}: {}", trace.property.name, trace.property.detail),
        "property": { "name": trace.property.name, "kind": trace.property.kind },
    });
    if let Some(last) = last {
        meta["last-move"] = last.clone();
    }
    let cycle = trace
        .cycle
        .map(|cycle| cycle.min(moves.len()))
        .map_or(String::new(), |cycle| format!("\n  \"loop\": {cycle},"));
    let states: Vec<String> = states.iter().map(|state| format!("    {state}")).collect();
    format!(
        "{{\n  \"#meta\": {meta},\n  \"params\": [],\n  \"vars\": {},{cycle}\n  \"states\": [\n{}\n  ]\n}}\n",
        json!(names),
        states.join(",\n")
    )
}

/// Gives the variables the values they have after a step. Processes that it creates bring theirs
/// with its changes, those that die take theirs away.
fn apply(trace: &Trace, index: usize, step: &Step, values: &mut [Option<Value>]) {
    for (variable, value) in &step.changes {
        if let Some(known) = values.get_mut(*variable) {
            *known = Some(value.clone());
        }
    }
    for (variable, value) in trace.variables.iter().zip(values) {
        let owner = variable
            .process
            .and_then(|owner| trace.processes.get(owner));
        if owner.is_some_and(|owner| owner.died == Some(index)) {
            *value = None;
        }
    }
}

fn state(names: &[String], values: &[Option<Value>], meta: Json) -> Json {
    let mut fields = Map::new();
    fields.insert("#meta".to_owned(), meta);
    for (name, value) in names.iter().zip(values) {
        let value = match value {
            Some(value) => value_json(value),
            None => json!({ "#unserializable": "no process" }),
        };
        fields.insert(name.clone(), value);
    }
    Json::Object(fields)
}

fn value_json(value: &Value) -> Json {
    let list = |scalars: &[Scalar]| scalars.iter().map(scalar).collect::<Vec<_>>();
    match value {
        Value::Scalar(value) => scalar(value),
        Value::Array(values) => list(values).into(),
        Value::Messages(messages) => {
            let tuple = |message: &Vec<Scalar>| json!({ "#tup": list(message) });
            messages.iter().map(tuple).collect::<Vec<_>>().into()
        }
    }
}

fn scalar(scalar: &Scalar) -> Json {
    match scalar {
        Scalar::Number(number) => json!(number),
        Scalar::Symbol(name) => json!(name),
    }
}

fn step_meta(trace: &Trace, step: &Step) -> Json {
    let shown = |act: &Act| Shown {
        process: process_name(trace, act.process),
        statement: act.statement.clone(),
        site: match trace.sources.get(act.site.source) {
            Some(source) => format!("{}:{}", source.path, act.site.line),
            None => String::new(),
        },
        ..Shown::default()
    };
    let pid = |act: &Act| {
        trace
            .processes
            .get(act.process)
            .map_or(0, |process| process.pid)
    };
    let meta = Move {
        pid: pid(&step.act),
        edge: step.edge,
        partner: step.partner.as_ref().map(|act| Half {
            pid: pid(act),
            edge: step.partner_edge.unwrap_or(0),
            shown: shown(act),
        }),
        shown: Shown {
            output: step.output.clone(),
            fault: step.fault.clone(),
            ..shown(&step.act)
        },
    };
    serde_json::to_value(meta).unwrap_or_default()
}

fn process_name(trace: &Trace, process: usize) -> String {
    match trace.processes.get(process) {
        Some(process) => format!("{}({})", process.name, process.pid),
        None => String::new(),
    }
}

/// The names of all variables: identifiers, no two the same.
fn names(trace: &Trace) -> Vec<String> {
    let mut taken = HashSet::new();
    let name = |variable: &Variable| {
        let owner = variable
            .process
            .and_then(|owner| trace.processes.get(owner));
        let owner = owner.map_or(String::new(), |owner| {
            format!("{}_{}_", owner.name, owner.pid)
        });
        let full = format!("{owner}{}", variable.name);
        let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let name: String = full.trim_end_matches(']').chars().map(safe).collect();
        let mut unique = name.clone();
        let mut count = 1;
        while !taken.insert(unique.clone()) {
            count += 1;
            unique = format!("{name}_{count}");
        }
        unique
    };
    trace.variables.iter().map(name).collect()
}

/// The parts of a file that are read.
#[derive(Deserialize)]
struct Document {
    #[serde(rename = "#meta", default)]
    meta: Head,
    states: Vec<StateHead>,
    #[serde(rename = "loop", default)]
    cycle: Option<usize>,
}

#[derive(Default, Deserialize)]
struct Head {
    #[serde(rename = "last-move", default)]
    last: Option<Move>,
}

#[derive(Deserialize)]
struct StateHead {
    #[serde(rename = "#meta", default)]
    meta: Option<Json>,
}

/// Reads what a replay needs of a trace.
pub fn read(text: &str) -> Result<Script, NoTrace> {
    let document: Document = serde_json::from_str(text)?;
    if document.states.is_empty() {
        return Err(NoTrace::NoState);
    }
    let mut moves = Vec::new();
    for (index, state) in document.states.into_iter().enumerate().skip(1) {
        let meta = state.meta.ok_or(NoTrace::NoStep(index))?;
        let step: Move = serde_json::from_value(meta).map_err(|_| NoTrace::NoStep(index))?;
        moves.push(scripted(&step));
    }
    let states = moves.len() + 1;
    moves.extend(document.meta.last.as_ref().map(scripted));
    match document.cycle {
        Some(cycle) if cycle >= states => Err(NoTrace::NoLoop(cycle)),
        cycle => Ok(Script { moves, cycle }),
    }
}

fn scripted(step: &Move) -> Scripted {
    Scripted {
        pid: step.pid,
        edge: step.edge,
        partner: step.partner.as_ref().map(|half| Partner {
            pid: half.pid,
            edge: half.edge,
        }),
    }
}
