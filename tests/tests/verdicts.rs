//! Random programs with random properties get the same verdicts from each search alone and from the
//! textbook: safety, accept and progress labels, formulas with and without the next operator, random
//! automata, never claims.
//!
//! `SUITE_VERDICT_PAIRS` asks for more programs than usual, `SUITE_VERDICT_FIRST` for others. A
//! disagreement is looked into with `cargo run -p suite --bin fuzz -- --show SEED`.

use suite::agreement::{Effort, Report};
use suite::generate::{Knobs, family, generate};
use suite::hunt::{Outcome, PATIENCE, Source, Summary, judge_in_time};
use suite::pool;
use suite::reduction::program_of_text;
use suite::searches::Engine;
use suite::verdicts::{STATES, compare, disagreement_of_schemes, knobs};

const USUAL: u64 = 300;

fn seeds(usual: u64) -> Vec<u64> {
    let number = |name: &str| std::env::var(name).ok()?.parse().ok();
    let first = number("SUITE_VERDICT_FIRST").unwrap_or(0);
    let count = number("SUITE_VERDICT_PAIRS").unwrap_or(usual);
    (first..first + count).collect()
}

/// Every engine, in turn, so that each program costs one.
fn effort(seed: u64, states: usize) -> Effort {
    Effort {
        states,
        engines: vec![Engine::ALL[(seed % 3) as usize]],
    }
}

#[test]
fn every_search_alone_is_right() {
    verdicts_are_kept(|seed| generate(seed, &knobs(seed)).to_string());
}

#[test]
fn every_search_alone_is_right_where_channels_are_exclusive() {
    verdicts_are_kept(|seed| generate(seed, &Knobs::exclusive()).to_string());
}

#[test]
fn every_search_alone_is_right_where_processes_come_and_go() {
    verdicts_are_kept(family);
}

fn verdicts_are_kept(text: impl Fn(u64) -> String + Sync) {
    let seeds = seeds(USUAL);
    let reports = pool::map(&seeds, |&seed| -> Option<Result<Report, String>> {
        let program = program_of_text(&text(seed), false)?;
        let report = compare(program.clone(), seed, &effort(seed, STATES))?;
        let wrong = report.differences.first().map(ToString::to_string);
        let wrong = wrong.or_else(|| disagreement_of_schemes(program, seed));
        Some(wrong.map_or(Ok(report), |how| Err(format!("seed {seed}: {how}"))))
    });
    let mut wrong = Vec::new();
    let (mut agree, mut pairs, mut violated) = (0, 0, 0);
    for report in reports.into_iter().flatten() {
        match report {
            Ok(report) => {
                agree += 1;
                pairs += report.pairs;
                violated += report.violated;
            }
            Err(how) => wrong.push(how),
        }
    }
    println!("{agree} programs, {pairs} pairs, {violated} violated");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(
        agree * 100 >= seeds.len() * 60,
        "too few programs are small"
    );
    assert!(violated * 5 >= pairs, "too few violations");
    assert!(violated * 5 <= 4 * pairs, "too many violations");
}

/// The programs that the long runs of `fuzz` are made of.
#[test]
fn every_search_alone_is_right_about_dense_programs() {
    let seeds = seeds(3 * USUAL);
    let judged = pool::map(&seeds, |&seed| {
        let source = Source::new(seed);
        let outcome = judge_in_time(&source, seed, &effort(seed, 600), PATIENCE);
        (source, outcome)
    });
    let mut summary = Summary::default();
    let mut wrong = Vec::new();
    for (seed, (source, outcome)) in seeds.iter().zip(&judged) {
        summary.add(source, outcome);
        match outcome {
            Outcome::Compared(report) => {
                let how = report
                    .differences
                    .iter()
                    .map(|how| format!("seed {seed}: {how}"));
                wrong.extend(how);
            }
            Outcome::Endless => wrong.push(format!("seed {seed}: some search does not end")),
            _ => {}
        }
    }
    println!("{summary}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    let compared = summary.programs - summary.rejected - summary.large;
    assert!(
        compared * 100 >= summary.programs * 70,
        "too few were compared: {summary}"
    );
    assert!(
        summary.violated * 5 >= summary.pairs,
        "too few violations: {summary}"
    );
    assert!(
        summary.violated * 5 <= 4 * summary.pairs,
        "too many violations: {summary}"
    );
}
