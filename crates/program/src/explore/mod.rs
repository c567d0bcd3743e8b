//! Exhaustive, unreduced exploration by the interpreter: the oracle of every other engine.
//!
//! Breadth first, so that each violation comes with a shortest run. States inside an atomic
//! sequence, where one process holds control, are visited but not counted: they are not states
//! that another process can see, and SPIN does not store them either.

mod store;

use crate::coverage::Coverage;
use crate::fault::Fault;
use crate::interpreter::{Interpreter, Move, Violation};
use crate::model::Program;
use crate::pace::Pace;
use crate::state::State;
use std::time::{Duration, Instant};
use store::Store;

/// When to give up, and what to stop for.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Most states to store.
    pub states: Option<u64>,
    /// Longest run to follow.
    pub depth: Option<u64>,
    /// Longest time to take.
    pub time: Option<Duration>,
    /// Most bytes to use for the stored states.
    pub memory: Option<u64>,
    /// Stop as soon as something of each of these groups was found. Empty: never stop early.
    pub stop_after: Vec<Vec<Kind>>,
}

/// Kinds of violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A failed assertion.
    Assertion,
    /// A trace assertion that does not hold.
    Trace,
    /// An error of the program at run time.
    Fault,
    /// A state where nothing can happen and not every process is at its end.
    InvalidEnd,
}

/// What was found of one violation.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// What is wrong.
    pub problem: Problem,
    /// The moves from the first state to it. The last one broke the property; a move that cannot be
    /// executed, or that has a guard without a value, is none of them, but part of the problem.
    pub run: Vec<Move>,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The last move broke a property.
    Violation(Violation),
    /// After the run, this move cannot be executed, or its guard has no value; without one, there is
    /// no first state.
    Fault { step: Option<Move>, fault: Fault },
    /// Nothing can happen in the last state.
    InvalidEnd,
}

impl Problem {
    /// The kind of the problem.
    pub fn kind(&self) -> Kind {
        match self {
            Problem::Violation(Violation::Assertion { .. }) => Kind::Assertion,
            Problem::Violation(_) => Kind::Trace,
            Problem::Fault { .. } => Kind::Fault,
            Problem::InvalidEnd => Kind::InvalidEnd,
        }
    }
}

/// Why an exploration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every reachable state was visited.
    Complete,
    /// Every violation asked for was found.
    Found,
    /// More states than allowed.
    States,
    /// Longer runs than allowed exist.
    Depth,
    /// It took too long.
    Time,
    /// It needed too much memory.
    Memory,
    /// The caller asked to stop.
    Interrupted,
}

/// Figures of an exploration.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    /// Distinct states in which no process holds control.
    pub states: u64,
    /// Distinct states inside atomic sequences.
    pub atomic_states: u64,
    /// Moves executed.
    pub transitions: u64,
    /// Length of the longest shortest run.
    pub depth: u64,
    /// Bytes used for the stored states.
    pub memory: u64,
}

/// The result of an exploration.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// Why it ended.
    pub end: End,
    /// Figures.
    pub statistics: Statistics,
    /// A shortest counterexample of each kind found.
    pub counterexamples: Vec<Counterexample>,
    /// The edges that were executed.
    pub coverage: Coverage,
}

/// Visits every reachable state. `observe` is called from time to time and stops the exploration
/// by returning false.
pub fn explore(
    program: &Program,
    options: &Options,
    observe: &mut dyn FnMut(&Statistics) -> bool,
) -> Exploration {
    let mut explorer = Explorer {
        interpreter: Interpreter::new(program),
        options,
        store: Store::default(),
        statistics: Statistics::default(),
        counterexamples: Vec::new(),
        coverage: Coverage::new(program),
        started: Instant::now(),
        pace: Pace::default(),
    };
    let end = explorer.run(observe);
    explorer.statistics.memory = explorer.store.memory();
    Exploration {
        end,
        statistics: explorer.statistics,
        counterexamples: explorer.counterexamples,
        coverage: explorer.coverage,
    }
}

struct Explorer<'p> {
    interpreter: Interpreter<'p>,
    options: &'p Options,
    store: Store,
    statistics: Statistics,
    counterexamples: Vec<Counterexample>,
    coverage: Coverage,
    started: Instant,
    pace: Pace,
}

