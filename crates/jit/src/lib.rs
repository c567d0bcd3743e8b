//! Compiled code: the successor functions of a [`Program`](program::Program), made by Cranelift.
//!
//! [`Compiled`] is a transition system over packed states ([`layout`]). It gives exactly what the
//! interpreter gives: the same moves in the same order, the same states, the same faults. Tests
//! compare the two on every state of many programs.
//!
//! The code is that of the machine, or bytecode where Cranelift does not know the machine
//! ([`Target`]).

mod codegen;
pub mod compare;
mod compiled;
mod facts;
pub mod layout;
mod neighbourhood;
mod runtime;

pub use compiled::Compiled;

use cranelift_module::ModuleError;
use thiserror::Error;

/// What a program is compiled to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Code that the processor executes.
    Native,
    /// Code that an interpreter executes: on every machine with pointers of 64 bits.
    Bytecode,
}

impl Target {
    pub const ALL: [Target; 2] = [Target::Native, Target::Bytecode];
}

/// Why a program cannot be compiled. The interpreter can run it all the same.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// Cranelift does not know the machine.
    #[error("no native code for this machine: {0}")]
    Host(String),
    /// Bytecode computes with pointers of 64 bits.
    #[error("no bytecode for a machine whose pointers have {} bits", usize::BITS)]
    Pointers,
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
