//! Differential test: SPIN's own translator against ours, on the claims that it prints.
//!
//! Without SPIN on the machine there is nothing to compare with, and the test says so.

use omega::format::from_never;
use omega::ltl::{Dialect, Formulas, Syntax};
use omega::membership::accepts;
use omega::{Lasso, Translation, translate};
use std::process::Command;

const PEERS: &str = include_str!("../../../bench/ltl/peers.csv");

/// Larger claims take SPIN long, and a few do not come at all.
const MAX_SPIN_STATES: usize = 12;

fn spin(formula: &str) -> Option<String> {
    let output = Command::new("spin").args(["-f", formula]).output().ok()?;
    String::from_utf8(output.stdout).ok()
}

/// The rows whose formula SPIN can read (it has no `X` by default) and translates quickly.
fn formulas() -> impl Iterator<Item = &'static str> {
    PEERS.lines().skip(1).filter_map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let small = fields[5]
            .parse::<usize>()
            .is_ok_and(|n| n <= MAX_SPIN_STATES);
        (small && fields[4] == "False").then_some(fields[2])
    })
}

fn words(props: usize) -> impl Iterator<Item = Lasso> {
    let mut state = 7u64;
    let mut below = move |n: u64| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) % n
    };
    (0..100).map(move |_| {
        let (u, v) = (below(4), 1 + below(4));
        let mut letters = |n| (0..n).map(|_| below(1 << props)).collect();
        Lasso::new(letters(u), letters(v)).expect("a cycle")
    })
}

#[test]
fn spins_claims_mean_what_ours_mean() {
    if spin("p").is_none() {
        eprintln!("spin is not installed: nothing to compare with");
        return;
    }
    let mut compared = 0;
    for text in formulas() {
        let mut fs = Formulas::new();
        let f = fs.parse(text, Dialect::Any).expect(text);
        // `spin -f` knows neither W nor M.
        let plain = fs.print(f, Syntax::Spin);
        if plain.contains(" W ") || plain.contains(" M ") {
            continue;
        }
        let claim = spin(&plain).expect("spin ran before");
        let theirs = from_never(&claim).unwrap_or_else(|e| panic!("{e}\n{claim}"));
        let ours = translate(&mut fs, f, Translation::Buchi).expect(text);
        // SPIN drops propositions that do not matter, and numbers the others as they occur.
        let bits: Vec<usize> = theirs
            .props()
            .iter()
            .map(|p| {
                ours.props()
                    .iter()
                    .position(|q| q == p)
                    .expect("a known proposition")
            })
            .collect();
        let rename = |letters: &[u64]| {
            let letter = |l: &u64| (0..bits.len()).fold(0, |n, i| n | (l >> bits[i] & 1) << i);
            letters.iter().map(letter).collect::<Vec<u64>>()
        };
        for w in words(ours.props().len()) {
            let renamed = Lasso::new(rename(w.prefix()), rename(w.cycle())).expect("a cycle");
            assert_eq!(
                accepts(&theirs, &renamed),
                accepts(&ours, &w),
                "{text} on {w:?}\n{claim}"
            );
        }
        compared += 1;
    }
    assert!(compared > 50, "only {compared} formulas were compared");
}
