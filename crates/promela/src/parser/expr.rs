//! Expressions: operators by precedence climbing. Operands are in `operand`.
//!
//! Precedences are those of SPIN's grammar, temporal operators included: unary ones, `[]` as
//! much as `!`, bind tighter than every binary one, and all binary ones, `->` as much as `-`,
//! group from the left.

use super::{MAX_HEIGHT, Parser};
use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::token::TokenKind;

impl Parser<'_> {
    /// An expression, reporting if there is none.
    pub(super) fn expr(&mut self) -> Expr {
        let first = self.unary();
        self.expr_from(first)
    }

    /// The rest of an expression whose first operand has been read.
    pub(super) fn expr_from(&mut self, first: Expr) -> Expr {
        self.binary(first, 0)
    }

    /// `left` and all that follows at a precedence of `min` or above.
    pub(super) fn binary(&mut self, mut left: Expr, min: u8) -> Expr {
        while let Some((_, level, _)) = self.binary_op()
            && level >= min
        {
            left = self.chain(left, level);
        }
        left
    }

    /// A node of the tree, or what stands for one that would be too tall.
    pub(super) fn node(&mut self, kind: ExprKind, span: Span) -> Expr {
        let expr = Expr::new(kind, span);
        if expr.height() <= MAX_HEIGHT {
            return expr;
        }
        if !self.stopped {
            let message = format!("an expression of more than {MAX_HEIGHT} levels");
            self.stop(
                Diagnostic::new(&codes::NESTING, span, message)
                    .note(
                        "chains of `+`, `-`, `*`, `&`, `|`, `^`, `&&` and `||` have no such limit",
                    )
                    .help("split it up"),
            );
        }
        self.missing(span)
    }

    /// A node for `left op right`. Comparing a formula for equality asks whether both are true
    /// at the same time: that is `<->`.
    pub(super) fn binary_kind(
        &mut self,
        op: BinaryOp,
        at: Span,
        left: Expr,
        right: Expr,
    ) -> ExprKind {
        let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        if !(equality && self.in_formula && (is_temporal(&left) || is_temporal(&right))) {
            self.check_operands(op, at, &[&left, &right]);
            return ExprKind::Binary {
                op,
                left: Box::new(left),
                right: Box::new(right),
            };
        }
        let formula = if is_temporal(&left) { &left } else { &right };
        self.report(
            Diagnostic::new(
                &codes::COMPARED_FORMULA,
                at,
                format!("`{}` compares a temporal formula", op.symbol()),
            )
            .related(formula.span, "this whole formula is compared")
            .note("unary operators bind tightest: `[] a == b` is `([] a) == b`")
            .help("write `[] (a == b)` if that is meant"),
        );
        let span = self.sources.join(left.span, right.span);
        let same = ExprKind::Binary {
            op: BinaryOp::Equivalent,
            left: Box::new(left),
            right: Box::new(right),
        };
        match op {
            BinaryOp::Eq => same,
            _ => ExprKind::Unary {
                op: UnaryOp::Not,
                operand: Box::new(Expr::new(same, span)),
            },
        }
    }

    /// The binary operator here, its precedence, and how many tokens it is.
    pub(super) fn binary_op(&self) -> Option<(BinaryOp, u8, usize)> {
        if self.in_formula
            && let Some(found) = self.formula_op()
        {
            return Some(found);
        }
        let (op, level) = match self.kind() {
            TokenKind::OrOr => (BinaryOp::Or, 1),
            TokenKind::AndAnd => (BinaryOp::And, 2),
            TokenKind::Or => (BinaryOp::BitOr, 4),
            TokenKind::Caret => (BinaryOp::BitXor, 5),
            TokenKind::And => (BinaryOp::BitAnd, 6),
            TokenKind::EqEq => (BinaryOp::Eq, 7),
            TokenKind::NotEq => (BinaryOp::Ne, 7),
            TokenKind::Lt => (BinaryOp::Lt, 8),
            // In `c ? < a >` the bracket closes; what follows it cannot be an operand.
            TokenKind::Gt => (BinaryOp::Gt, 8),
            TokenKind::Le => (BinaryOp::Le, 8),
            TokenKind::Ge => (BinaryOp::Ge, 8),
            TokenKind::Shl => (BinaryOp::Shl, 9),
            TokenKind::Shr => (BinaryOp::Shr, 9),
            TokenKind::Plus => (BinaryOp::Add, 10),
            // A minus behind a newline starts a statement.
            TokenKind::Minus if !self.at_soft_end() => (BinaryOp::Sub, 10),
            TokenKind::Star => (BinaryOp::Mul, 11),
            TokenKind::Slash => (BinaryOp::Div, 11),
            TokenKind::Percent => (BinaryOp::Rem, 11),
            _ => return None,
        };
        // `x += 1` is no sum: let the caller trip over the operator.
        let next = self.ahead(1);
        if level >= 4 && next.kind == TokenKind::Assign && !next.space {
            return None;
        }
        Some((op, level, 1))
    }

    pub(super) fn unary(&mut self) -> Expr {
        let at = self.span();
        let (op, tokens) = match self.kind() {
            TokenKind::Minus => (UnaryOp::Neg, 1),
            TokenKind::Bang => (UnaryOp::Not, 1),
            TokenKind::Tilde => (UnaryOp::BitNot, 1),
            TokenKind::BangBang | TokenKind::MinusMinus | TokenKind::PlusPlus => {
                self.doubled_operator();
                return self.unary();
            }
            _ => match self.formula_prefix() {
                Some(found) if self.in_formula => found,
                _ => return self.operand(),
            },
        };
        for _ in 0..tokens {
            self.bump();
        }
        let operator = self.since(at);
        if !self.enter() {
            self.leave();
            return self.missing(at);
        }
        let operand = self.unary();
        self.leave();
        if op == UnaryOp::Not && !self.in_formula && has_probe(&operand) {
            self.negated_probe(operator, &operand);
        } else if !self.in_formula && has_probe(&operand) {
            self.probe_operand(operator, op.symbol());
        } else if self.in_formula
            && !op.is_temporal()
            && op != UnaryOp::Not
            && is_temporal(&operand)
        {
            self.temporal_operand(operator, op.symbol(), &operand);
        }
        let span = self.sources.join(at, operand.span);
        let operand = Box::new(operand);
        self.node(ExprKind::Unary { op, operand }, span)
    }

    /// `!!x`, `--x`, `++x`: one token each, and no prefix operator.
    fn doubled_operator(&mut self) {
        let text = self.current().text.clone();
        self.error_here(|span| {
            let diagnostic = Diagnostic::new(
                &codes::OPERATOR,
                span,
                format!("`{text}` cannot stand before an operand"),
            );
            match &*text {
                "!!" => diagnostic.label("this is the sorted send").fix(
                    span,
                    "! !",
                    "negate twice with a space between",
                ),
                "--" => diagnostic.fix(span, "- -", "put a space between two minus signs"),
                _ => diagnostic.help("increment in a statement of its own: `x++`"),
            }
        });
        self.bump();
    }

    /// SPIN's grammar keeps probes of channels out of arithmetic and negation, as the reduction
    /// relies on their polarity; formulas may hold time against anything that is true or false.
    pub(super) fn check_operands(&mut self, op: BinaryOp, at: Span, operands: &[&Expr]) {
        use BinaryOp::{And, Equivalent, Implies, Or, Release, Until, WeakUntil};
        let boolean = matches!(
            op,
            And | Or | Implies | Equivalent | Until | WeakUntil | Release
        );
        if boolean {
            return;
        }
        if operands.iter().any(|operand| has_probe(operand)) {
            self.probe_operand(at, op.symbol());
        }
        for operand in operands {
            if self.in_formula && is_temporal(operand) {
                return self.temporal_operand(at, op.symbol(), operand);
            }
        }
    }

    fn probe_operand(&mut self, at: Span, op: &str) {
        self.error_at(
            at,
            Diagnostic::new(
                &codes::PROBE,
                at,
                format!("a probe of a channel cannot be an operand of `{op}`"),
            )
            .help("full, empty, nfull and nempty combine with && and || only; len(q) is a number"),
        );
    }

    fn negated_probe(&mut self, at: Span, operand: &Expr) {
        let mut diagnostic =
            Diagnostic::new(&codes::PROBE, at, "a probe of a channel cannot be negated");
        if let ExprKind::Probe { probe, channel } = &operand.kind {
            use crate::ast::Probe::{Empty, Full, NEmpty, NFull};
            let opposite = match probe {
                Full => "nfull",
                NFull => "full",
                Empty => "nempty",
                NEmpty => "empty",
            };
            let span = self.sources.join(at, operand.span);
            let channel = self.sources.text(channel.span);
            diagnostic = diagnostic.fix(
                span,
                format!("{opposite}({channel})"),
                "use the opposite probe",
            );
        } else {
            diagnostic = diagnostic.help("negate each probe: nfull for full, nempty for empty");
        }
        self.error_at(at, diagnostic);
    }

    fn temporal_operand(&mut self, at: Span, op: &str, operand: &Expr) {
        let diagnostic = Diagnostic::new(
            &codes::TEMPORAL,
            at,
            format!("a temporal formula cannot be an operand of `{op}`"),
        )
        .related(operand.span, "this is a formula, not a value");
        let diagnostic = match op {
            "&" | "|" => diagnostic.fix(
                at,
                op.repeat(2),
                "combine formulas with the doubled operator",
            ),
            _ => {
                diagnostic.help("unary operators bind tightest: write `[] (a + b)`, not `[] a + b`")
            }
        };
        self.error_at(at, diagnostic);
    }

    /// What stands for an expression that is not there.
    pub(super) fn missing(&self, span: Span) -> Expr {
        Expr::new(ExprKind::Error, span)
    }
}

/// A probe that is true or false of the whole: not one inside arithmetic.
fn has_probe(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Probe { .. } => true,
        ExprKind::Binary {
            op: BinaryOp::And | BinaryOp::Or,
            left,
            right,
        } => has_probe(left) || has_probe(right),
        _ => false,
    }
}

fn is_temporal(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary { op, operand } => op.is_temporal() || is_temporal(operand),
        ExprKind::Binary { op, left, right } => {
            op.is_temporal() || is_temporal(left) || is_temporal(right)
        }
        _ => false,
    }
}
