//! Channel operations: `!`, `!!`, `?`, `??` and their variants.

use super::Parser;
use crate::ast::{ExprKind, Receive, RecvArg, RecvArgKind, Send, StmtKind, VarRef};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::token::TokenKind;

impl Parser<'_> {
    /// `c!a, b` or `c!a(b)`, at the operator.
    pub(super) fn send(&mut self, channel: VarRef) -> StmtKind {
        let sorted = self.at(TokenKind::BangBang);
        self.bump();
        let mut args = vec![self.expr()];
        if self.at(TokenKind::LParen) && !self.at_soft_end() {
            let open = self.bump();
            args.push(self.expr());
            while self.eat(TokenKind::Comma) {
                args.push(self.expr());
            }
            self.close_parenthesis(open);
        } else {
            while self.eat(TokenKind::Comma) {
                args.push(self.expr());
            }
        }
        StmtKind::Send(Send {
            channel,
            sorted,
            args,
        })
    }

    /// `c?args`, `c?<args>`, `c??args`, `c??<args>`, at the operator.
    pub(super) fn receive(&mut self, channel: VarRef) -> StmtKind {
        if channel.segments.len() == 1 && &*channel.segments[0].name.text == "STDIN" {
            self.error_at(
                channel.span,
                Diagnostic::new(
                    &codes::STANDARD_INPUT,
                    channel.span,
                    "a model cannot read from standard input",
                )
                .note("a verifier must explore every input, so there is none to read")
                .help("choose a value instead: select (x : 0 .. 255)"),
            );
        }
        let random = self.at(TokenKind::QueryQuery);
        self.bump();
        let keep = self.eat(TokenKind::Lt);
        let mut args = Vec::new();
        self.receive_args(&mut args);
        if keep {
            self.expect(TokenKind::Gt, "`>` after the arguments");
        }
        StmtKind::Receive(Receive {
            channel,
            random,
            keep,
            args,
        })
    }

    /// `c?[args]`, at the operator.
    pub(super) fn poll(&mut self, channel: VarRef) -> ExprKind {
        let random = self.at(TokenKind::QueryQuery);
        self.bump();
        self.bump();
        let mut args = Vec::new();
        self.receive_args(&mut args);
        self.expect(TokenKind::RBracket, "`]` after the arguments");
        ExprKind::Poll {
            channel,
            random,
            args,
        }
    }

    /// `a, b`, `a(b, c)`, `(a, b)`, and any nesting of these.
    fn receive_args(&mut self, args: &mut Vec<RecvArg>) {
        if !self.enter() {
            return self.leave();
        }
        loop {
            if self.at(TokenKind::LParen) {
                self.receive_group(args);
                break;
            }
            let before = self.position;
            if let Some(arg) = self.receive_arg() {
                args.push(arg);
            }
            if self.position == before {
                break;
            }
            if self.at(TokenKind::LParen) && !self.at_soft_end() {
                self.receive_group(args);
                break;
            }
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.leave();
    }

    fn receive_group(&mut self, args: &mut Vec<RecvArg>) {
        let open = self.bump();
        self.receive_args(args);
        self.close_parenthesis(open);
    }

    fn receive_arg(&mut self) -> Option<RecvArg> {
        let first = self.span();
        let kind = match self.kind() {
            TokenKind::Minus => {
                self.bump();
                if !matches!(self.kind(), TokenKind::Number | TokenKind::Char) {
                    self.unexpected("a number");
                    return None;
                }
                RecvArgKind::Constant(self.number().wrapping_neg())
            }
            TokenKind::Number | TokenKind::Char => RecvArgKind::Constant(self.number()),
            TokenKind::Ident => match &*self.current().text {
                "true" | "skip" => {
                    self.bump();
                    RecvArgKind::Constant(1)
                }
                "false" => {
                    self.bump();
                    RecvArgKind::Constant(0)
                }
                "_" => {
                    self.bump();
                    RecvArgKind::Wildcard
                }
                "eval" => {
                    self.bump();
                    let open = self.span();
                    if !self.expect(TokenKind::LParen, "`(`") {
                        return None;
                    }
                    let value = self.expr();
                    self.close_parenthesis(open);
                    RecvArgKind::Eval(value)
                }
                _ if self.at_name() => RecvArgKind::Var(self.var_ref()),
                _ => {
                    self.unexpected("a variable, a constant, or eval(...)");
                    return None;
                }
            },
            _ => {
                self.unexpected("a variable, a constant, or eval(...)");
                return None;
            }
        };
        Some(RecvArg {
            kind,
            span: self.since(first),
        })
    }
}
