//! Guards: whether an action can execute.

use super::channel::{Chan, Slot};
use super::emitter::{Emitter, View, flags};
use crate::runtime::{Offer, Runtime};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use program::{Action, DStep, End, MessageField, Pattern};
use std::mem::offset_of;

impl Emitter<'_> {
    /// Goes on if an action can execute by itself, else jumps to `skip`. Gives the message that a
    /// receive takes. Rendezvous sends and `else` at a location are for the caller; inside a
    /// deterministic step both count as enabled.
    pub fn guard(&mut self, view: &View, action: &Action, skip: Block) -> Slot {
        match action {
            Action::Condition(expr) => self.require_truth(view, expr, skip),
            Action::Send { channel, .. } => {
                let channel = self.channel(view, channel);
                self.require_room(view, &channel, skip);
            }
            Action::Receive {
                channel,
                fields,
                mode,
            } => {
                let channel = self.channel(view, channel);
                self.require_end(view, &channel, End::Head);
                if mode.keep {
                    self.require_buffered(view, &channel);
                }
                if self.known_rendezvous(&channel) == Some(true) {
                    self.abandon(skip);
                }
                let patterns = fields.iter().map(MessageField::pattern);
                return self.require_message(view, &channel, patterns, mode.random, skip);
            }
            Action::Terminate => {
                let count = self.process_count();
                let next = self.b.ins().iadd_imm_s(view.pid, 1);
                let youngest = self.compare(IntCC::Equal, next, count);
                self.require(youngest, skip);
            }
            Action::DStep(body) => self.guard_dstep(view, body, skip),
            Action::Assign(..)
            | Action::Assert(_)
            | Action::Print(_)
            | Action::Run { .. }
            | Action::SetPriority { .. }
            | Action::Else => {}
        }
        Slot::Oldest
    }

    /// Goes on if no other process has an end of a channel to itself, else jumps to the fault.
    pub fn require_end(&mut self, view: &View, channel: &Chan, end: End) {
        let proctype = view.local.map(|(id, _)| id);
        if !self.unit.may_be_held(proctype, channel.number, end) {
            return;
        }
        let receives = self.constant(i32::from(end == End::Head));
        let arguments = [self.context, view.state, view.pid, channel.id, receives];
        let held = self.call(Runtime::Held, &arguments);
        let fault = self.fault;
        self.leave_if(held, fault);
    }

    /// Goes on if a message can be sent to a channel, else jumps to `skip`. A rendezvous channel
    /// always takes it.
    pub fn require_room(&mut self, view: &View, channel: &Chan, skip: Block) {
        self.require_end(view, channel, End::Tail);
        if self.unit.program.lossy || self.known_rendezvous(channel) == Some(true) {
            return;
        }
        let length = self.channel_length(view, channel);
        let capacity = self.channel_capacity(view, channel);
        let room = self.compare(IntCC::UnsignedLessThan, length, capacity);
        let room = if self.known_rendezvous(channel).is_none() {
            let rendezvous = self.compare_constant(IntCC::Equal, capacity, 0);
            self.b.ins().bor(room, rendezvous)
        } else {
            room
        };
        self.require(room, skip);
    }

    fn guard_dstep(&mut self, view: &View, body: &DStep, skip: Block) {
        let enabled = self.block();
        for choice in &body.nodes[0].choices {
            let next = self.block();
            self.guard(view, &choice.action, next);
            self.jump(enabled);
            self.b.switch_to_block(next);
        }
        self.jump(skip);
        self.b.switch_to_block(enabled);
    }

    /// Goes on if an action can take an offer, else jumps to `skip`.
    pub fn guard_offer(&mut self, view: &View, action: &Action, offer: Value, skip: Block) {
        match action {
            Action::Receive {
                channel, fields, ..
            } => {
                let wanted = self.value(view, channel);
                let given = self.offer_load(offer, offset_of!(Offer, channel));
                let same = self.compare(IntCC::Equal, wanted, given);
                self.require(same, skip);
                let count = self.offer_load(offer, offset_of!(Offer, count));
                let enough = self.compare_constant(
                    IntCC::SignedGreaterThanOrEqual,
                    count,
                    fields.len() as i32,
                );
                let fault = self.fault;
                self.require(enough, fault);
                for (index, field) in fields.iter().enumerate() {
                    if let Pattern::Equals(expr) = field.pattern() {
                        let value = self.offer_field(offer, index);
                        let wanted = self.value(view, expr);
                        let equal = self.compare(IntCC::Equal, wanted, value);
                        self.require(equal, skip);
                    }
                }
            }
            Action::DStep(body) => {
                let enabled = self.block();
                for choice in &body.nodes[0].choices {
                    if self
                        .unit
                        .may_accept(view.local.map(|(id, _)| id), &choice.action)
                    {
                        let next = self.block();
                        self.guard_offer(view, &choice.action, offer, next);
                        self.jump(enabled);
                        self.b.switch_to_block(next);
                    }
                }
                self.jump(skip);
                self.b.switch_to_block(enabled);
            }
            _ => self.abandon(skip),
        }
    }

    /// A number of 32 bits of an offer.
    pub fn offer_load(&mut self, offer: Value, offset: usize) -> Value {
        self.b.ins().load(types::I32, flags(), offer, offset as i32)
    }

    /// A field of an offered message.
    pub fn offer_field(&mut self, offer: Value, index: usize) -> Value {
        self.offer_load(offer, size_of::<Offer>() + 4 * index)
    }
}
