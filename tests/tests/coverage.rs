//! What can be executed is the same whoever looks: the interpreter, compiled code, and a search that
//! leaves out steps.

use jit::{Compiled, Target};
use program::explore::{self, Options, explore};
use program::{Coverage, Program, Questions, TransitionSystem};
use reduce::forget::forgetful;
use reduce::{Conditions, Stubborn};
use search::driver::{self, Order, Property, Reduced, Verdict};
use search::limits::Limits;
use search::product::Fairness;
use search::reduction::Proviso;
use search::safety::Kind;
use std::ops::ControlFlow;
use suite::generate::{Knobs, generate};
use suite::models;
use suite::pool;
use suite::reduction::{is_lossy, program_of_file, program_of_text};

const PROGRAMS: u64 = 500;
const LIMIT: u64 = 3_000;

/// What the interpreter executes, if it visits everything and finds nothing that would end a search:
/// states in which nothing can happen do not.
fn oracle(program: &Program) -> Option<Coverage> {
    let options = Options {
        states: Some(LIMIT),
        ..Options::default()
    };
    let found = explore(program, &options, &mut |_| true);
    let mut kinds = found
        .counterexamples
        .iter()
        .map(|found| found.problem.kind());
    let done =
        found.end == explore::End::Complete && kinds.all(|kind| kind == explore::Kind::InvalidEnd);
    done.then_some(found.coverage)
}

/// What compiled code executes in a search of the program.
fn by_search(program: &Program, reduced: bool) -> Result<Coverage, String> {
    let forgetful = forgetful(program, &[]);
    let (executed, reduction) = if reduced {
        let reduction = Reduced {
            program,
            proviso: Proviso::Static,
        };
        (&forgetful, Some(reduction))
    } else {
        (program, None)
    };
    let select = Stubborn::new(program, &reduce::Property::default(), Conditions::default());
    let questions = if reduced {
        select.questions()
    } else {
        Questions::default()
    };
    let system = Compiled::with_questions(Target::Native, executed, Vec::new(), &questions);
    let mut system = system.map_err(|error| error.to_string())?;
    let property = Property::Safety(vec![Kind::Assertion, Kind::Fault]);
    let checks = driver::check(
        &mut system,
        &[property],
        Order::Scouted,
        reduction,
        Fairness::None,
        &Limits::default(),
        &mut |_| ControlFlow::Continue(()),
    );
    let checks = checks.map_err(|error| error.to_string())?;
    if checks[0].verdict != Verdict::Holds {
        return Err(format!("{:?}", checks[0].verdict));
    }
    system
        .coverage()
        .cloned()
        .ok_or_else(|| "nothing is known".to_owned())
}

/// How the searches differ from the oracle; none if that does not tell.
fn differences(program: &Program) -> Option<Vec<String>> {
    let expected = oracle(program)?;
    let unreached = |coverage: &Coverage| -> Vec<_> {
        let proctypes = 0..program.proctypes.len() as u32;
        proctypes
            .map(|proctype| coverage.unreached(program, proctype))
            .collect()
    };
    let mut wrong = Vec::new();
    for reduced in [false, true] {
        match by_search(program, reduced) {
            Ok(found) if unreached(&found) == unreached(&expected) => {}
            Ok(found) => wrong.push(format!(
                "reduced: {reduced}, {:?} instead of {:?}",
                unreached(&found),
                unreached(&expected)
            )),
            Err(error) => wrong.push(error),
        }
    }
    Some(wrong)
}

fn check(results: Vec<(String, Option<Vec<String>>)>, least: usize) {
    let compared = results.iter().filter(|(_, found)| found.is_some()).count();
    let wrong: Vec<String> = results
        .into_iter()
        .flat_map(|(name, found)| {
            let found = found.unwrap_or_default().into_iter();
            found.map(move |error| format!("{name}: {error}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= least, "only {compared} programs were compared");
}

#[test]
fn random_programs() {
    let seeds: Vec<u64> = (0..PROGRAMS).collect();
    let results = pool::map(&seeds, |&seed| {
        let text = generate(seed, &Knobs::default()).to_string();
        let program = program_of_text(&text, is_lossy(seed));
        (
            format!("seed {seed}"),
            program.and_then(|program| differences(&program)),
        )
    });
    check(results, 100);
}

#[test]
fn the_corpus() {
    let models = models::all();
    let results = pool::map(&models, |model| {
        let program = program_of_file(&model.path);
        (
            model.name.clone(),
            program.and_then(|program| differences(&program)),
        )
    });
    check(results, 30);
}
