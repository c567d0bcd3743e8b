//! One claim by one scheme.

use super::after::After;
use super::arranged::Arranged;
use super::before::{Before, Rule};
use super::catalogue::{Scheme, Soundness};
use super::offline::{Alone, Beside, Sets};
use crate::chooser::Chooser;
use crate::driver::{Claim, Method};
use crate::expansion::{Expansion, Interest};
use crate::limits::{Limits, Observer};
use crate::liveness::{End, Liveness, find_accepting_run};
use crate::log::Log;
use crate::preference::Preference;
use crate::product::{PlainProduct, Product};
use crate::reduction::Select;
use omega::limit::TooLarge;
use omega::stutter::normal_form::normal_form;
use program::{Program, TransitionSystem};
use reduce::{Conditions, Stubborn};
use std::fmt::{self, Display, Formatter};
use std::io;

/// States of a normal form, at most.
const LARGEST_FORM: usize = 100_000;

/// What is tried, and how.
pub struct Trial<'a, S> {
    pub scheme: Scheme,
    pub preference: Preference,
    /// Gives sets that satisfy C0, C1 and C2.
    pub select: &'a mut dyn Select<S>,
    /// Learns which sets were followed.
    pub log: Option<&'a mut Log>,
}

/// Why a scheme says nothing of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The scheme is for stutter-invariant claims, and this one is not known to be.
    NotInvariant,
    /// The normal form of the claim is too large.
    NormalForm(TooLarge),
}

impl Display for Refusal {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotInvariant => out.write_str(
                "this reduction is for stutter-invariant properties, and this one is not known to \
                 be; --reduction auto decides it",
            ),
            Refusal::NormalForm(error) => write!(out, "the SI normal form is too large: {error}"),
        }
    }
}

/// Gives the sets that satisfy C0, C1 and C2 for a claim; C3 is left to the scheme.
pub fn selector<'p>(program: &'p Program, claim: &Claim) -> Stubborn<'p> {
    let conditions = Conditions {
        invisible: true,
        ..Conditions::default()
    };
    Stubborn::new(program, &claim.reads(), conditions)
}

/// Looks for an accepting run by a scheme. That there is none is a proof only if the scheme is
/// [sound](Soundness) for the claim. The error is that of a system that grants no memory.
pub fn search<S: TransitionSystem>(
    system: &mut S,
    claim: &Claim,
    trial: Trial<'_, S>,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Result<Liveness, Refusal>> {
    let scheme = trial.scheme;
    let invariant = matches!(claim.method, Method::Invariant(_));
    if scheme.soundness() == Soundness::Invariant && !invariant {
        return Ok(Err(Refusal::NotInvariant));
    }
    let form = match scheme {
        Scheme::V0NormalForm | Scheme::V1NormalForm => {
            match normal_form(claim.automaton, LARGEST_FORM) {
                Ok(form) => Some(form),
                Err(error) => return Ok(Err(Refusal::NormalForm(error))),
            }
        }
        _ => None,
    };
    let automaton = form.as_ref().unwrap_or(claim.automaton);
    let rule = match scheme {
        Scheme::Offline => return offline(system, claim, trial, limits, observe).map(Ok),
        Scheme::V0 | Scheme::V0NormalForm => None,
        Scheme::V1 | Scheme::V1NormalForm => Some(Rule::V1),
        Scheme::StackProjection => Some(Rule::StackProjection),
        Scheme::SequentialProduct => Some(Rule::SequentialProduct),
    };
    let (chooser, preference) = trial.chooser();
    let plain = PlainProduct::new(system, automaton, claim.letters.clone());
    let found = match rule {
        None => run(After { plain, chooser }, preference, limits, observe),
        Some(rule) => {
            let product = Before {
                plain,
                rule,
                chooser,
            };
            run(product, preference, limits, observe)
        }
    };
    found.map(Ok)
}

impl<'a, S: TransitionSystem> Trial<'a, S> {
    fn chooser(self) -> (Chooser<'a, S>, Preference) {
        let chooser = Chooser::new(self.select, self.preference, self.log);
        (chooser, self.preference)
    }
}

fn run<P: Product>(
    product: P,
    preference: Preference,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Liveness> {
    let mut product = Arranged {
        product,
        preference,
    };
    find_accepting_run(&mut product, limits, observe)
}

/// The figures are those of the second search, with the time of both.
fn offline<S: TransitionSystem>(
    system: &mut S,
    claim: &Claim,
    trial: Trial<'_, S>,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Liveness> {
    let (chooser, preference) = trial.chooser();
    let mut first = Arranged {
        product: Alone {
            system,
            chooser,
            expansion: Expansion::interested(Interest::Divergence),
            sets: Sets::new(),
        },
        preference,
    };
    let alone = find_accepting_run(&mut first, limits, observe)?;
    if let End::Incomplete(_) = alone.end {
        return Ok(alone);
    }
    let Alone { system, sets, .. } = first.product;
    let spent = alone.statistics.time;
    let rest = Limits {
        time: limits.time.map(|time| time.saturating_sub(spent)),
        ..*limits
    };
    let plain = PlainProduct::new(system, claim.automaton, claim.letters.clone());
    let product = Beside { plain, sets: &sets };
    let mut found = run(product, preference, &rest, observe)?;
    found.statistics.time += spent;
    Ok(found)
}
