//! What is wrong with a formula, and where.

use std::fmt;
use std::ops::Range;

/// A formula that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LtlError {
    /// The offending bytes of the text; empty at its end if something is missing.
    pub span: Range<usize>,
    pub message: String,
    /// What to write instead.
    pub hint: Option<String>,
}

impl LtlError {
    pub(crate) fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        LtlError {
            span,
            message: message.into(),
            hint: None,
        }
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for LtlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}

impl std::error::Error for LtlError {}
