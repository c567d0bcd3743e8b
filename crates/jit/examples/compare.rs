//! Compares compiled code with the interpreter on the models given, and tells where they differ. Up
//! to 2,000 states of each, or as many as `JIT_STATES` says.

use std::path::Path;
use std::time::Instant;

fn main() {
    let wanted = std::env::var("JIT_STATES").ok();
    let states = wanted.and_then(|n| n.parse().ok()).unwrap_or(2000);
    let mut failed = false;
    for path in std::env::args().skip(1) {
        let parsed = promela::parse_file(Path::new(&path), &promela::Options::default());
        let options = promela::lower::Options::default();
        let (program, diagnostics) = promela::lower::lower(&parsed.model, &options);
        let Some(program) = program else {
            let all = parsed.diagnostics.iter().chain(&diagnostics);
            for diagnostic in all.filter(|diagnostic| diagnostic.is_error()) {
                println!("{path}: {}", diagnostic.message);
            }
            continue;
        };
        let start = Instant::now();
        match jit::compare::compare(&program, &[], &jit::Target::ALL, states) {
            Ok(report) => println!("{path}: {report:?} in {:?}", start.elapsed()),
            Err(difference) => {
                println!("{path}: {difference}");
                failed = true;
            }
        }
    }
    if failed {
        std::process::exit(1);
    }
}
