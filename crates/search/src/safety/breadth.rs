//! Breadth-first search over the store: the states in order of insertion are the queue, and the
//! tag of each is its parent.
//!
//! A lookup must wait for memory. So successors are announced as they are made, gathered in
//! batches, and stored when another batch has been gathered. When the table is much larger than the
//! caches, even finding the address of a line takes long: then batches are large, and are stored part
//! by part of the table. A level is complete before the next one begins, so runs are shortest.

use super::batch::{Batch, Sorted};
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
/// The same when batches are sorted: several for each page of a table of a gigabyte.
const LARGE: usize = 1 << 20;
/// States from which on they are.
const MANY: usize = 1 << 19;
/// How far ahead memory is asked for then.
const AHEAD: usize = 16;

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
        large: false,
        sorted: Sorted::default(),
        is_new: Vec::new(),
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
    /// Batches are large, and sorted before they are stored.
    large: bool,
    sorted: Sorted,
    is_new: Vec<bool>,
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
            let enough = self.gathered.len() + BATCH;
            while !done && self.gathered.len() < enough {
                self.expand(system, next)?;
                done = next == last;
                if !done && let Some(after) = self.store.after(next) {
                    next = after;
                }
            }
            if self.found.everything() {
                return Ok(true);
            }
            if !self.large {
                self.turn()?;
            } else if done || self.gathered.len() >= LARGE {
                self.pour()?;
            }
            let batches = self.gathered.memory() + self.sorted.memory();
            self.meter.check(&self.store, batches)?;
        }
        self.turn()?;
        self.large = self.store.len() >= MANY;
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
            if !self.large {
                self.store.announce(&keys[start..]);
            }
            parents.push(parent);
        }
        Ok(())
    }

    /// Makes the key of the end of a step for which keys are too narrow: stores the states that
    /// have one, and makes them wider.
    #[cold]
    fn make_wider_key(&mut self, index: usize) -> Result<(), Reason> {
        self.pour()?;
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

    /// Stores those gathered: takes their slots in the order of the table, and then makes the records
    /// of those that are new in the order in which they were found.
    fn pour(&mut self) -> Result<(), Reason> {
        if self.store.words() > 1 {
            self.turn()?;
            return self.turn();
        }
        let memory = self.meter.limits().memory;
        self.turn()?;
        let store = &mut self.store;
        self.sorted
            .sort(&self.waiting.keys, |key| store.home(&[key]));
        self.is_new.clear();
        self.is_new.resize(self.waiting.len(), false);
        let sorted = &self.sorted.keys;
        let mut new = 0;
        for (start, batch) in (0..).step_by(BATCH).zip(sorted.chunks(BATCH)) {
            store.reserve(batch.len() + new, memory)?;
            for (index, &(key, place)) in (start..).zip(batch) {
                if let Some(&(later, _)) = sorted.get(index + AHEAD) {
                    store.announce(&[later]);
                }
                let is_new = store.claim(key);
                new += usize::from(is_new);
                self.is_new[place as usize] = is_new;
            }
        }
        store.count(new);
        let Batch { keys, parents } = &self.waiting;
        for ((&key, &parent), &is_new) in keys.iter().zip(parents).zip(&self.is_new) {
            if is_new {
                self.newest = Some(self.store.append(&mut self.writer, key, parent)?);
            }
        }
        self.waiting.clear();
        Ok(())
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
