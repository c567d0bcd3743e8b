//! Small Büchi automata, one bit for each state of a set.

use omega::alphabet::Alphabet;
use omega::buchi::state_based;
use omega::limit::TooLarge;
use omega::{Automaton, Builder, Letter};

/// Most states of an automaton of the lab.
pub const MAX_AUTOMATON: usize = 8;
/// Most letters.
pub const MAX_LETTERS: usize = 4;

/// A set of automaton states, one bit each.
pub type Set = u8;

/// A Büchi automaton with accepting states; letters are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Buchi {
    pub states: usize,
    pub letters: usize,
    pub initial: Set,
    pub accepting: Set,
    /// By letter and state, the successors.
    pub next: [[Set; MAX_AUTOMATON]; MAX_LETTERS],
}

impl Buchi {
    /// An automaton without transitions, with initial state 0.
    pub fn new(states: usize, letters: usize) -> Buchi {
        Buchi {
            states,
            letters,
            initial: 1,
            accepting: 0,
            next: [[0; MAX_AUTOMATON]; MAX_LETTERS],
        }
    }

    pub fn add(&mut self, from: usize, letter: usize, to: usize) {
        self.next[letter][from] |= 1 << to;
    }

    /// The transitions: from, letter, to.
    pub fn transitions(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        let pairs = (0..self.states).flat_map(|s| (0..self.letters).map(move |a| (s, a)));
        pairs.flat_map(|(s, a)| crate::program::members(self.next[a][s]).map(move |t| (s, a, t)))
    }

    /// The states that an edge leads to from these.
    pub fn successors(&self, set: Set) -> Set {
        let all = |s| (0..self.letters).fold(0, |to, a| to | self.next[a][s]);
        crate::program::members(set).fold(0, |to, s| to | all(s))
    }

    /// The states that are reached from these in any number of steps.
    pub fn reached(&self, from: Set) -> Set {
        let mut seen = from;
        loop {
            let more = seen | self.successors(seen);
            if more == seen {
                return seen;
            }
            seen = more;
        }
    }

    /// The states with a non-empty language.
    pub fn live(&self) -> Set {
        let on_cycle = |&s: &usize| self.reached(self.successors(1 << s)) >> s & 1 == 1;
        let cores = crate::program::members(self.accepting)
            .filter(on_cycle)
            .fold(0, |set: Set, s| set | 1 << s);
        let leads = |&s: &usize| self.reached(1 << s) & cores != 0;
        (0..self.states)
            .filter(leads)
            .fold(0, |set, s| set | 1 << s)
    }

    /// Whether every state is reached and has a non-empty language.
    pub fn is_trim(&self) -> bool {
        let all = ((1u32 << self.states) - 1) as Set;
        self.reached(self.initial) == all && self.live() == all
    }

    /// A small automaton, and for each of its letters one of `omega` that it stands for, in
    /// ascending order. `None` if it has too many states or classes of letters for the lab.
    pub fn of_automaton(automaton: &Automaton) -> Result<Option<(Buchi, Vec<Letter>)>, TooLarge> {
        let automaton = state_based(automaton);
        let alphabet = Alphabet::of_guards(&automaton, omega::limit::MAX_CLASSES)?;
        if automaton.num_states() > MAX_AUTOMATON || alphabet.len() > MAX_LETTERS {
            return Ok(None);
        }
        let mut letters: Vec<Letter> = alphabet.classes().map(|(_, letter)| letter).collect();
        letters.sort_unstable();
        let mut buchi = Buchi::new(automaton.num_states(), letters.len());
        buchi.initial = automaton.initial().iter().fold(0, |set, s| set | 1 << s);
        for state in automaton.states() {
            buchi.accepting |= u8::from(automaton.state_marks(state) != 0) << state;
            for (index, &letter) in letters.iter().enumerate() {
                for edge in automaton.successors(state, letter) {
                    buchi.add(state as usize, index, edge.dst as usize);
                }
            }
        }
        Ok(Some((buchi, letters)))
    }

    /// The same automaton for the rest of the project. A letter is a number in binary: the first
    /// proposition is its lowest bit.
    pub fn to_automaton(&self) -> Automaton {
        let names = match self.letters {
            0..=2 => vec!["p".to_owned()],
            _ => vec!["p".to_owned(), "q".to_owned()],
        };
        let props = names.len() as u32;
        let mut builder = Builder::new(names, 1);
        builder.add_states(self.states);
        for state in crate::program::members(self.initial) {
            builder.add_initial(state as u32);
        }
        for (from, letter, to) in self.transitions() {
            let guard = builder.guards().letter(letter as Letter, props);
            let marks = u64::from(self.accepting >> from & 1);
            builder.add_edge(from as u32, guard, marks, to as u32);
        }
        builder.finish()
    }
}

/// A built-in automaton, for tests.
#[cfg(test)]
pub fn named(name: &str) -> Buchi {
    let automaton = omega::builtin::builtin(name).expect("it is built in");
    let small = Buchi::of_automaton(&automaton).expect("it has few letters");
    small.expect("it is small").0
}
