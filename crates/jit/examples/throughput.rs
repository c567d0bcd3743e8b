//! How fast states are expanded: nanoseconds per state and per successor, compilation apart.
//!
//! Collects states breadth first, then expands them again and again, so that neither hashing nor
//! the cost of finding them is measured.

use jit::{Compiled, Target};
use program::{Successors, TransitionSystem};
use std::collections::HashSet;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

const STATES: usize = 50_000;
const LEAST: Duration = Duration::from_millis(500);

fn main() {
    for path in std::env::args().skip(1) {
        let parsed = promela::parse_file(Path::new(&path), &promela::Options::default());
        let options = promela::lower::Options::default();
        let (Some(program), _) = promela::lower::lower(&parsed.model, &options) else {
            println!("{path}: not accepted");
            continue;
        };
        for target in Target::ALL {
            let start = Instant::now();
            match Compiled::new(target, &program, Vec::new()) {
                Ok(system) => {
                    let title = format!("{path}, {target:?}");
                    measure(&title, system, start.elapsed());
                }
                Err(error) => println!("{path}: {error}"),
            }
        }
    }
}

fn measure(title: &str, mut system: Compiled<'_>, compilation: Duration) {
    let states = collect(&mut system);
    let mut out = Successors::default();
    let (mut rounds, mut successors) = (0, 0);
    let (start, wall) = (busy(), Instant::now());
    while wall.elapsed() < LEAST {
        for (state, holder) in &states {
            out.clear();
            match holder {
                None => system.expand(state, &mut out),
                Some(pid) => system.expand_holder(state, usize::from(*pid), &mut out),
            }
            successors += black_box(&out).len();
        }
        rounds += 1;
    }
    let elapsed = match (start, busy()) {
        (Some(start), Some(end)) => (end - start) as f64,
        _ => wall.elapsed().as_nanos() as f64,
    };
    let bytes: usize = states.iter().map(|(state, _)| state.len()).sum();
    println!(
        "{title}: compiled in {compilation:.1?}; {} states of {:.1} bytes, {:.2} successors each; \
         {:.1} ns a state, {:.1} ns a successor",
        states.len(),
        bytes as f64 / states.len() as f64,
        successors as f64 / (rounds * states.len()) as f64,
        elapsed / (rounds * states.len()) as f64,
        elapsed / successors as f64,
    );
}

/// The first states, with who holds control.
fn collect(system: &mut Compiled<'_>) -> Vec<(Vec<u8>, Option<u8>)> {
    let mut out = Successors::default();
    system.initial(&mut out);
    let (mut seen, mut states) = (HashSet::new(), Vec::new());
    let mut next = 0;
    loop {
        for (successor, bytes) in out.iter() {
            let held = (bytes.to_vec(), successor.holder);
            if states.len() < STATES && seen.insert(held.clone()) {
                states.push(held);
            }
        }
        out.clear();
        let Some((state, holder)) = states.get(next) else {
            return states;
        };
        next += 1;
        match holder {
            None => system.expand(state, &mut out),
            Some(pid) => system.expand_holder(state, usize::from(*pid), &mut out),
        }
    }
}

/// Nanoseconds that this thread has been running, where the system tells: other programs then do
/// not disturb.
fn busy() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}
