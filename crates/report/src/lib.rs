//! Counterexamples for people and for other tools.
//!
//! A run that `evidence` has confirmed becomes a [`Trace`]: everything that a reader may want to
//! know of it, in words and numbers, without reference to the program. Every format is written from
//! a trace and from nothing else, so that they cannot tell different stories. This crate neither
//! prints nor touches files.

pub mod github;
pub mod html;
pub mod itf;
pub mod json;
pub mod junit;
pub mod narrate;
pub mod outcome;
#[cfg(test)]
mod sample;
pub mod sarif;
pub mod text;
pub mod trace;
pub mod trail;
mod utc;

pub use outcome::Outcome;
pub use trace::Trace;
