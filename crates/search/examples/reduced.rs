//! Visits as many states of a model as are needed to find what may be wrong with it, and prints
//! what that took: for measurements.
//!
//! `reduced FILE deadlock|safety`: one line `states transitions depth seconds bytes`.

use reduce::{Conditions, Property, Stubborn};
use search::limits::Limits;
use search::reduction::SafetyOnly;
use search::safety::{Goals, reduced};
use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let usage = "usage: reduced FILE deadlock|safety";
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or(usage)?;
    let no_sticky = match arguments.next().as_deref() {
        Some("deadlock") => false,
        Some("safety") => true,
        _ => return Err(usage.into()),
    };
    let parsed = promela::parse_file(Path::new(&file), &promela::Options::default());
    let lowered = promela::lower::lower(&parsed.model, &promela::lower::Options::default());
    let program = lowered.0.ok_or("the model has errors")?;
    let conditions = Conditions {
        no_sticky,
        silent_deaths: true,
        ..Conditions::default()
    };
    let mut select = Stubborn::new(&program, &Property::default(), conditions);
    let forgetful = reduce::forget::forgetful(&program, &[]);
    let mut system = jit::Compiled::with_questions(
        jit::Target::Native,
        &forgetful,
        Vec::new(),
        &select.questions(),
    )?;
    let licence = SafetyOnly {
        select: &mut select,
    };
    let mut observe = |_: &_| ControlFlow::Continue(());
    let (goals, limits) = (Goals::default(), Limits::default());
    let figures = reduced(&mut system, licence, &goals, &limits, &mut observe)?.statistics;
    println!(
        "{} {} {} {:.4} {}",
        figures.states,
        figures.transitions,
        figures.depth,
        figures.time.as_secs_f64(),
        figures.memory,
    );
    Ok(())
}
