//! What came of a property, whichever engine found it, its counterexample replayed.

use super::property::Wanted;
use evidence::{Badness, Expected, Unconfirmed, confirm_lasso, confirm_run};
use program::explore::{self, End, Exploration};
use program::interpreter::Move;
use program::{Expr, Program, Step};
use search::claim::Claim;
use search::driver::{Check, Counterexample, Theorem, Verdict};
use search::limits::{Reason, Statistics};
use search::liveness::Leg;
use search::safety;
use std::time::Duration;

/// Figures of the search that decided a property.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    pub states: u64,
    pub transitions: u64,
    pub depth: u64,
    pub memory: u64,
    pub time: Duration,
}

/// What came of a property.
pub struct Finding {
    pub answer: Answer,
    pub figures: Figures,
    /// Why the answer is right.
    pub theorem: Option<&'static str>,
}

/// The answer, with what a person needs to believe it.
pub enum Answer {
    Holds,
    Run(evidence::Run),
    Lasso(evidence::Lasso),
    Incomplete(String),
    /// A counterexample that the interpreter does not confirm: a mistake in the checker.
    Broken(Unconfirmed),
}

impl Figures {
    fn of(statistics: &Statistics) -> Figures {
        Figures {
            states: statistics.states,
            transitions: statistics.transitions,
            depth: statistics.depth,
            memory: statistics.memory,
            time: statistics.time,
        }
    }
}

impl Finding {
    /// A property that could not be looked at.
    pub fn not_checked(reason: String) -> Finding {
        Finding {
            answer: Answer::Incomplete(reason),
            figures: Figures::default(),
            theorem: None,
        }
    }

    /// What the exhaustive explorer found of a safety property.
    pub fn of_exploration(
        program: &Program,
        kinds: &[explore::Kind],
        found: &Exploration,
        time: Duration,
    ) -> Finding {
        let statistics = found.statistics;
        let examples = found.counterexamples.iter();
        let example = examples
            .filter(|example| kinds.contains(&example.problem.kind()))
            .min_by_key(|example| example.run.len());
        let answer = match example {
            Some(example) => confirm_exploration(program, example),
            None => match incomplete(found.end) {
                Some(reason) => Answer::Incomplete(reason),
                None => Answer::Holds,
            },
        };
        Finding {
            answer,
            figures: Figures {
                states: statistics.states,
                transitions: statistics.transitions,
                depth: statistics.depth,
                memory: statistics.memory,
                time,
            },
            theorem: Some(EXHAUSTIVE),
        }
    }

    /// What a search found of one of the safety properties that it looked for together.
    pub fn of_safety(program: &Program, kinds: &[safety::Kind], check: &Check) -> Finding {
        let answer = match (&check.verdict, &check.counterexample) {
            (Verdict::Violated, Some(Counterexample::Run(run))) if kinds.contains(&run.kind) => {
                confirm_search(program, run)
            }
            (Verdict::Violated, Some(Counterexample::Run(_))) => Answer::Incomplete(
                "the search stopped at the violation of another property".to_owned(),
            ),
            (Verdict::Violated, _) => Answer::Broken(Unconfirmed::NoViolation),
            (Verdict::Holds, _) => Answer::Holds,
            (Verdict::Incomplete(reason), _) => Answer::Incomplete(reason.to_string()),
        };
        Finding {
            answer,
            figures: Figures::of(&check.statistics),
            theorem: Some(theorem(check.theorem)),
        }
    }

