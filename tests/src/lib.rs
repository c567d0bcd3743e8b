//! The proof machinery: SPIN as an oracle, random programs, and the comparison of the two with us.
//!
//! Generators know nothing of oracles and oracles nothing of generators; `compare` joins them.

pub mod agreement;
pub mod cache;
pub mod command;
pub mod compare;
pub mod confirm;
pub mod engine;
pub mod examples;
pub mod generate;
pub mod hunt;
pub mod models;
pub mod oracle;
pub mod pool;
pub mod reduction;
pub mod searches;
pub mod shrink;
pub mod spin;
pub mod table;
pub mod textbook;
pub mod verdicts;
pub mod whole;
