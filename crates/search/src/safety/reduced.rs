//! Breadth-first search that follows only as many steps of a state as are needed.
//!
//! Many states are left by a single step that is enough alone. Such a *passage*
//! ([`Choices::passage`]) is taken at once, and the state before it is not stored: SPIN merges
//! statements for the same reason, but before it knows who else could move. Whether a state has a
//! passage depends on the state alone, so a stored one has none.
//!
//! A level holds states that were reached but not yet looked at: a state is stored when it is
//! expanded.

use super::batch::Batch;
use super::found::Found;
use super::passage::{moves_between, pass};
use super::{End, Goals, Safety};
use crate::expansion::Expansion;
use crate::limits::{Limits, Meter, Observer, Reason, Watch};
use crate::reduction::{SafetyOnly, Select};
use crate::store::{Codec, Exact, Narrow, Recent, Ref, Store, Writer};
use program::{Step, TransitionSystem};
use reduce::Choices;
use std::io;

/// How many states ahead of the one that is looked at memory is asked for.
const AHEAD: usize = 16;

/// Visits enough states to find what the licence is for, or ends early as `goals` and `limits` say.
/// Runs are not always shortest. The error is that of a system that grants no memory at all.
pub fn reduced<S: TransitionSystem>(
    system: &mut S,
    licence: SafetyOnly<S>,
    goals: &Goals,
    limits: &Limits,
    observe: Observer,
) -> io::Result<Safety> {
    let store = Store::new(limits.memory)?;
    let mut search = Search {
        known: Known {
            writer: store.writer(),
            codec: store.codec(),
            recent: Recent::new(store.words()),
            store,
            level: Batch::default(),
            next: Batch::default(),
            memory: limits.memory,
        },
        expansion: Expansion::watched(Watch::new(limits)),
        select: licence.select,
        choices: Choices::default(),
        state: Vec::new(),
        passed: Vec::new(),
        found: Found::new(goals),
        meter: Meter::new(limits, observe),
    };
    let end = search.run(system).unwrap_or_else(End::Incomplete);
    let levels = search.known.levels();
    search.meter.update(&search.known.store, levels);
    Ok(Safety {
        end,
        statistics: search.meter.statistics,
        counterexamples: search.found.counterexamples,
    })
}

/// The states that are known: stored, or reached.
struct Known {
    store: Store<Exact>,
    writer: Writer,
    /// The state that is looked at is open in it, or one near it.
    codec: Codec,
    /// States reached lately.
    recent: Recent,
    /// States reached in as many steps as the one that is looked at, and in one step more.
    level: Batch,
    next: Batch,
    memory: Option<u64>,
}

impl Known {
    /// Bytes of the levels.
    fn levels(&self) -> usize {
        self.level.memory() + self.next.memory()
    }

    /// Notes that a state was reached, unless it was a moment ago.
    fn reach(&mut self, state: &[u8], parent: u32) -> Result<(), Reason> {
        while let Err(Narrow) = self.store.key(&mut self.codec, state, &mut self.next.keys) {
            self.widen()?;
        }
        let start = self.next.keys.len() - self.store.words();
        if self.recent.meets(&self.next.keys[start..]) {
            self.next.keys.truncate(start);
        } else {
            self.next.parents.push(parent);
        }
        Ok(())
    }

    /// Opens a state of the level unless it is stored; says whether it did.
    fn open(&mut self, index: usize) -> bool {
        let words = self.store.words();
        let key = |index: usize| self.level.keys.get(index * words..(index + 1) * words);
        if let Some(later) = key(index + AHEAD) {
            self.store.announce(later);
        }
        let Some(key) = key(index).filter(|key| !self.store.contains(key)) else {
            return false;
        };
        self.store.open_key(&mut self.codec, key);
        true
    }

    /// Stores a state; none if it is stored already.
    fn insert(&mut self, state: &[u8], parent: u32) -> Result<Option<Ref>, Reason> {
        let mut key = Vec::new();
        while let Err(Narrow) = self.store.key(&mut self.codec, state, &mut key) {
            self.widen()?;
        }
        self.store.reserve(1, self.memory)?;
        let name = self.store.insert(&mut self.writer, &key, parent)?;
        self.store.count(usize::from(name.is_some()));
        // The successors will differ in little.
        self.store.open_key(&mut self.codec, &key);
        Ok(name)
    }

    /// Makes all keys wider.
    #[cold]
    fn widen(&mut self) -> Result<(), Reason> {
        let mut old = self.store.codec();
        let words = self.store.words();
        self.store.widen(self.memory)?;
        loop {
            let mut codec = self.store.codec();
            let rewritten = |level: &Batch| {
                let mut keys = Vec::new();
                for key in level.keys.chunks_exact(words) {
                    old.open(key.iter().copied());
                    self.store.key(&mut codec, old.state(), &mut keys)?;
                }
                Ok::<_, Narrow>(keys)
            };
            let both = [&self.level, &self.next].map(rewritten);
            if let [Ok(level), Ok(next)] = both {
                self.level.keys = level;
                self.next.keys = next;
                self.codec = codec;
                self.recent = Recent::new(self.store.words());
                return Ok(());
            }
            self.store.widen(self.memory)?;
        }
    }
}

