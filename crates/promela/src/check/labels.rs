//! Labels: each goto has one, each is in a place that can be jumped to, and something uses it.

use super::quoted;
use crate::ast::{Block, Expr, ExprKind, Model, Name, Step, Stmt, StmtKind};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::suggest;
use crate::visit::{Visitor, walk_block, walk_expr, walk_stmt, walk_unit};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Labels with these prefixes mean something by themselves.
const MEANINGFUL: [&str; 3] = ["accept", "end", "progress"];

pub fn check(body: &Block, diagnostics: &mut Vec<Diagnostic>) {
    let mut collector = Collector {
        diagnostics,
        labels: HashMap::new(),
        gotos: Vec::new(),
        blocks: vec![0],
        next_block: 1,
    };
    walk_block(&mut collector, body);
    let Collector { labels, gotos, .. } = collector;
    for goto in gotos {
        if labels.contains_key(&goto.text) {
            continue;
        }
        let mut diagnostic = Diagnostic::new(
            &codes::UNKNOWN_LABEL,
            goto.span,
            format!("no label {} in this process", quoted(&goto)),
        );
        let known = labels.keys().map(|label| &**label);
        if let Some(near) = suggest::nearest(&goto.text, known) {
            diagnostic = diagnostic.fix(goto.span, near, format!("did you mean `{near}`?"));
        }
        diagnostics.push(diagnostic);
    }
}

struct Collector<'a> {
    diagnostics: &'a mut Vec<Diagnostic>,
    /// Each label with the blocks it was defined in.
    labels: HashMap<Arc<str>, Vec<(Name, u32)>>,
    gotos: Vec<Name>,
    /// The blocks around the current statement, innermost last.
    blocks: Vec<u32>,
    next_block: u32,
}

impl Collector<'_> {
    fn define(&mut self, label: &Name) {
        let here = *self.blocks.last().unwrap_or(&0);
        let defined = self.labels.entry(label.text.clone()).or_default();
        // The same name in another block is another label.
        if let Some((first, _)) = defined
            .iter()
            .find(|(_, block)| self.blocks.contains(block))
        {
            self.diagnostics.push(
                Diagnostic::new(
                    &codes::DUPLICATE_LABEL,
                    label.span,
                    format!("label {} is defined twice", quoted(label)),
                )
                .related(first.span, "first defined here"),
            );
        }
        defined.push((label.clone(), here));
    }

    /// A label on the first statement of `block` names the block, which starts elsewhere.
    fn misplaced(&mut self, block: &Block, what: &str) {
        let Some(Step::Stmt(first)) = block.steps.first() else {
            return;
        };
        // A loop has a state of its own in front of it.
        let own_state = match &first.kind {
            StmtKind::Do(_) | StmtKind::For(_) => true,
            StmtKind::Select(select) => !select.unrolled,
            _ => false,
        };
        if let Some(label) = first.labels.first().filter(|_| !own_state) {
            self.misplaced_label(label, what);
        }
    }

    fn misplaced_label(&mut self, label: &Name, what: &str) {
        self.diagnostics.push(
            Diagnostic::new(
                &codes::MISPLACED_LABEL,
                label.span,
                format!("label {} on the first statement of {what}", quoted(label)),
            )
            .label("entering here is entering the whole")
            .help(format!("put the label in front of {what}")),
        );
    }
}

