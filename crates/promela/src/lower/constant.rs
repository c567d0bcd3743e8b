//! Constant expressions: array sizes, channel capacities, initial lists, priorities.

use super::scope::Symbol;
use super::{Lowerer, codes};
use crate::ast::{BinaryOp, Expr, ExprKind, Initializer, UnaryOp};
use crate::diagnostic::Diagnostic;
use program::interpreter::{binary, unary};
use std::sync::Arc;

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

    /// The size of an array: a constant, or a variable for its initial value. SPIN takes 8 for a
    /// variable that starts with zero, as a parameter does.
    pub(super) fn array_bound(&mut self, expr: &Expr, locals: &[Symbol]) -> Option<i32> {
        let Some((name, value)) = self.initial_of(expr, locals) else {
            return self.constant(expr);
        };
        let (bound, why) = match value {
            0 => (8, format!("`{name}` starts with 0: 8 is taken for it here")),
            _ => (
                value,
                format!("`{name}` stands for its initial value {value} here"),
            ),
        };
        self.initial_taken(expr, why);
        Some(bound)
    }

    /// A constant, or a global variable that stands for its initial value.
    pub(super) fn constant_or_initial(&mut self, expr: &Expr) -> Option<i32> {
        let Some((name, value)) = self.initial_of(expr, &[]) else {
            return self.constant(expr);
        };
        let message = format!("`{name}` stands for its initial value {value} here");
        self.initial_taken(expr, message);
        Some(value)
    }

    /// The name and the constant initial value of a variable: one of these locals, else a global.
    fn initial_of(&self, expr: &Expr, locals: &[Symbol]) -> Option<(Arc<str>, i32)> {
        let ExprKind::Var(var) = &expr.kind else {
            return None;
        };
        let [one] = &var.segments[..] else {
            return None;
        };
        let name = &one.name.text;
        let local = locals.iter().rev().find(|symbol| symbol.name == *name);
        let symbol = local.or_else(|| Some(&self.globals[*self.global_names.get(name)?]))?;
        let value = symbol.constant.filter(|_| one.index.is_none())?;
        Some((name.clone(), value))
    }

    fn initial_taken(&mut self, variable: &Expr, message: String) {
        let warning = Diagnostic::new(&codes::ARRAY_BOUND_VARIABLE, variable.span, message)
            .note("the number does not follow the variable when it changes")
            .help("use a macro: #define NAME value");
        self.report(warning);
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
