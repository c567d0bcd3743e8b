//! Is a formula satisfiable? With an answer that need not be believed: a model is tried on the
//! clauses, and "no" comes with a proof that a checker of our own has followed.
//!
//! * [`cnf`]: formulas as clauses, and the few gates that encodings need.
//! * [`check`]: the checker of LRAT proofs. It knows nothing of any solver.
//! * [`solver`]: the solver, CaDiCaL, whose proof goes to the checker step by step.
//!
//! No other crate knows which solver it is.

pub mod check;
pub mod cnf;
pub mod solver;

pub use check::{Checker, Rejected, Step};
pub use cnf::{Cnf, Lit};
pub use solver::{Answer, Broken, Limits, Model, Refutation, solve};
