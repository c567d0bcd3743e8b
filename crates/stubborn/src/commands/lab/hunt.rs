//! `stubborn lab hunt`: any scheme beside any automata.

use super::counterexample::{Document, Shown};
use super::file::read;
use super::method::{Choice, Method, Proof, decide};
use super::{Common, draw, say, say_json};
use crate::exit::Exit;
use clap::ValueEnum;
use lab::enumerate::Bounds;
use lab::family::{Family, Kind};
use lab::hunt::{Hunt, Outcome};
use lab::scheme::Scheme;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Look for a program on which a scheme is wrong
#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("automata").required(true)))]
pub struct Args {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    choice: Choice,
    /// How sets are chosen
    #[arg(long, value_enum)]
    scheme: SchemeName,
    /// An automaton: a file in HOA format or with a never claim, or builtin:NAME
    #[arg(long, value_name = "FILE", group = "automata")]
    automaton: Option<String>,
    /// All automata of up to S states and T transitions, up to renaming
    #[arg(long, value_name = "S,T", group = "automata", value_parser = pair)]
    family: Option<(usize, usize)>,
    /// What all automata of the family must be; may be repeated
    #[arg(long, value_enum, value_name = "KIND")]
    only: Vec<Only>,
    /// How many letters automata of a family and programs have
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    letters: u8,
    /// Most states of programs
    #[arg(long, default_value_t = 3)]
    states: usize,
    /// Most operations of programs
    #[arg(long, default_value_t = 3)]
    operations: usize,
    /// Remember in FILE how far the hunt has come, and go on from there
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Draw the counterexample
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SchemeName {
    V0,
    V1,
    Sequential,
    Offline,
    Stutter,
}

impl SchemeName {
    fn scheme(self) -> Scheme {
        match self {
            SchemeName::V0 => Scheme::V0,
            SchemeName::V1 => Scheme::V1,
            SchemeName::Sequential => Scheme::Sequential,
            SchemeName::Offline => Scheme::Offline,
            SchemeName::Stutter => Scheme::Stutter,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Only {
    /// The language is stutter-invariant
    Invariant,
    /// The language of every state is
    InvariantStates,
    NormalForm,
    Unambiguous,
    Deterministic,
}

fn pair(text: &str) -> Result<(usize, usize), String> {
    let parts = text
        .split_once(',')
        .map(|(a, b)| (a.trim().parse(), b.trim().parse()));
    match parts {
        Some((Ok(states @ 1..=4), Ok(transitions @ 1..=12))) => Ok((states, transitions)),
        _ => Err("expected states,transitions, at most 4,12".to_owned()),
    }
}

/// How far a hunt has come.
#[derive(Serialize, Deserialize)]
struct Saved {
    /// What is hunted, so that a file is not used for something else.
    hunt: String,
    /// All pieces before this one have no counterexample.
    next: usize,
}

#[derive(Serialize)]
struct Report {
    scheme: &'static str,
    automata: usize,
    states: usize,
    operations: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    programs: Option<u64>,
    result: &'static str,
    seconds: f64,
    method: &'static str,
    #[serde(flatten)]
    proof: Option<Proof>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Document>,
}

/// Time between two writings of the file.
const SAVE: Duration = Duration::from_secs(5);

pub fn run(args: &Args) -> Result<Exit, String> {
    if args.save.is_some() && args.choice.method == Method::Sat {
        return Err(
            "the solver cannot be taken up again: --save is for --method enumerate".to_owned(),
        );
    }
    let hunt = prepare(args)?;
    let name = description(args, &hunt);
    let from = match &args.save {
        Some(path) => saved(path, &name)?,
        None => 0,
    };
    let method = args.choice.method;
    let mut written = Instant::now();
    let mut observe = |state: &lab::hunt::Progress| {
        if let Some(path) = &args.save
            && written.elapsed() > SAVE
        {
            written = Instant::now();
            // At the end it is tried again, and a failure reported.
            let _ = save(path, &name, state.first_open);
        }
    };
    let answer = decide(&hunt, method, &args.common, "hunt", from, &mut observe)?;
    if let Some(path) = &args.save {
        save(path, &name, answer.first_open)?;
    }
    let result = answer.result();
    let shown = match answer.outcome {
        Outcome::Counterexample(found) => Some(Shown::new(*found)?),
        Outcome::None | Outcome::Stopped(_) => None,
    };
    if let Some(shown) = &shown {
        draw(&args.dot, &shown.counterexample.dot())?;
    }
    if args.common.json {
        say_json(&Report {
            scheme: hunt.scheme.name(),
            automata: hunt.automata.len(),
            states: args.states,
            operations: args.operations,
            programs: answer.programs,
            result,
            seconds: answer.seconds,
            method: method.name(),
            proof: answer.proof,
            counterexample: shown.as_ref().map(Shown::document),
        })?;
    } else {
        let proof = answer.proof.map(|proof| format!(" ({})", proof.text()));
        say(&format!(
            "{name}: {}{}\n",
            match result {
                "none" => "no counterexample",
                other => other,
            },
            proof.unwrap_or_default()
        ));
        if let Some(shown) = &shown {
            say(&shown.text());
        }
    }
    Ok(match result {
        "none" => Exit::Holds,
        "stopped" => Exit::Incomplete,
        _ => Exit::Violated,
    })
}

fn prepare(args: &Args) -> Result<Hunt, String> {
    let only = |kind: Only| args.only.contains(&kind);
    let (automata, letters) = match (&args.automaton, args.family) {
        (Some(name), _) => {
            let read = read(name)?;
            (vec![read.small], read.letters.len())
        }
        (None, Some((states, transitions))) => {
            let letters = usize::from(args.letters);
            let family = Family {
                states,
                transitions,
                letters,
                kind: Kind {
                    invariant: only(Only::Invariant),
                    invariant_states: only(Only::InvariantStates),
                    normal_form: only(Only::NormalForm),
                    unambiguous: only(Only::Unambiguous),
                    deterministic: only(Only::Deterministic),
                },
            };
            (family.all(), letters)
        }
        (None, None) => return Err("no automaton was named".to_owned()),
    };
    Ok(Hunt {
        scheme: args.scheme.scheme(),
        automata,
        bounds: Bounds {
            states: args.states,
            operations: args.operations,
            letters,
        },
    })
}

fn description(args: &Args, hunt: &Hunt) -> String {
    let kinds: Vec<String> = args
        .only
        .iter()
        .filter_map(|only| Some(only.to_possible_value()?.get_name().to_owned()))
        .collect();
    let automata = match (&args.automaton, args.family) {
        (Some(name), _) => name.clone(),
        (None, Some((states, transitions))) => format!(
            "{} automata of up to {states} states and {transitions} transitions over {} letters{}{}",
            hunt.automata.len(),
            args.letters,
            if kinds.is_empty() { "" } else { ", " },
            kinds.join(", ")
        ),
        (None, None) => String::new(),
    };
    format!(
        "{} with {automata}, programs of up to {} states and {} operations",
        hunt.scheme.name(),
        args.states,
        args.operations
    )
}

fn saved(path: &Path, name: &str) -> Result<usize, String> {
    if !path.exists() {
        return Ok(0);
    }
    let place = path.display();
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("cannot read {place}: {error}"))?;
    let saved: Saved = serde_json::from_str(&text).map_err(|error| format!("{place}: {error}"))?;
    if saved.hunt != name {
        return Err(format!("{place} belongs to another hunt: {}", saved.hunt));
    }
    Ok(saved.next)
}

fn save(path: &Path, name: &str, next: usize) -> Result<(), String> {
    let saved = Saved {
        hunt: name.to_owned(),
        next,
    };
    let text = serde_json::to_string(&saved).map_err(|error| error.to_string())?;
    std::fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}
