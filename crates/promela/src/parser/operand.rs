//! Operands of expressions: literals, variables, calls of the predefined functions, references
//! into other processes, and parentheses.

use super::Parser;
use crate::ast::{Expr, ExprKind, Literal, Probe, VarRef};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::literal;
use crate::span::Span;
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn operand(&mut self) -> Expr {
        let first = self.span();
        if !self.enter() {
            self.leave();
            return self.missing(first);
        }
        let kind = self.operand_kind();
        self.leave();
        let span = if self.span() == first {
            first
        } else {
            self.since(first)
        };
        self.node(kind, span)
    }

    fn operand_kind(&mut self) -> ExprKind {
        match self.kind() {
            TokenKind::LParen => self.parenthesis(),
            TokenKind::Number | TokenKind::Char => {
                ExprKind::Literal(Literal::Number(self.number()))
            }
            TokenKind::Ident if self.at_name() => self.named_operand(),
            TokenKind::Ident => self.keyword_operand(),
            _ => {
                self.unexpected("an expression");
                ExprKind::Error
            }
        }
    }

    /// `(e)` or `(c -> a : b)`
    fn parenthesis(&mut self) -> ExprKind {
        let open = self.bump();
        let inner = self.expr();
        let kind = match self.kind() {
            TokenKind::Arrow => {
                self.bump();
                let then = self.expr();
                self.expect(
                    TokenKind::Colon,
                    "`:` and the second choice of the conditional expression",
                );
                let otherwise = self.expr();
                ExprKind::Conditional {
                    condition: Box::new(inner),
                    then: Box::new(then),
                    otherwise: Box::new(otherwise),
                }
            }
            TokenKind::Assign => {
                self.assignment_in_expression();
                inner.kind
            }
            TokenKind::Bang | TokenKind::BangBang | TokenKind::Query | TokenKind::QueryQuery => {
                self.io_in_expression();
                inner.kind
            }
            _ => inner.kind,
        };
        self.close_parenthesis(open);
        kind
    }

    /// `)`, or a report and the nearest `)` of the same statement.
    pub(super) fn close_parenthesis(&mut self, open: Span) {
        if self.eat(TokenKind::RParen) {
            return;
        }
        if self.at(TokenKind::Eof) || self.at(TokenKind::RBrace) {
            return self.unclosed(open, "`(`", "`)`");
        }
        self.unexpected("`)`");
        let mut depth = 0u32;
        loop {
            match self.kind() {
                TokenKind::LParen => depth += 1,
                TokenKind::RParen if depth == 0 => break,
                TokenKind::RParen => depth -= 1,
                TokenKind::Eof
                | TokenKind::Semi
                | TokenKind::Arrow
                | TokenKind::LBrace
                | TokenKind::RBrace
                | TokenKind::ColonColon => return,
                _ if self.current().newline => return,
                _ => {}
            }
            self.bump();
        }
        self.bump();
    }

    pub(super) fn assignment_in_expression(&mut self) {
        self.error_here(|span| {
            Diagnostic::new(
                &codes::ASSIGN_IN_EXPR,
                span,
                "an assignment is a statement, not an expression",
            )
            .fix(span, "==", "compare with `==`")
        });
        self.bump();
        self.expr();
    }

    fn io_in_expression(&mut self) {
        let text = self.current().text.clone();
        self.error_here(|span| {
            let diagnostic = Diagnostic::new(
                &codes::IO_IN_EXPR,
                span,
                format!("`{text}` is a statement and cannot be part of an expression"),
            );
            if text.starts_with('?') {
                diagnostic.help(format!(
                    "`c{text}[x]` asks whether `c{text}x` could be executed"
                ))
            } else {
                diagnostic.help("nfull(c) asks whether `c` can take a message")
            }
        });
        self.bump();
        self.eat(TokenKind::Lt);
        self.expr();
        while self.eat(TokenKind::Comma) {
            self.expr();
        }
    }

    /// The value of the number or character here.
    pub(super) fn number(&mut self) -> i32 {
        let token = self.current().clone();
        let span = self.bump();
        if token.kind == TokenKind::Char {
            return literal::character(&token.text).unwrap_or_else(|| {
                self.error_at(
                    span,
                    Diagnostic::new(
                        &codes::NUMBER,
                        span,
                        format!("{} is not one character", token.text),
                    )
                    .help("write 'a', or '\\n'"),
                );
                0
            });
        }
        match literal::decimal(&token.text) {
            Some((value, true)) => value,
            Some((value, false)) => {
                self.report(
                    Diagnostic::new(
                        &codes::NUMBER_RANGE,
                        span,
                        format!("`{}` does not fit 32 bits", token.text),
                    )
                    .label(format!("read as {value}")),
                );
                value
            }
            None => {
                self.error_at(
                    span,
                    Diagnostic::new(
                        &codes::NUMBER,
                        span,
                        format!("`{}` is not a number", token.text),
                    )
                    .help("Promela has decimal numbers only"),
                );
                0
            }
        }
    }

    /// A variable in the parentheses of `len` and its like.
    fn channel_argument(&mut self) -> Option<VarRef> {
        let open = self.span();
        if !self.expect(TokenKind::LParen, "`(`") {
            return None;
        }
        if !self.at_name() {
            self.unexpected("the name of a channel");
        }
        let var = self.at_name().then(|| self.var_ref());
        self.close_parenthesis(open);
        var
    }

    fn expr_argument(&mut self) -> Option<Box<Expr>> {
        let open = self.span();
        if !self.expect(TokenKind::LParen, "`(`") {
            return None;
        }
        let expr = self.expr();
        self.close_parenthesis(open);
        Some(Box::new(expr))
    }

    fn keyword_operand(&mut self) -> ExprKind {
        let word = self.current().text.clone();
        let probe = match &*word {
            "full" => Some(Probe::Full),
            "empty" => Some(Probe::Empty),
            "nfull" => Some(Probe::NFull),
            "nempty" => Some(Probe::NEmpty),
            _ => None,
        };
        if let Some(probe) = probe {
            self.bump();
            return match self.channel_argument() {
                Some(channel) => ExprKind::Probe { probe, channel },
                None => ExprKind::Error,
            };
        }
        let or_error = |kind: Option<ExprKind>| kind.unwrap_or(ExprKind::Error);
        let literal = match &*word {
            "true" => Literal::True,
            "false" => Literal::False,
            "skip" => Literal::Skip,
            "run" => return self.run(),
            "c_expr" => {
                self.embedded_c();
                return ExprKind::Error;
            }
            "timeout" => {
                self.bump();
                return ExprKind::Timeout;
            }
            "np_" => {
                self.bump();
                return ExprKind::NonProgress;
            }
            "len" => {
                self.bump();
                return or_error(self.channel_argument().map(ExprKind::Len));
            }
            "enabled" => {
                self.bump();
                return or_error(self.expr_argument().map(ExprKind::Enabled));
            }
            "pc_value" => {
                self.bump();
                return or_error(self.expr_argument().map(ExprKind::PcValue));
            }
            "get_priority" => {
                self.bump();
                return or_error(self.expr_argument().map(ExprKind::GetPriority));
            }
            _ => {
                self.unexpected("an expression");
                return ExprKind::Error;
            }
        };
        self.bump();
        ExprKind::Literal(literal)
    }

    /// `run p(args) priority n`
    fn run(&mut self) -> ExprKind {
        self.bump();
        let Some(proctype) = self.name("the name of a proctype") else {
            return ExprKind::Error;
        };
        let open = self.span();
        if !self.expect(TokenKind::LParen, "`(` and the arguments of the process") {
            return ExprKind::Error;
        }
        let mut args = Vec::new();
        if !self.at(TokenKind::RParen) {
            args.push(self.expr());
            while self.eat(TokenKind::Comma) {
                args.push(self.expr());
            }
        }
        self.close_parenthesis(open);
        let priority = self.priority().map(Box::new);
        ExprKind::Run {
            proctype,
            args,
            priority,
        }
    }

    /// `priority n`, if it is there.
    pub(super) fn priority(&mut self) -> Option<Expr> {
        if !self.eat_word("priority") {
            return None;
        }
        Some(self.operand())
    }
}
