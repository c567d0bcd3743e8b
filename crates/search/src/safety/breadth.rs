//! Breadth-first search over the store: the states in order of insertion are the queue, and the
//! tag of each is its parent.
//!
//! A lookup must wait for memory. So successors are announced as they are made, gathered in
//! batches, and stored when another batch has been gathered. The order of the queue is kept, so
//! runs are shortest.

use super::found::{Found, moves_along};
use super::{End, Goals, Safety};
use crate::expansion::Expansion;
use crate::limits::{Limits, Meter, Observer, Reason};
use crate::store::{Codec, Exact, Recent, Ref, Store, Writer};
use program::{Step, TransitionSystem};
use std::io;

/// Successors of a batch, about. Fewer give memory no time to answer; more push what it answered
/// out of the nearest cache before it is used.
const BATCH: usize = 64;

/// Visits every reachable state, or ends early as `goals` and `limits` say. The error is that of
/// a system that grants no memory at all.
pub fn breadth_first<S: TransitionSystem>(
    system: &mut S,
    goals: &Goals,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Safety> {
    let store = Store::new(limits.memory)?;
    let mut search = Search {
        writer: store.writer(),
        codec: store.codec(),
        recent: Recent::new(store.words()),
        store,
        expansion: Expansion::default(),
        gathered: Batch::default(),
        waiting: Batch::default(),
        newest: None,
        found: Found::new(goals),
        meter: Meter::new(limits, observe),
    };
    let end = search.run(system).unwrap_or_else(End::Incomplete);
    search.meter.update(&search.store, 0);
    Ok(Safety {
        end,
        statistics: search.meter.statistics,
        counterexamples: search.found.counterexamples,
    })
}

/// States that were announced.
#[derive(Default)]
struct Batch {
    /// Their keys, one after the other.
    keys: Vec<u64>,
    /// The states they were reached from; zero for the first state.
    parents: Vec<u32>,
}

impl Batch {
    fn clear(&mut self) {
        self.keys.clear();
        self.parents.clear();
    }
}

struct Search<'a> {
    store: Store<Exact>,
    writer: Writer,
    /// The state that is expanded is open in it.
    codec: Codec,
    /// States announced lately.
    recent: Recent,
    /// Its steps.
    expansion: Expansion,
    /// The batch that grows, and the one that waits for memory.
    gathered: Batch,
    waiting: Batch,
    /// The last state stored.
    newest: Option<Ref>,
    found: Found<'a>,
    meter: Meter<'a>,
}

impl Search<'_> {
    fn run<S: TransitionSystem>(&mut self, system: &mut S) -> Result<End, Reason> {
        self.expansion.initial(system)?;
        for index in 0..self.expansion.flaws() {
            self.found.flaw(&self.expansion, index, Vec::new);
        }
        self.announce(0)?;
        self.turn()?;
        self.turn()?;
        let mut next = self.store.first();
        while let (Some(first), Some(last)) = (next, self.newest) {
            if self.level(system, first, last)? {
                return Ok(End::Found);
            }
            next = self.store.after(last);
            if next.is_some() && self.meter.too_deep(self.meter.statistics.depth + 1) {
                return Err(Reason::Depth);
            }
        }
        Ok(End::Complete)
    }

    /// Expands the states from `next` to `last`; whether everything was found.
    fn level<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        mut next: Ref,
        last: Ref,
    ) -> Result<bool, Reason> {
        let mut done = false;
        while !done {
            while !done && self.gathered.parents.len() < BATCH {
                self.expand(system, next)?;
                done = next == last;
                if !done && let Some(after) = self.store.after(next) {
                    next = after;
                }
            }
            if self.found.everything() {
                return Ok(true);
            }
            self.turn()?;
            self.meter.check(&self.store, 0)?;
        }
        self.turn()?;
        Ok(false)
    }

    /// Announces the successors of a state.
    #[inline]
    fn expand<S: TransitionSystem>(&mut self, system: &mut S, name: Ref) -> Result<(), Reason> {
        self.expansion.clear();
        let state = self.store.open(&mut self.codec, name);
        let halted = self.expansion.expand(system, state)?;
        self.meter.statistics.transitions += self.expansion.moves() as u64;
        self.note_end(system, name, halted);
        self.note_flaws(system, name);
        self.announce(name.word())
    }

    fn note_end<S: TransitionSystem>(&mut self, system: &mut S, name: Ref, halted: bool) {
        let state = self.codec.state();
        if halted && !system.is_valid_end(state) {
            let run = || run_to(system, &self.store, name);
            self.found.invalid_end(run);
        }
    }

    #[inline]
    fn note_flaws<S: TransitionSystem>(&mut self, system: &mut S, name: Ref) {
        for index in 0..self.expansion.flaws() {
            let run = || run_to(system, &self.store, name);
            self.found.flaw(&self.expansion, index, run);
        }
    }

    /// Announces the ends of the steps that start from `parent`.
    #[inline]
    fn announce(&mut self, parent: u32) -> Result<(), Reason> {
        for index in 0..self.expansion.len() {
            let (state, keys) = (self.expansion.state(index), &mut self.gathered.keys);
            if self.store.key(&mut self.codec, state, keys).is_err() {
                self.make_wider_key(index)?;
            }
            let Batch { keys, parents } = &mut self.gathered;
            let start = keys.len() - self.store.words();
            if self.recent.meets(&keys[start..]) {
                keys.truncate(start);
                continue;
            }
            self.store.announce(&keys[start..]);
            parents.push(parent);
        }
        Ok(())
    }

    /// Makes the key of the end of a step for which keys are too narrow: stores the states that
    /// have one, and makes them wider.
    #[cold]
    fn make_wider_key(&mut self, index: usize) -> Result<(), Reason> {
        self.turn()?;
        self.turn()?;
        loop {
            self.store.widen(self.meter.limits().memory)?;
            self.codec = self.store.codec();
            self.recent = Recent::new(self.store.words());
            let (state, keys) = (self.expansion.state(index), &mut self.gathered.keys);
            if self.store.key(&mut self.codec, state, keys).is_ok() {
                return Ok(());
            }
        }
    }

    /// Stores the states that waited; those gathered wait from now on.
    #[inline]
    fn turn(&mut self) -> Result<(), Reason> {
        let Batch { keys, parents } = &self.waiting;
        self.store
            .reserve(parents.len(), self.meter.limits().memory)?;
        let words = self.store.words();
        let mut new = 0;
        let mut insert = |(key, &parent): (&[u64], &u32)| {
            let inserted = self.store.insert(&mut self.writer, key, parent)?;
            if inserted.is_some() {
                new += 1;
                self.newest = inserted;
            }
            Ok(())
        };
        let mut waiting = keys.chunks_exact(words).zip(parents);
        let result = waiting.try_for_each(&mut insert);
        self.store.count(new);
        self.waiting.clear();
        for key in self.gathered.keys.chunks_exact(words) {
            self.store.approach(key);
        }
        std::mem::swap(&mut self.gathered, &mut self.waiting);
        result
    }
}

/// The moves from the first state to a stored one.
fn run_to<S: TransitionSystem>(system: &mut S, store: &Store<Exact>, state: Ref) -> Vec<Step> {
    let mut states = vec![state];
    let mut child = state;
    while let Some(parent) = Ref::from_word(store.tag(child)) {
        states.push(parent);
        child = parent;
    }
    states.reverse();
    moves_along(system, store, &states)
}
