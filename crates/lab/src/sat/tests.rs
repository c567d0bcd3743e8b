//! The two methods, side by side.

use super::encode::Question;
use crate::buchi::Buchi;
use crate::enumerate::Bounds;
use crate::fig5::ROWS;
use crate::hunt::{Hunt, Outcome};
use crate::operation::{Independence, MAX_STATES};
use crate::random::{automaton, program, trial};
use crate::replay::replay;
use crate::scheme::{Proviso, Scheme};
use fastrand::Rng;
use sat::{Answer, Limits, solve};
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
        let mut hunt = row.hunt(Proviso::Cycle).expect("its automaton is built in");
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
    let mut refuted = [0; Scheme::BY_CYCLES.len()];
    let mut sound = [0; Scheme::BY_CYCLES.len()];
    for round in 0..400 {
        let index = round % Scheme::BY_CYCLES.len();
        let letters = 2 + usize::from(round % 7 == 0);
        let hunt = Hunt {
            scheme: Scheme::BY_CYCLES[index],
            proviso: Proviso::Cycle,
            independence: Independence::Siegel,
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

/// Larger programs than can be enumerated: where some program of so many states is known to lose a
/// run, the formula for so many states must have a model. So the order of discovery and the names
/// of operations exclude nothing that matters.
#[test]
fn what_is_met_by_chance_is_found() {
    let mut random = Rng::with_seed(5);
    let mut sizes = [0; MAX_STATES + 1];
    while sizes.iter().sum::<usize>() < 60 {
        let letters = random.usize(2..=3);
        let program = program(&mut random, letters);
        let automaton = automaton(&mut random, letters);
        let Some(known) = trial(Scheme::V1, &program, &automaton) else {
            continue;
        };
        assert!(known.is_valid(), "{known:?}");
        let companion = Scheme::V1.companion(&automaton).expect("it is small");
        let reached = program.reached(program.initial, program.all());
        let question = Question {
            scheme: Scheme::V1,
            refuses: None,
            independence: Independence::Siegel,
            automaton: &automaton,
            companion: &companion,
            states: reached.count_ones() as usize,
            operations: program.operations.len(),
            letters,
        };
        let (cnf, encoding) = question.encode();
        match solve(cnf, &Limits::default()) {
            Ok(Answer::Model(model)) => assert!(question.decode(&encoding, &model).is_valid()),
            other => panic!("{known:?}: {other:?}"),
        }
        sizes[question.states] += 1;
    }
    assert!(sizes[5..].iter().sum::<usize>() > 10, "{sizes:?}");
}

#[test]
fn a_hunt_can_be_stopped() {
    let row = ROWS
        .iter()
        .find(|row| row.states == 5)
        .expect("there is one");
    let hunt = row.hunt(Proviso::Cycle).expect("its automaton is built in");
    let mut stop = |_: &_| ControlFlow::Break(());
    let (outcome, _) = hunt.solve(2, &mut stop).expect("it is small");
    assert!(matches!(outcome, Outcome::Stopped(_)), "{outcome:?}");
}

/// The condition on the path of a search, of all schemes, and both ways to be independent. What is found
/// is verified by its definition, so the two methods could only agree on too little.
#[test]
fn both_methods_give_one_answer_about_paths() {
    const SCHEMES: [Scheme; 6] = [
        Scheme::V0,
        Scheme::V1,
        Scheme::Sequential,
        Scheme::StackProjection,
        Scheme::Offline,
        Scheme::Stutter,
    ];
    let mut random = Rng::with_seed(12);
    let mut refuted = [0; SCHEMES.len()];
    for round in 0..360 {
        let index = round % SCHEMES.len();
        let independence = match round / SCHEMES.len() % 2 {
            0 => Independence::Siegel,
            _ => Independence::Brunner,
        };
        let hunt = Hunt {
            scheme: SCHEMES[index],
            proviso: Proviso::Stack,
            independence,
            automata: vec![small(&mut random, 2)],
            bounds: Bounds {
                states: random.usize(2..=3),
                operations: random.usize(2..=3),
                letters: 2,
            },
        };
        let outcome = solved(&hunt);
        let here = is_refuted(&outcome);
        assert_eq!(here, is_refuted(&enumerated(&hunt)), "{hunt:?} {outcome:?}");
        refuted[index] += usize::from(here);
    }
    assert!(refuted[..3].iter().all(|&count| count > 5), "{refuted:?}");
}
