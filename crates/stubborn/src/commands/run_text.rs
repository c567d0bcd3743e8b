//! A run as text: one line per move, and what it changed.

use super::model::Model;
use program::interpreter::{Effects, Interpreter, Move};
use program::{Action, Edge, Frame, Location, State, Variable};
use reduce::brute::{Operation, Part};
use std::fmt::Write;

/// Describes the moves of a run, one after the other.
pub struct Narrator<'m> {
    model: &'m Model,
    interpreter: Interpreter<'m>,
}

/// Statements longer than this are cut in a trace.
const MAX_STATEMENT: usize = 70;

impl<'m> Narrator<'m> {
    pub fn new(model: &'m Model) -> Narrator<'m> {
        Narrator {
            model,
            interpreter: Interpreter::new(&model.program),
        }
    }

    /// `name(pid)`, as it is in a state.
    pub fn process(&self, state: &State, pid: usize) -> String {
        match self.interpreter.processes(state).get(pid) {
            Some(process) => {
                let name = &self.model.program.proctype(process.proctype).name;
                format!("{}({pid})", display_name(name))
            }
            None => format!("process {pid}"),
        }
    }

    /// The location of a process.
    fn location(&self, state: &State, pid: usize) -> Option<&'m Location> {
        let process = *self.interpreter.processes(state).get(pid)?;
        let proctype = self.model.program.proctype(process.proctype);
        Some(proctype.location(process.location))
    }

    /// Who does what, where.
    pub fn step(&self, state: &State, step: &Move) -> String {
        let mut text = self.half(state, step.pid, step.edge);
        if let Some(partner) = step.partner {
            let _ = write!(
                text,
                "  with  {}",
                self.half(state, partner.pid, partner.edge)
            );
        }
        text
    }

    /// The moves of one step, whatever the state.
    pub fn operation(&self, operation: &Operation) -> String {
        let part = |part: &Part| {
            let proctype = self.model.program.proctype(part.place.proctype);
            let who = format!("{}({})", display_name(&proctype.name), part.pid);
            let location = proctype.location(part.place.location);
            self.statement(who, location.edges.get(part.edge))
        };
        let one = |(first, second): &(Part, Option<Part>)| match second {
            Some(second) => format!("{}  with  {}", part(first), part(second)),
            None => part(first),
        };
        let moves: Vec<String> = operation.moves.iter().map(one).collect();
        moves.join(", then ")
    }

    fn half(&self, state: &State, pid: usize, edge: usize) -> String {
        let location = self.location(state, pid);
        let edge = location.and_then(|location| location.edges.get(edge));
        self.statement(self.process(state, pid), edge)
    }

    fn statement(&self, who: String, edge: Option<&Edge>) -> String {
        let Some(edge) = edge else {
            return who;
        };
        let statement = match &edge.action {
            Action::Terminate => "ends".to_owned(),
            Action::Else => "else".to_owned(),
            _ => shorten(self.model.text(edge.span)),
        };
        format!("{who}  {}  {statement}", self.model.position(edge.span))
    }

    /// Where a process is, for the description of a state in which nothing can happen.
    pub fn waiting(&self, state: &State, pid: usize) -> String {
        let who = self.process(state, pid);
        match self.location(state, pid) {
            Some(location) if location.end => format!("{who} is at an end state"),
            Some(location) => {
                let at = self.model.position(location.span);
                format!(
                    "{who} waits at {at}  {}",
                    shorten(self.model.text(location.span))
                )
            }
            None => who,
        }
    }

