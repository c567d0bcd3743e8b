//! Diagnostics for people: the line of the text, what is wrong with it, and the remedy.

use crate::diagnostic::{Diagnostic, Severity};
use crate::span::{ExpansionKind, SourceFile, SourceMap, Span};
use annotate_snippets::{AnnotationKind, Element, Group, Level, Patch, Renderer, Snippet};
use std::ops::Range;

/// Expansions shown per diagnostic, innermost first.
const MAX_EXPANSIONS: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    /// With escape sequences for a terminal.
    Coloured,
}

/// Renders one diagnostic, without a newline at its end.
pub fn render(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    renderer.render(&report(diagnostic, sources))
}

fn report<'a>(diagnostic: &'a Diagnostic, sources: &'a SourceMap) -> Vec<Group<'a>> {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code.id);
    let mut elements: Vec<Element<'a>> = Vec::new();
    let primary = diagnostic.primary.span;
    if let Some(file) = sources.file_of(primary) {
        let mut here = snippet(file).annotation(
            AnnotationKind::Primary
                .span(range(file, primary))
                .label(some(&diagnostic.primary.text)),
        );
        let mut elsewhere = Vec::new();
        for label in &diagnostic.related {
            let Some(other) = sources.file_of(label.span) else {
                continue;
            };
            let annotation = AnnotationKind::Context
                .span(range(other, label.span))
                .label(some(&label.text));
            if std::ptr::eq(file, other) {
                here = here.annotation(annotation);
            } else {
                elsewhere.push(snippet(other).annotation(annotation));
            }
        }
        elements.push(here.into());
        elements.extend(elsewhere.into_iter().map(Element::from));
    }
    let notes = diagnostic.notes.iter();
    elements.extend(notes.map(|note| Level::NOTE.message(note.as_str()).into()));
    let help = diagnostic.help.iter();
    elements.extend(help.map(|help| Level::HELP.message(help.as_str()).into()));

    let mut groups = vec![title.elements(elements)];
    groups.extend(expansions(primary, sources));
    for fix in &diagnostic.fixes {
        if let Some(file) = sources.file_of(fix.span) {
            let patch = Patch::new(range(file, fix.span), fix.replacement.as_str());
            let title = Level::HELP.secondary_title(fix.message.as_str());
            groups.push(title.element(snippet(file).patch(patch)));
        }
    }
    groups
}

/// How the text got to where it is wrong.
fn expansions<'a>(span: Span, sources: &'a SourceMap) -> impl Iterator<Item = Group<'a>> {
    sources
        .chain(span)
        .filter(|step| step.kind != ExpansionKind::Argument)
        .take(MAX_EXPANSIONS)
        .filter_map(move |step| {
            let file = sources.file_of(step.call)?;
            let what = match step.kind {
                ExpansionKind::Macro => "macro",
                _ => "inline",
            };
            let title = format!("in this expansion of {what} `{}`", step.name);
            let place = AnnotationKind::Primary.span(range(file, step.call));
            Some(
                Level::NOTE
                    .secondary_title(title)
                    .element(snippet(file).annotation(place)),
            )
        })
}

fn snippet<'a, T: Clone>(file: &'a SourceFile) -> Snippet<'a, T> {
    Snippet::source(&*file.text).path(file.path.to_string_lossy().into_owned())
}

/// The range of a span in its file, at boundaries of characters.
fn range(file: &SourceFile, span: Span) -> Range<usize> {
    let local = file.local(span);
    file.text.floor_char_boundary(local.start)..file.text.ceil_char_boundary(local.end)
}

fn some(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}
