//! One module per command: its flags, and the call into the crate that does the work.

pub mod check;
pub mod limits;
pub mod model;
pub mod parse;
pub mod run_text;
