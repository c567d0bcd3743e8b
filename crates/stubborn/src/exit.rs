//! The exit codes that scripts rely on.

use std::process::ExitCode;

/// How a command ended. The numbers are documented and never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything that was asked holds (or the command simply did its work).
    Holds = 0,
    /// A property is violated.
    Violated = 1,
    /// Bad usage, or a model or file that cannot be read.
    Usage = 2,
    /// The search was cut short and nothing was violated.
    Incomplete = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}
