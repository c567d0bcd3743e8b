//! Random programs: we store as many states as SPIN, and find the same errors.
//!
//! `SUITE_PROGRAMS` asks for more programs than usual. A disagreement is looked into with
//! `cargo run -p suite --bin counts -- --seed SEED --count 1`, which makes it small.

use suite::compare::{Comparison, compare};
use suite::generate::{Knobs, generate};
use suite::spin::{Limits, Outcome, Spin};
use suite::{engine, pool};

const USUAL: u64 = 1_000;

#[test]
fn random_programs_agree_with_spin() {
    let wanted = std::env::var("SUITE_PROGRAMS").ok();
    let count = wanted.and_then(|count| count.parse().ok()).unwrap_or(USUAL);
    let seeds: Vec<u64> = (0..count).collect();
    let spin = Spin::new(Limits::GENERATED);
    let knobs = Knobs::default();
    let results = pool::map(&seeds, |seed| {
        let text = generate(*seed, &knobs).to_string();
        let outcome = spin.explore_text(&text).expect("SPIN can be run");
        let accepted = !matches!(outcome, Outcome::Rejected(_) | Outcome::Uncompiled(_));
        let comparison = outcome.is_in_scope().then(|| {
            let ours = engine::explore_text(&text, 2 * Limits::GENERATED.states);
            compare(&outcome, &ours)
        });
        (accepted, comparison)
    });
    let accepted = results.iter().filter(|(accepted, _)| *accepted).count();
    let compared = results
        .iter()
        .filter(|(_, result)| result.is_some())
        .count();
    let mut wrong = Vec::new();
    for (seed, (_, result)) in seeds.iter().zip(&results) {
        if let Some(Comparison::Different(difference)) = result {
            wrong.push(format!("seed {seed}: {difference}"));
        }
    }
    println!("{count} programs, {accepted} accepted by SPIN, {compared} compared");
    assert!(
        wrong.is_empty(),
        "{} of {compared} programs disagree:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(
        accepted * 100 >= seeds.len() * 95,
        "SPIN accepts only {accepted} of {count} generated programs"
    );
    assert!(
        compared * 100 >= seeds.len() * 75,
        "only {compared} of {count} generated programs could be compared"
    );
}
