//! A permutation of the words that looks random, so that tables can use what it gives as a hash
//! and still tell all words apart.

/// Multiplications carry upwards, shifts bring back down: the upper half depends on every bit.
#[inline(always)]
pub const fn mix(word: u64) -> u64 {
    // The odd constants of D. Stafford's variant 13 of the finaliser of MurmurHash3.
    let word = (word ^ (word >> 32)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (word ^ (word >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb)
}
