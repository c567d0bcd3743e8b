//! Walking the tree. A visitor overrides what it cares about and calls `walk_*` to go on below.

use crate::ast::{
    Block, Decl, Expr, ExprKind, ForRange, Initializer, RecvArg, RecvArgKind, Step, Stmt, StmtKind,
    Unit, UnitKind, VarRef,
};

/// How a variable is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    Read,
    /// By an assignment, `++`, `for` or `select`.
    Write,
    /// By a receive.
    Receive,
}

pub trait Visitor {
    fn block(&mut self, block: &Block) {
        walk_block(self, block);
    }
    fn stmt(&mut self, stmt: &Stmt) {
        walk_stmt(self, stmt);
    }
    fn decl(&mut self, decl: &Decl) {
        walk_decl(self, decl);
    }
    fn expr(&mut self, expr: &Expr) {
        walk_expr(self, expr);
    }
    fn var(&mut self, var: &VarRef, _usage: Use) {
        walk_indices(self, var);
    }
}

pub fn walk_unit<V: Visitor + ?Sized>(visitor: &mut V, unit: &Unit) {
    match &unit.kind {
        UnitKind::Proctype(proctype) => {
            for param in &proctype.params {
                visitor.decl(param);
            }
            for expr in [&proctype.priority, &proctype.provided]
                .into_iter()
                .flatten()
            {
                visitor.expr(expr);
            }
            if let Some(active) = &proctype.active
                && let Some(count) = &active.count
            {
                visitor.expr(count);
            }
            visitor.block(&proctype.body);
        }
        UnitKind::Init(init) => {
            if let Some(priority) = &init.priority {
                visitor.expr(priority);
            }
            visitor.block(&init.body);
        }
        UnitKind::Never(claim) => visitor.block(&claim.body),
        UnitKind::Trace(trace) => visitor.block(&trace.body),
        UnitKind::Ltl(ltl) => visitor.expr(&ltl.formula),
        UnitKind::Decl(decl) => visitor.decl(decl),
        UnitKind::Typedef(typedef) => {
            for field in &typedef.fields {
                visitor.decl(field);
            }
        }
        UnitKind::Mtype(_) | UnitKind::Inline(_) => {}
    }
}

pub fn walk_block<V: Visitor + ?Sized>(visitor: &mut V, block: &Block) {
    for step in &block.steps {
        match step {
            Step::Decl(decl) => visitor.decl(decl),
            Step::Exclusive(exclusive) => {
                for channel in &exclusive.channels {
                    visitor.var(channel, Use::Read);
                }
            }
            Step::Stmt(stmt) => visitor.stmt(stmt),
        }
    }
}

pub fn walk_decl<V: Visitor + ?Sized>(visitor: &mut V, decl: &Decl) {
    for var in &decl.vars {
        for expr in [&var.width, &var.size].into_iter().flatten() {
            visitor.expr(expr);
        }
        match &var.init {
            None => {}
            Some(Initializer::Expr(expr)) => visitor.expr(expr),
            Some(Initializer::List(values)) => values.iter().for_each(|expr| visitor.expr(expr)),
            Some(Initializer::Channel(channel)) => visitor.expr(&channel.capacity),
        }
    }
}

