//! The hole in the proof: Fig. 8.3 of Brunner's thesis (TU Munich, 2014), rebuilt.
//!
//! The thesis reduces the *sequential product*: the formula automaton moves first, to `f'`, and the
//! ample function is given the program states that are on the search path beside `f'`. A step of the
//! proof needs identity 8.5, that the reduced product accepts the words that the reduced product with
//! the *completed* automaton and the formula automaton both accept. It fails on the word of 8.11. The
//! weaker implication 8.13, that one is not empty if the other is not, would be enough; it holds on
//! this example, and [`crate::implication`] looks at the suspicion that it holds always.

use crate::operation::{MAX_STATES, Operation};
use crate::program::{OpSet, Program, members};
use fastrand::Rng;
use omega::builtin::builtin;
use omega::membership::accepts;
use omega::{Automaton, Builder, Lasso};
use std::collections::BTreeMap;

const NAMES: [&str; 7] = ["iota", "kappa", "delta", "alpha", "beta", "gamma", "tau"];
const IOTA: usize = 0;
const KAPPA: usize = 1;
const DELTA: usize = 2;
const ALPHA: usize = 3;
const BETA: usize = 4;
const GAMMA: usize = 5;
const TAU: usize = 6;
/// Of the operations a to f, those that ample sets have.
const A: usize = 0;
const D: usize = 3;

/// The system of the figure. Its letters are {}, {p1} and {p2}: 0, 1 and 2.
pub fn system() -> Program {
    let mut labels = [0; MAX_STATES];
    labels[DELTA] = 1;
    labels[GAMMA] = 2;
    labels[TAU] = 2;
    Program {
        states: NAMES.len(),
        initial: IOTA,
        operations: vec![
            Operation::new(&[(IOTA, KAPPA), (ALPHA, BETA)]),
            Operation::new(&[(KAPPA, TAU), (BETA, GAMMA)]),
            Operation::new(&[(GAMMA, GAMMA), (TAU, TAU)]),
            Operation::new(&[(ALPHA, IOTA), (BETA, KAPPA), (GAMMA, TAU)]),
            Operation::new(&[(KAPPA, DELTA)]),
            Operation::new(&[(DELTA, ALPHA)]),
        ],
        labels,
    }
}

/// The ample function of equation 8.10. `path`: the program states on the path.
fn ample(system: &Program, path: u8, state: usize) -> OpSet {
    let free = |other: usize| path >> other & 1 == 0;
    match state {
        ALPHA if free(IOTA) => 1 << D,
        ALPHA if free(BETA) => 1 << A,
        _ => system.enabled(state),
    }
}

/// The states of the formula automaton that a letter leads to: f1 is 0, f2 is 1.
fn formula_moves(state: usize, letter: u8) -> &'static [usize] {
    match (state, letter) {
        (0, 1) => &[0, 1],
        (0, _) => &[0],
        _ => &[1],
    }
}

/// A state of the system and one of the formula automaton.
type Node = (usize, usize);

/// The edges of the reduced sequential product.
type Reduced = BTreeMap<Node, Vec<Node>>;

/// Explores the reduced product depth first; edges are followed in an order that `random` chooses.
fn explore(system: &Program, random: &mut Rng) -> Reduced {
    let start = (system.initial, 0);
    let mut graph = Reduced::new();
    let mut path: Vec<(Node, Vec<Node>)> = Vec::new();
    let mut entered = Some(start);
    loop {
        if let Some(node) = entered.take() {
            path.push((node, Vec::new()));
            let on_path = |beside: usize| {
                let here = path.iter().map(|(node, _)| node);
                here.filter(|node| node.1 == beside)
                    .fold(0, |set, node| set | 1 << node.0)
            };
            let mut edges = Vec::new();
            for &formula in formula_moves(node.1, system.labels[node.0]) {
                for op in members(ample(system, on_path(formula), node.0)) {
                    edges.extend(system.operations[op].at(node.0).map(|next| (next, formula)));
                }
            }
            edges.sort_unstable();
            edges.dedup();
            graph.insert(node, edges.clone());
            random.shuffle(&mut edges);
            if let Some(top) = path.last_mut() {
                top.1 = edges;
            }
        }
        let Some((_, waiting)) = path.last_mut() else {
            return graph;
        };
        match waiting.pop() {
            Some(next) if graph.contains_key(&next) => {}
            Some(next) => entered = Some(next),
            None => {
                path.pop();
            }
        }
    }
}

