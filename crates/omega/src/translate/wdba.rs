//! Minimal weak deterministic automata for obligations (Löding, 2001; Dax, Eisinger and Klaedtke,
//! "Mechanizing the powerset construction for restricted classes of ω-automata", 2007).
//!
//! If the language is an obligation (a Boolean combination of safety properties), the powerset
//! automaton recognizes it with a suitable set of accepting components, and its minimal form is
//! unique. If it is not, the result is some other language: the caller must verify it.

use crate::automaton::{Automaton, Builder, Edge, Marks, State};
use crate::guard::{Guard, Guards};
use crate::scc::Components;
use crate::trim::trim;
use hashbrown::HashMap;

/// The candidate: complete before trimming, deterministic, weak, one mark on states. `None` if the
/// powerset construction passes `limit` states.
pub(super) fn candidate(a: &Automaton, limit: usize) -> Option<Complete> {
    let powerset = Powerset::build(a, limit)?;
    let accepting = powerset.accepting_components(a);
    Some(minimize(&powerset.automaton, &accepting))
}

/// A complete deterministic weak automaton, before and after trimming.
pub(super) struct Complete {
    automaton: Automaton,
    accepting: Vec<bool>,
}

impl Complete {
    pub fn trimmed(&self) -> Automaton {
        self.with_acceptance(false)
    }

    /// Complete, deterministic and weak: accepting where the other rejects.
    pub fn complement(&self) -> Automaton {
        self.with_acceptance(true)
    }

    fn with_acceptance(&self, flip: bool) -> Automaton {
        let mut b = Builder::like(&self.automaton, 1);
        b.add_states(self.automaton.num_states());
        self.automaton
            .initial()
            .iter()
            .for_each(|&s| b.add_initial(s));
        for e in self.automaton.edges() {
            let marks = Marks::from(self.accepting[e.src as usize] != flip);
            b.add_edge(e.src, e.guard, marks, e.dst);
        }
        trim(&b.finish())
    }
}

struct Powerset {
    automaton: Automaton,
    sets: Vec<Vec<State>>,
}

impl Powerset {
    fn build(a: &Automaton, limit: usize) -> Option<Self> {
        let mut b = Builder::like(a, 1);
        let start = a.initial().to_vec();
        let mut names: HashMap<Vec<State>, State> = HashMap::new();
        names.insert(start.clone(), b.add_state());
        b.add_initial(0);
        let mut sets = vec![start];
        let mut done = 0;
        while let Some(set) = sets.get(done) {
            let src = done as State;
            done += 1;
            for (guard, to) in successor_sets(a, set, b.guards()) {
                let dst = *names.entry(to).or_insert_with_key(|to| {
                    sets.push(to.clone());
                    b.add_state()
                });
                b.add_edge(src, guard, 0, dst);
            }
            if sets.len() > limit {
                return None;
            }
        }
        Some(Powerset {
            automaton: b.finish(),
            sets,
        })
    }

    /// For each state, whether its component should accept. In an obligation either all words that
    /// loop in a component from a given state set are accepted or none, so one word decides: it
    /// is any cycle through the component, run through the original automaton.
    fn accepting_components(&self, a: &Automaton) -> Vec<bool> {
        let p = &self.automaton;
        let components = Components::new(p);
        let mut verdict: Vec<Option<bool>> = vec![None; components.count()];
        for s in p.states() {
            let c = components.of(s) as usize;
            if components.cyclic[c] && verdict[c].is_none() {
                let cycle = cycle_through(p, &components, s);
                verdict[c] = Some(accepts_cycle(a, &self.sets[s as usize], &cycle));
            }
        }
        maximal_colouring(p, &components, &verdict)
    }
}

/// The successor sets of a set of states, each with the letters that lead to it; they partition
/// all letters, so the powerset automaton is complete (the empty set is its sink).
fn successor_sets(a: &Automaton, set: &[State], guards: &mut Guards) -> Vec<(Guard, Vec<State>)> {
    let mut classes: Vec<(Guard, Vec<State>)> = vec![(Guard::TRUE, Vec::new())];
    for e in set.iter().flat_map(|&s| a.out(s)) {
        let mut split = Vec::with_capacity(classes.len() + 1);
        for (guard, mut to) in classes {
            let outside = guards.minus(guard, e.guard);
            let inside = guards.and(guard, e.guard);
            if !outside.is_false() {
                split.push((outside, to.clone()));
            }
            if !inside.is_false() {
                if let Err(at) = to.binary_search(&e.dst) {
                    to.insert(at, e.dst);
                }
                split.push((inside, to));
            }
        }
        split.sort_unstable_by(|a, b| a.1.cmp(&b.1));
        classes = Vec::with_capacity(split.len());
        for (guard, to) in split {
            match classes.last_mut() {
                Some((g, same)) if *same == to => *g = guards.or(*g, guard),
                _ => classes.push((guard, to)),
            }
        }
    }
    classes
}

