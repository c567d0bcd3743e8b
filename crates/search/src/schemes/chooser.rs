//! The sets that a scheme may follow in a state, in the order in which it tries them.

use super::preference::Preference;
use crate::expansion::Expansion;
use crate::log::Log;
use crate::reduction::Select;
use program::TransitionSystem;
use reduce::Choices;

pub(super) struct Chooser<'a, S> {
    select: &'a mut dyn Select<S>,
    preference: Preference,
    log: Option<&'a mut Log>,
    choices: Choices,
    /// The sets of the choices, in the order of preference.
    order: Vec<usize>,
}

impl<'a, S: TransitionSystem> Chooser<'a, S> {
    pub fn new(
        select: &'a mut dyn Select<S>,
        preference: Preference,
        log: Option<&'a mut Log>,
    ) -> Self {
        Chooser {
            select,
            preference,
            log,
            choices: Choices::default(),
            order: Vec::new(),
        }
    }

    /// Finds the sets for the state that an expansion looked at; `node` is that of the product.
    pub fn look(&mut self, system: &mut S, expansion: &mut Expansion, node: &[u8]) {
        self.select.at(node);
        expansion.select(system, self.select, &mut self.choices);
        self.order.clear();
        self.order.extend(0..self.choices.iter().count());
        self.preference.arrange(node, &mut self.order);
    }

    /// How many sets there are.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// The set that comes at this place in the order.
    pub fn set(&self, place: usize) -> &[u32] {
        let set = self.choices.iter().nth(self.order[place]);
        set.unwrap_or_default()
    }

    /// Whether a set need not be refused because of cycles.
    pub fn sees_to_cycles(&self) -> bool {
        self.select.sees_to_cycles()
    }

    /// The set at a place was followed, or all steps. The claim is at `suffix` before it moves and
    /// at one of `after` then.
    pub fn note<'b>(
        &mut self,
        expansion: &Expansion,
        (program, suffix): (&[u8], &[u8]),
        after: impl Iterator<Item = &'b [u8]>,
        place: Option<usize>,
    ) {
        if let Some(log) = &mut self.log {
            let set = place.and_then(|place| self.choices.iter().nth(self.order[place]));
            log.note(expansion, (program, suffix), after, set);
        }
    }
}
