//! How the messages of a channel are packed.
//!
//! A small channel is one word, its length in the lowest bits and the oldest message next to it:
//! a receive is a shift, and what is not in use is zero by itself. A larger one has its length in
//! bytes and then its messages, each of whole bytes. A rendezvous channel takes nothing.

use super::bits;
use super::region::Field;
use program::{ChannelType, Scalar};

/// The packing of a kind of channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelLayout {
    /// Messages that fit.
    pub capacity: u32,
    /// Bits of a message.
    pub message_bits: u32,
    /// Fields of a message, from its first bit.
    pub fields: Vec<Field>,
    /// Where they are.
    pub storage: Storage,
}

/// Where the messages of a channel are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Nowhere.
    Rendezvous,
    /// In one word of at most 64 bits: this many bits of length, then the messages.
    Word { length_bits: u32 },
    /// In bytes: this many of length, then messages of this size.
    Bytes { length: u32, message: u32 },
}

impl ChannelLayout {
    /// Packs channels of a type.
    pub fn new(kind: &ChannelType) -> ChannelLayout {
        let mut message_bits = 0;
        let field = |&scalar: &Scalar| {
            let (bit, width) = (message_bits, u32::from(scalar.bits));
            message_bits += width;
            Field { bit, width, scalar }
        };
        let fields = kind.fields.iter().map(field).collect();
        let capacity = kind.capacity;
        let length_bits = bits::to_count(u64::from(capacity) + 1);
        let all = u64::from(length_bits) + u64::from(capacity) * u64::from(message_bits);
        let storage = match capacity {
            0 => Storage::Rendezvous,
            _ if all <= 64 => Storage::Word { length_bits },
            _ => Storage::Bytes {
                length: length_bits.div_ceil(8),
                message: message_bits.div_ceil(8),
            },
        };
        ChannelLayout {
            capacity,
            message_bits,
            fields,
            storage,
        }
    }

    /// Bytes of a channel.
    pub fn size(&self) -> u32 {
        match self.storage {
            Storage::Rendezvous => 0,
            Storage::Word { length_bits } => {
                (length_bits + self.capacity * self.message_bits).div_ceil(8)
            }
            Storage::Bytes { length, message } => length + self.capacity * message,
        }
    }

    /// Whether a send and a receive are one step.
    pub fn is_rendezvous(&self) -> bool {
        self.storage == Storage::Rendezvous
    }

    /// Bits from the start of the channel to a message.
    pub fn message_bit(&self, slot: u32) -> u32 {
        match self.storage {
            Storage::Rendezvous => 0,
            Storage::Word { length_bits } => length_bits + slot * self.message_bits,
            Storage::Bytes { length, message } => 8 * (length + slot * message),
        }
    }

    fn length_width(&self) -> u32 {
        match self.storage {
            Storage::Rendezvous => 0,
            Storage::Word { length_bits } => length_bits,
            Storage::Bytes { length, .. } => 8 * length,
        }
    }

    /// Number of messages in the channel with these bytes.
    pub fn length(&self, channel: &[u8]) -> u32 {
        bits::get(channel, 0, self.length_width())
    }

    /// Sets the number of messages.
    pub fn set_length(&self, channel: &mut [u8], length: u32) {
        bits::set(channel, 0, self.length_width(), length);
    }

    /// A field of a message.
    pub fn load(&self, channel: &[u8], slot: u32, field: usize) -> i32 {
        self.field(slot, field).load(channel)
    }

    /// Sets a field of a message.
    pub fn store(&self, channel: &mut [u8], slot: u32, field: usize, value: i32) {
        self.field(slot, field).store(channel, value);
    }

    fn field(&self, slot: u32, field: usize) -> Field {
        let field = self.fields[field];
        Field {
            bit: field.bit + self.message_bit(slot),
            ..field
        }
    }

    /// Inserts a message so that it comes to lie in `slot`. The channel has room.
    pub fn insert(&self, channel: &mut [u8], slot: u32, message: &[i32]) {
        let length = self.length(channel);
        for above in (slot..length).rev() {
            self.copy(channel, above, above + 1);
        }
        for (field, &value) in message.iter().enumerate() {
            self.store(channel, slot, field, value);
        }
        self.set_length(channel, length + 1);
    }

    /// Removes the message in `slot`; the slot that becomes free is zero.
    pub fn remove(&self, channel: &mut [u8], slot: u32) {
        let length = self.length(channel);
        for above in slot + 1..length {
            self.copy(channel, above, above - 1);
        }
        for field in 0..self.fields.len() {
            self.store(channel, length - 1, field, 0);
        }
        self.set_length(channel, length - 1);
    }

    fn copy(&self, channel: &mut [u8], from: u32, to: u32) {
        for field in 0..self.fields.len() {
            let value = self.load(channel, from, field);
            self.store(channel, to, field, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(layout: &ChannelLayout, channel: &[u8]) -> Vec<Vec<i32>> {
        let message = |slot| {
            let fields = 0..layout.fields.len();
            fields.map(|f| layout.load(channel, slot, f)).collect()
        };
        (0..layout.length(channel)).map(message).collect()
    }

    #[test]
    fn messages_come_and_go() {
        for capacity in [1, 2, 5, 300] {
            let layout = ChannelLayout::new(&ChannelType {
                capacity,
                fields: vec![Scalar::BIT, Scalar::SHORT, Scalar::unsigned(3)],
            });
            let mut channel = vec![0; layout.size() as usize];
            let mut expected: Vec<Vec<i32>> = Vec::new();
            for step in 0..capacity as i32 {
                let slot = step / 2;
                let message = vec![step & 1, -step, step & 7];
                layout.insert(&mut channel, slot as u32, &message);
                expected.insert(slot as usize, message);
                assert_eq!(contents(&layout, &channel), expected);
            }
            while !expected.is_empty() {
                let slot = expected.len() / 3;
                expected.remove(slot);
                layout.remove(&mut channel, slot as u32);
                assert_eq!(contents(&layout, &channel), expected);
            }
            assert!(channel.iter().all(|&byte| byte == 0));
        }
    }

    #[test]
    fn small_channels_are_words() {
        let kind = |capacity, fields| ChannelLayout::new(&ChannelType { capacity, fields });
        assert_eq!(kind(0, vec![Scalar::INT]).size(), 0);
        assert_eq!(kind(1, vec![Scalar::BIT]).size(), 1);
        assert_eq!(kind(3, vec![Scalar::BYTE, Scalar::BIT]).size(), 4);
        assert_eq!(
            kind(2, vec![Scalar::INT, Scalar::INT]).storage,
            Storage::Bytes {
                length: 1,
                message: 8
            }
        );
    }
}
