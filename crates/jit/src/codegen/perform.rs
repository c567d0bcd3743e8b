//! What actions do to a state that is being made.

use super::channel::{Chan, Slot};
use super::emitter::{Emitter, View, flags};
use crate::facts::depends_on_control;
use crate::layout::Field;
use crate::runtime::{Context, FAULT, Offer, Runtime};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use cranelift_frontend::Variable;
use program::action::{Piece, Print};
use program::{Action, Expr, Initializer, MessageField, Place, ProcId, ReceiveMode};
use std::mem::offset_of;

/// The state that is being made and what is known of the step besides.
#[derive(Clone, Copy, Debug)]
pub struct Making {
    /// The state as the process sees it.
    pub view: View,
    /// Whether an assertion was broken, 32 bits.
    pub violates: Variable,
    /// Length of the state, 64 bits.
    pub length: Variable,
}

/// Where a received message comes from.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    Buffer(Slot),
    /// Pointer to the offer.
    Offer(Value),
}

impl Emitter<'_> {
    /// Executes an action that is enabled, all but the change of location.
    pub fn perform(&mut self, making: &Making, action: &Action, source: Source) {
        let view = &making.view;
        match action {
            Action::Condition(_) | Action::Else | Action::Terminate => {}
            Action::Assign(place, expr) => {
                let value = self.value(view, expr);
                self.store_place(view, place, value);
            }
            Action::Assert(expr) => {
                let truth = self.truth(view, expr);
                let broken = self.b.ins().bxor_imm_u(truth, 1);
                self.violated(making, broken);
            }
            Action::Print(print) => self.print(view, print),
            Action::Send {
                channel,
                fields,
                sorted,
            } => self.send(making, channel, fields, *sorted),
            Action::Receive {
                channel,
                fields,
                mode,
            } => self.receive(making, channel, fields, *mode, source),
            Action::Run {
                proctype,
                arguments,
                priority,
                result,
            } => self.create(making, *proctype, arguments, *priority, result.as_ref()),
            Action::SetPriority { pid, priority } => {
                let other = self.value(view, pid);
                let priority = self.value(view, priority);
                let arguments = [self.context, view.state, other, priority];
                let valid = self.call(Runtime::SetPriority, &arguments);
                let fault = self.fault;
                self.require(valid, fault);
            }
            Action::DStep(body) => {
                let offer = match source {
                    Source::Offer(offer) => Some(offer),
                    Source::Buffer(_) => None,
                };
                self.run_dstep(making, body, offer);
            }
        }
    }

    /// Notes that a property is broken if the byte `broken` is not zero.
    fn violated(&mut self, making: &Making, broken: Value) {
        let broken = self.b.ins().uextend(types::I32, broken);
        let before = self.b.use_var(making.violates);
        let after = self.b.ins().bor(before, broken);
        self.b.def_var(making.violates, after);
    }

    /// Printing shows nothing here, but what is printed may be a fault.
    fn print(&mut self, view: &View, print: &Print) {
        for piece in &print.pieces {
            if let Piece::Value(_, expr) = piece {
                self.value(view, expr);
            }
        }
    }

    /// A send to a channel that has room, or loses the message.
    fn send(&mut self, making: &Making, channel: &Expr, fields: &[Expr], sorted: bool) {
        let view = &making.view;
        let fault = self.fault;
        let channel = self.channel(view, channel);
        let message: Vec<Value> = fields.iter().map(|f| self.value(view, f)).collect();
        self.require_fields(view, &channel, fields.len(), false);
        match self.known_rendezvous(&channel) {
            Some(false) => {}
            Some(true) => self.abandon(fault),
            None => self.require_buffered(view, &channel),
        }
        let lost = self.block();
        if self.unit.program.lossy {
            let length = self.channel_length(view, &channel);
            let capacity = self.channel_capacity(view, &channel);
            let room = self.compare(IntCC::UnsignedLessThan, length, capacity);
            self.require(room, lost);
        }
        self.append(view, &channel, &message, sorted);
        self.record(making, &channel, true, &message);
        self.jump(lost);
        self.b.switch_to_block(lost);
    }

    fn receive(
        &mut self,
        making: &Making,
        channel: &Expr,
        fields: &[MessageField],
        mode: ReceiveMode,
        source: Source,
    ) {
        let view = &making.view;
        let fault = self.fault;
        // Evaluating the channel again matters only if the sender's step changed it.
        let offer = match source {
            Source::Offer(offer) if !depends_on_control(channel) => Some(offer),
            _ => None,
        };
        let channel = match offer {
            None => Some(self.channel(view, channel)),
            Some(_) => None,
        };
        match (&channel, offer) {
            (Some(channel), _) => self.require_fields(view, channel, fields.len(), false),
            (None, Some(offer)) => {
                let count = self.offer_load(offer, offset_of!(Offer, count));
                let right = self.compare_constant(IntCC::Equal, count, fields.len() as i32);
                self.require(right, fault);
            }
            (None, None) => {}
        }
        let traced = self.unit.follow.is_some();
        let mut message = Vec::new();
        for (index, field) in fields.iter().enumerate() {
            let wanted = traced || matches!(field, MessageField::Store(_));
            message.push(match (source, &channel) {
                _ if !wanted => None,
                (Source::Offer(offer), _) => Some(self.offer_field(offer, index)),
                (Source::Buffer(slot), Some(channel)) => {
                    Some(self.message_field(view, channel, slot, index))
                }
                (Source::Buffer(_), None) => None,
            });
        }
        for (field, value) in fields.iter().zip(&message) {
            if let (MessageField::Store(place), Some(value)) = (field, value) {
                self.store_place(view, place, *value);
            }
        }
        if mode.keep {
            return;
        }
        if let (Source::Buffer(slot), Some(channel)) = (source, &channel) {
            self.remove(view, channel, slot);
        }
        if traced {
            let message: Vec<Value> = message.into_iter().flatten().collect();
            let id = match (&channel, source) {
                (Some(channel), _) => channel.id,
                (None, Source::Offer(offer)) => self.offer_load(offer, offset_of!(Offer, channel)),
                (None, Source::Buffer(_)) => self.constant(0),
            };
            let spilled = self.spill(&message);
            let count = self.constant(message.len() as i32);
            self.follow(making, false, id, spilled, count);
        }
    }

    fn record(&mut self, making: &Making, channel: &Chan, sent: bool, message: &[Value]) {
        if self.unit.follow.is_some() {
            let spilled = self.spill(message);
            let count = self.constant(message.len() as i32);
            self.follow(making, sent, channel.id, spilled, count);
        }
    }

    /// Lets the trace assertion see a message in memory.
    pub fn follow(
        &mut self,
        making: &Making,
        sent: bool,
        channel: Value,
        message: Value,
        count: Value,
    ) {
        let Some(follow) = self.unit.follow else {
            return;
        };
        let sent = self.constant(i32::from(sent));
        let channel = self.b.ins().uextend(types::I64, channel);
        let state = making.view.state;
        let arguments = [self.context, state, message, count, sent, channel];
        let answer = self.call_function(follow, &arguments);
        let faulted = self.compare_constant(IntCC::Equal, answer, FAULT as i32);
        let fault = self.fault;
        self.leave_if(faulted, fault);
        let broken = self.compare_constant(IntCC::NotEqual, answer, 0);
        self.violated(making, broken);
    }

    /// Creates a process behind the others. The context lists it afterwards.
    fn create(
        &mut self,
        making: &Making,
        proctype: ProcId,
        arguments: &[Expr],
        priority: u8,
        result: Option<&Place>,
    ) {
        let view = &making.view;
        let fault = self.fault;
        let layout = self.unit.layout;
        let arguments: Vec<Value> = arguments.iter().map(|a| self.value(view, a)).collect();
        let region = self.unit.region(Some(proctype));
        let child = &self.unit.program.proctypes[proctype as usize];
        let pid = self.process_count();
        let channels = self.context_load(types::I32, offset_of!(Context, channel_count));
        let offset = self.b.use_var(making.length);
        let kind = self.constant(proctype as i32);
        let fits = self.call(Runtime::Enter, &[self.context, kind, offset]);
        self.require(fits, fault);
        let length = self.b.ins().iadd_imm_s(offset, i64::from(region.size()));
        self.b.def_var(making.length, length);
        let address = self.b.ins().iadd(view.state, offset);
        self.zero(address, region.size());
        let place = self.constant(layout.place_of(proctype, child.entry) as i32);
        self.store_field(address, layout.place, place);
        if let Some(field) = layout.priority {
            let priority = self.constant(i32::from(priority));
            self.store_field(address, field, priority);
        }
        for (&(at, _), value) in child.parameters.iter().zip(arguments) {
            self.store_own(address, proctype, at, value);
        }
        let own = View {
            local: Some((proctype, address)),
            pid,
            timeout: self.constant(0),
            ..*view
        };
        for initial in &child.frame.initial {
            let value = match &initial.value {
                Initializer::Value(expr) => self.value(&own, expr),
                Initializer::Channel(slot) => {
                    self.b.ins().iadd_imm_s(channels, i64::from(*slot) + 1)
                }
            };
            self.store_own(address, proctype, initial.offset, value);
        }
        for exclusive in &child.exclusive {
            let channel = self.channel(&own, &Expr::Load(exclusive.place()));
            self.require_buffered(&own, &channel);
            self.require_end(&own, &channel, exclusive.end);
        }
        if let Some(place) = result {
            self.store_place(view, place, pid);
        }
    }

    /// Stores a scalar of a region by its offset in the program's frame.
    fn store_own(&mut self, address: Value, proctype: ProcId, offset: u32, value: Value) {
        let placed = self.unit.region(Some(proctype)).get(offset);
        if let Some(crate::layout::Home::Field(field)) = placed.map(|placed| placed.home) {
            self.store_field(address, field, value);
        }
    }

    fn zero(&mut self, address: Value, size: u32) {
        let zero = self.wide(0);
        const UNROLLED: u32 = 256;
        if size <= UNROLLED {
            for at in (0..size).step_by(8) {
                self.b.ins().store(flags(), zero, address, at as i32);
            }
            return;
        }
        let (head, body, done) = (self.block(), self.block(), self.block());
        let at = self.b.append_block_param(head, types::I64);
        self.b.ins().jump(head, &[zero.into()]);
        self.b.switch_to_block(head);
        let more = self
            .b
            .ins()
            .icmp_imm_s(IntCC::UnsignedLessThan, at, i64::from(size));
        self.b.ins().brif(more, body, &[], done, &[]);
        self.b.switch_to_block(body);
        let here = self.b.ins().iadd(address, at);
        self.b.ins().store(flags(), zero, here, 0);
        let next = self.b.ins().iadd_imm_s(at, 8);
        self.b.ins().jump(head, &[next.into()]);
        self.b.switch_to_block(done);
    }

    /// Sets the place of a process whose region is at `address`.
    pub fn set_place(&mut self, address: Value, place: Value) {
        let field: Field = self.unit.layout.place;
        self.store_field(address, field, place);
    }
}
