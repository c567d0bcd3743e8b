//! `stubborn man`: manual pages, made of the definitions of the flags.

use crate::exit::Exit;
use crate::output::{eprintln, print};
use clap_mangen::Man;
use std::io;
use std::path::{Path, PathBuf};

/// Print a manual page, or write all of them
#[derive(clap::Args)]
#[command(after_help = "Examples:
  stubborn man check | man -l -
  stubborn man --out ~/.local/share/man/man1")]
pub struct Args {
    /// The command whose page is printed; without it, the page of the program
    #[arg(conflicts_with = "out")]
    command: Option<String>,
    /// Write the pages of the program and of every command into this directory
    #[arg(long, value_name = "DIRECTORY")]
    out: Option<PathBuf>,
}

pub fn run(args: &Args, mut program: clap::Command) -> Exit {
    // Names of pages, such as `stubborn-check`, are known when the command line is complete.
    program.build();
    let result = match (&args.out, &args.command) {
        (Some(directory), _) => write_all(&program, directory),
        (None, None) => page(&program),
        (None, Some(name)) => match program.find_subcommand(name) {
            Some(command) => page(command),
            None => Err(unknown(name, &program)),
        },
    };
    match result {
        Ok(text) => {
            print!("{text}");
            Exit::Holds
        }
        Err(message) => {
            eprintln!("error: {message}");
            Exit::Usage
        }
    }
}

fn unknown(name: &str, program: &clap::Command) -> String {
    let names = program.get_subcommands().map(clap::Command::get_name);
    match promela::suggest::nearest(name, names) {
        Some(near) => format!("there is no command `{name}`; did you mean `{near}`?"),
        None => format!("there is no command `{name}`; `stubborn --help` lists them"),
    }
}

/// The page of a command, in the language of man(7).
fn page(command: &clap::Command) -> Result<String, String> {
    let mut page = Vec::new();
    let rendered = Man::new(command.clone()).render(&mut page);
    rendered.map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

fn write_all(program: &clap::Command, directory: &Path) -> Result<String, String> {
    let failed =
        |path: &Path, error: io::Error| format!("cannot write {}: {error}", path.display());
    std::fs::create_dir_all(directory).map_err(|error| failed(directory, error))?;
    let commands = program
        .get_subcommands()
        .filter(|command| command.get_name() != "help");
    for command in std::iter::once(program).chain(commands) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let path = directory.join(format!("{name}.1"));
        std::fs::write(&path, page(command)?).map_err(|error| failed(&path, error))?;
    }
    Ok(String::new())
}
