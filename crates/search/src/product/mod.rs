//! Graphs whose accepting cycles are violations: a program beside a property of infinite runs.
//!
//! A state is a program state in which no process holds control, followed by the state of the
//! property if it has one. A step of a process is a step of the graph; what happens inside an
//! atomic sequence is not seen. That is also what SPIN does: after a step into an atomic sequence
//! it is the program that moves again, not the claim, and labels inside are "invisible".
//!
//! A run that takes no more steps that others see goes on with the same letter for ever
//! ([`program::interpreter`] says when). Where the program halts, the state has an edge to itself. Where a
//! run ends in a fault or stays inside an atomic sequence, other runs go on from that state, and may come
//! back to it: so each such state has a *stopped* copy, in which the program does nothing any more. An
//! edge leads there and none back. With an edge to itself instead, a cycle through the state could collect
//! marks that no run has for ever.

mod fair;
mod labels;
mod letters;
mod plain;
mod stutter;

pub use fair::{Fair, Fairness};
pub use labels::LabelProduct;
pub use letters::Letters;
pub use plain::PlainProduct;
pub use stutter::StutterProduct;

pub use crate::expansion::Ending;
use crate::expansion::Expansion;
use crate::limits::{Reason, Watch};
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

    /// How a run goes on that takes no more steps from this state, stopped or not.
    fn ending(&mut self, state: &[u8]) -> Result<Option<Ending>, Reason> {
        let _ = state;
        Ok(None)
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

    fn ending(&mut self, state: &[u8]) -> Result<Option<Ending>, Reason> {
        self.inner_mut().ending(state)
    }
}

/// A graph given by its initial states and its edges, with marks.
pub trait Product: Told {
    /// Changes what is looked at while long atomic sequences are followed.
    fn set_watch(&mut self, watch: Watch) {
        let _ = watch;
    }

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
    /// The steps of the state whose edges were asked for last; none if that is stopped.
    fn expansion(&self) -> &Expansion;

    fn expansion_mut(&mut self) -> &mut Expansion;
}

/// One edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    start: usize,
    end: usize,
    pub marks: Marks,
    /// A cycle that counts does not go through this edge.
    pub cut: bool,
    /// The step of the program; none if it takes no more.
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

/// How the property's part of a state is written: the state of an automaton, and whether the program has
/// stopped, in as few bytes as hold them all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Suffix {
    states: u32,
    width: usize,
}

/// The property's part of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Beside {
    pub state: State,
    pub stopped: bool,
}

/// A written [`Beside`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    bytes: [u8; 4],
    width: usize,
}

impl AsRef<[u8]> for Written {
    fn as_ref(&self) -> &[u8] {
        &self.bytes[..self.width]
    }
}

impl Suffix {
    fn new(states: usize) -> Suffix {
        // Those of stopped states come after the others.
        let width = match 2 * states {
            0..=0x100 => 1,
            0x101..=0x1_0000 => 2,
            _ => 4,
        };
        Suffix {
            states: states as u32,
            width,
        }
    }

    /// The program's part of a state, and the property's.
    pub(crate) fn split(self, state: &[u8]) -> (&[u8], Beside) {
        let (program, property) = state.split_at(state.len() - self.width);
        let mut word = [0; 4];
        word[..self.width].copy_from_slice(property);
        let number = State::from_le_bytes(word);
        let stopped = number >= self.states;
        let state = if stopped {
            number - self.states
        } else {
            number
        };
        (program, Beside { state, stopped })
    }

    pub(crate) fn going(self, state: State) -> Written {
        self.write(state)
    }

    pub(crate) fn stopped(self, state: State) -> Written {
        self.write(state + self.states)
    }

    fn write(self, number: u32) -> Written {
        Written {
            bytes: number.to_le_bytes(),
            width: self.width,
        }
    }
}
