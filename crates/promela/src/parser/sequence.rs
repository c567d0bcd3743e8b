//! Sequences of steps, and the brackets around them: `{ }`, `if fi`, `do od`.

use super::{Open, Parser};
use crate::ast::{Block, Exclusive, ExclusiveKind, Step, StmtKind};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::keyword;
use crate::span::Span;
use crate::token::TokenKind;

impl Parser<'_> {
    /// `{ steps }`
    pub(super) fn block(&mut self) -> Option<Block> {
        let open = self.span();
        if !self.expect(TokenKind::LBrace, "`{`") {
            return None;
        }
        let outer = std::mem::replace(&mut self.in_sequence, true);
        self.open.push((Open::Brace, open));
        let steps = self.steps(open);
        self.open.pop();
        if !self.eat(TokenKind::RBrace) {
            self.unclosed(open, "`{`", "`}`");
        }
        self.in_sequence = outer;
        Some(Block {
            steps,
            span: self.since(open),
        })
    }

    /// `if options fi` or `do options od`
    pub(super) fn options(&mut self, what: Open) -> StmtKind {
        let (opening, closing) = match what {
            Open::If => ("if", "fi"),
            _ => ("do", "od"),
        };
        let first = self.bump();
        self.open.push((what, first));
        let malformed = !self.at(TokenKind::ColonColon);
        if malformed {
            self.missing_options(first, opening, closing);
        }
        let mut options = Vec::new();
        while self.at(TokenKind::ColonColon) {
            let start = self.bump();
            let steps = self.steps(start);
            let span = self.since(start);
            options.push(Block { steps, span });
        }
        self.open.pop();
        if !self.eat_word(closing) && !malformed {
            self.unclosed(first, &format!("`{opening}`"), &format!("`{closing}`"));
        }
        match what {
            Open::If => StmtKind::If(options),
            _ => StmtKind::Do(options),
        }
    }

    fn missing_options(&mut self, first: Span, opening: &str, closing: &str) {
        let at = self.span();
        self.error_at(
            at,
            Diagnostic::new(
                &codes::OPTIONS,
                first,
                format!("`{opening}` must be followed by options"),
            )
            .label("expected `::` behind this")
            .help(format!(
                "write `{opening} :: condition -> statements :: else -> statements {closing}`"
            )),
        );
        // Whatever stands there is read as if it were an option, to find its errors too; behind
        // a condition in parentheses, as C has it, no separator is missed.
        if self.at(TokenKind::LParen) {
            self.expr();
            self.no_separator = true;
            self.separators();
        }
        if !self.at_word(closing) {
            self.steps(at);
        }
    }

    /// Steps up to a token that closes an open bracket. `opened` is what to blame if there are
    /// none.
    fn steps(&mut self, opened: Span) -> Vec<Step> {
        let mut steps = Vec::new();
        if !self.descend() {
            self.ascend();
            return steps;
        }
        let mut complained = false;
        if matches!(self.kind(), TokenKind::Semi | TokenKind::Arrow) {
            complained = true;
            let text = self.current().text.clone();
            self.error_here(|span| {
                Diagnostic::new(
                    &codes::EMPTY_SEQUENCE,
                    span,
                    format!("a statement must stand before `{text}`"),
                )
                .fix(span, format!("skip{text}"), "write `skip` to do nothing")
            });
            self.separators();
        }
        while !self.at_end_of_steps() {
            let before = self.position;
            self.parentheses = 0;
            let errors = self.diagnostics.len();
            let step = self.step();
            steps.extend(step);
            let failed = self.diagnostics[errors..].iter().any(Diagnostic::is_error);
            complained |= failed;
            if failed && !self.at_separator() && !self.at_end_of_steps() {
                self.resume(before);
            } else if !self.separators() && !self.at_end_of_steps() {
                self.missing_separator();
                if self.position == before {
                    self.recover();
                    self.separators();
                }
            }
        }
        if steps.is_empty() && !complained {
            self.error_at(
                opened,
                Diagnostic::new(
                    &codes::EMPTY_SEQUENCE,
                    opened,
                    "at least one statement must follow",
                )
                .label("nothing follows this")
                .help("write `skip` to do nothing"),
            );
        }
        self.ascend();
        steps
    }

    /// After an error: goes to where the next step can start.
    fn resume(&mut self, before: usize) {
        let fresh_line = self.current().newline && self.position > before;
        if !(fresh_line && self.can_start_step()) {
            self.recover();
        }
        self.separators();
    }

    fn at_separator(&self) -> bool {
        matches!(self.kind(), TokenKind::Semi | TokenKind::Arrow)
    }

    /// Consumes what separates steps; false if nothing does.
    fn separators(&mut self) -> bool {
        let mut seen = false;
        while self.at_separator() {
            self.bump();
            seen = true;
        }
        if !seen && (self.no_separator || self.at_soft_end()) && !self.at_end_of_steps() {
            // The separator is implied; having used it, the next token continues nothing.
            self.may_end = false;
            self.no_separator = false;
            seen = true;
        }
        seen
    }

    fn missing_separator(&mut self) {
        let end = self.previous.end();
        if self.can_start_step() {
            self.error_here(|span| {
                Diagnostic::new(
                    &codes::SEPARATOR,
                    end,
                    "a separator is missing between two statements",
                )
                .label("here")
                .related(span, "the next statement starts here")
                .fix(end, ";", "separate them with `;`")
            });
        } else {
            self.unexpected("`;` or the end of the sequence");
            self.recover();
            self.separators();
        }
    }

    pub(super) fn can_start_step(&self) -> bool {
        match self.kind() {
            TokenKind::Number
            | TokenKind::Char
            | TokenKind::LParen
            | TokenKind::LBrace
            | TokenKind::Bang
            | TokenKind::Minus
            | TokenKind::Tilde => true,
            TokenKind::Ident => {
                self.at_name()
                    || [
                        keyword::STATEMENTS,
                        keyword::OPERANDS,
                        keyword::TYPES,
                        keyword::VISIBILITIES,
                        super::embedded::WORDS,
                        &["xr", "xs"],
                    ]
                    .iter()
                    .any(|words| self.at_any(words))
            }
            _ => false,
        }
    }

    /// Whether the sequence ends here. A closing token that nothing waits for is reported and
    /// skipped; one that an outer bracket waits for ends this sequence too.
    fn at_end_of_steps(&mut self) -> bool {
        loop {
            let wanted = match self.kind() {
                TokenKind::Eof => return true,
                TokenKind::RBrace => return true,
                TokenKind::ColonColon => [Open::If, Open::Do],
                TokenKind::Ident => match &*self.current().text {
                    "fi" => [Open::If, Open::If],
                    "od" => [Open::Do, Open::Do],
                    "inline" | "typedef" => return false,
                    _ => return self.at_unit(),
                },
                _ => return false,
            };
            if self.open.iter().any(|(open, _)| wanted.contains(open)) {
                return true;
            }
            let text = self.current().text.clone();
            self.error_here(|span| {
                let opening = match &*text {
                    "fi" => "if",
                    "od" => "do",
                    _ => "if or do",
                };
                Diagnostic::new(
                    &codes::STRAY_CLOSER,
                    span,
                    format!("`{text}` without {opening}"),
                )
                .label("nothing is open that this could belong to")
            });
            self.bump();
            self.separators_after_stray();
        }
    }

    fn separators_after_stray(&mut self) {
        while self.at_separator() {
            self.bump();
        }
        self.no_separator = true;
    }

    pub(super) fn unclosed(&mut self, opened: Span, what: &str, closing: &str) {
        let found = super::recover::describe(self.current());
        let at = self.span();
        self.error_at(
            at,
            Diagnostic::new(
                &codes::UNCLOSED,
                opened,
                format!("this {what} is not closed: expected {closing}, found {found}"),
            )
            .label("opened here")
            .related(at, format!("expected {closing} before this")),
        );
    }

    fn step(&mut self) -> Option<Step> {
        if self.at_decl() || self.at_unknown_type() {
            if self.at_mtype_definition() {
                self.not_global("an mtype definition");
                self.mtype_definition();
                return None;
            }
            return self.decl().map(Step::Decl);
        }
        if self.at_word("typedef") || self.at_word("inline") {
            self.not_global("this definition");
            if self.at_word("typedef") {
                self.typedef();
            } else {
                self.inline_definition();
            }
            return None;
        }
        if self.at_word("xr") || self.at_word("xs") {
            return self.exclusive().map(Step::Exclusive);
        }
        self.stmt().map(Step::Stmt)
    }

    fn not_global(&mut self, what: &str) {
        let opened = self.open.first().map(|&(_, span)| span);
        self.error_here(|span| {
            let diagnostic = Diagnostic::new(
                &codes::NOT_GLOBAL,
                span,
                format!("{what} must stand outside every body"),
            )
            .help("move it in front, or close the body with `}`");
            match opened {
                Some(opened) => diagnostic.related(opened, "inside the body that starts here"),
                None => diagnostic,
            }
        });
    }

    /// `xr a, b` or `xs a, b`
    fn exclusive(&mut self) -> Option<Exclusive> {
        let kind = if self.at_word("xr") {
            ExclusiveKind::Receive
        } else {
            ExclusiveKind::Send
        };
        let first = self.bump();
        let mut channels = Vec::new();
        loop {
            if !self.at_name() {
                self.unexpected("the name of a channel");
                return None;
            }
            channels.push(self.var_ref());
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        Some(Exclusive {
            kind,
            channels,
            span: self.since(first),
        })
    }
}
