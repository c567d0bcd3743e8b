//! Statements with a keyword and arguments: loops over ranges, `select`, printing, `return`.

use super::Parser;
use crate::ast::{
    Expr, ExprKind, For, ForRange, Literal, Segment, Select, StmtKind, StringLiteral, VarRef,
};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::token::TokenKind;

/// The largest range of a `select` that SPIN's lexer unrolls.
const UNROLLED_RANGE: i32 = 32;

impl Parser<'_> {
    /// The head `( var : from .. to )`, up to and without `)`; the caller has read `(`.
    fn range(&mut self) -> Option<(Expr, Expr)> {
        if !self.expect(TokenKind::Colon, "`:` and a range") {
            return None;
        }
        let from = self.expr();
        if !self.expect(TokenKind::DotDot, "`..` and the end of the range") {
            return None;
        }
        let to = self.expr();
        Some((from, to))
    }

    fn loop_var(&mut self) -> Option<(Span, VarRef)> {
        self.bump();
        let open = self.span();
        if !self.expect(TokenKind::LParen, "`(`") {
            return None;
        }
        if !self.at_name() {
            self.unexpected("the name of a variable");
            return None;
        }
        Some((open, self.var_ref()))
    }

    pub(super) fn for_stmt(&mut self) -> Option<StmtKind> {
        let (open, var) = self.loop_var()?;
        let range = if self.eat_word("in") {
            if !self.at_name() {
                self.unexpected("the name of an array or a channel");
                return None;
            }
            ForRange::In(self.var_ref())
        } else {
            let (from, to) = self.range()?;
            ForRange::Interval { from, to }
        };
        self.close_parenthesis(open);
        // A newline, or a semicolon, may stand before the body.
        self.may_end = false;
        self.eat(TokenKind::Semi);
        let body = self.block()?;
        Some(StmtKind::For(Box::new(For { var, range, body })))
    }

    pub(super) fn select(&mut self) -> Option<StmtKind> {
        let (open, var) = self.loop_var()?;
        let (from, to) = self.range()?;
        self.close_parenthesis(open);
        let literal = |expr: &Expr| match expr.kind {
            ExprKind::Literal(Literal::Number(value)) => Some(value),
            _ => None,
        };
        let plain = |segments: &[Segment]| match segments {
            [only] => only.index.is_none() && !only.name.text.contains('_'),
            _ => false,
        };
        let unrolled = self.calls.is_empty()
            && plain(&var.segments)
            && matches!((literal(&from), literal(&to)),
                (Some(a), Some(b)) if (0..=UNROLLED_RANGE).contains(&b.wrapping_sub(a)));
        Some(StmtKind::Select(Box::new(Select {
            var,
            from,
            to,
            unrolled,
        })))
    }

    pub(super) fn printf(&mut self) -> Option<StmtKind> {
        self.bump();
        let open = self.span();
        if !self.expect(TokenKind::LParen, "`(`") {
            return None;
        }
        if !self.at(TokenKind::String) {
            self.unexpected("a format string");
            self.close_parenthesis(open);
            return None;
        }
        let text = self.current().text.clone();
        let text = text[1..text.len() - 1].into();
        let span = self.bump();
        let format = StringLiteral { text, span };
        let mut args = Vec::new();
        while self.eat(TokenKind::Comma) {
            args.push(self.expr());
        }
        self.close_parenthesis(open);
        Some(StmtKind::Printf { format, args })
    }

    pub(super) fn printm(&mut self) -> Option<StmtKind> {
        self.bump();
        let open = self.span();
        if !self.expect(TokenKind::LParen, "`(`") {
            return None;
        }
        let value = self.operand();
        self.close_parenthesis(open);
        Some(StmtKind::Printm(value))
    }

    pub(super) fn set_priority(&mut self) -> Option<StmtKind> {
        self.bump();
        let open = self.span();
        if !self.expect(TokenKind::LParen, "`(`") {
            return None;
        }
        let pid = Box::new(self.expr());
        if !self.expect(TokenKind::Comma, "`,` and the priority") {
            return None;
        }
        let priority = Box::new(self.expr());
        self.close_parenthesis(open);
        Some(StmtKind::SetPriority { pid, priority })
    }

    /// `return e` in an inline called as `x = f()`: assigns, and does not leave the inline.
    pub(super) fn return_stmt(&mut self) -> StmtKind {
        let at = self.bump();
        let value = self.expr();
        let target = self.calls.last().and_then(|call| call.target.clone());
        match target {
            Some(target) => StmtKind::Assign { target, value },
            None if matches!(value.kind, ExprKind::Error) => StmtKind::Error,
            None => {
                self.error_at(
                    at,
                    Diagnostic::new(&codes::RETURN, at, "there is nothing to return to").help(
                        "return works in an inline that is called as `x = f(...)`; \
                         to leave a process, goto a label at its end",
                    ),
                );
                StmtKind::Error
            }
        }
    }
}
