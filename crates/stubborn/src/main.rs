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
    Check(commands::check::Args),
    Parse(commands::parse::Args),
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
        Command::Check(args) => commands::check::run(args),
        Command::Parse(args) => commands::parse::run(args),
    };
    exit.into()
}
