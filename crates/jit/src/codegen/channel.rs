//! Channels: finding one by its number, looking at its messages, sending and receiving.
//!
//! If the type of a channel is known when code is generated, everything about it is inline;
//! otherwise, and for channels that are not words, functions of the runtime do it.

use super::emitter::{Bits, Emitter, Shift, View, flags, packed};
use crate::layout::{ChannelLayout, Field, Storage};
use crate::runtime::{Context, Runtime};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Type, Value, types};
use program::{Expr, Pattern, Scalar};
use std::mem::offset_of;

/// A channel that exists.
#[derive(Clone, Copy, Debug)]
pub struct Chan {
    /// Its number, 32 bits.
    pub id: Value,
    /// Its number, if that is known.
    pub number: Option<i32>,
    /// Its type, if it is known, and a pointer to it.
    known: Option<(u32, Value)>,
}

/// Which message of a channel.
#[derive(Clone, Copy, Debug)]
pub enum Slot {
    Oldest,
    /// 32 bits.
    Number(Value),
}

impl<'e> Emitter<'e> {
    /// The channel that an expression names; a fault if there is none.
    pub fn channel(&mut self, view: &View, expr: &Expr) -> Chan {
        let globals = &self.unit.program.globals.channels;
        if let Some(id) = self.fold(view, expr)
            && let Some(index) = usize::try_from(id).ok().and_then(|id| id.checked_sub(1))
            && let Some(slot) = globals.get(index)
        {
            let offset = self.unit.layout.globals.channels[index];
            let address = self.b.ins().iadd_imm_s(view.state, i64::from(offset));
            return Chan {
                id: self.constant(id),
                number: Some(id),
                known: Some((slot.channel_type, address)),
            };
        }
        let id = self.value(view, expr);
        self.existing_channel(view, id)
    }

    /// The channel with this number; a fault if there is none.
    fn existing_channel(&mut self, view: &View, id: Value) -> Chan {
        let count = if self.unit.facts.local_channels {
            self.context_load(types::I32, offset_of!(Context, channel_count))
        } else {
            self.constant(self.unit.program.globals.channels.len() as i32)
        };
        let index = self.b.ins().iadd_imm_s(id, -1);
        let exists = self.compare(IntCC::UnsignedLessThan, index, count);
        let fault = self.fault;
        self.require(exists, fault);
        let known = match self.unit.facts.channel_kinds[..] {
            [kind] => {
                let offset = self.context_element(offset_of!(Context, channel_at), id);
                Some((kind, self.advance(view.state, offset)))
            }
            _ => None,
        };
        Chan {
            id,
            number: None,
            known,
        }
    }

    fn layout_of(&self, channel: &Chan) -> Option<(&'e ChannelLayout, Value)> {
        let (kind, address) = channel.known?;
        Some((&self.unit.layout.channels[kind as usize], address))
    }

    /// Whether a channel is a rendezvous, if that is known.
    pub fn known_rendezvous(&self, channel: &Chan) -> Option<bool> {
        let facts = &self.unit.facts;
        match self.layout_of(channel) {
            Some((layout, _)) => Some(layout.is_rendezvous()),
            None if !facts.any_rendezvous => Some(false),
            None if !facts.any_buffered => Some(true),
            None => None,
        }
    }

    /// Number of messages, 32 bits.
    pub fn channel_length(&mut self, view: &View, channel: &Chan) -> Value {
        match self.layout_of(channel) {
            None => self.call(Runtime::Length, &[self.context, view.state, channel.id]),
            Some((layout, address)) => {
                let width = match layout.storage {
                    Storage::Rendezvous => return self.constant(0),
                    Storage::Word { length_bits } => length_bits,
                    Storage::Bytes { length, .. } => 8 * length,
                };
                let field = Field {
                    bit: 0,
                    width,
                    scalar: Scalar::unsigned(width as u8),
                };
                self.load_field(address, field)
            }
        }
    }

    /// Messages that fit, 32 bits.
    pub fn channel_capacity(&mut self, view: &View, channel: &Chan) -> Value {
        match self.layout_of(channel) {
            Some((layout, _)) => self.constant(layout.capacity as i32),
            None => self.call(Runtime::Capacity, &[self.context, view.state, channel.id]),
        }
    }

    /// Goes on if messages of the channel have `wanted` fields (at least so many, if `or_more`),
    /// else jumps to the fault.
    pub fn require_fields(&mut self, view: &View, channel: &Chan, wanted: usize, or_more: bool) {
        let fault = self.fault;
        let wanted = wanted as i32;
        match self.layout_of(channel) {
            Some((layout, _)) => {
                let count = layout.fields.len() as i32;
                if count < wanted || !or_more && count != wanted {
                    self.abandon(fault);
                }
            }
            None => {
                let condition = if or_more {
                    IntCC::SignedGreaterThanOrEqual
                } else {
                    IntCC::Equal
                };
                let count = self.call(Runtime::Fields, &[self.context, view.state, channel.id]);
                let right = self.compare_constant(condition, count, wanted);
                self.require(right, fault);
            }
        }
    }

