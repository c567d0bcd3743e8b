//! From generalized to ordinary Büchi acceptance, with the mark on edges or on states.

use crate::automaton::{Automaton, Builder, Marks, State};
use crate::degeneralize::degeneralize;
use crate::scc::Components;
use hashbrown::HashMap;

/// The same language with one mark, still on the edges: a counter waits for the marks in turn.
///
/// The counter starts again wherever a run enters another component, since only what is seen in
/// the last one counts; and it does not run at all outside of accepting components.
pub fn one_mark(automaton: &Automaton) -> Automaton {
    if automaton.num_marks() == 1 {
        return automaton.clone();
    }
    let components = Components::new(automaton);
    let mut builder = Builder::like(automaton, 1);
    let mut ids: HashMap<(State, u32), State> = HashMap::new();
    let mut order: Vec<(State, u32)> = Vec::new();
    let mut visit = |builder: &mut Builder, order: &mut Vec<(State, u32)>, copy| {
        *ids.entry(copy).or_insert_with(|| {
            order.push(copy);
            builder.add_state()
        })
    };
    for &s in automaton.initial() {
        let id = visit(&mut builder, &mut order, (s, 0));
        builder.add_initial(id);
    }
    let mut src = 0;
    while let Some(&(s, level)) = order.get(src) {
        let component = components.of(s);
        for e in automaton.out(s) {
            let inside = components.of(e.dst) == component;
            let (next, round) = if inside && components.is_accepting(component) {
                count(e.marks, level, automaton.num_marks())
            } else {
                (0, false)
            };
            let dst = visit(&mut builder, &mut order, (e.dst, next));
            builder.add_edge(src as State, e.guard, Marks::from(round), dst);
        }
        src += 1;
    }
    builder.finish()
}

/// Where the counter goes from `level` over an edge with `marks`, and whether it completes a round.
fn count(marks: Marks, level: u32, num_marks: u32) -> (u32, bool) {
    let missing = |from: u32| (from..num_marks).find(|i| marks >> i & 1 == 0);
    match missing(level) {
        Some(next) => (next, false),
        // The edge that ends a round may begin the next one.
        None => (missing(0).unwrap_or(0), true),
    }
}

/// The same language as an ordinary Büchi automaton with accepting states: one mark, on all or none
/// of the edges that leave a state.
pub fn state_based(automaton: &Automaton) -> Automaton {
    if automaton.num_marks() == 1 && automaton.is_state_based() {
        return automaton.clone();
    }
    let order: Vec<u32> = (0..automaton.num_marks()).collect();
    degeneralize(automaton, &order)
}
