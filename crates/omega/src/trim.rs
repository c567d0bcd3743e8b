//! Removing what no accepting run uses, and marks that say nothing.

use crate::automaton::{Automaton, Builder, Marks, State};
use crate::scc::Components;

/// The automaton restricted to the states that are reachable and from which some run accepts. If
/// the language is empty, one state without edges is left: printers want an initial state.
pub(crate) fn trim(a: &Automaton) -> Automaton {
    let live = Components::new(a).live(a);
    let mut name: Vec<Option<State>> = vec![None; a.num_states()];
    let mut b = Builder::like(a, a.num_marks());
    let mut stack: Vec<State> = Vec::new();
    for &s in a.initial().iter().filter(|&&s| live[s as usize]) {
        let new = b.add_state();
        name[s as usize] = Some(new);
        b.add_initial(new);
        stack.push(s);
    }
    while let Some(s) = stack.pop() {
        let Some(src) = name[s as usize] else {
            unreachable!("a state on the stack has a name");
        };
        for e in a.out(s).iter().filter(|e| live[e.dst as usize]) {
            let dst = *name[e.dst as usize].get_or_insert_with(|| {
                stack.push(e.dst);
                b.add_state()
            });
            b.add_edge(src, e.guard, e.marks, dst);
        }
    }
    if b.num_states() == 0 {
        let s = b.add_state();
        b.add_initial(s);
    }
    b.finish()
}

/// An equivalent automaton with as few marks as an analysis of each component finds. A mark is
/// superfluous in a component if every edge there carries it, or if every edge that carries some
/// other needed mark carries it too. Acceptance is decided inside one component, so the needed
/// marks are numbered from 0 in each; edges outside of accepting components carry none.
pub(crate) fn reduce_marks(a: &Automaton) -> Automaton {
    let components = Components::new(a);
    let needed: Vec<Vec<u32>> = (0..components.count() as u32)
        .map(|c| needed_marks(a, &components, c))
        .collect();
    let count = needed.iter().map(Vec::len).max().unwrap_or(1).max(1) as u32;
    let mut b = Builder::like(a, count);
    b.add_states(a.num_states());
    a.initial().iter().for_each(|&s| b.add_initial(s));
    for e in a.edges() {
        let c = components.of(e.src);
        let mut marks: Marks = 0;
        if c == components.of(e.dst) && components.is_accepting(c) {
            let needed = &needed[c as usize];
            // A component that needs fewer marks carries the others everywhere.
            marks = !0 << needed.len();
            for (i, &m) in needed.iter().enumerate() {
                marks |= (e.marks >> m & 1) << i;
            }
        }
        b.add_edge(e.src, e.guard, marks, e.dst);
    }
    b.finish()
}

fn needed_marks(a: &Automaton, components: &Components, c: u32) -> Vec<u32> {
    if !components.is_accepting(c) {
        return Vec::new();
    }
    let inner = |e: &&crate::Edge| components.of(e.src) == c && components.of(e.dst) == c;
    let mut sets: Vec<Marks> = a.edges().iter().filter(inner).map(|e| e.marks).collect();
    sets.sort_unstable();
    sets.dedup();
    let mut needed: Vec<u32> = (0..a.num_marks()).collect();
    let mut i = 0;
    while i < needed.len() {
        let m = needed[i];
        let everywhere = sets.iter().all(|s| s >> m & 1 == 1);
        let follows = |k: u32| k != m && sets.iter().all(|s| s >> k & 1 <= s >> m & 1);
        if everywhere || needed.iter().any(|&k| follows(k)) {
            needed.remove(i);
        } else {
            i += 1;
        }
    }
    needed
}
