//! One module per command: its flags, and the call into the crate that does the work.

pub mod automaton;
pub mod automaton_format;
pub mod caret;
pub mod check;
pub mod completions;
pub mod explain;
pub mod invariance;
pub mod lab;
pub mod limits;
pub mod ltl;
pub mod man;
pub mod model;
pub mod parse;
pub mod replay;
pub mod simulate;
pub mod spin;
pub mod text;
pub mod trace_file;
