//! Programs and automata at random, beyond the bounds that can be enumerated.
//!
//! Operations at random are rarely independent, so a program is put together from two components
//! with operations of their own, and then disturbed a little. The same instances are given to a
//! scheme that is known to be wrong: what it loses shows what the test can see.

use crate::buchi::Buchi;
use crate::hunt::Counterexample;
use crate::judge::search;
use crate::operation::{MAX_STATES, Operation};
use crate::program::Program;
use crate::scheme::Scheme;
use fastrand::Rng;

/// A program of up to eight states and four operations.
pub fn program(random: &mut Rng, letters: usize) -> Program {
    let across = random.usize(1..=3);
    let down = random.usize(2..=MAX_STATES / across);
    let states = across * down;
    let state = |x: usize, y: usize| x * down + y;
    let mut operations = Vec::new();
    for _ in 0..random.usize(1..=2) {
        let moves: Vec<Option<usize>> = (0..across).map(|_| maybe(random, across)).collect();
        let mut operation = Operation::NOWHERE;
        for (x, to) in moves.iter().enumerate() {
            for y in 0..down {
                operation.set(state(x, y), to.map(|to| state(to, y)));
            }
        }
        operations.push(operation);
    }
    for _ in 0..random.usize(1..=2) {
        let moves: Vec<Option<usize>> = (0..down).map(|_| maybe(random, down)).collect();
        let mut operation = Operation::NOWHERE;
        for (y, to) in moves.iter().enumerate() {
            for x in 0..across {
                operation.set(state(x, y), to.map(|to| state(x, to)));
            }
        }
        operations.push(operation);
    }
    if random.u8(..4) == 0 {
        let disturbed = random.usize(..operations.len());
        operations[disturbed].set(random.usize(..states), maybe(random, states));
    }
    let mut labels = [0; MAX_STATES];
    let of_column: Vec<u8> = (0..down).map(|_| random.u8(..letters as u8)).collect();
    for x in 0..across {
        for y in 0..down {
            labels[state(x, y)] = of_column[y];
        }
    }
    if random.u8(..4) == 0 {
        labels[random.usize(..states)] = random.u8(..letters as u8);
    }
    Program {
        states,
        initial: random.usize(..states),
        operations,
        labels,
    }
}

fn maybe(random: &mut Rng, states: usize) -> Option<usize> {
    (random.u8(..4) != 0).then(|| random.usize(..states))
}

/// An automaton of up to four states.
pub fn automaton(random: &mut Rng, letters: usize) -> Buchi {
    let mut automaton = Buchi::new(random.usize(2..=4), letters);
    let states = automaton.states;
    for _ in 0..random.usize(states..=3 * states) {
        let (from, to) = (random.usize(..states), random.usize(..states));
        automaton.add(from, random.usize(..letters), to);
    }
    automaton.accepting = random.u8(1..1 << states);
    automaton
}

/// One instance: what a scheme makes of it.
pub fn trial(scheme: Scheme, program: &Program, automaton: &Buchi) -> Option<Counterexample> {
    let companion = scheme.companion(automaton)?;
    let table = search(program, &companion)?;
    Some(Counterexample {
        scheme,
        automaton: *automaton,
        program: program.clone(),
        table,
    })
}

/// What a number of instances showed.
#[derive(Clone, Debug, Default)]
pub struct Trials {
    pub instances: u64,
    /// Counterexamples to the stutter product: there should be none.
    pub found: Option<Counterexample>,
    /// Instances on which V1 loses a run.
    pub v1_losses: u64,
}

/// Tries so many instances; the observer may stop it.
pub fn trials(seed: u64, instances: u64, observe: &mut dyn FnMut(&Trials) -> bool) -> Trials {
    let mut random = Rng::with_seed(seed);
    let mut trials = Trials::default();
    while trials.instances < instances && trials.found.is_none() {
        let letters = random.usize(2..=3);
        let program = program(&mut random, letters);
        let automaton = automaton(&mut random, letters);
        trials.instances += 1;
        trials.found = trial(Scheme::Stutter, &program, &automaton);
        trials.v1_losses += u64::from(trial(Scheme::V1, &program, &automaton).is_some());
        if trials.instances.is_multiple_of(64) && !observe(&trials) {
            break;
        }
    }
    trials
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stutter_product_loses_nothing_and_v1_does() {
        let trials = trials(1, 2000, &mut |_| true);
        assert!(trials.found.is_none(), "{:?}", trials.found);
        assert!(trials.v1_losses > 0, "the instances are too tame");
    }
}
