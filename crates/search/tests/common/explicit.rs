//! Small programs given by their states and edges, and a textbook emptiness check.

use program::fault::Fault;
use program::{Labels, Process, Step, Successors, TransitionSystem};
use proptest::collection::vec;
use proptest::prelude::*;

/// A program: state 0 is the first.
#[derive(Clone, Debug)]
pub struct Explicit {
    pub successors: Vec<Vec<usize>>,
    pub letters: Vec<u64>,
    pub labels: Vec<Labels>,
}

impl Explicit {
    pub fn len(&self) -> usize {
        self.successors.len()
    }

    /// Successors, with the one that a halted program has.
    pub fn steps(&self, state: usize) -> Vec<usize> {
        match &self.successors[state][..] {
            [] => vec![state],
            list => list.to_vec(),
        }
    }

    fn decode(state: &[u8]) -> usize {
        u32::from_le_bytes(state.try_into().expect("four bytes")) as usize
    }
}

impl TransitionSystem for Explicit {
    fn initial(&mut self, out: &mut Successors) {
        out.push(&0_u32.to_le_bytes(), Step::default(), None, false);
    }

    fn expand(&mut self, state: &[u8], out: &mut Successors) {
        let list = &self.successors[Self::decode(state)];
        for (edge, &target) in list.iter().enumerate() {
            let step = Step::new(0, edge as u16);
            out.push(&(target as u32).to_le_bytes(), step, None, false);
        }
    }

    fn expand_holder(&mut self, state: &[u8], _: usize, out: &mut Successors) {
        self.expand(state, out);
    }

    fn is_valid_end(&mut self, _: &[u8]) -> bool {
        true
    }

    fn letter(&mut self, state: &[u8]) -> Result<u64, Fault> {
        Ok(self.letters[Self::decode(state)])
    }

    fn labels(&mut self, state: &[u8]) -> Labels {
        self.labels[Self::decode(state)]
    }

    fn processes(&mut self, out: &mut Vec<Process>) {
        out.push(Process {
            proctype: 0,
            location: 0,
        });
    }

    fn ask(&mut self, _: usize, out: &mut program::Answers) {
        out.clear();
    }
}

/// Programs with up to `most` states over two propositions.
pub fn programs(most: usize) -> impl Strategy<Value = Explicit> {
    (1..=most).prop_flat_map(|n| {
        let successors = vec(vec(0..n, 0..=2), n);
        let labels = vec((any::<bool>(), any::<bool>()), n);
        (successors, vec(0..4_u64, n), labels).prop_map(|(successors, letters, labels)| {
            let labels = labels.into_iter();
            let labels = labels.map(|(accept, progress)| Labels { accept, progress });
            Explicit {
                successors,
                letters,
                labels: labels.collect(),
            }
        })
    })
}

/// A graph with marked edges; states are numbers.
#[derive(Debug, Default)]
pub struct Graph {
    pub initial: Vec<usize>,
    pub edges: Vec<(usize, u64, usize)>,
    pub states: usize,
}

impl Graph {
    /// Whether some reachable cycle has all these marks: for each pair of states, is there a path?
    pub fn has_accepting_cycle(&self, all: u64) -> bool {
        let n = self.states;
        let mut path = vec![vec![false; n]; n];
        for &(from, _, to) in &self.edges {
            path[from][to] = true;
        }
        for via in 0..n {
            for from in 0..n {
                for to in 0..n {
                    path[from][to] |= path[from][via] && path[via][to];
                }
            }
        }
        let reachable = |s: usize| self.initial.iter().any(|&i| i == s || path[i][s]);
        (0..n).filter(|&s| reachable(s) && path[s][s]).any(|s| {
            let together = |t: usize| t == s || (path[s][t] && path[t][s]);
            let inside = self.edges.iter().filter(|e| together(e.0) && together(e.2));
            inside.fold(0, |marks, e| marks | e.1) & all == all
        })
    }
}
