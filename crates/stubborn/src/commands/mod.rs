//! One module per command: its flags, and the call into the crate that does the work.

pub mod parse;
