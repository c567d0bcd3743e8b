//! Promela: preprocessor, parser, diagnostics, and lowering to the program model.

pub mod ast;
pub mod codes;
pub mod diagnostic;
mod literal;
mod preprocess;
mod source;
pub mod span;
pub mod suggest;
mod token;

use diagnostic::Diagnostic;
use span::SourceMap;

/// What the front end makes of a text. There is always a tree; it is meaningful for lowering only
/// when no diagnostic is an error.
#[derive(Clone, Debug)]
pub struct Parsed {
    pub model: ast::Model,
    pub sources: SourceMap,
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}
