//! What a search needs to follow only some of the steps of a state.
//!
//! Conditions C0 to C2 are the affair of who [selects](Select); that nothing is ignored for ever is
//! that of the search, and the [`Proviso`] says how it is ensured. A reduced product can only be
//! made from one that has its [licence](crate::licence); [`SafetyOnly`] is that of a search for bad
//! states and moves.

use crate::chooser::Chooser;
use crate::expansion::Expansion;
use crate::limits::Reason;
use crate::log::Log;
use crate::preference::Preference;
use crate::product::Edges;
use program::{Step, TransitionSystem};
use reduce::{Choices, Stubborn};

/// Says which steps of a state are enough.
pub trait Select<S> {
    /// Adds sets of steps, each enough as far as C0, C1 and C2 go, the best first. The state is the
    /// one that the system expanded last.
    fn select(&mut self, system: &mut S, steps: &[Step], out: &mut Choices);

    /// Told by a [scheme](crate::schemes) before each selection: the state of its product, which is
    /// that of the program followed by that of the property.
    fn at(&mut self, node: &[u8]) {
        let _ = node;
    }

    /// Told by the sequential product before each selection: the state of the property that it moves to.
    fn moving(&mut self, to: &[u8]) {
        let _ = to;
    }

    /// Told by the projected stack before each selection: which states of the program are on the path,
    /// whatever stands beside them. A set is to depend on these and on the state of the program alone.
    fn beneath(&mut self, on_path: &mut dyn FnMut(&[u8]) -> bool) {
        let _ = on_path;
    }

    /// Whether the sets satisfy the condition on cycles by themselves, so that a scheme need not
    /// refuse any.
    fn sees_to_cycles(&self) -> bool {
        false
    }
}

impl<S: TransitionSystem> Select<S> for Stubborn<'_> {
    fn select(&mut self, system: &mut S, steps: &[Step], out: &mut Choices) {
        self.choose(system, steps, out);
    }
}

/// How condition C3 is met in a product: every cycle has a state with all its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proviso {
    /// The selector never gives steps that close a cycle of a process (theorem T1).
    Static,
    /// A set is refused if one of its steps leads to a state on the path of the search (theorem
    /// T2).
    ///
    /// *Proof.* Of the states of a cycle let `y` be the one that was entered first, and `x` the one
    /// before it, perhaps `y` itself. The others were new then and can be reached from `y` over new
    /// ones, so they were all entered before the search left `y`. When `x` was expanded, `y` was on
    /// the path, and `x` got all its steps.
    Stack,
}

/// Which steps a product follows.
pub struct Reduction<'a, S> {
    chooser: Chooser<'a, S>,
    proviso: Proviso,
}

impl<'a, S: TransitionSystem> Reduction<'a, S> {
    pub fn new(select: &'a mut dyn Select<S>, proviso: Proviso) -> Self {
        Reduction {
            chooser: Chooser::new(select, Preference::First, None),
            proviso,
        }
    }

    /// The same, with a log of what is followed.
    pub fn logged(self, log: &'a mut Log) -> Self {
        Reduction {
            chooser: self.chooser.logged(log),
            ..self
        }
    }

    /// Adds edges that are enough of the state that an expansion looked at, if there are fewer than
    /// all: `push` adds those of the steps that are followed. Says whether it did. `node` is that
    /// state and what the product appends to it, which steps of proper sets leave as it is.
    pub(crate) fn enough(
        &mut self,
        system: &mut S,
        expansion: &mut Expansion,
        node: (&[u8], &[u8]),
        on_path: &mut dyn FnMut(&[u8]) -> bool,
        out: &mut Edges,
        mut push: impl FnMut(&Expansion, &mut Edges),
    ) -> Result<bool, Reason> {
        self.chooser.look(system, expansion, node.0);
        let add = |set: Option<&[u32]>, out: &mut Edges| {
            if set.is_some() {
                expansion.follow_set(system, set)?;
                push(expansion, out);
            }
            Ok(!expansion.may_not_return())
        };
        let refused = |target: &[u8]| self.proviso == Proviso::Stack && on_path(target);
        let place = self.chooser.first(out, add, refused)?;
        let after = std::iter::once(node.1);
        self.chooser.note(expansion, node, after, place);
        Ok(place.is_some())
    }
}

/// The licence of a reduced search for bad states and moves.
///
/// States without steps are all found if the selector meets C0 and C1. For a move that some run can
/// make, nothing may be ignored for ever either: the selector must meet T1 too. Then the move is
/// found, flawed or not: whoever could change what it does depends on it. To keep a set only if it
/// leads to a state that is new would do instead of T1; it was tried, and leaves more states.
pub struct SafetyOnly<'a, S> {
    pub select: &'a mut dyn Select<S>,
}
