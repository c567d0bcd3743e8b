//! A counterexample of the lab in the real search engine.
//!
//! The program becomes a transition system like any other, the table a selector, and the scheme of
//! the engine searches the reduced product and the full one. So the lab and the checker must agree,
//! or one of them is wrong. With the condition on cycles left to the table, the engine searches
//! exactly the graph of the lab; with its own, stricter condition, that a set must not lead back to
//! the path of the search, it may or may not lose the run, and that depends on the order in which
//! edges are followed. The projected stack tells its selector the program states on the path, and the sets
//! are then those of the lab as a function of these and of the program state, whatever the property is at.

use crate::explicit::Explicit;
use crate::hunt::Counterexample;
use crate::operation::StateSet;
use crate::program::{OpSet, Program};
use crate::scheme::Scheme;
use crate::visits::Projected;
use omega::Automaton;
use program::Step;
use reduce::Choices;
use search::driver::{Claim, Method};
use search::limits::{Limits, Statistics};
use search::liveness::{End, find_accepting_run};
use search::product::{Letters, PlainProduct};
use search::reduction::Select;
use search::schemes::{self, Preference, Trial};
use std::io;
use std::ops::ControlFlow;

/// What the engine says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    Searched(Searched),
    /// Nothing: the scheme is for stutter-invariant claims, and this one is not.
    Refused,
}

/// What the engine finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// Without reduction there is an accepting run.
    pub full: bool,
    /// With the table there is one.
    pub with_table: bool,
    /// An order of edges with which the engine's own condition on the path lets the run be lost.
    pub with_path: Option<Preference>,
}

impl Replay {
    /// The engine loses the run as the lab says, or knows better than to search.
    pub fn confirms(&self) -> bool {
        match self {
            Replay::Searched(searched) => searched.full && !searched.with_table,
            Replay::Refused => true,
        }
    }

    /// Whether the engine's own condition on the path does not save the run, if it was tried.
    pub fn is_lost_on_a_path(&self) -> Option<bool> {
        match self {
            Replay::Searched(searched) => Some(searched.with_path.is_some()),
            Replay::Refused => None,
        }
    }
}

/// Orders that are tried.
const SEEDS: u64 = 200;

/// Replays a counterexample. `None` for the stutter product, which has none: the theorem that licenses
/// the engine to use it says so.
pub fn replay(counterexample: &Counterexample) -> io::Result<Option<Replay>> {
    let scheme = match counterexample.scheme {
        Scheme::V0 => schemes::Scheme::V0,
        Scheme::V1 => schemes::Scheme::V1,
        Scheme::StackProjection => schemes::Scheme::StackProjection,
        Scheme::Sequential => schemes::Scheme::SequentialProduct,
        Scheme::Offline => schemes::Scheme::Offline,
        Scheme::Stutter => return Ok(None),
    };
    let automaton = counterexample.automaton.to_automaton();
    let engine = Engine {
        program: &counterexample.program,
        automaton: &automaton,
        scheme,
        counterexample,
    };
    let full = engine.full()?;
    let Some(with_table) = engine.reduced(true, Preference::First)? else {
        return Ok(Some(Replay::Refused));
    };
    let orders = [Preference::First, Preference::Last]
        .into_iter()
        .chain((0..SEEDS).map(Preference::Seed));
    let mut with_path = None;
    for order in orders {
        if engine.reduced(false, order)? == Some(false) {
            with_path = Some(order);
            break;
        }
    }
    Ok(Some(Replay::Searched(Searched {
        full,
        with_table,
        with_path,
    })))
}

struct Engine<'a> {
    program: &'a Program,
    automaton: &'a Automaton,
    scheme: schemes::Scheme,
    counterexample: &'a Counterexample,
}

impl Engine<'_> {
    fn letters(&self) -> Letters {
        Letters::identity(self.automaton.props().len())
    }

    fn full(&self) -> io::Result<bool> {
        let mut system = Explicit::new(self.program);
        let mut product = PlainProduct::new(&mut system, self.automaton, self.letters());
        let found = find_accepting_run(&mut product, &Limits::default(), &mut go_on)?;
        Ok(matches!(found.end, End::Accepting(_)))
    }

    /// Whether the reduced search finds a run. `None` if the scheme is not for such claims.
    fn reduced(&self, sees_to_cycles: bool, preference: Preference) -> io::Result<Option<bool>> {
        let mut system = Explicit::new(self.program);
        let mut select = Injected {
            counterexample: self.counterexample,
            projected: match sees_to_cycles {
                true => None,
                false => self.counterexample.projected(),
            },
            sees_to_cycles,
            beneath: 0,
            state: 0,
            beside: 0,
            moved: 0,
        };
        let claim = Claim {
            automaton: self.automaton,
            propositions: &[],
            letters: self.letters(),
            method: Method::Plain,
        };
        let trial = Trial {
            scheme: self.scheme,
            preference,
            select: &mut select,
            log: None,
        };
        let limits = Limits::default();
        let found = schemes::search(&mut system, &claim, trial, &limits, &mut go_on)?;
        Ok(found
            .ok()
            .map(|found| matches!(found.end, End::Accepting(_))))
    }
}

