//! A counterexample as a code flow: one thread for each process, its steps in order.
//!
//! `executionOrder` is the number of the step in the whole run, so that readers can merge the
//! threads; both parts of a rendezvous have the same. `nestingLevel` is 1 inside an atomic sequence.

use super::region;
use super::uri::uri;
use crate::trace::{Act, Event, Message, Onward, Scalar, Step, Trace, Value as Content, Waiting};
use serde_json::{Map, Value, json};

pub fn of(trace: &Trace) -> Value {
    let threads = 0..trace.processes.len();
    let threads: Vec<Value> = threads
        .filter_map(|process| thread(trace, process))
        .collect();
    let mut flow = json!({"threadFlows": threads});
    if let Some(text) = for_ever(trace) {
        flow["message"] = json!({"text": text});
    }
    flow
}

/// How an infinite run goes on.
fn for_ever(trace: &Trace) -> Option<String> {
    let count = trace.steps.len();
    let repeated = |cycle: usize| format!("steps {} to {count} are repeated for ever", cycle + 1);
    Some(match trace.onward()? {
        Onward::Cycle(cycle) => repeated(cycle),
        Onward::Inside(cycle) => format!("{} inside an atomic sequence", repeated(cycle)),
        Onward::Halt => format!("after step {count} nothing happens for ever"),
        Onward::Fault(fault) => format!("step {count} ends the run: {fault}"),
    })
}

/// The steps of a process; none if it takes no part in the run.
fn thread(trace: &Trace, process: usize) -> Option<Value> {
    let mut locations = Vec::new();
    for (index, step) in trace.steps.iter().enumerate() {
        let acts = [Some(&step.act), step.partner.as_ref()];
        for act in acts.into_iter().flatten() {
            if act.process == process {
                locations.push(location(trace, index, step, act));
            }
        }
    }
    for waiting in &trace.waiting {
        if waiting.act.process == process {
            locations.push(json!({
                "location": wait(trace, waiting),
                "executionOrder": trace.steps.len(),
                "importance": "essential",
            }));
        }
    }
    if locations.is_empty() {
        return None;
    }
    let who = name(trace, process);
    Some(json!({
        "id": format!("{process}"),
        "message": {"text": who},
        "initialState": initial(trace, process),
        "locations": locations,
    }))
}

/// `name(pid)`.
fn name(trace: &Trace, process: usize) -> String {
    let process = &trace.processes[process];
    format!("{}({})", process.name, process.pid)
}

fn location(trace: &Trace, index: usize, step: &Step, act: &Act) -> Value {
    let mut text = format!(
        "{}. {}: {}",
        index + 1,
        name(trace, act.process),
        act.statement
    );
    for message in step.messages.iter().filter(|m| m.process == act.process) {
        text.push_str(&format!(" ({})", exchange(message)));
    }
    if !step.output.is_empty() {
        text.push_str(&format!(" (prints: {})", step.output.trim_end()));
    }
    if let Some(fault) = &step.fault {
        text.push_str(&format!(": {fault}"));
    }
    json!({
        "location": at(trace, act, &text),
        "executionOrder": index,
        "nestingLevel": u8::from(step.atomic),
        "importance": importance(trace, index, step),
        "state": state(trace, &step.changes),
    })
}

/// Where a process is in a state in which nothing can happen.
pub fn wait(trace: &Trace, waiting: &Waiting) -> Value {
    let who = name(trace, waiting.act.process);
    let what = &waiting.act.statement;
    let text = if waiting.ended {
        format!("{who} may end here: {what}")
    } else {
        format!("{who} waits: {what}")
    };
    at(trace, &waiting.act, &text)
}

fn at(trace: &Trace, act: &Act, text: &str) -> Value {
    let path = trace.sources.get(act.site.source);
    let path = path.map_or(trace.model.as_str(), |source| &source.path);
    json!({
        "physicalLocation": {
            "artifactLocation": {"uri": uri(path)},
            "region": region(act.site),
        },
        "message": {"text": text},
    })
}

/// The last step is what it is all about; steps that neither change nor send or print anything are
/// mere control.
fn importance(trace: &Trace, index: usize, step: &Step) -> &'static str {
    let idle = step.changes.is_empty() && step.messages.is_empty() && step.output.is_empty();
    if index + 1 == trace.steps.len() || step.fault.is_some() {
        "essential"
    } else if idle {
        "unimportant"
    } else {
        "important"
    }
}

fn exchange(message: &Message) -> String {
    let fields: Vec<String> = message.fields.iter().map(scalar).collect();
    let event = match message.event {
        Event::Sent => "sent",
        Event::Received => "received",
        Event::Lost => "lost",
    };
    format!("{event} {} on {}", fields.join(","), message.channel)
}

/// Values by the name of the variable. Messages of SARIF give braces a meaning of their own, values
/// of states do not.
fn state(trace: &Trace, changes: &[(usize, Content)]) -> Value {
    let entry = |(variable, content): &(usize, Content)| {
        let variable = trace.variables.get(*variable)?;
        let name = match variable.process {
            Some(process) => format!("{}:{}", self::name(trace, process), variable.name),
            None => variable.name.clone(),
        };
        Some((name, json!({"text": value(content)})))
    };
    let entries: Map<String, Value> = changes.iter().filter_map(entry).collect();
    Value::Object(entries)
}

/// The values before the first step: globals, and what belongs to the process.
fn initial(trace: &Trace, process: usize) -> Value {
    let seen = |(index, content): (usize, &Option<Content>)| {
        let owner = trace.variables.get(index)?.process;
        let visible = owner.is_none_or(|owner| owner == process);
        content
            .clone()
            .filter(|_| visible)
            .map(|value| (index, value))
    };
    let values: Vec<(usize, Content)> = trace.initial.iter().enumerate().filter_map(seen).collect();
    state(trace, &values)
}

fn value(content: &Content) -> String {
    let list = |scalars: &[Scalar]| {
        let scalars: Vec<String> = scalars.iter().map(scalar).collect();
        scalars.join(", ")
    };
    match content {
        Content::Scalar(one) => scalar(one),
        Content::Array(elements) => format!("[{}]", list(elements)),
        Content::Messages(messages) => {
            let messages: Vec<String> = messages
                .iter()
                .map(|fields| match fields.as_slice() {
                    [one] => scalar(one),
                    fields => format!("({})", list(fields)),
                })
                .collect();
            format!("[{}]", messages.join(", "))
        }
    }
}

fn scalar(scalar: &Scalar) -> String {
    match scalar {
        Scalar::Number(number) => number.to_string(),
        Scalar::Symbol(name) => name.clone(),
    }
}
