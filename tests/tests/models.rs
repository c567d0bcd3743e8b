//! The models in `models/`: every check that their comments show, by every engine, reduced and not,
//! has the verdicts that they state. Counterexamples are executed by the interpreter.

use program::{Program, PropertyKind};
use promela::lower;
use search::claim::Claim;
use search::safety::Kind;
use std::collections::BTreeMap;
use suite::examples::{self, Example};
use suite::pool;
use suite::searches::{SEARCHES, Stated, is_violated};

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
            let found = is_violated(&program, property, example.fairness, engine, proviso);
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
