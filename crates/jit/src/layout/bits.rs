//! Fields of up to 32 bits at any bit of a byte string, lowest bits first.

/// The `width` bits from bit `bit` on.
pub fn get(bytes: &[u8], bit: u32, width: u32) -> u32 {
    let first = (bit / 8) as usize;
    let last = ((bit + width).div_ceil(8) as usize).max(first);
    let mut word = 0u64;
    for (index, &byte) in bytes[first..last].iter().enumerate() {
        word |= u64::from(byte) << (8 * index);
    }
    (word >> (bit % 8)) as u32 & mask(width)
}

/// Sets the `width` bits from bit `bit` on to the lowest bits of `value`.
pub fn set(bytes: &mut [u8], bit: u32, width: u32, value: u32) {
    let first = (bit / 8) as usize;
    let last = ((bit + width).div_ceil(8) as usize).max(first);
    let cleared = !(u64::from(mask(width)) << (bit % 8));
    let wanted = u64::from(value & mask(width)) << (bit % 8);
    for (index, byte) in bytes[first..last].iter_mut().enumerate() {
        let shift = 8 * index;
        *byte = (*byte & (cleared >> shift) as u8) | (wanted >> shift) as u8;
    }
}

/// The lowest `width` bits.
pub fn mask(width: u32) -> u32 {
    if width >= 32 {
        u32::MAX
    } else {
        (1 << width) - 1
    }
}

/// Bits that tell `count` values apart.
pub fn to_count(count: u64) -> u32 {
    count.next_power_of_two().trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_do_not_touch_each_other() {
        for width in 0..=32 {
            for bit in 0..20 {
                let mut bytes = [0xA5; 8];
                let before = (get(&bytes, 0, bit), get(&bytes, bit + width, 8));
                set(&mut bytes, bit, width, 0x9876_5432);
                assert_eq!(get(&bytes, bit, width), 0x9876_5432 & mask(width));
                assert_eq!(
                    (get(&bytes, 0, bit), get(&bytes, bit + width, 8)),
                    before,
                    "{width} bits at {bit}"
                );
            }
        }
    }

    #[test]
    fn counting() {
        assert_eq!(to_count(0), 0);
        assert_eq!(to_count(1), 0);
        assert_eq!(to_count(2), 1);
        assert_eq!(to_count(5), 3);
        assert_eq!(to_count(256), 8);
    }
}
