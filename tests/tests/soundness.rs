//! Models that other checkers are wrong about get the verdict that their first line calls the truth, by
//! every engine, reduced and not. For those with a formula see `temporal.rs`.

use search::product::Fairness;
use search::safety::Kind;
use std::fs;
use suite::models;
use suite::pool;
use suite::reduction::program_of_file;
use suite::searches::{SEARCHES, Stated, is_violated};

/// What the head of a model says is wrong with it, if that is a matter of safety.
fn truth(text: &str) -> Option<Kind> {
    let (_, truth) = text.split_once("Truth: ")?;
    let kinds = [
        ("assertion violated", Kind::Assertion),
        ("invalid end state", Kind::InvalidEnd),
    ];
    let said = kinds.into_iter().find(|(said, _)| truth.starts_with(said));
    said.map(|(_, kind)| kind)
}

#[test]
fn errors_that_others_miss_are_found() {
    let models = models::all().into_iter();
    let models: Vec<_> = models
        .filter(|model| model.name.starts_with("soundness/"))
        .filter_map(|model| Some((truth(&fs::read_to_string(&model.path).ok()?)?, model)))
        .collect();
    assert!(models.len() >= 7, "{models:?}");
    let wrong = pool::map(&models, |(kind, model)| {
        let program = program_of_file(&model.path).expect("the model is accepted");
        let stated = Stated::Safety(vec![*kind]);
        let mut wrong = Vec::new();
        for (engine, proviso) in SEARCHES {
            let found = is_violated(&program, &stated, Fairness::None, engine, proviso);
            if found != Ok(true) {
                wrong.push(format!(
                    "{}: {engine:?}, {proviso:?}: {found:?}",
                    model.name
                ));
            }
        }
        wrong
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
