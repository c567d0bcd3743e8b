//! What a search needs to follow only some of the steps of a state.
//!
//! Conditions C0 to C2 are the affair of who [selects](Select); that nothing is ignored for ever is
//! that of the search, and the [`Proviso`] says how it is ensured. A reduced product can only be
//! made from one that has its [licence](crate::licence); [`SafetyOnly`] is that of a search for bad
//! states and moves.

use crate::expansion::{Endless, Expansion};
use crate::product::Edges;
use program::{Step, TransitionSystem};
use reduce::{Choices, Stubborn};

/// Says which steps of a state are enough.
pub trait Select<S> {
    /// Adds sets of steps, each enough as far as C0, C1 and C2 go, the best first. The state is the
    /// one that the system expanded last.
    fn select(&mut self, system: &mut S, steps: &[Step], out: &mut Choices);
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
    /// A set is refused if one of its steps leads to a state that is still open (theorem T2).
    ///
    /// *Proof.* Of the states of a cycle let `x` be the one that was entered last, and `y` the next
    /// one, perhaps `x` itself. When `x` was expanded, `y` had been entered. It was not closed: `x`
    /// can be reached from `y`, and a state is closed only after all that can be reached from it
    /// was entered. So `y` was open, and `x` got all its steps.
    Stack,
}

/// Which steps a product follows.
pub struct Reduction<'a, S> {
    select: &'a mut dyn Select<S>,
    proviso: Proviso,
    choices: Choices,
}

impl<'a, S: TransitionSystem> Reduction<'a, S> {
    pub fn new(select: &'a mut dyn Select<S>, proviso: Proviso) -> Self {
        Reduction {
            select,
            proviso,
            choices: Choices::default(),
        }
    }

    /// Adds edges that are enough of the state that an expansion looked at, if there are fewer than
    /// all: `push` adds those of the steps that are followed. Says whether it did.
    pub(crate) fn enough(
        &mut self,
        system: &mut S,
        expansion: &mut Expansion,
        is_open: &mut dyn FnMut(&[u8]) -> bool,
        out: &mut Edges,
        mut push: impl FnMut(&Expansion, &mut Edges),
    ) -> Result<bool, Endless> {
        expansion.select(system, self.select, &mut self.choices);
        let before = out.len();
        for set in self.choices.iter() {
            expansion.follow_only(system, set.iter().copied())?;
            push(expansion, out);
            let mut targets = before..out.len();
            let open =
                self.proviso == Proviso::Stack && targets.any(|index| is_open(out.get(index).1));
            if !open {
                return Ok(true);
            }
            out.truncate(before);
        }
        Ok(false)
    }
}

/// What a search for bad states and moves must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// States without steps: C0 and C1 keep them all.
    Deadlocks,
    /// Every move that some run can make: then nothing may be ignored for ever. A set is kept only
    /// if following it found a new state; the steps that did so form a forest, so from each state
    /// some path of them ends in a state with all its steps.
    Moves,
}

/// The licence of a reduced search for bad states and moves.
pub struct SafetyOnly<'a, S> {
    pub select: &'a mut dyn Select<S>,
    pub keep: Keep,
}
