//! `stubborn lab fig5`.

use super::book::{Book, Saving};
use super::counterexample::{Document, Shown};
use super::method::{Choice, Proof};
use super::{Common, CycleName, draw, say, say_json};
use crate::exit::Exit;
use lab::fig5::{ROWS, Row};
use lab::hunt::Outcome;
use serde::Serialize;
use std::path::PathBuf;

/// All ten rows of Fig. 5 of Siegel's paper: which schemes are wrong with which automata
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    common: Common,
    #[command(flatten)]
    choice: Choice,
    /// Only these rows, counted from 1
    #[arg(long, value_name = "N", value_delimiter = ',')]
    rows: Vec<usize>,
    #[command(flatten)]
    saving: Saving,
    /// The condition on cycles; the paper's is `cycle`
    #[arg(long, value_enum, default_value_t = CycleName::Cycle)]
    cycle: CycleName,
    /// Draw the last counterexample
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,
}

#[derive(Serialize)]
struct Table {
    rows: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    scheme: &'static str,
    automaton: &'static str,
    operations: usize,
    states: usize,
    result: &'static str,
    seconds: f64,
    paper_seconds: f64,
    method: &'static str,
    agrees: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    programs: Option<u64>,
    #[serde(flatten)]
    proof: Option<Proof>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<Document>,
}

pub fn run(args: &Args) -> Result<Exit, String> {
    if let Some(row) = args
        .rows
        .iter()
        .find(|&&row| !(1..=ROWS.len()).contains(&row))
    {
        return Err(format!("there is no row {row}; there are {}", ROWS.len()));
    }
    let experiment = match args.cycle {
        CycleName::Cycle => "Fig. 5",
        CycleName::Stack => "Fig. 5, cycles judged by the stack",
    };
    let mut book = Book::open(&args.saving, experiment)?;
    let mut table = Table { rows: Vec::new() };
    let mut agrees = true;
    if !args.common.json {
        say(HEADER);
    }
    for (index, row) in ROWS.iter().enumerate() {
        if !args.rows.is_empty() && !args.rows.contains(&(index + 1)) {
            continue;
        }
        let Some((line, shown)) = look(row, args, &mut book)? else {
            return Ok(Exit::Incomplete);
        };
        agrees &= line.agrees && shown.as_ref().is_none_or(Shown::is_confirmed);
        if !args.common.json {
            say(&text(&line));
        }
        if let Some(shown) = &shown {
            draw(&args.dot, &shown.counterexample.dot())?;
            if !args.common.json {
                let indented = shown.text().replace('\n', "\n    ");
                say(&format!("    {}\n", indented.trim_end()));
            }
        }
        table.rows.push(line);
    }
    if args.common.json {
        say_json(&table)?;
    }
    Ok(if agrees { Exit::Holds } else { Exit::Violated })
}

const HEADER: &str = "scheme  automaton  operations  states  result          seconds  paper\n";

fn text(line: &Line) -> String {
    format!(
        "{:<6}  {:<9}  {:<10}  {:<6}  {:<14}  {:>7.2}  {:>6}{}\n",
        line.scheme,
        line.automaton,
        format!("<= {}", line.operations),
        format!("<= {}", line.states),
        line.result,
        line.seconds,
        line.paper_seconds,
        if line.agrees {
            ""
        } else {
            "  (the paper has another result)"
        },
    ) + &line
        .proof
        .map(|proof| format!("    {}\n", proof.text()))
        .unwrap_or_default()
}

/// One row. `None` if it was interrupted.
fn look(row: &Row, args: &Args, book: &mut Book) -> Result<Option<(Line, Option<Shown>)>, String> {
    let name = format!("{} {}", row.scheme.name(), row.automaton);
    let hunt = row
        .hunt(args.cycle.proviso())
        .ok_or("an automaton of Fig. 5 is missing")?;
    let method = args.choice.method;
    let answer = book.decide(&name, &hunt, method, &args.common)?;
    let result = answer.result();
    let shown = match answer.outcome {
        Outcome::Stopped(_) => return Ok(None),
        Outcome::None => None,
        Outcome::Counterexample(found) => Some(Shown::new(*found)?),
    };
    let line = Line {
        scheme: row.scheme.name(),
        automaton: row.automaton,
        operations: row.operations,
        states: row.states,
        result,
        seconds: answer.seconds,
        paper_seconds: row.paper_seconds,
        method: method.name(),
        agrees: !answer.disagreement && shown.is_some() == row.refuted,
        programs: answer.programs,
        proof: answer.proof,
        counterexample: shown.as_ref().map(Shown::document),
    };
    Ok(Some((line, shown)))
}
