//! V0: sets that are chosen in `(q, s')`, where the claim has read `q` (Peled 1996; Siegel, sections
//! 3 and 4).
//!
//! Siegel asks how an algorithm that moves the claim and then the program is to choose the same set
//! whenever it comes to `(q, s')`. Here those pairs are the states that are searched: from `(q, s')`
//! a step `α` leads to `α(q)`, and the claim reads that at once. The cycles are those of the plain
//! product, each pair is expanded once, and the condition on the path gives C3' of the paper: every
//! cycle has a step to whose pair all steps belong.

use crate::chooser::Chooser;
use crate::limits::{Reason, Watch};
use crate::product::{Around, Edges, PlainProduct, Product};
use omega::{Marks, State};
use program::TransitionSystem;

pub(super) struct After<'a, 'c, S> {
    /// Not searched: it lends its parts.
    pub plain: PlainProduct<'a, S>,
    pub chooser: Chooser<'c, S>,
}

impl<S: TransitionSystem> After<'_, '_, S> {
    /// Adds the edges of a state from which the program takes no more steps: the claim reads it again.
    fn stop(&mut self, node: &[u8], out: &mut Edges) -> Result<(), Reason> {
        let plain = &mut self.plain;
        let (program, at) = plain.suffix.split(node);
        let letter = plain.letters.read(plain.system, program)?;
        plain.stop(program, plain.automaton.successors(at.state, letter), out);
        Ok(())
    }

    /// What was followed. Steps of a proper set leave the letter, so it says how the claim moves.
    fn note(&mut self, node: &[u8], place: Option<usize>) -> Result<(), Reason> {
        let plain = &mut self.plain;
        let (program, at) = plain.suffix.split(node);
        let letter = plain.letters.read(plain.system, program)?;
        let moves = plain.automaton.successors(at.state, letter);
        let after: Vec<_> = moves.map(|edge| plain.suffix.going(edge.dst)).collect();
        let after = after.iter().map(AsRef::as_ref);
        let node = node.split_at(program.len());
        self.chooser.note(&plain.expansion, node, after, place);
        Ok(())
    }
}

/// Adds the edges of the steps of the expansion, after each of which the claim reads.
fn push<S: TransitionSystem>(
    plain: &mut PlainProduct<'_, S>,
    state: State,
    out: &mut Edges,
) -> Result<(), Reason> {
    for step in 0..plain.expansion.len() {
        let program = plain.expansion.state(step);
        let letter = plain.letters.read(plain.system, program)?;
        for edge in plain.automaton.successors(state, letter) {
            let property = plain.suffix.going(edge.dst);
            out.push(program, property.as_ref(), edge.marks, false, Some(step));
        }
    }
    Ok(())
}

impl<S: TransitionSystem> Product for After<'_, '_, S> {
    fn set_watch(&mut self, watch: Watch) {
        self.plain.set_watch(watch);
    }

    fn all_marks(&self) -> Marks {
        self.plain.all_marks()
    }

    fn initial(&mut self, out: &mut Edges) -> Result<(), Reason> {
        let automaton = self.plain.automaton;
        self.plain.expansion.clear();
        self.plain.expansion.initial(self.plain.system)?;
        for &state in automaton.initial() {
            push(&mut self.plain, state, out)?;
        }
        Ok(())
    }

    fn edges(&mut self, node: &[u8], out: &mut Edges) -> Result<(), Reason> {
        let plain = &mut self.plain;
        let (program, at) = plain.suffix.split(node);
        plain.expansion.clear();
        if at.stopped || plain.expansion.expand(plain.system, program)? {
            return self.stop(node, out);
        }
        push(plain, at.state, out)?;
        if plain.may_stop() {
            self.stop(node, out)?;
        }
        Ok(())
    }

    fn enough(
        &mut self,
        node: &[u8],
        on_path: &mut dyn FnMut(&[u8]) -> bool,
        out: &mut Edges,
    ) -> Result<(), Reason> {
        let plain = &mut self.plain;
        let (program, at) = plain.suffix.split(node);
        if at.stopped || plain.expansion.look(plain.system, program) {
            return self.stop(node, out);
        }
        self.chooser.look(plain.system, &mut plain.expansion, node);
        let add = |set: Option<&[u32]>, out: &mut Edges| {
            plain.expansion.follow_set(plain.system, set)?;
            push(plain, at.state, out)?;
            Ok(!plain.expansion.may_not_return())
        };
        let place = self.chooser.first(out, add, on_path)?;
        if place.is_none() && plain.may_stop() {
            self.stop(node, out)?;
        }
        self.note(node, place)
    }
}

impl<'a, S: TransitionSystem> Around for After<'a, '_, S> {
    type Inner = PlainProduct<'a, S>;

    fn inner(&self) -> &Self::Inner {
        &self.plain
    }

    fn inner_mut(&mut self) -> &mut Self::Inner {
        &mut self.plain
    }
}
