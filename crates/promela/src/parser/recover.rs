//! Errors: reporting each place once, and finding the next place where parsing makes sense.

use super::{Open, Parser};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::keyword;
use crate::span::Span;
use crate::token::{Token, TokenKind};

impl Parser<'_> {
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if !self.stopped {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports at the current token, unless something was reported there already.
    pub(super) fn error_here(&mut self, diagnostic: impl FnOnce(Span) -> Diagnostic) {
        let span = self.span();
        self.error_at(span, diagnostic(span));
    }

    /// Reports at `place`, unless something was reported there already.
    pub(super) fn error_at(&mut self, place: Span, diagnostic: Diagnostic) {
        if self.last_error != Some(place) {
            self.last_error = Some(place);
            self.report(diagnostic);
        }
    }

    /// Reports a limit and ends the text.
    pub(super) fn stop(&mut self, diagnostic: Diagnostic) {
        self.report(diagnostic);
        self.stopped = true;
        self.position = self.tokens.len() - 1;
    }

    /// `expected` is a phrase such as "`)`" or "an expression".
    pub(super) fn unexpected(&mut self, expected: &str) {
        let token = self.current().clone();
        let next = self.ahead(1).clone();
        let previous = self.previous;
        self.error_here(|span| match token.kind {
            TokenKind::Unknown | TokenKind::Hash | TokenKind::HashHash => Diagnostic::new(
                &codes::CHARACTER,
                span,
                format!("unexpected character `{}`", token.text.escape_debug()),
            )
            .label("Promela has no such token"),
            TokenKind::Quote => Diagnostic::new(&codes::QUOTE, span, "this quote is not closed")
                .label("no partner on this line")
                .help("strings and characters end on the line they start on"),
            TokenKind::Assign if expected.contains("expression") => Diagnostic::new(
                &codes::UNEXPECTED,
                span,
                format!("expected {expected}, found `=`"),
            ),
            TokenKind::Query => Diagnostic::new(
                &codes::OPERATOR,
                span,
                "`?` receives from a channel and cannot stand here",
            )
            .help("write the conditional expression as `(c -> a : b)`"),
            kind if is_compound(kind) && next.kind == TokenKind::Assign && !next.space => {
                compound(span, &token, &next)
            }
            _ => {
                let place = if token.newline || token.kind == TokenKind::Eof {
                    previous.end()
                } else {
                    span
                };
                Diagnostic::new(
                    &codes::UNEXPECTED,
                    if token.kind == TokenKind::Eof {
                        place
                    } else {
                        span
                    },
                    format!("expected {expected}, found {}", describe(&token)),
                )
                .label(format!("expected {expected}"))
            }
        });
    }

    /// Skips to a separator, to the end of the enclosing construct, or to a line that starts a
    /// statement. May stay where it is, at what the caller must deal with.
    pub(super) fn recover(&mut self) {
        let mut inner: Vec<Open> = Vec::new();
        let mut moved = false;
        loop {
            let token = self.current();
            if token.kind == TokenKind::Eof {
                return;
            }
            if moved && inner.is_empty() && self.at_sync() {
                return;
            }
            if self.at_unit() && token.newline && moved {
                return;
            }
            match token.kind {
                TokenKind::LBrace => inner.push(Open::Brace),
                TokenKind::RBrace => {
                    if inner.is_empty() {
                        return;
                    }
                    inner.pop();
                }
                TokenKind::Ident => match &*token.text {
                    "if" => inner.push(Open::If),
                    "do" => inner.push(Open::Do),
                    "fi" | "od" => {
                        if inner.is_empty() {
                            return;
                        }
                        inner.pop();
                    }
                    _ => {}
                },
                TokenKind::Semi | TokenKind::Arrow | TokenKind::ColonColon if inner.is_empty() => {
                    return;
                }
                _ => {}
            }
            self.bump();
            self.parentheses = 0;
            moved = true;
        }
    }

    fn at_sync(&self) -> bool {
        let token = self.current();
        match token.kind {
            TokenKind::Semi | TokenKind::Arrow | TokenKind::ColonColon | TokenKind::RBrace => true,
            TokenKind::Ident => {
                self.at_word("fi")
                    || self.at_word("od")
                    || (token.newline && (self.at_name() || self.at_any(keyword::STATEMENTS)))
                    || self.at_any(keyword::TYPES)
            }
            _ => false,
        }
    }

    /// A word that only a unit starts with.
    pub(super) fn at_unit(&self) -> bool {
        self.at_any(keyword::UNITS)
    }

    /// Skips a balanced group that starts at the current `(`, `[` or `{`.
    pub(super) fn skip_group(&mut self) -> Span {
        let first = self.span();
        let mut depth = 0u32;
        loop {
            match self.kind() {
                TokenKind::LParen | TokenKind::LBracket | TokenKind::LBrace => depth += 1,
                TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace => {
                    depth = depth.saturating_sub(1);
                }
                TokenKind::Eof => return self.since(first),
                _ => {}
            }
            self.bump();
            if depth == 0 {
                return self.since(first);
            }
        }
    }
}

fn is_compound(kind: TokenKind) -> bool {
    use TokenKind::*;
    matches!(
        kind,
        Plus | Minus | Star | Slash | Percent | And | Or | Caret | Shl | Shr
    )
}

fn compound(span: Span, operator: &Token, assign: &Token) -> Diagnostic {
    let op = &operator.text;
    Diagnostic::new(
        &codes::OPERATOR,
        Span {
            hi: assign.span.hi.max(span.hi),
            ..span
        },
        format!("Promela has no operator `{op}=`"),
    )
    .help(format!("write `x = x {op} ...`"))
}

/// A token in words.
pub(super) fn describe(token: &Token) -> String {
    match token.kind {
        TokenKind::Eof => "the end of the text".to_owned(),
        TokenKind::String => "a string".to_owned(),
        TokenKind::Number => format!("the number `{}`", token.text),
        TokenKind::Ident if keyword::is_reserved(&token.text) => {
            format!("the keyword `{}`", token.text)
        }
        _ => format!("`{}`", token.text),
    }
}
