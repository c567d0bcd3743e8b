//! Stuttering: what an automaton makes of repeated letters.
//!
//! Two words are stutter-equivalent, `w ~ v`, if they become equal when every finite block of
//! equal letters is shortened to one letter; a language is stutter-invariant if it is closed under
//! `~`. Only then may a search skip steps that the property cannot see.
//!
//! * [`StutterRelation`]: the facts about one automaton that the stutter product needs.
//! * [`closure`]: the smallest stutter-invariant language that contains a given one;
//!   [`holzmann_kupferman`] is the construction of the paper, kept for comparison.
//! * [`normal_form`]: Siegel's SI normal form.
//! * [`invariance`]: the exact decision, with a pair of words as evidence.

pub mod closure;
pub mod holzmann_kupferman;
pub mod invariance;
pub mod normal_form;
mod relation;
mod shorten;
mod words;

pub use relation::StutterRelation;
pub use shorten::shorten;
pub use words::{collapse, equivalent, equivalent_word};
