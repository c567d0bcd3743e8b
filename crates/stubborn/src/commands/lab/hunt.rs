//! `stubborn lab hunt`: any scheme beside any automata.

use super::book::{Book, Saving};
use super::counterexample::{Document, Shown};
use super::file::read;
use super::method::{Choice, Proof};
use super::{Common, CycleName, draw, say, say_json};
use crate::exit::Exit;
use clap::ValueEnum;
use lab::enumerate::Bounds;
use lab::family::{Family, Kind};
use lab::hunt::{Hunt, Outcome};
use lab::operation::Independence;
use lab::scheme::Scheme;
use serde::Serialize;
use std::path::PathBuf;

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
    /// The condition on cycles; `stack-projection` has its own
    #[arg(long, value_enum, default_value_t = CycleName::Cycle)]
    cycle: CycleName,
    /// When operations are independent, which is what ample sets rest on
    #[arg(long, value_enum, default_value_t = IndependenceName::Siegel)]
    independence: IndependenceName,
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
    #[command(flatten)]
    saving: Saving,
    /// Draw the counterexample
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SchemeName {
    V0,
    V1,
    StackProjection,
    Sequential,
    Offline,
    Stutter,
}

impl SchemeName {
    fn scheme(self) -> Scheme {
        match self {
            SchemeName::V0 => Scheme::V0,
            SchemeName::V1 => Scheme::V1,
            SchemeName::StackProjection => Scheme::StackProjection,
            SchemeName::Sequential => Scheme::Sequential,
            SchemeName::Offline => Scheme::Offline,
            SchemeName::Stutter => Scheme::Stutter,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum IndependenceName {
    /// Wherever both can happen, neither disables the other, and both orders lead to the same state
    Siegel,
    /// And neither enables the other
    Brunner,
}

impl IndependenceName {
    fn independence(self) -> Independence {
        match self {
            IndependenceName::Siegel => Independence::Siegel,
            IndependenceName::Brunner => Independence::Brunner,
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

#[derive(Serialize)]
struct Report {
    scheme: &'static str,
    independence: &'static str,
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

pub fn run(args: &Args) -> Result<Exit, String> {
    let hunt = prepare(args)?;
    let name = description(args, &hunt);
    let mut book = Book::open(&args.saving, &name)?;
    let method = args.choice.method;
    let answer = book.decide("hunt", &hunt, method, &args.common)?;
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
            independence: hunt.independence.name(),
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
        proviso: args.cycle.proviso(),
        independence: args.independence.independence(),
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
        "{} with {automata}{}{}, programs of up to {} states and {} operations",
        hunt.scheme.name(),
        match args.cycle {
            CycleName::Cycle => "",
            CycleName::Stack => ", cycles judged by the stack",
        },
        match args.independence {
            IndependenceName::Siegel => "",
            IndependenceName::Brunner => ", operations independent as in Brunner's thesis",
        },
        args.states,
        args.operations
    )
}
