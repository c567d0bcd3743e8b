//! Jumps: `break` needs a loop around it, and nothing jumps out of a `d_step`, which is one step.
//! Event traces consist of channel operations.

use crate::ast::{Block, Stmt, StmtKind};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::visit::{Visitor, walk_block, walk_stmt};
use std::collections::HashSet;
use std::sync::Arc;

pub fn check(body: &Block, diagnostics: &mut Vec<Diagnostic>) {
    Jumps {
        diagnostics,
        loops: 0,
        d_step: None,
    }
    .block(body);
}

struct Jumps<'a> {
    diagnostics: &'a mut Vec<Diagnostic>,
    /// Loops around the current statement, within the innermost `d_step`.
    loops: u32,
    d_step: Option<DStep>,
}

struct DStep {
    labels: HashSet<Arc<str>>,
    /// Loops around the `d_step`.
    outside: u32,
}

impl Visitor for Jumps<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Do(_) | StmtKind::For(_) => {
                self.loops += 1;
                walk_stmt(self, stmt);
                self.loops -= 1;
            }
            StmtKind::DStep(block) => {
                let labels = labels_in(block);
                let outside = std::mem::take(&mut self.loops);
                let outer = self.d_step.replace(DStep { labels, outside });
                walk_stmt(self, stmt);
                self.d_step = outer;
                self.loops = outside;
            }
            StmtKind::Break if self.loops == 0 => match &self.d_step {
                Some(d_step) if d_step.outside > 0 => self.leaves_d_step(stmt),
                _ => self.diagnostics.push(
                    Diagnostic::new(&codes::BREAK, stmt.span, "break outside a loop")
                        .label("no do or for is around this")
                        .help("leave other constructs with goto"),
                ),
            },
            StmtKind::Goto(label) => {
                if let Some(d_step) = &self.d_step
                    && !d_step.labels.contains(&label.text)
                {
                    self.leaves_d_step(stmt);
                }
            }
            _ => walk_stmt(self, stmt),
        }
    }
}

impl Jumps<'_> {
    fn leaves_d_step(&mut self, stmt: &Stmt) {
        self.diagnostics.push(
            Diagnostic::new(
                &codes::JUMP_OUT_OF_DSTEP,
                stmt.span,
                "a jump cannot leave a d_step",
            )
            .label("leads out of the d_step")
            .help("end the d_step before it, or use atomic"),
        );
    }
}

fn labels_in(block: &Block) -> HashSet<Arc<str>> {
    struct Labels(HashSet<Arc<str>>);
    impl Visitor for Labels {
        fn stmt(&mut self, stmt: &Stmt) {
            self.0
                .extend(stmt.labels.iter().map(|label| label.text.clone()));
            walk_stmt(self, stmt);
        }
    }
    let mut labels = Labels(HashSet::new());
    walk_block(&mut labels, block);
    labels.0
}

/// `trace` and `notrace` bodies: channel operations and what controls their order.
pub fn check_trace(body: &Block, diagnostics: &mut Vec<Diagnostic>) {
    struct Events<'a>(&'a mut Vec<Diagnostic>);
    impl Visitor for Events<'_> {
        fn stmt(&mut self, stmt: &Stmt) {
            let event = match &stmt.kind {
                StmtKind::Send(send) => !send.sorted,
                StmtKind::Receive(receive) => !receive.random && !receive.keep,
                StmtKind::If(_)
                | StmtKind::Do(_)
                | StmtKind::Goto(_)
                | StmtKind::Break
                | StmtKind::Empty
                | StmtKind::Error => true,
                _ => false,
            };
            if event {
                walk_stmt(self, stmt);
            } else {
                self.0.push(
                    Diagnostic::new(&codes::TRACE_EVENT, stmt.span, "not an event of a channel")
                        .label("a trace cannot contain this")
                        .help("a trace consists of c!x and c?x, in if, do and goto"),
                );
            }
        }
    }
    Events(diagnostics).block(body);
}
