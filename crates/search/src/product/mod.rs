//! Graphs whose accepting cycles are violations: a program beside a property of infinite runs.
//!
//! A state is a program state in which no process holds control, followed by the state of the
//! property if it has one. A step of a process is a step of the graph; what happens inside an
//! atomic sequence is not seen. That is also what SPIN does: after a step into an atomic sequence
//! it is the program that moves again, not the claim, and labels inside are "invisible".

mod fair;
mod labels;
mod letters;
mod plain;
mod stutter;

pub use fair::{Fair, Fairness};
pub use labels::{AcceptLabels, ProgressLabels};
pub use letters::Letters;
pub use plain::PlainProduct;
pub use stutter::StutterProduct;

use crate::expansion::Expansion;
use crate::limits::Reason;
use omega::{Letter, Marks, State};
use program::Step;

/// What can be told of the states and steps of a product, for a run that is shown.
pub trait Told {
    /// The moves of a step of the state whose edges were asked for last.
    fn moves(&self, step: usize) -> Vec<Step>;

    /// The state of the property, if it has one.
    fn automaton_state(&self, state: &[u8]) -> Option<State> {
        let _ = state;
        None
    }

    /// What the property reads in this state, if it does.
    fn letter(&mut self, state: &[u8]) -> Option<Letter> {
        let _ = state;
        None
    }
}

/// A product that has other edges than the one inside, or other marks, but tells the same of them.
pub(crate) trait Around {
    type Inner: Told;

    fn inner(&self) -> &Self::Inner;
    fn inner_mut(&mut self) -> &mut Self::Inner;
}

impl<A: Around> Told for A {
    fn moves(&self, step: usize) -> Vec<Step> {
        self.inner().moves(step)
    }

    fn automaton_state(&self, state: &[u8]) -> Option<State> {
        self.inner().automaton_state(state)
    }

    fn letter(&mut self, state: &[u8]) -> Option<Letter> {
        self.inner_mut().letter(state)
    }
}

/// A graph given by its initial states and its edges, with marks.
pub trait Product: Told {
    /// The marks that an accepting cycle must have.
    fn all_marks(&self) -> Marks;

    /// Adds the initial states.
    fn initial(&mut self, out: &mut Edges) -> Result<(), Reason>;

    /// Adds the edges that leave a state.
    fn edges(&mut self, state: &[u8], out: &mut Edges) -> Result<(), Reason>;

    /// Adds edges that are enough: all of them, unless the product is reduced. `on_path` says
    /// whether a state is on
    /// the path of the search.
    fn enough(
        &mut self,
        state: &[u8],
        on_path: &mut dyn FnMut(&[u8]) -> bool,
        out: &mut Edges,
    ) -> Result<(), Reason> {
        let _ = on_path;
        self.edges(state, out)
    }
}

/// A product that can tell who moves and who could.
pub trait Stepwise: Product {
    /// The steps of the state whose edges were asked for last.
    fn expansion(&self) -> &Expansion;
}

/// One edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    start: usize,
    end: usize,
    pub marks: Marks,
    /// A cycle that counts does not go through this edge.
    pub cut: bool,
    /// The step of the program; none if the program halts.
    pub step: Option<usize>,
}

/// The edges of a state. Reused, so that nothing is allocated for each.
#[derive(Clone, Debug, Default)]
pub struct Edges {
    bytes: Vec<u8>,
    list: Vec<Edge>,
}

impl Edges {
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.list.clear();
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn get(&self, index: usize) -> (&Edge, &[u8]) {
        let edge = &self.list[index];
        (edge, &self.bytes[edge.start..edge.end])
    }

    /// Forgets all edges but the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
        self.bytes
            .truncate(self.list.last().map_or(0, |edge| edge.end));
    }

    /// The edges, to be put in another order. None may be forgotten afterwards.
    pub(crate) fn in_order(&mut self) -> &mut [Edge] {
        &mut self.list
    }

    /// The edges from this index on.
    fn from(&mut self, index: usize) -> impl Iterator<Item = &mut Edge> {
        self.list[index..].iter_mut()
    }

    /// Adds an edge to the state that consists of these parts.
    pub fn push(
        &mut self,
        program: &[u8],
        property: &[u8],
        marks: Marks,
        cut: bool,
        step: Option<usize>,
    ) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(program);
        self.bytes.extend_from_slice(property);
        let end = self.bytes.len();
        self.list.push(Edge {
            start,
            end,
            marks,
            cut,
            step,
        });
    }
}

/// How states of an automaton are written: in as few bytes as hold them all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suffix {
    width: usize,
}

impl Suffix {
    fn new(states: usize) -> Suffix {
        let width = match states {
            0..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            _ => 4,
        };
        Suffix { width }
    }

    /// The program's part of a state, and the automaton's.
    pub(crate) fn split(self, state: &[u8]) -> (&[u8], State) {
        let (program, property) = state.split_at(state.len() - self.width);
        let mut word = [0; 4];
        word[..self.width].copy_from_slice(property);
        (program, State::from_le_bytes(word))
    }

    pub(crate) fn bytes(self, state: State) -> ([u8; 4], usize) {
        (state.to_le_bytes(), self.width)
    }
}
