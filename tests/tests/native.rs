//! Random programs: native code and the interpreter agree on every successor of every state.
//!
//! `SUITE_NATIVE_PROGRAMS` asks for more programs than usual.

use jit::Target;
use jit::compare::compare;
use std::path::Path;
use suite::generate::dense::dense;
use suite::generate::{Knobs, generate};
use suite::pool;

const USUAL: u64 = 1_000;

/// States of each program that are compared.
const STATES: usize = 500;

#[test]
fn random_programs_run_compiled_as_interpreted() {
    agree(|seed| generate(seed, &Knobs::default()).to_string(), 1);
}

#[test]
fn exclusive_channels_are_compiled_as_interpreted() {
    agree(|seed| generate(seed, &Knobs::exclusive()).to_string(), 4);
}

#[test]
fn dense_programs_run_compiled_as_interpreted() {
    agree(|seed| dense(seed).0.to_string(), 2);
}

/// Compares these programs, so many times fewer than are asked for.
fn agree(text: impl Fn(u64) -> String + Sync, fewer: u64) {
    let wanted = std::env::var("SUITE_NATIVE_PROGRAMS").ok();
    let count = wanted.and_then(|count| count.parse().ok()).unwrap_or(USUAL);
    let count = count / fewer;
    let seeds: Vec<u64> = (0..count).collect();
    let results = pool::map(&seeds, |&seed| {
        let text = text(seed);
        let options = promela::Options::default();
        let parsed = promela::parse_str(Path::new("model.pml"), &text, &options);
        if parsed.has_errors() {
            return None;
        }
        // The same program with channels that lose messages is another test for nothing.
        let lossy = seed % 4 == 0;
        let (program, _) = promela::lower::lower(&parsed.model, &promela::lower::Options { lossy });
        let compared = compare(&program?, &[], &Target::ALL, STATES);
        Some(compared.map_err(|difference| format!("seed {seed}: {difference}")))
    });
    let compared: Vec<_> = results.into_iter().flatten().collect();
    let wrong: Vec<&String> = compared.iter().filter_map(|r| r.as_ref().err()).collect();
    let total: usize = compared.iter().flatten().map(|report| report.states).sum();
    println!("{} programs, {total} states compared", compared.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    // Programs with priorities beside a channel without a buffer are refused.
    assert!(
        compared.len() as u64 * 100 >= count * 90,
        "too few programs were accepted"
    );
    assert!(
        total as u64 >= count * 20,
        "the programs are too small to prove anything"
    );
}
