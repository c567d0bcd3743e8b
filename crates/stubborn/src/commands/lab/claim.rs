//! `stubborn lab claim`.

use super::counterexample::{Document, Shown};
use super::file::read;
use super::spin::Trial;
use super::{Common, draw, say, say_json};
use crate::exit::Exit;
use lab::enumerate::Bounds;
use lab::linter::{Verdict, lint};
use lab::promela::Claim;
use omega::Lasso;
use omega::word_text::print_word;
use serde::Serialize;
use std::path::PathBuf;

/// Is a claim safe for the schemes V0 and V1 of other tools? If not, a program shows it
///
/// A claim is safe if it is deterministic, in SI normal form, unambiguous with stutter-invariant states
/// (V1), or tableau-like, which is decided by a game. If it is not, a program on which it is wrong is
/// printed in Promela. If SPIN and gcc are installed, they are asked about that program, reduced and
/// unreduced, in a few ways to write it.
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
    /// Write the Promela program on which it is wrong to FILE
    #[arg(long, value_name = "FILE")]
    save_program: Option<PathBuf>,
    /// Do not ask SPIN
    #[arg(long)]
    no_spin: bool,
    /// Draw the first counterexample
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
}

#[derive(Serialize)]
struct Report {
    stutter_invariant: bool,
    schemes: Vec<Line>,
    /// A program on which a scheme is wrong, in Promela, with the claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    program: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spin: Option<Trial>,
}

#[derive(Serialize)]
struct Line {
    scheme: &'static str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theorem: Option<&'static str>,
    /// A word on which no resolver finds a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    unresolved: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Document>,
}

impl Line {
    fn new(scheme: &'static str, verdict: &Verdict, props: &[String]) -> Line {
        let (verdict, reason, word) = match verdict {
            Verdict::Safe(reason) => ("safe", Some(*reason), None),
            Verdict::Unsafe(_) => ("unsafe", None, None),
            Verdict::Unknown(word) => ("unknown", None, word.as_ref()),
        };
        Line {
            scheme,
            verdict,
            reason: reason.map(|reason| reason.text()),
            theorem: reason.map(|reason| reason.theorem()),
            unresolved: word.map(|word| print_word(word, props)),
            counterexample: None,
        }
    }

    fn text(&self, shown: Option<&Shown>, args: &Args) -> String {
        let Line {
            scheme, verdict, ..
        } = self;
        match (self.reason, self.theorem, shown) {
            (Some(reason), Some(theorem), _) => {
                format!("{scheme}: {verdict}, {reason} ({theorem})\n")
            }
            (_, _, Some(shown)) => format!("{scheme}: {verdict}\n{}", shown.text()),
            _ => format!(
                "{scheme}: {verdict}; no program of up to {} states and {} operations loses a run{}\n",
                args.states,
                args.operations,
                match &self.unresolved {
                    Some(word) => format!(", and no resolver finds one on {word}"),
                    None => String::new(),
                }
            ),
        }
    }
}

pub fn run(args: &Args) -> Result<Exit, String> {
    let read = read(&args.file)?;
    let bounds = Bounds {
        states: args.states,
        operations: args.operations,
        letters: read.letters.len(),
    };
    let lint =
        lint(&read.small, bounds, args.common.threads()).map_err(|error| error.to_string())?;
    let mut report = Report {
        stutter_invariant: lint.invariant,
        schemes: Vec::new(),
        program: None,
        spin: None,
    };
    let mut out = match lint.invariant {
        true => String::new(),
        false => "not stutter-invariant: no reduction may be used with it\n".to_owned(),
    };
    let mut words: Vec<Lasso> = Vec::new();
    let small = read.small.to_automaton();
    for (scheme, verdict) in lint.schemes.into_iter().flatten() {
        let mut line = Line::new(scheme.name(), &verdict, small.props());
        let shown = match verdict {
            Verdict::Unsafe(found) => Some(Shown::new(*found)?),
            _ => None,
        };
        if let Some(shown) = &shown {
            if words.is_empty() {
                draw(&args.dot, &shown.counterexample.dot())?;
            }
            let word = shown.counterexample.lost_word();
            words.extend(word.filter(|word| !words.contains(word)));
            line.counterexample = Some(shown.document());
        }
        out.push_str(&line.text(shown.as_ref(), args));
        report.schemes.push(line);
    }
    let claim = Claim {
        automaton: &read.automaton,
        letters: &read.letters,
    };
    if let Some(trial) = Trial::new(&claim, &words, !args.no_spin) {
        draw(&args.save_program, &trial.program)?;
        out.push_str(&format!("in Promela:\n{}", indented(&trial.program)));
        out.push_str(&trial.text());
        report.program = Some(trial.program.clone());
        report.spin = Some(trial);
    }
    match args.common.json {
        true => say_json(&report)?,
        false => say(&out),
    }
    Ok(exit(&report))
}

fn exit(report: &Report) -> Exit {
    let any = |verdict: &str| report.schemes.iter().any(|line| line.verdict == verdict);
    match () {
        () if !report.stutter_invariant || any("unsafe") => Exit::Violated,
        () if any("unknown") => Exit::Incomplete,
        () => Exit::Holds,
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}
