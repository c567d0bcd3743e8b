//! Looks for programs on which SPIN and we disagree, and makes them small.
//!
//! `counts [--seed S] [--count N] [--only FEATURE,…] [--without FEATURE,…] [--keep DIRECTORY]`, or
//! `counts --model FILE` to compare the answers to one model, or `counts --show S` to print a program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use suite::compare::{Comparison, Difference, compare};
use suite::engine;
use suite::generate::ast::Program;
use suite::generate::{Feature, Knobs, generate};
use suite::pool;
use suite::shrink::shrink;
use suite::spin::{Limits, Spin};

/// Programs between two lines that tell how it goes.
const BATCH: u64 = 200;
/// Trials for one disagreement; each takes some 30 ms.
const PATIENCE: usize = 3_000;

struct Request {
    seed: u64,
    count: u64,
    keep: Option<PathBuf>,
    model: Option<PathBuf>,
    show: Option<u64>,
    knobs: Knobs,
}

fn main() -> ExitCode {
    match request(std::env::args().skip(1)) {
        Ok(Request {
            model: Some(path), ..
        }) => single(&path),
        Ok(Request {
            show: Some(seed),
            knobs,
            ..
        }) => {
            print!("{}", generate(seed, &knobs));
            ExitCode::SUCCESS
        }
        Ok(request) => counts(&request),
        Err(complaint) => {
            eprintln!("counts: {complaint}");
            ExitCode::from(2)
        }
    }
}

fn request(mut words: impl Iterator<Item = String>) -> Result<Request, String> {
    let mut request = Request {
        seed: 0,
        count: 1_000,
        keep: None,
        model: None,
        show: None,
        knobs: Knobs::default(),
    };
    while let Some(flag) = words.next() {
        let value = words.next().ok_or(format!("{flag} wants a value"))?;
        let number = || value.parse().map_err(|_| format!("{flag}: not a number"));
        match flag.as_str() {
            "--seed" => request.seed = number()?,
            "--count" => request.count = number()?,
            "--only" => request.knobs.features = features(&value)?,
            "--without" => {
                let without = features(&value)?;
                request.knobs.features.retain(|on| !without.contains(on));
            }
            "--show" => request.show = Some(number()?),
            "--model" => request.model = Some(value.into()),
            "--keep" => request.keep = Some(value.into()),
            _ => return Err(format!("no flag {flag}")),
        }
    }
    Ok(request)
}

fn features(names: &str) -> Result<BTreeSet<Feature>, String> {
    names.split(',').map(str::parse).collect()
}

/// Compares the answers to one model, and shows both.
fn single(path: &Path) -> ExitCode {
    let limits = Limits::MODELS;
    match Spin::new(limits).explore(path) {
        Ok(outcome) => {
            let ours = engine::explore_file(path, 2 * limits.states);
            println!("SPIN: {outcome}\nwe:   {ours}");
            let different = matches!(compare(&outcome, &ours), Comparison::Different(_));
            ExitCode::from(u8::from(different))
        }
        Err(error) => {
            eprintln!("counts: {}: {error}", path.display());
            ExitCode::from(2)
        }
    }
}

fn counts(request: &Request) -> ExitCode {
    let spin = Spin::new(Limits::GENERATED);
    let started = Instant::now();
    let (mut same, mut compared, mut found) = (0, 0, 0);
    let end = request.seed + request.count;
    let mut first = request.seed;
    while first < end {
        let seeds: Vec<u64> = (first..end.min(first + BATCH)).collect();
        let judge = |seed: &u64| difference(&spin, &generate(*seed, &request.knobs));
        for (seed, verdict) in seeds.iter().zip(pool::map(&seeds, judge)) {
            match verdict {
                Verdict::Skipped => {}
                Verdict::Same => {
                    compared += 1;
                    same += 1;
                }
                Verdict::Different(difference) => {
                    compared += 1;
                    found += 1;
                    explain(&spin, *seed, &difference, request);
                }
            }
        }
        first += seeds.len() as u64;
        println!(
            "{} programs in {:.0} s: {compared} compared, {same} agree, {found} do not",
            first - request.seed,
            started.elapsed().as_secs_f64()
        );
    }
    ExitCode::from(u8::from(found > 0))
}

enum Verdict {
    Skipped,
    Same,
    Different(Difference),
}

fn difference(spin: &Spin, program: &Program) -> Verdict {
    let text = program.to_string();
    let outcome = match spin.explore_text(&text) {
        Ok(outcome) if outcome.is_in_scope() => outcome,
        _ => return Verdict::Skipped,
    };
    let ours = engine::explore_text(&text, 2 * Limits::GENERATED.states);
    match compare(&outcome, &ours) {
        Comparison::Same | Comparison::SameVerdict => Verdict::Same,
        Comparison::OutOfScope(_) => Verdict::Skipped,
        Comparison::Different(difference) => Verdict::Different(difference),
    }
}

/// Shrinks the program of this seed, and shows what is left of it.
fn explain(spin: &Spin, seed: u64, original: &Difference, request: &Request) {
    let program = generate(seed, &request.knobs);
    let differs = |program: &Program| matches!(difference(spin, program), Verdict::Different(other) if other.class == original.class);
    let small = shrink(&program, PATIENCE, differs);
    println!("\nseed {seed}");
    if let Verdict::Different(difference) = difference(spin, &small) {
        println!("{difference}");
    }
    println!("{small}");
    if let Some(directory) = &request.keep {
        let path = directory.join(format!("seed_{seed}.pml"));
        if let Err(error) = std::fs::write(&path, small.to_string()) {
            eprintln!("counts: {}: {error}", path.display());
        }
    }
}
