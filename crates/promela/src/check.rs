//! What is wrong with a tree that parses: jumps that lead nowhere, guards that contradict each
//! other, names that nothing uses. Nothing here needs types.

mod control;
mod guards;
mod labels;
mod reach;
mod starts;
mod variables;

use crate::ast::{Block, Model, Name, UnitKind};
use crate::diagnostic::Diagnostic;
use crate::span::SourceMap;
use std::collections::HashSet;

/// Errors of structure.
pub fn check(model: &Model) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for unit in &model.units {
        if let Some(body) = body(&unit.kind) {
            control::check(body, &mut diagnostics);
            guards::check(body, &mut diagnostics);
            labels::check(body, &mut diagnostics);
        }
        if let UnitKind::Trace(trace) = &unit.kind {
            control::check_trace(&trace.body, &mut diagnostics);
        }
    }
    diagnostics
}

/// Warnings about a model without errors.
pub fn lint(model: &Model, sources: &SourceMap) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let inline_words = inline_words(model, sources);
    for unit in &model.units {
        if let Some(body) = body(&unit.kind) {
            reach::lint(body, &mut diagnostics);
        }
    }
    labels::lint(model, &inline_words, &mut diagnostics);
    variables::lint(model, &inline_words, &mut diagnostics);
    starts::lint(model, &inline_words, &mut diagnostics);
    diagnostics
}

fn body(unit: &UnitKind) -> Option<&Block> {
    match unit {
        UnitKind::Proctype(proctype) => Some(&proctype.body),
        UnitKind::Init(init) => Some(&init.body),
        UnitKind::Never(claim) => Some(&claim.body),
        UnitKind::Trace(trace) => Some(&trace.body),
        _ => None,
    }
}

/// Every word in the body of an inline. An inline may be there for a configuration that does not
/// call it, and a macro may hide what it does: what it mentions is not called unused.
fn inline_words<'a>(model: &'a Model, sources: &'a SourceMap) -> HashSet<&'a str> {
    model
        .units
        .iter()
        .filter_map(|unit| match &unit.kind {
            UnitKind::Inline(inline) => Some(sources.text(inline.body)),
            _ => None,
        })
        .flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'))
        .collect()
}

/// What a diagnostic about a name is about; a name made by an expansion may occur many times.
fn quoted(name: &Name) -> String {
    format!("`{}`", name.text)
}
