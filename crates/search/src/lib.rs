//! Search for bad runs of a transition system.

pub mod claim;
pub mod driver;
mod expansion;
pub mod licence;
pub mod limits;
pub mod liveness;
pub mod product;
pub mod safety;
pub mod store;
mod trace;
