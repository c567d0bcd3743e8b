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

/// Bytes of a value.
const VALUE: usize = 4;
/// Bytes that are compared at once.
const PAIR: usize = 2 * VALUE;
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

/// The value in at most four bytes, as if zeros followed them.
fn value_of(bytes: &[u8]) -> u32 {
    let mut value = [0; VALUE];
    value[..bytes.len()].copy_from_slice(bytes);
    u32::from_le_bytes(value)
}

/// The one or two values at the end of a state, the `rest` after the last pair.
#[inline(always)]
fn last_pair(state: &[u8], rest: &[u8]) -> u64 {
    if let Some(end) = state.last_chunk() {
        return u64::from_le_bytes(*end) >> (8 * (PAIR - rest.len()));
    }
    let mut pair = [0; PAIR];
    pair[..rest.len()].copy_from_slice(rest);
    u64::from_le_bytes(pair)
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
        let at = (position - 1) * VALUE;
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
        match self.key[..] {
            [key] => keys.push(self.exchange(key, state)?),
            _ => self.exchange_all(state, keys)?,
        }
        Some(())
    }

    /// The key of a state if it is one word, given that of the state that is open.
    #[inline(never)]
    fn exchange(&self, mut key: u64, state: &[u8]) -> Option<u64> {
        let dictionary = &self.dictionary;
        self.differences(state, |position, value| {
            let pattern = dictionary.pattern(position, value)?;
            key = key & !dictionary.place(position).mask | pattern;
            Some(())
        })?;
        Some(key)
    }

    #[inline(never)]
    fn exchange_all(&self, state: &[u8], keys: &mut Vec<u64>) -> Option<()> {
        let dictionary = &self.dictionary;
        let start = keys.len();
        keys.extend_from_slice(&self.key);
        let key = &mut keys[start..];
        let found = self.differences(state, |position, value| {
            let pattern = dictionary.pattern(position, value)?;
            let Place { word, mask } = dictionary.place(position);
            key[word] = key[word] & !mask | pattern;
            Some(())
        });
        if found.is_none() {
            keys.truncate(start);
        }
        found
    }

    /// Calls a function with the values of a state that differ from those of the one that is open,
    /// and their positions.
    #[inline(always)]
    fn differences(
        &self,
        state: &[u8],
        mut found: impl FnMut(usize, u32) -> Option<()>,
    ) -> Option<()> {
        if state.len() != self.length {
            return self.other_length(state, found);
        }
        let (pairs, rest) = state.as_chunks::<PAIR>();
        let (old_pairs, _) = self.bytes.as_chunks::<PAIR>();
        for (index, old) in old_pairs[..state.len().div_ceil(PAIR)].iter().enumerate() {
            let mut old = u64::from_le_bytes(*old);
            let new = match pairs.get(index) {
                Some(new) => u64::from_le_bytes(*new),
                None => {
                    // Behind the end is the value of another pattern, or nothing.
                    old &= (1 << (8 * rest.len())) - 1;
                    last_pair(state, rest)
                }
            };
            if new == old {
                continue;
            }
            if new as u32 != old as u32 {
                found(1 + 2 * index, new as u32)?;
            }
            if new >> 32 != old >> 32 {
                found(2 + 2 * index, (new >> 32) as u32)?;
            }
        }
        Some(())
    }

    /// The same for a state that is longer or shorter: all its values, and what is to be where it
    /// has none.
    #[cold]
    fn other_length(
        &self,
        state: &[u8],
        mut found: impl FnMut(usize, u32) -> Option<()>,
    ) -> Option<()> {
        found(LENGTH, state.len() as u32)?;
        let values = state.len().div_ceil(VALUE);
        for (index, value) in state.chunks(VALUE).enumerate() {
            found(1 + index, value_of(value))?;
        }
        for position in 1 + values..self.dictionary.positions() {
            found(position, self.dictionary.value(position, 0))?;
        }
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
