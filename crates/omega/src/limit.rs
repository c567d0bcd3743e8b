//! The one way in which the algorithms of this crate fail: the result would be too large.

use std::fmt;

/// A construction was given up because it exceeded a bound. Complementation is exponential and
/// letters are exponentially many, so an answer of this kind is part of the contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// What was being counted, in the plural.
    pub what: &'static str,
    /// How many were allowed.
    pub limit: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "too large: more than {} {}", self.limit, self.what)
    }
}

impl std::error::Error for TooLarge {}

/// How many states a search or construction may make when the caller has no opinion. Half a
/// million macrostates of a complement take some seconds and some hundred megabytes.
pub const DEFAULT_STATES: usize = 500_000;

/// How many classes of letters a construction that works letter by letter accepts.
pub const MAX_CLASSES: usize = 4096;

/// How many pairs of a state and a class of letters a construction tabulates.
const MAX_TABLE: usize = 1 << 22;

/// Whether a table of all pairs of a state and a class of letters can be afforded.
pub(crate) fn check_table(states: usize, classes: usize) -> Result<(), TooLarge> {
    if states.saturating_mul(classes) > MAX_TABLE {
        return Err(TooLarge {
            what: "pairs of a state and a letter",
            limit: MAX_TABLE,
        });
    }
    Ok(())
}
