//! Keys that were met a moment ago.
//!
//! About half the steps of a breadth-first search lead to a state that was found shortly before,
//! by the same moves in another order. A small cache knows most of these, and saves a look at
//! memory that is far away. A larger one knows more, but is itself too far away to be asked at once:
//! its memory is [asked for](Cache::approach) before.

use super::prefetch;

/// The keys of the last few hundred states: 32 KiB if they are one word.
pub type Recent = Cache<12>;
/// The keys of longer ago: 2 MiB if they are one word.
pub type Earlier = Cache<18>;

/// The cache: a key is where its hash says, or not in it. The parameter is the logarithm of the
/// number of keys.
pub struct Cache<const BITS: u32> {
    keys: Vec<u64>,
}

impl<const BITS: u32> Cache<BITS> {
    /// No keys, each of this many words.
    pub fn new(words: usize) -> Cache<BITS> {
        Cache {
            keys: vec![0; words << BITS],
        }
    }

    /// Where a key would be.
    #[inline(always)]
    fn place(&self, key: &[u64]) -> usize {
        let place = |hash: u64| (hash.wrapping_mul(MIXER) >> (u64::BITS - BITS)) as usize;
        let fold = |hash: u64, word: &u64| hash.wrapping_mul(MIXER).rotate_left(32) ^ word;
        match *key {
            [word] => place(word),
            _ => place(key.iter().fold(0, fold)) * key.len(),
        }
    }

    /// Asks for the memory where a key would be.
    #[inline(always)]
    pub fn approach(&self, key: &[u64]) {
        prefetch(&raw const self.keys[self.place(key)]);
    }

    /// Adds a key; whether it was met already. No key is zero.
    #[inline(always)]
    pub fn meets(&mut self, key: &[u64]) -> bool {
        let start = self.place(key);
        if let [word] = *key {
            return std::mem::replace(&mut self.keys[start], word) == word;
        }
        let known = &mut self.keys[start..start + key.len()];
        let mut same = true;
        for (known, &word) in known.iter_mut().zip(key) {
            same &= std::mem::replace(known, word) == word;
        }
        same
    }
}

/// An odd number without a pattern: the golden ratio.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;
