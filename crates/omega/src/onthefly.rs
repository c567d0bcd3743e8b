//! Automata that are computed as they are visited: products and complements are explored, and
//! often decided, without being built.

use crate::automaton::{Automaton, Builder, Marks, State};
use crate::guard::{Guard, Guards};
use crate::limit::TooLarge;
use hashbrown::HashMap;
use std::hash::Hash;

/// One way on from a state.
#[derive(Clone, Debug)]
pub struct Move<S> {
    pub guard: Guard,
    pub marks: Marks,
    pub dst: S,
}

/// A transition-based generalized Büchi automaton whose states are values. All guards belong to
/// the one manager that the explorer passes in.
pub trait OnTheFly {
    type State: Clone + Eq + Hash;

    /// At least 1, at most [`crate::MAX_MARKS`].
    fn num_marks(&self) -> u32;

    fn initial(&self) -> Vec<Self::State>;

    /// Appends the moves from `state` to `moves`; none of them has the guard false.
    fn moves(
        &mut self,
        guards: &mut Guards,
        state: &Self::State,
        moves: &mut Vec<Move<Self::State>>,
    );
}

/// An automaton that exists already.
impl OnTheFly for &Automaton {
    type State = State;

    fn num_marks(&self) -> u32 {
        Automaton::num_marks(self)
    }

    fn initial(&self) -> Vec<State> {
        Automaton::initial(self).to_vec()
    }

    fn moves(&mut self, _: &mut Guards, state: &State, moves: &mut Vec<Move<State>>) {
        moves.extend(self.out(*state).iter().map(|e| Move {
            guard: e.guard,
            marks: e.marks,
            dst: e.dst,
        }));
    }
}

/// The words that both automata accept. The marks of the right one follow those of the left one,
/// so together they must not have more than [`crate::MAX_MARKS`].
pub struct Product<L: OnTheFly, R: OnTheFly> {
    left: L,
    right: R,
    left_moves: Vec<Move<L::State>>,
    right_moves: Vec<Move<R::State>>,
}

impl<L: OnTheFly, R: OnTheFly> Product<L, R> {
    pub fn new(left: L, right: R) -> Self {
        Product {
            left,
            right,
            left_moves: Vec::new(),
            right_moves: Vec::new(),
        }
    }
}

impl<L: OnTheFly, R: OnTheFly> OnTheFly for Product<L, R> {
    type State = (L::State, R::State);

    fn num_marks(&self) -> u32 {
        self.left.num_marks() + self.right.num_marks()
    }

    fn initial(&self) -> Vec<Self::State> {
        let right = self.right.initial();
        let pair = |l: L::State| right.iter().map(move |r| (l.clone(), r.clone()));
        self.left.initial().into_iter().flat_map(pair).collect()
    }

    fn moves(
        &mut self,
        guards: &mut Guards,
        (left, right): &Self::State,
        moves: &mut Vec<Move<Self::State>>,
    ) {
        let shift = self.left.num_marks();
        self.left_moves.clear();
        self.right_moves.clear();
        self.left.moves(guards, left, &mut self.left_moves);
        self.right.moves(guards, right, &mut self.right_moves);
        for l in &self.left_moves {
            for r in &self.right_moves {
                let guard = guards.and(l.guard, r.guard);
                if !guard.is_false() {
                    moves.push(Move {
                        guard,
                        marks: l.marks | r.marks << shift,
                        dst: (l.dst.clone(), r.dst.clone()),
                    });
                }
            }
        }
    }
}

/// Explores everything that can be reached and writes it down as an automaton over `props`, with
/// at most `limit` states.
pub fn build<T: OnTheFly>(
    mut source: T,
    props: Vec<String>,
    guards: Guards,
    limit: usize,
) -> Result<Automaton, TooLarge> {
    let mut builder = Builder::with_guards(props, guards, source.num_marks());
    let mut ids: HashMap<T::State, State> = HashMap::new();
    let mut work: Vec<T::State> = Vec::new();
    let mut visit = |builder: &mut Builder, work: &mut Vec<T::State>, state: T::State| {
        if let Some(&id) = ids.get(&state) {
            return Ok(id);
        }
        if builder.num_states() == limit {
            let what = "states";
            return Err(TooLarge { what, limit });
        }
        let id = builder.add_state();
        ids.insert(state.clone(), id);
        work.push(state);
        Ok(id)
    };
    for state in source.initial() {
        let id = visit(&mut builder, &mut work, state)?;
        builder.add_initial(id);
    }
    // States are expanded in the order of their ids, so the number of the next one is the count.
    let mut moves = Vec::new();
    let mut src = 0;
    while (src as usize) < work.len() {
        let state = work[src as usize].clone();
        source.moves(builder.guards(), &state, &mut moves);
        for m in moves.drain(..) {
            let dst = visit(&mut builder, &mut work, m.dst)?;
            builder.add_edge(src, m.guard, m.marks, dst);
        }
        src += 1;
    }
    Ok(builder.finish())
}
