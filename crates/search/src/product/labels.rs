//! Properties that labels in the program state: no automaton, the program alone.
//!
//! Both follow SPIN. A run that ends at an accept label stays there for ever and so is accepting
//! (SPIN's "accept stutter"); a run that ends is not a non-progress cycle.

use super::{Edges, Product, Stepwise, Told};
use crate::expansion::Expansion;
use crate::limits::Reason;
use crate::reduction::Reduction;
use omega::Marks;
use program::{Step, TransitionSystem};

/// The only mark.
const MARK: Marks = 1;

/// Accepting cycles go through a state where some process is at an accept label.
pub struct AcceptLabels<'a, S> {
    system: &'a mut S,
    expansion: Expansion,
    reduction: Option<Reduction<'a, S>>,
}

/// Accepting cycles go through no state where some process is at a progress label.
///
/// In terms of automata the property is FG np_, but there is no need for one: edges out of states
/// with progress are cut, and any cycle of the others is a violation.
pub struct ProgressLabels<'a, S> {
    system: &'a mut S,
    expansion: Expansion,
    reduction: Option<Reduction<'a, S>>,
}

impl<'a, S: TransitionSystem> AcceptLabels<'a, S> {
    pub fn new(system: &'a mut S) -> Self {
        AcceptLabels {
            system,
            expansion: Expansion::default(),
            reduction: None,
        }
    }

    /// Follows fewer steps from now on: none of those left out changes what the labels say, so this is
    /// theorem B for an automaton of one state.
    pub fn reduce(&mut self, reduction: Option<Reduction<'a, S>>) {
        self.reduction = reduction;
    }
}

impl<'a, S: TransitionSystem> ProgressLabels<'a, S> {
    pub fn new(system: &'a mut S) -> Self {
        ProgressLabels {
            system,
            expansion: Expansion::default(),
            reduction: None,
        }
    }

    /// Follows fewer steps from now on: none of those left out changes what the labels say, so this is
    /// theorem B for an automaton of one state.
    pub fn reduce(&mut self, reduction: Option<Reduction<'a, S>>) {
        self.reduction = reduction;
    }
}

/// Adds the first states of a system.
fn initial<S: TransitionSystem>(
    system: &mut S,
    expansion: &mut Expansion,
    out: &mut Edges,
) -> Result<(), Reason> {
    expansion.clear();
    expansion.initial(system)?;
    for index in 0..expansion.len() {
        out.push(expansion.state(index), &[], 0, false, Some(index));
    }
    Ok(())
}

impl<S: TransitionSystem> Product for AcceptLabels<'_, S> {
    fn all_marks(&self) -> Marks {
        MARK
    }

    fn initial(&mut self, out: &mut Edges) -> Result<(), Reason> {
        initial(self.system, &mut self.expansion, out)
    }

    fn edges(&mut self, state: &[u8], out: &mut Edges) -> Result<(), Reason> {
        let accept = self.system.labels(state).accept;
        let marks = if accept { MARK } else { 0 };
        self.expansion.clear();
        if self.expansion.expand(self.system, state)? {
            out.push(state, &[], marks, false, None);
        }
        for step in 0..self.expansion.len() {
            out.push(self.expansion.state(step), &[], marks, false, Some(step));
        }
        Ok(())
    }

    fn enough(
        &mut self,
        state: &[u8],
        on_path: &mut dyn FnMut(&[u8]) -> bool,
        out: &mut Edges,
    ) -> Result<(), Reason> {
        let Some(reduction) = &mut self.reduction else {
            return self.edges(state, out);
        };
        let accept = self.system.labels(state).accept;
        let marks = if accept { MARK } else { 0 };
        let push = |expansion: &Expansion, out: &mut Edges| {
            for step in 0..expansion.len() {
                out.push(expansion.state(step), &[], marks, false, Some(step));
            }
        };
        let (halted, node) = (self.expansion.look(self.system, state), (state, &[][..]));
        if !halted
            && reduction.enough(self.system, &mut self.expansion, node, on_path, out, push)?
        {
            return Ok(());
        }
        self.edges(state, out)
    }
}

impl<S: TransitionSystem> Told for AcceptLabels<'_, S> {
    fn moves(&self, step: usize) -> Vec<Step> {
        self.expansion.path(step)
    }
}

impl<S: TransitionSystem> Product for ProgressLabels<'_, S> {
    fn all_marks(&self) -> Marks {
        MARK
    }

    fn initial(&mut self, out: &mut Edges) -> Result<(), Reason> {
        initial(self.system, &mut self.expansion, out)
    }

    fn edges(&mut self, state: &[u8], out: &mut Edges) -> Result<(), Reason> {
        let cut = self.system.labels(state).progress;
        self.expansion.clear();
        self.expansion.expand(self.system, state)?;
        for step in 0..self.expansion.len() {
            out.push(self.expansion.state(step), &[], MARK, cut, Some(step));
        }
        Ok(())
    }

    fn enough(
        &mut self,
        state: &[u8],
        on_path: &mut dyn FnMut(&[u8]) -> bool,
        out: &mut Edges,
    ) -> Result<(), Reason> {
        let Some(reduction) = &mut self.reduction else {
            return self.edges(state, out);
        };
        // A search does not stay on its path over an edge that is cut, so a cycle of such edges
        // would not be seen: states with progress get all their steps.
        if self.system.labels(state).progress {
            return self.edges(state, out);
        }
        let push = |expansion: &Expansion, out: &mut Edges| {
            for step in 0..expansion.len() {
                out.push(expansion.state(step), &[], MARK, false, Some(step));
            }
        };
        let (halted, node) = (self.expansion.look(self.system, state), (state, &[][..]));
        if !halted
            && reduction.enough(self.system, &mut self.expansion, node, on_path, out, push)?
        {
            return Ok(());
        }
        self.edges(state, out)
    }
}

impl<S: TransitionSystem> Told for ProgressLabels<'_, S> {
    fn moves(&self, step: usize) -> Vec<Step> {
        self.expansion.path(step)
    }
}

impl<S: TransitionSystem> Stepwise for AcceptLabels<'_, S> {
    fn expansion(&self) -> &Expansion {
        &self.expansion
    }
}

impl<S: TransitionSystem> Stepwise for ProgressLabels<'_, S> {
    fn expansion(&self) -> &Expansion {
        &self.expansion
    }
}
