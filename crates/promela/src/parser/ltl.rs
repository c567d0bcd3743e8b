//! `ltl` blocks: Promela expressions with temporal operators among them.
//!
//! The operators exist only between the braces of an `ltl` block, where SPIN's lexer changes its
//! mode; here the tokens `[` `]` that touch are read as one.

use super::Parser;
use crate::ast::{BinaryOp, Expr, ExprKind, Ltl, UnaryOp, UnitKind};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::token::TokenKind;

impl Parser<'_> {
    /// `ltl name { formula }`
    pub(super) fn ltl(&mut self) -> Option<UnitKind> {
        self.bump();
        let name = if self.at(TokenKind::LBrace) {
            None
        } else {
            Some(self.name("the name of the property, or `{`")?)
        };
        let open = self.span();
        if !self.expect(TokenKind::LBrace, "`{` before the formula") {
            return None;
        }
        let first = self.span();
        self.in_formula = true;
        let formula = self.expr();
        if self.at(TokenKind::Assign) {
            self.assignment_in_expression();
        }
        self.in_formula = false;
        let source = self.since(first);
        self.eat(TokenKind::Semi);
        if !self.eat(TokenKind::RBrace) {
            self.unexpected("an operator, or `}` after the formula");
            while !matches!(self.kind(), TokenKind::RBrace | TokenKind::Eof) && !self.at_unit() {
                self.bump();
            }
            if !self.eat(TokenKind::RBrace) {
                self.unclosed(open, "`{`", "`}`");
            }
        }
        self.warn_implication_chain(&formula);
        let source = self.sources.text(source).into();
        Some(UnitKind::Ltl(Ltl {
            name,
            formula,
            source,
        }))
    }

    /// A prefix operator of formulas and its number of tokens.
    pub(super) fn formula_prefix(&self) -> Option<(UnaryOp, usize)> {
        let touching = |kind| {
            let next = self.ahead(1);
            next.kind == kind && !next.space
        };
        match self.kind() {
            TokenKind::LBracket if touching(TokenKind::RBracket) => Some((UnaryOp::Always, 2)),
            TokenKind::Lt if touching(TokenKind::Gt) => Some((UnaryOp::Eventually, 2)),
            TokenKind::Ident => match &*self.current().text {
                "always" => Some((UnaryOp::Always, 1)),
                "eventually" => Some((UnaryOp::Eventually, 1)),
                "X" | "next" => Some((UnaryOp::Next, 1)),
                _ => None,
            },
            _ => None,
        }
    }

    /// An infix operator of formulas, its precedence and its number of tokens.
    pub(super) fn formula_op(&self) -> Option<(BinaryOp, u8, usize)> {
        let next = self.ahead(1);
        match self.kind() {
            TokenKind::Arrow => Some((BinaryOp::Implies, 0, 1)),
            TokenKind::Lt if next.kind == TokenKind::Arrow && !next.space => {
                Some((BinaryOp::Equivalent, 0, 2))
            }
            TokenKind::Ident => match &*self.current().text {
                "implies" => Some((BinaryOp::Implies, 0, 1)),
                "equivalent" => Some((BinaryOp::Equivalent, 0, 1)),
                "U" | "until" | "stronguntil" => Some((BinaryOp::Until, 3, 1)),
                "W" | "weakuntil" => Some((BinaryOp::WeakUntil, 3, 1)),
                "V" | "release" => Some((BinaryOp::Release, 3, 1)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Most people read `a -> b -> c` as `a -> (b -> c)`; SPIN reads `(a -> b) -> c`.
    fn warn_implication_chain(&mut self, formula: &Expr) {
        let ExprKind::Binary {
            op: BinaryOp::Implies,
            left,
            right,
        } = &formula.kind
        else {
            return;
        };
        // Parentheses leave no node, but they widen the gap between an operand and the operator.
        let ExprKind::Binary {
            op: BinaryOp::Implies,
            right: middle,
            ..
        } = &left.kind
        else {
            return;
        };
        let gap = crate::span::Span {
            lo: middle.span.hi,
            hi: right.span.lo,
            ..formula.span
        };
        if self.sources.text(gap).contains(')') {
            return;
        }
        self.report(
            Diagnostic::new(
                &codes::IMPLICATION_CHAIN,
                formula.span,
                "a chain of implications groups from the left",
            )
            .label("read as `(a -> b) -> c`")
            .help("say which one is meant with parentheses"),
        );
    }
}
