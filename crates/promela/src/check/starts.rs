//! Proctypes that no `run` names and that are not active.

use super::quoted;
use crate::ast::{Expr, ExprKind, Model, UnitKind};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::visit::{Visitor, walk_expr, walk_unit};
use std::collections::HashSet;
use std::sync::Arc;

pub fn lint(model: &Model, inline_words: &HashSet<&str>, diagnostics: &mut Vec<Diagnostic>) {
    struct Runs(HashSet<Arc<str>>);
    impl Visitor for Runs {
        fn expr(&mut self, expr: &Expr) {
            if let ExprKind::Run { proctype, .. } = &expr.kind {
                self.0.insert(proctype.text.clone());
            }
            walk_expr(self, expr);
        }
    }
    let mut runs = Runs(HashSet::new());
    for unit in &model.units {
        walk_unit(&mut runs, unit);
    }
    for unit in &model.units {
        if let UnitKind::Proctype(proctype) = &unit.kind
            && proctype.active.is_none()
            && !runs.0.contains(&proctype.name.text)
            && !inline_words.contains(&*proctype.name.text)
        {
            diagnostics.push(
                Diagnostic::new(
                    &codes::NEVER_STARTED,
                    proctype.name.span,
                    format!("nothing starts proctype {}", quoted(&proctype.name)),
                )
                .help("make it active, or start it with run"),
            );
        }
    }
}
