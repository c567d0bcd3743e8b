//! `stubborn lab theorem-b`.

use super::book::{Book, Part, Saving};
use super::counterexample::{Document, Shown};
use super::method::Method;
use super::progress::Progress;
use super::{Common, draw, say, say_json};
use crate::exit::Exit;
use crate::interrupt;
use lab::enumerate::Bounds;
use lab::family::{Family, Kind};
use lab::fig5::B5;
use lab::hunt::{Hunt, Outcome};
use lab::operation::Independence;
use lab::pieces::Pieces;
use lab::random::{TOGETHER, Trials, trials};
use lab::scheme::{Proviso, Scheme};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;

/// Hunt for a counterexample to the stutter product (theorem B): there is none
///
/// First all normal-form automata and all programs within the bounds of Fig. 5, then all automata of
/// three states and four transitions over one proposition, then random instances beyond that. For
/// larger hunts see `stubborn lab hunt --scheme stutter`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    saving: Saving,
    /// Draw the counterexample, if there is one
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
    /// How many random instances, in steps of 64
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    random: u64,
    /// Which random instances: the same seed gives the same on any number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Serialize)]
struct Report {
    parts: Vec<Exhausted>,
    random: Random,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Document>,
}

#[derive(Serialize)]
struct Exhausted {
    automata: usize,
    what: &'static str,
    letters: usize,
    operations: usize,
    states: usize,
    programs: u64,
    result: &'static str,
    seconds: f64,
}

#[derive(Serialize)]
struct Random {
    seed: u64,
    instances: u64,
    counterexamples: u64,
    v1_losses: u64,
    seconds: f64,
}

pub fn run(args: &Args) -> Result<Exit, String> {
    let mut book = Book::open(&args.saving, format!("theorem B, seed {}", args.seed))?;
    let any = Family {
        states: 3,
        transitions: 4,
        letters: 2,
        kind: Kind::default(),
    };
    let families = [
        ("in SI normal form, up to 4 states, 6 transitions", B5, 4),
        ("of any kind, up to 3 states, 4 transitions", any, 3),
    ];
    let mut parts = Vec::new();
    let mut found = None;
    for (what, family, states) in families {
        let Some((part, shown)) = exhaust(what, &family, states, args, &mut book)? else {
            return Ok(Exit::Incomplete);
        };
        if !args.common.json {
            say(&text(&part));
        }
        parts.push(part);
        found = found.or(shown);
    }
    let (random, shown) = random(args, &mut book)?;
    found = found.or(shown);
    if let Some(shown) = &found {
        draw(&args.dot, &shown.counterexample.dot())?;
    }
    let complete = random.instances >= args.random || found.is_some();
    if args.common.json {
        say_json(&Report {
            parts,
            random,
            counterexample: found.as_ref().map(Shown::document),
        })?;
    } else {
        say(&format!(
            "{} random instances of up to 8 program states and 4 automaton states (seed {}): {} counterexamples, {:.2} s; V1 loses a run in {} of them\n",
            random.instances, random.seed, random.counterexamples, random.seconds, random.v1_losses
        ));
        if let Some(shown) = &found {
            say(&shown.text());
        }
    }
    Ok(match (found, complete) {
        (Some(_), _) => Exit::Violated,
        (None, true) => Exit::Holds,
        (None, false) => Exit::Incomplete,
    })
}

/// The random instances, or what is left of them.
fn random(args: &Args, book: &mut Book) -> Result<(Random, Option<Shown>), String> {
    let before = book.part("random");
    let pieces = Pieces {
        from: before.next,
        all: (args.random as usize).div_ceil(TOGETHER),
        threads: args.common.threads(),
    };
    let mut progress = Progress::new("random", before.next, args.common.is_silent());
    let started = Instant::now();
    let now = |state: &lab::pieces::Progress<Trials>| Part {
        next: state.first_open,
        counted: before.counted + state.settled.v1_losses,
        marked: Vec::new(),
        seconds: before.seconds + started.elapsed().as_secs_f64(),
    };
    let ended = trials(args.seed, pieces, &mut |state| {
        progress.update(state.done, state.pieces);
        book.note("random", now(state));
        interrupt::check()
    });
    let part = now(&ended.progress);
    let random = Random {
        seed: args.seed,
        instances: (part.next * TOGETHER) as u64,
        counterexamples: u64::from(ended.found.is_some()),
        v1_losses: part.counted,
        seconds: part.seconds,
    };
    book.note("random", part);
    book.write()?;
    let shown = ended.found.map(|(_, found)| Shown::new(found));
    Ok((random, shown.transpose()?))
}

fn text(part: &Exhausted) -> String {
    format!(
        "{} automata {}, {} letters; {} programs of up to {} states, {} operations: {}, {:.2} s\n",
        part.automata,
        part.what,
        part.letters,
        part.programs,
        part.states,
        part.operations,
        match part.result {
            "none" => "no counterexample",
            other => other,
        },
        part.seconds
    )
}

/// All automata of a family. `None` if it was interrupted.
fn exhaust(
    what: &'static str,
    family: &Family,
    states: usize,
    args: &Args,
    book: &mut Book,
) -> Result<Option<(Exhausted, Option<Shown>)>, String> {
    let hunt = Hunt {
        scheme: Scheme::Stutter,
        proviso: Proviso::Cycle,
        independence: Independence::Siegel,
        automata: family.all(),
        bounds: Bounds {
            states,
            operations: 3,
            letters: family.letters,
        },
    };
    let answer = book.decide(what, &hunt, Method::Enumerate, &args.common)?;
    let result = answer.result();
    let shown = match answer.outcome {
        Outcome::Stopped(_) => return Ok(None),
        Outcome::None => None,
        Outcome::Counterexample(found) => Some(Shown::new(*found)?),
    };
    let part = Exhausted {
        automata: hunt.automata.len(),
        what,
        letters: hunt.bounds.letters,
        operations: hunt.bounds.operations,
        states: hunt.bounds.states,
        programs: answer.programs.unwrap_or_default(),
        result,
        seconds: answer.seconds,
    };
    Ok(Some((part, shown)))
}
