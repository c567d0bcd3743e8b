//! Work in numbered pieces, on several threads, that can be counted, stopped and taken up again.
//!
//! What is found is the finding of the first piece that has one, so it does not depend on the number of
//! threads. What is *settled* is all that was learnt from pieces before which none is open: with that,
//! and the number of the first open piece, work can be taken up again as if it had never stopped.

use std::collections::BTreeMap;
use std::ops::{AddAssign, ControlFlow};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

/// How far work has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress<T> {
    /// Pieces that are done, and all of them.
    pub done: usize,
    pub pieces: usize,
    /// All pieces before this one are done, without a finding.
    pub first_open: usize,
    /// What was counted in the pieces that are done.
    pub counts: T,
    /// What was counted before the first open piece.
    pub settled: T,
}

/// How work ended.
pub struct Ended<T, F> {
    /// The first piece with a finding, unless a piece before it was left open.
    pub found: Option<(usize, F)>,
    /// Whether pieces are left that could have one.
    pub stopped: bool,
    pub progress: Progress<T>,
}

/// What is to be done: pieces `from` to `all`.
#[derive(Clone, Copy, Debug)]
pub struct Pieces {
    pub from: usize,
    pub all: usize,
    pub threads: usize,
}

/// How often the observer is asked.
const TICK: Duration = Duration::from_millis(100);

impl Pieces {
    /// Works until a finding or the end. The observer is told how far it has come and may stop it.
    pub fn run<T, F>(
        &self,
        work: impl Fn(usize) -> (T, Option<F>) + Sync,
        observe: &mut dyn FnMut(&Progress<T>) -> ControlFlow<()>,
    ) -> Ended<T, F>
    where
        T: Copy + Default + AddAssign + Send,
        F: Send,
    {
        let next = AtomicUsize::new(self.from);
        // Pieces from here on need not be looked at.
        let end = AtomicUsize::new(self.all);
        let state = Mutex::new(State::new(self));
        let worker = || {
            loop {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                if piece >= end.load(Ordering::Relaxed) {
                    return;
                }
                let (counts, found) = work(piece);
                if found.is_some() {
                    end.fetch_min(piece, Ordering::Relaxed);
                }
                lock(&state).note(piece, counts, found);
            }
        };
        let stopped = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.max(1))
                .map(|_| scope.spawn(worker))
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
        let open = state.progress.first_open;
        let first = state.found.into_iter().min_by_key(|(piece, _)| *piece);
        let found = first.filter(|(piece, _)| !stopped || *piece == open);
        Ended {
            stopped: stopped && found.is_none() && open < self.all,
            found,
            progress: state.progress,
        }
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
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
struct State<T, F> {
    progress: Progress<T>,
    /// Pieces that were done before one that is not yet.
    ahead: BTreeMap<usize, T>,
    found: Vec<(usize, F)>,
}

impl<T: Copy + Default + AddAssign, F> State<T, F> {
    fn new(pieces: &Pieces) -> State<T, F> {
        State {
            progress: Progress {
                done: pieces.from,
                pieces: pieces.all,
                first_open: pieces.from,
                counts: T::default(),
                settled: T::default(),
            },
            ahead: BTreeMap::new(),
            found: Vec::new(),
        }
    }

    fn note(&mut self, piece: usize, counts: T, found: Option<F>) {
        let progress = &mut self.progress;
        progress.done += 1;
        progress.counts += counts;
        // A piece with a finding stays open, so that who takes the work up again finds it too.
        if let Some(found) = found {
            self.found.push((piece, found));
            return;
        }
        self.ahead.insert(piece, counts);
        while let Some(counts) = self.ahead.remove(&progress.first_open) {
            progress.settled += counts;
            progress.first_open += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    struct Sum(usize);

    impl AddAssign for Sum {
        fn add_assign(&mut self, other: Sum) {
            self.0 += other.0;
        }
    }

    fn pieces(from: usize, threads: usize) -> Pieces {
        Pieces {
            from,
            all: 100,
            threads,
        }
    }

    #[test]
    fn the_first_finding_counts_whoever_finds_it() {
        for threads in [1, 2, 7] {
            let work = |piece: usize| (Sum(piece), (piece % 30 == 29).then_some(piece));
            let mut go_on = |_: &Progress<Sum>| ControlFlow::Continue(());
            let ended = pieces(0, threads).run(work, &mut go_on);
            assert_eq!(ended.found, Some((29, 29)), "{threads} threads");
            assert!(!ended.stopped);
            let again = pieces(ended.progress.first_open, threads).run(work, &mut go_on);
            assert_eq!(again.found, Some((29, 29)), "{threads} threads");
        }
    }

    #[test]
    fn what_is_settled_before_and_after_a_stop_is_all() {
        let work = |piece: usize| {
            std::thread::sleep(Duration::from_millis(1));
            (Sum(piece), None::<()>)
        };
        let mut asked = 0;
        let mut stop = |_: &Progress<Sum>| {
            asked += 1;
            match asked {
                1 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        };
        let first = pieces(0, 3).run(work, &mut stop);
        let from = first.progress.first_open;
        assert_eq!(first.stopped, from < 100);
        let mut go_on = |_: &Progress<Sum>| ControlFlow::Continue(());
        let second = pieces(from, 2).run(work, &mut go_on);
        assert!(!second.stopped);
        assert_eq!(second.progress.done, 100);
        let sum = first.progress.settled.0 + second.progress.settled.0;
        assert_eq!(sum, (0..100).sum::<usize>());
    }
}
