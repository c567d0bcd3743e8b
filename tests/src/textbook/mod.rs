//! Infinite runs by the book: the program and what is read of it written down, their product, its
//! strongly connected components, and in each a look for what makes a run bad and, if it has to be, fair.
//!
//! A run that ends, by a fault too, repeats its last state; one that stays in an atomic sequence for
//! ever repeats the last state that others saw. The first is fair to everybody; the second to those who
//! move again and again, and to those who again and again could not have met who holds control.
//!
//! This knows the interpreter, and nothing of searches, products, reductions or marks for processes. Of
//! `omega` it knows automata that it is given as such.

mod claim;
mod components;
mod formula;
mod graph;

pub use claim::Never;
pub use formula::{Tableau, Word, holds};
pub use graph::{Graph, Pids, Way};

use components::components;
use omega::Automaton;
use program::{Expr, Formula, Proctype, Program};
use search::product::Fairness;
use std::collections::HashMap;
use std::hash::Hash;

/// What is said to be bad.
#[derive(Clone, Copy)]
pub enum Bad<'a> {
    /// A word of the automaton over these expressions.
    Word(&'a Automaton, &'a [Expr]),
    /// A run on which the formula does not hold.
    Not(&'a Formula),
    /// A run that the claim matches.
    Matched(&'a Proctype),
    /// An accept label infinitely often.
    Accept,
    /// Progress labels only finitely often, in a run that does not end.
    NonProgress,
}

/// Reads the states of a run one after the other, as an automaton does.
trait Reader {
    type Node: Clone + Eq + Hash;

    fn initial(&self) -> Vec<Self::Node>;

    /// The marks that a bad run has infinitely often, each of them.
    fn all_marks(&self) -> u64;

    /// Marks and nodes after reading a state; none if something has no value.
    fn read(
        &mut self,
        graph: &Graph<'_>,
        state: usize,
        node: &Self::Node,
    ) -> Option<Vec<(u64, Self::Node)>>;

    /// Whether runs that end count.
    fn minds_ends(&self) -> bool {
        true
    }
}

/// Whether some infinite run is bad; `None` if there are more than `limit` states of the program, or
/// a proposition has no value.
pub fn is_violated(
    program: &Program,
    bad: Bad<'_>,
    fairness: Fairness,
    limit: usize,
) -> Option<bool> {
    Graph::new(program, limit)?.has(bad, fairness)
}

impl Graph<'_> {
    /// Whether some infinite run is bad; `None` if a proposition has no value.
    pub fn has(&self, bad: Bad<'_>, fairness: Fairness) -> Option<bool> {
        match bad {
            Bad::Word(automaton, propositions) => {
                let reader = Acceptor {
                    automaton,
                    propositions,
                };
                self.has_run(reader, fairness)
            }
            Bad::Not(formula) => self.has_run(Tableau::of_negation(formula), fairness),
            Bad::Matched(claim) => self.has_run(Never::new(claim), fairness),
            Bad::Accept => self.has_run(Accepting, fairness),
            Bad::NonProgress => self.has_run(Stalled, fairness),
        }
    }

    /// Which of the expressions hold in a state.
    pub fn letter(&self, state: usize, propositions: &[Expr]) -> Option<u64> {
        let mut letter = 0;
        for (bit, proposition) in propositions.iter().enumerate() {
            letter |= u64::from(self.eval(state, proposition)? != 0) << bit;
        }
        Some(letter)
    }

    fn has_run<R: Reader>(&self, mut reader: R, fairness: Fairness) -> Option<bool> {
        let everybody = match fairness {
            Fairness::None => 0,
            Fairness::Weak => (1 << self.processes()) - 1,
        };
        let first = |node| (Place::At(0), node);
        let mut nodes: Vec<(Place, R::Node)> = reader.initial().into_iter().map(first).collect();
        let numbered = nodes.iter().cloned().enumerate();
        let mut numbers: HashMap<(Place, R::Node), usize> =
            numbered.map(|(number, node)| (node, number)).collect();
        // Where an edge leads, its marks, and to whom it is fair.
        let mut edges: Vec<Vec<(usize, u64, Pids)>> = Vec::new();
        while edges.len() < nodes.len() {
            let (place, node) = nodes[edges.len()].clone();
            let state = match place {
                Place::At(state) | Place::Stopped(state, _) => state,
            };
            let mut list = Vec::new();
            for (marks, after) in reader.read(self, state, &node)? {
                for (place, fair) in self.after(place, reader.minds_ends()) {
                    let key = (place, after.clone());
                    let number = *numbers.entry(key).or_insert_with_key(|to| {
                        nodes.push(to.clone());
                        nodes.len() - 1
                    });
                    list.push((number, marks, fair));
                }
            }
            edges.push(list);
        }
        let targets = |list: &Vec<(usize, u64, Pids)>| list.iter().map(|edge| edge.0).collect();
        let of = components(&edges.iter().map(targets).collect::<Vec<_>>());
        // For each component with a cycle: its marks, and to whom it is fair.
        let mut found: HashMap<usize, (u64, Pids)> = HashMap::new();
        for (from, list) in edges.iter().enumerate() {
            for (to, marks, fair) in list {
                if of[*to] == of[from] {
                    let entry = found.entry(of[from]).or_default();
                    *entry = (entry.0 | marks, entry.1 | fair);
                }
            }
        }
        let all = reader.all_marks();
        let is_bad = |(marks, fair): &(u64, Pids)| *marks == all && fair & everybody == everybody;
        Some(found.values().any(is_bad))
    }

    /// Where a run can be next, and to whom that step is fair. A run that stops does nothing else: other
    /// runs that pass the same state have nothing to do with it.
    fn after(&self, place: Place, minds_ends: bool) -> Vec<(Place, Pids)> {
        let state = match place {
            Place::Stopped(_, fair) => return vec![(place, fair)],
            Place::At(state) => state,
        };
        let mut next = Vec::new();
        for way in &self.ways[state] {
            match *way {
                Way::End if !minds_ends => {}
                Way::End => next.push((Place::Stopped(state, Pids::MAX), Pids::MAX)),
                Way::Endless { fair } => next.push((Place::Stopped(state, fair), fair)),
                Way::Step { target, movers } => {
                    next.push((Place::At(target), movers | !self.able[state]));
                }
            }
        }
        next
    }
}