struct Search<'a, 'r, S> {
    known: Known,
    select: &'r mut dyn Select<S>,
    choices: Choices,
    expansion: Expansion,
    /// The state that is looked at.
    state: Vec<u8>,
    /// The moves of the passages to it.
    passed: Vec<Step>,
    found: Found<'a>,
    meter: Meter<'a>,
}

impl<S: TransitionSystem> Search<'_, '_, S> {
    fn run(&mut self, system: &mut S) -> Result<End, Reason> {
        self.expansion.initial(system)?;
        self.found.at_the_start(&self.expansion);
        self.reach(0)?;
        loop {
            std::mem::swap(&mut self.known.level, &mut self.known.next);
            self.known.next.clear();
            for index in 0..self.known.level.len() {
                if self.known.open(index) {
                    self.visit(system, index)?;
                }
                if self.found.everything() {
                    return Ok(End::Found);
                }
                self.meter.check(&self.known.store, self.known.levels())?;
            }
            if self.known.next.is_empty() {
                return Ok(End::Complete);
            }
            if self.meter.too_deep(self.meter.statistics.depth + 1) {
                return Err(Reason::Depth);
            }
        }
    }

    /// Notes where the steps of the expansion lead.
    fn reach(&mut self, parent: u32) -> Result<(), Reason> {
        for index in 0..self.expansion.len() {
            self.known.reach(self.expansion.state(index), parent)?;
        }
        Ok(())
    }

    /// Looks at the state of the level that was opened, goes on as long as there are passages,
    /// and follows as many steps as are needed of the state at the end, if it is new.
    fn visit(&mut self, system: &mut S, index: usize) -> Result<(), Reason> {
        let parent = self.known.level.parents[index];
        self.state.clear();
        self.state.extend_from_slice(self.known.codec.state());
        self.passed.clear();
        let mut halted = self.expansion.look(system, &self.state);
        loop {
            self.expansion
                .select(system, self.select, &mut self.choices);
            if !pass(system, &mut self.expansion, &self.choices)? {
                break;
            }
            self.count(1);
            self.meter.check(&self.known.store, self.known.levels())?;
            self.note_flaws(system, index);
            self.passed.extend(self.expansion.path(0));
            self.state.clear();
            self.state.extend_from_slice(self.expansion.state(0));
            halted = self.expansion.look(system, &self.state);
        }
        let Some(name) = self.known.insert(&self.state, parent)? else {
            return Ok(());
        };
        let mut enough = self.choices.iter().next();
        self.expansion.follow_set(system, enough)?;
        // A set whose atomic sequences lead nowhere has no step, as far as C0 goes.
        if enough.is_some() && self.expansion.len() == 0 {
            enough = None;
            self.expansion.follow_set(system, None)?;
        }
        let all = self.expansion.direct();
        let followed = enough.map_or(all, |set| set.len() as u32);
        self.count(followed);
        self.note_flaws(system, index);
        if halted && !system.is_valid_end(&self.state) {
            let run = || run_to(system, self.select, &self.known, index, &self.passed);
            self.found.invalid_end(run);
        }
        self.reach(name.word())
    }

    fn count(&mut self, steps: u32) {
        let inner = self.expansion.inner() as u64;
        self.meter.statistics.transitions += u64::from(steps) + inner;
    }

    fn note_flaws(&mut self, system: &mut S, index: usize) {
        for flaw in 0..self.expansion.flaws() {
            let run = || run_to(system, self.select, &self.known, index, &self.passed);
            self.found.flaw(&self.expansion, flaw, run);
        }
    }
}

/// The moves to a state of the level and on along passages.
fn run_to<S: TransitionSystem>(
    system: &mut S,
    select: &mut dyn Select<S>,
    known: &Known,
    index: usize,
    passed: &[Step],
) -> Vec<Step> {
    let mut names = Vec::new();
    let mut next = Ref::from_word(known.level.parents[index]);
    while let Some(name) = next {
        names.push(name);
        next = Ref::from_word(known.store.tag(name));
    }
    names.reverse();
    let mut codec = known.store.codec();
    let mut states: Vec<Vec<u8>> = Vec::new();
    for name in names {
        states.push(known.store.open(&mut codec, name).to_vec());
    }
    let words = known.store.words();
    let key = &known.level.keys[index * words..(index + 1) * words];
    known.store.open_key(&mut codec, key);
    states.push(codec.state().to_vec());
    let mut run = Vec::new();
    let mut from = None;
    for to in &states {
        run.extend(moves_between(system, select, from, to));
        from = Some(to.as_slice());
    }
    run.extend(passed);
    run
}
