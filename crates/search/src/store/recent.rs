//! Keys that were met a moment ago.
//!
//! About half the steps of a breadth-first search lead to a state that was found shortly before,
//! by the same moves in another order. A small cache knows most of these, and saves a look at
//! memory that is far away.

/// Logarithm of the number of keys: 32 KiB if they are one word.
const BITS: u32 = 12;

/// The cache: a key is where its hash says, or not in it.
pub struct Recent {
    keys: Vec<u64>,
}

impl Recent {
    /// No keys, each of this many words.
    pub fn new(words: usize) -> Recent {
        Recent {
            keys: vec![0; words << BITS],
        }
    }

    /// Adds a key; whether it was met already. No key is zero.
    #[inline(always)]
    pub fn meets(&mut self, key: &[u64]) -> bool {
        let place = |hash: u64| (hash.wrapping_mul(MIXER) >> (u64::BITS - BITS)) as usize;
        if let [word] = *key {
            return std::mem::replace(&mut self.keys[place(word)], word) == word;
        }
        let fold = |hash: u64, word: &u64| hash.wrapping_mul(MIXER).rotate_left(32) ^ word;
        let start = place(key.iter().fold(0, fold)) * key.len();
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
