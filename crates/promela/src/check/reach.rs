//! Statements behind a jump, or behind a loop that nothing leaves.

use crate::ast::{Block, Step, Stmt, StmtKind};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::visit::{Visitor, walk_block, walk_stmt};

pub fn lint(body: &Block, diagnostics: &mut Vec<Diagnostic>) {
    Reach { diagnostics }.block(body);
}

struct Reach<'a> {
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Visitor for Reach<'_> {
    fn block(&mut self, block: &Block) {
        let mut cut: Option<&Stmt> = None;
        for step in &block.steps {
            let Step::Stmt(stmt) = step else { continue };
            if has_label(stmt) {
                cut = None;
            }
            if let Some(cut) = cut {
                let why = match cut.kind {
                    StmtKind::Do(_) => "nothing leaves this loop",
                    _ => "always jumps away",
                };
                self.diagnostics.push(
                    Diagnostic::new(
                        &codes::UNREACHABLE,
                        stmt.span,
                        "no run can reach this statement",
                    )
                    .related(cut.span, why)
                    .help("remove it, or give it a label and go there"),
                );
                break;
            }
            cut = never_ends(stmt).then_some(stmt);
        }
        walk_block(self, block);
    }
}

/// Whether control never gets behind the statement.
fn never_ends(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Goto(_) | StmtKind::Break => true,
        StmtKind::Do(options) => !options.iter().any(leaves_loop),
        _ => false,
    }
}

/// Whether a `break` in the block leaves the loop around it.
fn leaves_loop(block: &Block) -> bool {
    struct Breaks(bool);
    impl Visitor for Breaks {
        fn stmt(&mut self, stmt: &Stmt) {
            match &stmt.kind {
                StmtKind::Break => self.0 = true,
                StmtKind::Do(_) | StmtKind::For(_) => {}
                _ => walk_stmt(self, stmt),
            }
        }
    }
    let mut breaks = Breaks(false);
    walk_block(&mut breaks, block);
    breaks.0
}

/// Whether a goto could lead to the statement or into it.
fn has_label(stmt: &Stmt) -> bool {
    struct Labels(bool);
    impl Visitor for Labels {
        fn stmt(&mut self, stmt: &Stmt) {
            self.0 |= !stmt.labels.is_empty();
            walk_stmt(self, stmt);
        }
    }
    let mut labels = Labels(false);
    labels.stmt(stmt);
    labels.0
}
