//! Expressions.

use super::constant::{binary_op, unary_op};
use super::process::BodyKind;
use super::types::Base;
use super::{Lowerer, codes};
use crate::ast::{self, ExprKind, Name, Probe, RecvArg, VarRef};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::suggest;
use program::{BinaryOp, ChannelTest, Expr, Pattern};

impl Lowerer {
    /// An expression without side effects. Where it is wrong, that is reported and it is zero.
    /// Constants are not folded: SPIN drops options that are literally zero and `skip`s that are
    /// literally one, but keeps what only evaluates to them.
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Expr {
        match &expr.kind {
            ExprKind::Literal(literal) => Expr::Const(literal.value()),
            ExprKind::Var(var) => self.variable_value(var),
            ExprKind::Unary { op, operand } => {
                let Some(op) = unary_op(*op) else {
                    self.temporal(expr.span, op.symbol());
                    return Expr::Const(0);
                };
                let operand = self.expr(operand);
                Expr::Unary(op, Box::new(operand))
            }
            ExprKind::Binary { op, left, right } => {
                let Some(op) = binary_op(*op) else {
                    return self.logical(expr, *op, left, right);
                };
                let (left, right) = (self.expr(left), self.expr(right));
                Expr::Binary(op, Box::new(left), Box::new(right))
            }
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => {
                let condition = Box::new(self.expr(condition));
                let then = Box::new(self.expr(then));
                let otherwise = Box::new(self.expr(otherwise));
                Expr::Conditional(condition, then, otherwise)
            }
            ExprKind::Run { .. } => {
                let error = Diagnostic::new(&codes::RUN_PLACE, expr.span, "`run` must stand alone")
                    .help("write `run p()` as a statement, or `x = run p()`, and use x");
                self.report(error);
                Expr::Const(0)
            }
            ExprKind::Len(channel) => self.channel_test(ChannelTest::Len, channel),
            ExprKind::Probe { probe, channel } => {
                let test = match probe {
                    Probe::Full => ChannelTest::Full,
                    Probe::Empty => ChannelTest::Empty,
                    Probe::NFull => ChannelTest::NotFull,
                    Probe::NEmpty => ChannelTest::NotEmpty,
                };
                self.channel_test(test, channel)
            }
            ExprKind::Enabled(pid) => Expr::Enabled(Box::new(self.expr(pid))),
            ExprKind::PcValue(pid) => Expr::PcValue(Box::new(self.expr(pid))),
            ExprKind::GetPriority(pid) => {
                self.program.uses_priority = true;
                Expr::Priority(Box::new(self.expr(pid)))
            }
            ExprKind::Poll {
                channel,
                random,
                args,
            } => {
                let channel = Box::new(self.channel(channel));
                let fields = self.patterns(args);
                Expr::Poll {
                    channel,
                    fields,
                    random: *random,
                }
            }
            ExprKind::Timeout => Expr::Timeout,
            ExprKind::NonProgress => Expr::NonProgress,
            ExprKind::RemoteLabel {
                proctype,
                pid,
                label,
            } => self.remote_label(proctype, pid.as_deref(), label),
            ExprKind::RemoteVar { proctype, pid, var } => {
                let Some(process) = self.proctype(proctype) else {
                    return Expr::Const(0);
                };
                let pid = pid.as_deref().map(|pid| Box::new(self.expr(pid)));
                self.remote_place(process, pid, var)
                    .map_or(Expr::Const(0), Expr::Load)
            }
            ExprKind::Error => Expr::Const(0),
        }
    }

    /// Implication and equivalence are allowed where no temporal operator is near.
    fn logical(
        &mut self,
        expr: &ast::Expr,
        op: ast::BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
    ) -> Expr {
        if op.is_temporal() {
            self.temporal(expr.span, op.symbol());
            return Expr::Const(0);
        }
        let truth = |expr: Expr| {
            let is_false = Expr::Unary(program::UnaryOp::Not, Box::new(expr));
            Expr::Unary(program::UnaryOp::Not, Box::new(is_false))
        };
        let (left, right) = (self.expr(left), self.expr(right));
        match op {
            ast::BinaryOp::Equivalent => {
                Expr::Binary(BinaryOp::Eq, Box::new(truth(left)), Box::new(truth(right)))
            }
            _ => {
                let not = Expr::Unary(program::UnaryOp::Not, Box::new(left));
                Expr::Binary(BinaryOp::Or, Box::new(not), Box::new(right))
            }
        }
    }

