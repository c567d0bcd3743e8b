//! Moves are not stored: the ones that led from a state to another are found again.

use crate::expansion::Expansion;
use crate::store::{Codec, Ref, Slots, Store};
use program::{Step, TransitionSystem};

/// The moves of a step from `parent` to `child`; none if there is no such step.
pub(crate) fn steps_between<S: TransitionSystem, K: Slots>(
    system: &mut S,
    store: &Store<K>,
    codec: &mut Codec,
    parent: Ref,
    child: Ref,
) -> Vec<Step> {
    let mut expansion = Expansion::default();
    // A state that was expanded once without trouble will be again.
    let _ = expansion.expand(system, store.open(codec, parent));
    let child = store.open(codec, child);
    let leads_there = |&index: &usize| expansion.state(index) == child;
    let step = (0..expansion.len()).find(leads_there);
    step.map(|index| expansion.path(index)).unwrap_or_default()
}
