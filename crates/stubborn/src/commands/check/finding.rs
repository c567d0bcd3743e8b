//! What came of a property, whichever engine found it, its counterexample replayed.

use super::property::Wanted;
use super::reduction::Reduction;
use super::{Engine, Fair};
use evidence::{
    Aim, Badness, Expected, Proposal, Unconfirmed, confirm_fair_lasso, confirm_lasso, confirm_run,
    shorten_lasso, shorten_run,
};
use omega::vacuity::Constants;
use program::explore::{self, End, Exploration};
use program::interpreter::Move;
use program::{Program, Step};
use search::claim::Claim;
use search::driver::{Check, Counterexample, Theorem, Verdict};
use search::limits::{Reason, Statistics};
use search::liveness::{self, Lasso, Liveness};
use search::safety;
use search::schemes::{Scheme, Soundness};
use std::time::{Duration, Instant};

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
    /// Why the answer is right, if it is one.
    pub theorem: Option<&'static str>,
    /// What allowed the search to leave out steps.
    pub reduction: Reduction,
    /// Which infinite runs counted, where there are any.
    pub fair: Fair,
    /// What executed the model.
    pub engine: Engine,
    /// Other properties that the same search decided.
    pub together_with: Vec<String>,
    /// Why the answer may be wrong.
    pub warning: Option<String>,
    /// What finds an infinite run bad, if it is an automaton.
    pub claim: Option<Claim>,
    /// Why the property holds, if that leaves part of it untested.
    pub vacuous: Option<Constants>,
}

/// What counterexamples are replayed on, and until when they may be shortened.
#[derive(Clone, Copy)]
pub struct Replay<'a> {
    pub program: &'a Program,
    pub until: Option<Instant>,
}

/// The answer, with what a person needs to believe it.
pub enum Answer {
    Holds,
    Run(evidence::Run),
    Lasso(evidence::Lasso),
    Incomplete(String),
    /// A counterexample that the interpreter does not confirm: a mistake in the checker.
    Broken(Broken),
}

/// A run that is not what it was said to be.
pub struct Broken {
    pub reason: Unconfirmed,
    /// Moves that it was said to have.
    pub moves: usize,
}

impl Answer {
    fn broken(reason: Unconfirmed, moves: usize) -> Answer {
        Answer::Broken(Broken { reason, moves })
    }