    /// A field of a message that exists, 32 bits.
    pub fn message_field(
        &mut self,
        view: &View,
        channel: &Chan,
        slot: Slot,
        index: usize,
    ) -> Value {
        let known = self.layout_of(channel).and_then(|(layout, address)| {
            let field = *layout.fields.get(index)?;
            Some((layout, field, address))
        });
        let Some((layout, field, address)) = known else {
            let slot = match slot {
                Slot::Oldest => self.constant(0),
                Slot::Number(slot) => slot,
            };
            let index = self.constant(index as i32);
            let arguments = [self.context, view.state, channel.id, slot, index];
            return self.call(Runtime::Field, &arguments);
        };
        let in_first = Field {
            bit: field.bit + layout.message_bit(0),
            ..field
        };
        let Slot::Number(slot) = slot else {
            return self.load_field(address, in_first);
        };
        if let Storage::Bytes { message, .. } = layout.storage {
            let at = self.b.ins().imul_imm_s(slot, i64::from(message));
            let address = self.advance(address, at);
            return self.load_field(address, in_first);
        }
        let shift = self
            .b
            .ins()
            .imul_imm_s(slot, i64::from(layout.message_bits));
        let shift = self.b.ins().iadd_imm_s(shift, i64::from(in_first.bit));
        self.load(Bits {
            address,
            offset: 0,
            word: types::I64,
            shift: Shift::Value(shift),
            width: field.width,
            scalar: field.scalar,
        })
    }

    /// What is left of a value in a field of a message, 32 bits.
    pub fn wrap_field(&mut self, view: &View, channel: &Chan, index: usize, value: Value) -> Value {
        match self.layout_of(channel) {
            Some((layout, _)) => match layout.fields.get(index) {
                Some(field) => self.wrap(field.scalar, value),
                // A message with too many fields: a fault anyway.
                None => value,
            },
            None => {
                let index = self.constant(index as i32);
                let arguments = [self.context, view.state, channel.id, index, value];
                self.call(Runtime::Wrap, &arguments)
            }
        }
    }

