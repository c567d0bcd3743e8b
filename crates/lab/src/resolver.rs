//! Can an accepting run be chosen without knowing how often letters repeat?
//!
//! **Theorem S.** Let the language of `B` be stutter-invariant, and let `f` choose a transition from
//! what was read so far and the *stutter class* of what follows, so that on every word of the language
//! its choices are an accepting run. Then V0 and V1 lose nothing, whatever sets are chosen. (The run
//! that the reduced product follows differs from the run of the program only in the numbers of
//! repetitions, which are decided as it goes; `f` does not ask for them.) **Theorem S1.** In V1 the set
//! is known before the automaton moves, so `f` may also ask whether the next letter is the same.
//!
//! Such an `f`, a *stutter-oblivious resolver*, exists for deterministic and history-deterministic
//! automata, for those in SI normal form, and for tableaux of formulas without `X`, where the states
//! follow the truth of subformulas on the rest of the word. Here its existence is decided, for any
//! automaton.
//!
//! Fix a word without repetitions, or with the last letter repeated for ever. *Player* moves the
//! automaton, *adversary* says when to go on to the next letter, and must not delay that for ever, except
//! in the last one, where nobody has a choice. Player wins if the run is accepting. This is a parity
//! game on (place in the word, state), so player needs no memory: for each place there is a function from states to
//! successors. For given functions the states that adversary can bring about are a universal Büchi
//! automaton; the construction of Miyano and Hayashi (1984) makes a Büchi automaton of it that guesses
//! the functions and reads the words on which player wins. What remains is a question of inclusion.

use crate::buchi::{Buchi, MAX_AUTOMATON, Set};
use crate::language::accepting_forever;
use crate::program::members;
use omega::limit::TooLarge;
use omega::{Automaton, Builder, Lasso, Letter, inclusion};
use std::collections::HashMap;

/// What player knows of the next letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foresight {
    /// Nothing: theorem S, for V0 and V1.
    None,
    /// Whether it is the same as this one: theorem S1, for V1.
    Repetition,
}

/// Most states of the product that is searched for a word.
const LIMIT: usize = 200_000;
/// Most moves that are tabulated.
const MOST_MOVES: usize = 200_000;

/// A word of the automaton, without repetitions but of its last letter, on which no resolver finds an
/// accepting run; or `None` if there is a resolver.
pub fn unresolved(automaton: &Buchi, foresight: Foresight) -> Result<Option<Lasso>, TooLarge> {
    let won = won(automaton, foresight)?;
    inclusion::counterexample(&without_repetitions(automaton), &won, LIMIT)
}

/// A builder for automata over the letters of another, which it may be asked for.
struct Letters {
    builder: Builder,
    props: u32,
}

impl Letters {
    fn of(automaton: &Buchi) -> Letters {
        let props = automaton.to_automaton().props().to_vec();
        let count = props.len() as u32;
        Letters {
            builder: Builder::new(props, 1),
            props: count,
        }
    }

    fn edge(&mut self, from: u32, letter: usize, marked: bool, to: u32) {
        let guard = self.builder.guards().letter(letter as Letter, self.props);
        self.builder.add_edge(from, guard, marked.into(), to);
    }
}

/// The words of an automaton in which no letter is repeated, unless for ever.
fn without_repetitions(automaton: &Buchi) -> Automaton {
    let mut out = Letters::of(automaton);
    let (states, letters) = (automaton.states, automaton.letters);
    // Beside a state: the letter before, if any; or, from `letters + 1` on, the one that is repeated.
    let number = |beside: usize, s: usize| (beside * states + s) as u32;
    out.builder.add_states((2 * letters + 1) * states);
    for s in members(automaton.initial) {
        out.builder.add_initial(number(letters, s));
    }
    for (s, a, t) in automaton.transitions() {
        let marked = automaton.accepting >> s & 1 == 1;
        let repeated = letters + 1 + a;
        for before in (0..=letters).filter(|&before| before != a) {
            out.edge(number(before, s), a, marked, number(a, t));
            out.edge(number(before, s), a, marked, number(repeated, t));
        }
        out.edge(number(repeated, s), a, marked, number(repeated, t));
    }
    out.builder.finish()
}

/// Where a game may stand at the beginning of a block: the states that adversary can bring about, and
/// those of them from which an accepting one has yet to be visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    all: Set,
    owing: Set,
}

