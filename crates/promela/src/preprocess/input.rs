//! The files: a stack of includes, read token by token, directives executed on the way.

use super::Preprocessor;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::span::{FileId, Span};
use crate::token::{Token, TokenKind, lex};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Files that may include each other.
const MAX_INCLUDES: usize = 100;

/// A file being read.
pub struct Frame {
    path: PathBuf,
    tokens: Rc<[Token]>,
    position: usize,
    /// Open `#if` groups of this file; they must end in it.
    pub conditionals: Vec<Conditional>,
}

/// An `#if` without its `#endif` yet.
pub struct Conditional {
    pub span: Span,
    /// Some group of it has been taken, so the others are skipped.
    pub taken: bool,
    pub seen_else: bool,
}

impl Preprocessor<'_> {
    pub(super) fn enter(&mut self, file: FileId) {
        let source = self.sources.file(file);
        let path = source.path.clone();
        let tokens = lex(source, self.interner).into();
        self.frames.push(Frame {
            path,
            tokens,
            position: 0,
            conditionals: Vec::new(),
        });
    }

    /// The next token of the files that is no part of a directive. `Eof` means the end of the
    /// outermost file; an included one just ends.
    pub(super) fn next_from_files(&mut self) -> Token {
        loop {
            let token = self.bump();
            match token.kind {
                TokenKind::Newline => {}
                TokenKind::Hash if token.newline && !self.stopped => self.directive(token),
                TokenKind::OpenComment => self.open_comment(&token),
                TokenKind::Eof => {
                    self.close_conditionals();
                    if self.frames.len() <= 1 || self.stopped {
                        self.frames.clear();
                        return token;
                    }
                    self.frames.pop();
                    self.pending_newline = true;
                }
                _ => return token,
            }
        }
    }

    /// What `next_from_files` would return next if that is plain text on this or a later line;
    /// a directive or the end of the file hides what follows.
    pub(super) fn peek_in_file(&self) -> Option<&Token> {
        let frame = self.frames.last()?;
        let rest = &frame.tokens[frame.position..];
        let next = rest.iter().find(|token| token.kind != TokenKind::Newline)?;
        let hidden = self.stopped || (next.kind == TokenKind::Hash && next.newline);
        (!hidden).then_some(next)
    }

    /// The next token of the current file, newlines included. `Eof` repeats.
    pub(super) fn bump(&mut self) -> Token {
        let stopped = self.stopped;
        let Some(frame) = self.frames.last_mut() else {
            return eof(Span::default());
        };
        let token = frame.tokens[frame.position].clone();
        if stopped {
            return eof(token.span);
        }
        if token.kind != TokenKind::Eof {
            frame.position += 1;
        }
        token
    }

    /// The tokens up to the end of the line, without it.
    pub(super) fn rest_of_line(&mut self) -> Vec<Token> {
        let mut line = Vec::new();
        loop {
            let token = self.bump();
            match token.kind {
                TokenKind::Newline | TokenKind::Eof => return line,
                TokenKind::OpenComment => self.open_comment(&token),
                _ => line.push(token),
            }
        }
    }

    /// Skips to the `#elif`, `#else` or `#endif` that belongs to the innermost open group and
    /// leaves it as the next token of the file.
    pub(super) fn skip_group(&mut self) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let mut nested = 0usize;
        loop {
            let rest = &frame.tokens[frame.position..];
            if rest[0].kind == TokenKind::Eof {
                return;
            }
            if rest[0].kind == TokenKind::Hash
                && rest[0].newline
                && let Some(name) = rest.get(1)
            {
                match &*name.text {
                    "if" | "ifdef" | "ifndef" => nested += 1,
                    "elif" | "else" | "endif" if nested == 0 => return,
                    "endif" => nested -= 1,
                    _ => {}
                }
            }
            frame.position += 1;
        }
    }

    pub(super) fn current_path(&self) -> Option<&Path> {
        self.frames.last().map(|frame| frame.path.as_path())
    }

    pub(super) fn conditionals(&mut self) -> Option<&mut Vec<Conditional>> {
        self.frames.last_mut().map(|frame| &mut frame.conditionals)
    }

    /// `#include`: `at` is the file name in the text.
    pub(super) fn include(&mut self, name: &str, quoted: bool, at: Span) {
        let Some(found) = self.resolve(name, quoted) else {
            let mut diagnostic =
                Diagnostic::new(&codes::INCLUDE, at, format!("cannot find `{name}`"))
                    .label("no such file");
            diagnostic = if quoted {
                diagnostic.help(
                    "the name is relative to the file that includes it; add other directories with -I",
                )
            } else {
                diagnostic.help("only directories given with -I are searched for <...>; write \"...\" for a file beside the model")
            };
            return self.report(diagnostic);
        };
        if self.frames.len() > MAX_INCLUDES {
            let cycle = self.frames.iter().any(|frame| frame.path == found);
            let mut diagnostic = Diagnostic::new(
                &codes::INCLUDE_DEPTH,
                at,
                format!("more than {MAX_INCLUDES} files include each other"),
            )
            .label("included here once too often");
            if cycle {
                diagnostic = diagnostic.help(format!(
                    "`{name}` includes itself: guard it with #ifndef, #define and #endif"
                ));
            }
            return self.stop(diagnostic);
        }
        match crate::source::read(&found) {
            Ok(text) => match self.sources.add_file(&found, text) {
                Ok(file) => self.enter(file),
                Err(_) => self.stop(Diagnostic::new(
                    &codes::TOO_LARGE,
                    at,
                    "the included files are too large",
                )),
            },
            Err(error) => {
                let message = format!("cannot read `{}`: {error}", found.display());
                self.report(Diagnostic::new(&codes::INCLUDE, at, message));
            }
        }
    }

    fn resolve(&self, name: &str, quoted: bool) -> Option<PathBuf> {
        let beside = self
            .current_path()
            .filter(|_| quoted)
            .map(|path| path.parent().unwrap_or(Path::new("")));
        beside
            .into_iter()
            .chain(self.settings.include_dirs.iter().map(PathBuf::as_path))
            .map(|dir| dir.join(name))
            .find(|path| path.is_file())
    }

    fn close_conditionals(&mut self) {
        let open: Vec<Span> = match self.conditionals() {
            Some(list) => list.drain(..).map(|open| open.span).collect(),
            None => return,
        };
        if self.stopped {
            return;
        }
        for span in open {
            self.report(
                Diagnostic::new(&codes::CONDITIONAL, span, "this conditional has no #endif")
                    .label("opened here")
                    .help("add #endif"),
            );
        }
    }

    fn open_comment(&mut self, token: &Token) {
        let start = Span {
            hi: token.span.lo + 2,
            ..token.span
        };
        self.report(
            Diagnostic::new(&codes::OPEN_COMMENT, start, "this comment is not closed")
                .label("everything behind it is comment")
                .help("close it with */"),
        );
    }
}

pub fn eof(span: Span) -> Token {
    Token {
        kind: TokenKind::Eof,
        text: "".into(),
        span,
        newline: true,
        space: true,
        painted: false,
    }
}
