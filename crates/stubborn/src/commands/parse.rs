//! `stubborn parse`: the diagnostics of a model, and what it was read as on request.

use super::model::ModelArgs;
use crate::exit::Exit;
use crate::output::{eprintln, println};
use clap::ValueEnum;
use promela::diagnostic::Diagnostic;
use promela::render::{Style, render};
use promela::span::SourceMap;

/// Diagnostics shown in full; a text that is not Promela at all has one on every line.
const MAX_SHOWN: usize = 50;

/// Check a model for errors without exploring it
///
/// Exit code: 0 the model is fine (there may be warnings), 2 it has errors.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  stubborn parse model.pml
  stubborn parse -D N=3 --emit program model.pml
  stubborn parse --emit graph model.pml | dot -Tsvg > model.svg")]
pub struct Args {
    #[command(flatten)]
    model: ModelArgs,
    /// Print what the model was read as
    #[arg(long, value_enum)]
    emit: Option<Emit>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Emit {
    /// The syntax tree, macros and inlines expanded
    Ast,
    /// The graph of each process type, for Graphviz
    Graph,
    /// Variables, locations and actions
    Program,
}

pub fn run(args: &Args) -> Exit {
    let reading = args.model.read();
    show(&reading.diagnostics, &reading.sources);
    match (args.emit, &reading.program) {
        (Some(Emit::Ast), _) => println!("{}", promela::dump::dump(&reading.model).trim_end()),
        (Some(Emit::Graph), Some(program)) => {
            println!("{}", program::dump::dot(program).trim_end())
        }
        (Some(Emit::Program), Some(program)) => {
            println!("{}", program::dump::text(program).trim_end());
        }
        (Some(Emit::Graph | Emit::Program), None) | (None, _) => {}
    }
    if reading.program.is_none() {
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
