//! A hunt: every program within bounds beside every automaton of a list, on several threads, in
//! pieces that can be counted, stopped and taken up again.
//!
//! A piece is a [`Task`](crate::enumerate::Task) with some of the automata. Pieces are numbered, and
//! the counterexample that is reported is the first one of the first piece that has one: it does not
//! depend on the number of threads.

use crate::buchi::Buchi;
use crate::choose::Table;
use crate::enumerate::{Bounds, Enumeration};
use crate::functions::Functions;
use crate::graph::MAX_NODES;
use crate::judge::{Counts, Found, Judge};
use crate::program::Program;
use crate::rows::{Large, Rows, Small};
use crate::scheme::{Companion, Scheme};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Automata that are looked at together, so that a program is made once for all of them.
const TOGETHER: usize = 64;

/// What is hunted.
#[derive(Clone, Debug)]
pub struct Hunt {
    pub scheme: Scheme,
    pub automata: Vec<Buchi>,
    /// Programs of two states and more: with one state there is one letter.
    pub bounds: Bounds,
}

/// A program on which a scheme is wrong.
#[derive(Clone, Debug)]
pub struct Counterexample {
    pub scheme: Scheme,
    pub automaton: Buchi,
    pub program: Program,
    pub table: Table,
}

/// How a hunt ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    Counterexample(Box<Counterexample>),
    /// There is none within the bounds.
    None,
    /// It was stopped; all pieces before this one have no counterexample.
    Stopped(usize),
}

/// Figures of a hunt.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Pieces that are done, and all of them.
    pub done: usize,
    pub pieces: usize,
    /// All pieces before this one are done.
    pub first_open: usize,
    pub counts: Counts,
}

/// Why a hunt cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLarge {
    States,
    Operations,
    Product,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::States => write!(f, "programs may have 2 to {} states", Functions::MOST),
            TooLarge::Operations => f.write_str("programs may have 2 or 3 operations"),
            TooLarge::Product => write!(f, "products may have at most {MAX_NODES} states"),
        }
    }
}

impl std::error::Error for TooLarge {}

/// How often the observer is asked.
const TICK: Duration = Duration::from_millis(100);

impl Hunt {
    /// Looks at everything from a piece on. The observer is told how far it has come and may stop it.
    pub fn run(
        &self,
        threads: usize,
        from: usize,
        observe: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<(Outcome, Progress), TooLarge> {
        let ready = self.prepare()?;
        let next = AtomicUsize::new(from);
        // Pieces from here on need not be looked at.
        let end = AtomicUsize::new(ready.pieces());
        let state = Mutex::new(State::new(from, ready.pieces()));
        let stopped = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.max(1))
                .map(|_| scope.spawn(|| ready.work(&next, &end, &state)))
                .collect();
            let mut stopped = false;
            while !workers.iter().all(|worker| worker.is_finished()) {
                let progress = lock(&state).progress;
                if observe(&progress).is_break() {
                    stopped = true;
                    end.store(0, Ordering::Relaxed);
                }
                if !stopped && end.load(Ordering::Relaxed) > 0 {
                    wait(&workers);
                }
            }
            stopped
        });
        let state = state
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let found = state.found.into_iter().min_by_key(|(piece, _)| *piece);
        let outcome = match found {
            Some((piece, found)) if !stopped || piece < state.progress.first_open => {
                let automaton = ready.automata(piece)[found.automaton];
                Outcome::Counterexample(Box::new(Counterexample {
                    scheme: self.scheme,
                    automaton,
                    program: found.program,
                    table: found.table,
                }))
            }
            _ if stopped && state.progress.first_open < ready.pieces() => {
                Outcome::Stopped(state.progress.first_open)
            }
            _ => Outcome::None,
        };
        Ok((outcome, state.progress))
    }

    fn prepare(&self) -> Result<Ready<'_>, TooLarge> {
        let Bounds {
            states, operations, ..
        } = self.bounds;
        if !(2..=Functions::MOST).contains(&states) {
            return Err(TooLarge::States);
        }
        if !(2..=3).contains(&operations) {
            return Err(TooLarge::Operations);
        }
        let companions: Option<Vec<Companion>> = self
            .automata
            .iter()
            .map(|automaton| self.scheme.companion(automaton))
            .collect();
        let companions = companions.ok_or(TooLarge::Product)?;
        if companions
            .iter()
            .any(|companion| companion.width * states > MAX_NODES)
        {
            return Err(TooLarge::Product);
        }
        let enumerations = (2..=states)
            .map(|states| {
                Enumeration::new(&Bounds {
                    states,
                    ..self.bounds
                })
            })
            .collect();
        Ok(Ready {
            hunt: self,
            companions,
            enumerations,
        })
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Waits a little, but not for workers that have finished.
pub(crate) fn wait(workers: &[std::thread::ScopedJoinHandle<'_, ()>]) {
    let parts = 100;
    for _ in 0..parts {
        if workers.iter().all(|worker| worker.is_finished()) {
            return;
        }
        std::thread::sleep(TICK / parts);
    }
}

/// What the workers tell.
struct State {
    progress: Progress,
    /// Pieces that were done before one that is not yet.
    ahead: std::collections::BTreeSet<usize>,
    found: Vec<(usize, Found)>,
}

impl State {
    fn new(from: usize, pieces: usize) -> State {
        State {
            progress: Progress {
                done: from,
                pieces,
                first_open: from,
                counts: Counts::default(),
            },
            ahead: Default::default(),
            found: Vec::new(),
        }
    }

    fn note(&mut self, piece: usize, counts: Counts, found: Option<Found>) {
        self.progress.done += 1;
        self.progress.counts.programs += counts.programs;
        self.progress.counts.searched += counts.searched;
        self.ahead.insert(piece);
        while self.ahead.remove(&self.progress.first_open) {
            self.progress.first_open += 1;
        }
        self.found.extend(found.map(|found| (piece, found)));
    }
}

/// A hunt with its tables.
struct Ready<'a> {
    hunt: &'a Hunt,
    companions: Vec<Companion>,
    /// By number of states, from 2.
    enumerations: Vec<Enumeration>,
}

