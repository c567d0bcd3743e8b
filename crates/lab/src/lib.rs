//! Hunts for unsound reductions by machine: every small program, every small automaton, every table
//! of ample sets.
//!
//! The question is Siegel's ("What's wrong with on-the-fly partial order reduction", CAV 2019), who
//! asked it of the Alloy analyzer: is there a program, an automaton and a table of ample sets that
//! satisfies the conditions of a scheme, such that the full product has an accepting run and the
//! reduced one has none?
//!
//! Data, from the bottom up:
//!
//! * [`operation`], [`program`]: explicit programs of up to eight states; [`conditions`]: C0 to C2 on
//!   them, by the definitions.
//! * [`buchi`]: automata of up to eight states; [`language`]: what their languages are like;
//!   [`family`]: all of a kind; [`resolver`]: whether their runs can be chosen without counting
//!   repetitions (theorem S).
//! * [`scheme`]: V0, V1 and the others in one form; [`product`]: a program beside what a scheme makes
//!   of an automaton; [`graph`], [`rows`]: accepting cycles, in a few machine words.
//!
//! Search:
//!
//! * [`choose`]: a table that loses all runs of one product; [`path`]: a depth-first search that does.
//! * [`functions`], [`renaming`], [`enumerate`]: all programs up to renaming; [`judge`]: those that are
//!   worth a search for a table; [`hunt`]: all of them; [`pieces`]: on several threads, to be stopped
//!   and taken up again; [`random`]: beyond what can be enumerated.
//! * `sat`: the same question as a formula, for a solver whose proofs are checked ([`method`]: or not,
//!   in a build without it). [`verify`]: what is found is a counterexample by the definitions; [`visits`]:
//!   of a search.
//!
//! Experiments: [`fig5`], [`question`], [`brunner`], [`implication`], [`closure`], [`linter`]. What is
//! found is shown ([`show`]), given to the real search engine ([`explicit`], [`replay`]), and made into a
//! program for others ([`words`], [`promela`]).

pub mod brunner;
pub mod buchi;
pub mod choose;
pub mod closure;
pub mod conditions;
pub mod enumerate;
pub mod explicit;
pub mod family;
pub mod fig5;
pub mod functions;
pub mod graph;
pub mod hunt;
pub mod implication;
pub mod judge;
pub mod language;
pub mod linter;
pub mod method;
pub mod operation;
pub mod path;
pub mod pieces;
pub mod product;
pub mod program;
pub mod promela;
pub mod question;
pub mod random;
pub mod renaming;
pub mod replay;
pub mod resolver;
pub mod rows;
#[cfg(feature = "sat")]
pub mod sat;
pub mod scheme;
pub mod show;
mod three;
pub mod verify;
pub mod visits;
pub mod words;
