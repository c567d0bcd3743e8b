//! All small automata of a kind, up to renaming of states and letters.
//!
//! Only trimmed ones: states that are not reached or accept nothing add nothing to a product but
//! nodes without accepting runs. Letters may be renamed because the programs beside them take all
//! labels.

use crate::buchi::{Buchi, MAX_AUTOMATON, MAX_LETTERS};
use crate::language;
use crate::program::members;
use crate::renaming::permutations;

/// Which automata.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Family {
    pub states: usize,
    pub transitions: usize,
    pub letters: usize,
    pub kind: Kind,
}

/// What they must have in common. Nothing set: nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kind {
    /// The language is stutter-invariant.
    pub invariant: bool,
    /// The language of every state is.
    pub invariant_states: bool,
    /// SI normal form.
    pub normal_form: bool,
    pub unambiguous: bool,
    pub deterministic: bool,
}

impl Kind {
    pub fn has(&self, automaton: &Buchi) -> bool {
        (!self.normal_form || language::is_normal_form(automaton))
            && (!self.deterministic || language::is_deterministic(automaton))
            && (!self.unambiguous || language::is_unambiguous(automaton))
            && (!self.invariant_states || language::has_invariant_states(automaton))
            && (!self.invariant || language::is_invariant(automaton))
    }
}

impl Family {
    /// The automata with exactly so many states and transitions.
    pub fn exactly(&self, states: usize, transitions: usize) -> Vec<Buchi> {
        let bits: Vec<u32> = (0..(states * states * self.letters) as u32)
            // In normal form no edge leads to the initial state.
            .filter(|bit| !self.kind.normal_form || bit % states as u32 != 0)
            .collect();
        let renamings = Renaming::all(states, self.letters);
        let mut found = Vec::new();
        for subset in Subsets::new(bits.len(), transitions) {
            let chosen = crate::graph::nodes(subset);
            let code = chosen.fold(0u64, |code, index| code | 1 << bits[index]);
            let mut automaton = decode(code, states, self.letters);
            let all = (1u32 << states) - 1;
            if u32::from(automaton.reached(1)) != all || uses_later_letter_first(&automaton) {
                continue;
            }
            // If no edge enters the initial state, it does not matter whether it accepts.
            let entered = automaton.successors(all as u8) & 1 == 1;
            for accepting in (1..=all).filter(|set| entered || set & 1 == 0) {
                automaton.accepting = accepting as u8;
                if (!self.kind.normal_form || language::is_normal_form(&automaton))
                    && automaton.is_trim()
                    && renamings
                        .iter()
                        .all(|r| r.code(&automaton) >= (code, automaton.accepting))
                    && self.kind.has(&automaton)
                {
                    found.push(automaton);
                }
            }
        }
        found
    }

    /// All automata within the bounds, small ones first.
    pub fn all(&self) -> Vec<Buchi> {
        let sizes = (1..=self.states).flat_map(|s| (1..=self.transitions).map(move |t| (s, t)));
        sizes
            .flat_map(|(states, transitions)| self.exactly(states, transitions))
            .collect()
    }
}

/// A cheap necessary condition to be the least: letters that are not used are the last ones. (Codes
/// with only early letters are smaller.)
fn uses_later_letter_first(automaton: &Buchi) -> bool {
    let used = |letter: usize| automaton.next[letter].iter().any(|&to| to != 0);
    (1..automaton.letters).any(|letter| used(letter) && !used(letter - 1))
}

fn decode(code: u64, states: usize, letters: usize) -> Buchi {
    let mut automaton = Buchi::new(states, letters);
    let row = (1 << states) - 1;
    for letter in 0..letters {
        for s in 0..states {
            automaton.next[letter][s] = (code >> ((letter * states + s) * states) & row) as u8;
        }
    }
    automaton
}

/// New names for states, the first of which keeps its own, and for letters.
struct Renaming {
    states: [usize; MAX_AUTOMATON],
    letters: [usize; MAX_LETTERS],
}

impl Renaming {
    fn all(states: usize, letters: usize) -> Vec<Renaming> {
        let mut all = Vec::new();
        for others in permutations(states - 1) {
            for order in permutations(letters) {
                let mut renaming = Renaming {
                    states: [0; MAX_AUTOMATON],
                    letters: [0; MAX_LETTERS],
                };
                for (s, name) in others.iter().enumerate() {
                    renaming.states[s + 1] = name + 1;
                }
                renaming.letters[..letters].copy_from_slice(&order);
                all.push(renaming);
            }
        }
        all
    }

    /// The code and the accepting states of a renamed automaton.
    fn code(&self, automaton: &Buchi) -> (u64, u8) {
        let n = automaton.states;
        let bit = |(s, a, t): (usize, usize, usize)| {
            (self.letters[a] * n + self.states[s]) * n + self.states[t]
        };
        let code = automaton
            .transitions()
            .fold(0, |code, t| code | 1 << bit(t));
        let accepting = members(automaton.accepting).fold(0, |set, s| set | 1 << self.states[s]);
        (code, accepting)
    }
}

/// The sets of so many of the first numbers, as words in ascending order (Gosper's hack).
struct Subsets {
    next: Option<u64>,
    end: u64,
}

impl Subsets {
    fn new(of: usize, size: usize) -> Subsets {
        Subsets {
            next: (0 < size && size <= of).then(|| (1 << size) - 1),
            end: 1 << of,
        }
    }
}

impl Iterator for Subsets {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let word = self.next?;
        let low = word & word.wrapping_neg();
        let carried = word + low;
        let next = (((carried ^ word) >> 2) / low) | carried;
        self.next = (next < self.end).then_some(next);
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_all_there() {
        assert_eq!(Subsets::new(6, 3).count(), 20);
        assert_eq!(Subsets::new(3, 3).collect::<Vec<_>>(), [0b111]);
        assert_eq!(Subsets::new(3, 4).count(), 0);
    }

    #[test]
    fn the_normal_forms_of_figure_5() {
        let family = Family {
            states: 4,
            transitions: 6,
            letters: 3,
            kind: Kind {
                normal_form: true,
                ..Kind::default()
            },
        };
        let all = family.all();
        assert_eq!(all.len(), 34);
        assert!(all.iter().all(language::is_invariant));
    }
}
