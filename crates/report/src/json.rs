//! A trace as JSON: the fields of [`Trace`] as they are.

use crate::Trace;
use crate::trace::{Act, Value, VariableKind};
use evidence::{Script, Scripted};
use program::interpreter::Partner;
use thiserror::Error;

/// Why a text is no trace.
#[derive(Debug, Error)]
pub enum NoTrace {
    #[error("not a trace: {0}")]
    Json(#[from] serde_json::Error),
    #[error("step {0} is of a process that the trace does not list")]
    NoProcess(usize),
    #[error("the cycle starts after the last step")]
    NoCycle,
}

/// Reads a trace.
pub fn read(text: &str) -> Result<Trace, NoTrace> {
    let mut trace: Trace = serde_json::from_str(text)?;
    let Trace {
        variables,
        initial,
        steps,
        ..
    } = &mut trace;
    // In JSON a channel without messages is written like an array without elements.
    let settle = |index: usize, value: &mut Value| {
        let kind = variables.get(index).map(|variable| variable.kind);
        let empty = matches!(value, Value::Array(elements) if elements.is_empty());
        if kind == Some(VariableKind::Channel) && empty {
            *value = Value::Messages(Vec::new());
        }
    };
    for (index, value) in initial.iter_mut().enumerate() {
        if let Some(value) = value {
            settle(index, value);
        }
    }
    for (index, value) in steps.iter_mut().flat_map(|step| &mut step.changes) {
        settle(*index, value);
    }
    Ok(trace)
}

/// What a replay needs of a trace.
pub fn script(trace: &Trace) -> Result<Script, NoTrace> {
    let mut moves = Vec::with_capacity(trace.steps.len());
    for (index, step) in trace.steps.iter().enumerate() {
        let pid = |act: &Act| {
            let process = trace.processes.get(act.process);
            let process = process.ok_or(NoTrace::NoProcess(index + 1))?;
            Ok::<_, NoTrace>(process.pid)
        };
        let partner = match &step.partner {
            None => None,
            Some(act) => Some(Partner {
                pid: pid(act)?,
                edge: step.partner_edge.unwrap_or(0),
            }),
        };
        moves.push(Scripted {
            pid: pid(&step.act)?,
            edge: step.edge,
            partner,
        });
    }
    if trace.cycle.is_some_and(|cycle| cycle > moves.len()) {
        return Err(NoTrace::NoCycle);
    }
    Ok(Script {
        moves,
        cycle: trace.cycle,
    })
}
