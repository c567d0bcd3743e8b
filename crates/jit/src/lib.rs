//! Native code: the successor functions of a [`Program`](program::Program), compiled with
//! Cranelift.
//!
//! [`Native`] is a transition system over packed states ([`layout`]). It gives exactly what the
//! interpreter gives: the same moves in the same order, the same states, the same faults. Tests
//! compare the two on every state of many programs.

mod codegen;
pub mod compare;
mod facts;
pub mod layout;
mod native;
mod runtime;

pub use native::Native;

use cranelift_module::ModuleError;
use thiserror::Error;

/// Why a program cannot be compiled. The interpreter can run it all the same.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// The machine.
    #[error("no native code for this machine: {0}")]
    Host(String),
    /// The program sees the same bytes as different types.
    #[error("variables of different types share memory")]
    Conflict,
    /// More propositions than a letter has bits.
    #[error("more than 64 propositions")]
    Propositions,
    /// A proposition or trace assertion that belongs to no process uses a variable of one.
    #[error("a proposition uses a local variable")]
    Local,
    /// The compiler gave up.
    #[error("the compiler failed: {0}")]
    Compiler(String),
}

impl From<ModuleError> for Error {
    fn from(error: ModuleError) -> Error {
        Error::Compiler(error.to_string())
    }
}
