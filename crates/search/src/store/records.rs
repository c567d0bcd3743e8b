//! One record for each state, in the order of discovery: its key, and a *tag*, a word for the
//! search's own use, which may change.

use super::blocks::{Blocks, Share};
use super::region::{Access, Region};
use super::{Full, Ref};
use std::io;
use std::sync::atomic::{AtomicU32, Ordering};

/// All records.
pub struct Records {
    region: Region,
    blocks: Blocks,
    /// Half words of a record: those of the key, and the tag.
    halves: usize,
}

impl Records {
    /// No records with keys of this many words; up to `capacity` bytes of them.
    pub fn new(words: usize, capacity: usize, access: Access) -> io::Result<Records> {
        let region = Region::reserve(capacity, access)?;
        let halves = 2 * words + 1;
        Ok(Records {
            blocks: Blocks::new(region.size() / (halves * 4)),
            region,
            halves,
        })
    }

    /// Bytes in use.
    pub fn used(&self) -> usize {
        self.blocks.taken() * self.halves * 4
    }

    #[inline(always)]
    fn record(&self, place: usize) -> &[AtomicU32] {
        let all = self.region.halves(self.region.size() / 4);
        &all[place * self.halves..(place + 1) * self.halves]
    }

    /// Where a record starts and where it ends, for a prefetch.
    #[inline(always)]
    pub fn addresses(&self, name: Ref) -> [*const u8; 2] {
        let start = name.0 as usize * self.halves * 4;
        [start, start + self.halves * 4 - 1].map(|at| self.region.address(at))
    }

    /// The words of the key of a state.
    #[inline(always)]
    pub fn key(&self, name: Ref) -> impl Iterator<Item = u64> {
        let (pairs, _) = self.record(name.0 as usize).as_chunks::<2>();
        pairs.iter().map(|pair| {
            let [low, high] = [0, 1].map(|half: usize| pair[half].load(Ordering::Relaxed));
            u64::from(low) | u64::from(high) << 32
        })
    }

    /// The same in an array, if keys have so many words.
    #[inline(always)]
    pub fn key_of<const W: usize>(&self, name: Ref) -> [u64; W] {
        let record = self.record(name.0 as usize);
        let mut key = [0; W];
        for word in 0..W {
            let low = record[2 * word].load(Ordering::Relaxed);
            let high = record[2 * word + 1].load(Ordering::Relaxed);
            key[word] = u64::from(low) | u64::from(high) << 32;
        }
        key
    }

    /// The tag of a state.
    #[inline(always)]
    pub fn tag(&self, name: Ref) -> &AtomicU32 {
        &self.record(name.0 as usize)[self.halves - 1]
    }

    /// Writes the next record of a writer, which [`Share::keep`] makes final.
    #[inline(always)]
    pub fn draft(&self, share: &mut Share, key: &[u64], tag: u32) -> Result<Ref, Full> {
        let name = Ref(self.blocks.next(share)? as u32);
        self.write(name, key, tag);
        Ok(name)
    }

    #[inline(always)]
    fn write(&self, name: Ref, key: &[u64], tag: u32) {
        let record = self.record(name.0 as usize);
        for (pair, word) in record.as_chunks::<2>().0.iter().zip(key) {
            pair[0].store(*word as u32, Ordering::Relaxed);
            pair[1].store((word >> 32) as u32, Ordering::Relaxed);
        }
        self.tag(name).store(tag, Ordering::Relaxed);
    }

    /// Writes a record at the place that it has in `original`, of which these are a copy.
    pub fn copy(&mut self, original: &Records, name: Ref, key: &[u64]) -> Result<(), Full> {
        self.blocks.take_as_many(&original.blocks)?;
        self.write(name, key, original.tag(name).load(Ordering::Relaxed));
        Ok(())
    }

    /// Takes back the draft of a record that another thread was faster to insert.
    #[cold]
    pub fn withdraw(&self, draft: Ref) {
        self.record(draft.0 as usize)[1].store(0, Ordering::Relaxed);
    }

    /// The first record at or after this place. Nobody may be writing.
    #[inline]
    pub fn from(&self, place: usize) -> Option<Ref> {
        // The highest bit of a key's first word is set.
        let is_empty = |place: usize| self.record(place)[1].load(Ordering::Relaxed) == 0;
        let place = self.blocks.used_from(place, is_empty)?;
        Some(Ref(place as u32))
    }
}