impl Position {
    /// Player is at least as well off here.
    fn is_within(&self, other: &Position) -> bool {
        self.all & !other.all == 0 && self.owing & !other.owing == 0
    }
}

/// The words on which player wins, among those without repetitions.
fn won(automaton: &Buchi, foresight: Foresight) -> Result<Automaton, TooLarge> {
    let mut out = Letters::of(automaton);
    // A tail is a letter repeated for ever, on which all is well.
    for letter in 0..automaton.letters {
        let tail = out.builder.add_state();
        out.edge(tail, letter, true, tail);
    }
    let forever: Vec<Set> = (0..automaton.letters)
        .map(|letter| accepting_forever(automaton, letter))
        .collect();
    let mut numbers: HashMap<Position, u32> = HashMap::new();
    let mut waiting = Vec::new();
    for s in members(automaton.initial) {
        let start = Position {
            all: 1 << s,
            owing: 0,
        };
        numbers.entry(start).or_insert_with(|| {
            waiting.push(start);
            out.builder.add_state()
        });
        out.builder.add_initial(numbers[&start]);
    }
    let mut moves = 0;
    while let Some(position) = waiting.pop() {
        let from = numbers[&position];
        for (letter, forever) in forever.iter().enumerate() {
            if position.all & !forever == 0 {
                out.edge(from, letter, false, letter as u32);
            }
            let game = Block::new(automaton, letter, foresight);
            for next in game.after(position) {
                moves += 1;
                if moves > MOST_MOVES {
                    return Err(TooLarge {
                        what: "moves of the game",
                        limit: MOST_MOVES,
                    });
                }
                let to = *numbers.entry(next).or_insert_with(|| {
                    waiting.push(next);
                    out.builder.add_state()
                });
                // Nobody owed anything any more: the breakpoint.
                out.edge(from, letter, position.owing == 0, to);
            }
        }
    }
    Ok(out.builder.finish())
}

/// A block of one letter, which adversary makes as long as it likes.
struct Block<'a> {
    next: &'a [Set; MAX_AUTOMATON],
    accepting: Set,
    /// From the others no run is accepting.
    live: Set,
    foresight: Foresight,
}

impl Block<'_> {
    fn new(automaton: &Buchi, letter: usize, foresight: Foresight) -> Block<'_> {
        Block {
            next: &automaton.next[letter],
            accepting: automaton.accepting,
            live: automaton.live(),
            foresight,
        }
    }

    /// Where the game may stand after the block, by the functions that player may use in it: those
    /// positions that are not worse than others.
    fn after(&self, from: Position) -> Vec<Position> {
        let mut found = Vec::new();
        let mut choice = [0; MAX_AUTOMATON];
        self.choose(from, from.all, 0, &mut choice, &mut found);
        found
    }

    /// Chooses for the states of `met` that are not `decided`. The depth is at most the number of
    /// states.
    fn choose(
        &self,
        from: Position,
        met: Set,
        decided: Set,
        choice: &mut [usize; MAX_AUTOMATON],
        found: &mut Vec<Position>,
    ) {
        let Some(s) = members(met & !decided).next() else {
            match self.foresight {
                Foresight::None => keep(found, self.anywhere(from, met, choice)),
                Foresight::Repetition => self.leave(from, met, choice, found),
            }
            return;
        };
        for t in members(self.next[s] & self.live) {
            choice[s] = t;
            self.choose(from, met | 1 << t, decided | 1 << s, choice, found);
        }
    }

    /// The states that are met from some before an accepting one, without the first of each.
    fn without_accepting(&self, from: Set, choice: &[usize; MAX_AUTOMATON]) -> Set {
        let mut seen = 0;
        for start in members(from) {
            let mut at = choice[start];
            while (self.accepting | seen) >> at & 1 == 0 {
                seen |= 1 << at;
                at = choice[at];
            }
        }
        seen
    }

    /// Adversary may go on after any number of choices, one at least.
    fn anywhere(&self, from: Position, met: Set, choice: &[usize; MAX_AUTOMATON]) -> Position {
        let all = members(met).fold(0, |all, s| all | 1 << choice[s]);
        let owing = match from.owing {
            0 => all & !self.accepting,
            owing => self.without_accepting(owing, choice),
        };
        Position { all, owing }
    }

    /// Adversary goes on from any state that was met, and player has another choice there.
    fn leave(
        &self,
        from: Position,
        met: Set,
        choice: &[usize; MAX_AUTOMATON],
        found: &mut Vec<Position>,
    ) {
        let owing = match from.owing {
            0 => met,
            owing => owing | self.without_accepting(owing, choice),
        };
        let mut positions = vec![Position { all: 0, owing: 0 }];
        for s in members(met) {
            let mut next = Vec::new();
            for t in members(self.next[s] & self.live) {
                let owes = owing >> s & 1 == 1 && self.accepting >> t & 1 == 0;
                for position in &positions {
                    let position = Position {
                        all: position.all | 1 << t,
                        owing: position.owing | Set::from(owes) << t,
                    };
                    keep(&mut next, position);
                }
            }
            positions = next;
        }
        for position in positions {
            keep(found, position);
        }
    }
}

