//! The command line: flags, commands, exit codes; no algorithms.

mod commands;
mod exit;
mod interrupt;
mod output;
mod progress;

use clap::{CommandFactory, Parser, Subcommand};
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
    Completions(commands::completions::Args),
    Explain(commands::explain::Args),
    Ltl(commands::ltl::Args),
    Man(commands::man::Args),
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
            let text = error.render();
            if error.use_stderr() {
                output::err(format_args!("{}", text.ansi()));
            } else {
                output::out(format_args!("{}", text.ansi()));
            }
            return output::finish(exit).into();
        }
    };
    let exit = match &cli.command {
        Command::Automaton(args) => commands::automaton::run(args),
        Command::Check(args) => commands::check::run(args),
        Command::Completions(args) => commands::completions::run(args, Cli::command()),
        Command::Explain(args) => commands::explain::run(args),
        Command::Ltl(args) => commands::ltl::run(args),
        Command::Man(args) => commands::man::run(args, Cli::command()),
        Command::Parse(args) => commands::parse::run(args),
        Command::Simulate(args) => commands::simulate::run(args),
    };
    output::finish(exit).into()
}
