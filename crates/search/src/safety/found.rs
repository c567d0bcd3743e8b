//! What a search for safety has found so far.

use super::{Counterexample, Goals, Kind};
use crate::expansion::{Expansion, Flaw};
use crate::store::{Ref, Slots, Store};
use crate::trace;
use program::{Step, TransitionSystem};

/// One counterexample of each kind.
pub(super) struct Found<'a> {
    goals: &'a Goals,
    pub counterexamples: Vec<Counterexample>,
}

impl<'a> Found<'a> {
    pub fn new(goals: &'a Goals) -> Found<'a> {
        Found {
            goals,
            counterexamples: Vec::new(),
        }
    }

    /// Whether there is nothing more to look for.
    pub fn everything(&self) -> bool {
        let found = |kind: &Kind| self.has(*kind);
        let groups = &self.goals.groups;
        !groups.is_empty() && groups.iter().all(|group| group.iter().any(found))
    }

    fn has(&self, kind: Kind) -> bool {
        self.counterexamples.iter().any(|known| known.kind == kind)
    }

    /// Nothing can happen at the end of `run`.
    pub fn invalid_end(&mut self, run: impl FnOnce() -> Vec<Step>) {
        if !self.has(Kind::InvalidEnd) {
            self.counterexamples.push(Counterexample {
                kind: Kind::InvalidEnd,
                run: run(),
                fault: None,
            });
        }
    }

    /// The flaws on the way to the first state.
    pub fn at_the_start(&mut self, expansion: &Expansion) {
        for index in 0..expansion.flaws() {
            self.flaw(expansion, index, Vec::new);
        }
    }

    /// The flaw with this index of an expansion of the state at the end of `run`.
    pub fn flaw(&mut self, expansion: &Expansion, index: usize, run: impl FnOnce() -> Vec<Step>) {
        let (kind, fault) = match expansion.flaw(index) {
            Flaw::Violation => (Kind::Assertion, None),
            Flaw::Fault(step) => (Kind::Fault, Some(step)),
        };
        if !self.has(kind) {
            let mut run = run();
            run.extend(expansion.path_to_flaw(index));
            self.counterexamples
                .push(Counterexample { kind, run, fault });
        }
    }
}

/// The moves along states each of which is a step away from the one before.
pub(super) fn moves_along<S: TransitionSystem, K: Slots>(
    system: &mut S,
    store: &Store<K>,
    states: &[Ref],
) -> Vec<Step> {
    let (mut run, mut codec) = (Vec::new(), store.codec());
    for pair in states.windows(2) {
        run.extend(trace::steps_between(
            system, store, &mut codec, pair[0], pair[1],
        ));
    }
    run
}
