//! Reading tokens: looking, consuming, expecting.

use super::{MAX_NESTING, MAX_PARENTHESES, Parser, Separators};
use crate::ast::Name;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::keyword;
use crate::span::Span;
use crate::token::{Token, TokenKind};

impl Parser<'_> {
    pub(super) fn current(&self) -> &Token {
        &self.tokens[self.position]
    }

    pub(super) fn kind(&self) -> TokenKind {
        self.current().kind
    }

    pub(super) fn span(&self) -> Span {
        self.current().span
    }

    /// The token `offset` behind the current one; `Eof` behind the last.
    pub(super) fn ahead(&self, offset: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.position + offset).min(last)]
    }

    pub(super) fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        self.current().is_ident(word)
    }

    pub(super) fn at_any(&self, words: &[&str]) -> bool {
        self.at(TokenKind::Ident) && words.binary_search(&&*self.current().text).is_ok()
    }

    /// An identifier that is no reserved word.
    pub(super) fn at_name(&self) -> bool {
        self.at(TokenKind::Ident) && !keyword::is_reserved(&self.current().text)
    }

    /// SPIN has a semicolon here: the statement may end at the newline before the current token.
    pub(super) fn at_soft_end(&self) -> bool {
        self.separators == Separators::Newlines
            && self.in_sequence
            && self.parentheses == 0
            && self.may_end
            && self.current().newline
    }

    /// Consumes the current token. `Eof` stays.
    pub(super) fn bump(&mut self) -> Span {
        let token = &self.tokens[self.position];
        let span = token.span;
        if token.kind == TokenKind::Eof {
            return span;
        }
        let closes = match token.kind {
            TokenKind::Semi | TokenKind::Arrow | TokenKind::RBrace | TokenKind::ColonColon => true,
            TokenKind::Ident => match &*token.text {
                "fi" | "od" => true,
                "unless" => self.no_separator,
                _ => false,
            },
            _ => false,
        };
        if !closes && self.at_soft_end() {
            self.crossed = true;
        }
        self.warn_run_together();
        let token = &self.tokens[self.position];
        match token.kind {
            TokenKind::LParen => self.parentheses += 1,
            TokenKind::RParen => self.parentheses = self.parentheses.saturating_sub(1),
            _ => {}
        }
        (self.may_end, self.no_separator) = match token.kind {
            TokenKind::RBrace => (true, true),
            TokenKind::Ident => {
                let text = &token.text;
                match &**text {
                    "else" => (true, true),
                    "od" | "fi" | "break" | "skip" | "true" | "false" | "timeout" => (true, false),
                    word if keyword::is_reserved(word) => (false, false),
                    _ => {
                        let special = self.typedefs.contains(text)
                            || self.proctypes.contains(text)
                            || self.inlines.contains_key(text);
                        (!special, false)
                    }
                }
            }
            TokenKind::RParen
            | TokenKind::RBracket
            | TokenKind::Number
            | TokenKind::Char
            | TokenKind::PlusPlus
            | TokenKind::MinusMinus => (true, false),
            _ => (false, false),
        };
        self.previous = span;
        self.position += 1;
        span
    }

    /// SPIN's lexer takes `-->` for `->`, so that `x--> y` does not decrement, and `!!=` for `!=`.
    fn warn_run_together(&mut self) {
        let Token {
            kind, text, span, ..
        } = &self.tokens[self.position];
        let meaning = match (kind, &**text) {
            (TokenKind::Arrow, "-->") => "->",
            (TokenKind::NotEq, "!!=") => "!=",
            _ => return,
        };
        let diagnostic = Diagnostic::new(
            &codes::RUN_TOGETHER,
            *span,
            format!("`{text}` is read as `{meaning}`"),
        )
        .help("put a space where one operator ends and the next begins");
        self.report(diagnostic);
    }

    pub(super) fn eat(&mut self, kind: TokenKind) -> bool {
        let there = self.at(kind);
        if there {
            self.bump();
        }
        there
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let there = self.at_word(word);
        if there {
            self.bump();
        }
        there
    }

    /// Consumes `kind` or reports that `what` is missing.
    pub(super) fn expect(&mut self, kind: TokenKind, what: &str) -> bool {
        let there = self.eat(kind);
        if !there {
            self.unexpected(what);
        }
        there
    }

    pub(super) fn name(&mut self, what: &str) -> Option<Name> {
        if !self.at_name() {
            if self.at(TokenKind::Ident) {
                let word = self.current().text.clone();
                self.error_here(|span| {
                    Diagnostic::new(
                        &codes::UNEXPECTED,
                        span,
                        format!("expected {what}, found the keyword `{word}`"),
                    )
                    .label("a keyword cannot be a name")
                    .help("choose another name")
                });
            } else {
                self.unexpected(what);
            }
            return None;
        }
        let text = self.current().text.clone();
        let span = self.bump();
        Some(Name { text, span })
    }

    /// From the start of `first` to the end of the previous token.
    pub(super) fn since(&self, first: Span) -> Span {
        self.sources.join(first, self.previous)
    }

    /// Goes into a statement; false, and the end of the text, if that is too deep.
    pub(super) fn descend(&mut self) -> bool {
        self.nesting += 1;
        self.nesting <= MAX_NESTING || self.too_deep("statements", MAX_NESTING)
    }

    pub(super) fn ascend(&mut self) {
        self.nesting -= 1;
    }

    /// Goes into a parenthesis, an index or an operand; false, and the end of the text, if that is
    /// too deep.
    pub(super) fn enter(&mut self) -> bool {
        self.inside += 1;
        self.inside <= MAX_PARENTHESES
            || self.too_deep("parentheses and operators", MAX_PARENTHESES)
    }

    pub(super) fn leave(&mut self) {
        self.inside -= 1;
    }

    fn too_deep(&mut self, what: &str, limit: u32) -> bool {
        if !self.stopped {
            let span = self.span();
            self.stop(
                Diagnostic::new(
                    &codes::NESTING,
                    span,
                    format!("more than {limit} {what} within each other"),
                )
                .label("too deep here")
                .help("split it up"),
            );
        }
        false
    }
}
