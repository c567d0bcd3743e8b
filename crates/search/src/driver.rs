//! All properties of one system, each with its own result.
//!
//! The safety properties share one search. Each property of infinite runs has its own product, and
//! takes the cheapest way that is sure to give the right verdict; the result names it.

use crate::licence::{Closure, Licence, StutterInvariant};
use crate::limits::{Limits, Observer, Reason, Statistics};
use crate::liveness::{self, Lasso, Liveness, find_accepting_run};
use crate::product::{
    Fair, Fairness, LabelProduct, Letters, PlainProduct, Stepwise, StutterProduct,
};
use crate::reduction::{Proviso, Reduction, SafetyOnly};
use crate::safety::{self, Goals, Kind, Safety, breadth_first, depth_first};
use omega::vacuity::{Constants, vacuous};
use omega::{Automaton, membership};
use program::{Expr, Program, TransitionSystem};
use reduce::{Conditions, Stubborn};
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
    /// The expressions behind the propositions.
    pub propositions: &'a [Expr],
    pub letters: Letters,
    pub method: Method<'a>,
}

impl Property<'_> {
    /// What it reads in every state of an infinite run.
    pub(crate) fn reads(&self) -> reduce::Property {
        match self {
            Property::Never(claim) => claim.reads(),
            Property::Safety(_) | Property::Accept | Property::Progress => reduce::Property {
                accept: matches!(self, Property::Accept),
                progress: matches!(self, Property::Progress),
                ..reduce::Property::default()
            },
        }
    }
}

impl Claim<'_> {
    pub(crate) fn reads(&self) -> reduce::Property {
        reduce::Property {
            expressions: self.propositions.to_vec(),
            ..reduce::Property::default()
        }
    }
}

/// A program whose steps may be left out where a theorem allows it.
#[derive(Clone, Copy)]
pub struct Reduced<'p> {
    pub program: &'p Program,
    /// How nothing is ignored for ever in searches for infinite runs.
    pub proviso: Proviso,
}

impl<'p> Reduced<'p> {
    /// Selects steps for a search for bad states and moves of these kinds. Says whether nothing
    /// may be ignored: states without steps are found all the same.
    pub fn safety(self, kinds: &[Kind]) -> (Stubborn<'p>, bool) {
        let no_sticky = !kinds.iter().all(|kind| *kind == Kind::InvalidEnd);
        let conditions = Conditions {
            no_sticky,
            silent_deaths: true,
            ..Conditions::default()
        };
        let reads = reduce::Property::default();
        (Stubborn::new(self.program, &reads, conditions), no_sticky)
    }

    /// Selects steps for a property of infinite runs that reads this.
    pub(crate) fn infinite(self, reads: &reduce::Property, fairness: Fairness) -> Stubborn<'p> {
        // Whether nothing else can happen may be a matter of who is dead.
        let timeless = !reads.expressions.iter().any(Expr::asks_for_timeout);
        let conditions = Conditions {
            invisible: true,
            no_sticky: self.proviso == Proviso::Static,
            fair: fairness == Fairness::Weak,
            silent_deaths: timeless,
        };
        Stubborn::new(self.program, reads, conditions)
    }
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
    /// A short depth-first search, and then breadth first. The first finds deep errors whose
    /// level the second would never reach; the second is the faster one to visit everything, and
    /// finds shorter runs.
    #[default]
    Scouted,
    /// Breadth first without the scout, reduced if that is allowed: what the reduction loses, nothing
    /// else finds.
    Unscouted,
    /// Breadth first and never reduced: counterexamples are shortest.
    BreadthFirst,
    /// Depth first and never reduced.
    DepthFirst,
}

/// States that the scout may store.
const SCOUT: u64 = 1 << 16;
/// States that may be stored to find shorter runs than those of the scout.
const SHORTEN: u64 = 1 << 20;

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
    /// Why a claim holds, if it does for a reason that leaves part of it untested.
    pub vacuous: Option<Constants>,
}

