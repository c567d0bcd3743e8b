//! What the languages of a small automaton are like: exactly, and fast enough to ask it of every
//! automaton of a family.

use crate::buchi::{Buchi, MAX_AUTOMATON, Set};
use crate::graph::{MAX_NODES, Nodes, before};
use crate::program::members;
use std::collections::{BTreeSet, HashSet};

/// What a finite word does: which states it leads to which, and whether by way of an accepting one.
/// Row `i` of a matrix is byte `i` of the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Effect {
    reach: u64,
    accept: u64,
}

/// The product of two Boolean matrices.
fn times(left: u64, right: u64) -> u64 {
    let mut product = 0;
    for row in 0..MAX_AUTOMATON {
        let via = (left >> (8 * row)) as Set;
        let to = members(via).fold(0, |set, k| set | (right >> (8 * k)) as Set);
        product |= u64::from(to) << (8 * row);
    }
    product
}

impl Effect {
    /// A run counts as having been in an accepting state when it leaves one.
    fn of_letter(automaton: &Buchi, letter: usize) -> Effect {
        let row = |s: usize| u64::from(automaton.next[letter][s]) << (8 * s);
        let reach = (0..automaton.states).fold(0, |all, s| all | row(s));
        let accept = members(automaton.accepting).fold(0, |all, s| all | row(s));
        Effect { reach, accept }
    }

    fn then(self, next: Effect) -> Effect {
        Effect {
            reach: times(self.reach, next.reach),
            accept: times(self.accept, next.reach) | times(self.reach, next.accept),
        }
    }

    /// The states that accept the word repeated for ever.
    fn forever(self) -> Set {
        let mut closure = self;
        loop {
            let longer = closure.then(closure);
            let next = Effect {
                reach: closure.reach | longer.reach,
                accept: closure.accept | longer.accept,
            };
            if next == closure {
                break;
            }
            closure = next;
        }
        let recurs = |&s: &usize| closure.accept >> (9 * s) & 1 == 1;
        let cores = (0..MAX_AUTOMATON)
            .filter(recurs)
            .fold(0, |set, s| set | 1 << s);
        let leads = |&s: &usize| (closure.reach >> (8 * s)) as Set & cores != 0;
        (0..MAX_AUTOMATON)
            .filter(leads)
            .fold(cores, |set, s| set | 1 << s)
    }
}

/// The states that accept a letter repeated for ever.
pub fn accepting_forever(automaton: &Buchi, letter: usize) -> Set {
    Effect::of_letter(automaton, letter).forever()
}

/// Whether the language of every single state is stutter-invariant.
pub fn has_invariant_states(automaton: &Buchi) -> bool {
    let single: Vec<Set> = (0..automaton.states).map(|s| 1 << s).collect();
    is_invariant_from(automaton, &single)
}

/// Whether the language of the automaton is stutter-invariant.
pub fn is_invariant(automaton: &Buchi) -> bool {
    let mut sets = BTreeSet::from([automaton.initial]);
    let mut waiting = vec![automaton.initial];
    while let Some(set) = waiting.pop() {
        for letter in 0..automaton.letters {
            let next = members(set).fold(0, |to, s| to | automaton.next[letter][s]);
            if sets.insert(next) {
                waiting.push(next);
            }
        }
    }
    is_invariant_from(automaton, &sets.into_iter().collect::<Vec<Set>>())
}

/// Whether to double a letter changes nothing for a run that may be in any state of one of the sets,
/// which are closed under reading a letter.
///
/// Two ω-words are equivalent iff they collapse to the same word, and ultimately periodic words tell
/// languages apart. So it is enough to double one letter of the part that recurs, and one of what
/// comes before it. What a finite word does is an element of a finite semigroup.
fn is_invariant_from(automaton: &Buchi, sets: &[Set]) -> bool {
    let differ = |a: Set, b: Set| sets.iter().any(|set| (set & a == 0) != (set & b == 0));
    let letters: Vec<Effect> = (0..automaton.letters)
        .map(|letter| Effect::of_letter(automaton, letter))
        .collect();
    let mut known: HashSet<Effect> = letters.iter().copied().collect();
    let mut all: Vec<Effect> = known.iter().copied().collect();
    let mut next = 0;
    while let Some(&effect) = all.get(next) {
        next += 1;
        for &letter in &letters {
            let longer = effect.then(letter);
            if known.insert(longer) {
                all.push(longer);
            }
        }
    }
    // The sets of states that accept some word, as the words grow at their beginning.
    let mut accept: BTreeSet<Set> = BTreeSet::new();
    for &letter in &letters {
        let twice = letter.then(letter);
        let pairs = all.iter().map(|word| (word.then(letter), word.then(twice)));
        for (once, doubled) in pairs.chain([(letter, twice)]) {
            let (once, doubled) = (once.forever(), doubled.forever());
            if differ(once, doubled) {
                return false;
            }
            accept.extend([once, doubled]);
        }
    }
    let mut waiting: Vec<Set> = accept.iter().copied().collect();
    while let Some(set) = waiting.pop() {
        for next in &automaton.next[..automaton.letters] {
            let before = |set: Set| {
                let leads = |&s: &usize| next[s] & set != 0;
                (0..automaton.states)
                    .filter(leads)
                    .fold(0, |all, s| all | 1 << s)
            };
            let once = before(set);
            if differ(once, before(once)) {
                return false;
            }
            if accept.insert(once) {
                waiting.push(once);
            }
        }
    }
    true
}