impl Ready<'_> {
    fn groups(&self) -> usize {
        self.companions.len().div_ceil(TOGETHER)
    }

    fn pieces(&self) -> usize {
        let tasks: usize = self.enumerations.iter().map(|all| all.tasks.len()).sum();
        tasks * self.groups()
    }

    fn group(&self, piece: usize) -> std::ops::Range<usize> {
        let first = piece % self.groups() * TOGETHER;
        first..(first + TOGETHER).min(self.companions.len())
    }

    fn automata(&self, piece: usize) -> &[Buchi] {
        &self.hunt.automata[self.group(piece)]
    }

    fn work(&self, next: &AtomicUsize, end: &AtomicUsize, state: &Mutex<State>) {
        loop {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= end.load(Ordering::Relaxed) {
                return;
            }
            let (counts, found) = self.look(piece);
            if found.is_some() {
                end.fetch_min(piece, Ordering::Relaxed);
            }
            lock(state).note(piece, counts, found);
        }
    }

    fn look(&self, piece: usize) -> (Counts, Option<Found>) {
        let companions = &self.companions[self.group(piece)];
        let mut task = piece / self.groups();
        let mut enumerations = self.enumerations.iter();
        let enumeration = enumerations.find(|all| {
            let here = task < all.tasks.len();
            if !here {
                task -= all.tasks.len();
            }
            here
        });
        let Some(enumeration) = enumeration else {
            return (Counts::default(), None);
        };
        let widest = companions.iter().map(|companion| companion.width).max();
        if widest.unwrap_or(0) * enumeration.functions.states <= Small::NODES {
            look::<Small>(enumeration, task, companions)
        } else {
            look::<Large>(enumeration, task, companions)
        }
    }
}

fn look<R: Rows>(
    enumeration: &Enumeration,
    task: usize,
    companions: &[Companion],
) -> (Counts, Option<Found>) {
    let mut judge = Judge::<R>::new(companions);
    // A break means that something was found, which the judge keeps.
    let _ = enumeration.run(&enumeration.tasks[task], &mut judge);
    (judge.counts, judge.found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use omega::builtin::builtin;

    fn hunt(scheme: Scheme, name: &str, states: usize) -> Hunt {
        let automaton = builtin(name).expect("it is built in");
        let small = Buchi::of_automaton(&automaton).expect("it has few letters");
        Hunt {
            scheme,
            automata: vec![small.expect("it is small").0],
            bounds: Bounds {
                states,
                operations: 3,
                letters: 2,
            },
        }
    }

    fn run(hunt: &Hunt, threads: usize) -> Outcome {
        let mut observe = |_: &Progress| ControlFlow::Continue(());
        hunt.run(threads, 0, &mut observe).expect("it is small").0
    }

    #[test]
    fn known_answers_on_small_programs() {
        for (scheme, name, wrong) in [
            (Scheme::V0, "B1", true),
            (Scheme::V1, "B1", false),
            (Scheme::V0, "B2", true),
            (Scheme::V1, "B2", true),
            (Scheme::V1, "N3", true),
            (Scheme::V0, "B3", false),
            (Scheme::Sequential, "B1", true),
            (Scheme::Offline, "B2", false),
            (Scheme::Offline, "N3", false),
            (Scheme::Stutter, "B1", false),
            (Scheme::Stutter, "B2", false),
            (Scheme::Stutter, "N3", false),
        ] {
            let outcome = run(&hunt(scheme, name, 3), 2);
            let found = matches!(outcome, Outcome::Counterexample(_));
            assert_eq!(found, wrong, "{scheme:?} {name}");
        }
    }

    #[test]
    fn the_number_of_threads_does_not_show() {
        let hunt = hunt(Scheme::V1, "N3", 3);
        let found = |threads| match run(&hunt, threads) {
            Outcome::Counterexample(found) => (found.program, found.table),
            other => panic!("{other:?}"),
        };
        assert_eq!(found(1), found(4));
    }

    #[test]
    fn a_hunt_that_was_stopped_goes_on_where_it_was() {
        let hunt = hunt(Scheme::V1, "B1", 3);
        let mut stop = |_: &Progress| ControlFlow::Break(());
        let (outcome, _) = hunt.run(1, 0, &mut stop).expect("it is small");
        let from = match outcome {
            Outcome::Stopped(from) => from,
            Outcome::None => return,
            Outcome::Counterexample(_) => panic!("there is none"),
        };
        let mut observe = |_: &Progress| ControlFlow::Continue(());
        let (outcome, progress) = hunt.run(2, from, &mut observe).expect("it is small");
        assert!(matches!(outcome, Outcome::None));
        assert_eq!(progress.done, progress.pieces);
    }
}
