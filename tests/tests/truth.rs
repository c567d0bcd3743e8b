//! The verdicts of `soundness/truth.csv`, which the heads of those models argue for: by every engine, every
//! reduction and every search on its own, and by the definitions written down once more.

use jit::{Compiled, Target};
use program::system::Interpreted;
use program::{Program, PropertyKind, TransitionSystem};
use reduce::forget::forgetful;
use reduce::{Conditions, Stubborn};
use search::claim::Claim;
use search::driver::{Check, Counterexample, Method, Reduced, Theorem, Verdict};
use search::limits::{Limits, Statistics};
use search::product::Fairness;
use search::reduction::{Proviso, SafetyOnly};
use search::safety::{self, End, Goals, Kind, Safety};
use std::ops::ControlFlow;
use suite::reduction::program_of_file;
use suite::searches::{Engine, SEARCHES, Stated, is_violated, is_violated_by};
use suite::textbook::{self, Bad};
use suite::verdicts::confirm;
use suite::{models, pool, table};

/// States of a program that the definitions are followed for.
const LIMIT: usize = 2_000;

/// A row of the table.
struct Row {
    file: String,
    property: String,
    violated: bool,
    fairness: Fairness,
}

fn rows() -> Vec<Row> {
    let rows = table::read("../soundness/truth.csv").expect("the table can be read");
    let row = |cells: Vec<String>| {
        let [file, property, verdict, flags] = &cells[..] else {
            panic!("{cells:?}")
        };
        Row {
            file: file.clone(),
            property: property.clone(),
            violated: match verdict.as_str() {
                "violated" => true,
                "holds" => false,
                other => panic!("{file}: {other} is no verdict"),
            },
            fairness: match flags.as_str() {
                "" => Fairness::None,
                "--fair weak" => Fairness::Weak,
                other => panic!("{file}: {other} is no flag"),
            },
        }
    };
    rows.into_iter().map(row).collect()
}

fn stated(program: &Program, name: &str) -> Stated {
    match name {
        "assertions" => Stated::Safety(vec![Kind::Assertion, Kind::Fault]),
        "deadlock" => Stated::Safety(vec![Kind::InvalidEnd]),
        "accept" => Stated::Accept,
        "progress" => Stated::Progress,
        name => {
            let named = program.properties.iter().find(|known| known.name == name);
            let claim = match &named.expect("the model has the property").kind {
                PropertyKind::Ltl(formula) => Claim::of_formula(formula),
                PropertyKind::Never(claim) => Claim::of_never(claim),
            };
            Stated::Claim(Box::new(claim.expect("the property has an automaton")))
        }
    }
}

