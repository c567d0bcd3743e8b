//! A trace for people who read it in a terminal.
//!
//! Steps are grouped by who moves; of each there is its number, the line in the source, the
//! statement, and what it changed. `rows` says what is shown, `layout` where on the line it goes.

mod changes;
mod layout;
mod rows;
mod values;

pub use changes::{Changes, Names};

use crate::narrate::{name, phrase, together};
use crate::trace::{Act, Step, Trace, Value, Variable};

/// How a trace is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// With the escape sequences of terminals.
    pub colour: bool,
    /// All steps of long runs, the states of the automaton, and all values at the end.
    pub full: bool,
}

/// The trace, one line after the other.
pub fn write(trace: &Trace, style: Style) -> String {
    layout::write(&rows::of(trace, style.full), style.colour)
}

/// Who does what, where, on one line.
pub fn action(trace: &Trace, step: &Step) -> String {
    let half = |act: &Act| {
        let source = trace.sources.get(act.site.source);
        let path = source.map_or("?", |source| &source.path);
        let at = format!("{path}:{}", act.site.line);
        phrase(&name(&trace.processes, act.process), &at, &act.statement)
    };
    match &step.partner {
        Some(partner) => together(half(&step.act), half(partner)),
        None => half(&step.act),
    }
}

/// What variables are worth, one line each.
pub fn values(names: Names<'_>, values: &[Option<Value>]) -> Vec<String> {
    let line = |(variable, value): (&Variable, &Option<Value>)| {
        let value = value.as_ref()?;
        let owner = names.owner(variable, None);
        Some(format!("{owner}{} = {value}", variable.name))
    };
    names
        .variables
        .iter()
        .zip(values)
        .filter_map(line)
        .collect()
}