/// The letters of a shortest cycle from `start` to itself inside its component, by breadth-first
/// search.
fn cycle_through(p: &Automaton, components: &Components, start: State) -> Vec<u64> {
    let letter = |e: &Edge| p.guards().pick(e.guard).unwrap_or(0);
    let mut parent: HashMap<State, (State, u64)> = HashMap::new();
    let mut queue = std::collections::VecDeque::from([start]);
    while let Some(s) = queue.pop_front() {
        for e in p
            .out(s)
            .iter()
            .filter(|e| components.of(e.dst) == components.of(start))
        {
            if e.dst == start {
                let mut word = vec![letter(e)];
                let mut at = s;
                while at != start {
                    let (before, l) = parent[&at];
                    word.push(l);
                    at = before;
                }
                word.reverse();
                return word;
            }
            if !parent.contains_key(&e.dst) {
                parent.insert(e.dst, (s, letter(e)));
                queue.push_back(e.dst);
            }
        }
    }
    unreachable!("the component is cyclic")
}

/// Whether `a`, started in one of `from`, accepts `cycle^ω`.
fn accepts_cycle(a: &Automaton, from: &[State], cycle: &[u64]) -> bool {
    let n = a.num_states();
    let mut b = Builder::new(Vec::new(), a.num_marks());
    b.add_states(n * cycle.len());
    let name = |s: State, i: usize| (i * n) as State + s;
    let mut seen = vec![false; n * cycle.len()];
    let mut todo: Vec<(State, usize)> = from.iter().map(|&s| (s, 0)).collect();
    todo.iter()
        .for_each(|&(s, i)| seen[name(s, i) as usize] = true);
    while let Some((s, i)) = todo.pop() {
        let j = (i + 1) % cycle.len();
        for e in a.successors(s, cycle[i]) {
            b.add_edge(name(s, i), Guard::TRUE, e.marks, name(e.dst, j));
            if !std::mem::replace(&mut seen[name(e.dst, j) as usize], true) {
                todo.push((e.dst, j));
            }
        }
    }
    let product = b.finish();
    let components = Components::new(&product);
    (0..components.count() as u32).any(|c| components.is_accepting(c))
}

/// Löding's colouring: as few changes between accepting and rejecting along a path as possible,
/// which makes the minimal automaton unique. A component's colour is even iff it accepts; a
/// component without cycles takes the colour of its successors.
fn maximal_colouring(
    p: &Automaton,
    components: &Components,
    verdict: &[Option<bool>],
) -> Vec<bool> {
    let mut colour = vec![0u32; components.count()];
    let mut edges: Vec<(u32, u32)> = p
        .edges()
        .iter()
        .map(|e| (components.of(e.src), components.of(e.dst)))
        .filter(|(src, dst)| src != dst)
        .collect();
    edges.sort_unstable();
    let mut at = 0;
    for c in 0..components.count() as u32 {
        let mut below = 0;
        while at < edges.len() && edges[at].0 == c {
            below = below.max(colour[edges[at].1 as usize]);
            at += 1;
        }
        colour[c as usize] = match verdict[c as usize] {
            Some(accepts) if accepts == below.is_multiple_of(2) => below,
            Some(_) => below + 1,
            None => below,
        };
    }
    components
        .of
        .iter()
        .map(|&c| colour[c as usize].is_multiple_of(2))
        .collect()
}

/// Moore's partition refinement with symbolic letters.
fn minimize(p: &Automaton, accepting: &[bool]) -> Complete {
    let mut b = Builder::like(p, 1);
    let mut class: Vec<State> = accepting.iter().map(|&a| State::from(a)).collect();
    let mut count = 0;
    loop {
        let mut names: HashMap<(State, Vec<(State, Guard)>), State> = HashMap::new();
        let refined: Vec<State> = p
            .states()
            .map(|s| {
                let signature = signature(p, s, &class, b.guards());
                let fresh = names.len() as State;
                *names.entry((class[s as usize], signature)).or_insert(fresh)
            })
            .collect();
        class = refined;
        if names.len() == count {
            break;
        }
        count = names.len();
    }
    b.add_states(count);
    let mut minimal_accepting = vec![false; count];
    for &s in p.initial() {
        b.add_initial(class[s as usize]);
    }
    for s in p.states() {
        let c = class[s as usize];
        minimal_accepting[c as usize] = accepting[s as usize];
        for (to, guard) in signature(p, s, &class, b.guards()) {
            b.add_edge(c, guard, 0, to);
        }
    }
    Complete {
        automaton: b.finish(),
        accepting: minimal_accepting,
    }
}

/// For each class of successors, the letters that lead there.
fn signature(p: &Automaton, s: State, class: &[State], guards: &mut Guards) -> Vec<(State, Guard)> {
    let mut to: Vec<(State, Guard)> = Vec::new();
    for e in p.out(s) {
        let c = class[e.dst as usize];
        match to.iter_mut().find(|(d, _)| *d == c) {
            Some((_, guard)) => *guard = guards.or(*guard, e.guard),
            None => to.push((c, e.guard)),
        }
    }
    to.sort_unstable();
    to
}