impl Explorer<'_> {
    fn run(&mut self, observe: &mut dyn FnMut(&Statistics) -> bool) -> End {
        match self.interpreter.initial() {
            Ok(state) => self.add(&state, None),
            Err(fault) => {
                let problem = Problem::Fault { step: None, fault };
                self.counterexamples.push(Counterexample {
                    problem,
                    run: Vec::new(),
                });
                return End::Complete;
            }
        }
        let (mut level_end, mut current) = (self.store.len(), 0);
        while current < self.store.len() {
            if current == level_end {
                level_end = self.store.len();
                self.statistics.depth += 1;
            }
            if let Some(end) = self.limit_reached(observe) {
                return end;
            }
            self.expand(current);
            if self.all_found() {
                return End::Found;
            }
            current += 1;
        }
        End::Complete
    }

    fn limit_reached(&mut self, observe: &mut dyn FnMut(&Statistics) -> bool) -> Option<End> {
        let over = |limit: Option<u64>, value: u64| limit.is_some_and(|limit| value > limit);
        if over(self.options.states, self.statistics.states) {
            return Some(End::States);
        }
        if over(self.options.depth, self.statistics.depth) {
            return Some(End::Depth);
        }
        if self.pace.is_due() {
            self.statistics.memory = self.store.memory();
            if over(self.options.memory, self.statistics.memory) {
                return Some(End::Memory);
            }
            if self
                .options
                .time
                .is_some_and(|limit| self.started.elapsed() > limit)
            {
                return Some(End::Time);
            }
            if !observe(&self.statistics) {
                return Some(End::Interrupted);
            }
            if self.store.is_full() {
                return Some(End::Memory);
            }
        }
        None
    }

    /// Visits the successors of a stored state.
    fn expand(&mut self, current: u32) {
        let state = State::from_bytes(self.store.get(current));
        let moves = self.interpreter.moves(&state);
        if moves.is_empty() && !self.interpreter.is_valid_end(&state) {
            self.found(current, None, Problem::InvalidEnd);
        }
        self.interpreter
            .note(&state, &moves.moves, &mut self.coverage);
        for (step, fault) in moves.faults {
            self.found(
                current,
                None,
                Problem::Fault {
                    step: Some(step),
                    fault,
                },
            );
        }
        for step in moves.moves {
            self.statistics.transitions += 1;
            match self.interpreter.apply(&state, &step) {
                Ok((next, effects)) => {
                    for violation in effects.violations {
                        self.found(current, Some(step), Problem::Violation(violation));
                    }
                    self.add(&next, Some(current));
                }
                Err(fault) => {
                    self.found(
                        current,
                        None,
                        Problem::Fault {
                            step: Some(step),
                            fault,
                        },
                    );
                }
            }
        }
    }

    fn add(&mut self, state: &State, parent: Option<u32>) {
        if self.store.insert(state.bytes(), parent) {
            if state.holder().is_none() {
                self.statistics.states += 1;
            } else {
                self.statistics.atomic_states += 1;
            }
        }
    }

    /// Keeps the first, hence shortest, counterexample of each kind.
    fn found(&mut self, state: u32, last: Option<Move>, problem: Problem) {
        let kind = problem.kind();
        if self
            .counterexamples
            .iter()
            .any(|known| known.problem.kind() == kind)
        {
            return;
        }
        let mut run = self.run_to(state);
        run.extend(last);
        self.counterexamples.push(Counterexample { problem, run });
    }

    fn all_found(&self) -> bool {
        let groups = &self.options.stop_after;
        let found = |group: &Vec<Kind>| {
            let mut found = self.counterexamples.iter().map(|c| c.problem.kind());
            found.any(|kind| group.contains(&kind))
        };
        !groups.is_empty() && groups.iter().all(found)
    }

    /// The moves from the first state to a stored one.
    fn run_to(&self, state: u32) -> Vec<Move> {
        let mut run = Vec::new();
        let mut child = state;
        while let Some(parent) = self.store.parent(child) {
            run.extend(self.move_between(parent, child));
            child = parent;
        }
        run.reverse();
        run
    }

    /// Moves are not stored: the one that led from a state to its child is found again.
    fn move_between(&self, parent: u32, child: u32) -> Option<Move> {
        let state = State::from_bytes(self.store.get(parent));
        let leads_there = |step: &Move| {
            let next = self.interpreter.apply(&state, step);
            next.is_ok_and(|(next, _)| next.bytes() == self.store.get(child))
        };
        self.interpreter
            .moves(&state)
            .moves
            .into_iter()
            .find(leads_there)
    }
}
