//! The language-neutral model of a concurrent program, and the interpreter that is its meaning.
//!
//! A [`Program`] is a set of process types, each a graph of locations whose edges are
//! [`Action`]s, over a state that is a flat vector of bytes with a fixed layout. The
//! [`interpreter`] gives it its meaning: which actions are enabled in a state and what each of
//! them does. It is written to be read, not to be fast; every other engine must agree with it.
//!
//! Nothing here knows of Promela's text, of searches that reduce, or of native code.

pub mod access;
pub mod action;
pub mod coverage;
pub mod dump;
pub mod explore;
pub mod expr;
pub mod fault;
pub mod interpreter;
pub mod model;
pub mod pace;
pub mod questions;
pub mod scalar;
pub mod span;
pub mod state;
pub mod system;
pub mod verify;

pub use action::{Action, DStep, MessageField, ReceiveMode};
pub use coverage::Coverage;
pub use explore::Statistics;
pub use expr::{BinaryOp, ChannelTest, Expr, Index, Pattern, Place, Region, UnaryOp};
pub use fault::Fault;
pub use model::{
    ChannelSlot, ChannelType, Edge, End, Exclusive, Formula, Frame, Initial, Initializer, Instance,
    Label, Location, LocationId, Meaning, ProcId, Proctype, Program, Property, PropertyKind,
    Variable,
};
pub use questions::{Answer, Answers, PlaceQuestions, Questions};
pub use scalar::Scalar;
pub use span::Span;
pub use state::State;
pub use system::{
    Labels, Process, ProcessFrame, Processwise, Step, Successor, Successors, TransitionSystem,
};
