//! A counterexample of the lab in the real search engine.
//!
//! The program becomes a transition system like any other, the table a selector, and the scheme of
//! the engine searches the reduced product and the full one. So the lab and the checker must agree,
//! or one of them is wrong. With the condition on cycles left to the table, the engine searches
//! exactly the graph of the lab; with its own, stricter condition, that a set must not lead back to
//! the path of the search, it may or may not lose the run, and that depends on the order in which
//! edges are followed.

use crate::hunt::Counterexample;
use crate::program::{OpSet, Program};
use crate::scheme::Scheme;
use omega::Automaton;
use program::{Fault, Labels, Process, Step, Successors, TransitionSystem};
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
pub struct Replay {
    /// Without reduction there is an accepting run.
    pub full: bool,
    /// With the table there is one.
    pub with_table: bool,
    /// An order of edges with which the engine's own condition on the path lets the run be lost.
    pub with_path: Option<Preference>,
}

impl Replay {
    /// The engine loses the run as the lab says.
    pub fn confirms(&self) -> bool {
        self.full && !self.with_table
    }
}

/// Orders that are tried.
const SEEDS: u64 = 200;

/// Replays a counterexample. `None` if the engine has no such scheme with sets of this kind.
pub fn replay(counterexample: &Counterexample) -> io::Result<Option<Replay>> {
    let scheme = match counterexample.scheme {
        Scheme::V0 => schemes::Scheme::V0,
        Scheme::V1 => schemes::Scheme::V1,
        Scheme::Sequential | Scheme::Offline | Scheme::Stutter => return Ok(None),
    };
    let automaton = counterexample.automaton.to_automaton();
    let engine = Engine {
        program: &counterexample.program,
        automaton: &automaton,
        scheme,
        counterexample,
    };
    let full = engine.full()?;
    let with_table = engine.reduced(true, Preference::First)?;
    let orders = [Preference::First, Preference::Last]
        .into_iter()
        .chain((0..SEEDS).map(Preference::Seed));
    let mut with_path = None;
    for order in orders {
        if !engine.reduced(false, order)? {
            with_path = Some(order);
            break;
        }
    }
    Ok(Some(Replay {
        full,
        with_table,
        with_path,
    }))
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

    fn reduced(&self, sees_to_cycles: bool, preference: Preference) -> io::Result<bool> {
        let mut system = Explicit::new(self.program);
        let mut select = Injected {
            counterexample: self.counterexample,
            sees_to_cycles,
            key: 0,
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
        Ok(found.is_ok_and(|found| matches!(found.end, End::Accepting(_))))
    }
}

fn go_on(_: &Statistics) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The table as a selector.
struct Injected<'a> {
    counterexample: &'a Counterexample,
    sees_to_cycles: bool,
    key: usize,
}

impl Select<Explicit<'_>> for Injected<'_> {
    fn select(&mut self, _: &mut Explicit, steps: &[Step], out: &mut Choices) {
        let proper = &self.counterexample.table.proper;
        let Some(&(_, set)) = proper.iter().find(|(key, _)| *key == self.key) else {
            return;
        };
        let in_set = |step: &Step| set >> operation(*step) & 1 == 1;
        let places = steps.iter().enumerate().filter(|(_, step)| in_set(step));
        out.push(places.map(|(place, _)| place as u32));
    }

    /// A program state and an automaton state are one byte each.
    fn at(&mut self, node: &[u8]) {
        let states = self.counterexample.automaton.states;
        if let &[state, beside] = node {
            self.key = state as usize * states + beside as usize;
        }
    }

    fn sees_to_cycles(&self) -> bool {
        self.sees_to_cycles
    }
}

/// The operation that a step stands for: there is one process for each.
fn operation(step: Step) -> OpSet {
    (step.word() & 0xff) as OpSet
}

/// A small program as a transition system: a state is its number.
pub struct Explicit<'a> {
    program: &'a Program,
}

impl<'a> Explicit<'a> {
    pub fn new(program: &'a Program) -> Explicit<'a> {
        Explicit { program }
    }
}

fn number(state: &[u8]) -> usize {
    usize::from(state[0])
}

impl TransitionSystem for Explicit<'_> {
    fn initial(&mut self, out: &mut Successors) {
        out.push(&[self.program.initial as u8], Step::default(), None, false);
    }

    fn expand(&mut self, state: &[u8], out: &mut Successors) {
        for (op, operation) in self.program.operations.iter().enumerate() {
            if let Some(next) = operation.at(number(state)) {
                out.push(&[next as u8], Step::new(op as u8, 0), None, false);
            }
        }
    }

    /// Nobody ever holds control.
    fn expand_holder(&mut self, state: &[u8], _: usize, out: &mut Successors) {
        self.expand(state, out);
    }

    fn is_valid_end(&mut self, _: &[u8]) -> bool {
        true
    }

    fn letter(&mut self, state: &[u8]) -> Result<u64, Fault> {
        Ok(self.program.labels[number(state)].into())
    }

    fn labels(&mut self, _: &[u8]) -> Labels {
        Labels::default()
    }

    fn processes(&mut self, _: &mut Vec<Process>) {}

    fn ask(&mut self, _: usize, _: &mut Vec<i32>) -> bool {
        false
    }
}
