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
use crate::reduction::{Keep, SafetyOnly};
use crate::store::{Codec, Exact, Ref, Store, Writer};
use program::{Step, TransitionSystem};
use reduce::Choices;
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
    search(system, None, goals, limits, observe)
}

/// The same, following only some steps of each state: what the licence is for is found all the
/// same, if not always by a shortest run.
pub fn breadth_first_reduced<S: TransitionSystem>(
    system: &mut S,
    licence: SafetyOnly<S>,
    goals: &Goals,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Safety> {
    search(system, Some(licence), goals, limits, observe)
}

fn search<S: TransitionSystem>(
    system: &mut S,
    licence: Option<SafetyOnly<S>>,
    goals: &Goals,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Safety> {
    let store = Store::new(limits.memory)?;
    let mut search = Search {
        writer: store.writer(),
        codec: store.codec(),
        store,
        expansion: Expansion::default(),
        gathered: Batch::default(),
        waiting: Batch::default(),
        newest: None,
        licence,
        choices: Choices::default(),
        again: Vec::new(),
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
    steps: Vec<Waiting>,
}

impl Batch {
    fn clear(&mut self) {
        self.keys.clear();
        self.steps.clear();
    }
}

/// How a state that was announced was reached.
#[derive(Clone, Copy)]
struct Waiting {
    /// The state it was reached from; zero for the first state.
    parent: u32,
    /// The steps of that state are to be followed all, unless one of those that were leads to a
    /// state that is new.
    conditional: bool,
}

struct Search<'a, 'r, S> {
    store: Store<Exact>,
    writer: Writer,
    /// The state that is expanded is open in it.
    codec: Codec,
    /// Its steps.
    expansion: Expansion,
    /// The batch that grows, and the one that waits for memory.
    gathered: Batch,
    waiting: Batch,
    /// The last state stored.
    newest: Option<Ref>,
    licence: Option<SafetyOnly<'r, S>>,
    choices: Choices,
    /// States of which some steps were followed that led to nothing new.
    again: Vec<Ref>,
    found: Found<'a>,
    meter: Meter<'a>,
}

impl<S: TransitionSystem> Search<'_, '_, S> {
    fn run(&mut self, system: &mut S) -> Result<End, Reason> {
        self.expansion.initial(system)?;
        for index in 0..self.expansion.flaws() {
            self.found.flaw(&self.expansion, index, Vec::new);
        }
        self.announce(0, false)?;
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
    fn level(&mut self, system: &mut S, mut next: Ref, last: Ref) -> Result<bool, Reason> {
        let mut done = false;
        while !done {
            while !done && self.gathered.steps.len() < BATCH {
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
        while let Some(name) = self.again.pop() {
            self.expansion.clear();
            let state = self.store.open(&mut self.codec, name);
            self.expansion.expand(system, state)?;
            self.meter.statistics.transitions += self.expansion.moves() as u64;
            self.note_flaws(system, name);
            self.announce(name.word(), false)?;
            self.turn()?;
            self.meter.check(&self.store, 0)?;
        }
        self.turn()?;
        Ok(self.found.everything())
    }

    /// Announces the successors of a state, or enough of them.
    #[inline]
    fn expand(&mut self, system: &mut S, name: Ref) -> Result<(), Reason> {
        if self.licence.is_some() {
            return self.expand_some(system, name);
        }
        self.expansion.clear();
        let state = self.store.open(&mut self.codec, name);
        let halted = self.expansion.expand(system, state)?;
        self.meter.statistics.transitions += self.expansion.moves() as u64;
        self.note_end(system, name, halted);
        self.note_flaws(system, name);
        self.announce(name.word(), false)
    }

    fn expand_some(&mut self, system: &mut S, name: Ref) -> Result<(), Reason> {
        let state = self.store.open(&mut self.codec, name);
        let halted = self.expansion.look(system, state);
        let all = self.expansion.direct();
        let mut conditional = false;
        if let Some(licence) = &mut self.licence {
            self.expansion
                .select(system, licence.select, &mut self.choices);
            conditional = licence.keep == Keep::Moves;
        }
        let enough = self.choices.iter().next();
        let followed = enough.map_or(all, |set| set.len() as u32);
        match enough {
            Some(set) => self.expansion.follow_only(system, set.iter().copied())?,
            None => self.expansion.follow_only(system, 0..all)?,
        }
        let statistics = &mut self.meter.statistics;
        statistics.transitions += u64::from(followed) + self.expansion.inner() as u64;
        self.note_end(system, name, halted);
        self.note_flaws(system, name);
        conditional &= followed < all;
        if conditional && self.expansion.len() == 0 {
            self.again.push(name);
        }
        self.announce(name.word(), conditional)
    }

    fn note_end(&mut self, system: &mut S, name: Ref, halted: bool) {
        let state = self.codec.state();
        if halted && !system.is_valid_end(state) {
            let run = || run_to(system, &self.store, name);
            self.found.invalid_end(run);
        }
    }

    #[inline]
    fn note_flaws(&mut self, system: &mut S, name: Ref) {
        for index in 0..self.expansion.flaws() {
            let run = || run_to(system, &self.store, name);
            self.found.flaw(&self.expansion, index, run);
        }
    }

    /// Announces the ends of the steps that start from `parent`.
    #[inline]
    fn announce(&mut self, parent: u32, conditional: bool) -> Result<(), Reason> {
        for index in 0..self.expansion.len() {
            let state = self.expansion.state(index);
            let keys = &mut self.gathered.keys;
            if self.store.announce(&mut self.codec, state, keys).is_err() {
                self.announce_widely(index)?;
            }
            self.gathered.steps.push(Waiting {
                parent,
                conditional,
            });
        }
        Ok(())
    }

    /// Announces the end of a step for which keys are too narrow: stores the states that have one,
    /// and makes them wider.
    #[cold]
    fn announce_widely(&mut self, index: usize) -> Result<(), Reason> {
        self.turn()?;
        self.turn()?;
        loop {
            self.store.widen(self.meter.limits().memory)?;
            self.codec = self.store.codec();
            let (state, keys) = (self.expansion.state(index), &mut self.gathered.keys);
            if self.store.announce(&mut self.codec, state, keys).is_ok() {
                return Ok(());
            }
        }
    }

    /// Stores the states that waited; those gathered wait from now on.
    #[inline]
    fn turn(&mut self) -> Result<(), Reason> {
        let Batch { keys, steps } = &self.waiting;
        self.store
            .reserve(steps.len(), self.meter.limits().memory)?;
        let words = self.store.words();
        let (mut new, mut fruitful) = (0, 0);
        let mut insert = |(index, key): (usize, &[u64])| {
            let Waiting {
                parent,
                conditional,
            } = steps[index];
            let inserted = self.store.insert(&mut self.writer, key, parent)?;
            if inserted.is_some() {
                new += 1;
                self.newest = inserted;
                fruitful = parent;
            }
            // The steps of a state are next to each other.
            let next = steps.get(index + 1).map(|next| next.parent);
            if conditional && fruitful != parent && next != Some(parent) {
                self.again.extend(Ref::from_word(parent));
            }
            Ok(())
        };
        let mut waiting = keys.chunks_exact(words).enumerate();
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
