//! The value of an expression in a state.

use super::machine::{Machine, NOBODY};
use crate::expr::{BinaryOp, ChannelTest, Expr, Pattern, UnaryOp};
use crate::fault::Fault;

impl Machine<'_> {
    /// Evaluates `expr` for process `pid`. `timeout` says whether no process can move otherwise.
    pub fn eval(&self, pid: usize, timeout: bool, expr: &Expr) -> Result<i32, Fault> {
        let eval = |expr: &Expr| self.eval(pid, timeout, expr);
        Ok(match expr {
            Expr::Const(value) => *value,
            Expr::Load(place) => self.load(pid, timeout, place)?,
            Expr::Unary(op, a) => unary(*op, eval(a)?),
            Expr::Binary(BinaryOp::And, a, b) => i32::from(eval(a)? != 0 && eval(b)? != 0),
            Expr::Binary(BinaryOp::Or, a, b) => i32::from(eval(a)? != 0 || eval(b)? != 0),
            Expr::Binary(op, a, b) => binary(*op, eval(a)?, eval(b)?)?,
            Expr::Conditional(condition, then, otherwise) => {
                if eval(condition)? != 0 {
                    eval(then)?
                } else {
                    eval(otherwise)?
                }
            }
            Expr::Channel(test, channel) => self.channel_test(*test, eval(channel)?)?,
            Expr::Poll {
                channel,
                fields,
                random,
            } => {
                let channel = self.channel(eval(channel)?)?;
                if channel.is_rendezvous() {
                    return Err(Fault::PolledRendezvous);
                }
                let patterns: Vec<&Pattern> = fields.iter().collect();
                let found = self.find_message(pid, timeout, channel, &patterns, *random)?;
                i32::from(found.is_some())
            }
            Expr::Pid if pid == NOBODY => 0,
            Expr::Pid => pid as i32,
            Expr::ProcessCount => self.process_count() as i32,
            Expr::Last => self.state.last() as i32,
            Expr::Timeout => i32::from(timeout),
            Expr::NonProgress => {
                let progress = |pid| self.location_of(pid).progress;
                i32::from(!(0..self.process_count()).any(progress))
            }
            Expr::Enabled(other) => {
                let other = eval(other)?;
                if pid != NOBODY && other == pid as i32 {
                    return Err(Fault::EnabledOfSelf);
                }
                match self.live(other) {
                    Some(other) => i32::from(self.can_move(other, timeout)?),
                    None => 0,
                }
            }
            Expr::PcValue(other) => {
                let other = self.live(eval(other)?);
                other.map_or(0, |other| self.location_of(other).number as i32)
            }
            Expr::Priority(other) => {
                let other = self.live(eval(other)?);
                other.map_or(0, |other| i32::from(self.priority_of(other)))
            }
            Expr::AtLabel {
                proctype,
                pid: other,
                label,
            } => {
                let other = match other {
                    None => self.first_of(*proctype),
                    Some(other) => self.live(eval(other)?),
                };
                let location = self.program.proctype(*proctype).labels[*label as usize].location;
                i32::from(other.is_some_and(|other| {
                    self.proctype_id(other) == *proctype && self.location_id(other) == location
                }))
            }
        })
    }

    /// Whether an expression is not zero.
    pub fn holds(&self, pid: usize, timeout: bool, expr: &Expr) -> Result<bool, Fault> {
        Ok(self.eval(pid, timeout, expr)? != 0)
    }

    /// The values of several expressions.
    pub fn eval_all(&self, pid: usize, timeout: bool, exprs: &[Expr]) -> Result<Vec<i32>, Fault> {
        exprs
            .iter()
            .map(|expr| self.eval(pid, timeout, expr))
            .collect()
    }

    fn channel_test(&self, test: ChannelTest, id: i32) -> Result<i32, Fault> {
        let channel = self.channel(id)?;
        let length = self.channel_length(channel);
        // A rendezvous channel is neither full nor can it hold anything: SPIN gives it one slot
        // that is only ever used inside a handshake.
        let full = !channel.is_rendezvous() && self.is_full(channel);
        Ok(match test {
            ChannelTest::Len => length as i32,
            ChannelTest::Full => i32::from(full),
            ChannelTest::NotFull => i32::from(!full),
            ChannelTest::Empty => i32::from(length == 0),
            ChannelTest::NotEmpty => i32::from(length > 0),
        })
    }

    /// The slot of the first message that matches: the oldest one only, or any one if `random`.
    pub(super) fn find_message(
        &self,
        pid: usize,
        timeout: bool,
        channel: super::machine::Channel<'_>,
        patterns: &[&Pattern],
        random: bool,
    ) -> Result<Option<usize>, Fault> {
        let length = self.channel_length(channel);
        for slot in 0..if random { length } else { length.min(1) } {
            if self.matches(pid, timeout, patterns, &self.message(channel, slot))? {
                return Ok(Some(slot));
            }
        }
        Ok(None)
    }

    /// Whether a message matches. Fields without a pattern match; a pattern without a field is a
    /// fault.
    pub(super) fn matches(
        &self,
        pid: usize,
        timeout: bool,
        patterns: &[&Pattern],
        message: &[i32],
    ) -> Result<bool, Fault> {
        if patterns.len() > message.len() {
            let (given, expected) = (patterns.len(), message.len());
            return Err(Fault::WrongFieldCount { given, expected });
        }
        for (pattern, &value) in patterns.iter().zip(message) {
            if let Pattern::Equals(expr) = pattern
                && self.eval(pid, timeout, expr)? != value
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// An operator with one operand, on 32-bit integers that wrap.
pub fn unary(op: UnaryOp, a: i32) -> i32 {
    match op {
        UnaryOp::Negate => a.wrapping_neg(),
        UnaryOp::Not => i32::from(a == 0),
        UnaryOp::Complement => !a,
    }
}

/// An operator with two operands, on 32-bit integers that wrap. Shift counts are taken modulo 32.
pub fn binary(op: BinaryOp, a: i32, b: i32) -> Result<i32, Fault> {
    Ok(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div | BinaryOp::Rem if b == 0 => return Err(Fault::DivisionByZero),
        BinaryOp::Div => a.wrapping_div(b),
        BinaryOp::Rem => a.wrapping_rem(b),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::Shl => a.wrapping_shl(b as u32),
        BinaryOp::Shr => a.wrapping_shr(b as u32),
        BinaryOp::Lt => i32::from(a < b),
        BinaryOp::Le => i32::from(a <= b),
        BinaryOp::Gt => i32::from(a > b),
        BinaryOp::Ge => i32::from(a >= b),
        BinaryOp::Eq => i32::from(a == b),
        BinaryOp::Ne => i32::from(a != b),
        BinaryOp::And => i32::from(a != 0 && b != 0),
        BinaryOp::Or => i32::from(a != 0 || b != 0),
    })
}
