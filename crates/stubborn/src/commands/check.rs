//! `stubborn check`: does the model do what it says it does?

mod finding;
mod property;
mod report;

use super::limits::LimitArgs;
use super::model::{Model, ModelArgs};
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::Progress;
use anstream::eprintln;
use clap::ValueEnum;
use finding::{Finding, propositions};
use program::explore::{self, explore};
use program::system::Interpreted;
use program::{PropertyKind, TransitionSystem};
use property::{Target, Wanted};
use report::Report;
use search::claim::Claim;
use search::driver::{self, Method, Order, Property};
use search::licence::StutterInvariant;
use search::limits::Limits;
use search::product::Letters;
use std::ops::ControlFlow;
use std::time::Instant;

/// Check a model: assertions, deadlocks, temporal properties
///
/// Without --property, everything that the model states is checked, one line each: assertions
/// and run-time errors, invalid end states, every ltl block, the never claim, accept and progress
/// labels.
///
/// Exit code: 0 everything holds, 1 something is violated, 2 bad usage or bad model,
/// 3 not finished and nothing violated.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  stubborn check model.pml
  stubborn check -D N=3 --property deadlock model.pml
  stubborn check --time 60s --json model.pml")]
pub struct Args {
    #[command(flatten)]
    model: ModelArgs,
    /// Check only this: safety, assertions, deadlock, claim, accept, progress, or the name of an
    /// ltl block; may be repeated
    #[arg(long = "property", value_name = "NAME")]
    properties: Vec<String>,
    /// What executes the model
    #[arg(long, value_enum, default_value = "interpreter")]
    engine: Engine,
    #[command(flatten)]
    limits: LimitArgs,
    /// Stop at the first violation of a safety property
    #[arg(long)]
    fail_fast: bool,
    /// Print one JSON document on standard output, and nothing else there
    #[arg(long)]
    json: bool,
    /// Print the verdicts only
    #[arg(short, long, conflicts_with = "json")]
    quiet: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Engine {
    /// The reference interpreter: every state, unreduced
    Interpreter,
}

pub fn run(args: &Args) -> Exit {
    let model = match args.model.load() {
        Ok(model) => model,
        Err(exit) => return exit,
    };
    let wanted = match property::select(&model.program, &args.properties) {
        Ok(wanted) => wanted,
        Err(message) => {
            eprintln!("error: {message}");
            return Exit::Usage;
        }
    };
    let mut progress = Progress::new(args.json || args.quiet);
    let found = match args.engine {
        Engine::Interpreter => by_interpreter(args, &model, wanted, &mut progress),
    };
    progress.finish();
    let report = Report::new(args.model.name(), &model, found);
    if args.json {
        report.print_json();
    } else {
        report.print_text(args.quiet);
    }
    report.exit()
}

/// Safety by the exhaustive explorer, the oracle; the rest by products over the interpreter.
fn by_interpreter(
    args: &Args,
    model: &Model,
    wanted: Vec<Wanted>,
    progress: &mut Progress,
) -> Vec<(Wanted, Finding)> {
    let program = &model.program;
    let groups: Vec<Vec<explore::Kind>> = wanted
        .iter()
        .filter_map(|p| p.safety().map(<[_]>::to_vec))
        .collect();
    let started = Instant::now();
    let exploration = (!groups.is_empty()).then(|| {
        let options = explore::Options {
            states: args.limits.states,
            depth: args.limits.depth,
            time: args.limits.time,
            memory: args.limits.memory,
            stop_after: if args.fail_fast {
                vec![groups.concat()]
            } else {
                groups.clone()
            },
        };
        explore(program, &options, &mut |statistics| {
            progress.update(statistics.states, statistics.depth, statistics.memory);
            !interrupt::requested()
        })
    });
    let time = started.elapsed();
    let mut check = |property: Wanted| {
        let finding = match (property.safety(), &exploration) {
            (Some(kinds), Some(found)) => Finding::of_exploration(program, kinds, found, time),
            _ => infinite(args, model, &property, progress),
        };
        (property, finding)
    };
    wanted.into_iter().map(&mut check).collect()
}

/// A property of infinite runs.
fn infinite(args: &Args, model: &Model, property: &Wanted, progress: &mut Progress) -> Finding {
    let claim = match claim_of(model, property) {
        Ok(claim) => claim,
        Err(reason) => return Finding::not_checked(reason),
    };
    let mut system = Interpreted::new(&model.program, propositions(claim.as_ref()));
    by_search(args, model, property, claim.as_ref(), &mut system, progress)
}

/// The automaton of a temporal property; none if the property is not given by one.
fn claim_of(model: &Model, property: &Wanted) -> Result<Option<Claim>, String> {
    let Target::Temporal { index, .. } = property.target else {
        return Ok(None);
    };
    let claim = match &model.program.properties[index].kind {
        PropertyKind::Ltl(formula) => Claim::of_formula(formula),
        PropertyKind::Never(claim) => Claim::of_never(claim),
    };
    claim.map(Some).map_err(|error| error.to_string())
}

/// Visits at most this many states to decide whether a claim is stutter-invariant.
const INVARIANCE_LIMIT: usize = 10_000;

/// One property by the search engines.
fn by_search<S: TransitionSystem>(
    args: &Args,
    model: &Model,
    property: &Wanted,
    claim: Option<&Claim>,
    system: &mut S,
    progress: &mut Progress,
) -> Finding {
    let search_property = match (&property.target, claim) {
        (Target::Accept, _) => Property::Accept,
        (Target::Progress, _) => Property::Progress,
        (Target::Temporal { .. }, Some(claim)) => Property::Never(driver::Claim {
            automaton: &claim.automaton,
            letters: Letters::identity(claim.propositions.len()),
            method: method(claim),
        }),
        (Target::Safety(_) | Target::Temporal { .. }, _) => {
            return Finding::not_checked("this engine does not check it".to_owned());
        }
    };
    let limits = Limits {
        states: args.limits.states,
        depth: args.limits.depth,
        time: args.limits.time,
        memory: args.limits.memory,
    };
    let mut observe = |statistics: &search::limits::Statistics| {
        progress.update(statistics.states, statistics.depth, statistics.memory);
        if interrupt::requested() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let order = Order::BreadthFirst;
    match driver::check(system, &[search_property], order, &limits, &mut observe) {
        Ok(checks) => match checks.first() {
            Some(check) => Finding::of_check(&model.program, property, check, claim),
            None => Finding::not_checked("nothing was checked".to_owned()),
        },
        Err(error) => Finding::not_checked(format!("no memory: {error}")),
    }
}

/// The stutter product where the claim is known to be stutter-invariant, else the plain one.
fn method(claim: &Claim) -> Method<'_> {
    let by_form = claim.formula.as_ref().and_then(|(formulas, formula)| {
        StutterInvariant::of_formula(&claim.automaton, formulas, *formula)
    });
    let decided = || {
        StutterInvariant::decide(&claim.automaton, INVARIANCE_LIMIT)
            .ok()
            .flatten()
    };
    match by_form.or_else(decided) {
        Some(evidence) => Method::Invariant(evidence),
        None => Method::Plain,
    }
}