    /// A violation is claimed, and no run shown.
    fn nothing() -> Answer {
        Answer::broken(Unconfirmed::NoViolation, 0)
    }
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
        let answer = Answer::Incomplete(reason);
        let figures = Figures::default();
        Finding::new(answer, figures, Theorem::Exhaustive, Reduction::Off)
    }

    /// `reduction` is that of the products and searches that allow one.
    fn new(answer: Answer, figures: Figures, theorem: Theorem, reduction: Reduction) -> Finding {
        let reduction = match theorem {
            Theorem::NotClosed | Theorem::PlainProduct => Reduction::Off,
            _ => reduction,
        };
        Finding {
            theorem: basis(&answer, theorem, reduction),
            answer,
            figures,
            reduction,
            fair: Fair::None,
            engine: Engine::Native,
            together_with: Vec::new(),
            warning: None,
            claim: None,
            vacuous: None,
        }
    }

    pub fn is_violation(&self) -> bool {
        matches!(self.answer, Answer::Run(_) | Answer::Lasso(_))
    }

    /// What the exhaustive explorer found of a safety property.
    pub fn of_exploration(
        replay: Replay<'_>,
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
            Some(example) => confirm_exploration(replay, example),
            None => match incomplete(found.end) {
                Some(reason) => Answer::Incomplete(reason),
                None => Answer::Holds,
            },
        };
        let figures = Figures {
            states: statistics.states,
            transitions: statistics.transitions,
            depth: statistics.depth,
            memory: statistics.memory,
            time,
        };
        Finding {
            engine: Engine::Interpreter,
            ..Finding::new(answer, figures, Theorem::Exhaustive, Reduction::Off)
        }
    }

    /// What a search found of one of the safety properties that it looked for together.
    pub fn of_safety(
        replay: Replay<'_>,
        kinds: &[safety::Kind],
        check: &Check,
        reduction: Reduction,
        aim: Aim,
    ) -> Finding {
        let answer = match (&check.verdict, &check.counterexample) {
            (Verdict::Violated, Some(Counterexample::Run(run))) if kinds.contains(&run.kind) => {
                confirm_search(replay, run, aim)
            }
            (Verdict::Violated, Some(Counterexample::Run(_))) => Answer::Incomplete(
                "the search stopped at the violation of another property".to_owned(),
            ),
            (Verdict::Violated, _) => Answer::nothing(),
            (Verdict::Holds, _) => Answer::Holds,
            (Verdict::Incomplete(reason), _) => Answer::Incomplete(reason.to_string()),
        };
        let figures = Figures::of(&check.statistics);
        Finding::new(answer, figures, check.theorem, reduction)
    }

    /// What a search found. `claim` is that of a temporal property.
    pub fn of_check(
        replay: Replay<'_>,
        property: &Wanted,
        check: &Check,
        claim: Option<&Claim>,
        reduction: Reduction,
        fair: Fair,
    ) -> Finding {
        let answer = match (&check.verdict, &check.counterexample) {
            (Verdict::Holds, _) => Answer::Holds,
            (Verdict::Incomplete(reason), _) => Answer::Incomplete(reason.to_string()),
            (Verdict::Violated, Some(Counterexample::Run(run))) => {
                confirm_search(replay, run, Aim::Shorter)
            }
            (Verdict::Violated, Some(Counterexample::Lasso(lasso))) => {
                let badness = match (claim, property.kind()) {
                    (Some(claim), _) => Badness::Word(&claim.automaton, &claim.propositions),
                    (None, "accept") => Badness::Accept,
                    (None, _) => Badness::NonProgress,
                };
                confirm_for_ever(replay, lasso, &badness, fair)
            }
            (Verdict::Violated, None) => Answer::nothing(),
        };
        let figures = Figures::of(&check.statistics);
        Finding {
            fair,
            claim: claim.cloned(),
            vacuous: check.vacuous,
            ..Finding::new(answer, figures, check.theorem, reduction)
        }
    }

    /// What a scheme found of a claim. Its run, if it has one, is confirmed as any other: only that
    /// there is none may be wrong.
    pub fn of_scheme(
        replay: Replay<'_>,
        found: &Liveness,
        claim: &Claim,
        scheme: Scheme,
    ) -> Finding {
        let answer = match &found.end {
            liveness::End::Empty => Answer::Holds,
            liveness::End::Incomplete(reason) => Answer::Incomplete(reason.to_string()),
            liveness::End::Accepting(lasso) => {
                let badness = Badness::Word(&claim.automaton, &claim.propositions);
                confirm_for_ever(replay, lasso, &badness, Fair::None)
            }
        };
        let (theorem, warning) = standing(&answer, scheme);
        Finding {
            answer,
            figures: Figures::of(&found.statistics),
            theorem,
            reduction: Reduction::Scheme(scheme),
            fair: Fair::None,
            engine: Engine::Native,
            together_with: Vec::new(),
            warning,
            claim: Some(claim.clone()),
            vacuous: None,
        }
    }
}

/// What an answer by a scheme rests on, and what is to be feared.
fn standing(answer: &Answer, scheme: Scheme) -> (Option<&'static str>, Option<String>) {
    match (answer, scheme.soundness()) {
        (Answer::Lasso(_), _) => (
            Some("the interpreter executed the run and found it bad"),
            None,
        ),
        (Answer::Holds, Soundness::Invariant) => {
            let theorem = match scheme {
                Scheme::Offline => {
                    "the property is stutter-invariant, and every cycle of the reduced program \
                     has a state with all its steps"
                }
                _ => {
                    "the property is stutter-invariant and was put in SI normal form (Siegel, \
                     CAV 2019, theorem 1)"
                }
            };
            (Some(theorem), None)
        }
        (Answer::Holds, Soundness::Unsound) => {
            let name = scheme.name();
            let warning = format!("the reduction {name} is unsound, so this can be wrong");
            (None, Some(warning))
        }
        _ => (None, None),
    }
}

