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

use super::dictionary::{Dictionary, Event, FULL, Narrow, Place};
use std::ops::Range;

/// Bytes of a value.
const VALUE: usize = 4;
/// Bytes that are compared at once.
const PAIR: usize = 2 * VALUE;
/// The position of the length.
const LENGTH: usize = 0;
/// The position of the first value.
const FIRST: usize = 1;
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

/// The value in at most four bytes, as if zeros followed them.
fn value_of(bytes: &[u8]) -> u32 {
    let mut value = [0; VALUE];
    value[..bytes.len()].copy_from_slice(bytes);
    u32::from_le_bytes(value)
}

/// The one or two values in the last bytes of a state, fewer than eight, as if zeros followed them.
#[inline(always)]
fn last_pair(state: &[u8]) -> u64 {
    let rest = state.len() % PAIR;
    match state.last_chunk() {
        Some(end) => u64::from_le_bytes(*end) >> (8 * (PAIR - rest)),
        None => {
            let mut pair = [0; PAIR];
            pair[..rest].copy_from_slice(state);
            u64::from_le_bytes(pair)
        }
    }
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

    /// How many bits of a key are in use: if there are as many as before, the bits of each position
    /// are the same.
    #[inline(always)]
    pub fn bits(&self) -> u32 {
        self.dictionary.bits()
    }

    /// The bits of a key that stand for the length of the state.
    #[inline(always)]
    pub fn length_in(&self, key: &[u64]) -> u64 {
        let Place { word, mask } = self.dictionary.place(LENGTH);
        key[word] & mask
    }

    /// Adds the bits of a key that stand for some bytes of a state to a mask.
    pub fn add_bits_of(&self, bytes: &Range<u32>, mask: &mut [u64]) {
        if bytes.is_empty() {
            return;
        }
        let (first, last) = (
            bytes.start as usize / VALUE,
            (bytes.end as usize - 1) / VALUE,
        );
        let positions = FIRST + first..=FIRST + last;
        for position in positions.take_while(|&at| at < self.dictionary.positions()) {
            let place = self.dictionary.place(position);
            mask[place.word] |= place.mask;
        }
    }

    /// Adds the bits of the positions where two keys differ to a mask.
    pub fn add_difference(&self, one: &[u64], other: &[u64], mask: &mut [u64]) {
        for (index, (one, other)) in one.iter().zip(other).enumerate() {
            let mut changed = one ^ other;
            while changed != 0 {
                let position = self.dictionary.owner(index, changed.trailing_zeros());
                let bits = self.dictionary.place(position).mask;
                mask[index] |= bits;
                changed &= !bits;
            }
        }
    }

    /// The state that is open.
    #[inline(always)]
    pub fn state(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    /// Whether a value is known.
    pub fn knows(&self, event: Event) -> bool {
        let position = event.position as usize;
        self.dictionary.pattern(position, event.value).is_some()
    }

    /// Adds a value.
    pub fn learn(&mut self, event: Event, home: Option<usize>) -> Result<(), Narrow> {
        let positions = self.dictionary.positions();
        self.dictionary.add(event, home)?;
        self.known += 1;
        if positions < self.dictionary.positions() {
            self.write(event.position as usize, event.value);
        }
        Ok(())
    }

    #[inline(always)]
    fn write(&mut self, position: usize, value: u32) {
        if position == LENGTH {
            self.length = value as usize;
            return;
        }
        let at = (position - FIRST) * VALUE;
        if self.bytes.len() < at + VALUE {
            self.bytes.resize((at + VALUE).next_multiple_of(PAIR), 0);
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
                changed &= !self.dictionary.place(position).mask;
                self.write(position, self.dictionary.value(position, word));
            }
        }
    }

    /// Appends the key of a state; none if some value in it is not known.
    #[inline(always)]
    pub fn key(&self, state: &[u8], keys: &mut Vec<u64>) -> Option<()> {
        if state.len() != self.length {
            return self.whole_key(state, keys);
        }
        if let [mut key] = self.key[..] {
            // One word stays in a register.
            self.differences(state, |pair, new, old| {
                key = self.exchange(key, pair, new, old)?;
                Some(())
            })?;
            keys.push(key);
            return Some(());
        }
        let start = keys.len();
        keys.extend_from_slice(&self.key);
        let key = &mut keys[start..];
        let exchange = |pair, new, old| self.exchange_in(key, pair, new, old);
        let found = self.differences(state, exchange);
        if found.is_none() {
            keys.truncate(start);
        }
        found
    }

    /// Calls a function with each pair of values of a state that differs from that of the state
    /// that is open, which is as long: its index, the new pair, and the old one.
    #[inline(always)]
    fn differences(
        &self,
        state: &[u8],
        mut found: impl FnMut(usize, u64, u64) -> Option<()>,
    ) -> Option<()> {
        let (pairs, rest) = state.as_chunks::<PAIR>();
        let (old_pairs, _) = self.bytes.as_chunks::<PAIR>();
        for (index, (new, old)) in pairs.iter().zip(old_pairs).enumerate() {
            if new != old {
                found(index, u64::from_le_bytes(*new), u64::from_le_bytes(*old))?;
            }
        }
        // The last eight bytes are compared at once, although some are part of the pair before.
        let end = state.last_chunk::<PAIR>();
        if !rest.is_empty() && (end.is_none() || end != self.state().last_chunk()) {
            found(pairs.len(), last_pair(state), last_pair(self.state()))?;
        }
        Some(())
    }

    /// Puts the patterns of two values into a key, where they differ. Not part of its callers, who
    /// need their registers for the comparison.
    #[inline(never)]
    fn exchange(&self, mut key: u64, pair: usize, new: u64, old: u64) -> Option<u64> {
        let position = FIRST + 2 * pair;
        if new as u32 != old as u32 {
            let pattern = self.dictionary.pattern(position, new as u32)?;
            key = key & !self.dictionary.place(position).mask | pattern;
        }
        if new >> 32 != old >> 32 {
            let pattern = self.dictionary.pattern(position + 1, (new >> 32) as u32)?;
            key = key & !self.dictionary.place(position + 1).mask | pattern;
        }
        Some(key)
    }

    /// The same for a key of several words.
    #[inline(never)]
    fn exchange_in(&self, key: &mut [u64], pair: usize, new: u64, old: u64) -> Option<()> {
        for (half, shift) in [0, 32].into_iter().enumerate() {
            let (new, old) = ((new >> shift) as u32, (old >> shift) as u32);
            if new != old {
                let position = FIRST + 2 * pair + half;
                let pattern = self.dictionary.pattern(position, new)?;
                let Place { word, mask } = self.dictionary.place(position);
                key[word] = key[word] & !mask | pattern;
            }
        }
        Some(())
    }

    /// Appends the key of a state, whatever is open. Behind the end of the state its patterns are
    /// zero.
    #[cold]
    fn whole_key(&self, state: &[u8], keys: &mut Vec<u64>) -> Option<()> {
        let mut key = vec![0; self.key.len()];
        key[0] = FULL;
        for Event { position, value } in Codec::events(state) {
            let pattern = self.dictionary.pattern(position as usize, value)?;
            key[self.dictionary.place(position as usize).word] |= pattern;
        }
        keys.extend_from_slice(&key);
        Some(())
    }

    /// The values of a state, the length among them.
    pub fn events(state: &[u8]) -> impl Iterator<Item = Event> {
        let values = state.chunks(VALUE).map(value_of);
        let all = std::iter::once(state.len() as u32).chain(values);
        all.zip(0..)
            .map(|(value, position)| Event { position, value })
    }
}
