//! What a step changed, in words.

use super::values::message;
use crate::narrate::{Cast, name};
use crate::trace::{Event, Process, Scalar, Step, Trace, Value, Variable};

/// Who and what the indices of a step refer to.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    pub processes: &'a [Process],
    pub variables: &'a [Variable],
}

impl<'a> Names<'a> {
    /// Whose variable it is, to be put before its name; nothing for that of `known`.
    pub(super) fn owner(self, variable: &Variable, known: Option<usize>) -> String {
        match variable.process {
            Some(process) if Some(process) != known => {
                format!("{}:", name(self.processes, process))
            }
            _ => String::new(),
        }
    }
}

impl<'a> From<&'a Trace> for Names<'a> {
    fn from(trace: &'a Trace) -> Names<'a> {
        Names {
            processes: &trace.processes,
            variables: &trace.variables,
        }
    }
}

impl<'a> From<&'a Cast<'_>> for Names<'a> {
    fn from(cast: &'a Cast<'_>) -> Names<'a> {
        Names {
            processes: &cast.processes,
            variables: &cast.variables,
        }
    }
}

/// Follows the values along a run, because of an array only the elements are told that changed.
pub struct Changes {
    values: Vec<Option<Value>>,
    /// Steps so far.
    steps: usize,
}

impl Changes {
    /// From these values on, those before the first step.
    pub fn from(initial: Vec<Option<Value>>) -> Changes {
        Changes {
            values: initial,
            steps: 0,
        }
    }

    /// The values after the steps so far.
    pub fn values(&self) -> &[Option<Value>] {
        &self.values
    }

    /// What the next step changed, each variable with its process.
    pub fn next(&mut self, names: Names<'_>, step: &Step) -> Vec<String> {
        self.next_seen_by(names, step, None)
    }

    /// The same for somebody who knows that it is about this process.
    pub(super) fn next_seen_by(
        &mut self,
        names: Names<'_>,
        step: &Step,
        known: Option<usize>,
    ) -> Vec<String> {
        self.values.resize(names.variables.len(), None);
        let number = Some(self.steps);
        self.steps += 1;
        let mut lines = Vec::new();
        for (index, new) in &step.changes {
            let variable = &names.variables[*index];
            let old = self.values[*index].replace(new.clone());
            let newborn = variable.process.map(|process| &names.processes[process]);
            if newborn.is_none_or(|process| process.born != number) {
                let owner = names.owner(variable, known);
                change(
                    &format!("{owner}{}", variable.name),
                    old.as_ref(),
                    new,
                    &mut lines,
                );
            }
        }
        let born = names.processes.iter().enumerate();
        for (process, _) in born.filter(|(_, process)| process.born == number && number.is_some()) {
            lines.push(birth(names, step, process));
        }
        let lost = step.messages.iter().filter(|m| m.event == Event::Lost);
        lines.extend(lost.map(|lost| format!("the message {} is lost", message(&lost.fields))));
        lines
    }
}

/// A new value; of arrays those of the elements that are not what they were.
fn change(name: &str, old: Option<&Value>, new: &Value, lines: &mut Vec<String>) {
    match (old, new) {
        (Some(Value::Array(old)), Value::Array(new)) if old.len() == new.len() => {
            let elements = old.iter().zip(new).enumerate();
            for (index, (_, new)) in elements.filter(|(_, (old, new))| old != new) {
                lines.push(format!("{name}[{index}] = {new}"));
            }
        }
        _ => lines.push(format!("{name} = {new}")),
    }
}

/// A process that a step created, with what it has that is not zero.
fn birth(names: Names<'_>, step: &Step, process: usize) -> String {
    let of_process =
        |(index, _): &&(usize, Value)| names.variables[*index].process == Some(process);
    let given = step
        .changes
        .iter()
        .filter(of_process)
        .filter_map(|(index, value)| {
            let zero = matches!(value, Value::Scalar(Scalar::Number(0)) | Value::Messages(_));
            let zeros = |values: &[Scalar]| values.iter().all(|value| *value == Scalar::Number(0));
            let nothing = zero || matches!(value, Value::Array(values) if zeros(values));
            (!nothing).then(|| format!("{} = {value}", names.variables[*index].name))
        });
    let given: Vec<String> = given.collect();
    let who = name(names.processes, process);
    match given.as_slice() {
        [] => format!("{who} starts"),
        given => format!("{who} starts with {}", given.join(", ")),
    }
}
