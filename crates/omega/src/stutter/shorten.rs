//! Closure under shortening alone, without a memory of letters.

use crate::automaton::{Automaton, Builder, Edge, Marks, State};
use crate::guard::{Guard, Guards};
use crate::limit::TooLarge;
use hashbrown::HashMap;

/// An automaton for the words that become a word of `automaton` when letters are repeated: it may
/// take a path of edges that read the same letter as one edge.
///
/// The edges are those of the relation `⇒`, computed for all letters at once with symbolic guards;
/// there may be at most `limit` of them.
pub fn shorten(automaton: &Automaton, limit: usize) -> Result<Automaton, TooLarge> {
    let mut builder = Builder::like(automaton, automaton.num_marks());
    builder.add_states(automaton.num_states());
    for &s in automaton.initial() {
        builder.add_initial(s);
    }
    let mut edges = 0;
    for s in automaton.states() {
        let mut paths = Paths::default();
        paths.follow(builder.guards(), automaton.out(s), 0, Guard::TRUE);
        while let Some((t, marks, guard)) = paths.work.pop() {
            paths.follow(builder.guards(), automaton.out(t), marks, guard);
            if edges + paths.count > limit {
                let what = "edges";
                return Err(TooLarge { what, limit });
            }
        }
        edges += paths.count;
        for (t, ends) in paths.ends {
            for (marks, guard) in ends {
                builder.add_edge(s, guard, marks, t);
            }
        }
    }
    Ok(builder.finish())
}

/// The paths from one state.
#[derive(Default)]
struct Paths {
    /// For each end the marks that paths collect, with the letters on which they exist.
    ends: HashMap<State, Vec<(Marks, Guard)>>,
    /// How many pairs of an end and a set of marks there are.
    count: usize,
    work: Vec<(State, Marks, Guard)>,
}

impl Paths {
    /// Extends the paths that collect `marks` on the letters of `guard` by each of `edges`.
    fn follow(&mut self, guards: &mut Guards, edges: &[Edge], marks: Marks, guard: Guard) {
        for e in edges {
            let marks = marks | e.marks;
            let mut new = guards.and(guard, e.guard);
            let ends = self.ends.entry(e.dst).or_default();
            // Letters on which as much was collected before bring nothing.
            for &(_, known) in ends.iter().filter(|(more, _)| more & marks == marks) {
                new = guards.minus(new, known);
            }
            if new.is_false() {
                continue;
            }
            match ends.iter_mut().find(|(same, _)| *same == marks) {
                Some((_, known)) => *known = guards.or(*known, new),
                None => {
                    ends.push((marks, new));
                    self.count += 1;
                }
            }
            self.work.push((e.dst, marks, new));
        }
    }
}
