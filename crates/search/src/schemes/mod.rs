//! The reduction schemes of the literature, to be tried and compared. Some of them are unsound.
//!
//! All take a claim that reads every state, and leave out steps by sets that satisfy C0, C1 and C2;
//! they differ in what a set may depend on and in how C3 is met:
//!
//! * [`before`]: a set is chosen in a state of the plain product, before the claim moves (V1, and
//!   the projected stack), or for each move of the claim (the sequential product);
//! * [`after`]: in a state that the claim has read already (V0);
//! * [`offline`]: in a state of the program alone, which is reduced first.
//!
//! What is here stays here. The products are private, and nothing but [`search`] makes one, so no
//! search that is meant to be right can be reduced without its [licence](crate::licence). The
//! schemes that are sound for stutter-invariant languages demand that
//! [evidence](crate::licence::StutterInvariant) of their claims; the others take any claim, and what
//! they fail to find proves nothing. What they do find is a run of the full product all the same.

mod after;
mod arranged;
mod before;
mod catalogue;
mod offline;
mod trial;

pub use crate::preference::Preference;
pub use catalogue::{Scheme, Soundness};
pub use trial::{Refusal, Trial, search, selector};
