//! The command line: flags, commands, exit codes; no algorithms.

mod commands;
mod exit;
mod interrupt;
mod progress;

use clap::{Parser, Subcommand};
use exit::Exit;

/// A model checker for concurrent programs whose verdict you can trust.
#[derive(Parser)]
#[command(name = "stubborn", version, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Automaton(commands::automaton::Args),
    Check(commands::check::Args),
    Explain(commands::explain::Args),
    Ltl(commands::ltl::Args),
    Parse(commands::parse::Args),
    Simulate(commands::simulate::Args),
}

fn main() -> std::process::ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let exit = if error.use_stderr() {
                Exit::Usage
            } else {
                Exit::Holds
            };
            // Nothing is left to report to when even the message cannot be written.
            let _ = error.print();
            return exit.into();
        }
    };
    interrupt::install();
    let exit = match &cli.command {
        Command::Automaton(args) => commands::automaton::run(args),
        Command::Check(args) => commands::check::run(args),
        Command::Explain(args) => commands::explain::run(args),
        Command::Ltl(args) => commands::ltl::run(args),
        Command::Parse(args) => commands::parse::run(args),
        Command::Simulate(args) => commands::simulate::run(args),
    };
    exit.into()
}