    fn temporal(&mut self, span: Span, symbol: &str) {
        let message = format!("`{symbol}` is a temporal operator: it belongs into an ltl formula");
        self.error(&codes::TEMPORAL_OPERATOR, span, message);
    }

    /// A name in an expression: a variable, a symbolic constant, or a predefined one.
    fn variable_value(&mut self, var: &VarRef) -> Expr {
        if let [one] = &var.segments[..] {
            match &*one.name.text {
                "_pid" => return Expr::Pid,
                "_nr_pr" => return Expr::ProcessCount,
                "_last" => {
                    self.program.uses_last = true;
                    return Expr::Last;
                }
                "_priority" => {
                    self.program.uses_priority = true;
                    return Expr::Priority(Box::new(Expr::Pid));
                }
                "_" => {
                    let message = "`_` keeps nothing that could be read";
                    self.error(&codes::WRITE_ONLY, var.span, message);
                    return Expr::Const(0);
                }
                name => {
                    if one.index.is_none()
                        && self.find(&one.name).is_none()
                        && let Some(&(value, _)) = self.mtypes.get(name)
                    {
                        return Expr::Const(value);
                    }
                }
            }
        }
        self.scalar_place(var)
            .map_or(Expr::Const(0), |(place, _)| Expr::Load(place))
    }

    /// The number of a channel.
    pub(super) fn channel(&mut self, var: &VarRef) -> Expr {
        let Some((place, base)) = self.scalar_place(var) else {
            return Expr::Const(0);
        };
        // SPIN keeps channel numbers in variables of other types too.
        if !matches!(base, Base::Chan | Base::Byte | Base::Short | Base::Int) {
            let name = &var.segments[0].name.text;
            let error = format!("`{name}` is not a channel");
            let error = Diagnostic::new(&codes::NOT_A_CHANNEL, var.span, error).help(format!(
                "declare it as `chan {name} = [size] of {{ types }}`"
            ));
            self.report(error);
        }
        Expr::Load(place)
    }

    fn channel_test(&mut self, test: ChannelTest, channel: &VarRef) -> Expr {
        Expr::Channel(test, Box::new(self.channel(channel)))
    }

    /// What the arguments of a poll demand of a message.
    fn patterns(&mut self, args: &[RecvArg]) -> Vec<Pattern> {
        let fields = self.receive_fields(args);
        fields.iter().map(|field| field.pattern().clone()).collect()
    }

    /// The process type of a name.
    pub(super) fn proctype(&mut self, name: &Name) -> Option<usize> {
        let found = self.proctypes.get(&name.text).copied();
        if found.is_none() {
            let message = format!("there is no process type `{}`", name.text);
            let mut error = Diagnostic::new(&codes::UNKNOWN_PROCTYPE, name.span, message);
            let known = self.proctypes.keys().map(|known| &**known);
            if let Some(near) = suggest::nearest(&name.text, known).map(str::to_owned) {
                let hint = format!("did you mean `{near}`?");
                error = error.fix(name.span, near, hint);
            }
            self.report(error);
        }
        found
    }

    fn remote_label(&mut self, proctype: &Name, pid: Option<&ast::Expr>, label: &Name) -> Expr {
        let Some(process) = self.proctype(proctype) else {
            return Expr::Const(0);
        };
        let pid = pid.map(|pid| Box::new(self.expr(pid)));
        let labels = &mut self.process_mut(process).remote_labels;
        let known = labels.iter().position(|(name, _)| *name == label.text);
        let label = known.unwrap_or_else(|| {
            labels.push((label.text.clone(), label.span));
            labels.len() - 1
        });
        Expr::AtLabel {
            proctype: process as u32,
            pid,
            label: label as u32,
        }
    }

    /// Whether what is being lowered must not change the state.
    pub(super) fn in_claim(&self) -> bool {
        self.current.kind == BodyKind::Never
    }
}
