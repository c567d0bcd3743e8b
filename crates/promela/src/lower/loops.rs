//! Loops: `for` over a range, an array or the messages of a channel, and `select`.
//!
//! SPIN writes them out as `do` loops while it parses; the points of control are those of the
//! written-out form.

use super::flow::{ElementId, Target};
use super::types::{Base, Ty};
use super::{Lowerer, codes};
use crate::ast::{self, ExprKind, For, ForRange, Select, VarRef};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use program::{Action, BinaryOp, ChannelTest, Expr, Place, Region, Scalar};

/// A `select` that SPIN unrolls has at most this many values.
const MAX_UNROLLED: i32 = 64;

impl Lowerer {
    /// What comes before the first test of a `for`, in the sequence around the loop.
    pub(super) fn for_start(&mut self, each: &For, span: Span) {
        let start = match &each.range {
            ForRange::Interval { from, to } => {
                self.check_range(from, to);
                let from = self.expr(from);
                self.target(&each.var).map(|(place, _)| (place, from))
            }
            ForRange::In(collection) if self.is_channel(collection) => {
                Some((self.message_counter(span), Expr::Const(0)))
            }
            ForRange::In(_) => self
                .target(&each.var)
                .map(|(place, _)| (place, Expr::Const(0))),
        };
        match start {
            Some((place, value)) => self.action(Action::Assign(place, value), span),
            None => self.current.flow.add_skip(span),
        };
    }

    /// The loop of a `for`: test, body, increment; else leave.
    pub(super) fn for_loop(&mut self, each: &For, span: Span) -> ElementId {
        self.current.flow.push_loop();
        self.current.at_start = false;
        self.current.flow.open();
        let counter = match &each.range {
            ForRange::Interval { to, .. } => {
                let to = self.expr(to);
                self.counted_loop(&each.var, to, span)
            }
            ForRange::In(collection) if self.is_channel(collection) => {
                self.message_loop(&each.var, collection, span)
            }
            ForRange::In(collection) => {
                let last = self.last_index(collection);
                self.counted_loop(&each.var, Expr::Const(last), span)
            }
        };
        self.current.scopes.enter();
        self.steps(&each.body);
        self.current.scopes.leave();
        if let Some(counter) = counter {
            self.action(increment(counter, BinaryOp::Add), span);
        }
        let body = self.current.flow.close();
        self.current.flow.open();
        self.action(Action::Else, span);
        self.leave_loop(span);
        let exit = self.current.flow.close();
        self.current.flow.add_do(vec![body, exit], span)
    }

    fn leave_loop(&mut self, span: Span) {
        if let Some(target) = self.current.flow.break_target() {
            self.current.flow.add_goto(Target::Break(target), span);
        }
    }

    fn counted_loop(&mut self, var: &VarRef, last: Expr, span: Span) -> Option<Place> {
        let (place, base) = self.target(var)?;
        if base == Base::Chan {
            self.error(&codes::FOR_VARIABLE, var.span, "a channel cannot count");
        }
        let value = Box::new(Expr::Load(place.clone()));
        let test = Expr::Binary(BinaryOp::Le, value, Box::new(last));
        self.action(Action::Condition(test), span);
        Some(place)
    }

    /// `for (m in c)` takes each message out and puts it back at the end.
    fn message_loop(&mut self, var: &VarRef, channel: &VarRef, span: Span) -> Option<Place> {
        let counter = self.message_counter(span);
        let channel_expr = self.channel(channel);
        let length = Expr::Channel(ChannelTest::Len, Box::new(channel_expr.clone()));
        let value = Box::new(Expr::Load(counter.clone()));
        let test = Expr::Binary(BinaryOp::Lt, value, Box::new(length));
        self.action(Action::Condition(test), span);
        let arg = ast::RecvArg {
            kind: ast::RecvArgKind::Var(var.clone()),
            span: var.span,
        };
        let fields = self.receive_fields(&[arg]);
        let mode = program::ReceiveMode {
            random: false,
            keep: false,
        };
        let receive = Action::Receive {
            channel: channel_expr.clone(),
            fields,
            mode,
        };
        self.action(receive, span);
        let value = ast::Expr::new(ExprKind::Var(var.clone()), var.span);
        let fields = self.arguments(std::slice::from_ref(&value));
        self.action(
            Action::Send {
                channel: channel_expr,
                fields,
                sorted: false,
            },
            span,
        );
        Some(counter)
    }

