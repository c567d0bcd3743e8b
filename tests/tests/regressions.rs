//! Small programs whose figures are known.
//!
//! In `regressions/` SPIN is right, and both SPIN and we are held to its figures: most were found
//! at random and shrunk. In `spin_bugs/` SPIN is wrong, each header tells how; there SPIN is held
//! to its figures, so that a better SPIN is noticed, and we are held to the truth. In
//! `known_wrong/` SPIN is right and we are not yet: a program that we get right moves from there
//! to `regressions/`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use suite::compare::{Comparison, compare};
use suite::engine::{self, Answer};
use suite::models;
use suite::spin::{Limits, Spin};
use suite::table;

/// A program, and what SPIN and we should say about it.
struct Known {
    path: PathBuf,
    spin: Answer,
    ours: Answer,
}

/// The rows of a table of figures about the programs in a directory.
fn known(directory: &str, ours: usize) -> Vec<Known> {
    let rows = table::read(&format!("{directory}.csv")).expect("the table can be read");
    let read = |row: &[String], at: usize| {
        table::answer(&row[at], &row[at + 1])
            .unwrap_or_else(|| panic!("{row:?}: not a count and errors"))
    };
    let known = rows.iter().map(|row| Known {
        path: models::root().join(directory).join(&row[0]),
        spin: read(row, 1),
        ours: read(row, ours),
    });
    known.collect()
}

fn check(directory: &str, ours: usize) {
    let known = known(directory, ours);
    let listed: BTreeSet<PathBuf> = known.iter().map(|known| known.path.clone()).collect();
    let present: BTreeSet<PathBuf> = fs::read_dir(models::root().join(directory))
        .expect("the directory is there")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    assert_eq!(listed, present, "the programs there, and those listed");
    // One of SPIN's mistakes is that a claim changes what the model does.
    let spin = Spin::new(Limits::GENERATED).with_claims();
    for Known {
        path,
        spin: figures,
        ours,
    } in known
    {
        let name = path.display();
        let outcome = spin.explore(&path).expect("SPIN can be run");
        assert_eq!(
            compare(&outcome, &figures),
            Comparison::Same,
            "SPIN on {name}"
        );
        let answer = engine::explore_file(&path, Limits::GENERATED.states);
        assert_eq!(answer, ours, "we on {name}");
    }
}

#[test]
fn programs_that_went_wrong_once_are_right() {
    check("regressions", 1);
}

#[test]
fn what_we_get_wrong_is_known() {
    check("known_wrong", 3);
}

#[test]
fn where_spin_is_wrong_we_are_right() {
    check("spin_bugs", 3);
}
