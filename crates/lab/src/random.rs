//! Programs and automata at random, beyond the bounds that can be enumerated.
//!
//! Operations at random are rarely independent, so a program is put together from two components
//! with operations of their own, and then disturbed a little. The same instances are given to a
//! scheme that is known to be wrong: what it loses shows what the test can see.

use crate::buchi::Buchi;
use crate::hunt::Counterexample;
use crate::judge::search;
use crate::operation::{Independence, MAX_STATES, Operation};
use crate::pieces::{Ended, Pieces, Progress};
use crate::program::Program;
use crate::scheme::Scheme;
use fastrand::Rng;
use std::ops::{AddAssign, ControlFlow};

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
        independence: Independence::Siegel,
        automaton: *automaton,
        program: program.clone(),
        table,
        order: None,
    })
}

/// What a number of instances showed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trials {
    pub instances: u64,
    /// Instances on which V1 loses a run.
    pub v1_losses: u64,
}

impl AddAssign for Trials {
    fn add_assign(&mut self, other: Trials) {
        self.instances += other.instances;
        self.v1_losses += other.v1_losses;
    }
}

/// Instances in one piece of work.
pub const TOGETHER: usize = 64;

/// Tries pieces of instances, from one on; a finding would be a counterexample to the stutter product.
/// An instance depends on the seed and its number alone.
pub fn trials(
    seed: u64,
    pieces: Pieces,
    observe: &mut dyn FnMut(&Progress<Trials>) -> ControlFlow<()>,
) -> Ended<Trials, Counterexample> {
    let work = |piece: usize| {
        let mut trials = Trials::default();
        for instance in piece * TOGETHER..(piece + 1) * TOGETHER {
            let mut random = Rng::with_seed(mixed(seed, instance as u64));
            let letters = random.usize(2..=3);
            let program = program(&mut random, letters);
            let automaton = automaton(&mut random, letters);
            trials.instances += 1;
            trials.v1_losses += u64::from(trial(Scheme::V1, &program, &automaton).is_some());
            let found = trial(Scheme::Stutter, &program, &automaton);
            if found.is_some() {
                return (trials, found);
            }
        }
        (trials, None)
    };
    pieces.run(work, observe)
}

/// A seed for each number: the finalizer of SplitMix64, so that neighbours have nothing in common.
fn mixed(seed: u64, number: u64) -> u64 {
    let mut bits = seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(seed: u64, threads: usize) -> Trials {
        let pieces = Pieces {
            from: 0,
            all: 32,
            threads,
        };
        let ended = trials(seed, pieces, &mut |_| ControlFlow::Continue(()));
        assert!(ended.found.is_none(), "{:?}", ended.found);
        ended.progress.counts
    }

    #[test]
    fn the_stutter_product_loses_nothing_and_v1_does() {
        let trials = counted(1, 1);
        assert_eq!(trials.instances, 2048);
        assert!(trials.v1_losses > 0, "the instances are too tame");
    }

    #[test]
    fn a_seed_means_the_same_on_any_number_of_threads() {
        assert_eq!(counted(2, 1), counted(2, 3));
        assert_ne!(counted(2, 1), counted(3, 1));
    }
}
