//! Small programs: operations on a few states, each with a letter.

use crate::operation::{Independence, MAX_STATES, Operation, StateSet};

/// A set of operations, one bit each.
pub type OpSet = u8;

/// Most operations of a program of the lab.
pub const MAX_OPERATIONS: usize = 8;

/// A program `P = (T, Q, ι)` with a labelling. A state without an enabled operation has no
/// successor: runs end there, as in Siegel's model, unless an operation `halt` is given to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub states: usize,
    pub initial: usize,
    pub operations: Vec<Operation>,
    /// The letter that a property reads in each state.
    pub labels: [u8; MAX_STATES],
}

impl Program {
    /// The operations that are enabled in a state.
    pub fn enabled(&self, state: usize) -> OpSet {
        let ops = self.operations.iter().enumerate();
        ops.fold(0, |set, (index, op)| {
            set | OpSet::from(op.at(state).is_some()) << index
        })
    }

    /// Whether the operation never changes the label.
    pub fn is_invisible(&self, op: usize) -> bool {
        let mut steps = self.operations[op].steps();
        steps.all(|(from, to)| self.labels[from] == self.labels[to])
    }

    /// The operations that never change the label.
    pub fn invisible(&self) -> OpSet {
        let ops = 0..self.operations.len();
        ops.fold(0, |set, op| set | OpSet::from(self.is_invisible(op)) << op)
    }

    /// By operation, those that are independent of it. No operation is independent of itself: of two
    /// steps by one operation the second is not enabled by the first alone.
    pub fn independence(&self, independence: Independence) -> Vec<OpSet> {
        let ops = &self.operations;
        let row = |a: usize| {
            (0..ops.len()).fold(0, |set, b| {
                let independent = a != b && ops[a].is_independent_of(&ops[b], independence);
                set | OpSet::from(independent) << b
            })
        };
        (0..ops.len()).map(row).collect()
    }

    /// The states that are reached from one by some operations.
    pub fn reached(&self, from: usize, by: OpSet) -> StateSet {
        let mut seen: StateSet = 1 << from;
        let mut waiting = seen;
        while waiting != 0 {
            let state = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            for op in members(by) {
                if let Some(next) = self.operations[op].at(state)
                    && seen >> next & 1 == 0
                {
                    seen |= 1 << next;
                    waiting |= 1 << next;
                }
            }
        }
        seen
    }

    /// All operations.
    pub fn all(&self) -> OpSet {
        ((1u32 << self.operations.len()) - 1) as OpSet
    }
}

/// The members of a set of operations, or of states.
pub fn members(set: u8) -> impl Iterator<Item = usize> {
    let rest = |set: u8| (set != 0).then_some(set);
    std::iter::successors(rest(set), move |&set| rest(set & (set - 1)))
        .map(|set| set.trailing_zeros() as usize)
}
