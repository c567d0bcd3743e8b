//! `stubborn spin`: the command lines of SPIN's users, and what they mean here.
//!
//! [`options`] reads them, [`tables`] says what each option means, [`translate`] makes command lines
//! of ours, [`run`] checks, [`summary`] prints what scripts look for.

mod options;
mod run;
mod summary;
mod tables;
mod translate;

use crate::exit::Exit;
use crate::output::{eprintln, print, println};
use options::{Job, Task};

/// Do what this command line of spin does
///
/// Understands the everyday options of spin and of the verifiers that it generates, and does the
/// equivalent check, simulation, replay or translation. Says which command of ours that is. An option
/// that has no counterpart is refused, with what to use instead; one that does not matter here is
/// passed over, with a note.
///
/// Exit codes are ours, not SPIN's: 0 everything holds, 1 something is violated, 2 bad usage or
/// bad model, 3 not finished and nothing violated. A search that was cut short never prints
/// `errors: 0`.
#[derive(clap::Args)]
#[command(disable_help_flag = true, disable_version_flag = true)]
#[command(after_help = "Examples:
  stubborn spin -run model.pml
  stubborn spin -DN=3 -run -ltl p -m100000 model.pml
  stubborn spin -search -l -f model.pml
  stubborn spin -t -p model.pml
  stubborn spin -p -g -u100 -n7 model.pml
  stubborn spin -f '[] (p -> <> q)'")]
pub struct Args {
    /// Options of spin, and the model
    #[arg(
        value_name = "OPTION",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    line: Vec<String>,
}

/// Runs a command line of ours.
pub type Follow<'a> = &'a dyn Fn(Vec<String>) -> Exit;

pub fn run(args: &Args, mut program: clap::Command, follow: Follow<'_>) -> Exit {
    let job = match options::read(&args.line) {
        Ok(job) => job,
        Err(message) => {
            eprintln!("\x1b[1;31merror\x1b[0m: {message}");
            return Exit::Usage;
        }
    };
    for note in &job.notes {
        eprintln!("note: {note}");
    }
    match job.task {
        Task::Help => {
            program.build();
            if let Some(command) = program.find_subcommand_mut("spin") {
                print!("{}", command.render_long_help().ansi());
            }
            Exit::Holds
        }
        Task::Version => {
            println!("Stubborn Version {}", env!("CARGO_PKG_VERSION"));
            Exit::Holds
        }
        Task::Verify => run::verify(&job).unwrap_or_else(|exit| exit),
        Task::Generate => generate(&job),
        Task::Simulate | Task::Replay | Task::Formula | Task::Inlined => {
            match translate::command(&job) {
                Ok(line) => follow(line),
                Err(message) => {
                    eprintln!("\x1b[1;31merror\x1b[0m: {message}");
                    Exit::Usage
                }
            }
        }
    }
}

/// There is no verifier to generate; the model is read all the same, for what is wrong with it.
fn generate(job: &Job) -> Exit {
    match run::check_line(job) {
        Ok(line) => {
            println!("no verifier is generated or compiled: check the model with");
            println!("  {}", translate::shown(&line));
            Exit::Holds
        }
        Err(exit) => exit,
    }
}