    /// The hidden counter of loops over messages; loops in one scope share it.
    fn message_counter(&mut self, span: Span) -> Place {
        let scalar = Scalar::SHORT;
        let scope = self.current.scopes.current();
        let known = self.current.counters.get(&scope).copied();
        let offset = known.unwrap_or_else(|| {
            let mut frame = std::mem::take(&mut self.current.frame);
            let offset = frame.size;
            self.grow(&mut frame, scalar.size(), span);
            self.current.frame = frame;
            self.current.counters.insert(scope, offset);
            offset
        });
        Place {
            region: Region::Local,
            offset,
            indices: Vec::new(),
            scalar,
        }
    }

    /// Whether a reference is to one channel, as against an array.
    fn is_channel(&self, var: &VarRef) -> bool {
        let Some(shape) = self.shape_of(var) else {
            return false;
        };
        let indexed = var.segments.last().is_some_and(|last| last.index.is_some());
        shape.ty == Ty::Scalar(Base::Chan) && (shape.length.is_none() || indexed)
    }

    fn last_index(&mut self, array: &VarRef) -> i32 {
        let Some(reference) = self.reference(array) else {
            return 0;
        };
        match reference.shape.length {
            Some(length) if !reference.indexed => length as i32 - 1,
            _ => {
                let message = "a loop with `in` goes over an array or a channel";
                self.error(&codes::FOR_VARIABLE, array.span, message);
                0
            }
        }
    }

    fn check_range(&mut self, from: &ast::Expr, to: &ast::Expr) {
        if let (Some(first), Some(last)) = (self.try_constant(from), self.try_constant(to))
            && first > last
        {
            let message = format!("the range from {first} to {last} is empty");
            self.report(Diagnostic::new(&codes::EMPTY_RANGE, to.span, message));
        }
    }

    /// Any value of a range: one option per value where SPIN unrolls it, else by counting up and
    /// stopping anywhere.
    pub(super) fn select(&mut self, select: &Select, span: Span) -> ElementId {
        self.check_range(&select.from, &select.to);
        let bounds = (
            self.try_constant(&select.from),
            self.try_constant(&select.to),
        );
        let (from, to) = (self.expr(&select.from), self.expr(&select.to));
        let Some((place, _)) = self.target(&select.var) else {
            return self.current.flow.add_skip(span);
        };
        if select.unrolled
            && let (Some(first), Some(last)) = bounds
            && first <= last
            && last - first <= MAX_UNROLLED
        {
            let mut options = Vec::new();
            self.current.at_start = false;
            for value in first..=last {
                self.current.flow.open();
                self.action(Action::Assign(place.clone(), Expr::Const(value)), span);
                options.push(self.current.flow.close());
            }
            return self.current.flow.add_if(options, span);
        }
        self.action(Action::Assign(place.clone(), from), span);
        self.current.flow.push_loop();
        self.current.flow.open();
        let value = Box::new(Expr::Load(place.clone()));
        let test = Expr::Binary(BinaryOp::Lt, value, Box::new(to));
        self.action(Action::Condition(test), span);
        self.action(increment(place, BinaryOp::Add), span);
        let body = self.current.flow.close();
        self.current.flow.open();
        self.leave_loop(span);
        let exit = self.current.flow.close();
        self.current.flow.add_do(vec![exit, body], span)
    }
}

/// `place = place op 1`
pub(super) fn increment(place: Place, op: BinaryOp) -> Action {
    let value = Box::new(Expr::Load(place.clone()));
    Action::Assign(place, Expr::Binary(op, value, Box::new(Expr::Const(1))))
}
