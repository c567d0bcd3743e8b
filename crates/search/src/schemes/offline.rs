//! Reduction before the product (Brunner, section 3.3; E. Clarke, O. Grumberg, D. Peled, "Model
//! Checking", chapter 10).
//!
//! A first search goes over the program alone and refuses a set if a step leads to a state on its
//! path, so that every cycle of the reduced program has a state with all its steps. A second one is
//! that of the plain product of the claim and what the first left: a set depends on the program
//! state only, and the claim is free to choose its run afterwards.

use crate::chooser::Chooser;
use crate::expansion::Expansion;
use crate::limits::{Reason, Watch};
use crate::product::{Around, Edges, PlainProduct, Product, Told};
use hashbrown::HashMap;
use omega::Marks;
use program::{Step, TransitionSystem};

/// By state of the program: the moves of its set, unless that has all of them.
pub(super) type Sets = HashMap<Vec<u8>, Vec<u32>>;

/// A program alone, while it is reduced. No cycle is accepting.
pub(super) struct Alone<'a, 'c, S> {
    pub system: &'a mut S,
    pub chooser: Chooser<'c, S>,
    pub expansion: Expansion,
    pub sets: Sets,
}

fn push(expansion: &Expansion, out: &mut Edges) {
    for step in 0..expansion.len() {
        out.push(expansion.state(step), &[], 0, false, Some(step));
    }
}

impl<S: TransitionSystem> Product for Alone<'_, '_, S> {
    fn set_watch(&mut self, watch: Watch) {
        self.expansion.set_watch(watch);
    }

    /// A mark that no edge has.
    fn all_marks(&self) -> Marks {
        1
    }

    fn initial(&mut self, out: &mut Edges) -> Result<(), Reason> {
        self.expansion.clear();
        self.expansion.initial(self.system)?;
        push(&self.expansion, out);
        Ok(())
    }

    fn edges(&mut self, state: &[u8], out: &mut Edges) -> Result<(), Reason> {
        self.expansion.clear();
        self.expansion.expand(self.system, state)?;
        push(&self.expansion, out);
        Ok(())
    }

    fn enough(
        &mut self,
        state: &[u8],
        on_path: &mut dyn FnMut(&[u8]) -> bool,
        out: &mut Edges,
    ) -> Result<(), Reason> {
        if self.expansion.look(self.system, state) {
            return Ok(());
        }
        self.chooser.look(self.system, &mut self.expansion, state);
        let add = |set: Option<&[u32]>, out: &mut Edges| {
            self.expansion.follow_set(self.system, set)?;
            push(&self.expansion, out);
            Ok(!self.expansion.may_not_return())
        };
        let place = self.chooser.first(out, add, on_path)?;
        if let Some(set) = self.chooser.set(place) {
            self.sets.insert(state.to_vec(), set.to_vec());
        }
        let after = std::iter::once(&[][..]);
        self.chooser
            .note(&self.expansion, (state, &[]), after, place);
        Ok(())
    }
}

impl<S: TransitionSystem> Told for Alone<'_, '_, S> {
    fn moves(&self, step: usize) -> Vec<Step> {
        self.expansion.path(step)
    }
}

/// The plain product of a claim and a reduced program.
pub(super) struct Beside<'a, S> {
    pub plain: PlainProduct<'a, S>,
    pub sets: &'a Sets,
}

impl<S: TransitionSystem> Product for Beside<'_, S> {
    fn set_watch(&mut self, watch: Watch) {
        self.plain.set_watch(watch);
    }

    fn all_marks(&self) -> Marks {
        self.plain.all_marks()
    }

    fn initial(&mut self, out: &mut Edges) -> Result<(), Reason> {
        self.plain.initial(out)
    }

    fn edges(&mut self, state: &[u8], out: &mut Edges) -> Result<(), Reason> {
        self.plain.edges(state, out)
    }

    fn enough(
        &mut self,
        node: &[u8],
        _: &mut dyn FnMut(&[u8]) -> bool,
        out: &mut Edges,
    ) -> Result<(), Reason> {
        let plain = &mut self.plain;
        let (program, at) = plain.suffix.split(node);
        let Some(set) = self.sets.get(program).filter(|_| !at.stopped) else {
            return plain.edges(node, out);
        };
        let letter = plain.letters.read(plain.system, program)?;
        plain.expansion.look(plain.system, program);
        plain
            .expansion
            .follow_only(plain.system, set.iter().copied())?;
        for edge in plain.automaton.successors(at.state, letter) {
            let property = plain.suffix.going(edge.dst);
            for step in 0..plain.expansion.len() {
                let program = plain.expansion.state(step);
                out.push(program, property.as_ref(), edge.marks, false, Some(step));
            }
        }
        Ok(())
    }
}

impl<'a, S: TransitionSystem> Around for Beside<'a, S> {
    type Inner = PlainProduct<'a, S>;

    fn inner(&self) -> &Self::Inner {
        &self.plain
    }

    fn inner_mut(&mut self) -> &mut Self::Inner {
        &mut self.plain
    }
}
