//! From generalized marks to one, on states (Babiak et al., "Compositional approach to suspension
//! and other improvements to LTL translation", 2013, section on degeneralization).
//!
//! A copy `(s, level)` of a state waits for the marks in a fixed order: at level `i` for the
//! `i`-th, and at the last level it is accepting. Deviations from the textbook, all from Spot:
//! outside of accepting components there is one level; marks common to all edges that leave a
//! state are counted when it is entered; and only one terminal set of copies of each component is
//! kept, since every copy of a state has the same language.

use crate::automaton::{Automaton, Builder, Marks, State};
use crate::scc::Components;
use crate::trim::trim;
use hashbrown::HashMap;

/// An equivalent trim Büchi automaton with one mark, on states. `order` is a permutation of the
/// marks: the order in which they are waited for.
pub(crate) fn degeneralize(a: &Automaton, order: &[u32]) -> Automaton {
    let components = Components::new(a);
    let levels = Levels {
        automaton: a,
        components: &components,
        order,
        common: common_marks(a, &components),
    };
    let mut copies = Copies {
        builder: Builder::like(a, 1),
        names: HashMap::new(),
        states: Vec::new(),
    };
    for &s in a.initial() {
        let initial = copies.name(s, levels.enter(s));
        copies.builder.add_initial(initial);
    }
    let mut done = 0;
    while let Some(&(s, level)) = copies.states.get(done) {
        let src = done as State;
        done += 1;
        let accepting = level == order.len();
        for e in a.out(s) {
            let same = components.of(s) == components.of(e.dst);
            let to = if same {
                levels.advance(level, e.marks, e.dst)
            } else {
                levels.enter(e.dst)
            };
            let dst = copies.name(e.dst, to);
            copies
                .builder
                .add_edge(src, e.guard, Marks::from(accepting), dst);
        }
    }
    let states = copies.states;
    trim(&keep_one_copy(
        &copies.builder.finish(),
        &states,
        &components,
    ))
}

struct Levels<'a> {
    automaton: &'a Automaton,
    components: &'a Components,
    order: &'a [u32],
    /// Marks on every inner edge that leaves a state.
    common: Vec<Marks>,
}

impl Levels<'_> {
    /// The level at which `state` is entered from outside its component.
    fn enter(&self, state: State) -> usize {
        if !self.components.is_accepting(self.components.of(state)) {
            return 0;
        }
        self.climb(0, self.common[state as usize])
    }

    /// The level after an edge with `marks` to `dst` inside a component.
    fn advance(&self, level: usize, marks: Marks, dst: State) -> usize {
        if !self.components.is_accepting(self.components.of(dst)) {
            return 0;
        }
        // The marks of an edge may end one round and begin the next.
        let from = if level == self.order.len() { 0 } else { level };
        let to = self.climb(from, marks);
        self.climb(to, self.common[dst as usize])
    }

    fn climb(&self, mut level: usize, marks: Marks) -> usize {
        debug_assert_eq!(self.order.len(), self.automaton.num_marks() as usize);
        while self.order.get(level).is_some_and(|&m| marks >> m & 1 == 1) {
            level += 1;
        }
        level
    }
}

fn common_marks(a: &Automaton, components: &Components) -> Vec<Marks> {
    a.states()
        .map(|s| {
            let inner = |e: &&crate::Edge| components.of(e.dst) == components.of(s);
            a.out(s).iter().filter(inner).fold(!0, |m, e| m & e.marks)
        })
        .collect()
}

struct Copies {
    builder: Builder,
    names: HashMap<(State, usize), State>,
    states: Vec<(State, usize)>,
}

impl Copies {
    fn name(&mut self, state: State, level: usize) -> State {
        *self.names.entry((state, level)).or_insert_with(|| {
            self.states.push((state, level));
            self.builder.add_state()
        })
    }
}

/// Redirects every edge that enters a component from outside to the smallest terminal set of
/// copies. Sound because all copies of a state have the same language and a terminal set is never
/// left for another copy.
fn keep_one_copy(
    degeneralized: &Automaton,
    copy_of: &[(State, usize)],
    original: &Components,
) -> Automaton {
    let new = Components::new(degeneralized);
    let original_of = |s: State| original.of(copy_of[s as usize].0);
    let mut size = vec![0usize; new.count()];
    let mut terminal = vec![true; new.count()];
    for s in degeneralized.states() {
        size[new.of(s) as usize] += 1;
        for e in degeneralized.out(s) {
            if original_of(s) == original_of(e.dst) && new.of(s) != new.of(e.dst) {
                terminal[new.of(s) as usize] = false;
            }
        }
    }
    let mut chosen: Vec<Option<u32>> = vec![None; original.count()];
    for s in degeneralized.states() {
        let c = new.of(s);
        let slot = &mut chosen[original_of(s) as usize];
        if terminal[c as usize] && slot.is_none_or(|d| size[c as usize] < size[d as usize]) {
            *slot = Some(c);
        }
    }
    // The copy of each original state to enter by: the highest level in the chosen set.
    let mut entry: HashMap<State, (usize, State)> = HashMap::new();
    for s in degeneralized.states() {
        if chosen[original_of(s) as usize] == Some(new.of(s)) {
            let (state, level) = copy_of[s as usize];
            let best = entry.entry(state).or_insert((level, s));
            *best = (*best).max((level, s));
        }
    }
    let enter = |s: State| {
        entry
            .get(&copy_of[s as usize].0)
            .map_or(s, |&(_, copy)| copy)
    };
    let mut b = Builder::like(degeneralized, 1);
    b.add_states(degeneralized.num_states());
    for &s in degeneralized.initial() {
        b.add_initial(enter(s));
    }
    for e in degeneralized.edges() {
        let dst = if original_of(e.src) == original_of(e.dst) {
            e.dst
        } else {
            enter(e.dst)
        };
        b.add_edge(e.src, e.guard, e.marks, dst);
    }
    b.finish()
}
