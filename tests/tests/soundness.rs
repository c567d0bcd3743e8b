//! Models that other checkers are wrong about, and some that we were wrong about: each search alone, by
//! every engine, says what the textbook says, and that is what the head of the model calls the truth.

use jit::Target;
use search::limits::Limits;
use search::product::Fairness;
use search::safety::Kind;
use std::fs;
use suite::agreement::{self, Effort};
use suite::reduction::program_of_file;
use suite::searches::{Answer, Engine, Question, Stated, Subject, Way};
use suite::textbook::Bad;
use suite::{models, pool};

/// States of a model that is compared with the textbook, at most.
const SMALL: usize = 20_000;

/// What the head of a model says is wrong with it, if that is a matter of safety.
fn truth(text: &str) -> Option<Vec<Kind>> {
    let (_, truth) = text.split_once("Truth: ")?;
    let bad_moves = vec![Kind::Assertion, Kind::Fault];
    let kinds = [
        ("assertion violated", bad_moves.clone()),
        ("assertions violated", bad_moves),
        ("invalid end state", vec![Kind::InvalidEnd]),
    ];
    let said = kinds.into_iter().find(|(said, _)| truth.starts_with(said));
    said.map(|(_, kinds)| kinds)
}

fn soundness() -> Vec<models::Model> {
    let all = models::all().into_iter();
    all.filter(|model| model.name.starts_with("soundness/"))
        .collect()
}

#[test]
fn errors_that_others_miss_are_found() {
    let models: Vec<_> = soundness()
        .into_iter()
        .filter_map(|model| Some((truth(&fs::read_to_string(&model.path).ok()?)?, model)))
        .collect();
    assert!(models.len() >= 7, "{models:?}");
    let wrong = pool::map(&models, |(kinds, model)| {
        let program = program_of_file(&model.path).expect("the model is accepted");
        let subject = Subject::new(&program, &[], Limits::default());
        let question = |&way: &Way| Question {
            stated: Stated::Safety(kinds.clone()),
            fairness: Fairness::None,
            way,
        };
        let questions: Vec<Question> = Way::SAFETY.iter().map(question).collect();
        let mut wrong = Vec::new();
        let is_small = suite::textbook::Graph::new(&program, SMALL).is_some();
        let engines = Engine::ALL.into_iter();
        // What takes native code a second takes the others too long.
        let engines =
            engines.filter(|&engine| is_small || engine == Engine::Compiled(Target::Native));
        for engine in engines {
            let answers = subject.ask(engine, &questions);
            for (question, answer) in questions.iter().zip(answers) {
                let found =
                    matches!(&answer, Answer::Told { violated, .. } if violated.contains(&true));
                if !found {
                    let way = question.way;
                    wrong.push(format!("{}: {way:?}, {engine:?}: {answer:?}", model.name));
                }
            }
        }
        wrong
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// All that the models state, by the textbook.
#[test]
fn each_search_alone_says_what_the_textbook_says() {
    let models = soundness();
    let results = pool::map(&models, |model| {
        let program = program_of_file(&model.path).expect("the model is accepted");
        let claims = agreement::stated_claims(&program);
        let effort = Effort {
            states: SMALL,
            engines: Engine::ALL.to_vec(),
        };
        let report = agreement::compare(&program, claims, &effort)?;
        let wrong = report.differences.iter();
        Some(wrong.map(|how| format!("{}: {how}", model.name)).collect())
    });
    let compared: Vec<Vec<String>> = results.into_iter().flatten().collect();
    let wrong: Vec<&String> = compared.iter().flatten().collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(compared.len() >= 12, "too few models are small");
}

/// The verdicts that `truth.csv` states of the models that have a row there.
#[test]
fn the_textbook_says_what_is_true() {
    let table = models::root().join("soundness/truth.csv");
    let table = fs::read_to_string(table).expect("the table can be read");
    let mut compared = 0;
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let [file, property, verdict, flags @ ..] = &cells[..] else {
            panic!("{row}")
        };
        let path = models::root().join("soundness").join(file);
        let program = program_of_file(&path).expect("the model is accepted");
        let fairness = match flags {
            [flags] if flags.contains("--fair weak") => Fairness::Weak,
            _ => Fairness::None,
        };
        let Some(graph) = suite::textbook::Graph::new(&program, SMALL) else {
            continue;
        };
        use program::explore::Kind;
        let kinds = |kinds: &[Kind]| kinds.iter().any(|kind| graph.kinds.contains(kind));
        let violated = match *property {
            "assertions" => Some(kinds(&[Kind::Assertion, Kind::Trace, Kind::Fault])),
            "deadlock" => Some(kinds(&[Kind::InvalidEnd])),
            "accept" => graph.has(Bad::Accept, fairness),
            "progress" => graph.has(Bad::NonProgress, fairness),
            name => {
                let claims = agreement::stated_claims(&program);
                let named = claims.iter().find(|(known, ..)| known == name);
                // A never claim need not have a name.
                let (.., bad) = named
                    .or(claims.first())
                    .expect("the model has the property");
                graph.has(*bad, fairness)
            }
        };
        assert_eq!(violated, Some(*verdict == "violated"), "{row}");
        compared += 1;
    }
    assert!(compared >= 15, "only {compared} verdicts were compared");
}
