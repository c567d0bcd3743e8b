//! The scalar types of the state vector.

/// An integer type: how many bits a variable keeps of what is assigned to it.
///
/// All computation is on 32-bit two's complement integers that wrap; a value is cut to its
/// variable's type when it is stored ([`Scalar::wrap`]), as a C compiler does for SPIN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scalar {
    /// Number of bits kept, 1 to 32.
    pub bits: u8,
    /// Whether the top bit kept is a sign.
    pub signed: bool,
}

impl Scalar {
    /// One bit.
    pub const BIT: Scalar = Scalar::unsigned(1);
    /// Eight bits, unsigned. Channels, process numbers and symbolic names are bytes too.
    pub const BYTE: Scalar = Scalar::unsigned(8);
    /// Sixteen bits with a sign.
    pub const SHORT: Scalar = Scalar {
        bits: 16,
        signed: true,
    };
    /// Thirty-two bits with a sign.
    pub const INT: Scalar = Scalar {
        bits: 32,
        signed: true,
    };

    /// An unsigned type of `bits` bits.
    pub const fn unsigned(bits: u8) -> Scalar {
        Scalar {
            bits,
            signed: false,
        }
    }

    /// Bytes that a value takes in the state vector.
    pub const fn size(self) -> u32 {
        match self.bits {
            0..=8 => 1,
            9..=16 => 2,
            _ => 4,
        }
    }

    /// What is left of `value` when it is stored in a variable of this type.
    pub const fn wrap(self, value: i32) -> i32 {
        if self.bits >= 32 {
            return value;
        }
        let unused = 32 - self.bits as u32;
        if self.signed {
            (value << unused) >> unused
        } else {
            (((value as u32) << unused) >> unused) as i32
        }
    }

    /// Reads a value of this type at the start of `bytes`.
    pub fn load(self, bytes: &[u8]) -> i32 {
        let raw = match self.size() {
            1 => i32::from(bytes[0]),
            2 => i32::from(u16::from_le_bytes([bytes[0], bytes[1]])),
            _ => i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]),
        };
        self.wrap(raw)
    }

    /// Writes `value`, wrapped, at the start of `bytes`.
    pub fn store(self, bytes: &mut [u8], value: i32) {
        let size = self.size() as usize;
        bytes[..size].copy_from_slice(&self.wrap(value).to_le_bytes()[..size]);
    }
}

#[cfg(test)]
mod tests {
    use super::Scalar;

    #[test]
    fn values_wrap_as_in_c() {
        assert_eq!(Scalar::BYTE.wrap(256), 0);
        assert_eq!(Scalar::BYTE.wrap(-1), 255);
        assert_eq!(Scalar::BIT.wrap(2), 0);
        assert_eq!(Scalar::BIT.wrap(3), 1);
        assert_eq!(Scalar::SHORT.wrap(32768), -32768);
        assert_eq!(Scalar::INT.wrap(i32::MIN), i32::MIN);
        assert_eq!(Scalar::unsigned(3).wrap(-1), 7);
    }

    #[test]
    fn what_is_stored_is_loaded() {
        for scalar in [
            Scalar::BIT,
            Scalar::BYTE,
            Scalar::SHORT,
            Scalar::INT,
            Scalar::unsigned(11),
        ] {
            for value in [
                0,
                1,
                -1,
                127,
                128,
                255,
                256,
                32767,
                32768,
                65536,
                i32::MAX,
                i32::MIN,
            ] {
                let mut bytes = [0xAA; 4];
                scalar.store(&mut bytes, value);
                assert_eq!(
                    scalar.load(&bytes),
                    scalar.wrap(value),
                    "{scalar:?} {value}"
                );
            }
        }
    }
}
