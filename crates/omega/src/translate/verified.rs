//! Reductions that only enlarge the language, each verified against the negated formula.
//!
//! Merging two states keeps every run, and so does adding a mark to an edge: the language can only
//! grow. It has not grown iff the automaton is still disjoint from one for the negation, and the
//! translator has that for free: it is the translation of `!f`. So any merge may be tried, not only
//! those that a simulation justifies, and kept if the test passes. (The idea of checking a guessed
//! quotient by an inclusion test is folklore; the negation makes the test one emptiness check.)

use super::Acceptance;
use crate::automaton::{Automaton, Builder, MAX_MARKS, Marks, State};
use crate::guard::Guard;
use crate::scc::Components;
use hashbrown::HashMap;

/// There are quadratically many pairs, and each test is a product.
const MAX_STATES: usize = 40;
const MAX_NEGATION: usize = 100;
const MAX_EDGES: usize = 1500;

/// Merges states of `a` as long as it stays disjoint from `negation`.
pub(super) fn merge(a: &Automaton, negation: &Automaton, acceptance: Acceptance) -> Automaton {
    let Some(mut quotient) = Quotient::new(a, negation, acceptance) else {
        return a.clone();
    };
    let n = a.num_states() as State;
    for s in 0..n {
        for t in 0..s {
            if quotient.class[s as usize] == s && quotient.class[t as usize] == t {
                quotient.try_merge(s, t);
            }
        }
    }
    quotient.build(a)
}

struct Quotient<'a> {
    negation: &'a Automaton,
    acceptance: Acceptance,
    /// The least member of each state's class.
    class: Vec<State>,
    /// Source, destination and marks of each edge of the automaton.
    edges: Vec<(State, State, Marks)>,
    num_marks: u32,
    initial: Vec<State>,
    /// For each edge, the edges of the negation that share a letter with it. Merging changes
    /// neither side's guards, so this is computed once.
    compatible: Vec<Vec<bool>>,
}

impl<'a> Quotient<'a> {
    fn new(a: &Automaton, negation: &'a Automaton, acceptance: Acceptance) -> Option<Self> {
        if a.num_states() > MAX_STATES
            || negation.num_states() > MAX_NEGATION
            || a.edges().len().max(negation.edges().len()) > MAX_EDGES
            || a.num_marks() + negation.num_marks() > MAX_MARKS
        {
            return None;
        }
        let mut guards = a.guards().clone();
        let theirs: Vec<Guard> = negation
            .edges()
            .iter()
            .map(|e| guards.import(negation.guards(), e.guard, |v| v))
            .collect();
        let compatible = a
            .edges()
            .iter()
            .map(|e| {
                let meets = |&g: &Guard| !guards.and(e.guard, g).is_false();
                theirs.iter().map(meets).collect()
            })
            .collect();
        Some(Quotient {
            negation,
            acceptance,
            class: a.states().collect(),
            edges: a.edges().iter().map(|e| (e.src, e.dst, e.marks)).collect(),
            num_marks: a.num_marks(),
            initial: a.initial().to_vec(),
            compatible,
        })
    }

    fn try_merge(&mut self, s: State, t: State) {
        let before = self.class.clone();
        for c in &mut self.class {
            if *c == s {
                *c = t;
            }
        }
        if !self.is_disjoint() {
            self.class = before;
        }
    }

    /// The marks of each edge in the quotient. On states, a class accepts if a member does.
    fn marks(&self) -> Vec<Marks> {
        let mut of_class = vec![0; self.class.len()];
        if self.acceptance == Acceptance::OnStates {
            for &(src, _, marks) in &self.edges {
                of_class[self.class[src as usize] as usize] |= marks;
            }
        }
        let class = |s: State| self.class[s as usize] as usize;
        self.edges
            .iter()
            .map(|&(src, _, marks)| marks | of_class[class(src)])
            .collect()
    }

    fn is_disjoint(&self) -> bool {
        let marks = self.marks();
        let mut out: Vec<Vec<usize>> = vec![Vec::new(); self.class.len()];
        for (i, &(src, ..)) in self.edges.iter().enumerate() {
            out[self.class[src as usize] as usize].push(i);
        }
        let first: Vec<usize> = self
            .negation
            .states()
            .map(|s| self.negation.edges().partition_point(|e| e.src < s))
            .collect();
        let mut product = Builder::new(Vec::new(), self.num_marks + self.negation.num_marks());
        let mut names: HashMap<(State, State), State> = HashMap::new();
        let mut todo: Vec<(State, State)> = Vec::new();
        for &s in &self.initial {
            let s = self.class[s as usize];
            todo.extend(self.negation.initial().iter().map(|&t| (s, t)));
        }
        todo.sort_unstable();
        todo.dedup();
        for &pair in &todo {
            names.insert(pair, product.add_state());
        }
        while let Some((s, t)) = todo.pop() {
            let src = names[&(s, t)];
            for &i in &out[s as usize] {
                for (j, f) in self.negation.out(t).iter().enumerate() {
                    if !self.compatible[i][first[t as usize] + j] {
                        continue;
                    }
                    let to = (self.class[self.edges[i].1 as usize], f.dst);
                    let dst = *names.entry(to).or_insert_with(|| {
                        todo.push(to);
                        product.add_state()
                    });
                    let both = marks[i] | f.marks << self.num_marks;
                    product.add_edge(src, Guard::TRUE, both, dst);
                }
            }
        }
        let product = product.finish();
        let components = Components::new(&product);
        !(0..components.count() as u32).any(|c| components.is_accepting(c))
    }

    fn build(&self, a: &Automaton) -> Automaton {
        let mut b = Builder::like(a, self.num_marks);
        let mut names: Vec<State> = vec![0; self.class.len()];
        for s in a.states() {
            let c = self.class[s as usize];
            names[s as usize] = if c == s {
                b.add_state()
            } else {
                names[c as usize]
            };
        }
        a.initial()
            .iter()
            .for_each(|&s| b.add_initial(names[s as usize]));
        for (e, marks) in a.edges().iter().zip(self.marks()) {
            b.add_edge(names[e.src as usize], e.guard, marks, names[e.dst as usize]);
        }
        b.finish()
    }
}
