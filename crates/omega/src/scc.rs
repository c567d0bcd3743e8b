//! Strongly connected components (Tarjan, 1972, with an explicit stack) and emptiness.

use crate::automaton::{Automaton, Marks, State};

/// The strongly connected components of an automaton's graph. They are numbered so that an edge
/// never leads to a component with a larger number.
#[derive(Clone, Debug)]
pub struct Components {
    /// The component of each state.
    pub of: Vec<u32>,
    /// For each component, whether it contains an edge at all.
    pub cyclic: Vec<bool>,
    /// For each component, the union of the marks on its inner edges.
    pub marks: Vec<Marks>,
    all_marks: Marks,
}

impl Components {
    pub fn new(automaton: &Automaton) -> Self {
        let (of, count) = tarjan(automaton);
        let mut cyclic = vec![false; count];
        let mut marks = vec![0; count];
        for e in automaton.edges() {
            let c = of[e.src as usize];
            if c == of[e.dst as usize] {
                cyclic[c as usize] = true;
                marks[c as usize] |= e.marks;
            }
        }
        Components {
            of,
            cyclic,
            marks,
            all_marks: automaton.all_marks(),
        }
    }

    pub fn count(&self) -> usize {
        self.cyclic.len()
    }

    pub fn of(&self, state: State) -> u32 {
        self.of[state as usize]
    }

    /// Whether some run that stays in the component accepts: it can take all its edges for ever.
    pub fn is_accepting(&self, component: u32) -> bool {
        let c = component as usize;
        self.cyclic[c] && self.marks[c] == self.all_marks
    }

    /// For each state, whether some accepting run starts there.
    pub fn live(&self, automaton: &Automaton) -> Vec<bool> {
        let mut live: Vec<bool> = (0..self.count() as u32)
            .map(|c| self.is_accepting(c))
            .collect();
        // Ascending components are successors first.
        let mut edges: Vec<(u32, u32)> = automaton
            .edges()
            .iter()
            .map(|e| (self.of(e.src), self.of(e.dst)))
            .collect();
        edges.sort_unstable();
        for (src, dst) in edges {
            live[src as usize] |= live[dst as usize];
        }
        self.of.iter().map(|&c| live[c as usize]).collect()
    }
}

/// The component of each state, in the order in which Tarjan's algorithm closes them.
fn tarjan(automaton: &Automaton) -> (Vec<u32>, usize) {
    const UNSEEN: u32 = u32::MAX;
    let n = automaton.num_states();
    let mut component = vec![UNSEEN; n];
    let mut index = vec![UNSEEN; n];
    let mut low = vec![0; n];
    let mut open: Vec<State> = Vec::new();
    let mut count = 0;
    let mut next_index = 0;
    let mut path: Vec<(State, usize)> = Vec::new();
    for root in automaton.states() {
        if index[root as usize] != UNSEEN {
            continue;
        }
        path.push((root, 0));
        while let Some(&mut (state, ref mut at)) = path.last_mut() {
            let s = state as usize;
            if *at == 0 {
                index[s] = next_index;
                low[s] = next_index;
                next_index += 1;
                open.push(state);
            }
            if let Some(e) = automaton.out(state).get(*at) {
                *at += 1;
                let d = e.dst as usize;
                if index[d] == UNSEEN {
                    path.push((e.dst, 0));
                } else if component[d] == UNSEEN {
                    low[s] = low[s].min(index[d]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent as usize] = low[parent as usize].min(low[s]);
            }
            if low[s] == index[s] {
                while let Some(t) = open.pop() {
                    component[t as usize] = count;
                    if t == state {
                        break;
                    }
                }
                count += 1;
            }
        }
    }
    (component, count as usize)
}
