//! `stubborn completions`: what a shell needs to complete our flags.

use crate::exit::Exit;
use crate::output::print;
use clap_complete::Shell;

/// Print the completion script of a shell
///
/// The script completes commands, flags and their values. It is made of the same definitions as
/// the flags themselves.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  stubborn completions bash > ~/.local/share/bash-completion/completions/stubborn
  stubborn completions zsh > \"${fpath[1]}/_stubborn\"
  stubborn completions fish > ~/.config/fish/completions/stubborn.fish
  stubborn completions powershell >> $PROFILE")]
pub struct Args {
    shell: Shell,
}

pub fn run(args: &Args, mut command: clap::Command) -> Exit {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    print!("{}", String::from_utf8_lossy(&script));
    Exit::Holds
}
