//! `stubborn lab`: soundness experiments.

mod book;
mod brunner;
mod claim;
mod counterexample;
mod fig5;
mod file;
mod hk;
mod hunt;
mod method;
mod progress;
mod question;
mod spin;
mod theorem_b;

use crate::exit::Exit;
use crate::{interrupt, output};
use clap::Subcommand;
use lab::scheme::Proviso;

const EXAMPLES: &str = "\
Examples:
  stubborn lab fig5
  stubborn lab open-question --dot n3.dot
  stubborn lab claim never.hoa
  stubborn lab hunt --scheme v1 --automaton builtin:B1 --states 4 --operations 3
  stubborn lab hunt --scheme v1 --automaton builtin:B1 --states 6 --method sat
  stubborn lab hunt --scheme stutter --family 3,5 --letters 2 --save hunt.json
  stubborn lab hunt --scheme stack-projection --independence brunner --automaton builtin:B2 --states 4

An experiment asks whether a reduction can lose every bad run of a program: is there a program, an
automaton and a table of ample sets that satisfies the conditions, such that the full product has an
accepting run and the reduced one has none?";

/// Hunt for unsound reductions
///
/// Exit code: 0 if the answer is the known one (or no counterexample was found), 1 if not (or one
/// was found), 2 for bad usage, 3 if the hunt was stopped.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    experiment: Experiment,
}

#[derive(Subcommand)]
enum Experiment {
    Brunner(brunner::Args),
    Claim(claim::Args),
    Fig5(fig5::Args),
    Hk(hk::Args),
    Hunt(hunt::Args),
    OpenQuestion(question::Args),
    TheoremB(theorem_b::Args),
}

/// Flags that all experiments have.
#[derive(clap::Args)]
struct Common {
    /// One JSON document on standard output, nothing else there
    #[arg(long)]
    json: bool,
    /// No progress on standard error
    #[arg(long, short)]
    quiet: bool,
    /// How many threads to use; all cores if not given
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

impl Common {
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(cores)
    }

    fn is_silent(&self) -> bool {
        self.quiet || self.json
    }
}

/// How it is seen to that no step is ignored for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum CycleName {
    /// C3': every cycle has a state with a full set
    Cycle,
    /// C3: no proper set leads back to the path of a depth-first search, for some order of it
    Stack,
}

impl CycleName {
    fn proviso(self) -> Proviso {
        match self {
            CycleName::Cycle => Proviso::Cycle,
            CycleName::Stack => Proviso::Stack,
        }
    }
}

pub fn run(args: &Args) -> Exit {
    interrupt::install();
    let result = match &args.experiment {
        Experiment::Brunner(args) => brunner::run(args),
        Experiment::Claim(args) => claim::run(args),
        Experiment::Fig5(args) => fig5::run(args),
        Experiment::Hk(args) => hk::run(args),
        Experiment::Hunt(args) => hunt::run(args),
        Experiment::OpenQuestion(args) => question::run(args),
        Experiment::TheoremB(args) => theorem_b::run(args),
    };
    result.unwrap_or_else(|message| {
        output::err(format_args!("\x1b[1;31merror\x1b[0m: {message}\n"));
        Exit::Usage
    })
}

/// Writes to standard output.
fn say(text: &str) {
    output::out(format_args!("{text}"));
}

/// Writes one document.
fn say_json(document: &impl serde::Serialize) -> Result<(), String> {
    let text = serde_json::to_string_pretty(document).map_err(|error| error.to_string())?;
    say(&format!("{text}\n"));
    Ok(())
}

/// Writes a drawing to a file.
fn draw(path: &Option<std::path::PathBuf>, text: &str) -> Result<(), String> {
    match path {
        Some(path) => std::fs::write(path, text)
            .map_err(|error| format!("cannot write {}: {error}", path.display())),
        None => Ok(()),
    }
}
