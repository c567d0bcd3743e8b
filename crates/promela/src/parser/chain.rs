//! Chains: operands with operators of one precedence between them, and the tree made of them.
//!
//! Operators group from the left, so a sum of a hundred thousand terms would be a tree of that
//! height, and everything that walks it would need as much stack. Where grouping makes no difference
//! a tall chain becomes a balanced tree. For `+`, `-` and `*` it makes none, as values wrap at 32 bits:
//! `a - b - c` is `a - (b + c)`. For all operators of a [`Family`] the operands are still evaluated
//! from left to right, `&&` and `||` skip the same ones, and nothing but an operand can fault. So a
//! run has the same value or the same fault in either grouping.

use super::Parser;
use crate::ast::{BinaryOp, Expr, ExprKind};
use crate::span::Span;

/// Trees up to this height stay as they are written.
const TALL: u32 = 64;

/// An operator and its right operand.
struct Link {
    op: BinaryOp,
    at: Span,
    term: Expr,
}

/// Operators that can be grouped at will among each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Sum,
    Same(BinaryOp),
}

impl Family {
    fn of(op: BinaryOp) -> Option<Family> {
        use BinaryOp::{Add, And, BitAnd, BitOr, BitXor, Mul, Or, Sub};
        match op {
            Add | Sub => Some(Family::Sum),
            Mul | And | Or | BitAnd | BitOr | BitXor => Some(Family::Same(op)),
            _ => None,
        }
    }
}

impl Parser<'_> {
    /// `first` and all that follows at one level of precedence.
    pub(super) fn chain(&mut self, first: Expr, level: u8) -> Expr {
        let mut left = first;
        let mut run: Vec<Link> = Vec::new();
        while let Some((op, this, tokens)) = self.binary_op()
            && this == level
            && !self.stopped
        {
            let at = self.span();
            for _ in 0..tokens {
                self.bump();
            }
            let at = self.since(at);
            let term = self.unary();
            let term = self.binary(term, level + 1);
            if let Some(last) = run.last()
                && (Family::of(op) != Family::of(last.op) || Family::of(op).is_none())
            {
                left = self.tie(left, std::mem::take(&mut run));
            }
            run.push(Link { op, at, term });
        }
        self.tie(left, run)
    }

    /// A tree of operators that are all of one family, or of a single operator.
    fn tie(&mut self, first: Expr, run: Vec<Link>) -> Expr {
        let height = |(link, above): (&Link, u32)| link.term.height() + above;
        let count = run.len() as u32;
        let tallest = std::iter::zip(&run, (1..=count).rev()).map(height).max();
        let tallest = tallest.unwrap_or(0).max(first.height() + count);
        match run.first().and_then(|link| Family::of(link.op)) {
            Some(family) if tallest > TALL => self.tie_tall(first, run, family),
            _ => run.into_iter().fold(first, |left, link| {
                let span = self.sources.join(left.span, link.term.span);
                let kind = self.binary_kind(link.op, link.at, left, link.term);
                self.node(kind, span)
            }),
        }
    }

    fn tie_tall(&mut self, first: Expr, run: Vec<Link>, family: Family) -> Expr {
        if let Some(link) = run.first() {
            self.check_operands(link.op, link.at, &[&first]);
        }
        for link in &run {
            self.check_operands(link.op, link.at, &[&link.term]);
        }
        let mut terms = Vec::with_capacity(run.len() + 1);
        // The first operator is not looked at.
        let op = BinaryOp::Add;
        let at = first.span;
        let term = first;
        flatten(Link { op, at, term }, family, &mut terms);
        for link in run {
            flatten(link, family, &mut terms);
        }
        self.balanced(terms)
    }

    /// The balanced tree of at least one term.
    fn balanced(&mut self, mut terms: Vec<Link>) -> Expr {
        let mut right = terms.split_off(terms.len() / 2);
        let op = right[0].op;
        if terms.is_empty() {
            return right.swap_remove(0).term;
        }
        for link in &mut right[1..] {
            link.op = under(op, link.op);
        }
        let (left, right) = (self.balanced(terms), self.balanced(right));
        let span = self.sources.join(left.span, right.span);
        let (left, right) = (Box::new(left), Box::new(right));
        self.node(ExprKind::Binary { op, left, right }, span)
    }
}

/// Takes an operand apart that is a chain of the same family, as in `a && (b && c)`.
fn flatten(link: Link, family: Family, terms: &mut Vec<Link>) {
    match link.term.kind {
        ExprKind::Binary { op, left, right } if Family::of(op) == Some(family) => {
            let term = *left;
            flatten(Link { term, ..link }, family, terms);
            let op = under(link.op, op);
            let at = right.span;
            let term = *right;
            flatten(Link { op, at, term }, family, terms);
        }
        _ => terms.push(link),
    }
}

/// The operator inside the right operand of another, outside of it: `a - (b - c)` is `a - b + c`.
fn under(outer: BinaryOp, inner: BinaryOp) -> BinaryOp {
    match (outer, inner) {
        (BinaryOp::Sub, BinaryOp::Sub) => BinaryOp::Add,
        (BinaryOp::Sub, BinaryOp::Add) => BinaryOp::Sub,
        _ => inner,
    }
}
