//! Liveness: is there an infinite run that the property calls bad?
//!
//! That is an accepting cycle of a [`Product`]. [`find_accepting_run`] visits each state once
//! ([`components`]), and turns the component it finds into a short lasso ([`lasso`]).

mod components;
mod lasso;

use crate::limits::{Limits, Meter, Observer, Reason, Statistics};
use crate::product::Product;
use components::{Components, Outcome};
use omega::State;
use program::Step;
use std::io;

/// A step of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leg {
    /// The moves of the program; none if it halts.
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
    /// What the property reads along the run, if it reads something.
    pub word: Option<omega::Lasso>,
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
    let mut search = Components::new(product, Meter::new(limits, observe))?;
    let outcome = search.run();
    let statistics = search.statistics();
    let end = match outcome {
        Ok(Outcome::Empty) => End::Empty,
        Ok(Outcome::Accepting(component)) => {
            let (product, store) = search.into_parts();
            match lasso::extract(product, &store, &component) {
                Ok(lasso) => End::Accepting(lasso),
                Err(reason) => End::Incomplete(reason),
            }
        }
        Err(reason) => End::Incomplete(reason),
    };
    Ok(Liveness { end, statistics })
}
