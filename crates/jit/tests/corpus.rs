//! Compiled code and the interpreter agree on models that use each feature, on those that ship with
//! the suite and, where they are installed, on SPIN's own examples.

use jit::Target;
use jit::compare::compare;
use program::{Expr, Formula, Program, PropertyKind};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// States of each model that are compared, unless `JIT_STATES` asks for more.
const STATES: usize = 2_000;

const SUFFIXES: [&str; 4] = ["pml", "pm", "prom", "promela"];

fn collect(directory: &Path, models: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        let suffix = path.extension().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            collect(&path, models);
        } else if SUFFIXES.contains(&&*suffix) {
            models.push(path);
        }
    }
}

fn program(path: &Path) -> Option<Program> {
    let parsed = promela::parse_file(path, &promela::Options::default());
    if parsed.has_errors() {
        return None;
    }
    promela::lower::lower(&parsed.model, &promela::lower::Options::default()).0
}

/// The propositions of every formula that the model states, 64 at most.
fn propositions(program: &Program) -> Vec<Expr> {
    let mut found = Vec::new();
    for property in &program.properties {
        let PropertyKind::Ltl(formula) = &property.kind else {
            continue;
        };
        let mut open = vec![formula];
        while let Some(formula) = open.pop() {
            match formula {
                Formula::Proposition(expr) => found.push(expr.clone()),
                Formula::Not(a)
                | Formula::Next(a)
                | Formula::Always(a)
                | Formula::Eventually(a) => open.push(a),
                Formula::And(a, b)
                | Formula::Or(a, b)
                | Formula::Implies(a, b)
                | Formula::Equivalent(a, b)
                | Formula::Until(a, b)
                | Formula::WeakUntil(a, b)
                | Formula::Release(a, b) => open.extend([&**a, &**b]),
            }
        }
    }
    found.truncate(64);
    found
}

/// The models of one feature each.
fn features() -> Vec<PathBuf> {
    let mut models = Vec::new();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    collect(&here.join("tests/features"), &mut models);
    assert_eq!(models.len(), 11, "a model of a feature is missing");
    models
}

/// Compares on these models, and says how many of them are accepted.
fn agree(mut models: Vec<PathBuf>) -> usize {
    models.sort();
    let wanted = std::env::var("JIT_STATES").ok();
    let states = wanted.and_then(|n| n.parse().ok()).unwrap_or(STATES);
    let next = AtomicUsize::new(0);
    let compared = AtomicUsize::new(0);
    let work = || {
        let mut failures = Vec::new();
        while let Some(path) = models.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Some(program) = program(path) else {
                continue;
            };
            match compare(&program, &propositions(&program), &Target::ALL, states) {
                Ok(_) => _ = compared.fetch_add(1, Ordering::Relaxed),
                Err(difference) => failures.push(format!("{}: {difference}", path.display())),
            }
        }
        failures
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let failures: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let results = workers.into_iter().map(|worker| worker.join());
        results
            .flat_map(|result| result.expect("a worker panicked"))
            .collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    compared.into_inner()
}

#[test]
fn every_feature_agrees() {
    let models = features();
    assert_eq!(agree(models), 11, "a model is not accepted");
}

#[test]
fn every_model_agrees() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut models = Vec::new();
    for directory in ["corpus", "soundness", "regressions"] {
        collect(&tests.join(directory), &mut models);
    }
    assert!(models.len() > 90, "the corpus is missing");
    collect(Path::new("/usr/share/doc/spin/examples"), &mut models);
    assert!(agree(models) > 90, "too few models were compared");
}
