//! Temporal properties of whole models: the verdicts that the corpus records from SPIN's unreduced
//! runs and those that the headers of the soundness models state, by each search alone and by every
//! engine; every lasso is replayed by the interpreter.

use program::PropertyKind;
use search::claim::Claim;
use search::limits::Limits;
use search::product::Fairness;
use std::fs;
use std::path::Path;
use suite::reduction::program_of_file;
use suite::searches::{Answer, Engine, Question, Stated, Subject, Way};
use suite::{models, table};

/// Larger models are for the benchmarks.
const MAX_STATES: u64 = 150_000;

/// The verdict on a named property, or on the first one; all engines and searches must agree.
fn verdict(path: &Path, name: Option<&str>, fairness: Fairness) -> Option<bool> {
    let program = program_of_file(path).unwrap_or_else(|| panic!("{} has errors", path.display()));
    let named = |property: &&program::Property| name.is_none_or(|name| property.name == name);
    let property = program
        .properties
        .iter()
        .find(named)
        .expect("the model has the property");
    let claim = match &property.kind {
        PropertyKind::Ltl(formula) => Claim::of_formula(formula),
        PropertyKind::Never(claim) => Claim::of_never(claim),
    };
    let claims = [claim.expect("the property has an automaton")];
    let limits = Limits {
        states: Some(MAX_STATES),
        ..Limits::default()
    };
    let subject = Subject::new(&program, &claims, limits);
    let question = |&way: &Way| Question {
        stated: Stated::Claim(0),
        fairness,
        way,
    };
    let questions: Vec<Question> = Way::CLAIMS.iter().map(question).collect();
    let mut decided = Vec::new();
    for engine in Engine::ALL {
        for (question, answer) in questions.iter().zip(subject.ask(engine, &questions)) {
            match answer {
                Answer::Told { violated, .. } => decided.push(violated[0]),
                Answer::Untold(_) => {}
                Answer::Wrong(why) => {
                    panic!("{}: {engine:?}, {:?}: {why}", path.display(), question.way)
                }
            }
        }
    }
    let agree = decided.windows(2).all(|pair| pair[0] == pair[1]);
    assert!(agree, "{}: {decided:?}", path.display());
    decided.first().copied()
}

#[test]
fn soundness_models_get_their_true_verdicts() {
    let violated = [
        "endless_atomic",
        "fair_end",
        "fair_starvation",
        "forgotten_in_a_loop",
        "n3",
        "next_under_reduction",
        "projection",
        "siegel_b2",
        "siegel_fig2",
        "two_toggles",
    ];
    for name in violated {
        let path = models::root().join("soundness").join(format!("{name}.pml"));
        assert_eq!(verdict(&path, None, Fairness::None), Some(true), "{name}");
    }
}

/// Whether the property is violated by a weakly fair run. Where J and K flip their bits, I may starve
/// all the same; where each of two processes only toggles, no fair run leaves one of them out.
const FAIR: [(&str, bool); 7] = [
    ("fair_end", true),
    ("fair_starvation", true),
    ("n3", true),
    ("next_under_reduction", true),
    ("siegel_b2", true),
    ("siegel_fig2", true),
    ("two_toggles", false),
];

#[test]
fn soundness_models_get_their_true_verdicts_under_fairness() {
    for (name, violated) in FAIR {
        let path = models::root().join("soundness").join(format!("{name}.pml"));
        let verdict = verdict(&path, None, Fairness::Weak);
        assert_eq!(verdict, Some(violated), "{name}");
    }
}

/// SPIN compares a temporal formula with a token number here: see the documentation of W0110.
const MISREAD_BY_SPIN: &str = "kolovanov_models_2-processes-peterson.pml";

#[test]
fn recorded_verdicts() {
    let table = models::root().join("corpus").join("verdicts.csv");
    let table = fs::read_to_string(table).expect("the table can be read");
    let mut compared = 0;
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.splitn(4, ',').collect();
        let [file, check, spin, _] = cells[..] else {
            panic!("{row}")
        };
        let (kind, name) = check
            .split_once(':')
            .map_or((check, None), |(k, n)| (k, Some(n)));
        if kind != "live" || file == MISREAD_BY_SPIN {
            continue;
        }
        let path = models::root().join("corpus").join(file);
        if let Some(violated) = verdict(&path, name, Fairness::None) {
            assert_eq!(violated, spin == "violated", "{file} {check}");
            compared += 1;
        }
    }
    assert!(compared >= 18, "only {compared} verdicts were compared");
}

/// What SPIN 6.5.2 answers unreduced with `-a -f -DNFAIR=4`. A listed difference that goes away fails.
#[test]
fn recorded_verdicts_under_fairness() {
    let rows = table::read("fairness.csv").expect("the table can be read");
    let known = models::all();
    let mut compared = 0;
    for row in rows {
        let [name, property, spin, difference] = &row[..] else {
            panic!("{row:?}")
        };
        // Debian's examples may not be here.
        let Some(model) = known.iter().find(|model| model.name == *name) else {
            continue;
        };
        if let Some(violated) = verdict(&model.path, Some(property), Fairness::Weak) {
            let same = violated == (spin == "violated");
            assert_eq!(same, difference.is_empty(), "{name} {property}");
            compared += 1;
        }
    }
    assert!(compared >= 14, "only {compared} verdicts were compared");
}
