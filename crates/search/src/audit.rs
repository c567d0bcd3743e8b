//! What the searches of a property choose, for [brute force](reduce::brute) to test.
//!
//! The same selectors, products and searches as in [`driver`](crate::driver), with a log beside
//! them: what is tested is what is done.

use crate::driver::{Claim, Method, Property, Reduced, find_run};
use crate::licence::{Closure, Licence};
use crate::limits::{Limits, Observer, Reason};
use crate::liveness::{End, Liveness};
use crate::log::Log;
use crate::product::{Fairness, LabelProduct, StutterProduct};
use crate::reduction::Reduction;
use crate::safety::Kind;
use program::TransitionSystem;
use reduce::Choices;
use reduce::brute::{self, Chosen, Demands, Proviso, Unfinished, Visible};
use std::io;

/// What a search chose, and what must be true of it.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    pub chosen: Vec<Chosen>,
    pub demands: Demands,
    /// The search ended before it had seen everything, at a violation.
    pub stopped: bool,
}

impl Audit {
    /// What a search for infinite runs chose. The error is why it did not end.
    pub fn of_search(log: Log, found: &Liveness, invisible: Visible) -> Result<Audit, Reason> {
        match found.end {
            End::Incomplete(reason) => Err(reason),
            End::Empty | End::Accepting(_) => Ok(Audit {
                chosen: log.chosen,
                demands: Demands {
                    invisible,
                    proviso: Proviso::NoProperCycle,
                    ..Demands::default()
                },
                stopped: found.end != End::Empty,
            }),
        }
    }
}

/// The sets of a reduced search for bad states and moves. They depend on the state alone, and all
/// states that the search can come to are walked through.
pub fn safety<S: TransitionSystem>(
    system: &mut S,
    kinds: &[Kind],
    reduced: Reduced<'_>,
    limit: usize,
) -> Result<Audit, Unfinished> {
    let (mut select, nothing_ignored) = reduced.safety(kinds);
    let mut choices = Choices::default();
    let chosen = brute::reduced(system, limit, |system, steps| {
        select.choose(system, steps, &mut choices);
        let first = choices.iter().next()?;
        Some(first.iter().map(|&index| steps[index as usize]).collect())
    })?;
    let proviso = if nothing_ignored {
        Proviso::NothingIgnored
    } else {
        Proviso::None
    };
    Ok(Audit {
        chosen,
        demands: Demands {
            proviso,
            silent_deaths: select.deaths_are_silent(),
            ..Demands::default()
        },
        stopped: false,
    })
}

/// The sets of a reduced search for infinite runs; none for safety and for what the plain product
/// decides, which is not reduced.
pub fn infinite<S: TransitionSystem>(
    system: &mut S,
    property: &Property,
    reduced: Reduced<'_>,
    fairness: Fairness,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Result<Audit, Reason>> {
    let mut log = Log::default();
    let reads = property.reads();
    let visible = Visible {
        letter: !reads.expressions.is_empty(),
        accept: reads.accept,
        progress: reads.progress,
    };
    let mut select = reduced.infinite(&reads, fairness);
    let silent_deaths = select.deaths_are_silent();
    let reduction = Reduction::new(&mut select, reduced.proviso).logged(&mut log);
    let found = match property {
        Property::Never(claim) => {
            let Some(licence) = licence(claim) else {
                return Ok(Ok(Audit::default()));
            };
            let mut product = StutterProduct::new(system, licence, claim.letters.clone());
            product.reduce(Some(reduction));
            find_run(&mut product, fairness, limits, observe)?
        }
        Property::Accept => {
            let mut product = LabelProduct::accept(system);
            product.reduce(Some(reduction));
            find_run(&mut product, fairness, limits, observe)?
        }
        Property::Progress => {
            let mut product = LabelProduct::progress(system);
            product.reduce(Some(reduction));
            find_run(&mut product, fairness, limits, observe)?
        }
        Property::Safety(_) => return Ok(Ok(Audit::default())),
    };
    Ok(Audit::of_search(log, &found, visible).map(|mut audit| {
        audit.demands.fair = fairness == Fairness::Weak;
        audit.demands.silent_deaths = silent_deaths;
        audit
    }))
}

/// The licence of the product that is reduced for a claim.
fn licence<'a>(claim: &Claim<'a>) -> Option<Licence<'a>> {
    match claim.method {
        Method::Invariant(evidence) => Some(Licence::StutterInvariant(evidence)),
        Method::Closure => Some(Licence::Closure(Closure::new(claim.automaton))),
        Method::Plain => None,
    }
}
