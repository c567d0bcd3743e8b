//! Counterexamples of a search, executed on the whole program.

use evidence::{Badness, Expected, Proposal, confirm_fair_lasso, confirm_lasso, confirm_run};
use program::interpreter::Move;
use program::{Program, Step};
use search::driver::{Check, Counterexample};
use search::liveness::Lasso;
use search::product::Fairness;
use search::safety::Kind;

/// The moves of an infinite run that a search found, to be executed.
pub fn proposal(lasso: &Lasso) -> Proposal {
    let (stem, cycle, fault) = lasso.moves();
    let moves = |steps: Vec<Step>| steps.into_iter().map(Move::from).collect();
    Proposal {
        stem: moves(stem),
        cycle: moves(cycle),
        fault: fault.map(Move::from),
    }
}

/// Whether what a check shows is a run of the program, and a bad one.
pub fn counterexample(
    program: &Program,
    check: &Check,
    badness: Option<&Badness<'_>>,
    fairness: Fairness,
) -> Result<(), String> {
    let moves = |steps: &[Step]| -> Vec<Move> { steps.iter().copied().map(Move::from).collect() };
    let unconfirmed = match (&check.counterexample, badness) {
        (Some(Counterexample::Run(found)), _) => {
            let expected = match found.kind {
                Kind::Assertion => Expected::Violation,
                Kind::InvalidEnd => Expected::InvalidEnd,
                Kind::Fault => Expected::Fault(found.fault.map(Move::from)),
            };
            confirm_run(program, &moves(&found.run), expected).err()
        }
        (Some(Counterexample::Lasso(found)), Some(badness)) => {
            let confirm = match fairness {
                Fairness::None => confirm_lasso,
                Fairness::Weak => confirm_fair_lasso,
            };
            confirm(program, &proposal(found), badness).err()
        }
        _ => None,
    };
    unconfirmed.map_or(Ok(()), |why| Err(format!("{why:?}")))
}
