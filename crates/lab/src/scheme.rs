//! The schemes: what stands beside a program state in a product, and what a set is chosen for.
//!
//! All of them come down to one form, the [`Companion`]: a finite thing that moves from `l` to some
//! `l'` when the program goes from a state with letter `a` to one with letter `b`. A product state is
//! a program state and such an `l`; a *key* is what an ample set may depend on, and condition C3' is
//! about cycles of keys.

use crate::buchi::{Buchi, MAX_LETTERS};
use crate::path::Refuses;
use crate::program::members;

/// A way to combine reduction with a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// The set depends on `(q, s')`, where the property has read `q` (Peled 1996).
    V0,
    /// The set depends on `(q, s)`, before the property reads `q` (Siegel, section 6).
    V1,
    /// The set depends on `q` and the program states on the path of the search, none of which a proper
    /// set may lead to (Brunner, section 3.4.1). So it is V1 with a condition of its own on cycles.
    StackProjection,
    /// The set depends on `(q, s, s')`: it is chosen for each move of the property (Brunner, section
    /// 3.4.2).
    Sequential,
    /// The set depends on `q` alone, and every cycle of the reduced program has a full state.
    Offline,
    /// The property moves only when the letter changes (theorem B).
    Stutter,
}

/// How it is seen to that no step is ignored for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Proviso {
    /// C3': every cycle of keys has one with a full set.
    #[default]
    Cycle,
    /// C3: no proper set leads back to the path of a depth-first search, for some order of it.
    Stack,
}

/// Most companions of a program state.
pub const MAX_WIDTH: usize = 16;

/// A set of companions, one bit each.
pub type Beside = u16;

/// What a scheme makes of an automaton.
#[derive(Clone, Debug)]
pub struct Companion {
    /// How many there are for each program state.
    pub width: usize,
    /// Where a companion goes: by the letter that is left, the letter that is entered, and itself.
    pub step: [[[Beside; MAX_WIDTH]; MAX_LETTERS]; MAX_LETTERS],
    /// With which companions a program begins, by the letter of its first state.
    pub initial: [Beside; MAX_LETTERS],
    /// A run is accepting if it meets these infinitely often.
    pub accepting: Beside,
    /// What a set may depend on, beside the program state.
    pub key: [u8; MAX_WIDTH],
    pub keys: usize,
    /// By key: the place that a search enters to choose its set. Two keys may share one.
    pub place: [u8; MAX_WIDTH],
    /// As `step`, for keys.
    pub key_step: [[[Beside; MAX_WIDTH]; MAX_LETTERS]; MAX_LETTERS],
    pub letters: usize,
}

impl Scheme {
    /// Those to which the condition on cycles applies.
    pub const BY_CYCLES: [Scheme; 5] = [
        Scheme::V0,
        Scheme::V1,
        Scheme::Sequential,
        Scheme::Offline,
        Scheme::Stutter,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Scheme::V0 => "V0",
            Scheme::V1 => "V1",
            Scheme::StackProjection => "stack-projection",
            Scheme::Sequential => "sequential",
            Scheme::Offline => "offline",
            Scheme::Stutter => "stutter",
        }
    }

    /// What a proper set must not lead to; `None` if all that counts is cycles. The projected stack is a
    /// condition by itself.
    pub fn refuses(self, proviso: Proviso) -> Option<Refuses> {
        match (self, proviso) {
            (Scheme::StackProjection, _) => Some(Refuses::ProgramStates),
            (_, Proviso::Stack) => Some(Refuses::States),
            (_, Proviso::Cycle) => None,
        }
    }

    /// What stands beside a program state. `None` if there would be too many.
    pub fn companion(self, automaton: &Buchi) -> Option<Companion> {
        let states = automaton.states;
        let width = match self {
            Scheme::V0 | Scheme::V1 | Scheme::StackProjection | Scheme::Offline => states,
            Scheme::Sequential => states * states,
            Scheme::Stutter => 2 * states,
        };
        if width > MAX_WIDTH {
            return None;
        }
        let mut companion = Companion::empty(width, automaton.letters);
        for a in 0..automaton.letters {
            companion.initial[a] = self.initial(automaton, a);
            for b in 0..automaton.letters {
                for l in 0..width {
                    companion.step[a][b][l] = self.step(automaton, a, b, l);
                }
            }
        }
        for l in 0..width {
            companion.key[l] = match self {
                Scheme::V0 | Scheme::V1 | Scheme::StackProjection | Scheme::Sequential => l,
                Scheme::Offline => 0,
                Scheme::Stutter => l / 2,
            } as u8;
            let accepting = match self {
                Scheme::V0 | Scheme::V1 | Scheme::StackProjection | Scheme::Offline => {
                    automaton.accepting >> l & 1 == 1
                }
                Scheme::Sequential => automaton.accepting >> (l % states) & 1 == 1,
                Scheme::Stutter => l % 2 == 1,
            };
            companion.accepting |= Beside::from(accepting) << l;
        }
        companion.finish(self == Scheme::Offline);
        for key in 0..companion.keys {
            companion.place[key] = match self {
                Scheme::Sequential => key / states,
                _ => key,
            } as u8;
        }
        Some(companion)
    }

    fn initial(self, automaton: &Buchi, letter: usize) -> Beside {
        let next = |s: usize| automaton.next[letter][s];
        let start = members(automaton.initial);
        match self {
            Scheme::V1 | Scheme::StackProjection | Scheme::Offline => {
                Beside::from(automaton.initial)
            }
            Scheme::V0 => start.fold(0, |set, s| set | Beside::from(next(s))),
            Scheme::Sequential => start.fold(0, |set, s| {
                set | Beside::from(next(s)) << (s * automaton.states)
            }),
            // The marks of a first block count for nothing: a run is accepting by what recurs.
            Scheme::Stutter => start.fold(0, |set, s| {
                let ends = closure(automaton, s, letter);
                members(ends.0).fold(set, |set, t| set | 1 << (2 * t))
            }),
        }
    }

    fn step(self, automaton: &Buchi, a: usize, b: usize, l: usize) -> Beside {
        match self {
            Scheme::V1 | Scheme::StackProjection | Scheme::Offline => {
                Beside::from(automaton.next[a][l])
            }
            Scheme::V0 => Beside::from(automaton.next[b][l]),
            Scheme::Sequential => {
                let s = l % automaton.states;
                Beside::from(automaton.next[b][s]) << (s * automaton.states)
            }
            Scheme::Stutter => {
                let s = l / 2;
                if a == b {
                    return 1 << (2 * s + usize::from(recurs(automaton, s, b)));
                }
                let (ends, marked) = closure(automaton, s, b);
                members(ends).fold(0, |set, t| set | 1 << (2 * t + (marked >> t & 1) as usize))
            }
        }
    }
}

