//! Constant expressions: array sizes, channel capacities, initial lists, priorities.

use super::{Lowerer, codes};
use crate::ast::{BinaryOp, Expr, ExprKind, Initializer, UnaryOp};
use crate::diagnostic::Diagnostic;
use program::interpreter::{binary, unary};

impl Lowerer {
    /// The value of an expression that must be constant; an error if it is not.
    pub(super) fn constant(&mut self, expr: &Expr) -> Option<i32> {
        let value = self.try_constant(expr);
        if value.is_none() && !matches!(expr.kind, ExprKind::Error) {
            let error = Diagnostic::new(&codes::NOT_CONSTANT, expr.span, "this must be a constant")
                .help("use a number, a macro that stands for one, or arithmetic on numbers");
            self.report(error);
        }
        value
    }

    /// The value of an expression if it is constant.
    pub(super) fn try_constant(&self, expr: &Expr) -> Option<i32> {
        match &expr.kind {
            ExprKind::Literal(literal) => Some(literal.value()),
            ExprKind::Var(var) => match &var.segments[..] {
                [one] if one.index.is_none() => {
                    self.mtypes.get(&one.name.text).map(|&(value, _)| value)
                }
                _ => None,
            },
            ExprKind::Unary { op, operand } => {
                let value = self.try_constant(operand)?;
                Some(unary(unary_op(*op)?, value))
            }
            ExprKind::Binary { op, left, right } => {
                let (left, right) = (self.try_constant(left)?, self.try_constant(right)?);
                binary(binary_op(*op)?, left, right).ok()
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                let chosen = if self.try_constant(condition)? != 0 {
                    then
                } else {
                    otherwise
                };
                self.try_constant(chosen)
            }
            _ => None,
        }
    }

    /// A constant, or, as SPIN allows, a variable that stands for its constant initial value.
    pub(super) fn constant_or_initial(&mut self, expr: &Expr) -> Option<i32> {
        if let ExprKind::Var(var) = &expr.kind
            && let [one] = &var.segments[..]
            && one.index.is_none()
            && let Some(&symbol) = self.global_names.get(&one.name.text)
            && let Some(value) = self.globals[symbol].constant
        {
            let message = format!(
                "`{}` stands for its initial value {value} here",
                one.name.text
            );
            let warning = Diagnostic::new(&codes::ARRAY_BOUND_VARIABLE, expr.span, message)
                .note("the number does not follow the variable when it changes")
                .help("use a macro: #define NAME value");
            self.report(warning);
            return Some(value);
        }
        self.constant(expr)
    }

    /// The value that a variable starts with, if it is constant.
    pub(super) fn constant_initial(&self, init: Option<&Initializer>) -> Option<i32> {
        match init {
            None => Some(0),
            Some(Initializer::Expr(expr)) => self.try_constant(expr),
            Some(Initializer::List(_) | Initializer::Channel(_)) => None,
        }
    }
}

/// The model's operator for one of the language; `None` for temporal ones.
pub(super) fn unary_op(op: UnaryOp) -> Option<program::UnaryOp> {
    Some(match op {
        UnaryOp::Neg => program::UnaryOp::Negate,
        UnaryOp::Not => program::UnaryOp::Not,
        UnaryOp::BitNot => program::UnaryOp::Complement,
        UnaryOp::Always | UnaryOp::Eventually | UnaryOp::Next => return None,
    })
}

/// The model's operator for one of the language; `None` for those of formulas.
pub(super) fn binary_op(op: BinaryOp) -> Option<program::BinaryOp> {
    use program::BinaryOp as Op;
    Some(match op {
        BinaryOp::Add => Op::Add,
        BinaryOp::Sub => Op::Sub,
        BinaryOp::Mul => Op::Mul,
        BinaryOp::Div => Op::Div,
        BinaryOp::Rem => Op::Rem,
        BinaryOp::BitAnd => Op::BitAnd,
        BinaryOp::BitOr => Op::BitOr,
        BinaryOp::BitXor => Op::BitXor,
        BinaryOp::Shl => Op::Shl,
        BinaryOp::Shr => Op::Shr,
        BinaryOp::Eq => Op::Eq,
        BinaryOp::Ne => Op::Ne,
        BinaryOp::Lt => Op::Lt,
        BinaryOp::Le => Op::Le,
        BinaryOp::Gt => Op::Gt,
        BinaryOp::Ge => Op::Ge,
        BinaryOp::And => Op::And,
        BinaryOp::Or => Op::Or,
        BinaryOp::Implies
        | BinaryOp::Equivalent
        | BinaryOp::Until
        | BinaryOp::WeakUntil
        | BinaryOp::Release => return None,
    })
}
