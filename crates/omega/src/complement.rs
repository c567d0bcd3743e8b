//! Complementation of Büchi automata, on the fly.
//!
//! A word is rejected if every run on it sees the mark finitely often. A run ends in one strongly
//! connected component, so the components are watched by kind, each kind in the cheapest way that
//! suffices (the idea of Havlena, Lengál, Li, Šmahlíková and Turrini, TACAS 2023):
//!
//! * *Weak* components, where every cycle carries the mark: a run must leave them. A breakpoint
//!   (Miyano and Hayashi, 1984) checks that, deterministically.
//! * *Mixed* components, where cycles with and without the mark exist: the slices of the reduced
//!   split tree (Kähler and Wilke, ICALP 2008). A slice is an ordered list of disjoint sets of
//!   states. Each set splits into the targets of its marked edges, on the left, and the others, on
//!   the right; a state stays only in the leftmost set that has it. A run with infinitely many
//!   marks exists iff some branch of this tree turns left infinitely often. At most as many branches
//!   are infinite as there are states, so for a rejected word there is a level from which on every
//!   infinite branch only turns right. The automaton guesses when that is, once, and from there
//!   verifies that every subtree that starts with a left turn is finite, again by a breakpoint.
//!
//! Two deviations from the paper. At the guess every set gets the same label: the left turns of a
//! finite branch are finite anyway, so there is no need to guess which branches are infinite. And
//! states that enter a mixed component from outside join the slice as a new rightmost set: they
//! descend from a virtual rightmost branch, which is never in the way of the argument above.
//!
//! A deterministic automaton with `n` states has singleton slices, and a complement with at most
//! `2n + 2` states; a weak one has a deterministic complement.

use crate::alphabet::Alphabet;
use crate::automaton::{Automaton, Builder, Edge, Marks, State};
use crate::buchi::one_mark;
use crate::guard::Guard;
use crate::letterwise::{ByClass, Letterwise};
use crate::limit::{MAX_CLASSES, TooLarge};
use crate::onthefly::build;
use crate::scc::Components;
use crate::trim::trim;
use crate::word::Letter;
use hashbrown::HashMap;

/// A set of states of the automaton that is complemented.
type Set = u128;

/// An automaton for the words that `automaton` rejects, with at most `limit` states before it is
/// trimmed.
pub fn complement(automaton: &Automaton, limit: usize) -> Result<Automaton, TooLarge> {
    let complement = Complement::new(automaton)?.by_class();
    let guards = complement.guards().clone();
    let built = build(complement, automaton.props().to_vec(), guards, limit)?;
    Ok(trim(&built))
}

/// The complement of an automaton, not yet explored.
pub struct Complement {
    alphabet: Alphabet,
    /// The classes of the letters that were asked for.
    class_of: HashMap<Letter, usize>,
    /// By class of letters, then by state: where its edges lead.
    targets: Vec<Vec<Targets>>,
    initial: Set,
    /// States in weak accepting components.
    weak: Set,
    /// States in the other accepting components.
    mixed: Set,
    num_marks: u32,
    weak_mark: Marks,
    mixed_mark: Marks,
}

/// Where the edges of one state lead on one class of letters.
#[derive(Clone, Copy, Default)]
struct Targets {
    all: Set,
    /// Those reached by a marked edge inside a mixed component.
    left: Set,
}

/// What a set of a slice has promised after the guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Label {
    /// Its branch turns only right from now on.
    Right,
    /// Its subtree is finite, and the current breakpoint waits for its end.
    Dying,
    /// Its subtree is finite; the next breakpoint will wait for it.
    Held,
}

/// A state of the complement.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Macrostate {
    /// The states that runs are in, apart from the mixed components.
    outside: Set,
    /// The weak states whose runs have not left since the last breakpoint.
    pending: Set,
    /// The mixed states that runs are in.
    slice: Vec<Set>,
    /// One label for each set of the slice once the guess is made.
    labels: Option<Vec<Label>>,
}

impl Complement {
    pub fn new(automaton: &Automaton) -> Result<Self, TooLarge> {
        let automaton = trim(&one_mark(&trim(automaton)));
        if automaton.num_states() > Set::BITS as usize {
            return Err(TooLarge {
                what: "states to complement",
                limit: Set::BITS as usize,
            });
        }
        let components = Components::new(&automaton);
        let (weak, mixed) = kinds(&automaton, &components);
        let alphabet = Alphabet::of_guards(&automaton, MAX_CLASSES)?;
        let targets = alphabet.classes().map(|(_, letter)| {
            let of_state = |s: State| {
                let mut targets = Targets::default();
                for e in automaton.successors(s, letter) {
                    targets.all |= bit(e.dst);
                    if e.marks != 0 && inside(&components, e) {
                        targets.left |= bit(e.dst) & mixed;
                    }
                }
                targets
            };
            automaton.states().map(of_state).collect()
        });
        let weak_mark = Marks::from(weak != 0);
        let mixed_mark = Marks::from(mixed != 0) << weak_mark;
        Ok(Complement {
            targets: targets.collect(),
            initial: automaton.initial().iter().fold(0, |set, &s| set | bit(s)),
            weak,
            mixed,
            num_marks: (weak_mark | mixed_mark).count_ones().max(1),
            weak_mark,
            mixed_mark,
            alphabet,
            class_of: HashMap::new(),
        })
    }

    /// The complement with symbolic moves.
    pub fn by_class(self) -> ByClass<Complement> {
        let alphabet = self.alphabet.clone();
        ByClass::new(self, alphabet)
    }

