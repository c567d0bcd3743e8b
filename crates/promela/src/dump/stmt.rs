//! Steps and statements.

use super::expr::{list, receive_list, text, var_ref};
use super::{Dumper, declaration};
use crate::ast::{ExclusiveKind, ForRange, Step, Stmt, StmtKind};

impl Dumper {
    pub(super) fn step(&mut self, step: &Step) {
        match step {
            Step::Decl(decl) => self.line(declaration(decl)),
            Step::Exclusive(exclusive) => {
                let word = match exclusive.kind {
                    ExclusiveKind::Receive => "xr",
                    ExclusiveKind::Send => "xs",
                };
                let channels: Vec<String> = exclusive.channels.iter().map(var_ref).collect();
                self.line(format!("{word} {}", channels.join(", ")));
            }
            Step::Stmt(stmt) => self.stmt(stmt),
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        for label in &stmt.labels {
            self.line(format!("label {}", label.text));
        }
        match &stmt.kind {
            StmtKind::Empty => self.line("skip"),
            StmtKind::Expr(expr) => self.line(format!("expr {}", text(expr))),
            StmtKind::Assign { target, value } => {
                self.line(format!("assign {} = {}", var_ref(target), text(value)));
            }
            StmtKind::Increment(var) => self.line(format!("increment {}", var_ref(var))),
            StmtKind::Decrement(var) => self.line(format!("decrement {}", var_ref(var))),
            StmtKind::Send(send) => {
                let op = if send.sorted { "!!" } else { "!" };
                let channel = var_ref(&send.channel);
                self.line(format!("send {channel}{op}{}", list(&send.args)));
            }
            StmtKind::Receive(receive) => {
                let op = if receive.random { "??" } else { "?" };
                let args = receive_list(&receive.args);
                let channel = var_ref(&receive.channel);
                if receive.keep {
                    self.line(format!("receive {channel}{op}<{args}>"));
                } else {
                    self.line(format!("receive {channel}{op}{args}"));
                }
            }
            StmtKind::Assert(expr) => self.line(format!("assert {}", text(expr))),
            StmtKind::Printf { format, args } if args.is_empty() => {
                self.line(format!("printf \"{}\"", format.text));
            }
            StmtKind::Printf { format, args } => {
                self.line(format!("printf \"{}\", {}", format.text, list(args)));
            }
            StmtKind::Printm(value) => self.line(format!("printm {}", text(value))),
            StmtKind::SetPriority { pid, priority } => {
                self.line(format!("set_priority {}, {}", text(pid), text(priority)));
            }
            StmtKind::Goto(label) => self.line(format!("goto {}", label.text)),
            StmtKind::Break => self.line("break"),
            StmtKind::Else => self.line("else"),
            StmtKind::If(options) => self.options("if", options),
            StmtKind::Do(options) => self.options("do", options),
            StmtKind::For(each) => {
                let var = var_ref(&each.var);
                let title = match &each.range {
                    ForRange::Interval { from, to } => {
                        format!("for {var} : {} .. {}", text(from), text(to))
                    }
                    ForRange::In(collection) => format!("for {var} in {}", var_ref(collection)),
                };
                self.block(title, &each.body);
            }
            StmtKind::Select(select) => {
                let (from, to) = (text(&select.from), text(&select.to));
                self.line(format!("select {} : {from} .. {to}", var_ref(&select.var)));
            }
            StmtKind::Atomic(block) => self.block("atomic", block),
            StmtKind::DStep(block) => self.block("d_step", block),
            StmtKind::Block(block) => self.block("block", block),
            StmtKind::Unless { body, escape } => {
                self.nested("unless", |dumper| {
                    dumper.nested("body", |dumper| dumper.stmt(body));
                    dumper.nested("escape", |dumper| dumper.stmt(escape));
                });
            }
            StmtKind::Inline(call) => {
                let title = match &call.target {
                    Some(target) => format!("inline {} -> {}", call.name.text, var_ref(target)),
                    None => format!("inline {}", call.name.text),
                };
                self.block(title, &call.body);
            }
            StmtKind::Error => self.line("<error>"),
        }
    }

    fn options(&mut self, title: &str, options: &[crate::ast::Block]) {
        self.nested(title, |dumper| {
            for option in options {
                dumper.block("option", option);
            }
        });
    }
}
