//! Search for bad runs.
pub mod store;
