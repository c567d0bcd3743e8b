//! Counts the states that are left of a model when only deadlocks must be found: for measurements.
//!
//! `strength FILE`: one line `states transitions proper-sets`.

use hashbrown::HashSet;
use program::{Step, Successors, TransitionSystem};
use reduce::{Choices, Conditions, Property, Stubborn};
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("usage: strength FILE")?;
    let parsed = promela::parse_file(Path::new(&file), &promela::Options::default());
    let lowered = promela::lower::lower(&parsed.model, &promela::lower::Options::default());
    let program = lowered.0.ok_or("the model has errors")?;
    let mut stubborn = Stubborn::new(&program, &Property::default(), Conditions::default());
    let mut system = jit::Native::with_questions(&program, Vec::new(), &stubborn.questions())?;
    let (mut seen, mut waiting) = (HashSet::new(), Vec::new());
    let mut moves = Successors::default();
    let mut choices = Choices::default();
    let (mut transitions, mut proper) = (0, 0);
    system.initial(&mut moves);
    for (_, state) in moves.iter() {
        seen.insert(state.to_vec());
        waiting.push(state.to_vec());
    }
    while let Some(state) = waiting.pop() {
        moves.clear();
        system.expand(&state, &mut moves);
        let steps: Vec<Step> = moves.iter().map(|(successor, _)| successor.step).collect();
        choices.clear();
        if moves.faults.is_empty() {
            stubborn.choose(&mut system, &steps, &mut choices);
        }
        let all: Vec<u32> = (0..steps.len() as u32).collect();
        proper += usize::from(choices.iter().next().is_some());
        let chosen = choices.iter().next().unwrap_or(&all).to_vec();
        let mut inner: Vec<(Vec<u8>, Option<u8>)> = Vec::new();
        for index in chosen {
            let (successor, bytes) = moves.get(index as usize);
            inner.push((bytes.to_vec(), successor.holder));
        }
        while let Some((bytes, holder)) = inner.pop() {
            transitions += 1;
            match holder {
                Some(pid) => {
                    moves.clear();
                    system.expand_holder(&bytes, usize::from(pid), &mut moves);
                    inner.extend(moves.iter().map(|(s, b)| (b.to_vec(), s.holder)));
                }
                None => {
                    if seen.insert(bytes.clone()) {
                        waiting.push(bytes);
                    }
                }
            }
        }
    }
    println!("{} {transitions} {proper}", seen.len());
    Ok(())
}
