//! `stubborn lab claim`.

use super::counterexample::{Document, Shown};
use super::hunt::read;
use super::{Common, say, say_json};
use crate::exit::Exit;
use lab::enumerate::Bounds;
use lab::linter::{Verdict, lint};
use serde::Serialize;

/// Is a claim safe for the schemes V0 and V1 of other tools? If not, a program shows it
///
/// Exit code: 0 if it is safe for both, 1 if a program was found on which one is wrong or the claim is
/// not stutter-invariant, 3 if nothing is known.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    common: Common,
    /// A file with an automaton in HOA format or a never claim, or builtin:NAME
    file: String,
    /// Most states of the programs that are tried
    #[arg(long, default_value_t = 3)]
    states: usize,
    /// Most operations of the programs that are tried
    #[arg(long, default_value_t = 3)]
    operations: usize,
}

#[derive(Serialize)]
struct Report {
    stutter_invariant: bool,
    schemes: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    scheme: &'static str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Document>,
}

pub fn run(args: &Args) -> Result<Exit, String> {
    let (automaton, letters) = read(&args.file)?;
    let bounds = Bounds {
        states: args.states,
        operations: args.operations,
        letters,
    };
    let lint =
        lint(&automaton, bounds, args.common.threads()).map_err(|error| error.to_string())?;
    let mut report = Report {
        stutter_invariant: lint.invariant,
        schemes: Vec::new(),
    };
    let mut out = match lint.invariant {
        true => String::new(),
        false => "not stutter-invariant: no reduction may be used with it\n".to_owned(),
    };
    let mut exit = if lint.invariant {
        Exit::Holds
    } else {
        Exit::Violated
    };
    for (scheme, verdict) in lint.schemes.into_iter().flatten() {
        let name = scheme.name();
        let (verdict, reason, shown) = match verdict {
            Verdict::Safe(reason) => ("safe", Some(reason.text()), None),
            Verdict::Unsafe(found) => ("unsafe", None, Some(Shown::new(*found)?)),
            Verdict::Unknown => ("unknown", None, None),
        };
        match verdict {
            "unsafe" => exit = Exit::Violated,
            "unknown" if exit == Exit::Holds => exit = Exit::Incomplete,
            _ => {}
        }
        out.push_str(&match (reason, &shown) {
            (Some(reason), _) => format!("{name}: safe, {reason}\n"),
            (None, Some(shown)) => format!("{name}: unsafe\n{}", shown.text()),
            (None, None) => format!(
                "{name}: unknown; no program of up to {} states and {} operations loses a run\n",
                args.states, args.operations
            ),
        });
        report.schemes.push(Line {
            scheme: name,
            verdict,
            reason,
            counterexample: shown.as_ref().map(Shown::document),
        });
    }
    match args.common.json {
        true => say_json(&report)?,
        false => say(&out),
    }
    Ok(exit)
}