/// Adds a position unless a better one is known, and forgets worse ones.
fn keep(positions: &mut Vec<Position>, new: Position) {
    if !positions.iter().any(|known| known.is_within(&new)) {
        positions.retain(|known| !new.is_within(known));
        positions.push(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::buchi::named;
    use crate::enumerate::Bounds;
    use crate::family::{Family, Kind};
    use crate::hunt::{Hunt, Outcome};
    use crate::language::{
        has_invariant_states, is_deterministic, is_invariant, is_normal_form, is_unambiguous,
    };
    use crate::operation::Independence;
    use crate::scheme::{Proviso, Scheme};
    use omega::membership::accepts;
    use std::ops::ControlFlow;

    fn has_resolver(automaton: &Buchi, foresight: Foresight) -> bool {
        let word = unresolved(automaton, foresight).expect("it is small");
        if let Some(word) = &word {
            assert!(accepts(&automaton.to_automaton(), word), "{automaton:?}");
        }
        word.is_none()
    }

    #[test]
    fn the_automata_of_the_papers() {
        for (name, expected) in [
            ("B1", [false, true]),
            ("B2", [false, false]),
            ("B3", [true, true]),
            ("B4", [true, true]),
            ("N3", [false, false]),
        ] {
            let automaton = named(name);
            let found = [Foresight::None, Foresight::Repetition]
                .map(|foresight| has_resolver(&automaton, foresight));
            assert_eq!(found, expected, "{name}");
        }
    }

    fn loses(scheme: Scheme, automaton: &Buchi) -> bool {
        let hunt = Hunt {
            scheme,
            proviso: Proviso::Cycle,
            independence: Independence::Siegel,
            automata: vec![*automaton],
            bounds: Bounds {
                states: 3,
                operations: 2,
                letters: 2,
            },
        };
        let mut go_on = |_: &_| ControlFlow::Continue(());
        let (outcome, _) = hunt.run(1, 0, &mut go_on).expect("it is small");
        matches!(outcome, Outcome::Counterexample(_))
    }

    /// Theorem S and its corollaries on all automata of a family, and that the game is not too hard for
    /// player: of those without a resolver many are unsafe on programs of three states.
    #[test]
    fn who_has_a_resolver_loses_nothing() {
        let family = Family {
            states: 3,
            transitions: 5,
            letters: 2,
            kind: Kind {
                invariant: true,
                ..Kind::default()
            },
        };
        let (mut safe, mut unsafe_ones, mut open) = (0, 0, 0);
        for automaton in family.all() {
            assert!(is_invariant(&automaton));
            let oblivious = has_resolver(&automaton, Foresight::None);
            let foreseeing = has_resolver(&automaton, Foresight::Repetition);
            assert!(foreseeing || !oblivious, "{automaton:?}");
            if is_deterministic(&automaton) || is_normal_form(&automaton) {
                assert!(oblivious, "{automaton:?}");
            }
            if is_unambiguous(&automaton) && has_invariant_states(&automaton) {
                assert!(foreseeing, "{automaton:?}");
            }
            for (scheme, resolved) in [(Scheme::V0, oblivious), (Scheme::V1, foreseeing)] {
                match (resolved, loses(scheme, &automaton)) {
                    (true, lost) => {
                        assert!(!lost, "{scheme:?} {automaton:?}");
                        safe += 1;
                    }
                    (false, true) => unsafe_ones += 1,
                    (false, false) => open += 1,
                }
            }
        }
        assert!(safe > 1000, "{safe} {unsafe_ones} {open}");
        assert!(open < 2 * unsafe_ones, "{safe} {unsafe_ones} {open}");
    }
}
