//! `spin -run`: the check that a verifier would do.

use super::options::Job;
use super::summary::{self, Searched};
use super::translate::{self, Stated};
use crate::commands::check;
use crate::commands::model::ModelArgs;
use crate::exit::Exit;
use crate::output::{eprintln, print};
use clap::Parser;
use program::Program;
use program::interpreter::Interpreter;
use report::outcome::Verdict;

#[derive(Parser)]
struct ModelLine {
    #[command(flatten)]
    model: ModelArgs,
}

#[derive(Parser)]
struct CheckLine {
    #[command(flatten)]
    check: check::Args,
}

/// The command line of `check` that does the same.
pub fn check_line(job: &Job) -> Result<Vec<String>, Exit> {
    plan(job).map(|(line, _)| line)
}

pub fn verify(job: &Job) -> Result<Exit, Exit> {
    let (mut line, program) = plan(job)?;
    eprintln!("note: this is `{}`", translate::shown(&line));
    let trail = format!(
        "{}.trail",
        translate::file_name(job.model().map_err(refuse)?)
    );
    line.extend(["--trace".to_owned(), trail.clone()]);
    let CheckLine { check } = parse(&line)?;
    let (outcome, exit) = check::examine(&check)?;
    let state = Interpreter::new(&program).initial();
    let searched = Searched {
        fair: job.searching.iter().any(|flag| flag == "--fair"),
        state_bytes: state.map_or(0, |state| state.bytes().len()),
        trail: (outcome.count(Verdict::Violated) > 0).then_some(trail),
    };
    print!("{}", summary::write(&outcome, &searched));
    Ok(exit)
}

/// The command line, and the model, which it depends on.
fn plan(job: &Job) -> Result<(Vec<String>, Program), Exit> {
    let model = job.model().map_err(refuse)?;
    let mut reading = job.reading.clone();
    reading.push(model.to_owned());
    let ModelLine { model: args } = parse(&[vec!["spin".to_owned()], reading.clone()].concat())?;
    let mut read = args.read();
    let Some(program) = read.program.take() else {
        return Err(read.finish().err().unwrap_or(Exit::Usage));
    };
    let (properties, notes) =
        translate::properties(&job.wanted, &stated(&program)).map_err(refuse)?;
    for note in notes {
        eprintln!("note: {note}");
    }
    let start = vec!["check".to_owned()];
    let line = [start, properties, job.searching.clone(), reading].concat();
    Ok((line, program))
}

fn stated(program: &Program) -> Stated {
    let locations = || {
        program
            .proctypes
            .iter()
            .flat_map(|proctype| &proctype.locations)
    };
    Stated {
        claims: program
            .properties
            .iter()
            .map(|claim| claim.name.clone())
            .collect(),
        accept: locations().any(|location| location.accept),
        progress: locations().any(|location| location.progress),
    }
}

fn parse<Line: Parser>(words: &[String]) -> Result<Line, Exit> {
    Line::try_parse_from(words).map_err(|error| {
        eprintln!("{}", error.render().ansi());
        Exit::Usage
    })
}

fn refuse(message: String) -> Exit {
    eprintln!("\x1b[1;31merror\x1b[0m: {message}");
    Exit::Usage
}
