//! The stutter product P ⊠ B: the property moves when what it reads changes.
//!
//! In `(q, s)` the automaton has read the current block, of letters equal to that of `q`. A step
//! that does not change the letter leaves `s` and is marked with what the automaton could collect
//! by reading the letter for ever; one that does takes the automaton along the relation `⇒`. The
//! product has an accepting run iff some execution has a word that is stutter-equivalent to one of
//! the language, and the reductions that ignore invisible steps keep that.

use super::{Edges, Letters, Product, Stepwise, Suffix, Told};
use crate::expansion::Expansion;
use crate::licence::Licence;
use crate::limits::Reason;
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
            expansion: Expansion::default(),
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
    /// Adds the edges of the steps of the expansion, from a state with this letter.
    fn follow(&mut self, state: State, letter: Letter, out: &mut Edges) -> Result<(), Reason> {
        let (bytes, width) = self.suffix.bytes(state);
        let (same, mu) = (&bytes[..width], self.relation.mu(state, letter));
        for step in 0..self.expansion.len() {
            let program = self.expansion.state(step);
            let next = self.letters.read(self.system, program)?;
            if next == letter {
                out.push(program, same, mu, false, Some(step));
                continue;
            }
            for &(target, marks) in self.relation.change(state, next) {
                let (bytes, width) = self.suffix.bytes(target);
                out.push(program, &bytes[..width], marks, false, Some(step));
            }
        }
        Ok(())
    }
}

impl<S: TransitionSystem> Product for StutterProduct<'_, S> {
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
                let (bytes, width) = self.suffix.bytes(state);
                out.push(program, &bytes[..width], 0, false, Some(index));
            }
        }
        Ok(())
    }

    fn edges(&mut self, state: &[u8], out: &mut Edges) -> Result<(), Reason> {
        let (program, state) = self.suffix.split(state);
        let (bytes, width) = self.suffix.bytes(state);
        let same = &bytes[..width];
        let letter = self.letters.read(self.system, program)?;
        let mu = self.relation.mu(state, letter);
        self.expansion.clear();
        if self.expansion.expand(self.system, program)? {
            out.push(program, same, mu, false, None);
        }
        self.follow(state, letter, out)
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
        let (program, state) = self.suffix.split(bytes);
        let same = &bytes[program.len()..];
        let letter = self.letters.read(self.system, program)?;
        let mu = self.relation.mu(state, letter);
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
        self.follow(state, letter, out)
    }
}

impl<S: TransitionSystem> Told for StutterProduct<'_, S> {
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

impl<S: TransitionSystem> Stepwise for StutterProduct<'_, S> {
    fn expansion(&self) -> &Expansion {
        &self.expansion
    }
}
