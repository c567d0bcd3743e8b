//! Breadth-first search over the store: the states in order of insertion are the queue, and the
//! tag of each is its parent.
//!
//! A lookup must wait for memory twice. So successors are gathered in batches, and while a batch
//! waits, the states of the next one are expanded: announce the successors of batch *n* + 1 one by
//! one as they are made, insert those of batch *n*, approach those of batch *n* + 1. The order of the
//! queue is kept, so runs are shortest.

use super::found::{Found, moves_along};
use super::{End, Goals, Safety};
use crate::expansion::Expansion;
use crate::limits::{Limits, Meter, Observer, Reason};
use crate::store::{Hash, Ref, Store, Writer};
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
        store,
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

/// Steps whose ends are to be stored.
#[derive(Default)]
struct Batch {
    expansion: Expansion,
    /// For each step the state it starts from; zero for the first state.
    parents: Vec<u32>,
    /// For each step the hash of the state it leads to.
    hashes: Vec<Hash>,
}

impl Batch {
    fn clear(&mut self) {
        self.expansion.clear();
        self.parents.clear();
        self.hashes.clear();
    }

    /// Announces the steps added since the last call, which start from `parent`.
    #[inline]
    fn announce(&mut self, store: &Store, parent: u32) {
        for index in self.hashes.len()..self.expansion.len() {
            self.hashes
                .push(store.announce(self.expansion.state(index)));
            self.parents.push(parent);
        }
    }
}

struct Search<'a> {
    store: Store,
    writer: Writer,
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
        let first = &mut self.gathered;
        first.expansion.initial(system)?;
        for index in 0..first.expansion.flaws() {
            self.found.flaw(&first.expansion, index, Vec::new);
        }
        first.announce(&self.store, 0);
        self.approach();
        self.insert()?;
        let mut next = self.store.first(&self.writer);
        while let (Some(first), Some(last)) = (next, self.newest) {
            if self.level(system, first, last)? {
                return Ok(End::Found);
            }
            next = self.store.after(last, &self.writer);
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
            while !done && self.gathered.expansion.len() < BATCH {
                self.expand(system, next)?;
                done = next == last;
                if !done && let Some(after) = self.store.after(next, &self.writer) {
                    next = after;
                }
            }
            if self.found.everything() {
                return Ok(true);
            }
            self.insert()?;
            self.approach();
            self.meter.check(&self.store, 0)?;
        }
        self.insert()?;
        Ok(false)
    }

    /// Adds the steps of a state to the batch that grows.
    #[inline]
    fn expand<S: TransitionSystem>(&mut self, system: &mut S, name: Ref) -> Result<(), Reason> {
        let batch = &mut self.gathered;
        let (moves, flaws) = (batch.expansion.moves(), batch.expansion.flaws());
        let state = self.store.get(name);
        let halted = batch.expansion.expand(system, state)?;
        self.meter.statistics.transitions += (batch.expansion.moves() - moves) as u64;
        batch.announce(&self.store, name.word());
        if halted && !system.is_valid_end(state) {
            let run = || run_to(system, &self.store, name);
            self.found.invalid_end(run);
        }
        for index in flaws..batch.expansion.flaws() {
            let run = || run_to(system, &self.store, name);
            self.found.flaw(&batch.expansion, index, run);
        }
        Ok(())
    }

    /// The batch that was gathered waits from now on.
    #[inline]
    fn approach(&mut self) {
        let batch = &self.gathered;
        for (index, &hash) in batch.hashes.iter().enumerate() {
            let length = batch.expansion.state(index).len();
            self.store.approach(hash, length);
        }
        std::mem::swap(&mut self.gathered, &mut self.waiting);
    }

    /// Stores the states of the batch that waited, and empties it.
    #[inline]
    fn insert(&mut self) -> Result<(), Reason> {
        let batch = &mut self.waiting;
        let count = batch.hashes.len();
        self.store.reserve(count, self.meter.limits().memory)?;
        let mut new = 0;
        let mut insert = |index: usize| {
            let state = batch.expansion.state(index);
            let (hash, parent) = (batch.hashes[index], batch.parents[index]);
            let inserted = self.store.insert(&mut self.writer, state, hash, parent)?;
            if inserted.is_new {
                new += 1;
                self.newest = Some(inserted.name);
            }
            Ok(())
        };
        let result = (0..count).try_for_each(&mut insert);
        self.store.count(new);
        batch.clear();
        result
    }
}

/// The moves from the first state to a stored one.
fn run_to<S: TransitionSystem>(system: &mut S, store: &Store, state: Ref) -> Vec<Step> {
    let mut states = vec![state];
    let mut child = state;
    while let Some(parent) = Ref::from_word(store.tag(child)) {
        states.push(parent);
        child = parent;
    }
    states.reverse();
    moves_along(system, store, &states)
}
