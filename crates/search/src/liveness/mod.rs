//! Liveness: is there an infinite run that the property calls bad?
//!
//! That is an accepting cycle of a [`Product`]. [`find_accepting_run`] visits each state once
//! ([`components`]), and turns the component it finds into a short lasso ([`lasso`]).

mod components;
mod lasso;

use crate::limits::{Limits, Meter, Observer, Reason, Statistics, Watch};
use crate::product::{Ending, Product};
use components::{Components, Outcome};
use omega::State;
use program::Step;
use std::io;

/// A step of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The moves of the program; none if it takes no more steps.
    pub moves: Vec<Step>,
    /// The state of the property after them.
    pub automaton: Option<State>,
}

/// An infinite run: a stem, and a cycle to be repeated for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    /// The state of the property at the start.
    pub start: Option<State>,
    pub stem: Vec<Leg>,
    /// At least one leg.
    pub cycle: Vec<Leg>,
    /// How the program goes on if it takes no more steps that others see: then the legs of the cycle
    /// have no moves.
    pub ending: Option<Ending>,
    /// What the property reads along the run, if it reads something.
    pub word: Option<omega::Lasso>,
}

impl Lasso {
    /// The moves of the program: up to where it begins to repeat itself or ends, those that it repeats
    /// for ever, and the one that ends it, if that is a fault.
    pub fn moves(&self) -> (Vec<Step>, Vec<Step>, Option<Step>) {
        let along =
            |legs: &[Leg]| -> Vec<Step> { legs.iter().flat_map(|leg| leg.moves.clone()).collect() };
        let stem = along(&self.stem);
        match &self.ending {
            None | Some(Ending::Halt) => (stem, along(&self.cycle), None),
            Some(Ending::Fault { path, fault }) => {
                ([stem, path.clone()].concat(), Vec::new(), Some(*fault))
            }
            Some(Ending::Divergence { path, round }) => {
                ([stem, path.clone()].concat(), round.clone(), None)
            }
        }
    }
}

/// Why a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// There is no accepting run.
    Empty,
    /// There is this one.
    Accepting(Lasso),
    /// It gave up.
    Incomplete(Reason),
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Liveness {
    pub end: End,
    pub statistics: Statistics,
}

/// Looks for an accepting run of a product. The error is that of a system that grants no memory.
pub fn find_accepting_run<P: Product>(
    product: &mut P,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Liveness> {
    product.set_watch(Watch::new(limits));
    let mut search = Components::new(product, Meter::new(limits, observe))?;
    let outcome = search.run();
    let statistics = search.statistics();
    let end = match outcome {
        Ok(Outcome::Empty) => End::Empty,
        Ok(Outcome::Accepting(component)) => {
            let (product, store) = search.into_parts();
            // What was found in time is told, which takes less time than to find it.
            product.set_watch(Watch::untimed(limits));
            match lasso::extract(product, &store, &component) {
                Ok(lasso) => End::Accepting(lasso),
                Err(reason) => End::Incomplete(reason),
            }
        }
        Err(reason) => End::Incomplete(reason),
    };
    Ok(Liveness { end, statistics })
}
