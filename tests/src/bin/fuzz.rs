//! Looks for programs about which a search is wrong, and makes them small.
//!
//! `fuzz --pairs N [--seed S] [--threads T] [--keep DIRECTORY]` asks every search about programs and
//! their properties, from seed S on, until N pairs were compared. The last line says with which seed to
//! go on. `fuzz --show S` prints the program of a seed, and what searches say of it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use suite::agreement::Effort;
use suite::hunt::{ENDLESS, Outcome, PATIENCE, Source, Summary, judge_in_time, smallest};
use suite::searches::Engine;

/// Programs between two lines that tell how it goes.
const BATCH: usize = 2_000;
/// Programs that are tried to make one small.
const EDITS: usize = 1_000;
/// Disagreements of one class that are made small.
const SAME: usize = 2;
/// Threads that may be left to searches that do not end.
const STRAYS: usize = 4;

struct Request {
    seed: u64,
    pairs: usize,
    threads: usize,
    states: usize,
    keep: Option<PathBuf>,
    show: Option<u64>,
}

fn main() -> ExitCode {
    match request(std::env::args().skip(1)) {
        Ok(request) => match request.show {
            Some(seed) => show(seed, &request),
            None => hunt(&request),
        },
        Err(complaint) => {
            eprintln!("fuzz: {complaint}");
            ExitCode::from(2)
        }
    }
}

fn request(mut words: impl Iterator<Item = String>) -> Result<Request, String> {
    let mut request = Request {
        seed: 0,
        pairs: 10_000,
        threads: 2,
        states: 1_500,
        keep: None,
        show: None,
    };
    while let Some(flag) = words.next() {
        let value = words.next().ok_or(format!("{flag} wants a value"))?;
        let number = || value.parse().map_err(|_| format!("{flag}: not a number"));
        match flag.as_str() {
            "--seed" => request.seed = number()?,
            "--pairs" => request.pairs = number()? as usize,
            "--threads" => request.threads = number()? as usize,
            "--states" => request.states = number()? as usize,
            "--show" => request.show = Some(number()?),
            "--keep" => request.keep = Some(value.into()),
            _ => return Err(format!("no flag {flag}")),
        }
    }
    Ok(request)
}

/// Every engine, in turn: they are compared with the textbook, and so with each other.
fn effort(seed: u64, request: &Request) -> Effort {
    Effort {
        states: request.states,
        engines: match seed % 4 {
            0 => vec![Engine::ALL[0]],
            1 => vec![Engine::ALL[2]],
            _ => vec![Engine::ALL[1]],
        },
    }
}

/// The program of a seed, and what every engine says.
fn show(seed: u64, request: &Request) -> ExitCode {
    let source = Source::new(seed);
    print!("{source}");
    let effort = Effort {
        engines: Engine::ALL.to_vec(),
        states: request.states,
    };
    match judge_in_time(&source, seed, &effort, PATIENCE) {
        Outcome::Compared(report) => {
            println!("/* {} states, {} pairs */", report.states, report.pairs);
            for difference in &report.differences {
                println!("{difference}");
            }
            ExitCode::from(u8::from(!report.differences.is_empty()))
        }
        other => {
            println!("/* {other:?} */");
            ExitCode::SUCCESS
        }
    }
}

/// What all threads know.
struct Shared {
    summary: Summary,
    /// How many disagreements of each class there were.
    classes: BTreeMap<String, usize>,
}

fn hunt(request: &Request) -> ExitCode {
    let started = Instant::now();
    let next = AtomicU64::new(request.seed);
    let shared = Mutex::new(Shared {
        summary: Summary::default(),
        classes: BTreeMap::new(),
    });
    std::thread::scope(|scope| {
        for _ in 0..request.threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    let source = Source::new(seed);
                    let effort = effort(seed, request);
                    let outcome = judge_in_time(&source, seed, &effort, PATIENCE);
                    let fresh = {
                        let Ok(mut shared) = shared.lock() else { break };
                        let done = shared.note(&source, &outcome, request);
                        if shared.summary.programs.is_multiple_of(BATCH) {
                            let seconds = started.elapsed().as_secs();
                            println!("{seconds} s, seed {seed}: {}", shared.summary);
                        }
                        match done {
                            Some(fresh) => fresh,
                            None => break,
                        }
                    };
                    for class in fresh {
                        explain(seed, &source, &effort, &class, request);
                    }
                }
            });
        }
    });
    let Ok(shared) = shared.into_inner() else {
        return ExitCode::from(2);
    };
    println!("{} s: {}", started.elapsed().as_secs(), shared.summary);
    for (theme, (compared, violated)) in &shared.summary.themes {
        println!("  {theme:?}: {compared} programs, {violated} of them with a violation");
    }
    for (class, count) in &shared.classes {
        println!("  wrong {count} times: {class}");
    }
    println!("go on with --seed {}", next.into_inner());
    let wrong = shared.summary.wrong + shared.summary.endless;
    ExitCode::from(u8::from(wrong > 0))
}

impl Shared {
    /// Notes what came of a program: the classes of disagreements that are worth a look, unless enough
    /// was done.
    fn note(&mut self, source: &Source, outcome: &Outcome, request: &Request) -> Option<Vec<String>> {
        if self.summary.pairs >= request.pairs || self.summary.endless >= STRAYS {
            return None;
        }
        self.summary.add(source, outcome);
        let classes = match outcome {
            Outcome::Compared(report) => report.differences.iter().map(|d| d.class()).collect(),
            Outcome::Endless => vec![ENDLESS.to_owned()],
            _ => Vec::new(),
        };
        let mut fresh = Vec::new();
        for class in classes {
            let count = self.classes.entry(class.clone()).or_default();
            *count += 1;
            if *count <= SAME && fresh.is_empty() {
                fresh.push(class);
            }
        }
        Some(fresh)
    }
}

/// Makes the program of this seed small, and shows what is left of it.
fn explain(seed: u64, source: &Source, effort: &Effort, class: &str, request: &Request) {
    let small = match class {
        // Each try would leave a thread.
        ENDLESS => source.clone(),
        _ => smallest(source, seed, effort, class, EDITS),
    };
    let mut text = format!("/* seed {seed}: {class} */\n{small}");
    if let Outcome::Compared(report) = judge_in_time(&small, seed, effort, PATIENCE) {
        for difference in &report.differences {
            text += &format!("/* {difference} */\n");
        }
    }
    println!("\n{text}");
    if let Some(directory) = &request.keep {
        let path = directory.join(format!("seed_{seed}.pml"));
        if let Err(error) = std::fs::write(&path, text) {
            eprintln!("fuzz: {}: {error}", path.display());
        }
    }
}
