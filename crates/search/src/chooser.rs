//! Which steps of a state a product follows: the first set that is not refused, or all.

use crate::expansion::Expansion;
use crate::limits::Reason;
use crate::log::Log;
use crate::preference::Preference;
use crate::product::Edges;
use crate::reduction::Select;
use program::TransitionSystem;
use reduce::Choices;

pub(crate) struct Chooser<'a, S> {
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

    /// The same, with a log of what is followed.
    pub fn logged(self, log: &'a mut Log) -> Self {
        Chooser {
            log: Some(log),
            ..self
        }
    }

    /// Finds the sets for the state that an expansion looked at; `node` is that of the product.
    pub fn look(&mut self, system: &mut S, expansion: &mut Expansion, node: &[u8]) {
        self.look_by(system, expansion, node, node);
    }

    /// As [`Chooser::look`]; `key` is what the order of the sets may depend on.
    fn look_by(&mut self, system: &mut S, expansion: &mut Expansion, node: &[u8], key: &[u8]) {
        self.select.at(node);
        expansion.select(system, self.select, &mut self.choices);
        self.order.clear();
        self.order.extend(0..self.choices.iter().count());
        self.preference.arrange(key, &mut self.order);
    }

    /// As [`Chooser::look`], if a set is to be a function of the program state and of the program states on
    /// the path. Their order then depends on the program state alone, and which is refused on the path.
    pub fn look_projected(
        &mut self,
        system: &mut S,
        expansion: &mut Expansion,
        (node, program): (&[u8], &[u8]),
        on_path: &mut dyn FnMut(&[u8]) -> bool,
    ) {
        self.select.beneath(on_path);
        self.look_by(system, expansion, node, program);
    }

    /// As [`Chooser::look`], for one move of the property: a selector may choose by it.
    pub fn look_for(&mut self, system: &mut S, expansion: &mut Expansion, node: &[u8], to: &[u8]) {
        self.select.moving(to);
        self.look(system, expansion, node);
    }

    /// Lets `add` add the edges of one set after the other until there is one of which no edge leads
    /// to a node that is refused; in the end, of all steps (no set). Says at which place in the order
    /// the set is.
    ///
    /// `add` says whether the steps are sure to lead somewhere. Those of a proper set must: where an
    /// atomic sequence of the set can end in a fault or go round for ever, the set is refused.
    ///
    /// *Why.* A run that ends in a fault or stays inside an atomic sequence has a last step that never
    /// returns, and what is put before that is seen while what is put after it is not. So a step that
    /// may not return is no invisible one (C2), whatever it writes. If all steps of a set return where the set is chosen,
    /// theorem B holds for such runs as for others. Let `θ` be one. If a step of the set occurs
    /// in it, nothing before the first of them interferes with that (C1), so it does there what it does here: it
    /// returns, and so is not the last. It is put first, and the rest goes on as it did. If none occurs, one is put before `θ`; it
    /// interferes with nothing in `θ`, the last step included, which ends as it did, after letters that
    /// are the same up to stuttering. That happens finitely often before a state gets all its steps (C3),
    /// and then `θ` becomes shorter. Whether the steps of a set return is a fact of the state alone, as the
    /// static proviso (T1) demands. Under weak fairness a process that was blocked while another stayed inside
    /// still is after a step put before: it has come to no place where it could meet another (C2f).
    pub fn first(
        &self,
        out: &mut Edges,
        mut add: impl FnMut(Option<&[u32]>, &mut Edges) -> Result<bool, Reason>,
        mut refused: impl FnMut(&[u8]) -> bool,
    ) -> Result<Option<usize>, Reason> {
        let before = out.len();
        for place in 0..self.order.len() {
            let leads = add(self.set(Some(place)), out)?;
            let free = self.select.sees_to_cycles();
            let refused = |index: usize| refused(out.get(index).1);
            if leads && (free || !(before..out.len()).any(refused)) {
                return Ok(Some(place));
            }
            out.truncate(before);
        }
        add(None, out)?;
        Ok(None)
    }

    /// The set at a place in the order.
    pub fn set(&self, place: Option<usize>) -> Option<&[u32]> {
        self.choices.iter().nth(self.order[place?])
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
