//! Is a claim safe for the schemes V0 and V1, which other tools use?
//!
//! A claim is safe if theorem S applies to it ([`crate::resolver`]); its best known corollaries are
//! looked at first, because they say more. If it does not apply, a program is looked for on which the
//! scheme is wrong: all small ones, and one made for a word on which no resolver finds a run. That none
//! of them is one proves nothing, and is said.

use crate::buchi::Buchi;
use crate::enumerate::Bounds;
use crate::hunt::{Counterexample, Hunt, Outcome, Progress, TooLarge};
use crate::language;
use crate::operation::Independence;
use crate::random::trial;
use crate::resolver::{Foresight, unresolved};
use crate::scheme::{Proviso, Scheme};
use crate::words::idling;
use omega::Lasso;
use std::ops::ControlFlow;

/// Why a scheme may be used with a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Corollary (a) of theorem S.
    Deterministic,
    /// Corollary (c), and Siegel's theorem 1 and remark 1.
    NormalForm,
    /// Every state's language is stutter-invariant too. Corollary (e), V1 only.
    Unambiguous,
    /// Theorem S itself; tableaux of formulas without `X` are of this kind.
    Resolver,
    /// Theorem S1, V1 only.
    ForeseeingResolver,
}

impl Reason {
    pub fn text(self) -> &'static str {
        match self {
            Reason::Deterministic => "it is deterministic",
            Reason::NormalForm => "it is in SI normal form",
            Reason::Unambiguous => "it is unambiguous and all its states are stutter-invariant",
            Reason::Resolver => "it is tableau-like: it has a stutter-oblivious resolver",
            Reason::ForeseeingResolver => {
                "it has a stutter-oblivious resolver that foresees one repetition"
            }
        }
    }

    /// What proves it, as docs/lab.md names it.
    pub fn theorem(self) -> &'static str {
        match self {
            Reason::Deterministic => "theorem S, corollary (a)",
            Reason::NormalForm => "theorem S, corollary (c); Siegel 2019, theorem 1",
            Reason::Unambiguous => "theorem S1, corollary (e)",
            Reason::Resolver => "theorem S",
            Reason::ForeseeingResolver => "theorem S1",
        }
    }
}

/// What is known of a scheme with a claim.
#[derive(Clone, Debug)]
pub enum Verdict {
    Safe(Reason),
    Unsafe(Box<Counterexample>),
    /// No program that was tried loses a run. The word is one on which no resolver finds an accepting
    /// run; it is missing if the game was too large to be decided.
    Unknown(Option<Lasso>),
}

/// What is known of a claim.
#[derive(Clone, Debug)]
pub struct Lint {
    pub invariant: bool,
    /// For V0 and V1. Without stutter-invariance no reduction makes sense.
    pub schemes: Option<[(Scheme, Verdict); 2]>,
}

/// Looks at a claim; programs have up to so many states and operations.
pub fn lint(automaton: &Buchi, bounds: Bounds, threads: usize) -> Result<Lint, TooLarge> {
    let invariant = language::is_invariant(automaton);
    if !invariant {
        return Ok(Lint {
            invariant,
            schemes: None,
        });
    }
    let verdict = |scheme| {
        let word = match reason(automaton, scheme) {
            Ok(reason) => return Ok(Verdict::Safe(reason)),
            Err(word) => word,
        };
        let hunt = Hunt {
            scheme,
            proviso: Proviso::Cycle,
            independence: Independence::Siegel,
            automata: vec![*automaton],
            bounds,
        };
        let mut go_on = |_: &Progress| ControlFlow::Continue(());
        if let Outcome::Counterexample(found) = hunt.run(threads, 0, &mut go_on)?.0 {
            return Ok(Verdict::Unsafe(found));
        }
        let made = word.as_ref().and_then(idling);
        let found = made.and_then(|program| trial(scheme, &program, automaton));
        Ok(match found {
            Some(found) => Verdict::Unsafe(Box::new(found)),
            None => Verdict::Unknown(word),
        })
    };
    Ok(Lint {
        invariant,
        schemes: Some([
            (Scheme::V0, verdict(Scheme::V0)?),
            (Scheme::V1, verdict(Scheme::V1)?),
        ]),
    })
}

/// Why the scheme is safe, or a word on which no resolver finds a run, if that could be decided.
fn reason(automaton: &Buchi, scheme: Scheme) -> Result<Reason, Option<Lasso>> {
    if language::is_deterministic(automaton) {
        return Ok(Reason::Deterministic);
    }
    if language::is_normal_form(automaton) {
        return Ok(Reason::NormalForm);
    }
    let of_v1 = scheme == Scheme::V1;
    if of_v1 && language::is_unambiguous(automaton) && language::has_invariant_states(automaton) {
        return Ok(Reason::Unambiguous);
    }
    let word = match unresolved(automaton, Foresight::None) {
        Ok(None) => return Ok(Reason::Resolver),
        other => other,
    };
    let word = match of_v1 {
        true => unresolved(automaton, Foresight::Repetition),
        false => word,
    };
    match word {
        Ok(None) => Ok(Reason::ForeseeingResolver),
        Ok(word) => Err(word),
        Err(_) => Err(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use omega::builtin::builtin;

    #[test]
    fn claims_of_the_papers() {
        let bounds = Bounds {
            states: 2,
            operations: 2,
            letters: 2,
        };
        let verdicts = |name: &str| {
            let automaton = builtin(name).expect("it is built in");
            let small = Buchi::of_automaton(&automaton).expect("it has few letters");
            let lint = lint(&small.expect("it is small").0, bounds, 1).expect("it is small");
            lint.schemes
                .expect("it is invariant")
                .map(|(_, verdict)| match verdict {
                    Verdict::Safe(_) => "safe",
                    Verdict::Unsafe(_) => "unsafe",
                    Verdict::Unknown(_) => "unknown",
                })
        };
        assert_eq!(verdicts("B1"), ["unsafe", "safe"]);
        assert_eq!(verdicts("B2"), ["unsafe", "unsafe"]);
        assert_eq!(verdicts("B3"), ["safe", "safe"]);
        assert_eq!(verdicts("B4"), ["safe", "safe"]);
        assert_eq!(verdicts("N3")[1], "unsafe");
    }
}
