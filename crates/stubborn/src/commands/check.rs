//! `stubborn check`: does the model do what it says it does?

mod property;
mod report;

use super::limits::LimitArgs;
use super::model::{Model, ModelArgs};
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Progress;
use anstream::eprintln;
use clap::ValueEnum;
use program::explore::{Options, explore};
use property::Selection;
use report::Report;
use std::time::Instant;

/// Check a model: assertions, invalid end states, run-time errors
///
/// Without --property, everything that the model states is checked, one line each.
///
/// Exit code: 0 everything holds, 1 something is violated, 2 bad usage or bad model,
/// 3 not finished and nothing violated.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  stubborn check model.pml
  stubborn check -D N=3 --property deadlock model.pml
  stubborn check --time 60s --json model.pml")]
pub struct Args {
    #[command(flatten)]
    model: ModelArgs,
    /// Check only this: safety, assertions, deadlock, or a property's name; may be repeated
    #[arg(long = "property", value_name = "NAME")]
    properties: Vec<String>,
    /// What executes the model
    #[arg(long, value_enum, default_value = "interpreter")]
    engine: Engine,
    #[command(flatten)]
    limits: LimitArgs,
    /// Stop at the first violation
    #[arg(long)]
    fail_fast: bool,
    /// Print one JSON document on standard output, and nothing else there
    #[arg(long)]
    json: bool,
    /// Print the verdicts only
    #[arg(short, long, conflicts_with = "json")]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Engine {
    /// The reference interpreter: every state, unreduced
    Interpreter,
}

pub fn run(args: &Args) -> Exit {
    let model = match args.model.load() {
        Ok(model) => model,
        Err(exit) => return exit,
    };
    let selection = match Selection::new(&model.program, &args.properties) {
        Ok(selection) => selection,
        Err(message) => {
            eprintln!("error: {message}");
            return Exit::Usage;
        }
    };
    let report = match args.engine {
        Engine::Interpreter => by_interpreter(args, &model, &selection),
    };
    if args.json {
        report.print_json();
    } else {
        report.print_text(args.quiet);
    }
    report.exit()
}

/// Visits every state and says what came of each property.
fn by_interpreter(args: &Args, model: &Model, selection: &Selection) -> Report {
    let groups = selection.groups();
    let options = Options {
        states: args.limits.states,
        depth: args.limits.depth,
        time: args.limits.time,
        memory: args.limits.memory,
        stop_after: if args.fail_fast {
            vec![groups.concat()]
        } else {
            groups.clone()
        },
    };
    let started = Instant::now();
    let mut progress = Progress::new(args.json || args.quiet);
    let exploration = (!groups.is_empty()).then(|| {
        explore(&model.program, &options, &mut |statistics| {
            progress.update(statistics);
            !interrupt::requested()
        })
    });
    progress.finish();
    Report::new(
        args.model.name(),
        model,
        selection,
        exploration,
        started.elapsed(),
    )
}
