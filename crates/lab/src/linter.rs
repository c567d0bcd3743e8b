//! Is a claim safe for the schemes V0 and V1, which other tools use?
//!
//! Some classes of automata are known to be (the corollaries of theorem S: a run that can be chosen
//! step by step from what was read and the stutter class of what follows is never lost). For the
//! others a program is looked for on which a scheme is wrong; that none is found within the bounds
//! proves nothing, and is said.

use crate::buchi::Buchi;
use crate::enumerate::Bounds;
use crate::hunt::{Counterexample, Hunt, Outcome, Progress, TooLarge};
use crate::language;
use crate::scheme::Scheme;
use std::ops::ControlFlow;

/// Why a scheme may be used with a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Deterministic with a stutter-invariant language: corollary (a).
    Deterministic,
    /// In SI normal form: corollary (c), Siegel's theorem 1 and remark 1.
    NormalForm,
    /// Unambiguous, and every state's language is stutter-invariant: corollary (e), V1 only.
    Unambiguous,
}

impl Reason {
    pub fn text(self) -> &'static str {
        match self {
            Reason::Deterministic => "it is deterministic",
            Reason::NormalForm => "it is in SI normal form",
            Reason::Unambiguous => "it is unambiguous and all its states are stutter-invariant",
        }
    }
}

/// What is known of a scheme with a claim.
#[derive(Clone, Debug)]
pub enum Verdict {
    Safe(Reason),
    Unsafe(Box<Counterexample>),
    /// No program within the bounds loses a run.
    Unknown,
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
        if let Some(reason) = reason(automaton, scheme) {
            return Ok(Verdict::Safe(reason));
        }
        let hunt = Hunt {
            scheme,
            automata: vec![*automaton],
            bounds,
        };
        let mut go_on = |_: &Progress| ControlFlow::Continue(());
        Ok(match hunt.run(threads, 0, &mut go_on)?.0 {
            Outcome::Counterexample(found) => Verdict::Unsafe(found),
            Outcome::None | Outcome::Stopped(_) => Verdict::Unknown,
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

fn reason(automaton: &Buchi, scheme: Scheme) -> Option<Reason> {
    if language::is_deterministic(automaton) {
        return Some(Reason::Deterministic);
    }
    if language::is_normal_form(automaton) {
        return Some(Reason::NormalForm);
    }
    let unambiguous =
        language::is_unambiguous(automaton) && language::has_invariant_states(automaton);
    (scheme == Scheme::V1 && unambiguous).then_some(Reason::Unambiguous)
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
                    Verdict::Unknown => "unknown",
                })
        };
        assert_eq!(verdicts("B1"), ["unsafe", "safe"]);
        assert_eq!(verdicts("B2"), ["unsafe", "unsafe"]);
        assert_eq!(verdicts("B3"), ["unknown", "unknown"]);
        assert_eq!(verdicts("B4"), ["safe", "safe"]);
        assert_eq!(verdicts("N3")[1], "unsafe");
    }
}
