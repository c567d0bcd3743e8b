//! Dense programs with their properties: the textbook says what SPIN says unreduced, of safety, claims,
//! accept and progress labels.
//!
//! `SUITE_ORACLE_PROGRAMS` asks for more programs than usual. A disagreement is looked into with
//! `cargo run -p suite --bin fuzz -- --spin --seed SEED --pairs 1`, which makes it small.

use search::product::Fairness;
use suite::generate::dense::{Theme, dense};
use suite::oracle::{Oracle, Row};
use suite::pool;

const USUAL: u64 = 150;
/// States of a program, at most.
const STATES: usize = 1_500;

#[test]
fn dense_programs_agree_with_spin() {
    let wanted = std::env::var("SUITE_ORACLE_PROGRAMS").ok();
    let count = wanted.and_then(|count| count.parse().ok()).unwrap_or(USUAL);
    let suits = |seed: &u64| Theme::suit_spin(&dense(*seed).1);
    let seeds: Vec<u64> = (0..count).filter(suits).collect();
    let oracle = Oracle::open();
    let compared = pool::map(&seeds, |&seed| {
        let (program, _) = dense(seed);
        oracle.compare(&program, STATES).expect("SPIN can be run")
    });
    let all = seeds.iter().zip(&compared);
    let all = all.flat_map(|(seed, rows)| rows.iter().map(move |row| (seed, row)));
    // Weak fairness is something else in SPIN now and then: `fairness.rs` and docs/fairness.md say how.
    let plain = |(_, row): &(&u64, &Row)| row.fairness == Fairness::None;
    let wrong: Vec<_> = all
        .clone()
        .filter(plain)
        .filter(|(_, row)| !row.agrees())
        .collect();
    let fair: Vec<_> = all.clone().filter(|row| !plain(row)).collect();
    let unfair = fair.iter().filter(|(_, row)| !row.agrees()).count();
    let (total, fair) = (all.count(), fair.len());
    println!("{total} verdicts compared; {fair} about fair runs, of which {unfair} differ");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(total >= 2 * seeds.len(), "too few verdicts: {total}");
    assert!(
        unfair * 10 <= fair,
        "{unfair} of {fair} verdicts on fair runs differ"
    );
}
