//! Random programs with random properties: what each search says, reduced or not, is what the textbook
//! says, whichever runs count. Their counterexamples are runs of the whole.

mod schemes;

use crate::agreement::{self, Effort, Report};
use crate::generate::Knobs;
use crate::generate::random::Random;
use crate::reduction::random_property;
use crate::textbook::{Bad, Graph};
use omega::Builder;
use program::{Expr, Formula, Program};
use search::claim::Claim;
use search::product::Fairness;

/// States of a program, at most. Larger pairs tell nothing.
pub const STATES: usize = 400;
/// States that may be visited to decide whether a claim is stutter-invariant.
const INVARIANCE: usize = 500;

/// What the program of a seed may contain.
pub fn knobs(seed: u64) -> Knobs {
    match seed % 2 {
        0 => Knobs::default(),
        _ => Knobs::reduction(),
    }
}

/// Compares the verdicts on a program with a random formula and a random automaton, which the seed
/// decides on. None if it is too large.
pub fn compare(mut program: Program, seed: u64, effort: &Effort) -> Option<Report> {
    let (formula, automaton) = properties(&mut program, seed);
    let translated = Claim::of_formula(&formula).ok()?;
    let words = Bad::Word(&automaton.automaton, &automaton.propositions);
    let claims = vec![
        ("a formula".to_owned(), translated, Bad::Not(&formula)),
        ("an automaton".to_owned(), automaton.clone(), words),
    ];
    agreement::compare(&program, claims, effort)
}

/// How a scheme of the literature disagrees with the textbook about the same properties, if one does.
pub fn disagreement_of_schemes(mut program: Program, seed: u64) -> Option<String> {
    let (formula, automaton) = properties(&mut program, seed);
    let translated = Claim::of_formula(&formula).ok()?;
    let graph = Graph::new(&program, STATES)?;
    let words = Bad::Word(&automaton.automaton, &automaton.propositions);
    let claims = [(&translated, Bad::Not(&formula)), (&automaton, words)];
    claims.into_iter().find_map(|(claim, bad)| {
        let violated = graph.has(bad, Fairness::None)?;
        schemes::disagreement(&program, claim, violated, seed)
    })
}

/// A formula and an automaton over what a random property of the program reads. Labels that they refer
/// to are added to the program.
fn properties(program: &mut Program, seed: u64) -> (Formula, Claim) {
    let reads = random_property(program, seed);
    let mut random = Random::new(seed ^ 0x5eed);
    let formula = formula(&reads.expressions, 3, &mut random);
    (formula, automaton(&reads.expressions, &mut random))
}

/// A formula over these expressions. One in five has the next operator.
pub fn formula(expressions: &[Expr], depth: usize, random: &mut Random) -> Formula {
    if depth == 0 || random.chance(15) {
        return Formula::Proposition(random.pick(expressions).clone());
    }
    let mut sub = || Box::new(formula(expressions, depth - 1, random));
    let (a, b) = (sub(), sub());
    match random.below(10) {
        0 => Formula::Not(a),
        1 => Formula::And(a, b),
        2 => Formula::Or(a, b),
        3 => Formula::Implies(a, b),
        4 => Formula::Always(a),
        5 => Formula::Eventually(a),
        6 => Formula::Until(a, b),
        7 => Formula::Release(a, b),
        8 if random.chance(60) => Formula::Next(a),
        8 => Formula::WeakUntil(a, b),
        _ => Formula::Always(Box::new(Formula::Eventually(a))),
    }
}

/// An automaton of two to four states, whatever its language is.
fn automaton(expressions: &[Expr], random: &mut Random) -> Claim {
    let names = (0..expressions.len()).map(|index| format!("p{index}"));
    let marks = random.between(1, 2) as u32;
    let mut builder = Builder::new(names.collect(), marks);
    let states = random.between(2, 4) as u32;
    builder.add_states(states as usize);
    builder.add_initial(0);
    for source in 0..states {
        for _ in 0..random.between(1, 3) {
            let mut guard = builder.guards().var(random.below(expressions.len()) as u32);
            if random.chance(50) {
                guard = builder.guards().not(guard);
            }
            let marks = random.below(1 << marks) as u64;
            let target = random.below(states as usize) as u32;
            builder.add_edge(source, guard, marks, target);
        }
    }
    Claim::of_automaton(builder.finish(), expressions.to_vec())
}
