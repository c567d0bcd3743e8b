//! A program that forgets dead variables has the same runs: walked side by side with the original.

use program::interpreter::Interpreter;
use program::state::State;
use program::{Expr, Program};
use reduce::forget::forgetful;
use std::collections::{BTreeSet, HashSet, VecDeque};
use suite::generate::{Knobs, generate};
use suite::models;
use suite::pool;
use suite::reduction::{is_lossy, program_of_file, program_of_text, random_property};

const PROGRAMS: u64 = 1_000;
/// Pairs of states that are looked at, at most.
const LIMIT: usize = 1_000;

/// Properties are evaluated by no process.
const NOBODY: usize = usize::MAX;

/// How many states a program has, and how many if it forgets; or how the two differ.
type Sizes = Result<(usize, usize), String>;

/// How many states each program has, as far as the walk went; or how they differ.
fn walk(original: &Program, read: &[Expr]) -> Sizes {
    let forgetful = forgetful(original, read);
    let (full, short) = (Interpreter::new(original), Interpreter::new(&forgetful));
    let (first, other) = match (full.initial(), short.initial()) {
        (Ok(first), Ok(other)) => (first, other),
        (Err(first), Err(other)) if first == other => return Ok((0, 0)),
        other => return Err(format!("they start differently: {other:?}")),
    };
    let mut seen: HashSet<(State, State)> = HashSet::new();
    let mut queue = VecDeque::from([(first, other)]);
    while let Some(pair) = queue.pop_front() {
        if seen.len() > LIMIT || !seen.insert(pair.clone()) {
            continue;
        }
        let (state, shadow) = pair;
        let (moves, others) = (full.moves(&state), short.moves(&shadow));
        if (&moves.moves, &moves.faults) != (&others.moves, &others.faults) {
            return Err(format!("{moves:?} and {others:?}"));
        }
        if full.is_valid_end(&state) != short.is_valid_end(&shadow) {
            return Err("one may end".to_owned());
        }
        for expr in read {
            let values = [
                full.eval(&state, NOBODY, expr),
                short.eval(&shadow, NOBODY, expr),
            ];
            if values[0] != values[1] {
                return Err(format!("{expr:?} is {values:?}"));
            }
        }
        for step in &moves.moves {
            match (full.apply(&state, step), short.apply(&shadow, step)) {
                (Ok((next, effects)), Ok((other, same))) if effects == same => {
                    queue.push_back((next, other));
                }
                (Err(fault), Err(same)) if fault == same => {}
                differ => return Err(format!("{step:?}: {differ:?}")),
            }
        }
    }
    let states: BTreeSet<_> = seen.iter().map(|(state, _)| state.bytes()).collect();
    let shadows: BTreeSet<_> = seen.iter().map(|(_, shadow)| shadow.bytes()).collect();
    Ok((states.len(), shadows.len()))
}

fn check(results: Vec<(String, Sizes)>) {
    let wrong = results.iter().filter_map(|(name, result)| {
        let error = result.as_ref().err()?;
        Some(format!("{name}: {error}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let sizes = results
        .iter()
        .filter_map(|(_, result)| result.as_ref().ok());
    let fewer = sizes.filter(|(states, shadows)| shadows < states).count();
    println!(
        "{} programs, {fewer} of them have fewer states",
        results.len()
    );
    assert!(fewer * 10 >= results.len(), "forgetting does too little");
}

#[test]
fn random_programs_that_forget_have_the_same_runs() {
    let seeds: Vec<u64> = (0..PROGRAMS).collect();
    let results = pool::map(&seeds, |&seed| {
        let text = generate(seed, &Knobs::reduction()).to_string();
        let mut program = program_of_text(&text, is_lossy(seed))?;
        let read = random_property(&mut program, seed).expressions;
        Some((format!("seed {seed}"), walk(&program, &read)))
    });
    check(results.into_iter().flatten().collect());
}

#[test]
fn models_that_forget_have_the_same_runs() {
    let found = models::all();
    let results = pool::map(&found, |model| {
        let program = program_of_file(&model.path)?;
        Some((model.name.clone(), walk(&program, &[])))
    });
    check(results.into_iter().flatten().collect());
}
