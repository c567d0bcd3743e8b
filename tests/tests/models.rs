//! The models in `models/`: every check that their comments show has the verdicts that they state, by
//! each search alone and by every engine. Counterexamples are executed by the interpreter.

use program::{Program, PropertyKind};
use promela::lower;
use search::claim::Claim;
use search::limits::Limits;
use search::safety::Kind;
use std::collections::BTreeMap;
use suite::examples::{self, Example};
use suite::pool;
use suite::searches::{Answer, Engine, Question, Stated, Subject};

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

/// Everything that a model states, by name, and its claims.
fn stated(program: &Program) -> (BTreeMap<String, Stated>, Vec<Claim>) {
    let mut claims = Vec::new();
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
        all.insert(property.name.clone(), Stated::Claim(claims.len()));
        claims.push(claim.expect("the property has an automaton"));
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
    (all, claims)
}

/// What is not as the comment says.
fn differences(example: &Example) -> Vec<String> {
    let program = match program(example) {
        Ok(program) => program,
        Err(why) => return vec![format!("{}: {why}", example.command)],
    };
    let (stated, claims) = stated(&program);
    if !stated.keys().eq(example.violated.keys()) {
        let names: Vec<&String> = stated.keys().collect();
        return vec![format!("{}: the model states {names:?}", example.command)];
    }
    let subject = Subject::new(&program, &claims, Limits::default());
    let asked: Vec<(&String, Question)> = stated
        .iter()
        .flat_map(|(name, stated)| stated.ways().iter().map(move |way| (name, stated, *way)))
        .map(|(name, stated, way)| {
            let (stated, fairness) = (stated.clone(), example.fairness);
            let question = Question {
                stated,
                fairness,
                way,
            };
            (name, question)
        })
        .collect();
    let questions: Vec<Question> = asked.iter().map(|(_, question)| question.clone()).collect();
    let mut wrong = Vec::new();
    for engine in Engine::ALL {
        for ((name, question), answer) in asked.iter().zip(subject.ask(engine, &questions)) {
            let expected = example.violated[*name];
            let told = match &answer {
                Answer::Told { violated, .. } => Some(violated.contains(&true)),
                _ => None,
            };
            if told != Some(expected) {
                let how = format!("{name} by {engine:?}, {:?}", question.way);
                wrong.push(format!("{}: {how}: {answer:?}", example.command));
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
