//! Depth-first search with a stack of its own.
//!
//! The successors of a state are stored, all together, when it is entered, and marked as not yet
//! entered themselves; the stack keeps their names. So a state is expanded once, and the memory of
//! its successors is asked for early.

use super::found::{Found, moves_along};
use super::{End, Goals, Safety};
use crate::expansion::Expansion;
use crate::limits::{Limits, Meter, Observer, Reason, Watch};
use crate::store::{Codec, Inserted, Named, Narrow, Ref, Store, Writer};
use program::TransitionSystem;
use std::io;

/// Tags.
const KNOWN: u32 = 0;
const ENTERED: u32 = 1;

/// Visits every reachable state, or ends early as `goals` and `limits` say. The error is that of
/// a system that grants no memory at all.
pub fn depth_first<S: TransitionSystem>(
    system: &mut S,
    goals: &Goals,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Safety> {
    let store = Store::new(limits.memory)?;
    let mut search = Search {
        writer: store.writer(),
        codec: store.codec(),
        store,
        expansion: Expansion::watched(Watch::new(limits)),
        path: Vec::new(),
        ahead: Vec::new(),
        keys: Vec::new(),
        found: Found::new(goals),
        meter: Meter::new(limits, observe),
    };
    let end = search.run(system).unwrap_or_else(End::Incomplete);
    search.meter.update(&search.store, search.stacks());
    Ok(Safety {
        end,
        statistics: search.meter.statistics,
        counterexamples: search.found.counterexamples,
    })
}

/// A state on the path.
struct Frame {
    name: Ref,
    /// Its successors start here in the list of those ahead, up to where the next frame's start.
    successors: usize,
}

struct Search<'a> {
    store: Store<Named>,
    writer: Writer,
    /// The state entered last is open in it.
    codec: Codec,
    expansion: Expansion,
    path: Vec<Frame>,
    /// Successors of the states on the path that were not yet looked at.
    ahead: Vec<Ref>,
    /// The keys of the ends of its steps.
    keys: Vec<u64>,
    found: Found<'a>,
    meter: Meter<'a>,
}

impl Search<'_> {
    fn run<S: TransitionSystem>(&mut self, system: &mut S) -> Result<End, Reason> {
        self.expansion.initial(system)?;
        self.found.at_the_start(&self.expansion);
        self.insert()?;
        let mut cut = false;
        loop {
            let pending = self.path.last().map_or(0, |frame| frame.successors);
            if self.ahead.len() == pending {
                if self.path.pop().is_none() {
                    break;
                }
                continue;
            }
            let Some(name) = self.ahead.pop() else { break };
            if self.store.tag(name) != KNOWN {
                continue;
            }
            if self.meter.too_deep(self.path.len() as u64) {
                cut = true;
                continue;
            }
            self.enter(system, name)?;
            if self.found.everything() {
                return Ok(End::Found);
            }
            self.meter.check(&self.store, self.stacks())?;
        }
        if cut {
            return Err(Reason::Depth);
        }
        Ok(End::Complete)
    }

    fn enter<S: TransitionSystem>(&mut self, system: &mut S, name: Ref) -> Result<(), Reason> {
        self.store.set_tag(name, ENTERED);
        self.path.push(Frame {
            name,
            successors: self.ahead.len(),
        });
        self.expansion.clear();
        let state = self.store.open(&mut self.codec, name);
        let halted = self.expansion.expand(system, state)?;
        self.meter.statistics.transitions += self.expansion.moves() as u64;
        let states = || self.path.iter().map(|frame| frame.name).collect::<Vec<_>>();
        if halted && !system.is_valid_end(state) {
            let run = || moves_along(system, &self.store, &states());
            self.found.invalid_end(run);
        }
        for index in 0..self.expansion.flaws() {
            let run = || moves_along(system, &self.store, &states());
            self.found.flaw(&self.expansion, index, run);
        }
        self.insert()
    }

    /// Stores the ends of the steps, and puts those not yet entered ahead, the first on top.
    fn insert(&mut self) -> Result<(), Reason> {
        let count = self.expansion.len();
        let memory = self.meter.limits().memory;
        self.store.reserve(count, memory)?;
        while let Err(Narrow) = self.make_keys() {
            self.store.widen(memory)?;
            self.codec = self.store.codec();
        }
        let first = self.ahead.len();
        let ahead = &mut self.ahead;
        let done = |_, inserted: Inserted| ahead.push(inserted.name);
        self.store
            .insert_all(&mut self.writer, &self.keys, KNOWN, done)?;
        self.ahead[first..].reverse();
        Ok(())
    }

    /// Makes the keys of the states to be stored.
    fn make_keys(&mut self) -> Result<(), Narrow> {
        self.keys.clear();
        for index in 0..self.expansion.len() {
            let state = self.expansion.state(index);
            self.store.key(&mut self.codec, state, &mut self.keys)?;
        }
        Ok(())
    }

    fn stacks(&self) -> usize {
        self.path.capacity() * size_of::<Frame>() + self.ahead.capacity() * size_of::<Ref>()
    }
}
