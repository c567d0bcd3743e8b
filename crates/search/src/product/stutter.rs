//! The stutter product P ⊠ B: the property moves when what it reads changes.
//!
//! In `(q, s)` the automaton has read the current block, of letters equal to that of `q`. A step
//! that does not change the letter leaves `s` and is marked with what the automaton could collect
//! by reading the letter for ever; one that does takes the automaton along the relation `⇒`. The
//! product has an accepting run iff some execution has a word that is stutter-equivalent to one of
//! the language, and the reductions that ignore invisible steps keep that.
//!
//! Where the program takes no more steps, that letter is read for ever. So a stopped copy of a state has
//! one edge, to itself; it is left out where that has not all marks, since nothing comes of it then.

use super::{Edges, Ending, Letters, Product, Stepwise, Suffix, Told};
use crate::expansion::{Expansion, Interest};
use crate::licence::Licence;
use crate::limits::{Reason, Watch};
use crate::reduction::Reduction;
use omega::stutter::StutterRelation;
use omega::{Letter, Marks, State};
use program::{Step, TransitionSystem};

/// The stutter product of a system and an automaton.
pub struct StutterProduct<'a, S> {
    system: &'a mut S,
    relation: StutterRelation<'a>,
    licence: Licence<'a>,
    letters: Letters,
    suffix: Suffix,
    expansion: Expansion,
    reduction: Option<Reduction<'a, S>>,
}

impl<'a, S: TransitionSystem> StutterProduct<'a, S> {
    /// The licence says what a verdict of this product means, and lets it be smaller.
    pub fn new(system: &'a mut S, licence: Licence<'a>, letters: Letters) -> Self {
        let automaton = licence.automaton();
        let relation = match licence {
            Licence::StutterInvariant(_) => StutterRelation::for_invariant(automaton),
            Licence::Closure(_) => StutterRelation::new(automaton),
        };
        StutterProduct {
            system,
            relation,
            licence,
            letters,
            suffix: Suffix::new(automaton.num_states()),
            expansion: Expansion::interested(Interest::Divergence),
            reduction: None,
        }
    }

    /// Follows fewer steps from now on. What the licence says stays true (theorem B).
    pub fn reduce(&mut self, reduction: Option<Reduction<'a, S>>) {
        self.reduction = reduction;
    }

    pub fn licence(&self) -> Licence<'a> {
        self.licence
    }

    pub fn letters(&self) -> &Letters {
        &self.letters
    }
}

impl<S: TransitionSystem> StutterProduct<'_, S> {
    /// Adds the edges of a state with this letter, all of whose steps were followed.
    fn follow(
        &mut self,
        program: &[u8],
        state: State,
        letter: Letter,
        out: &mut Edges,
    ) -> Result<(), Reason> {
        let (same, mu) = (self.suffix.going(state), self.relation.mu(state, letter));
        for step in 0..self.expansion.len() {
            let program = self.expansion.state(step);
            let next = self.letters.read(self.system, program)?;
            if next == letter {
                out.push(program, same.as_ref(), mu, false, Some(step));
                continue;
            }
            for &(target, marks) in self.relation.change(state, next) {
                let target = self.suffix.going(target);
                out.push(program, target.as_ref(), marks, false, Some(step));
            }
        }
        let may_stop = self.expansion.has_fault() || self.expansion.diverges();
        if may_stop && mu == self.all_marks() {
            let stopped = self.suffix.stopped(state);
            out.push(program, stopped.as_ref(), mu, false, None);
        }
        Ok(())
    }
}

impl<S: TransitionSystem> Product for StutterProduct<'_, S> {
    fn set_watch(&mut self, watch: Watch) {
        self.expansion.set_watch(watch);
    }

    fn all_marks(&self) -> Marks {
        self.relation.automaton().all_marks()
    }

    fn initial(&mut self, out: &mut Edges) -> Result<(), Reason> {
        self.expansion.clear();
        self.expansion.initial(self.system)?;
        for index in 0..self.expansion.len() {
            let program = self.expansion.state(index);
            let letter = self.letters.read(self.system, program)?;
            for &state in self.relation.initial(letter) {
                let property = self.suffix.going(state);
                out.push(program, property.as_ref(), 0, false, Some(index));
            }
        }
        Ok(())
    }

    fn edges(&mut self, state: &[u8], out: &mut Edges) -> Result<(), Reason> {
        let (program, at) = self.suffix.split(state);
        let same = &state[program.len()..];
        let letter = self.letters.read(self.system, program)?;
        let mu = self.relation.mu(at.state, letter);
        self.expansion.clear();
        if at.stopped || self.expansion.expand(self.system, program)? {
            out.push(program, same, mu, false, None);
            return Ok(());
        }
        self.follow(program, at.state, letter, out)
    }

    fn enough(
        &mut self,
        bytes: &[u8],
        on_path: &mut dyn FnMut(&[u8]) -> bool,
        out: &mut Edges,
    ) -> Result<(), Reason> {
        let Some(reduction) = &mut self.reduction else {
            return self.edges(bytes, out);
        };
        let (program, at) = self.suffix.split(bytes);
        if at.stopped {
            return self.edges(bytes, out);
        }
        let same = &bytes[program.len()..];
        let letter = self.letters.read(self.system, program)?;
        let mu = self.relation.mu(at.state, letter);
        if self.expansion.look(self.system, program) {
            out.push(program, same, mu, false, None);
            return Ok(());
        }
        // Steps of a proper set are invisible: the letter stays, and so does the automaton.
        let push = |expansion: &Expansion, out: &mut Edges| {
            for step in 0..expansion.len() {
                out.push(expansion.state(step), same, mu, false, Some(step));
            }
        };
        let node = (program, same);
        if reduction.enough(self.system, &mut self.expansion, node, on_path, out, push)? {
            return Ok(());
        }
        let all = 0..self.expansion.direct();
        self.expansion.follow_only(self.system, all)?;
        self.follow(program, at.state, letter, out)
    }
}

impl<S: TransitionSystem> Told for StutterProduct<'_, S> {
    fn moves(&self, step: usize) -> Vec<Step> {
        self.expansion.path(step)
    }

    fn automaton_state(&self, state: &[u8]) -> Option<State> {
        Some(self.suffix.split(state).1.state)
    }

    fn letter(&mut self, state: &[u8]) -> Option<Letter> {
        let program = self.suffix.split(state).0;
        self.letters.read(self.system, program).ok()
    }

    fn ending(&mut self, state: &[u8]) -> Result<Option<Ending>, Reason> {
        let program = self.suffix.split(state).0;
        self.expansion.ending(self.system, program, true)
    }
}

impl<S: TransitionSystem> Stepwise for StutterProduct<'_, S> {
    fn expansion(&self) -> &Expansion {
        &self.expansion
    }

    fn expansion_mut(&mut self) -> &mut Expansion {
        &mut self.expansion
    }
}
