//! Looks for programs in which the reduction chooses too little, and makes them small.
//!
//! `refute [--seed S] [--count N] [--states LIMIT] [--without FEATURE,…]`, or `refute --model FILE`
//! to test one model, or `refute --show S` to print a program.

use program::Program;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use suite::generate::ast;
use suite::generate::{Feature, Knobs, generate};
use suite::pool;
use suite::reduction::{Outcome, Trial, is_lossy, program_of_file, program_of_text, trial};
use suite::shrink::shrink;

/// Programs between two lines that tell how it goes.
const BATCH: u64 = 500;
/// Trials to make one program small.
const PATIENCE: usize = 20_000;

struct Request {
    seed: u64,
    count: u64,
    states: usize,
    model: Option<PathBuf>,
    show: Option<u64>,
    knobs: Knobs,
}

fn main() -> ExitCode {
    match request(std::env::args().skip(1)) {
        Ok(Request {
            model: Some(path),
            seed,
            count,
            states,
            ..
        }) => single(&path, seed..seed + count, states),
        Ok(Request {
            show: Some(seed),
            knobs,
            ..
        }) => {
            print!("{}", generate(seed, &knobs));
            ExitCode::SUCCESS
        }
        Ok(request) => refute(&request),
        Err(complaint) => {
            eprintln!("refute: {complaint}");
            ExitCode::from(2)
        }
    }
}

fn request(mut words: impl Iterator<Item = String>) -> Result<Request, String> {
    let mut request = Request {
        seed: 0,
        count: 1_000,
        states: 3_000,
        model: None,
        show: None,
        knobs: Knobs::reduction(),
    };
    while let Some(flag) = words.next() {
        let value = words.next().ok_or(format!("{flag} wants a value"))?;
        let number = || value.parse().map_err(|_| format!("{flag}: not a number"));
        match flag.as_str() {
            "--seed" => request.seed = number()?,
            "--count" => request.count = number()?,
            "--states" => request.states = number()? as usize,
            "--without" => {
                for name in value.split(',') {
                    request.knobs.features.remove(&name.parse::<Feature>()?);
                }
            }
            "--show" => request.show = Some(number()?),
            "--model" => request.model = Some(value.into()),
            _ => return Err(format!("no flag {flag}")),
        }
    }
    Ok(request)
}

/// Tests one model with many properties.
fn single(path: &Path, seeds: std::ops::Range<u64>, states: usize) -> ExitCode {
    let Some(program) = program_of_file(path) else {
        eprintln!("refute: {}: not a model", path.display());
        return ExitCode::from(2);
    };
    let mut wrong = false;
    for seed in seeds {
        for kind in Trial::ALL {
            let outcome = trial(&program, kind, seed, states);
            if outcome.is_wrong() {
                println!("{kind:?}, seed {seed}: {outcome}");
                wrong = true;
            }
        }
    }
    ExitCode::from(u8::from(wrong))
}

/// The trials of a program that fail.
fn failures(program: Option<&Program>, seed: u64, states: usize) -> Vec<(Trial, Outcome)> {
    let Some(program) = program else {
        return Vec::new();
    };
    let trials = Trial::ALL
        .iter()
        .map(|&kind| (kind, trial(program, kind, seed, states)));
    trials.filter(|(_, outcome)| outcome.is_wrong()).collect()
}

fn refute(request: &Request) -> ExitCode {
    let end = request.seed + request.count;
    let (mut first, mut wrong) = (request.seed, 0);
    let mut counts = [0_usize; 5];
    while first < end {
        let seeds: Vec<u64> = (first..end.min(first + BATCH)).collect();
        let results = pool::map(&seeds, |&seed| {
            let text = generate(seed, &request.knobs).to_string();
            let program = program_of_text(&text, is_lossy(seed))?;
            Some(Trial::ALL.map(|kind| trial(&program, kind, seed, request.states)))
        });
        for (&seed, result) in seeds.iter().zip(&results) {
            let Some(outcomes) = result else { continue };
            counts[0] += 1;
            for outcome in outcomes {
                match outcome {
                    Outcome::Holds { states, tested } => {
                        counts[1] += 1;
                        counts[2] += states;
                        counts[3] += tested.sets;
                        counts[4] += tested.proper;
                    }
                    Outcome::Unfinished(_) => {}
                    _ => {
                        wrong += 1;
                    }
                }
            }
            if outcomes.iter().any(Outcome::is_wrong) {
                explain(seed, request);
            }
        }
        first += seeds.len() as u64;
        let [programs, trials, states, sets, proper] = counts;
        println!(
            "{programs} programs, {trials} trials, {states} states, {sets} sets, {proper} proper, {wrong} wrong"
        );
    }
    ExitCode::from(u8::from(wrong > 0))
}

/// Shrinks the program of this seed, and shows what is left of it.
fn explain(seed: u64, request: &Request) {
    let program = generate(seed, &request.knobs);
    let all = |program: &ast::Program| {
        let program = program_of_text(&program.to_string(), is_lossy(seed));
        failures(program.as_ref(), seed, request.states)
    };
    let kinds: Vec<Trial> = all(&program).iter().map(|(kind, _)| *kind).collect();
    let still = |program: &ast::Program| all(program).iter().any(|(kind, _)| kinds.contains(kind));
    let small = shrink(&program, PATIENCE, still);
    println!("\nseed {seed}\n{small}");
    for (kind, outcome) in all(&small) {
        println!("{kind:?}: {outcome}");
    }
}
