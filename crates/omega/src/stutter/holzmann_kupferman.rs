//! The closure of Holzmann and Kupferman ("Not checking for closure under stuttering", SPIN 1996),
//! on Büchi systems with labels on states, as in the paper.
//!
//! The printed definition is wrong. It lets a path of a single state count as one that visits an
//! accepting state, so that the copy `(w, 1)` of an accepting `w` loops and accepts `L(w)^ω`,
//! whether or not the system does. A path of at least two states, which takes a step, is what the
//! proof needs. Both readings are here, so that the difference can be shown; the rest of this crate
//! uses [`super::closure`], to which the corrected one is equivalent.

use crate::alphabet::Alphabet;
use crate::automaton::{Automaton, Builder, State};
use crate::buchi::one_mark;
use hashbrown::HashMap;

/// A Büchi system: runs start in `initial`, follow `successors`, visit accepting states infinitely
/// often, and spell the labels of the states that they visit. Labels are classes of an
/// [`Alphabet`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    pub initial: Vec<State>,
    pub states: Vec<SystemState>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemState {
    pub label: usize,
    pub accepting: bool,
    pub successors: Vec<State>,
}

/// How long a path must be to count as a visit to an accepting state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paths {
    /// One state or more: the definition as printed, which is unsound.
    AsPrinted,
    /// Two states or more: at least one step.
    Corrected,
}

impl System {
    /// The system whose states are the edges of `automaton`, once for each class of letters that
    /// enables them.
    pub fn of_automaton(automaton: &Automaton, alphabet: &Alphabet) -> System {
        let automaton = one_mark(automaton);
        let mut system = System {
            initial: Vec::new(),
            states: Vec::new(),
        };
        // By source, the states that stand for its edges; and where each of them leads.
        let mut leaving: HashMap<State, Vec<State>> = HashMap::new();
        let mut targets = Vec::new();
        for s in automaton.states() {
            for (label, (_, letter)) in alphabet.classes().enumerate() {
                for e in automaton.successors(s, letter) {
                    leaving.entry(s).or_default().push(targets.len() as State);
                    targets.push(e.dst);
                    system.states.push(SystemState {
                        label,
                        accepting: e.marks != 0,
                        successors: Vec::new(),
                    });
                }
            }
        }
        let from = |s: &State| leaving.get(s).cloned().unwrap_or_default();
        for (state, target) in system.states.iter_mut().zip(&targets) {
            state.successors = from(target);
        }
        system.initial = automaton.initial().iter().flat_map(from).collect();
        system
    }

    /// The closure under stuttering: states `(w, c)` are numbered `2w + c`, and the copies with
    /// `c = 1` are accepting.
    pub fn close(&self, paths: Paths) -> System {
        let copy = |w: State, c: bool| 2 * w + State::from(c);
        let mut states = Vec::with_capacity(2 * self.states.len());
        for (w, state) in (0..).zip(&self.states) {
            // The relations cl and cl_F of the paper, from w.
            let reached = self.reached(w);
            let visit = |&&(_, accepting, stepped): &&(State, bool, bool)| {
                accepting && (stepped || paths == Paths::AsPrinted)
            };
            let mut successors: Vec<State> = reached.iter().map(|r| copy(r.0, false)).collect();
            successors.extend(reached.iter().filter(visit).map(|r| copy(r.0, true)));
            successors.sort_unstable();
            successors.dedup();
            // Both copies go on alike. That the first may stay is the path of one state in cl.
            for accepting in [false, true] {
                states.push(SystemState {
                    label: state.label,
                    accepting,
                    successors: successors.clone(),
                });
            }
        }
        System {
            initial: self.initial.iter().map(|&w| copy(w, false)).collect(),
            states,
        }
    }

    /// The ends of the paths from `w` whose states, all but the last, have the label of `w`; with
    /// each, whether an accepting state was visited, and whether a step was taken.
    fn reached(&self, w: State) -> Vec<(State, bool, bool)> {
        let label = self.states[w as usize].label;
        let mut reached = vec![(w, self.states[w as usize].accepting, false)];
        let mut next = 0;
        while let Some(&(x, accepting, _)) = reached.get(next) {
            next += 1;
            let state = &self.states[x as usize];
            if state.label != label {
                continue;
            }
            for &y in &state.successors {
                let end = (y, accepting || self.states[y as usize].accepting, true);
                if !reached.contains(&end) {
                    reached.push(end);
                }
            }
        }
        reached
    }

    /// The same language as an automaton, which reads the label of a state on leaving it.
    pub fn to_automaton(&self, props: Vec<String>, alphabet: &Alphabet) -> Automaton {
        let mut builder = Builder::with_guards(props, alphabet.guards().clone(), 1);
        builder.add_states(self.states.len());
        for &w in &self.initial {
            builder.add_initial(w);
        }
        for (w, state) in (0..).zip(&self.states) {
            let (guard, _) = alphabet.class(state.label);
            for &x in &state.successors {
                builder.add_edge(w, guard, u64::from(state.accepting), x);
            }
        }
        builder.finish()
    }
}
