//! LTL, generalized Büchi automata, and stuttering. Knows nothing of programs.
//!
//! The core types, from the bottom up:
//!
//! * [`Letter`]: what holds now, a bit mask over at most [`MAX_PROPS`] propositions; [`Lasso`]: an
//!   ultimately periodic word `u·v^ω` of letters.
//! * [`Guard`], a set of letters, kept symbolic as a node of a hash-consed decision diagram; the
//!   manager [`Guards`] combines, compares and evaluates guards. Nothing in this crate enumerates
//!   the `2^AP` letters.
//! * [`Automaton`]: a transition-based generalized Büchi automaton that owns its `Guards`. It is
//!   immutable; a [`Builder`] makes one.
//!
//! ```
//! use omega::Builder;
//! // "infinitely often p": one mark, on the edges that read p.
//! let mut b = Builder::new(vec!["p".into()], 1);
//! let p = b.guards().var(0);
//! let not_p = b.guards().not(p);
//! let s = b.add_state();
//! b.add_initial(s);
//! b.add_edge(s, p, 0b1, s);
//! b.add_edge(s, not_p, 0, s);
//! let a = b.finish();
//! assert!(a.check().is_ok());
//! assert_eq!(a.successors(s, 0b1).map(|e| e.marks).collect::<Vec<_>>(), [0b1]);
//! ```

pub mod alphabet;
mod automaton;
pub mod boolean;
pub mod buchi;
pub mod builtin;
pub mod complement;
mod degeneralize;
pub mod emptiness;
pub mod format;
mod guard;
pub mod inclusion;
pub mod letterwise;
pub mod limit;
pub mod ltl;
pub mod membership;
pub mod onthefly;
mod scc;
pub mod shortest;
mod simulation;
pub mod stutter;
mod translate;
mod trim;
pub mod vacuity;
mod word;
pub mod word_text;

pub use automaton::{Automaton, Builder, Edge, MAX_MARKS, Marks, State};
pub use guard::{Cube, Guard, Guards};
pub use scc::Components;
pub use translate::{TranslateError, Translation, translate};
pub use word::{Lasso, Letter, MAX_PROPS};
