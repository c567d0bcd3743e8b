//! Looks for programs about which a search is wrong, and makes them small.
//!
//! `fuzz --pairs N [--seed S] [--threads T] [--keep DIRECTORY]` asks every search about programs and
//! their properties, from seed S on, until N pairs were compared. The last line says with which seed to
//! go on. With `--about WORDS` only disagreements count whose description has these words. With `--spin
//! yes` SPIN is asked instead of the searches, and compared with the textbook.
//!
//! `fuzz --show S` prints the program of a seed, and what searches say of it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use suite::agreement::Effort;
use suite::hunt::{ENDLESS, Outcome, PATIENCE, Source, Summary};
use suite::hunt::{differences_with_spin, judge_in_time, smallest, smallest_by_spin};
use suite::oracle::Oracle;
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
    about: String,
    spin: bool,
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
        about: String::new(),
        spin: false,
        keep: None,
        show: None,
    };
    while let Some(flag) = words.next() {
        if flag == "--spin" {
            request.spin = true;
            continue;
        }
        let value = words.next().ok_or(format!("{flag} wants a value"))?;
        let number = || value.parse().map_err(|_| format!("{flag}: not a number"));
        match flag.as_str() {
            "--seed" => request.seed = number()?,
            "--pairs" => request.pairs = number()? as usize,
            "--threads" => request.threads = number()? as usize,
            "--states" => request.states = number()? as usize,
            "--show" => request.show = Some(number()?),
            "--about" => request.about = value,
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
                println!("/* {difference} */");
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
struct Shared<'a> {
    request: &'a Request,
    started: Instant,
    summary: Summary,
    /// How many disagreements of each class there were, and the first seed.
    classes: BTreeMap<String, (usize, u64)>,
}

fn hunt(request: &Request) -> ExitCode {
    let next = AtomicU64::new(request.seed);
    let oracle = Oracle::open();
    let shared = Mutex::new(Shared {
        request,
        started: Instant::now(),
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
                    let outcome = match request.spin {
                        true => differences_with_spin(&source, &oracle, request.states),
                        false => judge_in_time(&source, seed, &effort, PATIENCE),
                    };
                    let noted = match shared.lock() {
                        Ok(mut shared) => shared.note(seed, &source, &outcome),
                        Err(_) => None,
                    };
                    let Some(fresh) = noted else { break };
                    if let Some(class) = fresh {
                        let small = match class.as_str() {
                            // Each try would leave a thread.
                            ENDLESS => source,
                            class if request.spin => {
                                smallest_by_spin(&source, &oracle, request.states, class, EDITS)
                            }
                            class => smallest(&source, seed, &effort, class, EDITS),
                        };
                        keep(seed, &small, &class, request);
                    }
                }
            });
        }
    });
    let Ok(shared) = shared.into_inner() else {
        return ExitCode::from(2);
    };
    println!(
        "{} s: {}",
        shared.started.elapsed().as_secs(),
        shared.summary
    );
    for (theme, (compared, violated)) in &shared.summary.themes {
        println!("  {theme:?}: {compared} programs, {violated} of them with a violation");
    }
    for (class, (count, first)) in &shared.classes {
        println!("  wrong {count} times, first with seed {first}: {class}");
    }
    println!("go on with --seed {}", next.into_inner());
    let wrong = shared.summary.wrong + shared.summary.endless;
    ExitCode::from(u8::from(wrong > 0))
}

impl Shared<'_> {
    /// Notes what came of a program: the class of a disagreement that is worth a look, if there is one;
    /// none if enough was done.
    fn note(&mut self, seed: u64, source: &Source, outcome: &Outcome) -> Option<Option<String>> {
        if self.summary.pairs >= self.request.pairs || self.summary.endless >= STRAYS {
            return None;
        }
        self.summary.add(source, outcome);
        if self.summary.programs.is_multiple_of(BATCH) {
            let seconds = self.started.elapsed().as_secs();
            println!("{seconds} s, seed {seed}: {}", self.summary);
        }
        let classes = outcome.classes().into_iter();
        let mut classes = classes.filter(|class| class.contains(&self.request.about));
        // What one search is wrong about, others often are too.
        let Some(class) = classes.next() else {
            return Some(None);
        };
        let entry = self.classes.entry(class.clone()).or_insert((0, seed));
        entry.0 += 1;
        Some((entry.0 <= SAME).then_some(class))
    }
}

/// Shows a program that was made small.
fn keep(seed: u64, small: &Source, class: &str, request: &Request) {
    let text = format!("/* seed {seed}: {class} */\n{small}");
    println!("\n{text}");
    if let Some(directory) = &request.keep {
        let path = directory.join(format!("seed_{seed}.pml"));
        if let Err(error) = std::fs::write(&path, text) {
            eprintln!("fuzz: {}: {error}", path.display());
        }
    }
}