/// The words of a reduced product. A node reads the letter of its program state on leaving it.
fn language(system: &Program, reduced: &Reduced, accepting: impl Fn(&Node) -> bool) -> Automaton {
    let number = |node: &Node| reduced.keys().position(|other| other == node).unwrap_or(0) as u32;
    let mut builder = Builder::new(vec!["p1".into(), "p2".into()], 1);
    builder.add_states(reduced.len());
    builder.add_initial(number(&(system.initial, 0)));
    for (node, edges) in reduced {
        let guard = builder.guards().letter(system.labels[node.0].into(), 2);
        for target in edges {
            let marks = u64::from(accepting(node));
            builder.add_edge(number(node), guard, marks, number(target));
        }
    }
    builder.finish()
}

/// What became of the statements of the thesis.
#[derive(Clone, Debug)]
pub struct Findings {
    /// Nodes of the reduced product, by name.
    pub nodes: Vec<String>,
    /// All orders in which edges were followed gave the same reduced product.
    pub orders: usize,
    pub same_in_all_orders: bool,
    /// The word of 8.11: accepted by the completed product, by the formula, by the product.
    pub word: Lasso,
    pub by_completed: bool,
    pub by_formula: bool,
    pub by_reduced: bool,
    /// The word of 8.14 is accepted by the product, so 8.13 holds here.
    pub other_word: Lasso,
    pub other_by_reduced: bool,
}

impl Findings {
    /// Identity 8.5 fails.
    pub fn refutes_identity(&self) -> bool {
        self.by_completed && self.by_formula && !self.by_reduced
    }

    /// Everything is as the thesis says.
    pub fn agree(&self) -> bool {
        self.refutes_identity() && self.other_by_reduced && self.same_in_all_orders
    }
}

const ORDERS: usize = 200;

/// Rebuilds the figure and looks.
pub fn figure() -> Option<Findings> {
    let system = system();
    let mut random = Rng::with_seed(83);
    let reduced = explore(&system, &mut random);
    let same = (1..ORDERS).all(|_| explore(&system, &mut random) == reduced);
    let word = Lasso::new(vec![0, 0, 1, 0, 0], vec![2])?;
    let other_word = Lasso::new(vec![0, 0, 1, 0, 0, 0], vec![2])?;
    let product = language(&system, &reduced, |node| node.1 == 1);
    let completed = language(&system, &reduced, |_| true);
    let name = |node: &Node| format!("{}_{}", NAMES[node.0], node.1 + 1);
    Some(Findings {
        nodes: reduced.keys().map(name).collect(),
        orders: ORDERS,
        same_in_all_orders: same,
        by_completed: accepts(&completed, &word),
        by_formula: accepts(&builtin("brunner")?, &word),
        by_reduced: accepts(&product, &word),
        other_by_reduced: accepts(&product, &other_word),
        word,
        other_word,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::is_ample;
    use crate::operation::Independence;

    #[test]
    fn the_figure_is_as_the_thesis_says() {
        let system = system();
        assert_eq!(system.invisible(), !0b110010 & system.all());
        for op in [A, D] {
            assert!(is_ample(&system, Independence::Brunner, ALPHA, 1 << op));
        }
        let findings = figure().expect("the words have cycles");
        assert_eq!(findings.nodes.len(), 12);
        assert!(findings.agree(), "{findings:?}");
    }
}