/// Where a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    At(usize),
    /// It comes to no other state any more, which is fair to these.
    Stopped(usize, Pids),
}

/// The words of an automaton.
struct Acceptor<'a> {
    automaton: &'a Automaton,
    propositions: &'a [Expr],
}

impl Reader for Acceptor<'_> {
    type Node = u32;

    fn initial(&self) -> Vec<u32> {
        self.automaton.initial().to_vec()
    }

    fn all_marks(&self) -> u64 {
        self.automaton.all_marks()
    }

    fn read(&mut self, graph: &Graph<'_>, state: usize, node: &u32) -> Option<Vec<(u64, u32)>> {
        let letter = graph.letter(state, self.propositions)?;
        let moves = self.automaton.successors(*node, letter);
        Some(moves.map(|edge| (edge.marks, edge.dst)).collect())
    }
}

/// Runs with an accept label infinitely often.
struct Accepting;

impl Reader for Accepting {
    type Node = ();

    fn initial(&self) -> Vec<()> {
        vec![()]
    }

    fn all_marks(&self) -> u64 {
        1
    }

    fn read(&mut self, graph: &Graph<'_>, state: usize, (): &()) -> Option<Vec<(u64, ())>> {
        Some(vec![(u64::from(graph.labels(state).0), ())])
    }
}

/// Runs that pass no progress label from some point on. It is guessed when that begins.
struct Stalled;

impl Reader for Stalled {
    type Node = bool;

    fn initial(&self) -> Vec<bool> {
        vec![false, true]
    }

    fn all_marks(&self) -> u64 {
        1
    }

    fn read(&mut self, graph: &Graph<'_>, state: usize, node: &bool) -> Option<Vec<(u64, bool)>> {
        Some(match (node, graph.labels(state).1) {
            (true, true) => Vec::new(),
            (true, false) => vec![(1, true)],
            (false, _) => vec![(0, false), (0, true)],
        })
    }

    fn minds_ends(&self) -> bool {
        false
    }
}
