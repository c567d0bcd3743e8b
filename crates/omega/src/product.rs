//! Whether two automata over the same propositions have a word in common.

use crate::automaton::{Automaton, Builder, MAX_MARKS, State};
use crate::scc::Components;
use hashbrown::HashMap;

/// `None` if the two have more marks than fit, or the product more than `limit` states.
pub(crate) fn disjoint(a: &Automaton, b: &Automaton, limit: usize) -> Option<bool> {
    let marks = a.num_marks() + b.num_marks();
    if marks > MAX_MARKS {
        return None;
    }
    let mut product = Builder::like(a, marks);
    let imported: Vec<_> = b
        .edges()
        .iter()
        .map(|e| product.guards().import(b.guards(), e.guard, |v| v))
        .collect();
    let first_edge = edge_offsets(b);
    let mut names: HashMap<(State, State), State> = HashMap::new();
    let mut todo: Vec<(State, State)> = Vec::new();
    for &s in a.initial() {
        for &t in b.initial() {
            let name = product.add_state();
            names.insert((s, t), name);
            product.add_initial(name);
            todo.push((s, t));
        }
    }
    while let Some((s, t)) = todo.pop() {
        let src = names[&(s, t)];
        for e in a.out(s) {
            for (i, f) in b.out(t).iter().enumerate() {
                let guard = imported[first_edge[t as usize] + i];
                let guard = product.guards().and(e.guard, guard);
                if guard.is_false() {
                    continue;
                }
                let to = (e.dst, f.dst);
                let dst = *names.entry(to).or_insert_with(|| {
                    todo.push(to);
                    product.add_state()
                });
                product.add_edge(src, guard, e.marks | f.marks << a.num_marks(), dst);
            }
        }
        if product.num_states() > limit {
            return None;
        }
    }
    let product = product.finish();
    let components = Components::new(&product);
    Some(!(0..components.count() as u32).any(|c| components.is_accepting(c)))
}

fn edge_offsets(a: &Automaton) -> Vec<usize> {
    let mut offset = 0;
    a.states()
        .map(|s| {
            let here = offset;
            offset += a.out(s).len();
            here
        })
        .collect()
}
