//! Words for moves and for states in which a process waits.

use super::sources::Sources;
use program::interpreter::{Interpreter, Move};
use program::{Action, Edge, Location, LocationId, ProcId, Program, Span, State};

/// Statements longer than this are cut.
const MAX_STATEMENT: usize = 120;
/// What a process waits for is cut sooner: it may be a choice among many.
const MAX_CHOICE: usize = 70;

/// Describes the moves and processes of a program.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    pub(super) interpreter: Interpreter<'a>,
    pub(super) sources: &'a dyn Sources,
}

impl<'a> Words<'a> {
    pub fn new(program: &'a Program, sources: &'a dyn Sources) -> Words<'a> {
        Words {
            interpreter: Interpreter::new(program),
            sources,
        }
    }

    /// `name(pid)`, as it is in a state.
    pub fn process(&self, state: &State, pid: usize) -> String {
        match self.interpreter.processes(state).get(pid) {
            Some(process) => self.named(process.proctype, pid),
            None => format!("process {pid}"),
        }
    }

    fn named(&self, proctype: ProcId, pid: usize) -> String {
        let name = &self.interpreter.program().proctype(proctype).name;
        format!("{}({pid})", display_name(name))
    }

    /// The location of a process.
    pub(super) fn location(&self, state: &State, pid: usize) -> Option<&'a Location> {
        let process = *self.interpreter.processes(state).get(pid)?;
        let proctype = self.interpreter.program().proctype(process.proctype);
        Some(proctype.location(process.location))
    }

    pub(super) fn edge(&self, state: &State, pid: usize, edge: usize) -> Option<&'a Edge> {
        self.location(state, pid)?.edges.get(edge)
    }

    /// The text of what an edge does.
    pub(super) fn statement(&self, edge: &Edge) -> String {
        match &edge.action {
            Action::Terminate => "ends".to_owned(),
            Action::Else => "else".to_owned(),
            _ => cut(self.sources.text(edge.span), MAX_STATEMENT),
        }
    }

    /// Who does what, where.
    pub fn step(&self, state: &State, step: &Move) -> String {
        let half = |pid, edge| {
            let who = self.process(state, pid);
            self.phrase(who, self.edge(state, pid, edge))
        };
        let first = half(step.pid, step.edge);
        match step.partner {
            Some(partner) => together(first, half(partner.pid, partner.edge)),
            None => first,
        }
    }

    /// What a process does at a place, whatever the state.
    pub fn part(&self, pid: usize, proctype: ProcId, location: LocationId, edge: usize) -> String {
        let place = self.interpreter.program().proctype(proctype);
        let edge = place.location(location).edges.get(edge);
        self.phrase(self.named(proctype, pid), edge)
    }

    fn phrase(&self, who: String, edge: Option<&Edge>) -> String {
        match edge {
            Some(edge) => {
                let at = self.sources.position(edge.span);
                phrase(&who, &at, &self.statement(edge))
            }
            None => who,
        }
    }

    /// Where a process is, for the description of a state in which it cannot move.
    pub fn waiting(&self, state: &State, pid: usize) -> String {
        let who = self.process(state, pid);
        match self.location(state, pid) {
            Some(location) if location.end => format!("{who} is at an end state"),
            Some(location) => {
                let (span, statement) = self.choice(location);
                let at = self.sources.position(span);
                format!("{who} waits at {at}  {statement}")
            }
            None => who,
        }
    }

    /// What a process could do at a location, and where that stands.
    pub(super) fn choice(&self, location: &Location) -> (Span, String) {
        let mut statements: Vec<String> = Vec::new();
        for edge in &location.edges {
            let statement = self.statement(edge);
            if !statements.contains(&statement) {
                statements.push(statement);
            }
        }
        let span = match location.edges.as_slice() {
            [edge] => edge.span,
            _ => location.span,
        };
        (span, cut(statements.join(" or "), MAX_CHOICE))
    }
}

/// Who does what, where.
pub(crate) fn phrase(who: &str, at: &str, statement: &str) -> String {
    format!("{who}  {at}  {statement}")
}

/// Two that make one move.
pub fn together(first: String, second: String) -> String {
    format!("{first}  with  {second}")
}

/// Names that the language gives itself, as a person would write them.
pub(super) fn display_name(name: &str) -> &str {
    name.trim_matches(':')
}

fn cut(text: String, most: usize) -> String {
    if text.chars().count() <= most {
        return text;
    }
    let kept: String = text.chars().take(most - 1).collect();
    format!("{kept}…")
}
