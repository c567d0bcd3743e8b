//! Direct and reverse simulation (Etessami, Wilke and Schuller, 2001; with marks on edges and
//! symbolic guards: Duret-Lutz et al., 2013).
//!
//! `t` simulates `s` if `t` can answer every move of `s`, letter by letter, with at least the same
//! marks and a destination that simulates again. Then `L(s) ⊆ L(t)`, mutually simulating states
//! can be merged, and of two edges of one state the weaker one is superfluous. Reverse simulation
//! is the same on the reversed graph, where initial states may only be simulated by initial ones.

use crate::automaton::{Automaton, Builder, Edge, Marks, State};
use crate::guard::{Guard, Guards};
use crate::scc::Components;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Direct,
    Reverse,
}

/// Whether the quotient must stay state-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Acceptance {
    OnEdges,
    OnStates,
}

/// The relation is a square, and so is the comparison of the edges of two states; beyond these
/// sizes it is not computed.
const MAX_STATES: usize = 600;
const MAX_EDGES: usize = 3000;

/// An equivalent automaton with at most as many states and edges; the same one if it is large.
pub(crate) fn reduce(a: &Automaton, direction: Direction, acceptance: Acceptance) -> Automaton {
    if a.num_states() > MAX_STATES || a.edges().len() > MAX_EDGES {
        return a.clone();
    }
    let mut guards = a.guards().clone();
    let moves = moves(a, direction);
    let relation = simulation(a, &moves, &mut guards, direction, acceptance);
    quotient(a, &moves, guards, &relation, direction, acceptance)
}

/// A move of the simulation game: on the reversed graph, `to` is the source of the edge.
#[derive(Clone, Copy)]
struct Move {
    guard: Guard,
    marks: Marks,
    to: State,
}

fn moves(a: &Automaton, direction: Direction) -> Vec<Vec<Move>> {
    let mut moves = vec![Vec::new(); a.num_states()];
    for &Edge {
        src,
        dst,
        marks,
        guard,
    } in a.edges()
    {
        let (from, to) = match direction {
            Direction::Direct => (src, dst),
            Direction::Reverse => (dst, src),
        };
        moves[from as usize].push(Move { guard, marks, to });
    }
    moves
}

/// `relation[s][t]`: `t` simulates `s`.
struct Relation {
    n: usize,
    bits: Vec<bool>,
}

impl Relation {
    fn le(&self, s: State, t: State) -> bool {
        self.bits[s as usize * self.n + t as usize]
    }

    fn equivalent(&self, s: State, t: State) -> bool {
        self.le(s, t) && self.le(t, s)
    }

    /// Whether a move `m` is at most as good as `k` for the player who wants to accept.
    fn le_move(&self, m: &Move, k: &Move) -> bool {
        m.marks & !k.marks == 0 && self.le(m.to, k.to)
    }
}