    /// Goes on if a message matches, else jumps to `otherwise`. Patterns are evaluated one after
    /// the other, as far as they match.
    pub fn require_match<'x>(
        &mut self,
        view: &View,
        channel: &Chan,
        slot: Slot,
        patterns: impl Iterator<Item = &'x Pattern> + Clone,
        otherwise: Block,
    ) {
        self.require_fields(view, channel, patterns.clone().count(), true);
        for (index, pattern) in patterns.enumerate() {
            if let Pattern::Equals(expr) = pattern {
                let field = self.message_field(view, channel, slot, index);
                let wanted = self.value(view, expr);
                let equal = self.compare(IntCC::Equal, wanted, field);
                self.require(equal, otherwise);
            }
        }
    }

    /// Goes on with a message that matches, else jumps to `otherwise`.
    pub fn require_message<'x>(
        &mut self,
        view: &View,
        channel: &Chan,
        patterns: impl Iterator<Item = &'x Pattern> + Clone,
        random: bool,
        otherwise: Block,
    ) -> Slot {
        let length = self.channel_length(view, channel);
        if !random {
            self.require(length, otherwise);
            self.require_match(view, channel, Slot::Oldest, patterns, otherwise);
            return Slot::Oldest;
        }
        let (head, next) = (self.block(), self.block());
        let slot = self.b.append_block_param(head, types::I32);
        let zero = self.constant(0);
        self.b.ins().jump(head, &[zero.into()]);
        self.b.switch_to_block(next);
        let following = self.b.ins().iadd_imm_s(slot, 1);
        self.b.ins().jump(head, &[following.into()]);
        self.b.switch_to_block(head);
        let more = self.compare(IntCC::UnsignedLessThan, slot, length);
        self.require(more, otherwise);
        self.require_match(view, channel, Slot::Number(slot), patterns, next);
        Slot::Number(slot)
    }

    /// Whether a message could be received: a byte, 0 or 1.
    pub fn poll(
        &mut self,
        view: &View,
        channel: &Chan,
        patterns: &[Pattern],
        random: bool,
    ) -> Value {
        self.require_buffered(view, channel);
        let (no, done) = (self.block(), self.block());
        let result = self.b.append_block_param(done, types::I8);
        self.require_message(view, channel, patterns.iter(), random, no);
        let yes = self.b.ins().iconst(types::I8, 1);
        self.b.ins().jump(done, &[yes.into()]);
        self.b.switch_to_block(no);
        let zero = self.b.ins().iconst(types::I8, 0);
        self.b.ins().jump(done, &[zero.into()]);
        self.b.switch_to_block(done);
        result
    }

    /// Polling a rendezvous channel is a fault.
    pub fn require_buffered(&mut self, view: &View, channel: &Chan) {
        let fault = self.fault;
        match self.known_rendezvous(channel) {
            Some(false) => {}
            Some(true) => self.abandon(fault),
            None => {
                let capacity = self.channel_capacity(view, channel);
                self.require(capacity, fault);
            }
        }
    }

    /// Appends a message to a channel that has room, or inserts it if `sorted`. It has the right
    /// number of fields.
    pub fn append(&mut self, view: &View, channel: &Chan, message: &[Value], sorted: bool) {
        let known = self
            .layout_of(channel)
            .and_then(|(layout, address)| match layout.storage {
                Storage::Word { length_bits } if !sorted => Some((layout, address, length_bits)),
                _ => None,
            });
        let Some((layout, address, length_bits)) = known else {
            let fields = self.spill(message);
            let sorted = self.constant(i32::from(sorted));
            let arguments = [self.context, view.state, channel.id, fields, sorted];
            self.run(Runtime::Send, &arguments);
            return;
        };
        // The slots behind the last message are zero, and the length is in the lowest bits.
        let kind = channel_word(layout);
        let old = self.b.ins().load(kind, packed(), address, 0);
        let length = self.b.ins().band_imm_u(old, (1i64 << length_bits) - 1);
        let mut whole = self.b.ins().iconst(kind, 0);
        for (field, &value) in layout.fields.iter().zip(message) {
            let value = self.wrap(Scalar::unsigned(field.scalar.bits), value);
            let value = if kind == types::I64 {
                self.b.ins().uextend(types::I64, value)
            } else {
                value
            };
            let part = self.b.ins().ishl_imm_u(value, i64::from(field.bit));
            whole = self.b.ins().bor(whole, part);
        }
        let shift = self
            .b
            .ins()
            .imul_imm_s(length, i64::from(layout.message_bits));
        let shift = self.b.ins().iadd_imm_s(shift, i64::from(length_bits));
        let part = self.b.ins().ishl(whole, shift);
        let new = self.b.ins().iadd_imm_s(old, 1);
        let new = self.b.ins().bor(new, part);
        self.b.ins().store(packed(), new, address, 0);
    }

    /// Removes a message that exists.
    pub fn remove(&mut self, view: &View, channel: &Chan, slot: Slot) {
        let known =
            self.layout_of(channel)
                .and_then(|(layout, address)| match (layout.storage, slot) {
                    (Storage::Word { length_bits }, Slot::Oldest) => {
                        Some((layout, address, length_bits))
                    }
                    _ => None,
                });
        let Some((layout, address, length_bits)) = known else {
            let slot = match slot {
                Slot::Oldest => self.constant(0),
                Slot::Number(slot) => slot,
            };
            self.run(
                Runtime::Remove,
                &[self.context, view.state, channel.id, slot],
            );
            return;
        };
        let kind = channel_word(layout);
        let bits = length_bits + layout.capacity * layout.message_bits;
        let mask = if bits == 64 { -1 } else { (1i64 << bits) - 1 };
        let old = self.b.ins().load(kind, packed(), address, 0);
        let others = self.b.ins().band_imm_s(old, !mask);
        let own = self.b.ins().band_imm_s(old, mask);
        let length = self.b.ins().band_imm_s(own, (1i64 << length_bits) - 1);
        let length = self.b.ins().iadd_imm_s(length, -1);
        let mut new = self.b.ins().bor(others, length);
        if layout.capacity > 1 {
            let gone = i64::from(length_bits + layout.message_bits);
            let kept = self.b.ins().ushr_imm_u(own, gone);
            let kept = self.b.ins().ishl_imm_u(kept, i64::from(length_bits));
            new = self.b.ins().bor(new, kept);
        }
        self.b.ins().store(packed(), new, address, 0);
    }

    /// Puts a message in memory and gives a pointer to it.
    pub fn spill(&mut self, message: &[Value]) -> Value {
        let address = self.stack(4 * message.len().max(1) as u32);
        for (index, &value) in message.iter().enumerate() {
            self.b
                .ins()
                .store(flags(), value, address, 4 * index as i32);
        }
        address
    }
}

/// The word that a small channel is handled in.
fn channel_word(layout: &ChannelLayout) -> Type {
    if layout.size() <= 4 {
        types::I32
    } else {
        types::I64
    }
}
