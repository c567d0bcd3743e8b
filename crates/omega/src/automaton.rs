//! Transition-based generalized Büchi automata.

use crate::guard::{Guard, Guards};
use crate::word::{Letter, MAX_PROPS};

/// A state: an index below [`Automaton::num_states`].
pub type State = u32;

/// A set of acceptance marks: bit `i` stands for mark `i`.
pub type Marks = u64;

/// A set of marks is one machine word.
pub const MAX_MARKS: u32 = 64;

/// From `src`, on any letter of `guard`, to `dst`, collecting `marks`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    pub src: State,
    pub dst: State,
    pub marks: Marks,
    pub guard: Guard,
}

/// A transition-based generalized Büchi automaton: a run accepts if it sees **every** mark
/// infinitely often. There is always at least one mark; where every infinite run accepts, that one
/// mark is on every edge. An ordinary state-based Büchi automaton is the case of one mark that sits
/// on all outgoing edges of the accepting states and on no other ([`Automaton::is_state_based`]).
///
/// An automaton never changes; algorithms read one and build another. To build one over the same
/// propositions, start from [`Builder::like`], which keeps every [`Guard`] valid.
#[derive(Clone, Debug)]
pub struct Automaton {
    props: Vec<String>,
    guards: Guards,
    num_marks: u32,
    initial: Vec<State>,
    /// Sorted by source, then destination, then marks; `first[s]..first[s + 1]` leave `s`.
    edges: Vec<Edge>,
    first: Vec<u32>,
}

impl Automaton {
    /// The propositions, by index of their bit in a [`Letter`].
    pub fn props(&self) -> &[String] {
        &self.props
    }

    pub fn guards(&self) -> &Guards {
        &self.guards
    }

    /// For computing with the guards of this automaton; existing ids stay what they are.
    pub fn guards_mut(&mut self) -> &mut Guards {
        &mut self.guards
    }

    pub fn num_states(&self) -> usize {
        self.first.len() - 1
    }

    pub fn states(&self) -> std::ops::Range<State> {
        0..self.num_states() as State
    }

    /// At least 1.
    pub fn num_marks(&self) -> u32 {
        self.num_marks
    }

    /// The set of all marks: what an accepting cycle must collect.
    pub fn all_marks(&self) -> Marks {
        all_marks(self.num_marks)
    }

    /// Ascending, without duplicates. Empty only if the language is.
    pub fn initial(&self) -> &[State] {
        &self.initial
    }

    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The edges that leave `state`.
    pub fn out(&self, state: State) -> &[Edge] {
        let s = state as usize;
        &self.edges[self.first[s] as usize..self.first[s + 1] as usize]
    }

    /// The edges that leave `state` on `letter`.
    pub fn successors(&self, state: State, letter: Letter) -> impl Iterator<Item = &Edge> {
        let enabled = move |e: &&Edge| self.guards.eval(e.guard, letter);
        self.out(state).iter().filter(enabled)
    }

    /// Whether each state's outgoing edges all carry the same marks, so that the marks can be
    /// printed on the states.
    pub fn is_state_based(&self) -> bool {
        self.states()
            .all(|s| self.out(s).windows(2).all(|w| w[0].marks == w[1].marks))
    }

    /// The marks common to all outgoing edges of `state`: those of the state itself if the
    /// automaton is state-based. A state without successors has none.
    pub fn state_marks(&self, state: State) -> Marks {
        match self.out(state) {
            [] => 0,
            out => out.iter().fold(!0, |marks, e| marks & e.marks),
        }
    }

    /// Whether no state has two edges for one letter and there is at most one initial state.
    pub fn is_deterministic(&self) -> bool {
        let mut guards = self.guards.clone();
        self.initial.len() <= 1
            && self.states().all(|s| {
                let mut seen = Guard::FALSE;
                self.out(s).iter().all(|e| {
                    let overlap = guards.and(seen, e.guard);
                    seen = guards.or(seen, e.guard);
                    overlap.is_false()
                })
            })
    }

    /// Verifies the invariants that the documentation of this type and its methods states.
    pub fn check(&self) -> Result<(), String> {
        let n = self.num_states();
        if self.props.len() > MAX_PROPS {
            return Err(format!("{} propositions", self.props.len()));
        }
        if self.num_marks == 0 || self.num_marks > MAX_MARKS {
            return Err(format!("{} marks", self.num_marks));
        }
        if !self.initial.is_sorted_by(|a, b| a < b) {
            return Err("initial states are not strictly ascending".into());
        }
        if let Some(s) = self.initial.iter().find(|&&s| s as usize >= n) {
            return Err(format!("initial state {s} does not exist"));
        }
        if !self.edges.is_sorted_by(|a, b| a < b) {
            return Err("edges are not strictly ascending".into());
        }
        for s in self.states() {
            if self.out(s).iter().any(|e| e.src != s) {
                return Err(format!("the adjacency of state {s} is wrong"));
            }
        }
        for e in &self.edges {
            if e.src as usize >= n || e.dst as usize >= n {
                return Err(format!("{e:?} leaves the automaton"));
            }
            if e.marks & !self.all_marks() != 0 {
                return Err(format!("{e:?} carries an unknown mark"));
            }
            if e.guard.is_false() {
                return Err(format!("{e:?} can never be taken"));
            }
            if let Some(&var) = self.guards.support(e.guard).last()
                && var as usize >= self.props.len()
            {
                return Err(format!("{e:?} reads the unknown proposition {var}"));
            }
        }
        Ok(())
    }
}

