//! `stubborn lab open-question`.

use super::counterexample::{Document, Shown};
use super::{Common, draw, say, say_json};
use crate::exit::Exit;
use crate::interrupt;
use lab::question::{Answer, Level, answer};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;

/// Is V1 sound if every state's language is stutter-invariant? (No: the smallest counterexamples)
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    common: Common,
    /// Draw the first counterexample
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// Most states of the automata
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=4))]
    states: u8,
}

#[derive(Serialize)]
struct Report {
    /// Whether V1 was found sound for all automata that were looked at.
    sound: bool,
    seconds: f64,
    levels: Vec<LevelDocument>,
    counterexamples: Vec<Document>,
}

#[derive(Serialize)]
struct LevelDocument {
    states: usize,
    transitions: usize,
    automata: usize,
    refuted: usize,
    program_states: usize,
    operations: usize,
}

pub fn run(args: &Args) -> Result<Exit, String> {
    let started = Instant::now();
    let mut observe = |_: &Level| interrupt::check();
    let states = usize::from(args.states);
    let found = answer(states, args.common.threads(), &mut observe);
    let Answer {
        levels,
        smallest,
        stopped,
    } = found.map_err(|error| error.to_string())?;
    let shown: Vec<Shown> = smallest
        .into_iter()
        .map(Shown::new)
        .collect::<Result<_, _>>()?;
    if let Some(first) = shown.first() {
        draw(&args.dot, &first.counterexample.dot())?;
    }
    if args.common.json {
        let level = |level: &Level| LevelDocument {
            states: level.states,
            transitions: level.transitions,
            automata: level.automata,
            refuted: level.refuted,
            program_states: level.bounds.states,
            operations: level.bounds.operations,
        };
        say_json(&Report {
            sound: shown.is_empty(),
            seconds: started.elapsed().as_secs_f64(),
            levels: levels.iter().map(level).collect(),
            counterexamples: shown.iter().map(Shown::document).collect(),
        })?;
    } else {
        say(&text(&levels, &shown));
    }
    Ok(match stopped {
        true => Exit::Incomplete,
        false if shown.iter().all(Shown::is_confirmed) => Exit::Holds,
        false => Exit::Violated,
    })
}

fn text(levels: &[Level], shown: &[Shown]) -> String {
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
            level.bounds.states,
            level.bounds.operations,
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
