//! Search for bad runs of a transition system.
//!
//! From the bottom up:
//!
//! * [`store`]: the visited states. Everything fast or slow about a search is decided there.
//! * `expansion`: the steps of a state as other processes see them.
//! * [`safety`]: breadth- and depth-first search for a bad state or move.
//! * [`reduction`]: when only some of the steps of a state are followed; `chooser`: which.
//! * [`product`]: a program beside a property of infinite runs, as a graph with marks;
//!   [`licence`]: why the smaller of two such graphs may be used.
//! * [`liveness`]: accepting cycles of such a graph, in one pass, as a short lasso.
//! * [`claim`]: from the temporal properties of a program to automata for its bad words.
//! * [`driver`]: all properties of a system, one result each.
//! * [`schemes`]: other ways to reduce, sound and unsound, for experiments; [`log`] and
//!   [`audit`]: what a search chose, to be tested.
//!
//! Everything is generic over [`program::TransitionSystem`]: but for
//! [`claim`] this crate knows nothing of programs, interpreters or native code, and it never prints. Limits end a search in good order ([`limits`]);
//! what it found up to then is reported, and a search that did not end says so.

pub mod audit;
mod chooser;
pub mod claim;
pub mod driver;
mod expansion;
pub mod licence;
pub mod limits;
pub mod liveness;
pub mod log;
mod preference;
pub mod product;
pub mod reduction;
pub mod safety;
pub mod schemes;
pub mod store;
mod trace;
