//! The C preprocessor as SPIN's users know it (SPIN runs `gcc -E -x c` over every model), built
//! in, on tokens whose spans lead back to the user's text.
//!
//! [`Preprocessor`] is a stream: text of files at the bottom (`input`), expansions of macros
//! stacked on it (`expand`). Directives are executed where they are met (`directive`).

mod condition;
mod directive;
mod expand;
mod input;
mod macros;
mod substitute;

use crate::diagnostic::Diagnostic;
use crate::span::{FileId, SourceMap};
use crate::token::{Interner, Token, TokenKind};
use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

pub use expand::arguments;

use expand::Context;
use input::Frame;
use macros::Macro;

/// Directories searched for `#include`, after the directory of the including file.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub include_dirs: Vec<PathBuf>,
}

pub struct Preprocessor<'a> {
    sources: &'a mut SourceMap,
    diagnostics: &'a mut Vec<Diagnostic>,
    interner: &'a mut Interner,
    settings: &'a Settings,
    macros: HashMap<Arc<str>, Rc<Macro>>,
    /// The file being read, on top of those that include it.
    frames: Vec<Frame>,
    /// Expansions being read, innermost last.
    contexts: Vec<Context>,
    /// Tokens that macros may still produce.
    budget: usize,
    /// Nested expansions of macro arguments.
    depth: usize,
    /// A limit was hit: everything reads as the end of the input.
    stopped: bool,
    /// A newline stood before a macro that expanded to nothing.
    pending_newline: bool,
}

impl<'a> Preprocessor<'a> {
    pub fn new(
        sources: &'a mut SourceMap,
        diagnostics: &'a mut Vec<Diagnostic>,
        interner: &'a mut Interner,
        settings: &'a Settings,
    ) -> Self {
        Preprocessor {
            sources,
            diagnostics,
            interner,
            settings,
            macros: HashMap::new(),
            frames: Vec::new(),
            contexts: Vec::new(),
            budget: expand::MAX_TOKENS,
            depth: 0,
            stopped: false,
            pending_newline: false,
        }
    }

    /// Reads a file to its end and appends its tokens; definitions stay for the next file.
    pub fn run(&mut self, file: FileId, output: &mut Vec<Token>) {
        self.enter(file);
        loop {
            let mut token = self.next_expanded(0);
            token.newline |= std::mem::take(&mut self.pending_newline);
            if token.kind == TokenKind::Eof {
                break;
            }
            output.push(token);
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports a limit and ends the input.
    fn stop(&mut self, diagnostic: Diagnostic) {
        if !self.stopped {
            self.report(diagnostic);
            self.stopped = true;
        }
    }
}

#[cfg(test)]
mod tests;