pub fn walk_stmt<V: Visitor + ?Sized>(visitor: &mut V, stmt: &Stmt) {
    match &stmt.kind {
        StmtKind::Empty
        | StmtKind::Goto(_)
        | StmtKind::Break
        | StmtKind::Else
        | StmtKind::Error => {}
        StmtKind::Expr(expr) | StmtKind::Assert(expr) | StmtKind::Printm(expr) => {
            visitor.expr(expr);
        }
        StmtKind::Assign { target, value } => {
            visitor.expr(value);
            visitor.var(target, Use::Write);
        }
        StmtKind::Increment(var) | StmtKind::Decrement(var) => visitor.var(var, Use::Write),
        StmtKind::Send(send) => {
            visitor.var(&send.channel, Use::Read);
            send.args.iter().for_each(|arg| visitor.expr(arg));
        }
        StmtKind::Receive(receive) => {
            visitor.var(&receive.channel, Use::Read);
            walk_receive_args(visitor, &receive.args);
        }
        StmtKind::Printf { args, .. } => args.iter().for_each(|arg| visitor.expr(arg)),
        StmtKind::SetPriority { pid, priority } => {
            visitor.expr(pid);
            visitor.expr(priority);
        }
        StmtKind::If(options) | StmtKind::Do(options) => {
            options.iter().for_each(|option| visitor.block(option));
        }
        StmtKind::For(each) => {
            match &each.range {
                ForRange::Interval { from, to } => {
                    visitor.expr(from);
                    visitor.expr(to);
                }
                ForRange::In(collection) => visitor.var(collection, Use::Read),
            }
            // The loop itself compares and counts.
            visitor.var(&each.var, Use::Read);
            visitor.block(&each.body);
        }
        StmtKind::Select(select) => {
            visitor.expr(&select.from);
            visitor.expr(&select.to);
            visitor.var(&select.var, Use::Write);
        }
        StmtKind::Atomic(block) | StmtKind::DStep(block) | StmtKind::Block(block) => {
            visitor.block(block);
        }
        StmtKind::Unless { body, escape } => {
            visitor.stmt(body);
            visitor.stmt(escape);
        }
        StmtKind::Inline(call) => visitor.block(&call.body),
    }
}

pub fn walk_expr<V: Visitor + ?Sized>(visitor: &mut V, expr: &Expr) {
    match &expr.kind {
        ExprKind::Literal(_) | ExprKind::Timeout | ExprKind::NonProgress | ExprKind::Error => {}
        ExprKind::Var(var) => visitor.var(var, Use::Read),
        ExprKind::Unary { operand, .. } => visitor.expr(operand),
        ExprKind::Binary { left, right, .. } => {
            visitor.expr(left);
            visitor.expr(right);
        }
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => {
            visitor.expr(condition);
            visitor.expr(then);
            visitor.expr(otherwise);
        }
        ExprKind::Run { args, priority, .. } => {
            args.iter().for_each(|arg| visitor.expr(arg));
            if let Some(priority) = priority {
                visitor.expr(priority);
            }
        }
        ExprKind::Len(channel) | ExprKind::Probe { channel, .. } => {
            visitor.var(channel, Use::Read);
        }
        ExprKind::Enabled(pid) | ExprKind::PcValue(pid) | ExprKind::GetPriority(pid) => {
            visitor.expr(pid);
        }
        ExprKind::Poll { channel, args, .. } => {
            visitor.var(channel, Use::Read);
            walk_receive_args(visitor, args);
        }
        ExprKind::RemoteLabel { pid, .. } => {
            if let Some(pid) = pid {
                visitor.expr(pid);
            }
        }
        ExprKind::RemoteVar { pid, var, .. } => {
            for expr in [pid, &var.index].into_iter().flatten() {
                visitor.expr(expr);
            }
        }
    }
}

/// The height of the tallest expression directly inside another.
pub fn tallest_child(expr: &Expr) -> u32 {
    struct Tallest(u32);
    impl Visitor for Tallest {
        fn expr(&mut self, child: &Expr) {
            self.0 = self.0.max(child.height());
        }
    }
    let mut tallest = Tallest(0);
    walk_expr(&mut tallest, expr);
    tallest.0
}

fn walk_receive_args<V: Visitor + ?Sized>(visitor: &mut V, args: &[RecvArg]) {
    for arg in args {
        match &arg.kind {
            RecvArgKind::Constant(_) | RecvArgKind::Wildcard => {}
            RecvArgKind::Eval(expr) => visitor.expr(expr),
            RecvArgKind::Var(var) => visitor.var(var, Use::Receive),
        }
    }
}

pub fn walk_indices<V: Visitor + ?Sized>(visitor: &mut V, var: &VarRef) {
    for segment in &var.segments {
        if let Some(index) = &segment.index {
            visitor.expr(index);
        }
    }
}
