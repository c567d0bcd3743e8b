//! `stubborn explain`: which statements a search can follow alone, and who is in the way.

use super::model::{Model, ModelArgs};
use crate::exit::Exit;
use crate::output::println;
use program::ProcId;
use reduce::Property;
use reduce::explain::{Explanation, explain};
use report::narrate::Sources;

/// Names of what interferes that are shown for one statement.
const MOST_SHOWN: usize = 4;

/// Say which statements the reduction can follow alone, and what is in its way
///
/// A statement that no other process interferes with need not be interleaved with theirs. For each
/// statement this shows who interferes and through what, for processes of any number and with any
/// parameters; a search knows more about each.
///
/// Exit code: 0 the model was explained, 2 bad usage or bad model.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  stubborn explain model.pml
  stubborn explain --blocked model.pml")]
pub struct Args {
    #[command(flatten)]
    model: ModelArgs,
    /// Show only statements that something interferes with
    #[arg(long)]
    blocked: bool,
}

pub fn run(args: &Args) -> Exit {
    let model = match args.model.load() {
        Ok(model) => model,
        Err(exit) => return exit,
    };
    let explanations = explain(&model.program, &Property::default());
    for (id, proctype) in model.program.proctypes.iter().enumerate() {
        println!("{}", proctype.name);
        for explanation in explanations.iter().filter(|e| e.proctype as usize == id) {
            show(&model, explanation, args.blocked);
        }
    }
    Exit::Holds
}

fn show(model: &Model, explanation: &Explanation, blocked: bool) {
    let free = explanation.interferences.is_empty() && !explanation.unknown;
    if free && blocked {
        return;
    }
    let (proctype, edge) = (explanation.proctype, explanation.edge);
    println!("  {}", statement(model, proctype, edge));
    if explanation.unknown {
        println!("      may depend on everything");
    } else if free {
        println!("      no process interferes");
    }
    // One line for each process type and thing that is shared.
    let mut lines: Vec<(ProcId, &str, Vec<String>)> = Vec::new();
    for interference in &explanation.interferences {
        let place = position(model, interference.proctype, interference.edge);
        for through in &interference.through {
            let same = |line: &&mut (ProcId, &str, Vec<String>)| {
                line.0 == interference.proctype && line.1 == through
            };
            match lines.iter_mut().find(same) {
                Some(line) if line.2.contains(&place) => {}
                Some(line) => line.2.push(place.clone()),
                None => lines.push((interference.proctype, through, vec![place.clone()])),
            }
        }
    }
    for (proctype, through, mut places) in lines {
        let name = &model.program.proctype(proctype).name;
        let more = places.len().saturating_sub(MOST_SHOWN);
        places.truncate(MOST_SHOWN);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        println!(
            "      {name} through {through}: {}{more}",
            places.join(", ")
        );
    }
    if explanation.sticky {
        println!("      cuts a loop of its process: never followed alone but for deadlocks");
    }
}

fn position(model: &Model, proctype: ProcId, (location, index): (u32, usize)) -> String {
    let edge = &model.program.proctype(proctype).location(location).edges[index];
    model.position(edge.span)
}

fn statement(model: &Model, proctype: ProcId, edge: (u32, usize)) -> String {
    let place = position(model, proctype, edge);
    let (location, index) = edge;
    let edge = &model.program.proctype(proctype).location(location).edges[index];
    format!("{place}  {}", model.text(edge.span))
}
