//! Breadth-first search over the store: the states in order of insertion are the queue, and the
//! tag of each is its parent.
//!
//! A lookup must wait for memory. So successors are announced as they are made, gathered in
//! batches, and stored when another batch has been gathered. When the table is much larger than the
//! caches, even finding the address of a line takes long: then batches are large, and are stored part
//! by part of the table. A level is complete before the next one begins, so runs are shortest.

mod by_process;
mod recall;
mod sets;
mod storing;

use super::batch::{Batch, Sorted};
use super::found::{Found, moves_along};
use super::{End, Goals, Safety};
use crate::expansion::Expansion;
use crate::limits::{Limits, Meter, Observer, Reason, Watch};
use crate::store::{Codec, Earlier, Exact, Recent, Ref, Store, Writer};
use by_process::Plan;
use program::{Step, TransitionSystem};
use recall::{Recall, WIDEST};
use std::io;

/// Successors of a batch, about. Fewer give memory no time to answer; more push what it answered
/// out of the nearest cache before it is used.
const BATCH: usize = 64;
/// The same when batches are sorted: several for each page of a table of a gigabyte.
const LARGE: usize = 1 << 20;
/// States from which on they are.
const MANY: usize = 1 << 19;

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
        earlier: None,
        recall: Recall::new(store.words()),
        present: Plan::default(),
        prospect: Plan::default(),
        ends: Vec::new(),
        store,
        expansion: Expansion::watched(Watch::new(limits)),
        gathered: Batch::default(),
        waiting: Batch::default(),
        large: false,
        sorted: Sorted::default(),
        is_new: Vec::new(),
        newest: None,
        found: Found::new(goals),
        meter: Meter::new(limits, observe),
    };
    if system.processwise().is_none() {
        search.recall.give_up();
    }
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
    /// States announced lately, and those gathered earlier if batches are large.
    recent: Recent,
    earlier: Option<Earlier>,
    /// What processes did before.
    recall: Recall,
    /// What is known of the processes of the state that is expanded, and of the next one.
    present: Plan,
    prospect: Plan,
    /// The keys of the ends of steps of a process that was asked.
    ends: Vec<u64>,
    /// The steps of the state that is expanded.
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
        self.found.at_the_start(&self.expansion);
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
            let start = self.gathered.len();
            while !done && self.gathered.len() < start + BATCH {
                done = next == last;
                let after = (!done).then(|| self.store.after(next)).flatten();
                self.expand(system, next, after)?;
                next = after.unwrap_or(next);
            }
            if self.found.everything() {
                return Ok(true);
            }
            self.sift(start);
            if !self.large {
                self.turn()?;
            } else if done || self.gathered.len() >= LARGE {
                self.pour()?;
            }
            self.recall.check();
            let batches = self.gathered.memory() + self.sorted.memory() + self.recall.memory();
            self.meter.check(&self.store, batches)?;
        }
        self.turn()?;
        // Only keys of one word are sorted; others must be announced one by one.
        self.large = self.store.len() >= MANY && self.store.words() == 1;
        Ok(false)
    }

    /// Announces the successors of a state; `next` will come after it.
    #[inline]
    fn expand<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        name: Ref,
        next: Option<Ref>,
    ) -> Result<(), Reason> {
        let known = self.recall.pays()
            && match self.store.words() {
                1 => self.expand_by_process::<S, 1>(system, name, next)?,
                2 => self.expand_by_process::<S, 2>(system, name, next)?,
                3 => self.expand_by_process::<S, 3>(system, name, next)?,
                WIDEST => self.expand_by_process::<S, WIDEST>(system, name, next)?,
                _ => false,
            };
        if known {
            return Ok(());
        }
        self.expand_whole(system, name)
    }

    /// Announces the successors of a state that its processes are asked for together.
    #[inline]
    fn expand_whole<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        name: Ref,
    ) -> Result<(), Reason> {
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
            let (store, recent) = (&self.store, &mut self.recent);
            self.gathered.keep_last(store, recent, !self.large, parent);
        }
        Ok(())
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