    fn class_of(&mut self, letter: Letter) -> usize {
        let alphabet = &self.alphabet;
        *self
            .class_of
            .entry(letter)
            .or_insert_with(|| alphabet.class_of(letter))
    }

    fn follow(&self, class: usize, set: Set) -> Targets {
        let mut targets = Targets::default();
        for s in elements(set) {
            let t = self.targets[class][s];
            targets.all |= t.all;
            targets.left |= t.left;
        }
        targets
    }

    /// The slice after one letter, with the labels that the sets inherit, before the breakpoint
    /// looks at them. As long as the guess is not made, a left turn is as good as a right one.
    fn split(&self, class: usize, from: &Macrostate) -> Slice {
        let mut next = Slice::default();
        for (i, &set) in from.slice.iter().enumerate() {
            let t = self.follow(class, set);
            let rest = t.all & self.mixed;
            match from.labels.as_ref().map(|labels| labels[i]) {
                None => {
                    next.push(t.left, Label::Right);
                    next.push(rest, Label::Right);
                }
                Some(Label::Right) => {
                    next.push(t.left, Label::Held);
                    next.push(rest, Label::Right);
                }
                Some(label) => next.push(rest, label),
            }
        }
        let entering = self.follow(class, from.outside).all & self.mixed;
        next.push(entering, Label::Right);
        next
    }

    /// The part of the next state that both phases share, and the mark of the weak breakpoint.
    fn outside(&self, class: usize, from: &Macrostate) -> (Set, Set, Marks) {
        let reached = from.slice.iter().fold(from.outside, |all, &set| all | set);
        let outside = self.follow(class, reached).all & !self.mixed;
        match self.follow(class, from.pending).all & self.weak {
            0 => (outside, outside & self.weak, self.weak_mark),
            pending => (outside, pending, 0),
        }
    }
}

impl Letterwise for Complement {
    type State = Macrostate;

    fn num_marks(&self) -> u32 {
        self.num_marks
    }

    fn initial(&self) -> Vec<Macrostate> {
        let slice = self.initial & self.mixed;
        let outside = self.initial & !self.mixed;
        vec![Macrostate {
            outside,
            pending: outside & self.weak,
            slice: (slice != 0).then_some(slice).into_iter().collect(),
            labels: None,
        }]
    }

    fn steps(&mut self, from: &Macrostate, letter: Letter, steps: &mut Vec<(Marks, Macrostate)>) {
        let class = self.class_of(letter);
        let (outside, pending, mut marks) = self.outside(class, from);
        if self.weak | self.mixed == 0 {
            // Nothing is ever accepted, so the complement accepts everything.
            marks = 1;
        }
        let next = self.split(class, from);
        let mut add = |slice, labels, marks| {
            let to = Macrostate {
                outside,
                pending,
                slice,
                labels,
            };
            steps.push((marks, to));
        };
        if from.labels.is_some() {
            let (next, broken) = next.breakpoint();
            let mark = if broken { self.mixed_mark } else { 0 };
            add(next.sets, Some(next.labels), marks | mark);
        } else {
            if self.mixed != 0 {
                add(next.sets.clone(), Some(next.labels), marks);
            }
            add(next.sets, None, marks);
        }
    }
}

/// A slice under construction.
#[derive(Default)]
struct Slice {
    sets: Vec<Set>,
    labels: Vec<Label>,
    seen: Set,
}

impl Slice {
    /// Appends what is new in `set`. Neighbours that are both to die need not be told apart.
    fn push(&mut self, set: Set, label: Label) {
        let set = set & !self.seen;
        if set == 0 {
            return;
        }
        self.seen |= set;
        match (self.sets.last_mut(), self.labels.last()) {
            (Some(last), Some(&same)) if same == label && label != Label::Right => *last |= set,
            _ => {
                self.sets.push(set);
                self.labels.push(label);
            }
        }
    }

    /// If nothing is dying any more, it is the turn of those that were held.
    fn breakpoint(self) -> (Slice, bool) {
        if self.labels.contains(&Label::Dying) {
            return (self, false);
        }
        let mut next = Slice::default();
        for (set, label) in self.sets.into_iter().zip(self.labels) {
            let label = match label {
                Label::Held => Label::Dying,
                other => other,
            };
            next.push(set, label);
        }
        (next, true)
    }
}

/// The states in weak and in mixed accepting components.
fn kinds(automaton: &Automaton, components: &Components) -> (Set, Set) {
    // A component is mixed if some cycle is left when its marked edges are taken away.
    let mut unmarked = Builder::new(Vec::new(), 1);
    unmarked.add_states(automaton.num_states());
    for e in automaton.edges() {
        if e.marks == 0 && inside(components, e) {
            unmarked.add_edge(e.src, Guard::TRUE, 0, e.dst);
        }
    }
    let unmarked = Components::new(&unmarked.finish());
    let mut is_mixed = vec![false; components.count()];
    for s in automaton.states() {
        is_mixed[components.of(s) as usize] |= unmarked.cyclic[unmarked.of(s) as usize];
    }
    let (mut weak, mut mixed) = (0, 0);
    for s in automaton.states() {
        let component = components.of(s);
        if components.is_accepting(component) {
            let kind = if is_mixed[component as usize] {
                &mut mixed
            } else {
                &mut weak
            };
            *kind |= bit(s);
        }
    }
    (weak, mixed)
}

fn inside(components: &Components, e: &Edge) -> bool {
    components.of(e.src) == components.of(e.dst)
}

fn bit(state: State) -> Set {
    1 << state
}

fn elements(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        next
    })
}
