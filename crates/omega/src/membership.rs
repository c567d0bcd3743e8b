//! Is an ultimately periodic word accepted? One pass over the states paired with the positions.

use crate::automaton::{Automaton, State};
use crate::emptiness::{Run, find_run};
use crate::guard::{Guard, Guards};
use crate::onthefly::{Move, OnTheFly};
use crate::word::Lasso;

/// Whether `automaton` accepts `word`.
pub fn accepts(automaton: &Automaton, word: &Lasso) -> bool {
    run_on(automaton, word).is_some()
}

/// An accepting run of `automaton` on `word`: its states are pairs of a state and the position of
/// the letter that is read there. The run's cycle goes round the word's cycle one or more times.
pub fn run_on(automaton: &Automaton, word: &Lasso) -> Option<Run<(State, usize)>> {
    let reading = Reading { automaton, word };
    let states = automaton.num_states() * word.positions();
    // The letters are fixed, so no guard is ever combined with another.
    find_run(reading, &mut Guards::new(), states)
        .unwrap_or_else(|_| unreachable!("there are no more states than that"))
}

struct Reading<'a> {
    automaton: &'a Automaton,
    word: &'a Lasso,
}

impl OnTheFly for Reading<'_> {
    type State = (State, usize);

    fn num_marks(&self) -> u32 {
        self.automaton.num_marks()
    }

    fn initial(&self) -> Vec<Self::State> {
        self.automaton.initial().iter().map(|&s| (s, 0)).collect()
    }

    fn moves(
        &mut self,
        _: &mut Guards,
        &(state, position): &Self::State,
        moves: &mut Vec<Move<Self::State>>,
    ) {
        let next = self.word.next(position);
        let letter = self.word.letter(position);
        let enabled = self.automaton.successors(state, letter);
        moves.extend(enabled.map(|e| Move {
            guard: Guard::TRUE,
            marks: e.marks,
            dst: (e.dst, next),
        }));
    }
}
