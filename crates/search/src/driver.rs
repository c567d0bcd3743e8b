//! All properties of one system, each with its own result.
//!
//! The safety properties share one search. Each property of infinite runs has its own product, and
//! takes the cheapest way that is sure to give the right verdict; the result names it.

use crate::licence::{Closure, Licence, StutterInvariant};
use crate::limits::{Limits, Observer, Reason, Statistics};
use crate::liveness::{self, Lasso, Liveness, find_accepting_run};
use crate::product::{AcceptLabels, Letters, PlainProduct, ProgressLabels, StutterProduct};
use crate::safety::{self, Goals, Kind, Safety, breadth_first, depth_first};
use omega::{Automaton, membership};
use program::TransitionSystem;
use std::io;
use std::time::Duration;

/// What is to be checked.
#[derive(Clone, Debug)]
pub enum Property<'a> {
    /// Nothing of these kinds can happen.
    Safety(Vec<Kind>),
    /// No infinite run is in the language of an automaton.
    Never(Claim<'a>),
    /// No infinite run passes an accept label infinitely often.
    Accept,
    /// Every infinite run passes a progress label infinitely often.
    Progress,
}

/// An automaton for the bad words, and how its propositions are numbered in the system.
#[derive(Clone, Debug)]
pub struct Claim<'a> {
    pub automaton: &'a Automaton,
    pub letters: Letters,
    pub method: Method<'a>,
}

/// How an automaton may be checked.
#[derive(Clone, Copy, Debug)]
pub enum Method<'a> {
    /// By the stutter product alone.
    Invariant(StutterInvariant<'a>),
    /// By the stutter product, and the plain one if the first does not tell.
    Closure,
    /// By the plain product.
    Plain,
}

/// In which order states are visited to check safety.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Counterexamples are shortest.
    #[default]
    BreadthFirst,
    DepthFirst,
}

/// What came of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Holds,
    Violated,
    Incomplete(Reason),
}

/// Evidence that a property is violated; to be replayed by whoever shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counterexample {
    Run(safety::Counterexample),
    Lasso(Lasso),
}

/// What a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Every reachable state was looked at.
    Exhaustive,
    /// The stutter product of a stutter-invariant language is empty iff no run is bad.
    StutterInvariant,
    /// The stutter product is empty, so no run is even equivalent to a bad one.
    ClosureEmpty,
    /// A run of the stutter product has a word of the language itself.
    ClosureMember,
    /// A run of the stutter product has a word that is only equivalent to one of the language. So
    /// the language is not closed under stuttering, and the plain product decided.
    NotClosed,
    /// The plain product, in which the property reads every state, decided.
    PlainProduct,
}

/// The result for one property.
#[derive(Clone, Debug)]
pub struct Check {
    pub verdict: Verdict,
    pub theorem: Theorem,
    pub statistics: Statistics,
    pub counterexample: Option<Counterexample>,
}

