//! `stubborn lab theorem-b`.

use super::counterexample::{Document, Shown};
use super::progress::Progress;
use super::{Common, say, say_json};
use crate::exit::Exit;
use crate::interrupt;
use lab::enumerate::Bounds;
use lab::family::{Family, Kind};
use lab::fig5::B5;
use lab::hunt::{Hunt, Outcome};
use lab::random::trials;
use lab::scheme::Scheme;
use serde::Serialize;

/// Hunt for a counterexample to the stutter product (theorem B): there is none
///
/// First all normal-form automata and all programs within the bounds of Fig. 5, then all automata of
/// three states and four transitions over one proposition, then random instances beyond that. For
/// larger hunts see `stubborn lab hunt --scheme stutter`.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    common: Common,
    /// How many random instances
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    random: u64,
    /// Where the random instances begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Serialize)]
struct Report {
    parts: Vec<Part>,
    random: Random,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Document>,
}

#[derive(Serialize)]
struct Part {
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
        let hunt = Hunt {
            scheme: Scheme::Stutter,
            automata: family.all(),
            bounds: Bounds {
                states,
                operations: 3,
                letters: family.letters,
            },
        };
        let Some((part, shown)) = exhaust(what, &hunt, args)? else {
            return Ok(Exit::Incomplete);
        };
        if !args.common.json {
            say(&text(&part));
        }
        parts.push(part);
        found = found.or(shown);
    }
    let mut progress = Progress::new("random", 0, args.common.quiet || args.common.json);
    let all = trials(args.seed, args.random, &mut |trials| {
        progress.update(trials.instances as usize, args.random as usize);
        !interrupt::requested()
    });
    let random = Random {
        seed: args.seed,
        instances: all.instances,
        counterexamples: u64::from(all.found.is_some()),
        v1_losses: all.v1_losses,
        seconds: progress.seconds(),
    };
    drop(progress);
    found = found.or(all.found.map(Shown::new).transpose()?);
    let complete = random.instances == args.random || found.is_some();
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

fn text(part: &Part) -> String {
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

/// One hunt. `None` if it was interrupted.
fn exhaust(
    what: &'static str,
    hunt: &Hunt,
    args: &Args,
) -> Result<Option<(Part, Option<Shown>)>, String> {
    let mut progress = Progress::new(what, 0, args.common.quiet || args.common.json);
    let mut observe = |state: &lab::hunt::Progress| {
        progress.update(state.done, state.pieces);
        interrupt::check()
    };
    let (outcome, state) = hunt
        .run(args.common.threads(), 0, &mut observe)
        .map_err(|error| error.to_string())?;
    let shown = match outcome {
        Outcome::Stopped(_) => return Ok(None),
        Outcome::None => None,
        Outcome::Counterexample(found) => Some(Shown::new(*found)?),
    };
    let part = Part {
        automata: hunt.automata.len(),
        what,
        letters: hunt.bounds.letters,
        operations: hunt.bounds.operations,
        states: hunt.bounds.states,
        programs: state.counts.programs,
        result: if shown.is_some() {
            "counterexample"
        } else {
            "none"
        },
        seconds: progress.seconds(),
    };
    Ok(Some((part, shown)))
}
