//! Letters by class: a partition of the `2^AP` letters into few sets that an algorithm may treat as
//! single letters.

use crate::automaton::Automaton;
use crate::guard::{Guard, Guards};
use crate::limit::TooLarge;
use crate::word::Letter;

/// Non-empty, disjoint sets of letters that cover all letters.
#[derive(Clone, Debug)]
pub struct Alphabet {
    guards: Guards,
    classes: Vec<Guard>,
    /// One letter of each class.
    letters: Vec<Letter>,
}

impl Alphabet {
    /// The coarsest partition that every guard of `automaton` respects: letters of one class are
    /// interchangeable at every position of every word.
    pub fn of_guards(automaton: &Automaton, limit: usize) -> Result<Self, TooLarge> {
        let mut cuts: Vec<Guard> = automaton.edges().iter().map(|e| e.guard).collect();
        cuts.sort_unstable();
        cuts.dedup();
        Self::refine(automaton.guards().clone(), &cuts, limit)
    }

    /// The partition into single letters, as far as `automaton` sees: two letters are in one class
    /// if they agree on every proposition that occurs in a guard.
    pub fn of_letters(automaton: &Automaton, limit: usize) -> Result<Self, TooLarge> {
        let mut guards = automaton.guards().clone();
        let mut props: Vec<u32> = Vec::new();
        for e in automaton.edges() {
            props.extend(guards.support(e.guard));
        }
        props.sort_unstable();
        props.dedup();
        let cuts: Vec<Guard> = props.into_iter().map(|p| guards.var(p)).collect();
        Self::refine(guards, &cuts, limit)
    }

    fn refine(mut guards: Guards, cuts: &[Guard], limit: usize) -> Result<Self, TooLarge> {
        let mut classes = vec![Guard::TRUE];
        for &cut in cuts {
            let mut finer = Vec::with_capacity(classes.len());
            for class in classes {
                let parts = [guards.and(class, cut), guards.minus(class, cut)];
                finer.extend(parts.into_iter().filter(|p| !p.is_false()));
            }
            if finer.len() > limit {
                return Err(TooLarge {
                    what: "classes of letters",
                    limit,
                });
            }
            classes = finer;
        }
        let letters = classes.iter().filter_map(|&c| guards.pick(c)).collect();
        Ok(Alphabet {
            guards,
            classes,
            letters,
        })
    }

    /// The manager of the classes; it extends that of the automaton.
    pub fn guards(&self) -> &Guards {
        &self.guards
    }

    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Never: the classes cover all letters.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// The classes, each with one of its letters.
    pub fn classes(&self) -> impl Iterator<Item = (Guard, Letter)> + '_ {
        self.classes
            .iter()
            .copied()
            .zip(self.letters.iter().copied())
    }

    pub fn class(&self, index: usize) -> (Guard, Letter) {
        (self.classes[index], self.letters[index])
    }

    /// The class of `letter`.
    pub fn class_of(&self, letter: Letter) -> usize {
        let has = |&class: &Guard| self.guards.eval(class, letter);
        let class = self.classes.iter().position(has);
        class.expect("the classes cover all letters")
    }

    /// The letter that stands for the class of `letter`.
    pub fn representative(&self, letter: Letter) -> Letter {
        self.letters[self.class_of(letter)]
    }
}
