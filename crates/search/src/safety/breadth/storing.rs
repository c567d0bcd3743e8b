//! Storing the states that were reached.

use super::{BATCH, Search};
use crate::limits::Reason;
use crate::safety::batch::Batch;
use crate::store::{Earlier, Recent};

/// How far ahead memory is asked for when batches are sorted.
const AHEAD: usize = 16;

impl Search<'_> {
    /// Makes the key of the end of a step for which keys are too narrow.
    #[cold]
    pub fn make_wider_key(&mut self, index: usize) -> Result<(), Reason> {
        loop {
            self.widen()?;
            let (state, keys) = (self.expansion.state(index), &mut self.gathered.keys);
            if self.store.key(&mut self.codec, state, keys).is_ok() {
                return Ok(());
            }
        }
    }

    /// Stores the states that have keys, and makes keys wider.
    #[cold]
    pub fn widen(&mut self) -> Result<(), Reason> {
        self.pour()?;
        self.store.widen(self.meter.limits().memory)?;
        self.codec = self.store.codec();
        let words = self.store.words();
        self.recent = Recent::new(words);
        self.large = false;
        self.recall = self.recall.with_words(words);
        (self.present, self.prospect) = Default::default();
        Ok(())
    }

    /// Removes those gathered from place `start` on that were met before, if batches are sorted: a look
    /// at the table costs more.
    #[inline(always)]
    pub fn sift(&mut self, start: usize) {
        if self.large {
            let earlier = self.earlier.get_or_insert_with(|| Earlier::new(1));
            self.gathered.sift(start, earlier);
        }
    }

    /// Stores those gathered: takes their slots in the order of the table, and then makes the records
    /// of those that are new in the order in which they were found.
    pub fn pour(&mut self) -> Result<(), Reason> {
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
                if is_new {
                    new += 1;
                    self.is_new[place as usize] = true;
                }
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
    pub fn turn(&mut self) -> Result<(), Reason> {
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
