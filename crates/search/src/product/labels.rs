//! Properties that labels in the program state: no automaton, the program alone.
//!
//! Both follow SPIN. A run that ends at an accept label stays there for ever and so is accepting
//! (SPIN's "accept stutter"); a run that ends is not a non-progress cycle. One that stays inside an
//! atomic sequence for ever is, unless it has begun where some process is at a progress label: labels
//! inside are not seen.

use super::{Edges, Ending, Product, Stepwise, Suffix, Told};
use crate::expansion::{Expansion, Interest};
use crate::limits::{Reason, Watch};
use crate::reduction::Reduction;
use omega::Marks;
use program::{Labels, Step, TransitionSystem};

/// The only mark.
const MARK: Marks = 1;

/// Which label matters, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Accepting cycles go through a state where some process is at an accept label.
    Accept,
    /// Accepting cycles go through no state where some process is at a progress label.
    ///
    /// In terms of automata the property is FG np_, but there is no need for one: edges out of states
    /// with progress are cut, and any cycle of the others is a violation.
    Progress,
}

/// A program whose cycles are bad for what labels they pass.
pub struct LabelProduct<'a, S> {
    system: &'a mut S,
    kind: Kind,
    suffix: Suffix,
    expansion: Expansion,
    reduction: Option<Reduction<'a, S>>,
}

impl<'a, S: TransitionSystem> LabelProduct<'a, S> {
    /// Accepting runs pass an accept label infinitely often.
    pub fn accept(system: &'a mut S) -> Self {
        LabelProduct::new(system, Kind::Accept)
    }

    /// Accepting runs pass a progress label only finitely often.
    pub fn progress(system: &'a mut S) -> Self {
        LabelProduct::new(system, Kind::Progress)
    }

    fn new(system: &'a mut S, kind: Kind) -> Self {
        LabelProduct {
            system,
            kind,
            suffix: Suffix::new(1),
            expansion: Expansion::interested(Interest::Divergence),
            reduction: None,
        }
    }

    /// Follows fewer steps from now on: none of those left out changes what the labels say, so this is
    /// theorem B for an automaton of one state.
    pub fn reduce(&mut self, reduction: Option<Reduction<'a, S>>) {
        self.reduction = reduction;
    }

    /// The marks of the edges of a state, and whether they are cut.
    fn marks(&mut self, program: &[u8]) -> (Marks, bool) {
        let Labels { accept, progress } = self.system.labels(program);
        match self.kind {
            Kind::Accept => (if accept { MARK } else { 0 }, false),
            Kind::Progress => (MARK, progress),
        }
    }

    /// Whether a run that takes no more steps from the state that was expanded is bad, given the
    /// edges of that state.
    fn ends_badly(&self, halted: bool, (marks, cut): (Marks, bool)) -> bool {
        let stops = match self.kind {
            Kind::Accept => halted || self.expansion.has_fault() || self.expansion.diverges(),
            Kind::Progress => self.expansion.diverges(),
        };
        stops && marks == MARK && !cut
    }
}

impl<S: TransitionSystem> Product for LabelProduct<'_, S> {
    fn set_watch(&mut self, watch: Watch) {
        self.expansion.set_watch(watch);
    }

    fn all_marks(&self) -> Marks {
        MARK
    }

    fn initial(&mut self, out: &mut Edges) -> Result<(), Reason> {
        let property = self.suffix.going(0);
        self.expansion.clear();
        self.expansion.initial(self.system)?;
        for index in 0..self.expansion.len() {
            let program = self.expansion.state(index);
            out.push(program, property.as_ref(), 0, false, Some(index));
        }
        Ok(())
    }

    fn edges(&mut self, state: &[u8], out: &mut Edges) -> Result<(), Reason> {
        let (program, at) = self.suffix.split(state);
        let (going, stopped) = (self.suffix.going(0), self.suffix.stopped(0));
        self.expansion.clear();
        if at.stopped {
            out.push(program, stopped.as_ref(), MARK, false, None);
            return Ok(());
        }
        let (marks, cut) = self.marks(program);
        let halted = self.expansion.expand(self.system, program)?;
        for step in 0..self.expansion.len() {
            let program = self.expansion.state(step);
            out.push(program, going.as_ref(), marks, cut, Some(step));
        }
        if self.ends_badly(halted, (marks, cut)) {
            out.push(program, stopped.as_ref(), MARK, false, None);
        }
        Ok(())
    }

    fn enough(
        &mut self,
        state: &[u8],
        on_path: &mut dyn FnMut(&[u8]) -> bool,
        out: &mut Edges,
    ) -> Result<(), Reason> {
        let (program, at) = self.suffix.split(state);
        let (marks, cut) = self.marks(program);
        let Some(reduction) = self.reduction.as_mut().filter(|_| !at.stopped) else {
            return self.edges(state, out);
        };
        // A search does not stay on its path over an edge that is cut, so a cycle of such edges
        // would not be seen: states with progress get all their steps.
        if cut || self.expansion.look(self.system, program) {
            return self.edges(state, out);
        }
        let going = self.suffix.going(0);
        let push = |expansion: &Expansion, out: &mut Edges| {
            for step in 0..expansion.len() {
                out.push(
                    expansion.state(step),
                    going.as_ref(),
                    marks,
                    false,
                    Some(step),
                );
            }
        };
        let node = (program, going.as_ref());
        if reduction.enough(self.system, &mut self.expansion, node, on_path, out, push)? {
            return Ok(());
        }
        self.edges(state, out)
    }
}

impl<S: TransitionSystem> Told for LabelProduct<'_, S> {
    fn moves(&self, step: usize) -> Vec<Step> {
        self.expansion.path(step)
    }

    fn ending(&mut self, state: &[u8]) -> Result<Option<Ending>, Reason> {
        let program = self.suffix.split(state).0;
        let ends_count = self.kind == Kind::Accept;
        self.expansion.ending(self.system, program, ends_count)
    }
}

impl<S: TransitionSystem> Stepwise for LabelProduct<'_, S> {
    fn expansion(&self) -> &Expansion {
        &self.expansion
    }

    fn expansion_mut(&mut self) -> &mut Expansion {
        &mut self.expansion
    }
}
