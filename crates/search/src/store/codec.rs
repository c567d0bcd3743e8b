//! From states to keys and back.
//!
//! A key has, for each four bytes of the state and for its length, the pattern of the value there
//! ([`Dictionary`]): most states of a hundred bytes fit into one or two words, exactly. This is
//! SPIN's COLLAPSE (G. J. Holzmann, "State Compression in SPIN", 1997) with small components of
//! equal size and as many bits for each as it needs.
//!
//! A codec keeps one state open, with its key. Another state that differs from it in little, a
//! successor for example, gets its key by exchanging the patterns of what differs; a key that
//! differs in little is read in the same way. So the time this takes depends on the size of the
//! difference, and everything it looks at is in the nearest caches.

use super::dictionary::{Dictionary, Event, FULL, Narrow};
use super::log::Log;

/// Bytes of a value.
const VALUE: usize = 4;
/// The position of the length; those of the values follow.
const LENGTH: usize = 0;
/// No state is as long as this.
const NOTHING: usize = usize::MAX;

/// A dictionary, and the state that is open.
#[derive(Clone, Debug)]
pub struct Codec {
    dictionary: Dictionary,
    /// How many events the dictionary was made from.
    known: usize,
    /// The key of the state.
    key: Vec<u64>,
    /// The value at each position where some state has one. Behind the end of the state, the
    /// patterns are zero, and the values those with pattern zero.
    bytes: Vec<u8>,
    /// Bytes of the state; [`NOTHING`] before the first is known.
    length: usize,
}

/// The value at the start of a slice, as if zeros followed it.
#[inline(always)]
fn value_of(bytes: &[u8]) -> u32 {
    // Spelled out, so that it happens in registers.
    u32::from_le_bytes(match *bytes {
        [a, b, c, d, ..] => [a, b, c, d],
        [a, b, c] => [a, b, c, 0],
        [a, b] => [a, b, 0, 0],
        [a] => [a, 0, 0, 0],
        [] => [0; VALUE],
    })
}

impl Codec {
    /// A codec for keys of this many words that knows no values.
    pub fn new(words: usize) -> Codec {
        let mut key = vec![0; words];
        key[0] = FULL;
        Codec {
            dictionary: Dictionary::new(words),
            known: 0,
            key,
            bytes: Vec::new(),
            length: NOTHING,
        }
    }

    pub fn known(&self) -> usize {
        self.known
    }

    pub fn dictionary(&self) -> &Dictionary {
        &self.dictionary
    }

    /// The state that is open.
    #[inline(always)]
    pub fn state(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// The pattern of a value that is known.
    pub fn pattern(&self, event: Event) -> Option<u64> {
        let position = event.position as usize;
        self.dictionary.pattern(position, event.value)
    }

    /// Adds a value.
    pub fn learn(&mut self, event: Event, home: Option<usize>) -> Result<u64, Narrow> {
        let positions = self.dictionary.positions();
        let pattern = self.dictionary.add(event, home)?;
        self.known += 1;
        if positions < self.dictionary.positions() {
            self.write(event.position as usize, event.value);
        }
        Ok(pattern)
    }

    #[inline(always)]
    fn write(&mut self, position: usize, value: u32) {
        if position == LENGTH {
            self.length = value as usize;
            return;
        }
        let at = (position - 1) * VALUE;
        if self.bytes.len() < at + VALUE {
            self.bytes.resize(at + VALUE, 0);
        }
        self.bytes[at..at + VALUE].copy_from_slice(&value.to_le_bytes());
    }

    /// Opens the state with this key, whose values must all be known.
    #[inline(always)]
    pub fn open(&mut self, key: impl Iterator<Item = u64>) {
        for (index, word) in key.enumerate() {
            let mut changed = self.key[index] ^ word;
            self.key[index] = word;
            while changed != 0 {
                let position = self.dictionary.owner(index, changed.trailing_zeros());
                changed &= !self.dictionary.place(position).1;
                self.write(position, self.dictionary.value(position, word));
            }
        }
    }

    /// The key of a state, if all its values are known.
    pub fn find(&self, state: &[u8]) -> Option<Vec<u64>> {
        let mut key = vec![0; self.key.len()];
        key[0] = FULL;
        let mut put = |position, value| {
            let pattern = self.dictionary.pattern(position, value)?;
            key[self.dictionary.place(position).0] |= pattern;
            Some(())
        };
        put(LENGTH, state.len() as u32)?;
        for (index, value) in state.chunks(VALUE).enumerate() {
            put(1 + index, value_of(value))?;
        }
        Some(key)
    }

    /// Appends the key of a state. New values go to the log.
    #[inline(always)]
    pub fn key(&mut self, log: &Log, state: &[u8], keys: &mut Vec<u64>) -> Result<(), Narrow> {
        let start = keys.len();
        keys.extend_from_slice(&self.key);
        let key = &mut keys[start..];
        if state.len() != self.length {
            return self.resize(log, state, key);
        }
        let (pairs, rest) = state.as_chunks::<{ 2 * VALUE }>();
        for (index, new) in pairs.iter().enumerate() {
            let old = self.bytes.as_chunks().0[index];
            let changed = u64::from_le_bytes(*new) ^ u64::from_le_bytes(old);
            if changed == 0 {
                continue;
            }
            if changed as u32 != 0 {
                self.exchange(log, 1 + 2 * index, value_of(new), key)?;
            }
            if changed >> 32 != 0 {
                self.exchange(log, 2 + 2 * index, value_of(&new[VALUE..]), key)?;
            }
        }
        let at = pairs.len() * 2 * VALUE;
        for (index, new) in rest.chunks(VALUE).enumerate() {
            let value = value_of(new);
            if value != value_of(&self.bytes[at + index * VALUE..]) {
                self.exchange(log, 1 + 2 * pairs.len() + index, value, key)?;
            }
        }
        Ok(())
    }

    /// Puts the pattern of a value into a key.
    #[inline(always)]
    fn exchange(
        &mut self,
        log: &Log,
        position: usize,
        value: u32,
        key: &mut [u64],
    ) -> Result<(), Narrow> {
        let pattern = match self.dictionary.pattern(position, value) {
            Some(pattern) => pattern,
            None => {
                let position = position as u32;
                log.pattern(self, Event { position, value })?
            }
        };
        let (word, mask) = self.dictionary.place(position);
        key[word] = key[word] & !mask | pattern;
        Ok(())
    }

    /// Makes a copy of the open state's key that of a state of another length.
    #[cold]
    fn resize(&mut self, log: &Log, state: &[u8], key: &mut [u64]) -> Result<(), Narrow> {
        self.exchange(log, LENGTH, state.len() as u32, key)?;
        for (index, value) in state.chunks(VALUE).enumerate() {
            self.exchange(log, 1 + index, value_of(value), key)?;
        }
        for position in 1 + state.len().div_ceil(VALUE)..self.dictionary.positions() {
            let (word, mask) = self.dictionary.place(position);
            key[word] &= !mask;
        }
        Ok(())
    }
}
