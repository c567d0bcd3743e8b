//! All operations on a few states, numbered, with tables of what is asked of them most.

use crate::operation::{Independence, MAX_STATES, Operation, StateSet};

/// A set of operations by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers(Vec<u64>);

impl Numbers {
    pub fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0
            .iter()
            .enumerate()
            .flat_map(|(index, &word)| crate::graph::nodes(word).map(move |bit| index * 64 + bit))
    }

    fn combine(&self, other: &Numbers, by: impl Fn(u64, u64) -> u64) -> Numbers {
        let words = self.0.iter().zip(&other.0).map(|(&a, &b)| by(a, b));
        Numbers(words.collect())
    }

    pub fn and(&self, other: &Numbers) -> Numbers {
        self.combine(other, |a, b| a & b)
    }

    pub fn or(&self, other: &Numbers) -> Numbers {
        self.combine(other, |a, b| a | b)
    }

    pub fn minus(&self, other: &Numbers) -> Numbers {
        self.combine(other, |a, b| a & !b)
    }
}

/// The `(n+1)^n` partial functions on `n` states. Number 0 is the one that is enabled nowhere.
pub struct Functions {
    pub states: usize,
    pub all: Vec<Operation>,
    pub enabled: Vec<StateSet>,
    /// By function and state: the states that the function alone reaches from it.
    pub orbit: Vec<[StateSet; MAX_STATES]>,
    /// By function: the graph of its steps, `states` bits for the successors of each state.
    pub graph: Vec<u32>,
    /// By state: the functions that are enabled there.
    pub enabled_at: Vec<Numbers>,
}

impl Functions {
    /// Most states for which the tables are affordable.
    pub const MOST: usize = 5;

    pub fn new(states: usize) -> Functions {
        assert!((1..=Functions::MOST).contains(&states));
        let count = (states + 1).pow(states as u32);
        let all: Vec<Operation> = (0..count).map(|number| decode(number, states)).collect();
        let mut functions = Functions {
            states,
            enabled: all.iter().map(Operation::enabled).collect(),
            orbit: Vec::with_capacity(count),
            graph: Vec::with_capacity(count),
            enabled_at: Vec::new(),
            all,
        };
        for function in &functions.all {
            let mut orbit = [0; MAX_STATES];
            for (state, reached) in orbit.iter_mut().enumerate().take(states) {
                *reached = function.orbit(state);
            }
            functions.orbit.push(orbit);
            let graph = function
                .steps()
                .fold(0, |graph, (from, to)| graph | 1 << (from * states + to));
            functions.graph.push(graph);
        }
        let at = |state| functions.filter(|number| functions.enabled[number] >> state & 1 == 1);
        functions.enabled_at = (0..states).map(at).collect();
        functions
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Never: there is at least the one that is enabled nowhere.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The functions with a property.
    pub fn filter(&self, has: impl Fn(usize) -> bool) -> Numbers {
        let mut words = vec![0; self.len().div_ceil(64)];
        for number in (0..self.len()).filter(|&number| has(number)) {
            words[number / 64] |= 1 << (number % 64);
        }
        Numbers(words)
    }

    /// The functions that are independent of one.
    pub fn independent_of(&self, number: usize, independence: Independence) -> Numbers {
        let function = self.all[number];
        self.filter(|other| function.is_independent_of(&self.all[other], independence))
    }

    /// By number, that of the function after states were renamed.
    pub fn renamed(&self, names: &[usize]) -> Vec<u16> {
        let rename = |function: &Operation| {
            let mut renamed = Operation::NOWHERE;
            for (from, to) in function.steps() {
                renamed.set(names[from], Some(names[to]));
            }
            encode(&renamed, self.states) as u16
        };
        self.all.iter().map(rename).collect()
    }

    /// The states from which every state is reached, in the union of some graphs.
    #[inline]
    pub fn roots(&self, graph: u32) -> StateSet {
        let n = self.states;
        let all = (1u32 << n) - 1;
        let mut rows = [0u32; Functions::MOST];
        for (q, row) in rows.iter_mut().enumerate().take(n) {
            *row = graph >> (q * n) & all | 1 << q;
        }
        for k in 0..n {
            let via = rows[k];
            for row in &mut rows[..n] {
                *row |= via & (*row >> k & 1).wrapping_neg();
            }
        }
        let mut roots = 0;
        for (q, &row) in rows.iter().enumerate().take(n) {
            roots |= StateSet::from(row == all) << q;
        }
        roots
    }
}

fn decode(number: usize, states: usize) -> Operation {
    let mut operation = Operation::NOWHERE;
    let mut rest = number;
    for state in 0..states {
        let digit = rest % (states + 1);
        operation.set(state, digit.checked_sub(1));
        rest /= states + 1;
    }
    operation
}

fn encode(operation: &Operation, states: usize) -> usize {
    (0..states).rev().fold(0, |number, state| {
        number * (states + 1) + operation.at(state).map_or(0, |to| to + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_one_to_one() {
        let functions = Functions::new(3);
        assert_eq!(functions.len(), 64);
        for (number, function) in functions.all.iter().enumerate() {
            assert_eq!(encode(function, 3), number);
        }
        assert_eq!(functions.all[0], Operation::NOWHERE);
        let renamed = functions.renamed(&[1, 2, 0]);
        let step = encode(&Operation::new(&[(0, 1)]), 3);
        assert_eq!(
            functions.all[renamed[step] as usize],
            Operation::new(&[(1, 2)])
        );
    }

    #[test]
    fn roots_reach_everything() {
        let functions = Functions::new(3);
        let graph = |op: Operation| functions.graph[encode(&op, 3)];
        assert_eq!(
            functions.roots(graph(Operation::new(&[(0, 1), (1, 2)]))),
            0b001
        );
        assert_eq!(functions.roots(graph(Operation::new(&[(0, 1), (1, 0)]))), 0);
    }
}
