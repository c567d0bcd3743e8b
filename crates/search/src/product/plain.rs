//! The plain product P ⊗ B: the property reads every state.
//!
//! In `(q, s)` the automaton has yet to read the letter of `q`. An edge is a move of the automaton
//! on that letter together with a step of the program; where that takes no more steps, the automaton
//! reads the last letter for ever.

use super::{Edges, Ending, Letters, Product, Stepwise, Suffix, Told};
use crate::expansion::{Expansion, Interest};
use crate::limits::{Reason, Watch};
use omega::{Automaton, Letter, Marks, State};
use program::{Step, TransitionSystem};

/// The plain product of a system and an automaton.
pub struct PlainProduct<'a, S> {
    pub(crate) system: &'a mut S,
    pub(crate) automaton: &'a Automaton,
    pub(crate) letters: Letters,
    pub(crate) suffix: Suffix,
    pub(crate) expansion: Expansion,
}

impl<'a, S: TransitionSystem> PlainProduct<'a, S> {
    pub fn new(system: &'a mut S, automaton: &'a Automaton, letters: Letters) -> Self {
        PlainProduct {
            system,
            automaton,
            letters,
            suffix: Suffix::new(automaton.num_states()),
            expansion: Expansion::interested(Interest::Divergence),
        }
    }

    /// Adds the edges by which the automaton reads the letter of a state from which the program takes
    /// no more steps.
    pub(crate) fn stop(
        &self,
        program: &[u8],
        moves: impl Iterator<Item = &'a omega::Edge>,
        out: &mut Edges,
    ) {
        for edge in moves {
            let property = self.suffix.stopped(edge.dst);
            out.push(program, property.as_ref(), edge.marks, false, None);
        }
    }

    /// Whether a run can end in a fault or diverge in the state whose steps were all followed.
    pub(crate) fn may_stop(&self) -> bool {
        self.expansion.has_fault() || self.expansion.diverges()
    }
}

impl<S: TransitionSystem> Product for PlainProduct<'_, S> {
    fn set_watch(&mut self, watch: Watch) {
        self.expansion.set_watch(watch);
    }

    fn all_marks(&self) -> Marks {
        self.automaton.all_marks()
    }

    fn initial(&mut self, out: &mut Edges) -> Result<(), Reason> {
        self.expansion.clear();
        self.expansion.initial(self.system)?;
        for index in 0..self.expansion.len() {
            for &state in self.automaton.initial() {
                let property = self.suffix.going(state);
                let program = self.expansion.state(index);
                out.push(program, property.as_ref(), 0, false, Some(index));
            }
        }
        Ok(())
    }

    fn edges(&mut self, state: &[u8], out: &mut Edges) -> Result<(), Reason> {
        let (program, at) = self.suffix.split(state);
        let letter = self.letters.read(self.system, program)?;
        self.expansion.clear();
        let moves = || self.automaton.successors(at.state, letter);
        if moves().next().is_none() {
            return Ok(());
        }
        if at.stopped {
            self.stop(program, moves(), out);
            return Ok(());
        }
        let halted = self.expansion.expand(self.system, program)?;
        for edge in moves() {
            let property = self.suffix.going(edge.dst);
            if halted {
                out.push(program, property.as_ref(), edge.marks, false, None);
            }
            for step in 0..self.expansion.len() {
                let program = self.expansion.state(step);
                out.push(program, property.as_ref(), edge.marks, false, Some(step));
            }
        }
        if self.may_stop() {
            self.stop(program, moves(), out);
        }
        Ok(())
    }
}

impl<S: TransitionSystem> Told for PlainProduct<'_, S> {
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

impl<S: TransitionSystem> Stepwise for PlainProduct<'_, S> {
    fn expansion(&self) -> &Expansion {
        &self.expansion
    }

    fn expansion_mut(&mut self) -> &mut Expansion {
        &mut self.expansion
    }
}
