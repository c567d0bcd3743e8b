//! The second method: the question as a formula, for a SAT solver whose proofs are checked.
//!
//! It shares the definition of the schemes with the enumeration
//! ([`Companion`](crate::scheme::Companion)) and nothing else: neither how programs are enumerated nor
//! how they are dismissed nor how tables are searched. A counterexample is verified by the definitions before
//! anyone sees it; "there is none" rests on a proof that was followed step by step, and so on the
//! encoding alone.
//!
//! * [`program`]: operations and labels; [`ample`]: sets and tables; [`moves`], [`product`]: the full
//!   product and the reduced one; [`search`], [`subject`]: a depth-first search of that; [`closed`]: what is
//!   reached; [`symmetry`]: which of many like programs is meant;
//! * [`encode`]: all of it together, and back; [`hunt`]: many of them.

pub mod ample;
pub mod closed;
pub mod encode;
pub mod hunt;
pub mod moves;
pub mod product;
pub mod program;
pub mod search;
pub mod subject;
pub mod symmetry;

#[cfg(test)]
mod tests;
