//! Which run a file tells.

use crate::commands::model::Model;
use crate::commands::text;
use clap::ValueEnum;
use evidence::follow::Astray;
use evidence::{Followed, Script, Stray, follow};
use report::trail::{self, Lost};
use report::{itf, json};

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// What `check --trace run.json` writes
    Json,
    /// The Informal Trace Format, as `check --trace run.itf.json` writes it
    Itf,
    /// A trail of SPIN
    Trail,
}

/// How names of files end. The first that fits counts.
const ENDINGS: [(&str, Format); 4] = [
    (".itf.json", Format::Itf),
    (".json", Format::Json),
    (".trail", Format::Trail),
    // What SPIN falls back on where names are short.
    (".tra", Format::Trail),
];

/// Moves that are listed when a run strays from the model.
const LISTED: usize = 20;

/// A run that was executed.
pub struct Input {
    pub run: Followed,
    /// It may be the beginning of a run that a claim finds bad.
    pub claimed: bool,
}

/// The format of a file: as the user says, or as its name does.
pub fn format(name: &str, given: Option<Format>) -> Result<Format, String> {
    let named = ENDINGS.iter().find(|(ending, _)| name.ends_with(ending));
    given.or(named.map(|(_, format)| *format)).ok_or_else(|| {
        format!("the name `{name}` does not say what the file is; --format json, itf or trail does")
    })
}

/// Reads a file and executes the run that it tells.
pub fn read(name: &str, format: Format, model: &Model) -> Result<Input, String> {
    let text = text::read(name)?;
    let bad = |message: String| format!("{name}: {message}");
    let mut claimed = false;
    let script = match format {
        Format::Json => {
            let trace = json::read(&text).map_err(|error| bad(error.to_string()))?;
            json::script(&trace).map_err(|error| bad(error.to_string()))?
        }
        Format::Itf => itf::read(&text).map_err(|error| bad(error.to_string()))?,
        Format::Trail => {
            let trail = trail::read(&text).map_err(|error| bad(error.to_string()))?;
            claimed = trail.claim && trail.cycle.is_none();
            trail::script(&model.program, &trail).map_err(|lost| bad(lost_trail(model, &lost)))?
        }
    };
    let run =
        follow(&model.program, &script).map_err(|stray| bad(strayed(model, &script, &stray)))?;
    Ok(Input { run, claimed })
}

fn lost_trail(model: &Model, lost: &Lost) -> String {
    match lost {
        Lost::NoStart(fault) => no_start(fault),
        Lost::Line(step, astray) => {
            let number = step.number;
            let cannot = cannot(model, astray, step.pid, |who| {
                format!("{who} cannot execute statement {number} there")
            });
            format!("line {}: {cannot}", step.line)
        }
        Lost::SplitStep | Lost::Ambiguous(_) => lost.to_string(),
    }
}

fn strayed(model: &Model, script: &Script, stray: &Stray) -> String {
    match stray {
        Stray::NoStart(fault) => no_start(fault),
        Stray::NoMove(astray) => {
            let pid = script
                .moves
                .get(astray.after)
                .map_or(0, |wanted| wanted.pid);
            let cannot = cannot(model, astray, pid, |who| {
                format!("{who} has no such move there")
            });
            format!("step {}: {cannot}", astray.after + 1)
        }
    }
}

fn no_start(fault: &program::Fault) -> String {
    format!("the model cannot start: {fault}")
}

/// Why a process does not do what is written, and what could have been done instead.
fn cannot(model: &Model, astray: &Astray, pid: usize, why: impl Fn(String) -> String) -> String {
    let why = if pid < astray.state.process_count() {
        why(model.words().process(&astray.state, pid))
    } else {
        format!("there is no process {pid}")
    };
    let possible = possible(model, astray);
    format!("{why}, so this is not a run of the model\n{possible}")
}

/// What could have been executed instead.
fn possible(model: &Model, astray: &Astray) -> String {
    let after = match astray.after {
        0 => "at the start".to_owned(),
        1 => "after 1 step".to_owned(),
        steps => format!("after {steps} steps"),
    };
    if astray.possible.is_empty() {
        return format!("{after} nothing can happen");
    }
    let words = model.words();
    let mut text = format!("{after} these moves are possible:");
    for step in astray.possible.iter().take(LISTED) {
        text.push_str("\n  ");
        text.push_str(&words.step(&astray.state, step));
    }
    if let more @ 1.. = astray.possible.len().saturating_sub(LISTED) {
        text.push_str(&format!("\n  and {more} more"));
    }
    text
}
