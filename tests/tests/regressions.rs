//! Small programs on which we, or the suite, were once wrong.
//!
//! SPIN's figures are kept beside them, so that both SPIN and we are held to them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use suite::compare::{Comparison, compare};
use suite::engine::Answer;
use suite::spin::{Kind, Limits, Spin};
use suite::{engine, models, table};

/// The expected figures by file name.
fn expected() -> BTreeMap<String, Answer> {
    let rows = table::read(&models::root().join("data/regressions.csv"))
        .expect("the table of regressions can be read");
    let figures = rows.into_iter().map(|row| {
        let states = row[1].parse().expect("a number of states");
        let mut kinds = BTreeSet::new();
        if row[2] == "yes" {
            kinds.insert(Kind::Assertion);
        }
        if row[3] == "yes" {
            kinds.insert(Kind::InvalidEnd);
        }
        (row[0].clone(), Answer::Explored { states, kinds })
    });
    figures.collect()
}

#[test]
fn every_program_has_its_figures() {
    let listed: BTreeSet<String> = expected().into_keys().collect();
    let present: BTreeSet<String> = fs::read_dir(models::root().join("regressions"))
        .expect("regressions/ is there")
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".pml"))
        .collect();
    assert_eq!(listed, present);
}

#[test]
fn spin_still_says_what_it_said() {
    let spin = Spin::new(Limits::GENERATED);
    for (name, answer) in expected() {
        let path = models::root().join("regressions").join(&name);
        let outcome = spin.explore(&path).expect("SPIN can be run");
        assert_eq!(compare(&outcome, &answer), Comparison::Same, "{name}");
    }
}

#[test]
fn we_say_what_spin_says() {
    for (name, answer) in expected() {
        let path = models::root().join("regressions").join(&name);
        let ours = engine::explore_file(&path, Limits::GENERATED.states);
        assert_eq!(ours, answer, "{name}");
    }
}