fn simulation(
    a: &Automaton,
    moves: &[Vec<Move>],
    guards: &mut Guards,
    direction: Direction,
    acceptance: Acceptance,
) -> Relation {
    let n = a.num_states();
    let enabled: Vec<Guard> = moves
        .iter()
        .map(|ms| ms.iter().fold(Guard::FALSE, |g, m| guards.or(g, m.guard)))
        .collect();
    let mut relation = Relation {
        n,
        bits: vec![false; n * n],
    };
    let initial = |s: State| a.initial().binary_search(&s).is_ok();
    for s in a.states() {
        for t in a.states() {
            let compatible = (acceptance == Acceptance::OnEdges
                || a.state_marks(s) & !a.state_marks(t) == 0)
                && (direction == Direction::Direct || !initial(s) || initial(t))
                && guards.implies(enabled[s as usize], enabled[t as usize]);
            relation.bits[s as usize * n + t as usize] = compatible;
        }
    }
    let order = visiting_order(a, direction);
    loop {
        let mut changed = false;
        for &s in &order {
            for t in a.states() {
                if s != t && relation.le(s, t) {
                    let (from, by) = (&moves[s as usize], &moves[t as usize]);
                    if !from.iter().all(|m| answers(&relation, guards, m, by)) {
                        relation.bits[s as usize * n + t as usize] = false;
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            return relation;
        }
    }
}

/// Destinations of moves first, as far as cycles allow: then few passes reach the fixpoint.
fn visiting_order(a: &Automaton, direction: Direction) -> Vec<State> {
    let components = Components::new(a);
    let mut order: Vec<State> = a.states().collect();
    order.sort_by_key(|&s| components.of(s));
    if direction == Direction::Reverse {
        order.reverse();
    }
    order
}

/// Whether for every letter of `m` one of the moves in `by` is at least as good.
fn answers(relation: &Relation, guards: &mut Guards, m: &Move, by: &[Move]) -> bool {
    let mut left = m.guard;
    for k in by {
        if relation.le_move(m, k) {
            left = guards.minus(left, k.guard);
            if left.is_false() {
                return true;
            }
        }
    }
    false
}

/// Merges equivalent states, and drops from each edge the letters for which the same state has a
/// strictly better one.
fn quotient(
    a: &Automaton,
    moves: &[Vec<Move>],
    mut guards: Guards,
    relation: &Relation,
    direction: Direction,
    acceptance: Acceptance,
) -> Automaton {
    // A class is named by its first state.
    let class: Vec<State> = a
        .states()
        .map(|s| (0..=s).find(|&t| relation.equivalent(s, t)).unwrap_or(s))
        .collect();
    let mut names: Vec<Option<State>> = vec![None; a.num_states()];
    let mut kept: Vec<(State, Move)> = Vec::new();
    for s in a.states().filter(|&s| class[s as usize] == s) {
        names[s as usize] = Some(0);
        let mut of_class = merged_moves(&moves[s as usize], &class, &mut guards);
        prune(&mut of_class, relation, &mut guards);
        kept.extend(of_class.into_iter().map(|m| (s, m)));
    }
    let mut b = Builder::with_guards(a.props().to_vec(), guards, a.num_marks());
    for name in names.iter_mut().flatten() {
        *name = b.add_state();
    }
    let name = |s: State| names[class[s as usize] as usize].unwrap_or(0);
    for &s in a.initial() {
        b.add_initial(name(s));
    }
    for (from, m) in kept {
        let (src, dst) = match direction {
            Direction::Direct => (from, m.to),
            Direction::Reverse => (m.to, from),
        };
        let marks = match acceptance {
            Acceptance::OnEdges => m.marks,
            Acceptance::OnStates => a.state_marks(src),
        };
        b.add_edge(name(src), m.guard, marks, name(dst));
    }
    b.finish()
}

/// The moves with destinations replaced by their classes, one for each destination and marks.
fn merged_moves(moves: &[Move], class: &[State], guards: &mut Guards) -> Vec<Move> {
    let mut merged: Vec<Move> = Vec::new();
    for m in moves {
        let to = class[m.to as usize];
        match merged.iter_mut().find(|k| (k.to, k.marks) == (to, m.marks)) {
            Some(k) => k.guard = guards.or(k.guard, m.guard),
            None => merged.push(Move { to, ..*m }),
        }
    }
    merged
}

/// Destinations are classes, so the order on moves has no two equivalent elements, and what is
/// dropped for a letter has a better move that stays.
fn prune(moves: &mut Vec<Move>, relation: &Relation, guards: &mut Guards) {
    let original = moves.clone();
    for (i, m) in moves.iter_mut().enumerate() {
        for (j, k) in original.iter().enumerate() {
            if i != j && relation.le_move(&original[i], k) {
                m.guard = guards.minus(m.guard, k.guard);
            }
        }
    }
    moves.retain(|m| !m.guard.is_false());
}