    /// What a search found. `claim` is that of a temporal property.
    pub fn of_check(
        program: &Program,
        property: &Wanted,
        check: &Check,
        claim: Option<&Claim>,
    ) -> Finding {
        let answer = match (&check.verdict, &check.counterexample) {
            (Verdict::Holds, _) => Answer::Holds,
            (Verdict::Incomplete(reason), _) => Answer::Incomplete(reason.to_string()),
            (Verdict::Violated, Some(Counterexample::Run(run))) => confirm_search(program, run),
            (Verdict::Violated, Some(Counterexample::Lasso(lasso))) => {
                let badness = match (claim, property.kind()) {
                    (Some(claim), _) => Badness::Word(&claim.automaton, &claim.propositions),
                    (None, "accept") => Badness::Accept,
                    (None, _) => Badness::NonProgress,
                };
                let (stem, cycle) = (moves(&lasso.stem), moves(&lasso.cycle));
                match confirm_lasso(program, &stem, &cycle, &badness) {
                    Ok(lasso) => Answer::Lasso(lasso),
                    Err(unconfirmed) => Answer::Broken(unconfirmed),
                }
            }
            (Verdict::Violated, None) => Answer::Broken(Unconfirmed::NoViolation),
        };
        Finding {
            answer,
            figures: Figures::of(&check.statistics),
            theorem: Some(theorem(check.theorem)),
        }
    }
}

/// Expressions that the letters of a claim stand for; none for other properties.
pub fn propositions(claim: Option<&Claim>) -> Vec<Expr> {
    claim.map_or(Vec::new(), |claim| claim.propositions.clone())
}

const EXHAUSTIVE: &str = "every reachable state was visited";

fn theorem(theorem: Theorem) -> &'static str {
    match theorem {
        Theorem::Exhaustive => EXHAUSTIVE,
        Theorem::StutterInvariant => {
            "the property is stutter-invariant; its stutter product decides (Theorem A)"
        }
        Theorem::ClosureEmpty => "no run is even stutter-equivalent to a bad one (Theorem A)",
        Theorem::ClosureMember => "the word of the run found is itself bad (Theorem A)",
        Theorem::PlainProduct => "the product in which the property reads every state decides",
    }
}

fn moves(legs: &[Leg]) -> Vec<Move> {
    let steps = legs.iter().flat_map(|leg| leg.moves.iter().copied());
    steps.map(Move::from).collect()
}

fn confirm_exploration(program: &Program, example: &explore::Counterexample) -> Answer {
    use explore::Problem;
    let run = &example.run[..];
    let (run, expected) = match &example.problem {
        Problem::Violation(_) => (run, Expected::Violation),
        Problem::InvalidEnd => (run, Expected::InvalidEnd),
        // The run of a fault ends with the move that cannot be executed, if it is one.
        Problem::Fault { step, .. } => match run.split_last() {
            Some((last, before)) if *step == Some(*last) => (before, Expected::Fault(*step)),
            _ => (run, Expected::Fault(*step)),
        },
    };
    confirm(program, run, expected)
}

fn confirm_search(program: &Program, found: &safety::Counterexample) -> Answer {
    let run: Vec<Move> = found.run.iter().copied().map(Move::from).collect();
    let expected = match found.kind {
        safety::Kind::Assertion => Expected::Violation,
        safety::Kind::InvalidEnd => Expected::InvalidEnd,
        safety::Kind::Fault => {
            let step: Option<Step> = found.fault;
            Expected::Fault(step.map(Move::from))
        }
    };
    confirm(program, &run, expected)
}

fn confirm(program: &Program, run: &[Move], expected: Expected) -> Answer {
    match confirm_run(program, run, expected) {
        Ok(run) => Answer::Run(run),
        Err(unconfirmed) => Answer::Broken(unconfirmed),
    }
}

/// Why an exploration that found nothing proves nothing, in the words of the searches.
fn incomplete(end: End) -> Option<String> {
    let reason = match end {
        End::Complete => return None,
        End::Found => {
            let reason = "the search stopped at the violation of another property";
            return Some(reason.to_owned());
        }
        End::States => Reason::States,
        End::Depth => Reason::Depth,
        End::Time => Reason::Time,
        End::Memory => Reason::Memory,
        End::Interrupted => Reason::Interrupted,
    };
    Some(reason.to_string())
}
