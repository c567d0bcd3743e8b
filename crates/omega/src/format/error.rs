//! What is wrong with a file, and where.

use crate::ltl::LtlError;
use std::fmt;
use std::ops::Range;

/// A text that is not an automaton that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// Both from 1; the column counts characters.
    pub line: usize,
    pub column: usize,
    /// The offending bytes.
    pub span: Range<usize>,
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl FormatError {
    /// An error in `text` at `span`, whose bounds must be character boundaries.
    pub(super) fn new(text: &str, span: Range<usize>, message: impl Into<String>) -> Self {
        let before = &text[..span.start];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        FormatError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            span,
            message: message.into(),
            hint: None,
        }
    }

    /// An error in a formula that begins at byte `offset` of `text`.
    pub(super) fn within(text: &str, offset: usize, error: LtlError) -> Self {
        let span = error.span.start + offset..error.span.end + offset;
        FormatError {
            hint: error.hint,
            ..FormatError::new(text, span, error.message)
        }
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}

impl std::error::Error for FormatError {}
