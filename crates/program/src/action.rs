//! Actions: what an edge of a process does, in one indivisible step.

use crate::access::{self, Access};
use crate::expr::{Expr, Pattern, Place};
use crate::model::ProcId;
use crate::span::Span;

/// One indivisible step of a process. Whether it can execute is a function of the state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Enabled when the expression is not zero; changes nothing.
    Condition(Expr),
    /// Always enabled.
    Assign(Place, Expr),
    /// Always enabled. A zero is a violation; the process goes on.
    Assert(Expr),
    /// Always enabled; prints.
    Print(Print),
    /// Enabled when the channel has room, or, without a buffer, when another process can receive
    /// the message at once: then the two steps are one.
    Send {
        channel: Expr,
        fields: Vec<Expr>,
        /// Keep the buffer sorted instead of appending.
        sorted: bool,
    },
    /// Enabled when a matching message is there. From a channel without a buffer it happens only
    /// as the other half of a send.
    Receive {
        channel: Expr,
        fields: Vec<MessageField>,
        mode: ReceiveMode,
    },
    /// Creates a process, and stores its number.
    Run {
        proctype: ProcId,
        arguments: Vec<Expr>,
        priority: u8,
        result: Option<Place>,
    },
    /// Always enabled.
    SetPriority { pid: Expr, priority: Expr },
    /// Enabled when no edge before it at the same location is, rendezvous receives not counted:
    /// whether a partner comes is not known to the process that waits.
    Else,
    /// Enabled for the youngest process only: it ceases to exist.
    Terminate,
    /// A sequence that executes as one step, choosing the first option that is enabled.
    DStep(Box<DStep>),
}

/// How a message is found and whether it stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReceiveMode {
    /// Any matching message will do, not only the oldest.
    pub random: bool,
    /// The message stays in the buffer.
    pub keep: bool,
}

/// What is done with one field of a received message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MessageField {
    /// The message matches only if the field does.
    Match(Pattern),
    /// The field is stored.
    Store(Place),
}

impl MessageField {
    /// What the field demands of a message.
    pub fn pattern(&self) -> &Pattern {
        match self {
            MessageField::Match(pattern) => pattern,
            MessageField::Store(_) => &Pattern::Any,
        }
    }
}

/// Something to print, its format already taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Print {
    /// Text and values in order.
    pub pieces: Vec<Piece>,
}

/// A piece of a [`Print`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// As it is.
    Text(String),
    /// A value in a format.
    Value(Format, Expr),
}

/// How a value is printed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `%d`
    Decimal,
    /// `%u`
    Unsigned,
    /// `%o`
    Octal,
    /// `%x`
    Hex,
    /// `%c`
    Character,
    /// `%e`: the name of a symbolic constant, from this table of [`crate::Program::symbols`].
    Symbol(u32),
}

/// A deterministic step: a small graph that runs to its end without interruption.
///
/// Enabled when its entry node can make a choice. Blocking later is a fault. A step that starts
/// with a lone [`Action::Else`] is enabled as an `else` at its location would be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DStep {
    /// The nodes; node 0 is the entry.
    pub nodes: Vec<DNode>,
}

/// A point inside a [`DStep`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DNode {
    /// Tried in order; the first one enabled is taken.
    pub choices: Vec<DChoice>,
}

/// One way on from a [`DNode`]: execute the action if it is enabled, and go to the node.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DChoice {
    /// What is done. Never itself a [`Action::DStep`], [`Action::Run`] or [`Action::Terminate`];
    /// [`Action::Else`] is always enabled here, the choices before it having failed.
    pub action: Action,
    /// Where to go on; `None` is the end of the step.
    pub next: Option<u32>,
    /// The statement.
    pub span: Span,
}

impl Action {
    /// Calls `visit` on every expression of the action.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Action::Condition(expr) | Action::Assert(expr) => expr.walk(visit),
            Action::Assign(place, expr) => {
                place.walk(visit);
                expr.walk(visit);
            }
            Action::Print(print) => {
                for piece in &print.pieces {
                    if let Piece::Value(_, expr) = piece {
                        expr.walk(visit);
                    }
                }
            }
            Action::Send {
                channel, fields, ..
            } => {
                channel.walk(visit);
                fields.iter().for_each(|field| field.walk(visit));
            }
            Action::Receive {
                channel, fields, ..
            } => {
                channel.walk(visit);
                for field in fields {
                    match field {
                        MessageField::Match(pattern) => pattern.walk(visit),
                        MessageField::Store(place) => place.walk(visit),
                    }
                }
            }
            Action::Run {
                arguments, result, ..
            } => {
                arguments.iter().for_each(|argument| argument.walk(visit));
                if let Some(place) = result {
                    place.walk(visit);
                }
            }
            Action::SetPriority { pid, priority } => {
                pid.walk(visit);
                priority.walk(visit);
            }
            Action::Else | Action::Terminate => {}
            Action::DStep(body) => {
                for action in body.actions() {
                    action.walk(visit);
                }
            }
        }
    }
}

impl Action {
    /// The actions that this one may begin with: itself, or every choice of the first node of a
    /// deterministic step.
    pub fn entries(&self) -> impl Iterator<Item = &Action> {
        let (own, body) = match self {
            Action::DStep(body) => (None, Some(body)),
            action => (Some(action), None),
        };
        let first = body.and_then(|body| body.nodes.first());
        let choices = first.into_iter().flat_map(|node| &node.choices);
        own.into_iter().chain(choices.map(|choice| &choice.action))
    }

    /// Calls `visit` on every place that the action may store to.
    pub fn stores(&self, visit: &mut dyn FnMut(&Place)) {
        access::of_action(self, &mut |_, access| {
            if let Access::Write(place) = access {
                visit(place);
            }
        });
    }
}

impl DStep {
    /// Whether the step can come back to where it starts.
    pub fn returns_to_entry(&self) -> bool {
        let mut choices = self.nodes.iter().flat_map(|node| &node.choices);
        choices.any(|choice| choice.next == Some(0))
    }

    /// Every action inside the step.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        self.nodes
            .iter()
            .flat_map(|node| &node.choices)
            .map(|choice| &choice.action)
    }
}
