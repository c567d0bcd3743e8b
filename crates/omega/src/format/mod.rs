//! Automata as text: the Hanoi Omega-Automata format, SPIN's never claims, and DOT.
//!
//! The crate `hoars` was tried for the first and rejected: it reads neither state labels nor
//! implicit labels nor aliases, a label of ten thousand parentheses overflows its stack, and a
//! number beyond 32 bits makes it panic.

mod dot;
mod error;
mod hoa_label;
mod hoa_lexer;
mod hoa_read;
mod hoa_write;
mod label;
mod never_graph;
mod never_read;
mod never_write;
#[cfg(test)]
mod tests;

pub use dot::to_dot;
pub use error::FormatError;
pub use hoa_read::from_hoa;
pub use hoa_write::to_hoa;
pub use label::to_condition;
pub use never_read::from_never;
pub use never_write::{NeverError, to_never};

use crate::automaton::Automaton;

/// Reads an automaton in whichever of the two formats the text begins with.
pub fn from_text(text: &str) -> Result<Automaton, FormatError> {
    if text.trim_start().starts_with("HOA:") {
        from_hoa(text)
    } else {
        from_never(text)
    }
}
