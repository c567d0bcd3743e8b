//! The plain product P ⊗ B: the property reads every state.
//!
//! In `(q, s)` the automaton has yet to read the letter of `q`. An edge is a move of the automaton
//! on that letter together with a step of the program; where nothing can happen the program halts,
//! and the automaton reads the last letter for ever. A move that ends in a fault has no successor:
//! that run is an error of its own, and not infinite.

use super::{Edges, Letters, Product, Stepwise, Suffix, Told};
use crate::expansion::Expansion;
use crate::limits::Reason;
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
            expansion: Expansion::default(),
        }
    }
}

impl<S: TransitionSystem> Product for PlainProduct<'_, S> {
    fn all_marks(&self) -> Marks {
        self.automaton.all_marks()
    }

    fn initial(&mut self, out: &mut Edges) -> Result<(), Reason> {
        self.expansion.clear();
        self.expansion.initial(self.system)?;
        for index in 0..self.expansion.len() {
            for &state in self.automaton.initial() {
                let (bytes, width) = self.suffix.bytes(state);
                let program = self.expansion.state(index);
                out.push(program, &bytes[..width], 0, false, Some(index));
            }
        }
        Ok(())
    }

    fn edges(&mut self, state: &[u8], out: &mut Edges) -> Result<(), Reason> {
        let (program, state) = self.suffix.split(state);
        let letter = self.letters.read(self.system, program)?;
        self.expansion.clear();
        if self.automaton.successors(state, letter).next().is_none() {
            return Ok(());
        }
        let halted = self.expansion.expand(self.system, program)?;
        for edge in self.automaton.successors(state, letter) {
            let (bytes, width) = self.suffix.bytes(edge.dst);
            let property = &bytes[..width];
            if halted {
                out.push(program, property, edge.marks, false, None);
            }
            for step in 0..self.expansion.len() {
                let program = self.expansion.state(step);
                out.push(program, property, edge.marks, false, Some(step));
            }
        }
        Ok(())
    }
}

impl<S: TransitionSystem> Told for PlainProduct<'_, S> {
    fn moves(&self, step: usize) -> Vec<Step> {
        self.expansion.path(step)
    }

    fn automaton_state(&self, state: &[u8]) -> Option<State> {
        Some(self.suffix.split(state).1)
    }

    fn letter(&mut self, state: &[u8]) -> Option<Letter> {
        let program = self.suffix.split(state).0;
        self.letters.read(self.system, program).ok()
    }
}

impl<S: TransitionSystem> Stepwise for PlainProduct<'_, S> {
    fn expansion(&self) -> &Expansion {
        &self.expansion
    }
}
