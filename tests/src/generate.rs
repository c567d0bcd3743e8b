//! Random Promela programs: small, finite, and made to touch every corner of the language.
//!
//! A seed names a program for ever. The generator knows the rules that SPIN enforces at
//! translation, so that nearly all programs are accepted; it knows nothing of what they mean.

pub mod ast;
mod expression;
pub mod features;
mod message;
mod print;
mod program;
mod random;
mod scope;
mod statement;

pub use features::{Feature, Knobs};
pub use program::generate;
