//! The successors of a state by what its processes did before.

use super::Search;
use super::recall::{Class, Recall};
use crate::limits::Reason;
use crate::store::{Codec, Exact, Ref, Store};
use program::TransitionSystem;

/// How often to look at a state: each time one more of its processes is known, of up to 255.
const TRIES: usize = 270;

/// What is known of the processes of a state.
#[derive(Debug, Default)]
pub struct Plan {
    name: Option<Ref>,
    /// When it was true.
    version: u32,
    classes: Vec<Class>,
    /// How many processes there are; none if the state looks like no other.
    processes: Option<usize>,
    unknown: usize,
}

impl Plan {
    /// Plans a state, and asks for the memory that it will need.
    #[inline(always)]
    fn make<const W: usize>(
        &mut self,
        store: &Store<Exact>,
        codec: &Codec,
        recall: &mut Recall,
        name: Ref,
    ) {
        let key = store.key_of::<W>(name);
        self.name = Some(name);
        self.classes.clear();
        self.unknown = 0;
        self.processes = recall.begin(codec, &key);
        self.version = recall.version();
        for pid in 0..self.processes.unwrap_or(0) {
            let Some(class) = recall.class(pid, &key) else {
                return;
            };
            recall.approach::<W>(class);
            self.unknown += usize::from(class == Class::Unknown);
            self.classes.push(class);
        }
    }

    fn is_complete(&self) -> bool {
        self.processes == Some(self.classes.len())
    }
}

impl Search<'_> {
    /// Announces the successors of a state by what its processes did before, and plans the next state.
    /// False if that does not tell: then those that were announced are not all.
    #[inline(never)]
    pub fn expand_by_process<S: TransitionSystem, const W: usize>(
        &mut self,
        system: &mut S,
        name: Ref,
        next: Option<Ref>,
    ) -> Result<bool, Reason> {
        std::mem::swap(&mut self.present, &mut self.prospect);
        if let Some(next) = next {
            let (store, codec) = (&self.store, &self.codec);
            self.prospect
                .make::<W>(store, codec, &mut self.recall, next);
        }
        let is_planned = self.present.name == Some(name)
            && self.present.version == self.recall.version()
            && self.present.is_complete();
        if !is_planned && !self.plan::<S, W>(system, name) {
            return Ok(false);
        }
        self.execute::<S, W>(system, name)
    }

    /// Plans a state, and gets to know what is needed for it. False if that is in vain.
    #[cold]
    fn plan<S: TransitionSystem, const W: usize>(&mut self, system: &mut S, name: Ref) -> bool {
        let key = self.store.key_of::<W>(name);
        // A class that is added can take the place of another that is needed; that is rare.
        for _ in 0..TRIES {
            let (store, codec) = (&self.store, &self.codec);
            self.present.make::<W>(store, codec, &mut self.recall, name);
            if self.present.is_complete() {
                return true;
            }
            self.store.open_key(&mut self.codec, &key);
            let (Some(system), state) = (system.processwise(), self.codec.state()) else {
                return false;
            };
            let mut frames = Vec::new();
            system.frames(state, &mut frames);
            if self.present.processes.is_none() {
                if !self.recall.add_shape(&self.codec, &key, &frames) {
                    return false;
                }
                continue;
            }
            if !self.recall.has_frames(&frames) {
                return false;
            }
            let pid = self.present.classes.len();
            self.recall.add_class(&self.codec, pid, &key, || {
                let mut bytes = Vec::new();
                let known = system.neighbourhood(state, pid, &mut bytes);
                known.then_some(bytes)
            });
        }
        self.recall.fail(TRIES);
        false
    }

    /// Announces the successors of a state that is planned.
    #[inline(always)]
    fn execute<S: TransitionSystem, const W: usize>(
        &mut self,
        system: &mut S,
        name: Ref,
    ) -> Result<bool, Reason> {
        let processes = self.present.classes.len();
        if 2 * self.present.unknown > processes {
            self.recall.fail(processes);
            return Ok(false);
        }
        let key = self.store.key_of::<W>(name);
        self.expansion.clear();
        let mut moves = 0;
        for pid in (0..processes).rev() {
            if let Class::Known { class, at, set } = self.present.classes[pid]
                && let Some(found) = self.recall.moves((class, at, set), &key)
            {
                moves += found.count as usize;
                for [changed, value] in found.effects {
                    let mut end = key;
                    for word in 0..W {
                        end[word] = end[word] & !changed[word] | value[word];
                    }
                    let (store, recent) = (&self.store, &mut self.recent);
                    self.gathered
                        .add(store, recent, !self.large, &end, name.word());
                }
            } else if !self.ask(system, name, pid, &key)? {
                return Ok(false);
            }
        }
        moves += self.expansion.moves();
        self.meter.statistics.transitions += moves as u64;
        self.note_flaws(system, name);
        // Where nothing moves, there may be a timeout or an end.
        Ok(moves + self.expansion.flaws() > 0)
    }

    /// Announces the successors of a state by asking one process, and remembers them if possible.
    /// False if keys are wider now: then what was announced so far is not all.
    #[inline(never)]
    fn ask<S: TransitionSystem, const W: usize>(
        &mut self,
        system: &mut S,
        name: Ref,
        pid: usize,
        key: &[u64; W],
    ) -> Result<bool, Reason> {
        self.store.open_key(&mut self.codec, key);
        let expansion = &mut self.expansion;
        let (steps, moves, flaws) = (expansion.len(), expansion.moves(), expansion.flaws());
        expansion.expand_process(system, self.codec.state(), pid)?;
        self.ends.clear();
        for index in steps..self.expansion.len() {
            let (state, ends) = (self.expansion.state(index), &mut self.ends);
            if self.store.key(&mut self.codec, state, ends).is_err() {
                self.widen()?;
                return Ok(false);
            }
        }
        if let Class::Known { class, at, .. } = self.present.classes[pid]
            && self.expansion.flaws() == flaws
        {
            let moves = self.expansion.moves() - moves;
            self.recall
                .add_moves(&self.codec, (class, at), key, moves, &self.ends);
        }
        for end in self.ends.as_chunks::<W>().0 {
            let (store, recent) = (&self.store, &mut self.recent);
            self.gathered
                .add(store, recent, !self.large, end, name.word());
        }
        Ok(true)
    }
}