fn go_on(_: &Statistics) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The table as a selector.
struct Injected<'a> {
    counterexample: &'a Counterexample,
    /// What the projected stack has instead of a table, if it sees to cycles.
    projected: Option<Vec<Projected>>,
    sees_to_cycles: bool,
    /// The program states on the path, if the scheme tells them.
    beneath: StateSet,
    /// Where the search is: the program, the automaton, and where that moves.
    state: usize,
    beside: usize,
    moved: usize,
}

impl Injected<'_> {
    fn key(&self) -> usize {
        let states = self.counterexample.automaton.states;
        match self.counterexample.scheme {
            Scheme::Offline => self.state,
            Scheme::Sequential => (self.state * states + self.beside) * states + self.moved,
            _ => self.state * states + self.beside,
        }
    }

    /// The set for where the search is, unless it is full.
    fn set(&self) -> Option<OpSet> {
        if let Some(projected) = &self.projected {
            let here = |entry: &&Projected| (entry.path, entry.state) == (self.beneath, self.state);
            return projected.iter().find(here).map(|entry| entry.set);
        }
        let here = self.key();
        let proper = &self.counterexample.table.proper;
        let entry = proper.iter().find(|(key, _)| *key == here);
        entry.map(|&(_, set)| set)
    }
}

impl Select<Explicit<'_>> for Injected<'_> {
    fn select(&mut self, _: &mut Explicit, steps: &[Step], out: &mut Choices) {
        let Some(set) = self.set() else {
            return;
        };
        let in_set = |step: &Step| set >> operation(*step) & 1 == 1;
        let places = steps.iter().enumerate().filter(|(_, step)| in_set(step));
        out.push(places.map(|(place, _)| place as u32));
    }

    /// A program state and an automaton state are one byte each.
    fn at(&mut self, node: &[u8]) {
        if let &[state, beside] = node {
            (self.state, self.beside) = (state.into(), beside.into());
        }
    }

    fn moving(&mut self, to: &[u8]) {
        if let &[to] = to {
            self.moved = to.into();
        }
    }

    fn beneath(&mut self, on_path: &mut dyn FnMut(&[u8]) -> bool) {
        let states = 0..self.counterexample.program.states;
        self.beneath = states
            .filter(|&state| on_path(&[state as u8]))
            .fold(0, |set, state| set | 1 << state);
    }

    fn sees_to_cycles(&self) -> bool {
        self.sees_to_cycles
    }
}

/// The operation that a step stands for: there is one process for each.
fn operation(step: Step) -> OpSet {
    (step.word() & 0xff) as OpSet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::buchi::Buchi;
    use crate::buchi::named;
    use crate::enumerate::Bounds;
    use crate::hunt::{Hunt, Outcome};
    use crate::operation::Independence;
    use crate::scheme::Proviso;

    const SMALL: Bounds = Bounds {
        states: 3,
        operations: 2,
        letters: 2,
    };

    fn counterexample(scheme: Scheme, automaton: Buchi, proviso: Proviso) -> Counterexample {
        let hunt = Hunt {
            scheme,
            proviso,
            independence: Independence::Siegel,
            automata: vec![automaton],
            bounds: SMALL,
        };
        let mut go_on = |_: &_| ControlFlow::Continue(());
        match hunt.run(1, 0, &mut go_on).expect("it is small").0 {
            Outcome::Counterexample(found) => *found,
            other => panic!("{other:?}"),
        }
    }

    fn replayed(counterexample: &Counterexample) -> Replay {
        let replay = replay(counterexample).expect("there is memory");
        replay.expect("it is not the stutter product")
    }

    #[test]
    fn the_sequential_product_is_asked_for_each_move() {
        let found = counterexample(Scheme::Sequential, named("B1"), Proviso::Cycle);
        let Replay::Searched(searched) = replayed(&found) else {
            panic!("the engine has it");
        };
        assert!(searched.full && !searched.with_table, "{found:?}");
    }

    #[test]
    fn what_a_search_loses_in_the_lab_the_engine_loses() {
        for scheme in [Scheme::V0, Scheme::V1, Scheme::Sequential] {
            let found = counterexample(scheme, named("B2"), Proviso::Stack);
            let replay = replayed(&found);
            assert!(replay.confirms(), "{found:?}");
            assert_eq!(replay.is_lost_on_a_path(), Some(true), "{found:?}");
        }
    }

    /// The word !p p p …: not stutter-invariant, so an idle step in the first state loses it.
    #[test]
    fn the_engine_refuses_to_reduce_offline_what_is_not_invariant() {
        let mut automaton = Buchi::new(2, 2);
        automaton.add(0, 0, 1);
        automaton.add(1, 1, 1);
        automaton.accepting = 0b10;
        let found = counterexample(Scheme::Offline, automaton, Proviso::Cycle);
        assert_eq!(replayed(&found), Replay::Refused);
    }
}
