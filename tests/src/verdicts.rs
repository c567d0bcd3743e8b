//! Random programs with random properties: what the reduction leaves must have the verdicts of the
//! whole, whichever runs count, and the whole those of the textbook. Their counterexamples are runs of
//! the whole.

pub mod confirm;
mod schemes;

use crate::generate::random::Random;
use crate::generate::{Knobs, generate};
use crate::reduction::random_property;
use crate::textbook::{self, Bad};
use omega::Builder;
use program::system::Interpreted;
use program::{Expr, Formula, Program};
use reduce::forget::forgetful;
use reduce::{Conditions, Stubborn};
use search::claim::Claim;
use search::driver::{self, Check, Method, Order, Property, Reduced, Verdict};
use search::limits::Limits;
use search::product::{Fairness, Letters};
use search::reduction::Proviso;
use search::safety::Kind;
use std::ops::ControlFlow;
use std::path::Path;

/// States of a search, at most. Larger pairs tell nothing.
const STATES: u64 = 400;
/// States that may be visited to decide whether a claim is stutter-invariant.
const INVARIANCE: usize = 500;

/// What came of comparing the searches of one pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The program is not accepted, or too large.
    Nothing,
    /// All verdicts agree: how many are violations, and how many states the reduction saved.
    Agree { violated: usize, saved: u64 },
    /// They do not.
    Differ(String),
}

/// What the program of a seed may contain.
pub fn knobs(seed: u64) -> Knobs {
    match seed % 2 {
        0 => Knobs::default(),
        _ => Knobs::reduction(),
    }
}

/// The program of a seed.
pub fn program(seed: u64, knobs: &Knobs) -> Option<(String, Program)> {
    let text = generate(seed, knobs).to_string();
    let options = promela::Options::default();
    let parsed = promela::parse_str(Path::new("model.pml"), &text, &options);
    if parsed.has_errors() {
        return None;
    }
    let (program, _) = promela::lower::lower(&parsed.model, &promela::lower::Options::default());
    Some((text, program?))
}

/// Compares the verdicts on the pair of a seed.
pub fn compare(seed: u64, knobs: &Knobs) -> Comparison {
    match program(seed, knobs) {
        Some((_, program)) => compare_on(program, seed),
        None => Comparison::Nothing,
    }
}

/// Compares the verdicts on a program; the seed decides on the property.
pub fn compare_on(mut program: Program, seed: u64) -> Comparison {
    let reads = random_property(&mut program, seed);
    let mut random = Random::new(seed ^ 0x5eed);
    let claim = if random.chance(60) {
        Claim::of_formula(&formula(&reads.expressions, 3, &mut random)).ok()
    } else {
        Some(automaton(&reads.expressions, &mut random))
    };
    let Some(claim) = claim else {
        return Comparison::Nothing;
    };
    let mut violated = 0;
    let mut saved = 0;
    for (name, fairness, method) in [
        ("safety", Fairness::None, None),
        ("accept", Fairness::None, None),
        ("accept", Fairness::Weak, None),
        ("progress", Fairness::None, None),
        ("progress", Fairness::Weak, None),
        ("claim", Fairness::None, Some(Method::Plain)),
        ("claim", Fairness::Weak, Some(Method::Plain)),
    ] {
        let search = |method, proviso| {
            let property = property(name, &claim, method);
            check(&program, &claim, &property, proviso, fairness)
        };
        let Some(full) = search(method, None) else {
            // What is too large for one search is for all.
            break;
        };
        let differ = |what: &str, other: &dyn std::fmt::Debug| {
            let full = verdicts(&full);
            let pair = format!("seed {seed}, {name}, {fairness:?} fairness");
            Comparison::Differ(format!("{pair}: {full:?} in full, {other:?} {what}"))
        };
        let bad = |check: &&Check| check.verdict == Verdict::Violated;
        let found = full.iter().filter(bad).count();
        let bad_runs = match name {
            "accept" => Some(Bad::Accept),
            "progress" => Some(Bad::NonProgress),
            "claim" => Some(Bad::Word(&claim.automaton, &claim.propositions)),
            _ => None,
        };
        let by_the_book = bad_runs
            .and_then(|bad| textbook::is_violated(&program, bad, fairness, STATES as usize));
        if by_the_book.is_some_and(|violated| violated != (found > 0)) {
            return differ("by the book", &by_the_book);
        }
        for proviso in [Proviso::Static, Proviso::Stack] {
            let method = method.map(|_| claim.method(INVARIANCE));
            let Some(reduced) = search(method, Some(proviso)) else {
                continue;
            };
            if verdicts(&full) != verdicts(&reduced) {
                return differ(&format!("reduced, {proviso:?}"), &verdicts(&reduced));
            }
            for check in &reduced {
                if let Err(why) = confirm::counterexample(&program, check, bad_runs, fairness) {
                    return differ(&format!("but a run cannot be confirmed, {proviso:?}"), &why);
                }
            }
            if fairness == Fairness::None {
                let states = |checks: &[Check]| checks[0].statistics.states;
                saved += states(&full).saturating_sub(states(&reduced));
            }
        }
        violated += found;
        if name == "claim"
            && fairness == Fairness::None
            && let Some(how) = schemes::disagreement(&program, &claim, found > 0, seed)
        {
            return Comparison::Differ(how);
        }
    }
    Comparison::Agree { violated, saved }
}

fn property<'a>(name: &str, claim: &'a Claim, method: Option<Method<'a>>) -> Vec<Property<'a>> {
    let safety = |kind| Property::Safety(vec![kind]);
    match (name, method) {
        ("safety", _) => vec![
            safety(Kind::Assertion),
            safety(Kind::Fault),
            safety(Kind::InvalidEnd),
        ],
        ("accept", _) => vec![Property::Accept],
        (_, Some(method)) => vec![Property::Never(driver::Claim {
            automaton: &claim.automaton,
            propositions: &claim.propositions,
            letters: Letters::identity(claim.propositions.len()),
            method,
        })],
        _ => vec![Property::Progress],
    }
}

fn verdicts(checks: &[Check]) -> Vec<Verdict> {
    checks.iter().map(|check| check.verdict).collect()
}

/// The results, unless some search was too large.
fn check(
    program: &Program,
    claim: &Claim,
    properties: &[Property],
    proviso: Option<Proviso>,
    fairness: Fairness,
) -> Option<Vec<Check>> {
    let reads = reduce::Property::default();
    let questions = Stubborn::new(program, &reads, Conditions::default()).questions();
    let forgetful = forgetful(program, &claim.propositions);
    let executed = if proviso.is_some() {
        &forgetful
    } else {
        program
    };
    let mut system = Interpreted::with_questions(executed, claim.propositions.clone(), questions);
    let limits = Limits {
        states: Some(STATES),
        ..Limits::default()
    };
    let reduced = proviso.map(|proviso| Reduced { program, proviso });
    let mut observe = |_: &_| ControlFlow::Continue(());
    let order = Order::Scouted;
    let checks = driver::check(
        &mut system,
        properties,
        order,
        reduced,
        fairness,
        &limits,
        &mut observe,
    );
    let checks = checks.ok()?;
    let finished = |check: &Check| !matches!(check.verdict, Verdict::Incomplete(_));
    checks.iter().all(finished).then_some(checks)
}

/// A formula over these expressions. One in five has the next operator.
fn formula(expressions: &[Expr], depth: usize, random: &mut Random) -> Formula {
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
