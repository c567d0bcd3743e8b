//! Promela: preprocessor, parser, diagnostics, and lowering to the program model.

pub mod ast;
mod check;
pub mod codes;
pub mod diagnostic;
pub mod dump;
mod keyword;
mod literal;
pub mod lower;
mod parser;
mod preprocess;
pub mod render;
mod source;
pub mod span;
pub mod suggest;
mod token;
pub mod visit;

use diagnostic::Diagnostic;
use preprocess::{Preprocessor, Settings};
use span::{SourceMap, Span};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use token::{Interner, Token, TokenKind};

/// What the command line says about reading a model.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `-D NAME` or `-D NAME=VALUE`
    pub defines: Vec<String>,
    /// `-I DIRECTORY`
    pub include_dirs: Vec<PathBuf>,
}

/// What the front end makes of a text. There is always a tree; it is meaningful for lowering only
/// when no diagnostic is an error.
#[derive(Clone, Debug)]
pub struct Parsed {
    pub model: ast::Model,
    pub sources: SourceMap,
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// A text that is read as if it stood at the end of the model: a property of the command line.
/// What the model defines, macros included, is known in it.
#[derive(Clone, Debug)]
pub struct Addition {
    /// What diagnostics call it.
    pub name: String,
    pub text: String,
}

/// Reads and parses a model.
pub fn parse_file(path: &Path, options: &Options) -> Parsed {
    parse_file_with(path, options, &[])
}

/// Reads and parses a model and what is added to it.
pub fn parse_file_with(path: &Path, options: &Options, additions: &[Addition]) -> Parsed {
    match source::read(path) {
        Ok(text) => parse_text(path, text, options, additions),
        Err(error) => {
            let code = match error.kind() {
                std::io::ErrorKind::InvalidData => &codes::NOT_TEXT,
                _ => &codes::UNREADABLE,
            };
            let message = format!("cannot read `{}`: {error}", path.display());
            Parsed {
                model: ast::Model::default(),
                sources: SourceMap::default(),
                diagnostics: vec![Diagnostic::new(code, Span::default(), message)],
            }
        }
    }
}

/// Parses a model that is already in memory. `path` names it in diagnostics, and its directory is
/// where `#include` looks first.
pub fn parse_str(path: &Path, text: &str, options: &Options) -> Parsed {
    parse_text(path, text.into(), options, &[])
}

fn parse_text(path: &Path, text: Arc<str>, options: &Options, additions: &[Addition]) -> Parsed {
    let mut sources = SourceMap::default();
    let mut diagnostics = Vec::new();
    let mut model = ast::Model::default();
    let mut add = |path: &Path, text| sources.add_file(path, text);
    let files = (
        add(path, text),
        add(Path::new("<command line>"), definitions(options)),
        additions
            .iter()
            .map(|addition| add(Path::new(&addition.name), addition.text.as_str().into()))
            .collect::<Result<Vec<_>, _>>(),
    );
    let (Ok(file), Ok(command_line), Ok(added)) = files else {
        let message = format!("`{}` is too large", path.display());
        diagnostics.push(Diagnostic::new(&codes::TOO_LARGE, Span::default(), message));
        return Parsed {
            model,
            sources,
            diagnostics,
        };
    };
    let mut tokens = Vec::new();
    let settings = Settings {
        include_dirs: options.include_dirs.clone(),
    };
    let mut interner = Interner::default();
    let mut preprocessor =
        Preprocessor::new(&mut sources, &mut diagnostics, &mut interner, &settings);
    preprocessor.run(command_line, &mut tokens);
    preprocessor.run(file, &mut tokens);
    for file in added {
        preprocessor.run(file, &mut tokens);
    }
    let tokens = without_comment_ends(tokens, &sources, &mut diagnostics);
    let mut tokens = token::split_numbers(tokens);
    tokens.push(end_of(&tokens, &sources));
    let empty = tokens.len() == 1;
    let (parsed, found) = parser::parse(tokens, &mut sources);
    model.units = parsed.units;
    diagnostics.extend(found);
    // A tree with holes would be blamed for what the holes hide.
    if !diagnostics.iter().any(Diagnostic::is_error) {
        diagnostics.extend(check::check(&model));
    }
    if !diagnostics.iter().any(Diagnostic::is_error) {
        diagnostics.extend(check::lint(&model, &sources));
    }
    tidy(&mut diagnostics, &sources);
    if empty && !diagnostics.iter().any(Diagnostic::is_error) {
        diagnostics.push(
            Diagnostic::new(&codes::EMPTY_MODEL, Span::default(), "the model is empty").help(
                "a model needs at least one process: init { ... } or active proctype p() { ... }",
            ),
        );
    }
    Parsed {
        model,
        sources,
        diagnostics,
    }
}

/// Leaves out each `*/` that no comment belongs to, as SPIN does.
fn without_comment_ends(
    tokens: Vec<Token>,
    sources: &SourceMap,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Token> {
    let mut output: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut newline = false;
    for mut token in tokens {
        token.newline |= std::mem::take(&mut newline);
        let ends = token.kind == TokenKind::Slash && !token.space && !token.newline;
        if ends && let Some(star) = output.pop_if(|last| last.kind == TokenKind::Star) {
            newline = star.newline;
            let span = sources.join(star.span, token.span);
            let message = "`*/` ends no comment: it is ignored";
            diagnostics.push(
                Diagnostic::new(&codes::STRAY_COMMENT_END, span, message)
                    .note("comments do not nest: the first `*/` ends one"),
            );
        } else {
            output.push(token);
        }
    }
    output
}

/// In the order of the text, and each mistake in a macro or an inline once, not once per use.
fn tidy(diagnostics: &mut Vec<Diagnostic>, sources: &SourceMap) {
    diagnostics.sort_by_key(|diagnostic| sources.root(diagnostic.primary.span).lo);
    let mut seen = HashSet::new();
    diagnostics.retain(|diagnostic| {
        let Span { lo, hi, .. } = diagnostic.primary.span;
        seen.insert((diagnostic.code.id, lo, hi))
    });
}

/// `-D A=b` as `#define A b`.
fn definitions(options: &Options) -> Arc<str> {
    let mut text = String::new();
    for define in &options.defines {
        let (name, value) = define.split_once('=').unwrap_or((define, "1"));
        let line = format!("#define {name} {value}");
        text.push_str(&line.replace(['\n', '\r'], " "));
        text.push('\n');
    }
    text.into()
}

fn end_of(tokens: &[Token], sources: &SourceMap) -> Token {
    let last = tokens.last().map_or(Span::default(), |token| token.span);
    Token {
        kind: TokenKind::Eof,
        text: "".into(),
        span: sources.root(last).end(),
        newline: true,
        space: true,
        painted: false,
    }
}
