//! A hunt by the solver: one formula for each automaton and each number of program states, small
//! programs first, on several threads.
//!
//! The counterexample that is reported is that of the first formula which has one, so it does not
//! depend on the number of threads.

use super::encode::Question;
use crate::graph::MAX_NODES;
use crate::hunt::{Counterexample, Hunt, Outcome};
use crate::method::{Failed, MOST_OPERATIONS, Progress};
use crate::operation::MAX_STATES;
use crate::pieces::{lock, wait};
use crate::scheme::Companion;
use sat::{Answer, Limits, solve};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

impl Hunt {
    /// Decides all formulas. The observer is told how far it has come and may stop it.
    pub fn solve(
        &self,
        threads: usize,
        observe: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<(Outcome, Progress), Failed> {
        let companions = self.companions()?;
        let work = Work {
            hunt: self,
            companions: &companions,
            next: AtomicUsize::new(0),
            end: AtomicUsize::new(self.bounds.states * companions.len()),
            state: Mutex::new(State::default()),
        };
        let formulas = work.end.load(Ordering::Relaxed);
        lock(&work.state).progress.formulas = formulas;
        let seats: Vec<Seat> = (0..threads.max(1)).map(|_| Seat::default()).collect();
        let stopped = std::thread::scope(|scope| {
            let workers: Vec<_> = seats
                .iter()
                .map(|seat| scope.spawn(|| work.run(seat)))
                .collect();
            let mut stopped = false;
            while !workers.iter().all(|worker| worker.is_finished()) {
                let progress = lock(&work.state).progress;
                if observe(&progress).is_break() {
                    stopped = true;
                    work.end.store(0, Ordering::Relaxed);
                }
                let end = work.end.load(Ordering::Relaxed);
                seats.iter().for_each(|seat| seat.stop_from(end));
                wait(&workers);
            }
            stopped
        });
        let state = work
            .state
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(failed) = state.failed {
            return Err(failed);
        }
        let found = state.found.into_iter().min_by_key(|(piece, _)| *piece);
        let outcome = match found {
            Some((_, found)) if !stopped => Outcome::Counterexample(Box::new(found)),
            None if state.progress.done == formulas => Outcome::None,
            _ => Outcome::Stopped(0),
        };
        Ok((outcome, state.progress))
    }

    fn companions(&self) -> Result<Vec<Companion>, Failed> {
        if !(1..=MAX_STATES).contains(&self.bounds.states) {
            return Err(Failed::States);
        }
        if !(2..=MOST_OPERATIONS).contains(&self.bounds.operations) {
            return Err(Failed::Operations);
        }
        let companion = |automaton| {
            let companion = self.scheme.companion(automaton)?;
            (companion.width * self.bounds.states <= MAX_NODES).then_some(companion)
        };
        let companions: Option<Vec<Companion>> = self.automata.iter().map(companion).collect();
        companions.ok_or(Failed::Product)
    }
}

/// Where a thread sits: which formula it is at, and how to stop it.
#[derive(Default)]
struct Seat {
    piece: AtomicUsize,
    stop: Arc<AtomicBool>,
}

impl Seat {
    /// Formulas from here on need not be decided. A thread never goes back to an earlier one.
    fn stop_from(&self, end: usize) {
        if self.piece.load(Ordering::Relaxed) >= end {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// What the threads tell.
#[derive(Default)]
struct State {
    progress: Progress,
    found: Vec<(usize, Counterexample)>,
    failed: Option<Failed>,
}

/// What the threads share.
struct Work<'a> {
    hunt: &'a Hunt,
    companions: &'a [Companion],
    next: AtomicUsize,
    /// Formulas from here on need not be decided.
    end: AtomicUsize,
    state: Mutex<State>,
}

impl Work<'_> {
    fn run(&self, seat: &Seat) {
        loop {
            let piece = self.next.fetch_add(1, Ordering::Relaxed);
            seat.piece.store(piece, Ordering::Relaxed);
            if piece >= self.end.load(Ordering::Relaxed) {
                return;
            }
            let limits = Limits {
                stop: seat.stop.clone(),
                ..Limits::default()
            };
            match self.decide(piece, &limits) {
                Ok(found) => {
                    if let Some(found) = found {
                        self.end.fetch_min(piece, Ordering::Relaxed);
                        lock(&self.state).found.push((piece, found));
                    }
                }
                Err(failed) => {
                    self.end.store(0, Ordering::Relaxed);
                    lock(&self.state).failed = Some(failed);
                }
            }
        }
    }

    fn decide(&self, piece: usize, limits: &Limits) -> Result<Option<Counterexample>, Failed> {
        let automaton = piece % self.companions.len();
        let question = Question {
            scheme: self.hunt.scheme,
            refuses: self.hunt.scheme.refuses(self.hunt.proviso),
            independence: self.hunt.independence,
            automaton: &self.hunt.automata[automaton],
            companion: &self.companions[automaton],
            states: 1 + piece / self.companions.len(),
            operations: self.hunt.bounds.operations,
            letters: self.hunt.bounds.letters,
        };
        let started = Instant::now();
        let (cnf, encoding) = question.encode();
        let answer = solve(cnf, limits).map_err(|broken| Failed::Solver(broken.to_string()))?;
        lock(&self.state).progress.solving += started.elapsed();
        match answer {
            Answer::Unknown => Ok(None),
            Answer::Refuted(proof) => {
                let progress = &mut lock(&self.state).progress;
                progress.done += 1;
                progress.steps += proof.steps;
                progress.checking += proof.checking;
                Ok(None)
            }
            Answer::Model(model) => {
                let mut found = question.decode(&encoding, &model);
                if !found.is_valid() {
                    return Err(Failed::Encoding(Box::new(found)));
                }
                found.shorten();
                lock(&self.state).progress.done += 1;
                Ok(Some(found))
            }
        }
    }
}
