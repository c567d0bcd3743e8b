//! The model: process types, locations, edges, variables, channels, and where each lies in the
//! state vector.

use crate::action::Action;
use crate::expr::{Expr, Place, Region};
use crate::scalar::Scalar;
use crate::span::Span;

/// Index of a process type in [`Program::proctypes`].
pub type ProcId = u32;
/// Index of a location in [`Proctype::locations`].
pub type LocationId = u32;

/// A whole model. [`crate::verify::verify`] states what must hold of it.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Global variables and channels.
    pub globals: Frame,
    /// Process types. Claims are not among them.
    pub proctypes: Vec<Proctype>,
    /// Processes that exist at the start, in order of their numbers.
    pub instances: Vec<Instance>,
    /// Kinds of channels.
    pub channel_types: Vec<ChannelType>,
    /// Tables of symbolic names for printing: value 1 is the first name of a table.
    pub symbols: Vec<Vec<String>>,
    /// Which process moved last is part of the state.
    pub uses_last: bool,
    /// A process moves only when no enabled one has a higher priority.
    pub uses_priority: bool,
    /// A message sent to a full channel is lost instead of blocking the sender.
    pub lossy: bool,
    /// An assertion about the order of messages, followed along every run.
    pub trace: Option<TraceAssertion>,
    /// The temporal properties that the model states.
    pub properties: Vec<Property>,
}

/// A temporal property of the model.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// What it says.
    pub kind: PropertyKind,
    /// Where it is stated.
    pub span: Span,
}

/// What a [`Property`] says.
#[derive(Clone, Debug)]
pub enum PropertyKind {
    /// Every run satisfies the formula.
    Ltl(Formula),
    /// No run is matched by this process: it moves first, then once before every step of the
    /// program, and matches by visiting accept labels for ever or by reaching its end.
    Never(Box<Proctype>),
}

/// A formula of linear temporal logic over expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    Proposition(Expr),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    Equivalent(Box<Formula>, Box<Formula>),
    Next(Box<Formula>),
    Always(Box<Formula>),
    Eventually(Box<Formula>),
    Until(Box<Formula>, Box<Formula>),
    WeakUntil(Box<Formula>, Box<Formula>),
    Release(Box<Formula>, Box<Formula>),
}

/// A process that exists at the start.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its type.
    pub proctype: ProcId,
    /// Its priority.
    pub priority: u8,
}

/// A process type: a graph of locations, and the frame that each instance has.
#[derive(Clone, Debug)]
pub struct Proctype {
    /// Name in the source.
    pub name: String,
    /// Parameters, local variables and local channels.
    pub frame: Frame,
    /// Where the arguments of `run` are stored, in order: offset in the frame and type.
    pub parameters: Vec<(u32, Scalar)>,
    /// The graph.
    pub locations: Vec<Location>,
    /// Labels that expressions of other processes refer to.
    pub labels: Vec<Label>,
    /// Where a new process starts.
    pub entry: LocationId,
    /// Ends of channels that each of its processes has to itself.
    pub exclusive: Vec<Exclusive>,
    /// No process of this type moves while this is zero.
    pub provided: Option<Expr>,
    /// Declared to have at most one enabled action in every state.
    pub deterministic: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A promise that no other process uses one end of a channel (`xr`, `xs`). It is made when a process
/// is created, for the channel that its expression means then, and holds until the process dies.
/// Whoever breaks it commits a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exclusive {
    /// What is promised.
    pub end: End,
    /// Where in the frame the number of the channel lies: a byte that no action writes.
    pub offset: u32,
    /// Where it is stated.
    pub span: Span,
}

/// An end of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Where messages are received, or copied.
    Head,
    /// Where they are sent.
    Tail,
}

/// A label that an expression refers to.
#[derive(Clone, Debug)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub location: LocationId,
}

/// A point of control.
#[derive(Clone, Debug, Default)]
pub struct Location {
    /// What a process can do here, in the order of the source (escapes first).
    pub edges: Vec<Edge>,
    /// Names of the labels here.
    pub labels: Vec<String>,
    /// A process may stay here for ever: an end label, or the end of the process.
    pub end: bool,
    /// An accept label is here.
    pub accept: bool,
    /// A progress label is here.
    pub progress: bool,
    /// SPIN's number of this state, for `pc_value` and for trails.
    pub number: u32,
    /// The statement here.
    pub span: Span,
}

/// One way on from a location.
#[derive(Clone, Debug)]
pub struct Edge {
    /// What happens.
    pub action: Action,
    /// Where the process is then. Meaningless after [`Action::Terminate`].
    pub target: LocationId,
    /// The process keeps control after this step: only it moves next, if it can.
    pub atomic: bool,
    /// Number of the escape (`unless`) that the edge belongs to, zero for none. If an edge of an
    /// escape is enabled, edges after it with another number are not tried.
    pub escape: u32,
    /// SPIN's number of the statement, for trails: the statements of all bodies are one series in
    /// the order of the text, from zero.
    pub number: u32,
    /// The statement.
    pub span: Span,
}

/// Variables and channels that lie together: the global ones, or those of one process.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Bytes in all, channels included.
    pub size: u32,
    /// What is where, for people to read.
    pub variables: Vec<Variable>,
    /// Channels that exist as long as the frame does.
    pub channels: Vec<ChannelSlot>,
    /// Executed in order when the frame is made, after arguments were stored. All else is zero.
    pub initial: Vec<Initial>,
}

