//! Every set of steps that the reduction chooses, tested by brute force on small models.
//!
//! `SUITE_REDUCTION_PROGRAMS` asks for more programs than usual. A failure is looked into with
//! `cargo run -p suite --bin refute -- --seed SEED --count 1`, which makes it small.

use reduce::{Conditions, Property, Stubborn};
use suite::generate::dense::dense;
use suite::generate::{Knobs, family, generate};
use suite::models::{self, Model};
use suite::reduction::{Outcome, Trial, is_lossy, program_of_file, program_of_text, trial};
use suite::{pool, table};

const USUAL: u64 = 2_000;

/// States of a program that is tested, at most.
const GENERATED: usize = 2_000;
/// The same for a model, which has more to tell.
const WRITTEN: usize = 3_000;

/// What came of many trials.
#[derive(Default)]
struct Summary {
    trials: usize,
    unfinished: usize,
    proper: usize,
    wrong: Vec<String>,
}

impl Summary {
    fn add(&mut self, name: &str, kind: Trial, outcome: &Outcome) {
        self.trials += 1;
        match outcome {
            Outcome::Holds { tested, .. } => self.proper += tested.proper,
            Outcome::Unfinished(_) => self.unfinished += 1,
            wrong => self.wrong.push(format!("{name}, {kind:?}: {wrong}")),
        }
    }

    fn check(&self) {
        let Summary {
            trials,
            unfinished,
            proper,
            wrong,
        } = self;
        println!("{trials} trials, {unfinished} of them too large; {proper} proper sets");
        assert!(
            wrong.is_empty(),
            "{} of {trials} trials fail:\n{}",
            wrong.len(),
            wrong.join("\n")
        );
    }
}

#[test]
fn sets_chosen_in_random_programs_are_enough() {
    random_programs(&Knobs::reduction(), 40);
}

#[test]
fn sets_chosen_where_channels_are_exclusive_are_enough() {
    random_programs(&Knobs::exclusive(), 30);
}

#[test]
fn sets_chosen_where_processes_come_and_go_are_enough() {
    random_texts(&|seed| family(seed), &|_| false, 10);
}

#[test]
fn sets_chosen_in_dense_programs_are_enough() {
    random_texts(&|seed| dense(seed).0.to_string(), &|_| false, 5);
}

/// Deaths are silent in most of these programs, and in some they are not.
#[test]
fn deaths_are_silent_where_nobody_can_tell() {
    let silent = |seed: &u64| {
        let program = program_of_text(&family(*seed), false).expect("the program is accepted");
        let conditions = Conditions {
            silent_deaths: true,
            ..Conditions::default()
        };
        let select = Stubborn::new(&program, &Property::default(), conditions);
        select.deaths_are_silent()
    };
    let count = (0..1_000).filter(silent).count();
    assert!((300..900).contains(&count), "{count}");
}

/// Tests programs with these features. The reduction must find so many proper sets in each of them.
fn random_programs(knobs: &Knobs, proper: usize) {
    let text = |seed| generate(seed, knobs).to_string();
    random_texts(&text, &is_lossy, proper);
}

fn random_texts(
    text: &(dyn Fn(u64) -> String + Sync),
    is_lossy: &(dyn Fn(u64) -> bool + Sync),
    proper: usize,
) {
    let wanted = std::env::var("SUITE_REDUCTION_PROGRAMS").ok();
    let count = wanted.and_then(|count| count.parse().ok()).unwrap_or(USUAL);
    let seeds: Vec<u64> = (0..count).collect();
    let results = pool::map(&seeds, |&seed| {
        let program = program_of_text(&text(seed), is_lossy(seed))?;
        Some(Trial::ALL.map(|kind| (kind, trial(&program, kind, seed, GENERATED))))
    });
    let mut summary = Summary::default();
    for (seed, trials) in seeds.iter().zip(results) {
        for (kind, outcome) in trials.into_iter().flatten() {
            summary.add(&format!("seed {seed}"), kind, &outcome);
        }
    }
    summary.check();
    let count = count as usize;
    assert!(
        summary.trials >= Trial::ALL.len() * count * 9 / 10,
        "too few are accepted"
    );
    assert!(
        summary.unfinished * 4 <= summary.trials,
        "too many are large"
    );
    assert!(
        summary.proper >= proper * count,
        "the reduction does too little"
    );
}

#[test]
fn sets_chosen_in_models_are_enough() {
    let mut found = models::all();
    for directory in ["regressions", "spin_bugs"] {
        let rows = table::read(&format!("{directory}.csv")).expect("the table can be read");
        let model = |row: &Vec<String>| Model {
            name: format!("{directory}/{}", row[0]),
            path: models::root().join(directory).join(&row[0]),
        };
        found.extend(rows.iter().map(model));
    }
    let results = pool::map(&found, |model| {
        let program = program_of_file(&model.path)?;
        let mut outcomes = Vec::new();
        // The first sets, and random ones.
        for (seed, kind) in (0..2).flat_map(|seed| Trial::ALL.map(|kind| (seed, kind))) {
            let outcome = trial(&program, kind, seed, WRITTEN);
            let large = matches!(outcome, Outcome::Unfinished(_));
            outcomes.push((kind, outcome));
            if large {
                break;
            }
        }
        Some(outcomes)
    });
    let mut summary = Summary::default();
    for (model, trials) in found.iter().zip(results) {
        for (kind, outcome) in trials.into_iter().flatten() {
            summary.add(&model.name, kind, &outcome);
        }
    }
    summary.check();
    assert!(
        summary.trials - summary.unfinished >= 500,
        "too few models are small"
    );
    assert!(summary.proper > 10_000, "the reduction does too little");
}
