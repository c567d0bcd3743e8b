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
use jit::Native;
use program::explore::{self, explore};
use program::system::Interpreted;
use program::{PropertyKind, TransitionSystem};
use property::{Target, Wanted};
use report::Report;
use search::claim::Claim;
use search::driver::{self, Check, Method, Order, Property};
use search::licence::StutterInvariant;
use search::limits::Limits;
use search::product::Letters;
use search::safety;
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
    #[arg(long, value_enum, default_value = "native")]
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
    /// Native code, made of the model when the check starts
    Native,
    /// The reference interpreter: slower, and the oracle for everything else
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
        Engine::Native => match Native::new(&model.program, Vec::new()) {
            Ok(mut system) => by_native(args, &model, wanted, &mut system, &mut progress),
            Err(error) => {
                eprintln!("note: {error}; the interpreter is used instead");
                by_interpreter(args, &model, wanted, &mut progress)
            }
        },
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

/// Everything by native code. `system` has no propositions.
fn by_native(
    args: &Args,
    model: &Model,
    wanted: Vec<Wanted>,
    system: &mut Native<'_>,
    progress: &mut Progress,
) -> Vec<(Wanted, Finding)> {
    let groups: Vec<Vec<safety::Kind>> = wanted.iter().filter_map(safety_kinds).collect();
    let together: Vec<Property<'_>> = if args.fail_fast {
        vec![Property::Safety(groups.concat())]
    } else {
        groups.into_iter().map(Property::Safety).collect()
    };
    let checks = search(args, system, &together, progress);
    let mut next = 0;
    let mut check = |property: Wanted| {
        let finding = match (&checks, safety_kinds(&property)) {
            (Ok(checks), Some(kinds)) => {
                let check = &checks[if args.fail_fast { 0 } else { next }];
                next += 1;
                Finding::of_safety(&model.program, &kinds, check)
            }
            (Err(reason), Some(_)) => Finding::not_checked(reason.clone()),
            (_, None) => infinite(model, &property, |claim| {
                let Some(claim) = claim else {
                    return by_search(args, model, &property, None, system, progress);
                };
                match Native::new(&model.program, claim.propositions.clone()) {
                    Ok(mut system) => {
                        by_search(args, model, &property, Some(claim), &mut system, progress)
                    }
                    Err(error) => Finding::not_checked(error.to_string()),
                }
            }),
        };
        (property, finding)
    };
    wanted.into_iter().map(&mut check).collect()
}

/// What violates a safety property, as searches name it.
fn safety_kinds(property: &Wanted) -> Option<Vec<safety::Kind>> {
    let kind = |kind: &explore::Kind| match kind {
        explore::Kind::Assertion | explore::Kind::Trace => safety::Kind::Assertion,
        explore::Kind::Fault => safety::Kind::Fault,
        explore::Kind::InvalidEnd => safety::Kind::InvalidEnd,
    };
    Some(property.safety()?.iter().map(kind).collect())
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
            _ => infinite(model, &property, |claim| {
                let mut system = Interpreted::new(program, propositions(claim));
                by_search(args, model, &property, claim, &mut system, progress)
            }),
        };
        (property, finding)
    };
    wanted.into_iter().map(&mut check).collect()
}

/// A property of infinite runs: what `check` says of its automaton, if it is given by one.
fn infinite(
    model: &Model,
    property: &Wanted,
    check: impl FnOnce(Option<&Claim>) -> Finding,
) -> Finding {
    match claim_of(model, property) {
        Ok(claim) => check(claim.as_ref()),
        Err(reason) => Finding::not_checked(reason),
    }
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
    match search(args, system, &[search_property], progress) {
        Ok(checks) => Finding::of_check(&model.program, property, &checks[0], claim),
        Err(reason) => Finding::not_checked(reason),
    }
}

/// Runs the search engines: one result for each property.
fn search<S: TransitionSystem>(
    args: &Args,
    system: &mut S,
    properties: &[Property<'_>],
    progress: &mut Progress,
) -> Result<Vec<Check>, String> {
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
    driver::check(
        system,
        properties,
        Order::BreadthFirst,
        &limits,
        &mut observe,
    )
    .map_err(|error| format!("no memory: {error}"))
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