/// The name of some bytes of a frame.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Name in the source, fields of structures with dots and fixed indices.
    pub name: String,
    /// Bytes from the start of the frame.
    pub offset: u32,
    /// Type of each element.
    pub scalar: Scalar,
    /// Number of elements, one after the other; `None` if it is not an array.
    pub length: Option<u32>,
    /// Table of symbolic names of its values.
    pub symbols: Option<u32>,
    /// Whether the value is the number of a channel.
    pub channel: bool,
    /// Never part of what a person is shown: made by the front end, or declared hidden.
    pub hidden: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A channel that exists as long as its frame.
#[derive(Clone, Debug)]
pub struct ChannelSlot {
    /// Its kind.
    pub channel_type: u32,
    /// Where its length and messages lie in the frame.
    pub offset: u32,
    /// Name of the variable that it was declared with.
    pub name: String,
    /// What each field of a message is to people.
    pub meanings: Vec<Meaning>,
}

/// What the values of a scalar are to people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meaning {
    /// What they are to everybody.
    #[default]
    Number,
    /// Names of this table of [`Program::symbols`].
    Symbol(u32),
    /// The numbers of channels.
    Channel,
}

impl Variable {
    /// What its values are to people.
    pub fn meaning(&self) -> Meaning {
        match self.symbols {
            Some(table) => Meaning::Symbol(table),
            None if self.channel => Meaning::Channel,
            None => Meaning::Number,
        }
    }
}

/// A kind of channel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ChannelType {
    /// Messages that fit; zero is a rendezvous.
    pub capacity: u32,
    /// Types of the fields of a message.
    pub fields: Vec<Scalar>,
}

/// One step of initialisation: what a scalar of the frame starts as.
#[derive(Clone, Debug)]
pub struct Initial {
    /// Offset in the frame.
    pub offset: u32,
    /// Type of the scalar.
    pub scalar: Scalar,
    /// Its first value.
    pub value: Initializer,
}

/// First value of a scalar.
#[derive(Clone, Debug)]
pub enum Initializer {
    /// An expression, evaluated when the frame is made.
    Value(Expr),
    /// The number of this channel of the frame.
    Channel(u32),
}

/// A finite automaton over sends and receives that every run must be accepted by, or, if negated,
/// that no run may bring to its end.
#[derive(Clone, Debug)]
pub struct TraceAssertion {
    /// Its states; events are edges.
    pub locations: Vec<TraceLocation>,
    /// First state.
    pub entry: LocationId,
    /// State after the last event: from here on nothing matches.
    pub last: LocationId,
    /// Declared with `notrace`.
    pub negated: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A state of a [`TraceAssertion`].
#[derive(Clone, Debug, Default)]
pub struct TraceLocation {
    /// Events that are allowed here.
    pub events: Vec<TraceEvent>,
    /// A run may end here.
    pub end: bool,
}

/// One event of a [`TraceAssertion`].
#[derive(Clone, Debug)]
pub struct TraceEvent {
    /// A send, not a receive.
    pub send: bool,
    /// The channel, an expression over global variables.
    pub channel: Expr,
    /// What the fields must be.
    pub fields: Vec<crate::expr::Pattern>,
    /// Next state.
    pub target: LocationId,
}

impl ChannelType {
    /// Bytes of one message.
    pub fn message_size(&self) -> u32 {
        self.fields.iter().map(|field| field.size()).sum()
    }

    /// Bytes of a channel: its length and its messages. A rendezvous channel keeps nothing.
    pub fn size(&self) -> u32 {
        if self.capacity == 0 {
            0
        } else {
            LENGTH_SIZE + self.capacity * self.message_size()
        }
    }
}

/// Bytes that a channel's length takes.
pub const LENGTH_SIZE: u32 = 2;

impl Program {
    /// The process type with this identifier.
    pub fn proctype(&self, id: ProcId) -> &Proctype {
        &self.proctypes[id as usize]
    }

    /// Whether there may be more than one process of a type.
    pub fn has_several(&self, id: ProcId) -> bool {
        let first = self.instances.iter().filter(|i| i.proctype == id).count();
        let edges = self.proctypes.iter().flat_map(|p| &p.locations);
        let creates =
            |action: &Action| matches!(action, Action::Run { proctype, .. } if *proctype == id);
        let created = edges
            .flat_map(|location| &location.edges)
            .filter(|edge| creates(&edge.action));
        first + 2 * created.count() > 1
    }

    /// Whether some process has an end of a channel to itself.
    pub fn has_exclusive(&self) -> bool {
        self.proctypes.iter().any(|p| !p.exclusive.is_empty())
    }

    /// How a value of a symbolic type is written: its name, or the number if it has none.
    pub fn symbol(&self, table: u32, value: i32) -> String {
        let names = self.symbols.get(table as usize);
        let index = usize::try_from(value)
            .ok()
            .and_then(|value| value.checked_sub(1));
        let name = names.zip(index).and_then(|(names, index)| names.get(index));
        name.cloned().unwrap_or_else(|| value.to_string())
    }
}

impl Exclusive {
    /// Where a process finds the number of the channel.
    pub fn place(&self) -> Place {
        Place {
            region: Region::Local,
            offset: self.offset,
            indices: Vec::new(),
            scalar: Scalar::BYTE,
        }
    }
}

impl Proctype {
    /// Calls `visit` on every expression that its processes evaluate, when they are created too.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        for initial in &self.frame.initial {
            if let Initializer::Value(expr) = &initial.value {
                expr.walk(visit);
            }
        }
        if let Some(provided) = &self.provided {
            provided.walk(visit);
        }
        for edge in self.locations.iter().flat_map(|location| &location.edges) {
            edge.action.walk(visit);
        }
    }

    /// The location with this identifier.
    pub fn location(&self, id: LocationId) -> &Location {
        &self.locations[id as usize]
    }
}