/// Checks every property; the results are in the order of the properties. Of infinite runs, those
/// count that are fair. The limits hold for each search. The error is that of a system that grants no memory at all.
pub fn check<S: TransitionSystem>(
    system: &mut S,
    properties: &[Property],
    order: Order,
    reduced: Option<Reduced<'_>>,
    fairness: Fairness,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Vec<Check>> {
    let safety = check_safety(system, properties, order, reduced, limits, observe)?;
    let one = |property: &Property| match property {
        Property::Safety(kinds) => Ok(safety_of(kinds, safety.as_ref())),
        Property::Never(claim) => check_claim(system, claim, reduced, fairness, limits, observe),
        Property::Accept => {
            let mut select = reduced.map(|reduced| reduced.infinite(&property.reads(), fairness));
            let mut product = LabelProduct::accept(system);
            product.reduce(reduction(reduced, &mut select));
            let found = find_run(&mut product, fairness, limits, observe)?;
            Ok(Check::of(found, Theorem::Exhaustive))
        }
        Property::Progress => {
            let mut select = reduced.map(|reduced| reduced.infinite(&property.reads(), fairness));
            let mut product = LabelProduct::progress(system);
            product.reduce(reduction(reduced, &mut select));
            let found = find_run(&mut product, fairness, limits, observe)?;
            Ok(Check::of(found, Theorem::Exhaustive))
        }
    };
    properties.iter().map(one).collect()
}

/// The reduction of a product by what selects its steps.
fn reduction<'a, 'p: 'a, S: TransitionSystem>(
    reduced: Option<Reduced<'_>>,
    select: &'a mut Option<Stubborn<'p>>,
) -> Option<Reduction<'a, S>> {
    let (reduced, select) = (reduced?, select.as_mut()?);
    Some(Reduction::new(select, reduced.proviso))
}

/// Looks for an accepting run of a product among those that count.
pub(crate) fn find_run<P: Stepwise>(
    product: &mut P,
    fairness: Fairness,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Liveness> {
    match fairness {
        Fairness::None => find_accepting_run(product, limits, observe),
        Fairness::Weak => find_accepting_run(&mut Fair::new(product), limits, observe),
    }
}

/// One search for all safety properties, if there are any.
fn check_safety<S: TransitionSystem>(
    system: &mut S,
    properties: &[Property],
    order: Order,
    reduced: Option<Reduced<'_>>,
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
    let found = match order {
        Order::Scouted => scouted(system, &goals, reduced, limits, observe),
        Order::Unscouted => breadth(system, &goals, reduced, limits, observe),
        // A reduced search may miss the shortest run.
        Order::BreadthFirst => breadth_first(system, &goals, limits, observe),
        Order::DepthFirst => depth_first(system, &goals, limits, observe),
    };
    found.map(Some)
}

/// A breadth-first search, reduced if that is allowed: only states without steps are kept if that
/// is all that is looked for.
fn breadth<S: TransitionSystem>(
    system: &mut S,
    goals: &Goals,
    reduced: Option<Reduced<'_>>,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Safety> {
    let Some(reduced) = reduced else {
        return breadth_first(system, goals, limits, observe);
    };
    let (mut select, _) = reduced.safety(&goals.groups.concat());
    let licence = SafetyOnly {
        select: &mut select,
    };
    safety::reduced(system, licence, goals, limits, observe)
}

/// A depth-first search of a few states, and then a breadth-first one. If the first found all that
/// is asked for, the second is there to find the shortest runs of the full system, if they are
/// near; else it visits everything, reduced if that is allowed.
fn scouted<S: TransitionSystem>(
    system: &mut S,
    goals: &Goals,
    reduced: Option<Reduced<'_>>,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Safety> {
    let at_most = |states: u64| Some(limits.states.map_or(states, |limit| limit.min(states)));
    let few = Limits {
        states: at_most(SCOUT),
        ..*limits
    };
    let scout = depth_first(system, goals, &few, observe)?;
    let spent = scout.statistics.time;
    let mut rest = Limits {
        time: limits.time.map(|time| time.saturating_sub(spent)),
        ..*limits
    };
    let mut found = match scout.end {
        safety::End::Incomplete(Reason::Time | Reason::Interrupted) => return Ok(scout),
        safety::End::Found => {
            rest.states = at_most(SHORTEN);
            breadth_first(system, goals, &rest, observe)?
        }
        _ => breadth(system, goals, reduced, &rest, observe)?,
    };
    found.statistics.time += spent;
    if scout.end == safety::End::Found {
        found.end = safety::End::Found;
    }
    for other in scout.counterexamples {
        let mut known = found.counterexamples.iter_mut();
        match known.find(|known| known.kind == other.kind) {
            Some(known) if known.run.len() <= other.run.len() => {}
            Some(known) => *known = other,
            None => found.counterexamples.push(other),
        }
    }
    Ok(found)
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
        vacuous: None,
    }
}

