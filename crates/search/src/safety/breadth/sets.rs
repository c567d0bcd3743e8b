//! Tables made of sets of a few entries, in a flat array of words.
//!
//! An entry has some number of words, its *stride*: in the first, a number that is never zero in the upper
//! half; then the bits by which it is found; the rest is the owner's. Functions, not a type, because the
//! stride is known to the compiler and must stay so.

/// Entries of a set.
pub const WAYS: usize = 4;

/// An odd number without a pattern: the golden ratio.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;

/// The bits of a key under a mask.
#[inline(always)]
pub fn under<const W: usize>(key: &[u64; W], mask: &[u64; W]) -> [u64; W] {
    let mut bits = *key;
    for word in 0..W {
        bits[word] &= mask[word];
    }
    bits
}

/// Which of the sets of a table, `1 << size`, some bits belong to.
#[inline(always)]
pub fn set_of<const W: usize>(bits: &[u64; W], seed: u32, size: u32) -> usize {
    let mut hash = u64::from(seed);
    for word in bits {
        hash = (hash.rotate_left(32) ^ word).wrapping_mul(MIXER);
    }
    (hash >> (u64::BITS - size)) as usize
}

/// A number above and one below in one word.
#[inline(always)]
pub fn both(above: u32, below: u32) -> u64 {
    u64::from(above) << 32 | u64::from(below)
}

/// An array at a place in a table.
#[inline(always)]
pub fn array<const W: usize>(table: &[u64], at: usize) -> &[u64; W] {
    table[at..]
        .first_chunk()
        .expect("tables have whole entries")
}

/// Where in a set of entries of so many words the one with this number and these bits is.
#[inline(always)]
pub fn find<const W: usize>(
    table: &[u64],
    stride: usize,
    set: usize,
    number: u32,
    bits: &[u64; W],
) -> Option<usize> {
    let start = set * WAYS * stride;
    let set = &table[start..start + WAYS * stride];
    for way in 0..WAYS {
        let at = way * stride;
        if set[at] >> 32 == u64::from(number) && array::<W>(set, at + 1) == bits {
            return Some(start + at);
        }
    }
    None
}

/// Where in a set there is room for a new entry: some number says which to give up if it is full.
pub fn room(table: &[u64], stride: usize, set: usize, number: u32) -> usize {
    let start = set * WAYS * stride;
    let is_empty = |&way: &usize| table[start + way * stride] == 0;
    let way = (0..WAYS).find(is_empty).unwrap_or(number as usize % WAYS);
    start + way * stride
}