/// What an answer rests on. The steps are those of docs/checking.md.
fn basis(answer: &Answer, theorem: Theorem, reduction: Reduction) -> Option<&'static str> {
    Some(match (answer, theorem) {
        (Answer::Incomplete(_) | Answer::Broken(_), _) => return None,
        (Answer::Holds, Theorem::Exhaustive) if reduction == Reduction::Off => {
            "every reachable state was visited"
        }
        (Answer::Holds, Theorem::Exhaustive) => {
            "every reachable state was visited but those that stubborn sets show to be needless"
        }
        (_, Theorem::Exhaustive) => "the interpreter executed the run and found it bad",
        (_, Theorem::StutterInvariant) => {
            "step 1: the property is stutter-invariant, so its stutter product decides (theorems A and B)"
        }
        (_, Theorem::ClosureEmpty) => {
            "step 2: no run is even stutter-equivalent to a bad one (theorems A and B)"
        }
        (_, Theorem::ClosureMember) => {
            "step 2: a run of the stutter product is itself bad (theorems A and B)"
        }
        (_, Theorem::NotClosed) => {
            "step 3: the property is not stutter-invariant, and the plain product, in which it \
             reads every state, decides"
        }
        (_, Theorem::PlainProduct) => {
            "the plain product, in which the property reads every state, decides"
        }
    })
}

fn confirm_for_ever(
    replay: Replay<'_>,
    lasso: &Lasso,
    badness: &Badness<'_>,
    fair: Fair,
) -> Answer {
    let proposal = proposal(lasso);
    let confirm = match fair {
        Fair::None => confirm_lasso,
        Fair::Weak => confirm_fair_lasso,
    };
    let Replay { program, until } = replay;
    match confirm(program, &proposal, badness) {
        Ok(lasso) => Answer::Lasso(shorten_lasso(program, lasso, badness, Aim::Shorter, until)),
        Err(reason) => Answer::broken(reason, proposal.stem.len() + proposal.cycle.len()),
    }
}

/// The moves of a run that a search found, to be executed.
fn proposal(lasso: &Lasso) -> Proposal {
    let (stem, cycle, fault) = lasso.moves();
    let moves = |steps: Vec<Step>| steps.into_iter().map(Move::from).collect();
    Proposal {
        stem: moves(stem),
        cycle: moves(cycle),
        fault: fault.map(Move::from),
    }
}

fn confirm_exploration(replay: Replay<'_>, example: &explore::Counterexample) -> Answer {
    use explore::Problem;
    let expected = match &example.problem {
        Problem::Violation(_) => Expected::Violation,
        Problem::InvalidEnd => Expected::InvalidEnd,
        Problem::Fault { step, .. } => Expected::Fault(*step),
    };
    // The explorer's runs are shortest.
    confirm(replay, &example.run, expected, Aim::Order)
}

fn confirm_search(replay: Replay<'_>, found: &safety::Counterexample, aim: Aim) -> Answer {
    let run: Vec<Move> = found.run.iter().copied().map(Move::from).collect();
    let expected = match found.kind {
        safety::Kind::Assertion => Expected::Violation,
        safety::Kind::InvalidEnd => Expected::InvalidEnd,
        safety::Kind::Fault => {
            let step: Option<Step> = found.fault;
            Expected::Fault(step.map(Move::from))
        }
    };
    confirm(replay, &run, expected, aim)
}

fn confirm(replay: Replay<'_>, run: &[Move], expected: Expected, aim: Aim) -> Answer {
    let Replay { program, until } = replay;
    match confirm_run(program, run, expected) {
        Ok(run) => Answer::Run(shorten_run(program, run, aim, until)),
        Err(reason) => Answer::broken(reason, run.len()),
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
