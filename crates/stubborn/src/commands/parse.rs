//! `stubborn parse`: the diagnostics of a model, and its tree on request.

use crate::exit::Exit;
use anstream::{eprintln, println};
use clap::ValueEnum;
use promela::diagnostic::Diagnostic;
use promela::render::{Style, render};
use promela::span::SourceMap;
use std::path::PathBuf;

/// Diagnostics shown in full; a text that is not Promela at all has one on every line.
const MAX_SHOWN: usize = 50;

/// Check a model for errors without exploring it
#[derive(clap::Args)]
pub struct Args {
    /// The model
    file: PathBuf,
    /// Define a macro, as `#define NAME VALUE` would
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    /// Search this directory for #include
    #[arg(short = 'I', value_name = "DIRECTORY")]
    include: Vec<PathBuf>,
    /// Print what the model was read as
    #[arg(long, value_enum)]
    emit: Option<Emit>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Emit {
    /// The syntax tree, macros and inlines expanded
    Ast,
}

pub fn run(args: &Args) -> Exit {
    let options = promela::Options {
        defines: args.define.clone(),
        include_dirs: args.include.clone(),
    };
    let parsed = promela::parse_file(&args.file, &options);
    show(&parsed.diagnostics, &parsed.sources);
    if let Some(Emit::Ast) = args.emit {
        println!("{}", promela::dump::dump(&parsed.model).trim_end());
    }
    if parsed.has_errors() {
        Exit::Usage
    } else {
        Exit::Holds
    }
}

/// Writes diagnostics to standard error; `anstream` drops the colours where there is no terminal.
pub fn show(diagnostics: &[Diagnostic], sources: &SourceMap) {
    for diagnostic in diagnostics.iter().take(MAX_SHOWN) {
        eprintln!("{}\n", render(diagnostic, sources, Style::Coloured));
    }
    if let Some(rest) = diagnostics.len().checked_sub(MAX_SHOWN).filter(|&n| n > 0) {
        eprintln!("... and {rest} more");
    }
}
