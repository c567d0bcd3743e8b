//! Breadth-first search over the store: the states in order of insertion are the queue, and the
//! tag of each is its parent.
//!
//! Several states are expanded together, so that the memory of all their successors can be asked
//! for before the first is looked up. The order of the queue is kept, so runs are shortest.

use super::found::{Found, moves_along};
use super::{End, Goals, Safety};
use crate::expansion::Expansion;
use crate::limits::{Limits, Meter, Observer, Reason};
use crate::store::{Ref, Store, Writer};
use program::{Step, TransitionSystem};
use std::io;

/// Successors to gather before they are looked up.
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
        expansion: Expansion::default(),
        parents: Vec::new(),
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
    store: Store,
    writer: Writer,
    expansion: Expansion,
    /// For each step of the expansion the state it starts from; zero for the first state.
    parents: Vec<u32>,
    found: Found<'a>,
    meter: Meter<'a>,
}

impl Search<'_> {
    fn run<S: TransitionSystem>(&mut self, system: &mut S) -> Result<End, Reason> {
        self.expansion.initial(system)?;
        for index in 0..self.expansion.flaws() {
            self.found.flaw(&self.expansion, index, Vec::new);
        }
        self.parents.resize(self.expansion.len(), 0);
        let mut newest = self.insert()?;
        let mut current = self.store.first(&self.writer);
        let mut level_end = newest;
        while let Some(first) = current {
            self.expansion.clear();
            self.parents.clear();
            let mut last = first;
            while let Some(name) = current {
                last = name;
                self.expand(system, name)?;
                if self.found.everything() {
                    return Ok(End::Found);
                }
                if self.expansion.len() >= BATCH || Some(name) == level_end {
                    break;
                }
                current = self.store.after(name, &self.writer);
            }
            newest = self.insert()?.or(newest);
            self.meter.check(&self.store, 0)?;
            current = self.store.after(last, &self.writer);
            if Some(last) == level_end && current.is_some() {
                level_end = newest;
                if self.meter.too_deep(self.meter.statistics.depth + 1) {
                    return Err(Reason::Depth);
                }
            }
        }
        Ok(End::Complete)
    }

    /// Adds the steps of a state to the expansion.
    #[inline]
    fn expand<S: TransitionSystem>(&mut self, system: &mut S, name: Ref) -> Result<(), Reason> {
        let (moves, flaws) = (self.expansion.moves(), self.expansion.flaws());
        let state = self.store.get(name);
        let halted = self.expansion.expand(system, state)?;
        self.meter.statistics.transitions += (self.expansion.moves() - moves) as u64;
        self.parents.resize(self.expansion.len(), name.word());
        if halted && !system.is_valid_end(state) {
            let run = || run_to(system, &self.store, name);
            self.found.invalid_end(run);
        }
        for index in flaws..self.expansion.flaws() {
            let run = || run_to(system, &self.store, name);
            self.found.flaw(&self.expansion, index, run);
        }
        Ok(())
    }

    /// Stores the ends of the steps; the last new one.
    #[inline]
    fn insert(&mut self) -> Result<Option<Ref>, Reason> {
        let count = self.expansion.len();
        self.store.reserve(count, self.meter.limits().memory)?;
        let mut newest = None;
        self.store.insert_all(
            &mut self.writer,
            count,
            |index| (self.expansion.state(index), self.parents[index]),
            |inserted| {
                if inserted.is_new {
                    newest = Some(inserted.name);
                }
            },
        )?;
        Ok(newest)
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
