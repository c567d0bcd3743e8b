//! Gathering the bits of a word that a mask selects.
#![allow(unsafe_code)]

/// The bits of `word` where `mask` has ones, moved together at the low end, in their order.
#[inline(always)]
pub fn gather(word: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has the instruction.
        return unsafe { gather_bmi2(word, mask) };
    }
    gather_slowly(word, mask)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2")]
fn gather_bmi2(word: u64, mask: u64) -> u64 {
    std::arch::x86_64::_pext_u64(word, mask)
}

fn gather_slowly(word: u64, mut mask: u64) -> u64 {
    let (mut gathered, mut bit) = (0, 1);
    while mask != 0 {
        let lowest = mask & mask.wrapping_neg();
        if word & lowest != 0 {
            gathered |= bit;
        }
        mask ^= lowest;
        bit <<= 1;
    }
    gathered
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn both_ways_agree(word: u64, mask: u64) {
            prop_assert_eq!(gather(word, mask), gather_slowly(word, mask));
        }
    }

    #[test]
    fn keeps_the_order() {
        assert_eq!(gather_slowly(0b1010_0110, 0b1111_0000), 0b1010);
        assert_eq!(gather_slowly(0b1010_0110, 0b1000_0110), 0b111);
        assert_eq!(gather_slowly(u64::MAX, 0), 0);
    }
}