impl Visitor for Collector<'_> {
    fn block(&mut self, block: &Block) {
        self.blocks.push(self.next_block);
        self.next_block += 1;
        walk_block(self, block);
        self.blocks.pop();
    }

    fn stmt(&mut self, stmt: &Stmt) {
        for label in &stmt.labels {
            self.define(label);
        }
        match &stmt.kind {
            StmtKind::Goto(label) => self.gotos.push(label.clone()),
            StmtKind::Atomic(block) => self.misplaced(block, "the atomic block"),
            StmtKind::DStep(block) => self.misplaced(block, "the d_step"),
            StmtKind::Block(block) => self.misplaced(block, "the block"),
            StmtKind::Inline(call) => self.misplaced(&call.body, "the body of an inline"),
            StmtKind::Unless { escape, .. } => {
                if let Some(label) = escape.labels.first() {
                    self.misplaced_label(label, "the escape");
                }
                // `L: x unless y`: only a block can carry the label of the whole.
                if let (Some(label), StmtKind::Unless { body, .. }) =
                    (stmt.labels.first(), &stmt.kind)
                    && !matches!(
                        body.kind,
                        StmtKind::Block(_) | StmtKind::Atomic(_) | StmtKind::DStep(_)
                    )
                {
                    self.misplaced_label(label, "an unless");
                }
            }
            StmtKind::If(options) | StmtKind::Do(options) => {
                for option in options {
                    if let Some(Step::Stmt(first)) = option.steps.first()
                        && let Some(label) = first.labels.first()
                        && !matches!(first.kind, StmtKind::Do(_) | StmtKind::For(_))
                    {
                        self.diagnostics.push(
                            Diagnostic::new(
                                &codes::OPTION_LABEL,
                                label.span,
                                format!("label {} on the guard of an option", quoted(label)),
                            )
                            .label("a process is never here before it has chosen the option")
                            .help("label the whole if or do, or the statement behind the guard"),
                        );
                    }
                }
            }
            _ => {}
        }
        walk_stmt(self, stmt);
    }
}

/// Labels that nothing goes to or refers to, and that look like ones that need no reference. (Any
/// other unused label may document a place, or be what a formula given later speaks of.)
pub fn lint(model: &Model, inline_words: &HashSet<&str>, diagnostics: &mut Vec<Diagnostic>) {
    let mut remote = Remote(HashSet::new());
    for unit in &model.units {
        walk_unit(&mut remote, unit);
    }
    for unit in &model.units {
        let mut usage = Usage {
            labels: Vec::new(),
            gotos: HashSet::new(),
        };
        walk_unit(&mut usage, unit);
        let mut reported = HashSet::new();
        for label in usage.labels {
            let used = usage.gotos.contains(&label.text)
                || inline_words.contains(&*label.text)
                || remote.0.contains(&label.text);
            let Some(meant) = misspelt(&label.text).filter(|_| !used) else {
                continue;
            };
            if reported.insert(label.text.clone()) {
                diagnostics.push(
                    Diagnostic::new(
                        &codes::UNUSED_LABEL,
                        label.span,
                        format!("nothing refers to label {}", quoted(&label)),
                    )
                    .label(format!("this is not an `{meant}` label"))
                    .help(format!(
                        "labels that mean something by themselves start with `{meant}`, in lower case"
                    )),
                );
            }
        }
    }
}

/// The prefix that a label seems to have been meant to start with.
fn misspelt(label: &str) -> Option<&'static str> {
    let lower = label.to_ascii_lowercase();
    MEANINGFUL
        .into_iter()
        .filter(|prefix| !label.starts_with(prefix))
        .find(|prefix| {
            let near = |length: usize| {
                let start = lower.get(..length);
                start.is_some_and(|start| suggest::distance(start, prefix) <= 1)
            };
            // One edit away from so short a word as `end` are too many others.
            lower.starts_with(prefix)
                || (prefix.len() > 3 && (prefix.len() - 1..=prefix.len() + 1).any(near))
        })
}

/// Labels that some process refers to in another.
struct Remote(HashSet<Arc<str>>);

impl Visitor for Remote {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::RemoteLabel { label, .. } = &expr.kind {
            self.0.insert(label.text.clone());
        }
        walk_expr(self, expr);
    }
}

struct Usage {
    labels: Vec<Name>,
    gotos: HashSet<Arc<str>>,
}

impl Visitor for Usage {
    fn stmt(&mut self, stmt: &Stmt) {
        self.labels.extend(stmt.labels.iter().cloned());
        if let StmtKind::Goto(label) = &stmt.kind {
            self.gotos.insert(label.text.clone());
        }
        walk_stmt(self, stmt);
    }
}