#[test]
fn every_search_finds_the_truth() {
    let rows = rows();
    assert!(rows.len() > 70, "{}", rows.len());
    let wrong = pool::map(&rows, |row| {
        let path = models::root().join("soundness").join(&row.file);
        let program = program_of_file(&path).expect("the model is accepted");
        let stated = stated(&program, &row.property);
        let mut answers: Vec<(String, Result<bool, String>)> = Vec::new();
        for (engine, proviso) in SEARCHES {
            let found = is_violated(&program, &stated, row.fairness, engine, proviso);
            answers.push((format!("{engine:?}, {proviso:?}"), found));
        }
        match &stated {
            Stated::Safety(kinds) => answers.extend(searches_alone(&program, kinds)),
            _ => answers.extend(by_definition(&program, &stated, row.fairness)),
        }
        if let Stated::Claim(_) = stated {
            let products = [(Method::Plain, None), (Method::Closure, None)];
            let reduced = [Proviso::Static, Proviso::Stack].map(|p| (Method::Closure, Some(p)));
            for (method, proviso) in products.into_iter().chain(reduced) {
                for engine in [Engine::Interpreter, Engine::Compiled(Target::Native)] {
                    let searched = (row.fairness, engine, proviso);
                    let found = is_violated_by(&program, &stated, searched, Some(method));
                    answers.push((format!("{engine:?}, {proviso:?}, {method:?}"), found));
                }
            }
        }
        let wrong = answers
            .into_iter()
            .filter(|(_, found)| *found != Ok(row.violated));
        let (file, property) = (&row.file, &row.property);
        let fairness = row.fairness;
        let line = |(how, found)| format!("{file} {property} {fairness:?}: {how}: {found:?}");
        wrong.map(line).collect::<Vec<_>>()
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// By the definitions, if the model is small enough.
fn by_definition(
    program: &Program,
    stated: &Stated,
    fairness: Fairness,
) -> Option<(String, Result<bool, String>)> {
    let bad = match stated {
        Stated::Claim(claim) => Bad::Word(&claim.automaton, &claim.propositions),
        Stated::Accept => Bad::Accept,
        Stated::Progress => Bad::NonProgress,
        Stated::Safety(_) => return None,
    };
    let found = textbook::is_violated(program, bad, fairness, LIMIT)?;
    Some(("by definition".to_owned(), Ok(found)))
}

/// Each search for bad states and moves, without another before it that finds what it misses.
fn searches_alone(program: &Program, kinds: &[Kind]) -> Vec<(String, Result<bool, String>)> {
    let reads = reduce::Property::default();
    let questions = Stubborn::new(program, &reads, Conditions::default()).questions();
    let forgetful = forgetful(program, &[]);
    let mut answers = Vec::new();
    for executed in [program, &forgetful] {
        let mut interpreted = Interpreted::with_questions(executed, Vec::new(), questions.clone());
        answers.extend(each_alone(&mut interpreted, program, kinds, "interpreter"));
        for target in [Target::Native, Target::Bytecode] {
            let system = Compiled::with_questions(target, executed, Vec::new(), &questions);
            let mut system = system.expect("it can be compiled");
            let name = format!("{target:?}");
            answers.extend(each_alone(&mut system, program, kinds, &name));
        }
    }
    answers
}

fn each_alone<S: TransitionSystem>(
    system: &mut S,
    program: &Program,
    kinds: &[Kind],
    engine: &str,
) -> Vec<(String, Result<bool, String>)> {
    let goals = Goals {
        groups: vec![kinds.to_vec()],
    };
    let limits = Limits::default();
    let mut observe = |_: &Statistics| ControlFlow::Continue(());
    let proviso = Proviso::Static;
    let conditions = Reduced { program, proviso };
    let (mut select, _) = conditions.safety(kinds);
    let licence = SafetyOnly {
        select: &mut select,
    };
    let found = [
        (
            "depth first",
            safety::depth_first(system, &goals, &limits, &mut observe),
        ),
        (
            "breadth first",
            safety::breadth_first(system, &goals, &limits, &mut observe),
        ),
        (
            "reduced",
            safety::reduced(system, licence, &goals, &limits, &mut observe),
        ),
    ];
    let answer = |(name, found): (&str, std::io::Result<Safety>)| {
        let found = found.expect("there is memory");
        (format!("{engine}, {name}"), judged(program, kinds, found))
    };
    found.into_iter().map(answer).collect()
}

/// The verdict of a search. What it shows is executed.
fn judged(program: &Program, kinds: &[Kind], found: Safety) -> Result<bool, String> {
    let mut shown = found.counterexamples.into_iter();
    let shown = shown.find(|shown| kinds.contains(&shown.kind));
    match (&shown, found.end) {
        (None, End::Incomplete(reason)) => return Err(reason.to_string()),
        (None, End::Found) => return Err("nothing is shown".to_owned()),
        _ => {}
    }
    let violated = shown.is_some();
    let check = Check {
        verdict: if violated {
            Verdict::Violated
        } else {
            Verdict::Holds
        },
        theorem: Theorem::Exhaustive,
        statistics: found.statistics,
        counterexample: shown.map(Counterexample::Run),
        vacuous: None,
    };
    confirm::counterexample(program, &check, None, Fairness::None)?;
    Ok(violated)
}