/// Whether no state has two successors on a letter, and there is one initial state.
pub fn is_deterministic(automaton: &Buchi) -> bool {
    let one = |set: &Set| set.count_ones() <= 1;
    one(&automaton.initial) && automaton.next.iter().flatten().all(one)
}

/// Whether no word has two accepting runs: no two runs on one word that are apart somewhere go on to
/// be accepting, both of them.
pub fn is_unambiguous(automaton: &Buchi) -> bool {
    let pair = |s: usize, t: usize| s * MAX_AUTOMATON + t;
    let mut rows = [0; MAX_NODES];
    for next in &automaton.next[..automaton.letters] {
        for s in 0..automaton.states {
            for t in 0..automaton.states {
                for to in members(next[s]) {
                    rows[pair(s, t)] |= Nodes::from(next[t]) << pair(to, 0);
                }
            }
        }
    }
    let nodes = |has: &dyn Fn(usize, usize) -> bool| {
        let all = (0..MAX_NODES).filter(|&node| has(node / MAX_AUTOMATON, node % MAX_AUTOMATON));
        all.fold(0, |set: Nodes, node| set | 1 << node)
    };
    let is = |set: Set, s: usize| set >> s & 1 == 1;
    let left = nodes(&|s, _| is(automaton.accepting, s));
    let right = nodes(&|_, t| is(automaton.accepting, t));
    let start = nodes(&|s, t| is(automaton.initial, s) && is(automaton.initial, t));
    let apart = nodes(&|s, t| s != t);
    // Where both can be accepting: generalized acceptance after Emerson and Lei.
    let mut both = Nodes::MAX;
    loop {
        let mut kept = both;
        for marks in [left, right] {
            let mut leading = before(&rows, marks & kept);
            loop {
                let more = leading | before(&rows, leading);
                if more == leading {
                    break;
                }
                leading = more;
            }
            kept &= leading;
        }
        if kept == both {
            break;
        }
        both = kept;
    }
    crate::graph::reached(&rows, start) & apart & both == 0
}

/// Whether the automaton is in SI normal form (Siegel, definition 12).
pub fn is_normal_form(automaton: &Buchi) -> bool {
    let entered = automaton.successors(((1u32 << automaton.states) - 1) as Set);
    if automaton.initial != 1 || entered & 1 != 0 {
        return false;
    }
    members(entered).all(|s| {
        let incoming = |&letter: &usize| {
            let next = &automaton.next[letter][..automaton.states];
            next.iter().any(|to| to >> s & 1 == 1)
        };
        let mut letters = (0..automaton.letters).filter(incoming);
        let (Some(own), None) = (letters.next(), letters.next()) else {
            return false;
        };
        let out = automaton.next[own][s];
        if out.count_ones() != 1 {
            return false;
        }
        if out == 1 << s {
            return true;
        }
        let twin = out.trailing_zeros() as usize;
        let accepting = |s: usize| automaton.accepting >> s & 1 == 1;
        let alike = automaton.next.iter().all(|next| next[s] == next[twin]);
        accepting(s) && !accepting(twin) && alike
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::buchi::named;
    use omega::stutter::{invariance, normal_form};

    #[test]
    fn what_the_papers_say_of_their_automata() {
        for name in ["B1", "B2", "B3", "B4", "N3"] {
            let automaton = named(name);
            assert!(is_invariant(&automaton), "{name}");
            assert_eq!(has_invariant_states(&automaton), name != "B2", "{name}");
            assert_eq!(is_normal_form(&automaton), name == "B4", "{name}");
            assert!(!is_deterministic(&automaton));
        }
        assert!(is_unambiguous(&named("B1")));
        assert!(is_unambiguous(&named("B2")));
        assert!(!is_unambiguous(&named("N3")));
    }

    #[test]
    fn decisions_agree_with_those_of_omega() {
        let mut random = fastrand::Rng::with_seed(7);
        let (mut invariant, mut normal) = (0, 0);
        for _ in 0..6000 {
            let mut automaton = Buchi::new(random.usize(1..=3), 2);
            for _ in 0..random.usize(1..8) {
                let (s, t) = (
                    random.usize(..automaton.states),
                    random.usize(..automaton.states),
                );
                automaton.add(s, random.usize(..2), t);
            }
            automaton.accepting = random.u8(1..1 << automaton.states);
            let large = automaton.to_automaton();
            let expected = invariance::of_automaton(&large, 100_000).expect("it is small");
            assert_eq!(
                is_invariant(&automaton),
                expected.is_invariant(),
                "{automaton:?}"
            );
            invariant += usize::from(expected.is_invariant());
            // omega takes letters that are always read together for one.
            let small = Buchi::of_automaton(&large).expect("it has few letters");
            if automaton.is_trim()
                && let Some((small, _)) = small
            {
                let expected = normal_form::check(&large).is_ok();
                assert_eq!(is_normal_form(&small), expected, "{automaton:?}");
                normal += usize::from(expected);
            }
        }
        assert!(invariant > 150 && normal > 3, "{invariant} {normal}");
    }
}