/// The relation `s ⇒_b`: the ends of the paths of one or more edges that read `b`, and those of
/// them to which a path leaves an accepting state.
fn closure(automaton: &Buchi, s: usize, b: usize) -> (u8, u8) {
    let next = &automaton.next[b];
    let image = |set: u8| members(set).fold(0, |to, x| to | next[x]);
    let (mut ends, mut marked) = (0, 0);
    loop {
        let from = ends | 1 << s;
        let more = ends | image(from);
        let more_marked = marked | image(marked | from & automaton.accepting);
        if (more, more_marked) == (ends, marked) {
            return (ends, marked);
        }
        (ends, marked) = (more, more_marked);
    }
}

/// Whether reading `b` for ever from `s` can come back to `s` by way of an accepting state.
fn recurs(automaton: &Buchi, s: usize, b: usize) -> bool {
    closure(automaton, s, b).1 >> s & 1 == 1
}

impl Companion {
    fn empty(width: usize, letters: usize) -> Companion {
        Companion {
            width,
            step: [[[0; MAX_WIDTH]; MAX_LETTERS]; MAX_LETTERS],
            initial: [0; MAX_LETTERS],
            accepting: 0,
            key: [0; MAX_WIDTH],
            keys: 0,
            place: [0; MAX_WIDTH],
            key_step: [[[0; MAX_WIDTH]; MAX_LETTERS]; MAX_LETTERS],
            letters,
        }
    }

    /// Derives the keys. Where the program is reduced alone, a key goes wherever the program does.
    fn finish(&mut self, alone: bool) {
        self.keys = 1 + *self.key[..self.width].iter().max().unwrap_or(&0) as usize;
        for a in 0..self.letters {
            for b in 0..self.letters {
                for l in 0..self.width {
                    let targets = self.step[a][b][l];
                    let reached = (0..self.width).filter(|l| targets >> l & 1 == 1);
                    let keys = reached.fold(0, |set, l| set | 1 << self.key[l]);
                    let keys = if alone { 1 } else { keys };
                    self.key_step[a][b][self.key[l] as usize] |= keys;
                }
            }
        }
    }

    /// By letter: the companions whose key may stay while that letter is read again. A set with an
    /// operation that leaves the program state as it is would make such a key a cycle by itself.
    pub fn loops(&self) -> [Beside; MAX_LETTERS] {
        let mut loops = [0; MAX_LETTERS];
        for (letter, set) in loops.iter_mut().enumerate().take(self.letters) {
            for l in 0..self.width {
                let key = self.key[l] as usize;
                *set |= (self.key_step[letter][letter][key] >> key & 1) << l;
            }
        }
        loops
    }
}