/// The set of `count` marks, `count <= 64`.
fn all_marks(count: u32) -> Marks {
    if count == MAX_MARKS {
        !0
    } else {
        (1 << count) - 1
    }
}

/// Collects states and edges, in any order, for an [`Automaton`].
#[derive(Debug)]
pub struct Builder {
    props: Vec<String>,
    guards: Guards,
    num_marks: u32,
    num_states: State,
    initial: Vec<State>,
    edges: Vec<Edge>,
}

impl Builder {
    /// An automaton without states.
    ///
    /// # Panics
    /// With more than [`MAX_PROPS`] propositions, or a number of marks outside `1..=MAX_MARKS`.
    pub fn new(props: Vec<String>, num_marks: u32) -> Self {
        Self::with_guards(props, Guards::new(), num_marks)
    }

    /// An automaton without states, over the propositions of `other` and with its guards.
    pub fn like(other: &Automaton, num_marks: u32) -> Self {
        Self::with_guards(other.props.clone(), other.guards.clone(), num_marks)
    }

    /// An automaton without states whose guards are already made.
    pub fn with_guards(props: Vec<String>, guards: Guards, num_marks: u32) -> Self {
        assert!(props.len() <= MAX_PROPS, "too many propositions");
        assert!((1..=MAX_MARKS).contains(&num_marks), "bad number of marks");
        Builder {
            props,
            guards,
            num_marks,
            num_states: 0,
            initial: Vec::new(),
            edges: Vec::new(),
        }
    }

    pub fn guards(&mut self) -> &mut Guards {
        &mut self.guards
    }

    pub fn num_states(&self) -> usize {
        self.num_states as usize
    }

    pub fn add_state(&mut self) -> State {
        self.add_states(1)
    }

    /// Adds `count` states and returns the first; the others follow it.
    pub fn add_states(&mut self, count: usize) -> State {
        let first = self.num_states;
        self.num_states += count as State;
        first
    }

    pub fn add_initial(&mut self, state: State) {
        self.initial.push(state);
    }

    /// Marks beyond the declared number are ignored, and so is an edge that no letter enables.
    pub fn add_edge(&mut self, src: State, guard: Guard, marks: Marks, dst: State) {
        let marks = marks & all_marks(self.num_marks);
        if !guard.is_false() {
            self.edges.push(Edge {
                src,
                dst,
                marks,
                guard,
            });
        }
    }

    /// Merges parallel edges with the same marks and builds the adjacency.
    ///
    /// # Panics
    /// If an edge or initial state names a state that was never added.
    pub fn finish(mut self) -> Automaton {
        self.initial.sort_unstable();
        self.initial.dedup();
        self.edges.sort_unstable();
        let mut edges: Vec<Edge> = Vec::with_capacity(self.edges.len());
        for e in self.edges {
            match edges.last_mut() {
                Some(last) if (last.src, last.dst, last.marks) == (e.src, e.dst, e.marks) => {
                    last.guard = self.guards.or(last.guard, e.guard);
                }
                _ => edges.push(e),
            }
        }
        let known = |s: State| s < self.num_states;
        assert!(self.initial.iter().all(|&s| known(s)), "unknown state");
        assert!(
            edges.iter().all(|e| known(e.src) && known(e.dst)),
            "unknown state"
        );
        let mut first = vec![0; self.num_states as usize + 1];
        for e in &edges {
            first[e.src as usize + 1] += 1;
        }
        for s in 0..self.num_states as usize {
            first[s + 1] += first[s];
        }
        Automaton {
            props: self.props,
            guards: self.guards,
            num_marks: self.num_marks,
            initial: self.initial,
            edges,
            first,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_states() -> Builder {
        let mut b = Builder::new(vec!["p".into()], 1);
        let s = b.add_states(2);
        b.add_initial(s);
        b
    }

    #[test]
    fn parallel_edges_merge_and_impossible_ones_vanish() {
        let mut b = two_states();
        let p = b.guards().var(0);
        let not_p = b.guards().not(p);
        b.add_edge(0, p, 0, 1);
        b.add_edge(0, not_p, 0, 1);
        b.add_edge(0, Guard::FALSE, 0, 0);
        b.add_edge(0, p, 1, 1);
        let a = b.finish();
        assert_eq!(a.check(), Ok(()));
        assert_eq!(a.out(0).len(), 2);
        assert!(a.out(0)[0].guard.is_true());
        assert!(!a.is_state_based());
        assert!(!a.is_deterministic());
        assert_eq!(a.successors(0, 0).count(), 1);
        assert_eq!(a.successors(0, 1).count(), 2);
    }

    #[test]
    fn the_verifier_sees_an_unknown_proposition() {
        let mut b = two_states();
        let stranger = b.guards().var(1);
        b.add_edge(0, stranger, 0, 1);
        assert!(b.finish().check().is_err());
    }
}
