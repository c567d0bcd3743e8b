//! Options of `if` and `do`: how `else` stands beside the other guards.

use crate::ast::{Block, Expr, ExprKind, Step, Stmt, StmtKind};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::visit::{Visitor, walk_block, walk_expr, walk_stmt};

pub fn check(body: &Block, diagnostics: &mut Vec<Diagnostic>) {
    Guards { diagnostics }.sequence(body);
}

struct Guards<'a> {
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Guards<'_> {
    /// A sequence that starts somewhere else than at an option.
    fn sequence(&mut self, block: &Block) {
        self.misplaced(&block.steps);
        walk_block(self, block);
    }

    fn misplaced(&mut self, steps: &[Step]) {
        for step in steps {
            if let Step::Stmt(stmt) = step
                && matches!(stmt.kind, StmtKind::Else)
            {
                self.diagnostics.push(
                    Diagnostic::new(
                        &codes::MISPLACED_ELSE,
                        stmt.span,
                        "else is not the guard of an option",
                    )
                    .label("always executable here, like skip")
                    .help("put it directly behind `::`"),
                );
            }
        }
    }

    fn options(&mut self, options: &[Block]) {
        let mut first_else: Option<&Stmt> = None;
        let mut with_io: Option<&Stmt> = None;
        for option in options {
            let Some((guard, rest)) = guard(option) else {
                walk_block(self, option);
                continue;
            };
            if matches!(guard.kind, StmtKind::Else) {
                if let Some(first) = first_else {
                    self.diagnostics.push(
                        Diagnostic::new(
                            &codes::DUPLICATE_ELSE,
                            guard.span,
                            "a second else among the same options",
                        )
                        .related(first.span, "the first one"),
                    );
                }
                first_else = first_else.or(Some(guard));
            } else if with_io.is_none() && does_io(guard) {
                with_io = Some(guard);
            }
            self.misplaced(rest);
            walk_block(self, option);
        }
        if let (Some(otherwise), Some(io)) = (first_else, with_io) {
            self.diagnostics.push(
                Diagnostic::new(
                    &codes::ELSE_WITH_IO,
                    otherwise.span,
                    "else beside a channel operation",
                )
                .label("taken whenever the operation cannot be executed at once")
                .related(io.span, "the operation")
                .note("the outcome depends on who happens to be faster")
                .help("say what else means: empty(c), full(c), or timeout"),
            );
        }
    }
}

impl Visitor for Guards<'_> {
    fn block(&mut self, block: &Block) {
        self.sequence(block);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::If(options) | StmtKind::Do(options) => self.options(options),
            StmtKind::Atomic(block) | StmtKind::DStep(block) | StmtKind::Block(block) => {
                // A guard may stand first in a block that is itself first in an option.
                let first_is_else =
                    guard(block).is_some_and(|(guard, _)| matches!(guard.kind, StmtKind::Else));
                if first_is_else {
                    self.misplaced(&block.steps[1..]);
                    walk_block(self, block);
                } else {
                    self.sequence(block);
                }
            }
            _ => walk_stmt(self, stmt),
        }
    }
}

/// The first statement of an option, and the steps behind it.
fn guard(option: &Block) -> Option<(&Stmt, &[Step])> {
    match option.steps.split_first()? {
        (Step::Stmt(stmt), rest) => Some((stmt, rest)),
        _ => None,
    }
}

/// Whether executability depends on a channel, as SPIN counts it: polls and `len` do not.
fn does_io(stmt: &Stmt) -> bool {
    struct Probes(bool);
    impl Visitor for Probes {
        fn expr(&mut self, expr: &Expr) {
            self.0 |= matches!(expr.kind, ExprKind::Probe { .. });
            walk_expr(self, expr);
        }
    }
    match &stmt.kind {
        StmtKind::Send(_) | StmtKind::Receive(_) => true,
        StmtKind::Expr(expr) => {
            let mut probes = Probes(false);
            probes.expr(expr);
            probes.0
        }
        _ => false,
    }
}
