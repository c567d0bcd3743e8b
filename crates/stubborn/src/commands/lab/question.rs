//! `stubborn lab open-question`.

use super::book::{Book, Part, Saving};
use super::counterexample::{Document, Shown};
use super::progress::Progress;
use super::{Common, draw, say, say_json};
use crate::exit::Exit;
use crate::interrupt;
use lab::enumerate::Bounds;
use lab::hunt::Counterexample;
use lab::question::{Level, Refuted, levels};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;

/// Is V1 sound if every state's language is stutter-invariant? (No: the smallest counterexamples)
///
/// Automata of one and two states are tried with programs of up to 3 states and 3 operations.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    saving: Saving,
    /// Draw the first counterexample
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Most states of the automata
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=4))]
    states: u8,
    /// Most states of the programs for automata of more than two states
    #[arg(long, value_name = "N", default_value_t = 3)]
    program_states: usize,
    /// Most operations of the programs for automata of more than two states
    #[arg(long, value_name = "N", default_value_t = 2)]
    operations: usize,
}

#[derive(Serialize)]
struct Report {
    /// Whether V1 was found sound for all automata that were looked at.
    sound: bool,
    seconds: f64,
    levels: Vec<Line>,
    counterexamples: Vec<Document>,
}

#[derive(Serialize)]
struct Line {
    states: usize,
    transitions: usize,
    automata: usize,
    refuted: usize,
    program_states: usize,
    operations: usize,
}

/// Programs for automata of up to two states: there is nothing to be found, so more are tried.
const WIDE: Bounds = Bounds {
    states: 3,
    operations: 3,
    letters: 2,
};

pub fn run(args: &Args) -> Result<Exit, String> {
    let wider = Bounds {
        states: args.program_states,
        operations: args.operations,
        letters: 2,
    };
    let experiment = format!(
        "the open question, programs of up to {} states and {} operations",
        wider.states, wider.operations
    );
    let mut book = Book::open(&args.saving, experiment)?;
    let started = Instant::now();
    let mut lines = Vec::new();
    let mut smallest = Vec::new();
    for level in levels(args.states.into()) {
        let bounds = if level.states <= 2 { WIDE } else { wider };
        let Some(refuted) = look(&level, bounds, args, &mut book)? else {
            return Ok(Exit::Incomplete);
        };
        lines.push(Line {
            states: level.states,
            transitions: level.transitions,
            automata: level.automata.len(),
            refuted: refuted.len(),
            program_states: bounds.states,
            operations: bounds.operations,
        });
        if !refuted.is_empty() {
            smallest = refuted;
            break;
        }
    }
    let shown: Vec<Shown> = smallest
        .into_iter()
        .map(Shown::new)
        .collect::<Result<_, _>>()?;
    if let Some(first) = shown.first() {
        draw(&args.dot, &first.counterexample.dot())?;
    }
    match args.common.json {
        false => say(&text(&lines, &shown)),
        true => say_json(&Report {
            sound: shown.is_empty(),
            seconds: started.elapsed().as_secs_f64(),
            levels: lines,
            counterexamples: shown.iter().map(Shown::document).collect(),
        })?,
    }
    Ok(match shown.iter().all(Shown::is_confirmed) {
        true => Exit::Holds,
        false => Exit::Violated,
    })
}

/// The automata of one size. `None` if it was interrupted.
fn look(
    level: &Level,
    bounds: Bounds,
    args: &Args,
    book: &mut Book,
) -> Result<Option<Vec<Counterexample>>, String> {
    let name = format!("{} states, {} transitions", level.states, level.transitions);
    let before = book.part(&name);
    let mut progress = Progress::new(&name, before.next, args.common.is_silent());
    let mut observe = |state: &lab::pieces::Progress<Refuted>| {
        progress.update(state.done, state.pieces);
        if state.settled == Refuted(0) {
            let next = state.first_open;
            book.note(
                &name,
                Part {
                    next,
                    ..before.clone()
                },
            );
        }
        interrupt::check()
    };
    let answer = level
        .answer(bounds, args.common.threads(), before.next, &mut observe)
        .map_err(|error| error.to_string())?;
    drop(progress);
    let mut marked = before.marked.clone();
    marked.extend(answer.refuted.iter().map(|(number, _)| *number));
    let part = Part {
        next: answer.first_open,
        marked,
        ..before.clone()
    };
    book.note(&name, part);
    book.write()?;
    if answer.first_open < level.automata.len() {
        return Ok(None);
    }
    // Those that were refuted before it was stopped are refuted again: that is quick.
    let mut refuted = Vec::new();
    let known = before
        .marked
        .iter()
        .filter(|&&number| number < level.automata.len());
    for &number in known {
        refuted.extend(
            level
                .look(number, bounds)
                .map_err(|error| error.to_string())?,
        );
    }
    refuted.extend(answer.refuted.into_iter().map(|(_, found)| found));
    Ok(Some(refuted))
}

fn text(levels: &[Line], shown: &[Shown]) -> String {
    let mut out = String::from(
        "Automata over one proposition whose states all have stutter-invariant languages, by size:\n",
    );
    for level in levels.iter().filter(|level| level.automata > 0) {
        out.push_str(&format!(
            "  {} states, {} transitions: {} automata, V1 is wrong with {} (programs of up to {} states, {} operations)\n",
            level.states,
            level.transitions,
            level.automata,
            level.refuted,
            level.program_states,
            level.operations,
        ));
    }
    let Some(first) = shown.first() else {
        out.push_str("No counterexample.\n");
        return out;
    };
    out.push_str(&format!(
        "So V1 is not sound for them. The first of the {} smallest counterexamples:\n{}",
        shown.len(),
        first.text()
    ));
    out
}