/// Checks every property; the results are in the order of the properties. The limits hold for
/// each search. The error is that of a system that grants no memory at all.
pub fn check<S: TransitionSystem>(
    system: &mut S,
    properties: &[Property],
    order: Order,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Vec<Check>> {
    let safety = check_safety(system, properties, order, limits, observe)?;
    let one = |property: &Property| match property {
        Property::Safety(kinds) => Ok(safety_of(kinds, safety.as_ref())),
        Property::Never(claim) => check_claim(system, claim, limits, observe),
        Property::Accept => {
            let mut product = AcceptLabels::new(system);
            let found = find_accepting_run(&mut product, limits, observe)?;
            Ok(Check::of(found, Theorem::Exhaustive))
        }
        Property::Progress => {
            let mut product = ProgressLabels::new(system);
            let found = find_accepting_run(&mut product, limits, observe)?;
            Ok(Check::of(found, Theorem::Exhaustive))
        }
    };
    properties.iter().map(one).collect()
}

/// One search for all safety properties, if there are any.
fn check_safety<S: TransitionSystem>(
    system: &mut S,
    properties: &[Property],
    order: Order,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Option<Safety>> {
    let kinds = |property: &Property| match property {
        Property::Safety(kinds) => Some(kinds.clone()),
        _ => None,
    };
    let groups: Vec<Vec<Kind>> = properties.iter().filter_map(kinds).collect();
    if groups.is_empty() {
        return Ok(None);
    }
    let goals = Goals { groups };
    match order {
        Order::BreadthFirst => breadth_first(system, &goals, limits, observe).map(Some),
        Order::DepthFirst => depth_first(system, &goals, limits, observe).map(Some),
    }
}

fn safety_of(kinds: &[Kind], safety: Option<&Safety>) -> Check {
    let found = safety.and_then(|safety| {
        let mut found = safety.counterexamples.iter();
        found.find(|found| kinds.contains(&found.kind))
    });
    let verdict = match (found, safety.map(|safety| safety.end)) {
        (Some(_), _) => Verdict::Violated,
        (None, Some(safety::End::Incomplete(reason))) => Verdict::Incomplete(reason),
        (None, _) => Verdict::Holds,
    };
    Check {
        verdict,
        theorem: Theorem::Exhaustive,
        statistics: safety.map(|safety| safety.statistics).unwrap_or_default(),
        counterexample: found.cloned().map(Counterexample::Run),
    }
}

fn check_claim<S: TransitionSystem>(
    system: &mut S,
    claim: &Claim,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Check> {
    let letters = || claim.letters.clone();
    let mut limits = *limits;
    let first = match claim.method {
        Method::Plain => None,
        Method::Invariant(evidence) => {
            let licence = Licence::StutterInvariant(evidence);
            let mut product = StutterProduct::new(system, licence, letters());
            let found = find_accepting_run(&mut product, &limits, observe)?;
            return Ok(Check::of(found, Theorem::StutterInvariant));
        }
        Method::Closure => {
            let licence = Licence::Closure(Closure::new(claim.automaton));
            let mut product = StutterProduct::new(system, licence, letters());
            let found = find_accepting_run(&mut product, &limits, observe)?;
            let theorem = match &found.end {
                liveness::End::Accepting(lasso) if !is_bad(claim.automaton, lasso) => None,
                liveness::End::Accepting(_) => Some(Theorem::ClosureMember),
                _ => Some(Theorem::ClosureEmpty),
            };
            if let Some(theorem) = theorem {
                return Ok(Check::of(found, theorem));
            }
            Some(found.statistics)
        }
    };
    // Both searches together are to respect the limit of time.
    let spent = first.map_or(Duration::ZERO, |first| first.time);
    limits.time = limits.time.map(|time| time.saturating_sub(spent));
    let mut product = PlainProduct::new(system, claim.automaton, letters());
    let mut found = find_accepting_run(&mut product, &limits, observe)?;
    found.statistics.time += spent;
    let theorem = match first {
        Some(_) => Theorem::NotClosed,
        None => Theorem::PlainProduct,
    };
    Ok(Check::of(found, theorem))
}

/// Whether the word of a run is in the language, and not only equivalent to one that is.
fn is_bad(automaton: &Automaton, lasso: &Lasso) -> bool {
    let word = lasso.word.as_ref();
    word.is_some_and(|word| membership::accepts(automaton, word))
}

impl Check {
    fn of(found: Liveness, theorem: Theorem) -> Check {
        let (verdict, counterexample) = match found.end {
            liveness::End::Empty => (Verdict::Holds, None),
            liveness::End::Accepting(lasso) => {
                (Verdict::Violated, Some(Counterexample::Lasso(lasso)))
            }
            liveness::End::Incomplete(reason) => (Verdict::Incomplete(reason), None),
        };
        Check {
            verdict,
            theorem,
            statistics: found.statistics,
            counterexample,
        }
    }
}
