//! The two methods, side by side.

use crate::buchi::Buchi;
use crate::enumerate::Bounds;
use crate::fig5::ROWS;
use crate::hunt::{Hunt, Outcome};
use crate::random::automaton;
use crate::replay::replay;
use crate::scheme::Scheme;
use fastrand::Rng;
use std::ops::ControlFlow;

fn enumerated(hunt: &Hunt) -> Outcome {
    let mut observe = |_: &_| ControlFlow::Continue(());
    hunt.run(2, 0, &mut observe).expect("it is small").0
}

fn solved(hunt: &Hunt) -> Outcome {
    let mut observe = |_: &_| ControlFlow::Continue(());
    hunt.solve(2, &mut observe).expect("it is small").0
}

fn is_refuted(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Counterexample(found) => {
            assert!(found.is_valid(), "{found:?}");
            true
        }
        Outcome::None => false,
        Outcome::Stopped(_) => panic!("nobody stopped it"),
    }
}

/// The rows of one automaton; those of a family take a while.
#[test]
fn rows_agree_with_the_paper_and_the_engine() {
    for row in ROWS.iter().filter(|row| row.automaton != "B5") {
        let mut hunt = row.hunt().expect("its automaton is built in");
        hunt.bounds.states = hunt.bounds.states.min(4);
        let outcome = solved(&hunt);
        assert_eq!(is_refuted(&outcome), row.refuted, "{row:?}");
        if let Outcome::Counterexample(found) = outcome {
            let replay = replay(&found).expect("there is memory");
            let replay = replay.expect("the engine has V0 and V1");
            assert!(replay.confirms(), "{found:?} {replay:?}");
        }
    }
}

/// An automaton of two or three states at random: those of two are refuted more rarely.
fn small(random: &mut Rng, letters: usize) -> Buchi {
    loop {
        let automaton = automaton(random, letters);
        if automaton.states <= 3 {
            return automaton;
        }
    }
}

#[test]
fn both_methods_give_one_answer() {
    let mut random = Rng::with_seed(11);
    let mut refuted = [0; Scheme::ALL.len()];
    let mut sound = [0; Scheme::ALL.len()];
    for round in 0..400 {
        let index = round % Scheme::ALL.len();
        let letters = 2 + usize::from(round % 7 == 0);
        let hunt = Hunt {
            scheme: Scheme::ALL[index],
            automata: vec![small(&mut random, letters)],
            bounds: Bounds {
                states: random.usize(2..=3),
                operations: random.usize(2..=3),
                letters,
            },
        };
        let outcome = solved(&hunt);
        let here = is_refuted(&outcome);
        assert_eq!(here, is_refuted(&enumerated(&hunt)), "{hunt:?} {outcome:?}");
        let count = if here { &mut refuted } else { &mut sound };
        count[index] += 1;
    }
    // V0, V1 and the sequential scheme are wrong now and then, and all are right mostly.
    assert!(refuted[..3].iter().all(|&count| count > 5), "{refuted:?}");
    assert!(sound.iter().all(|&count| count > 5), "{sound:?}");
}

#[test]
fn a_hunt_can_be_stopped() {
    let row = ROWS
        .iter()
        .find(|row| row.states == 5)
        .expect("there is one");
    let hunt = row.hunt().expect("its automaton is built in");
    let mut stop = |_: &_| ControlFlow::Break(());
    let (outcome, _) = hunt.solve(2, &mut stop).expect("it is small");
    assert!(matches!(outcome, Outcome::Stopped(_)), "{outcome:?}");
}
