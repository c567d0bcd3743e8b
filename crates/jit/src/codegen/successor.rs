//! Making a successor: copy the state, change the copy, record it.

use super::emitter::{Emitter, View, flags, packed};
use super::perform::{Making, Source};
use crate::facts::always_enabled;
use crate::runtime::{Context, Entry, NO_HOLDER, NOTHING, Offer, Runtime, SLACK};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use cranelift_frontend::Variable;
use program::{Action, Edge, ProcId, Step};
use std::mem::offset_of;

/// A process that moves, in the state that is expanded.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    pub view: View,
    pub proctype: ProcId,
    /// Where its region starts in a state, 64 bits.
    pub frame: Value,
}

impl Emitter<'_> {
    /// The word of a step of a process by an edge.
    pub fn step_word(&mut self, view: &View, edge: usize) -> Value {
        let constant = Step::new(0, edge as u16).word();
        let pid = self.b.ins().uextend(types::I64, view.pid);
        let mut word = self.b.ins().bor_imm_u(pid, constant as i64);
        if self.unit.facts.uses_timeout {
            let shift = Step::default().after_timeout().word().trailing_zeros();
            let timeout = self.b.ins().uextend(types::I64, view.timeout);
            let timeout = self.b.ins().ishl_imm_u(timeout, i64::from(shift));
            word = self.b.ins().bor(word, timeout);
        }
        word
    }

    /// The word of a rendezvous: the sender's step completed by a receiver's.
    fn joint_word(&mut self, offer: Value, view: &View, edge: usize) -> Value {
        let first = Step::default().with_partner(0, 0).word();
        let shift = (Step::default().with_partner(1, 0).word() ^ first).trailing_zeros();
        let constant = Step::default().with_partner(0, edge as u16).word();
        let step = offset_of!(Offer, step) as i32;
        let send = self.b.ins().load(types::I64, flags(), offer, step);
        let pid = self.b.ins().uextend(types::I64, view.pid);
        let pid = self.b.ins().ishl_imm_u(pid, i64::from(shift));
        let word = self.b.ins().bor(send, pid);
        let constant = self.wide(constant);
        self.b.ins().bor(word, constant)
    }

    /// Adds the successor by an edge that is enabled, or a fault of executing it.
    pub fn successor(&mut self, mover: &Mover, index: usize, edge: &Edge, source: Source) {
        let outer_fault = self.fault;
        let (fault, done) = (self.block(), self.block());
        self.b.set_cold_block(fault);
        self.fault = fault;
        let before = self.shape(&edge.action);
        let making = self.begin(mover);
        // Before anything that can fault: the report of a fault needs it too.
        let step = match source {
            Source::Buffer(_) => self.step_word(&mover.view, index),
            Source::Offer(offer) => self.joint_word(offer, &mover.view, index),
        };
        if let Source::Offer(offer) = source {
            self.depart(&making, offer);
        }
        if edge.action == Action::Terminate {
            // The youngest process is the end of the state.
            self.b.def_var(making.length, mover.frame);
        } else {
            self.perform(&making, &edge.action, source);
            let target = self.unit.layout.place_of(mover.proctype, edge.target);
            let target = self.constant(target as i32);
            if let Some((_, region)) = making.view.local {
                self.set_place(region, target);
            }
        }
        if let Some(field) = self.unit.layout.last {
            self.store_field(making.view.state, field, mover.view.pid);
        }
        let holder = if edge.atomic && edge.action != Action::Terminate {
            self.holder(mover, &making, edge)
        } else {
            self.constant(i32::from(NO_HOLDER))
        };
        self.commit(&making, step, holder);
        self.restore(before);
        self.jump(done);

        self.b.switch_to_block(fault);
        self.restore(before);
        self.run(Runtime::LateFault, &[self.context, step]);
        self.jump(done);
        self.b.switch_to_block(done);
        self.fault = outer_fault;
    }

    /// Number of processes and channels before an action that adds some.
    fn shape(&mut self, action: &Action) -> Option<(Value, Value)> {
        matches!(action, Action::Run { .. }).then(|| {
            let processes = self.process_count();
            let channels = self.context_load(types::I32, offset_of!(Context, channel_count));
            (processes, channels)
        })
    }

    fn restore(&mut self, shape: Option<(Value, Value)>) {
        if let Some((processes, channels)) = shape {
            self.context_store(processes, offset_of!(Context, count));
            self.context_store(channels, offset_of!(Context, channel_count));
        }
    }

    /// Copies the state to where the next successor goes.
    fn begin(&mut self, mover: &Mover) -> Making {
        let entry = self.context_load(types::I64, offset_of!(Context, entry));
        let end = self.context_load(types::I64, offset_of!(Context, entry_end));
        let full = self.compare(IntCC::Equal, entry, end);
        let (grow, room) = (self.block(), self.block());
        self.b.set_cold_block(grow);
        self.b.ins().brif(full, grow, &[], room, &[]);
        self.b.switch_to_block(grow);
        self.run(Runtime::Grow, &[self.context]);
        self.jump(room);
        self.b.switch_to_block(room);
        let state = self.context_load(types::I64, offset_of!(Context, out));
        let length = self.context_load(types::I64, offset_of!(Context, length));
        self.copy(mover.view.state, state, length);
        let violates = self.b.declare_var(types::I32);
        let zero = self.constant(0);
        self.b.def_var(violates, zero);
        let length_variable = self.b.declare_var(types::I64);
        self.b.def_var(length_variable, length);
        let region = self.b.ins().iadd(state, mover.frame);
        Making {
            view: View {
                state,
                local: Some((mover.proctype, region)),
                ..mover.view
            },
            violates,
            length: length_variable,
        }
    }

    /// Copies a state in blocks, up to less than [`SLACK`] bytes more than it has.
    fn copy(&mut self, from: Value, to: Value, length: Value) {
        let kind = self.unit.block;
        let size = kind.bytes();
        if let Some(longest) = self.unit.longest.filter(|&most| most as usize <= SLACK) {
            for at in (0..longest as i32).step_by(size as usize) {
                let block = self.b.ins().load(kind, packed(), from, at);
                self.b.ins().store(packed(), block, to, at);
            }
            return;
        }
        let (body, done) = (self.block(), self.block());
        let at = self.b.append_block_param(body, types::I64);
        let zero = self.wide(0);
        self.b.ins().jump(body, &[zero.into()]);
        self.b.switch_to_block(body);
        let (source, target) = (self.b.ins().iadd(from, at), self.b.ins().iadd(to, at));
        for part in [0, size as i32] {
            let block = self.b.ins().load(kind, packed(), source, part);
            self.b.ins().store(packed(), block, target, part);
        }
        let next = self.b.ins().iadd_imm_s(at, 2 * i64::from(size));
        let more = self.compare(IntCC::UnsignedLessThan, next, length);
        self.b.ins().brif(more, body, &[next.into()], done, &[]);
        self.b.switch_to_block(done);
    }

    /// The sender's half of a rendezvous.
    fn depart(&mut self, making: &Making, offer: Value) {
        if self.unit.follow.is_some() {
            let channel = self.offer_load(offer, offset_of!(Offer, channel));
            let fields = self.b.ins().iadd_imm_s(offer, size_of::<Offer>() as i64);
            let count = self.offer_load(offer, offset_of!(Offer, count));
            self.follow(making, true, channel, fields, count);
        }
        let frame = offset_of!(Offer, frame) as i32;
        let frame = self.b.ins().load(types::I64, flags(), offer, frame);
        let region = self.b.ins().iadd(making.view.state, frame);
        let target = self.offer_load(offer, offset_of!(Offer, target));
        self.set_place(region, target);
    }

    /// The process if it can go on, else nobody: 32 bits.
    fn holder(&mut self, mover: &Mover, making: &Making, edge: &Edge) -> Value {
        let location = self
            .unit
            .program
            .proctype(mover.proctype)
            .location(edge.target);
        let none = self.constant(i32::from(NO_HOLDER));
        let target = self.unit.layout.place_of(mover.proctype, edge.target);
        let pid = mover.view.pid;
        let state = making.view.state;
        let can = if !self.unit.all_may_run() {
            self.call(Runtime::GoOn, &[self.context, state, pid])
        } else if always_enabled(location) {
            return pid;
        } else if let Some(test) = self.unit.places[target as usize].test {
            let no_timeout = self.constant(0);
            let count_faults = self.wide(1);
            let arguments = [
                self.context,
                state,
                mover.frame,
                pid,
                no_timeout,
                count_faults,
            ];
            let answer = self.call_function(test, &arguments);
            self.compare_constant(IntCC::NotEqual, answer, NOTHING as i32)
        } else {
            return none;
        };
        self.b.ins().select(can, pid, none)
    }

    /// Records the successor.
    fn commit(&mut self, making: &Making, step: Value, holder: Value) {
        let entry = self.context_load(types::I64, offset_of!(Context, entry));
        let length = self.b.use_var(making.length);
        let violates = self.b.use_var(making.violates);
        let mut store = |value: Value, offset: usize, width: u32| {
            let ins = self.b.ins();
            match width {
                16 => ins.istore16(flags(), value, entry, offset as i32),
                32 => ins.istore32(flags(), value, entry, offset as i32),
                _ => ins.store(flags(), value, entry, offset as i32),
            };
        };
        store(step, offset_of!(Entry, step), 64);
        store(length, offset_of!(Entry, length), 32);
        store(holder, offset_of!(Entry, holder), 16);
        store(violates, offset_of!(Entry, violates), 16);
        let next = self.b.ins().iadd_imm_s(entry, size_of::<Entry>() as i64);
        self.context_store(next, offset_of!(Context, entry));
        let out = self.b.ins().iadd(making.view.state, length);
        self.context_store(out, offset_of!(Context, out));
    }

    /// Sets a byte flag.
    pub fn set_flag(&mut self, flag: Variable) {
        let one = self.b.ins().iconst(types::I8, 1);
        self.b.def_var(flag, one);
    }

    /// A byte flag that is not set.
    pub fn new_flag(&mut self) -> Variable {
        let flag = self.b.declare_var(types::I8);
        let zero = self.b.ins().iconst(types::I8, 0);
        self.b.def_var(flag, zero);
        flag
    }

    /// Jumps if a flag is set, else goes on.
    pub fn leave_if_set(&mut self, flag: Variable, target: Block) {
        let flag = self.b.use_var(flag);
        self.leave_if(flag, target);
    }
}