fn check_claim<S: TransitionSystem>(
    system: &mut S,
    claim: &Claim,
    reduced: Option<Reduced<'_>>,
    fairness: Fairness,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Check> {
    let letters = || claim.letters.clone();
    let mut select = reduced.map(|reduced| reduced.infinite(&claim.reads(), fairness));
    let mut limits = *limits;
    let first = match claim.method {
        Method::Plain => None,
        Method::Invariant(evidence) => {
            let licence = Licence::StutterInvariant(evidence);
            let mut product = StutterProduct::new(system, licence, letters());
            product.reduce(reduction(reduced, &mut select));
            let found = find_run(&mut product, fairness, &limits, observe)?;
            let letters = product.letters();
            return Ok(Check::of_claim(
                found,
                Theorem::StutterInvariant,
                claim,
                letters,
            ));
        }
        Method::Closure => {
            let licence = Licence::Closure(Closure::new(claim.automaton));
            let mut product = StutterProduct::new(system, licence, letters());
            product.reduce(reduction(reduced, &mut select));
            let found = find_run(&mut product, fairness, &limits, observe)?;
            let theorem = match &found.end {
                liveness::End::Accepting(lasso) if !is_bad(claim.automaton, lasso) => None,
                liveness::End::Accepting(_) => Some(Theorem::ClosureMember),
                _ => Some(Theorem::ClosureEmpty),
            };
            if let Some(theorem) = theorem {
                return Ok(Check::of_claim(found, theorem, claim, product.letters()));
            }
            Some(found.statistics)
        }
    };
    // Both searches together are to respect the limit of time.
    let spent = first.map_or(Duration::ZERO, |first| first.time);
    limits.time = limits.time.map(|time| time.saturating_sub(spent));
    let mut product = PlainProduct::new(system, claim.automaton, letters());
    let mut found = find_run(&mut product, fairness, &limits, observe)?;
    found.statistics.time += spent;
    let theorem = match first {
        Some(_) => Theorem::NotClosed,
        None => Theorem::PlainProduct,
    };
    Ok(Check::of_claim(found, theorem, claim, &product.letters))
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
            vacuous: None,
        }
    }

    /// The same for a claim whose propositions were read as these letters.
    fn of_claim(found: Liveness, theorem: Theorem, claim: &Claim, letters: &Letters) -> Check {
        let mut check = Check::of(found, theorem);
        if check.verdict == Verdict::Holds {
            check.vacuous = vacuous(claim.automaton, letters.constants());
        }
        check
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::system::Interpreted;
    use std::ops::ControlFlow;
    use std::path::Path;

    /// An error far down one process, and many states nearer than it.
    const DEEP: &str = "active [3] proctype wide() { byte n; do :: n++ od }
        active proctype deep() {
            byte n;
            do :: n < 200 -> n++ :: n == 200 -> assert(false) od
        }";

    fn assertions(text: &str, order: Order, states: u64) -> Check {
        let parsed = promela::parse_str(Path::new("m.pml"), text, &promela::Options::default());
        let options = promela::lower::Options::default();
        let (program, _) = promela::lower::lower(&parsed.model, &options);
        let program = program.expect("the model is right");
        let mut system = Interpreted::new(&program, Vec::new());
        let properties = [Property::Safety(vec![Kind::Assertion])];
        let limits = Limits {
            states: Some(states),
            ..Limits::default()
        };
        let mut observe = |_: &_| ControlFlow::Continue(());
        let mut checks = check(
            &mut system,
            &properties,
            order,
            None,
            Fairness::None,
            &limits,
            &mut observe,
        )
        .unwrap();
        checks.remove(0)
    }

    #[test]
    fn a_scout_finds_what_is_too_deep_for_breadth_first() {
        let check = assertions(DEEP, Order::BreadthFirst, 5_000);
        assert_eq!(check.verdict, Verdict::Incomplete(Reason::States));
        let check = assertions(DEEP, Order::Scouted, 5_000);
        assert_eq!(check.verdict, Verdict::Violated);
        assert!(check.counterexample.is_some());
    }

    #[test]
    fn a_scouted_search_prefers_the_shortest_run() {
        let text = "byte x; active proctype p() {
                do :: x < 100 -> x++ :: x > 0 -> break od; assert(false)
            }";
        let length = |order| match assertions(text, order, 1_000).counterexample {
            Some(Counterexample::Run(found)) => found.run.len(),
            other => panic!("{other:?}"),
        };
        assert!(length(Order::DepthFirst) > 100);
        assert_eq!(length(Order::Scouted), length(Order::BreadthFirst));
    }

    #[test]
    fn without_errors_every_order_visits_the_same_states() {
        let text = "active [2] proctype p() { byte n; do :: n < 50 -> n++ od }";
        for order in [
            Order::Scouted,
            Order::Unscouted,
            Order::BreadthFirst,
            Order::DepthFirst,
        ] {
            let check = assertions(text, order, 100_000);
            assert_eq!(check.verdict, Verdict::Holds, "{order:?}");
            assert_eq!(check.statistics.states, 101 * 101, "{order:?}");
        }
    }
}
