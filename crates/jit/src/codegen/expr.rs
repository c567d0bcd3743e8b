//! Expressions.

use super::channel::Chan;
use super::emitter::{Emitter, View};
use crate::facts::{Folder, is_plain};
use crate::runtime::{FAULT, Runtime};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use program::{BinaryOp, ChannelTest, Expr, ProcId, UnaryOp};

impl Emitter<'_> {
    /// The value of an expression, if it is the same in all states.
    pub fn fold(&self, view: &View, expr: &Expr) -> Option<i32> {
        let folder = Folder {
            layout: self.unit.layout,
        };
        folder.fold(view.local.map(|(proctype, _)| proctype), expr)
    }

    /// The value of an expression, 32 bits.
    pub fn value(&mut self, view: &View, expr: &Expr) -> Value {
        match expr {
            Expr::Const(value) => self.constant(*value),
            Expr::Load(place) => self.load_place(view, place),
            Expr::Unary(UnaryOp::Negate, a) => {
                let a = self.value(view, a);
                self.b.ins().ineg(a)
            }
            Expr::Unary(UnaryOp::Complement, a) => {
                let a = self.value(view, a);
                self.b.ins().bnot(a)
            }
            Expr::Binary(op, a, b) if comparison(*op).is_none() => match op {
                BinaryOp::And | BinaryOp::Or => self.truth_value(view, expr),
                _ => self.arithmetic(view, *op, a, b),
            },
            Expr::Conditional(condition, then, otherwise) => {
                self.conditional(view, condition, then, otherwise)
            }
            Expr::Channel(ChannelTest::Len, channel) => {
                let channel = self.channel(view, channel);
                self.channel_length(view, &channel)
            }
            Expr::Pid => view.pid,
            Expr::ProcessCount => self.process_count(),
            Expr::Last => match self.unit.layout.last {
                Some(field) => self.load_field(view.state, field),
                None => self.constant(0),
            },
            Expr::Timeout => view.timeout,
            Expr::NonProgress => self.call(Runtime::NonProgress, &[self.context, view.state]),
            Expr::Enabled(other) => {
                let other = self.value(view, other);
                // Only a process can ask of itself.
                let pid = match view.local {
                    Some(_) => view.pid,
                    None => self.constant(-1),
                };
                let arguments = [self.context, view.state, pid, other, view.timeout];
                let answer = self.call(Runtime::Enabled, &arguments);
                let faulted = self.compare_constant(IntCC::Equal, answer, FAULT as i32);
                let fault = self.fault;
                self.leave_if(faulted, fault);
                answer
            }
            Expr::PcValue(other) => {
                let other = self.value(view, other);
                self.call(Runtime::PcValue, &[self.context, view.state, other])
            }
            Expr::Priority(other) => {
                let other = self.value(view, other);
                self.call(Runtime::Priority, &[self.context, view.state, other])
            }
            Expr::Unary(UnaryOp::Not, _)
            | Expr::Binary(..)
            | Expr::Channel(..)
            | Expr::Poll { .. }
            | Expr::AtLabel { .. } => self.truth_value(view, expr),
        }
    }

    fn truth_value(&mut self, view: &View, expr: &Expr) -> Value {
        let truth = self.truth(view, expr);
        self.b.ins().uextend(types::I32, truth)
    }

    /// Whether an expression is not zero: a byte, 0 or 1.
    pub fn truth(&mut self, view: &View, expr: &Expr) -> Value {
        match expr {
            Expr::Unary(UnaryOp::Not, a) => {
                let a = self.truth(view, a);
                self.b.ins().bxor_imm_u(a, 1)
            }
            Expr::Binary(op, a, b) if comparison(*op).is_some() => {
                let condition = comparison(*op).unwrap_or(IntCC::Equal);
                let a = self.value(view, a);
                let b = self.value(view, b);
                self.compare(condition, a, b)
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let is_and = *op == BinaryOp::And;
                let a = self.truth(view, a);
                if is_plain(b) {
                    let b = self.truth(view, b);
                    return if is_and {
                        self.b.ins().band(a, b)
                    } else {
                        self.b.ins().bor(a, b)
                    };
                }
                let (more, done) = (self.block(), self.block());
                let result = self.b.append_block_param(done, types::I8);
                if is_and {
                    self.b.ins().brif(a, more, &[], done, &[a.into()]);
                } else {
                    self.b.ins().brif(a, done, &[a.into()], more, &[]);
                }
                self.b.switch_to_block(more);
                let b = self.truth(view, b);
                self.b.ins().jump(done, &[b.into()]);
                self.b.switch_to_block(done);
                result
            }
            Expr::Channel(test, channel) if *test != ChannelTest::Len => {
                let channel = self.channel(view, channel);
                self.channel_test(view, *test, &channel)
            }
            Expr::Poll {
                channel,
                fields,
                random,
            } => {
                let channel = self.channel(view, channel);
                self.poll(view, &channel, fields, *random)
            }
            Expr::AtLabel {
                proctype,
                pid,
                label,
            } => self.at_label(view, *proctype, pid.as_deref(), *label),
            _ => {
                let value = self.value(view, expr);
                self.compare_constant(IntCC::NotEqual, value, 0)
            }
        }
    }

    /// Goes on if an expression is not zero, else jumps.
    pub fn require_truth(
        &mut self,
        view: &View,
        expr: &Expr,
        otherwise: cranelift_codegen::ir::Block,
    ) {
        match expr {
            // The second operand is a block of its own anyway: no need to join in between.
            Expr::Binary(BinaryOp::And, a, b) if !is_plain(b) => {
                self.require_truth(view, a, otherwise);
                self.require_truth(view, b, otherwise);
            }
            _ => {
                let truth = self.truth(view, expr);
                self.require(truth, otherwise);
            }
        }
    }

    fn arithmetic(&mut self, view: &View, op: BinaryOp, a: &Expr, b: &Expr) -> Value {
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            return self.division(view, op, a, b);
        }
        let a = self.value(view, a);
        let b = self.value(view, b);
        let ins = self.b.ins();
        match op {
            BinaryOp::Add => ins.iadd(a, b),
            BinaryOp::Sub => ins.isub(a, b),
            BinaryOp::Mul => ins.imul(a, b),
            BinaryOp::BitAnd => ins.band(a, b),
            BinaryOp::BitOr => ins.bor(a, b),
            BinaryOp::BitXor => ins.bxor(a, b),
            BinaryOp::Shl => ins.ishl(a, b),
            // The rest are truths or divisions.
            _ => ins.sshr(a, b),
        }
    }

    /// On 64 bits, where the quotient of the least number and -1 is one of the numbers.
    fn division(&mut self, view: &View, op: BinaryOp, a: &Expr, b: &Expr) -> Value {
        let a = self.value(view, a);
        let divisor = self.value(view, b);
        let fault = self.fault;
        match self.fold(view, b) {
            Some(0) => self.abandon(fault),
            Some(_) => {}
            None => {
                let valid = self.compare_constant(IntCC::NotEqual, divisor, 0);
                self.require(valid, fault);
            }
        }
        // Never executed with zero, but a constant zero must not reach the code generator.
        let divisor = match self.fold(view, b) {
            Some(0) => self.constant(1),
            _ => divisor,
        };
        let a = self.b.ins().sextend(types::I64, a);
        let b = self.b.ins().sextend(types::I64, divisor);
        let wide = if op == BinaryOp::Div {
            self.b.ins().sdiv(a, b)
        } else {
            self.b.ins().srem(a, b)
        };
        self.b.ins().ireduce(types::I32, wide)
    }

    fn conditional(&mut self, view: &View, condition: &Expr, then: &Expr, or: &Expr) -> Value {
        let condition = self.truth(view, condition);
        if is_plain(then) && is_plain(or) {
            let then = self.value(view, then);
            let or = self.value(view, or);
            return self.b.ins().select(condition, then, or);
        }
        let (yes, no, done) = (self.block(), self.block(), self.block());
        let result = self.b.append_block_param(done, types::I32);
        self.b.ins().brif(condition, yes, &[], no, &[]);
        for (block, expr) in [(yes, then), (no, or)] {
            self.b.switch_to_block(block);
            let value = self.value(view, expr);
            self.b.ins().jump(done, &[value.into()]);
        }
        self.b.switch_to_block(done);
        result
    }

    fn at_label(&mut self, view: &View, proctype: ProcId, pid: Option<&Expr>, label: u32) -> Value {
        let other = match pid {
            Some(pid) => self.value(view, pid),
            None => self.first_of(view, proctype),
        };
        let location = self.unit.program.proctype(proctype).labels[label as usize].location;
        let wanted = self.unit.layout.place_of(proctype, location);
        let (alive, done) = (self.block(), self.block());
        let result = self.b.append_block_param(done, types::I8);
        let live = self.is_live(other);
        self.b.ins().brif(live, alive, &[], done, &[live.into()]);
        self.b.switch_to_block(alive);
        let region = self.region_of(view.state, other);
        let place = self.load_field(region, self.unit.layout.place);
        let there = self.compare_constant(IntCC::Equal, place, wanted as i32);
        self.b.ins().jump(done, &[there.into()]);
        self.b.switch_to_block(done);
        result
    }

    fn channel_test(&mut self, view: &View, test: ChannelTest, channel: &Chan) -> Value {
        let length = self.channel_length(view, channel);
        match test {
            ChannelTest::Empty => self.compare_constant(IntCC::Equal, length, 0),
            ChannelTest::Full | ChannelTest::NotFull => {
                // A rendezvous channel is never full.
                let capacity = self.channel_capacity(view, channel);
                let reached = self.compare(IntCC::UnsignedGreaterThanOrEqual, length, capacity);
                let buffered = self.compare_constant(IntCC::NotEqual, capacity, 0);
                let full = self.b.ins().band(reached, buffered);
                if test == ChannelTest::Full {
                    full
                } else {
                    self.b.ins().bxor_imm_u(full, 1)
                }
            }
            ChannelTest::NotEmpty | ChannelTest::Len => {
                self.compare_constant(IntCC::NotEqual, length, 0)
            }
        }
    }
}

/// The condition of a comparison.
fn comparison(op: BinaryOp) -> Option<IntCC> {
    Some(match op {
        BinaryOp::Lt => IntCC::SignedLessThan,
        BinaryOp::Le => IntCC::SignedLessThanOrEqual,
        BinaryOp::Gt => IntCC::SignedGreaterThan,
        BinaryOp::Ge => IntCC::SignedGreaterThanOrEqual,
        BinaryOp::Eq => IntCC::Equal,
        BinaryOp::Ne => IntCC::NotEqual,
        _ => return None,
    })
}
