//! Partial order reduction: which steps of a state are enough to find every violation.
//!
//! From the bottom up:
//!
//! * `resources`: what actions can touch; `known`, `values`: which array element, channel or
//!   value they mean;
//!   `guards`: what they wait for; `footprint`, `reader`: what each reads and writes; `graph`: what comes
//!   later.
//! * `process`: all that one process may ever do; `questions`: what to ask about it in a state.
//! * [`anonymous`]: programs in which deaths are silent.
//! * [`demand`]: when a set of processes is enough: condition C1, with its proof.
//! * [`property`]: conditions C2 and C3 (theorem T1); [`fair`]: condition C2f, for weak fairness.
//! * [`stubborn`]: the choice; [`brute`]: what can refute it.
//! * `live`, [`forget`]: variables that nobody will read again are no reason to tell states apart.
//!
//! Nothing here knows of searches or native code. What a search must add (that nothing is ignored
//! for ever) is its own affair.

pub mod anonymous;
pub mod brute;
pub mod demand;
mod exclusive;
pub mod explain;
pub mod fair;
mod footprint;
pub mod forget;
mod graph;
mod guards;
mod known;
mod live;
mod process;
pub mod property;
mod questions;
mod reader;
mod resources;
pub mod stubborn;
mod values;

pub use property::{Conditions, Property};
pub use questions::questions;
pub use stubborn::{Choices, Stubborn};