    /// What a move changed: variables, and messages.
    pub fn changes(&self, before: &State, after: &State, effects: &Effects) -> Vec<String> {
        let mut changes = Vec::new();
        let program = &self.model.program;
        for variable in &program.globals.variables {
            self.change(None, variable, before, after, &mut changes);
        }
        let (old, new) = (
            self.interpreter.processes(before),
            self.interpreter.processes(after),
        );
        for (pid, process) in new.iter().enumerate() {
            let frame = &program.proctype(process.proctype).frame;
            let known = old.get(pid).is_some_and(|o| o.proctype == process.proctype);
            if !known {
                changes.push(format!("{} starts", self.process(after, pid)));
                continue;
            }
            for variable in &frame.variables {
                self.change(Some(pid), variable, before, after, &mut changes);
            }
            self.channel_changes(Some(pid), frame, before, after, &mut changes);
        }
        self.channel_changes(None, &program.globals, before, after, &mut changes);
        for message in &effects.messages {
            if message.lost {
                changes.push(format!("the message {} is lost", fields(&message.fields)));
            }
        }
        changes
    }

    fn change(
        &self,
        pid: Option<usize>,
        variable: &Variable,
        before: &State,
        after: &State,
        changes: &mut Vec<String>,
    ) {
        let old = self.interpreter.variable(before, pid, variable);
        let new = self.interpreter.variable(after, pid, variable);
        let owner = self.owner(after, pid);
        for (index, (old, new)) in old.iter().zip(&new).enumerate() {
            if old != new {
                let index = variable
                    .length
                    .map_or(String::new(), |_| format!("[{index}]"));
                let value = self.value(variable, *new);
                changes.push(format!("{owner}{}{index} = {value}", variable.name));
            }
        }
    }

    fn owner(&self, state: &State, pid: Option<usize>) -> String {
        pid.map_or(String::new(), |pid| {
            format!("{}:", self.process(state, pid))
        })
    }

    /// The channels of a frame whose contents changed, with their messages, oldest first.
    fn channel_changes(
        &self,
        pid: Option<usize>,
        frame: &Frame,
        before: &State,
        after: &State,
        changes: &mut Vec<String>,
    ) {
        let old = self.interpreter.channel_contents(before, pid);
        let new = self.interpreter.channel_contents(after, pid);
        let owner = self.owner(after, pid);
        for (slot, (old, new)) in frame.channels.iter().zip(old.iter().zip(&new)) {
            if old != new {
                let messages: Vec<String> = new.iter().map(|message| fields(message)).collect();
                changes.push(format!("{owner}{} = [{}]", slot.name, messages.join("] [")));
            }
        }
    }

    fn value(&self, variable: &Variable, value: i32) -> String {
        match variable.symbols {
            Some(table) => self.model.program.symbol(table, value),
            None => value.to_string(),
        }
    }

    /// All variables of a state, for `simulate`.
    pub fn state(&self, state: &State) -> Vec<String> {
        let program = &self.model.program;
        let mut lines = Vec::new();
        let mut list = |pid: Option<usize>, variables: &[Variable], owner: &str| {
            for variable in variables.iter().filter(|variable| !variable.hidden) {
                let values = self.interpreter.variable(state, pid, variable);
                let values: Vec<String> = values
                    .iter()
                    .map(|&value| self.value(variable, value))
                    .collect();
                let shown = match variable.length {
                    Some(_) => format!("{{{}}}", values.join(", ")),
                    None => values.join(""),
                };
                lines.push(format!("{owner}{} = {shown}", variable.name));
            }
        };
        list(None, &program.globals.variables, "");
        for (pid, process) in self.interpreter.processes(state).iter().enumerate() {
            let owner = format!("{}:", self.process(state, pid));
            list(
                Some(pid),
                &program.proctype(process.proctype).frame.variables,
                &owner,
            );
        }
        lines
    }
}

/// The fields of a message.
fn fields(message: &[i32]) -> String {
    message
        .iter()
        .map(i32::to_string)
        .collect::<Vec<_>>()
        .join(",")
}

/// Names that the language gives itself, as a person would write them.
fn display_name(name: &str) -> &str {
    name.trim_matches(':')
}

fn shorten(text: String) -> String {
    if text.chars().count() <= MAX_STATEMENT {
        return text;
    }
    let kept: String = text.chars().take(MAX_STATEMENT - 1).collect();
    format!("{kept}…")
}
