//! The command line: flags, commands, exit codes; no algorithms.

mod commands;
mod exit;
mod interrupt;
mod output;
mod progress;
mod watch;

use clap::{CommandFactory, Parser, Subcommand};
use exit::Exit;
use std::ffi::OsString;

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
    Check(Box<commands::check::Args>),
    Completions(commands::completions::Args),
    Explain(commands::explain::Args),
    Lab(commands::lab::Args),
    Ltl(commands::ltl::Args),
    Man(commands::man::Args),
    Parse(commands::parse::Args),
    Replay(commands::replay::Args),
    Simulate(commands::simulate::Args),
    Spin(commands::spin::Args),
}

fn main() -> std::process::ExitCode {
    output::finish(follow(std::env::args_os())).into()
}

/// Does what a command line says; its first word is the name of the program.
fn follow(line: impl IntoIterator<Item = OsString>) -> Exit {
    let cli = match Cli::try_parse_from(line) {
        Ok(cli) => cli,
        Err(error) => {
            let text = error.render();
            if error.use_stderr() {
                output::err(format_args!("{}", text.ansi()));
                return Exit::Usage;
            }
            output::out(format_args!("{}", text.ansi()));
            return Exit::Holds;
        }
    };
    match &cli.command {
        Command::Automaton(args) => commands::automaton::run(args),
        Command::Check(args) => commands::check::run(args),
        Command::Completions(args) => commands::completions::run(args, Cli::command()),
        Command::Explain(args) => commands::explain::run(args),
        Command::Lab(args) => commands::lab::run(args),
        Command::Ltl(args) => commands::ltl::run(args),
        Command::Man(args) => commands::man::run(args, Cli::command()),
        Command::Parse(args) => commands::parse::run(args),
        Command::Replay(args) => commands::replay::run(args),
        Command::Simulate(args) => commands::simulate::run(args),
        Command::Spin(args) => commands::spin::run(args, Cli::command(), &again),
    }
}

/// Does what a command line of ours says, given without the name of the program.
fn again(words: Vec<String>) -> Exit {
    let name = std::iter::once(OsString::from("stubborn"));
    follow(name.chain(words.into_iter().map(OsString::from)))
}
