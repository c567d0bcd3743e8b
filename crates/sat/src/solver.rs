//! The solver: CaDiCaL (Biere, Faller, Fazekas, Fleury, Froleyks and Pollitt, CAV 2024), by its
//! C++ interface, with LRAT proofs (Pollitt, Fleury and Biere, "Faster LRAT checking than solving
//! with CaDiCaL", SAT 2023).
//!
//! The proof is not stored. The solver tells each step when it makes it, and the checker follows at
//! once; so what must be kept is the clauses that the solver keeps too, and a solver that makes a
//! mistake is stopped there.

use crate::check::{Checker, Rejected, Step};
use crate::cnf::{Cnf, Lit};
use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};
use std::cell::{Cell, RefCell};
use std::fmt;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When to give up.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Whoever sets this stops the solver.
    pub stop: Arc<AtomicBool>,
    pub conflicts: Option<u32>,
    pub time: Option<Duration>,
}

/// What is known of a formula.
#[derive(Debug)]
pub enum Answer {
    /// It is satisfiable.
    Model(Model),
    /// It is not; the proof was followed to its end.
    Refuted(Refutation),
    /// The solver was stopped.
    Unknown,
}

/// Figures of a proof that was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Refutation {
    /// Clauses that were derived.
    pub steps: u64,
    /// The time that the checker took.
    pub checking: Duration,
}

/// Values of the variables with which all clauses hold.
#[derive(Debug)]
pub struct Model {
    values: Vec<bool>,
}

impl Model {
    pub fn holds(&self, lit: Lit) -> bool {
        self.value(lit.number())
    }

    fn value(&self, lit: i32) -> bool {
        self.values[lit.unsigned_abs() as usize] == (lit > 0)
    }

    fn satisfies(&self, cnf: &Cnf) -> bool {
        cnf.clauses()
            .all(|clause| clause.iter().any(|&lit| self.value(lit)))
    }
}

/// The solver made a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// A clause does not hold in the model.
    Model,
    Proof(Rejected),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Model => f.write_str("the solver's model does not satisfy the formula"),
            Broken::Proof(rejected) => write!(f, "the solver's proof is wrong: {rejected}"),
        }
    }
}

impl std::error::Error for Broken {}

/// Decides a formula. What is said of it was checked.
pub fn solve(cnf: Cnf, limits: &Limits) -> Result<Answer, Broken> {
    let cnf = Rc::new(cnf);
    let following = Rc::new(RefCell::new(Following {
        checker: Checker::new(cnf.clone()),
        rejected: None,
        time: Duration::ZERO,
    }));
    let listener = following.clone();
    let said = run(&cnf, limits, move |step| listener.borrow_mut().step(step));
    let following = following.borrow();
    if let Some(rejected) = following.rejected {
        return Err(Broken::Proof(rejected));
    }
    match said {
        Said::Model(model) if model.satisfies(&cnf) => Ok(Answer::Model(model)),
        Said::Model(_) => Err(Broken::Model),
        Said::Refuted => {
            following.checker.finish().map_err(Broken::Proof)?;
            Ok(Answer::Refuted(Refutation {
                steps: following.checker.steps(),
                checking: following.time,
            }))
        }
        Said::Unknown => Ok(Answer::Unknown),
    }
}

/// A checker behind a solver.
struct Following {
    checker: Checker,
    /// The first mistake.
    rejected: Option<Rejected>,
    time: Duration,
}

impl Following {
    fn step(&mut self, step: Step<'_>) -> ControlFlow<()> {
        if self.rejected.is_none() {
            let started = Instant::now();
            self.rejected = self.checker.step(step).err();
            self.time += started.elapsed();
        }
        match self.rejected {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

/// What the solver says; nobody has looked at it yet.
pub(crate) enum Said {
    Model(Model),
    Refuted,
    Unknown,
}

/// Runs the solver. The listener is told the proof and may stop it.
pub(crate) fn run(
    cnf: &Cnf,
    limits: &Limits,
    listener: impl FnMut(Step<'_>) -> ControlFlow<()> + 'static,
) -> Said {
    let mut solver = CaDiCal::new();
    // Bounded variable addition is the one technique that makes steps which are not consequences.
    // It is off by default, but an environment variable may say otherwise.
    solver.set("factor", 0);
    let refused = Rc::new(Cell::new(false));
    solver.connect_proof_tracer1(
        Tracer {
            listener,
            refused: refused.clone(),
        },
        true,
        false,
    );
    solver.connect_terminator(Watch {
        stop: limits.stop.clone(),
        refused,
        deadline: limits
            .time
            .and_then(|time| Instant::now().checked_add(time)),
    });
    solver.declare_more_variables(cnf.variables());
    for clause in cnf.clauses() {
        solver.clause6(clause);
    }
    if let Some(conflicts) = limits.conflicts {
        solver.limit("conflicts", i32::try_from(conflicts).unwrap_or(i32::MAX));
    }
    match solver.solve() {
        Status::SATISFIABLE => Said::Model(Model {
            values: std::iter::once(false)
                .chain((1..=cnf.variables()).map(|variable| solver.val(variable) > 0))
                .collect(),
        }),
        Status::UNSATISFIABLE => Said::Refuted,
        Status::UNKNOWN => Said::Unknown,
    }
}

/// Stops the solver.
struct Watch {
    stop: Arc<AtomicBool>,
    refused: Rc<Cell<bool>>,
    deadline: Option<Instant>,
}

impl Terminator for Watch {
    fn terminated(&mut self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.refused.get()
            || self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

/// Hands the proof on. Solving happens once and without assumptions, so only three kinds of events
/// matter: a clause that is strengthened is derived and another one deleted, and whether one counts
/// as redundant is the solver's own business.
struct Tracer<F> {
    listener: F,
    refused: Rc<Cell<bool>>,
}

impl<F: FnMut(Step<'_>) -> ControlFlow<()>> Tracer<F> {
    fn tell(&mut self, step: Step<'_>) {
        if (self.listener)(step).is_break() {
            self.refused.set(true);
        }
    }
}

impl<F: FnMut(Step<'_>) -> ControlFlow<()>> ProofTracer for Tracer<F> {
    fn add_original_clause(&mut self, id: i64, _: bool, clause: &[i32], _: bool) {
        self.tell(Step::Original { id, clause });
    }

    fn add_derived_clause(
        &mut self,
        id: i64,
        _: bool,
        witness: i32,
        clause: &[i32],
        hints: &[i64],
    ) {
        self.tell(Step::Derived {
            id,
            clause,
            witness,
            hints,
        });
    }

    fn delete_clause(&mut self, id: i64, _: bool, _: &[i32]) {
        self.tell(Step::Deleted { id });
    }

    fn weaken_minus(&mut self, _: i64, _: &[i32]) {}
    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}

#[cfg(test)]
mod tests;
