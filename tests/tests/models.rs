//! The models in `models/`: every check that their comments show, by every engine, reduced and not,
//! has the verdicts that they state. Counterexamples are executed by the interpreter.

use jit::{Compiled, Target};
use program::system::Interpreted;
use program::{Program, PropertyKind, TransitionSystem};
use promela::lower;
use reduce::forget::forgetful;
use reduce::{Conditions, Stubborn};
use search::claim::Claim;
use search::driver::{self, Method, Order, Property, Reduced, Verdict};
use search::limits::Limits;
use search::product::Letters;
use search::reduction::Proviso;
use search::safety::Kind;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use suite::examples::{self, Example};
use suite::pool;
use suite::textbook::Bad;
use suite::verdicts::confirm;

/// States that may be visited to decide whether a claim is stutter-invariant.
const INVARIANCE: usize = 10_000;

/// What executes a model.
#[derive(Clone, Copy, Debug)]
enum Engine {
    Interpreter,
    Compiled(Target),
}

/// Bytecode is the same code as native code, so that once is enough.
const SEARCHES: [(Engine, Option<Proviso>); 6] = [
    (Engine::Interpreter, None),
    (Engine::Interpreter, Some(Proviso::Static)),
    (Engine::Compiled(Target::Native), None),
    (Engine::Compiled(Target::Native), Some(Proviso::Static)),
    (Engine::Compiled(Target::Native), Some(Proviso::Stack)),
    (Engine::Compiled(Target::Bytecode), Some(Proviso::Static)),
];

/// A property that a model states.
enum Stated {
    Safety(Vec<Kind>),
    Claim(Box<Claim>),
    Accept,
    Progress,
}

fn program(example: &Example) -> Result<Program, String> {
    let options = promela::Options {
        defines: example.defines.clone(),
        ..promela::Options::default()
    };
    let parsed = promela::parse_file(&example.path, &options);
    let (program, more) = lower::lower(&parsed.model, &lower::Options::default());
    // Warnings too: an example should have nothing to be warned of.
    match parsed.diagnostics.iter().chain(&more).next() {
        Some(diagnostic) => Err(diagnostic.message.clone()),
        None => program.ok_or_else(|| "no program".to_owned()),
    }
}

/// Everything that a model states, by name.
fn stated(program: &Program) -> BTreeMap<String, Stated> {
    let errors = Stated::Safety(vec![Kind::Assertion, Kind::Fault]);
    let mut all = BTreeMap::from([
        ("assertions".to_owned(), errors),
        (
            "deadlock".to_owned(),
            Stated::Safety(vec![Kind::InvalidEnd]),
        ),
    ]);
    for property in &program.properties {
        let claim = match &property.kind {
            PropertyKind::Ltl(formula) => Claim::of_formula(formula),
            PropertyKind::Never(claim) => Claim::of_never(claim),
        };
        let claim = claim.expect("the property has an automaton");
        all.insert(property.name.clone(), Stated::Claim(Box::new(claim)));
    }
    let proctypes = program.proctypes.iter();
    for location in proctypes.flat_map(|proctype| &proctype.locations) {
        if location.accept {
            all.insert("accept".to_owned(), Stated::Accept);
        }
        if location.progress {
            all.insert("progress".to_owned(), Stated::Progress);
        }
    }
    all
}

/// Whether a property is violated.
fn is_violated(
    program: &Program,
    stated: &Stated,
    example: &Example,
    engine: Engine,
    proviso: Option<Proviso>,
) -> Result<bool, String> {
    let propositions = match stated {
        Stated::Claim(claim) => claim.propositions.clone(),
        _ => Vec::new(),
    };
    let reads = reduce::Property::default();
    let questions = Stubborn::new(program, &reads, Conditions::default()).questions();
    let forgetful = proviso.map(|_| forgetful(program, &propositions));
    let executed = forgetful.as_ref().unwrap_or(program);
    match engine {
        Engine::Interpreter => {
            let mut system = Interpreted::with_questions(executed, propositions, questions);
            search(&mut system, program, stated, example, proviso)
        }
        Engine::Compiled(target) => {
            let system = Compiled::with_questions(target, executed, propositions, &questions);
            let mut system = system.map_err(|error| error.to_string())?;
            search(&mut system, program, stated, example, proviso)
        }
    }
}

fn search<S: TransitionSystem>(
    system: &mut S,
    program: &Program,
    stated: &Stated,
    example: &Example,
    proviso: Option<Proviso>,
) -> Result<bool, String> {
    let (property, bad) = match stated {
        Stated::Safety(kinds) => (Property::Safety(kinds.clone()), None),
        Stated::Accept => (Property::Accept, Some(Bad::Accept)),
        Stated::Progress => (Property::Progress, Some(Bad::NonProgress)),
        Stated::Claim(claim) => {
            let asked = driver::Claim {
                automaton: &claim.automaton,
                propositions: &claim.propositions,
                letters: Letters::identity(claim.propositions.len()),
                method: match proviso {
                    Some(_) => claim.method(INVARIANCE),
                    None => Method::Plain,
                },
            };
            let bad = Bad::Word(&claim.automaton, &claim.propositions);
            (Property::Never(asked), Some(bad))
        }
    };
    let mut observe = |_: &_| ControlFlow::Continue(());
    let checks = driver::check(
        system,
        &[property],
        Order::default(),
        proviso.map(|proviso| Reduced { program, proviso }),
        example.fairness,
        &Limits::default(),
        &mut observe,
    );
    let check = checks.map_err(|error| error.to_string())?.remove(0);
    confirm::counterexample(program, &check, bad, example.fairness)?;
    match check.verdict {
        Verdict::Holds => Ok(false),
        Verdict::Violated => Ok(true),
        Verdict::Incomplete(reason) => Err(reason.to_string()),
    }
}

/// What is not as the comment says.
fn differences(example: &Example) -> Vec<String> {
    let program = match program(example) {
        Ok(program) => program,
        Err(why) => return vec![format!("{}: {why}", example.command)],
    };
    let stated = stated(&program);
    if !stated.keys().eq(example.violated.keys()) {
        let names: Vec<&String> = stated.keys().collect();
        return vec![format!("{}: the model states {names:?}", example.command)];
    }
    let mut wrong = Vec::new();
    for (name, property) in &stated {
        let expected = Ok(example.violated[name]);
        for (engine, proviso) in SEARCHES {
            let found = is_violated(&program, property, example, engine, proviso);
            if found != expected {
                let how = format!("{name} by {engine:?}, {proviso:?}");
                wrong.push(format!("{}: {how}: {found:?}", example.command));
            }
        }
    }
    wrong
}

#[test]
fn examples_come_out_as_their_comments_say() {
    let models = examples::all().expect("the comments can be read");
    let examples: Vec<Example> = models.into_iter().flat_map(|(_, found)| found).collect();
    let wrong: Vec<String> = pool::map(&examples, differences)
        .into_iter()
        .flatten()
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// An example that cannot fail teaches half of what it could.
#[test]
fn every_model_shows_a_success_and_a_failure() {
    for (path, examples) in examples::all().expect("the comments can be read") {
        let fails = |example: &Example| example.violated.values().any(|violated| *violated);
        assert!(examples.iter().any(fails), "{}", path.display());
        assert!(!examples.iter().all(fails), "{}", path.display());
    }
}

#[test]
fn the_table_has_every_model() {
    let table = include_str!("../../models/README.md");
    for (path, _) in examples::all().expect("the comments can be read") {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        assert!(table.contains(&format!("({name})")), "{name} is not listed");
    }
}
