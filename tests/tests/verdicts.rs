//! Random programs with random properties get the same verdicts reduced and unreduced: safety,
//! accept and progress labels, formulas with and without the next operator, random automata.
//!
//! `SUITE_VERDICT_PAIRS` asks for more pairs than usual, `SUITE_VERDICT_FIRST` for others.

use suite::generate::{Knobs, family};
use suite::pool;
use suite::reduction::program_of_text;
use suite::verdicts::{Comparison, compare, compare_on, knobs};

const USUAL: u64 = 300;

#[test]
fn reductions_keep_verdicts() {
    verdicts_are_kept(knobs);
}

#[test]
fn reductions_keep_verdicts_where_channels_are_exclusive() {
    verdicts_are_kept(|_| Knobs::exclusive());
}

#[test]
fn reductions_keep_verdicts_where_processes_come_and_go() {
    all_agree(|seed| match program_of_text(&family(seed), false) {
        Some(program) => compare_on(program, seed),
        None => Comparison::Nothing,
    });
}

fn verdicts_are_kept(knobs: impl Fn(u64) -> Knobs + Sync) {
    all_agree(|seed| compare(seed, &knobs(seed)));
}

fn all_agree(compare: impl Fn(u64) -> Comparison + Sync) {
    let number = |name: &str| std::env::var(name).ok()?.parse().ok();
    let first = number("SUITE_VERDICT_FIRST").unwrap_or(0);
    let count = number("SUITE_VERDICT_PAIRS").unwrap_or(USUAL);
    let seeds: Vec<u64> = (first..first + count).collect();
    let compared = pool::map(&seeds, |&seed| compare(seed));
    let (mut agree, mut violations, mut savings) = (0, 0, 0_u64);
    let mut different = Vec::new();
    for comparison in compared {
        match comparison {
            Comparison::Nothing => {}
            Comparison::Agree { violated, saved } => {
                agree += 1;
                violations += violated;
                savings += saved;
            }
            Comparison::Differ(how) => different.push(how),
        }
    }
    println!("{agree} pairs agree, {violations} violations, {savings} states saved");
    assert!(different.is_empty(), "{different:#?}");
    assert!(agree * 100 >= count * 80, "too few pairs were compared");
    assert!(violations as u64 * 2 >= count, "too few violations");
    assert!(savings >= count, "the reduction does nothing");
}
