//! A counterexample as data.
//!
//! Processes, variables and sources are listed once and referred to by their index, so that a trace
//! of thousands of steps stays small: a step has only what it changed.

use serde::{Deserialize, Serialize};

/// A run that violates a property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The model, as it was named.
    pub model: String,
    pub property: Property,
    /// The files of the model; the first is the model itself.
    pub sources: Vec<Source>,
    /// Every process that is alive at some time of the run, in the order of birth. Numbers are
    /// given again after a death, so two of them may have the same.
    pub processes: Vec<Process>,
    /// Everything that has a value: globals first, then the variables of each process.
    pub variables: Vec<Variable>,
    /// The values before the first step, of each variable of `variables`; none for those of
    /// processes that are not alive yet.
    pub initial: Vec<Option<Value>>,
    pub steps: Vec<Step>,
    /// Index of the first step that is repeated for ever; only for infinite runs. If it is the
    /// number of steps, the run ends, by a fault if the last step has one, and the last state that others see
    /// is repeated for ever. If all steps from there on are atomic, the run stays inside an atomic sequence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle: Option<usize>,
    /// Where each process is at the end of a run to a state in which nothing can happen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<Waiting>,
    /// Why the run is fair, one line for each process; only for runs that have to be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fairness: Vec<String>,
    /// The automaton of the runs that violate the property, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub automaton: Option<Automaton>,
}

/// What is violated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Property {
    pub name: String,
    /// As in the report of `check`: `safety`, `ltl`, `never`, `automaton`, `accept`, `progress`; or
    /// [`RUN`].
    pub kind: String,
    /// What is wrong, in one sentence.
    pub detail: String,
    /// Where the model says what is violated, or where the run goes wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<Site>,
}

/// The kind of property that a run has which violates none.
pub const RUN: &str = "run";

/// How an infinite run goes on after its stem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Onward<'a> {
    /// The steps from this index on are repeated.
    Cycle(usize),
    /// The same, and nobody but those who make them gets to move: they are inside an atomic sequence.
    Inside(usize),
    /// It ends, and nothing happens any more.
    Halt,
    /// It ends with this fault.
    Fault(&'a str),
}

impl Trace {
    /// How the run goes on, if it is infinite.
    pub fn onward(&self) -> Option<Onward<'_>> {
        let cycle = self.cycle?;
        let round = self.steps.get(cycle..).unwrap_or_default();
        let fault = self.steps.last().and_then(|step| step.fault.as_deref());
        Some(match (round, fault) {
            ([], Some(fault)) => Onward::Fault(fault),
            ([], None) => Onward::Halt,
            _ if round.iter().all(|step| step.atomic) => Onward::Inside(cycle),
            _ => Onward::Cycle(cycle),
        })
    }
}

impl Property {
    /// Whether the run violates something.
    pub fn is_violated(&self) -> bool {
        self.kind != RUN
    }
}

/// The text of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    pub path: String,
    pub text: String,
}

/// A range of a source. Lines and columns count from one, columns in characters; the end is one
/// past the last character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Site {
    pub source: usize,
    pub line: u32,
    pub column: u32,
    pub end_line: u32,
    pub end_column: u32,
}

/// A process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Process {
    pub pid: usize,
    /// The name of its proctype.
    pub name: String,
    /// The step that created it; none if it was there from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub born: Option<usize>,
    /// The step with which it died, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub died: Option<usize>,
}

/// A variable or a channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    pub name: String,
    /// Index of the process whose variable it is; none for globals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub process: Option<usize>,
    pub kind: VariableKind,
}

/// What values something has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VariableKind {
    /// One value.
    Scalar,
    /// Several.
    Array,
    /// The contents of a channel.
    Channel,
}

/// The value of a variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    Scalar(Scalar),
    /// All elements.
    Array(Vec<Scalar>),
    /// The messages of a channel, oldest first.
    Messages(Vec<Vec<Scalar>>),
}

/// A number, or the name of a symbol (`mtype`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Scalar {
    Number(i32),
    Symbol(String),
}

/// One move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Who moves, and how.
    pub act: Act,
    /// The receiver's part of a rendezvous.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner: Option<Act>,
    /// Which of the edges at the location of the process it takes: with the number of the process,
    /// this is what a replay needs.
    #[serde(default)]
    pub edge: usize,
    /// The same for the receiver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner_edge: Option<usize>,
    /// SPIN's number of the statement, for trails.
    #[serde(default)]
    pub number: u32,
    /// The same for the receiver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partner_number: Option<u32>,
    /// The move is part of an atomic sequence that goes on: nobody sees the state after it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub atomic: bool,
    /// The variables that have another value after it, by their index.
    pub changes: Vec<(usize, Value)>,
    /// Messages that passed through channels, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<Message>,
    /// What was printed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub output: String,
    /// Why the move cannot be executed: the last step of a run to a run-time error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The state of the automaton after the step: it has read all states before it. From the initial
    /// state on, these are a path of the automaton; a move whose state nobody sees keeps it. Of the
    /// cycle they are the states of the first round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<usize>,
}

/// What one process does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Act {
    pub process: usize,
    /// The statement, on one line.
    pub statement: String,
    pub site: Site,
}

/// A process that cannot move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// What it waits for, or where it may end.
    #[serde(flatten)]
    pub act: Act,
    /// It may stay there for ever.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ended: bool,
}

/// A message that passed through a channel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    pub process: usize,
    pub channel: String,
    pub event: Event,
    pub fields: Vec<Scalar>,
    /// For a message taken out of a buffer: the step that put it there, if it is part of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    Sent,
    Received,
    /// Sent, but the channel was full and the message is gone.
    Lost,
}

/// An automaton as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Automaton {
    /// Number of states.
    pub states: usize,
    /// The state before the run starts.
    pub initial: usize,
    pub edges: Vec<Edge>,
    /// A run is accepted if it takes edges with each of these marks infinitely often.
    pub marks: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    /// When it can be taken, over expressions of the model.
    pub label: String,
    /// Its marks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<u32>,
}
