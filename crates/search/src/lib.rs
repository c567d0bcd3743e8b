//! Search for bad runs of a transition system.

mod expansion;
pub mod limits;
pub mod safety;
pub mod store;
mod trace;
