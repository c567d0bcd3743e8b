//! The schemes of the literature on a random pair: the sound ones have the verdict of the whole, and
//! none finds a run that is not there.

use super::{INVARIANCE, STATES};
use program::Program;
use program::system::Interpreted;
use search::claim::Claim;
use search::driver;
use search::limits::Limits;
use search::liveness::End;
use search::product::Letters;
use search::schemes::{self, Preference, Scheme, Soundness, Trial};
use std::ops::ControlFlow;

/// How a scheme disagrees with the truth about a claim, if one does.
pub fn disagreement(program: &Program, claim: &Claim, violated: bool, seed: u64) -> Option<String> {
    let orders = [Preference::First, Preference::Seed(seed)];
    let trials = Scheme::ALL.map(|scheme| orders.map(|order| (scheme, order)));
    trials.into_iter().flatten().find_map(|(scheme, order)| {
        let found = finds(program, claim, scheme, order)?;
        let missed = violated && !found && scheme.soundness() == Soundness::Invariant;
        let invented = found && !violated;
        (missed || invented).then(|| {
            let name = scheme.name();
            format!("seed {seed}, {name}, {order:?}: violated is {violated}, and it says {found}")
        })
    })
}

/// Whether a scheme finds a run, unless the search is too large or the claim refused.
fn finds(program: &Program, claim: &Claim, scheme: Scheme, order: Preference) -> Option<bool> {
    let asked = driver::Claim {
        automaton: &claim.automaton,
        propositions: &claim.propositions,
        letters: Letters::identity(claim.propositions.len()),
        method: claim.method(INVARIANCE),
    };
    let mut select = schemes::selector(program, &asked);
    let questions = select.questions();
    let mut system = Interpreted::with_questions(program, claim.propositions.clone(), questions);
    let trial = Trial {
        scheme,
        preference: order,
        select: &mut select,
        log: None,
    };
    // Normal forms are larger than what they are made of.
    let limits = Limits {
        states: Some(10 * STATES as u64),
        ..Limits::default()
    };
    let mut observe = |_: &_| ControlFlow::Continue(());
    let found = schemes::search(&mut system, &asked, trial, &limits, &mut observe);
    match found.ok()?.ok()?.end {
        End::Empty => Some(false),
        End::Accepting(_) => Some(true),
        End::Incomplete(_) => None,
    }
}
