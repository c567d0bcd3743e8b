//! `stubborn replay`: a run from a file, executed again.

mod input;
mod judge;
mod walk;

use super::check::property;
use super::check::request::Request;
use super::model::ModelArgs;
use super::trace_file::TraceFile;
use crate::exit::Exit;
use crate::output::{eprintln, print, println};
use input::Format;
use judge::Judgement;
use report::text::{self, Style};

/// Execute a run from a file again, and show it
///
/// The file is a counterexample of `check --trace`, or a trail of one of SPIN's verifiers. The run
/// is executed by the interpreter on the full model, shown as `check` shows it, and judged: against
/// assertions and invalid end states, and, if it repeats itself for ever, against every temporal
/// property of the model and those of --ltl and --claim.
///
/// Exit code: 0 the run violates nothing, 1 it violates something, 2 bad usage, bad model, or a file
/// that is no run of the model.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  stubborn check --trace run.json model.pml; stubborn replay model.pml run.json
  stubborn replay model.pml model.pml.trail
  stubborn replay --step model.pml run.itf.json
  stubborn replay --trace run.html model.pml model.pml.trail")]
pub struct Args {
    #[command(flatten)]
    model: ModelArgs,
    /// The run; `-` is standard input
    #[arg(value_name = "TRACE")]
    input: String,
    /// What the file is, if its name does not say so
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// Go through the run step by step
    #[arg(long)]
    step: bool,
    /// Write the run to this file, in the format that its name ends with; see `check --help`
    #[arg(long, value_name = "FILE", value_parser = TraceFile::parse)]
    trace: Option<TraceFile>,
    /// Show every step of a long run, and all values at the end
    #[arg(long, conflicts_with = "step")]
    full: bool,
    /// Judge an infinite run by this formula too; may be repeated
    #[arg(long, value_name = "FORMULA", allow_hyphen_values = true)]
    ltl: Vec<String>,
    /// Judge an infinite run by this automaton or never claim too; may be repeated
    #[arg(long = "claim", value_name = "FILE")]
    claims: Vec<String>,
}

pub fn run(args: &Args) -> Exit {
    try_run(args).unwrap_or_else(|exit| exit)
}

fn try_run(args: &Args) -> Result<Exit, Exit> {
    let refuse = |message: String| {
        eprintln!("\x1b[1;31merror\x1b[0m: {message}");
        Exit::Usage
    };
    let from_input = |name: &String| name == "-";
    if args
        .claims
        .iter()
        .chain([&args.input])
        .filter(|name| from_input(name))
        .count()
        > 1
    {
        return Err(refuse("standard input can be one file only".to_owned()));
    }
    if args.step && from_input(&args.input) {
        return Err(refuse(
            "--step reads commands from standard input, so the run must be a file".to_owned(),
        ));
    }
    let format = input::format(&args.input, args.format).map_err(refuse)?;
    let request = Request::read(&args.ltl, &args.claims)?;
    let mut reading = args.model.read_with(request.additions());
    request.relocate(&mut reading);
    request.refuse_more(&reading)?;
    let model = reading.finish()?;
    let (own, mut added) = request.resolve(&model.program, &model.sources)?;
    let mut properties = property::select(&model.program, &own, &[], Vec::new()).map_err(refuse)?;
    properties.append(&mut added);
    let run = input::read(&args.input, format, &model).map_err(refuse)?;
    let judgement = Judgement::of(&args.model.name(), &model, &properties, &run);
    if args.step {
        walk::walk(&judgement.trace);
    } else {
        let style = Style {
            colour: true,
            full: args.full,
        };
        print!("{}", text::write(&judgement.trace, style));
    }
    for line in &judgement.lines {
        println!("{line}");
    }
    if let Some(file) = &args.trace {
        file.write(&[&judgement.trace]).map_err(refuse)?;
    }
    Ok(judgement.exit)
}
