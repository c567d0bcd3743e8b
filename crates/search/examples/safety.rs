//! Visits every state of a model with native code and prints what that took: for measurements.
//!
//! `safety FILE [STATES]`: one line `states transitions depth seconds bytes compile-seconds`.

use program::system::TransitionSystem;
use search::limits::Limits;
use search::safety::{Goals, breadth_first};
use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("usage: safety FILE [STATES]")?;
    let states = arguments.next().map(|limit| limit.parse()).transpose()?;
    let started = Instant::now();
    let parsed = promela::parse_file(Path::new(&file), &promela::Options::default());
    let lowered = promela::lower::lower(&parsed.model, &promela::lower::Options::default());
    let program = lowered.0.ok_or("the model has errors")?;
    let mut system = jit::Compiled::new(jit::Target::Native, &program, Vec::new())?;
    let compiled = started.elapsed();
    let limits = Limits {
        states,
        ..Limits::default()
    };
    run(&mut system, &limits, compiled.as_secs_f64())
}

fn run<S: TransitionSystem>(
    system: &mut S,
    limits: &Limits,
    compiled: f64,
) -> Result<(), Box<dyn Error>> {
    let mut observe = |_: &_| ControlFlow::Continue(());
    let safety = breadth_first(system, &Goals::default(), limits, &mut observe)?;
    let figures = safety.statistics;
    println!(
        "{} {} {} {:.4} {} {compiled:.4}",
        figures.states,
        figures.transitions,
        figures.depth,
        figures.time.as_secs_f64(),
        figures.memory,
    );
    Ok(())
}
