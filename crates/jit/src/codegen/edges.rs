//! The functions of a place: its moves, whether there are any, and the offers it takes.

use super::channel::Chan;
use super::emitter::{Emitter, View, flags};
use super::perform::Source;
use super::successor::Mover;
use crate::runtime::{ENABLED, FAULT, NOTHING, Offer, Runtime};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use cranelift_frontend::Variable;
use program::{Action, Edge, Expr, Location, ProcId};
use std::mem::offset_of;

/// The parameters of a function of a place.
#[derive(Clone, Copy, Debug)]
pub struct Parameters {
    pub mover: Mover,
    /// What the last parameter is depends on the kind of function.
    pub extra: Value,
}

/// What is known while the edges of a place are tried in order.
struct Trial {
    /// Some edge was enabled.
    enabled: Variable,
    /// Some edge of the present escape was enabled.
    escaped: Variable,
    /// The escape of the edges being tried, zero for none.
    escape: u32,
    /// Where to go when the rest is hidden.
    done: Block,
}

impl Emitter<'_> {
    /// Takes the parameters of a function apart.
    pub fn parameters(&mut self, proctype: ProcId, values: &[Value]) -> Parameters {
        let (state, frame) = (values[1], values[2]);
        let region = self.b.ins().iadd(state, frame);
        let view = View {
            state,
            local: Some((proctype, region)),
            pid: values[3],
            timeout: values[4],
        };
        let mover = Mover {
            view,
            proctype,
            frame,
        };
        Parameters {
            mover,
            extra: values[5],
        }
    }

    /// Returns a constant.
    pub fn return_constant(&mut self, value: u32) {
        let value = self.constant(value as i32);
        self.b.ins().return_(&[value]);
    }

    fn trial(&mut self, done: Block) -> Trial {
        Trial {
            enabled: self.new_flag(),
            escaped: self.new_flag(),
            escape: 0,
            done,
        }
    }

    /// An enabled escape hides the edges after it that do not belong to it.
    fn enter_edge(&mut self, trial: &mut Trial, edge: &Edge) {
        if edge.escape != trial.escape {
            if trial.escape != 0 {
                self.leave_if_set(trial.escaped, trial.done);
            }
            trial.escape = edge.escape;
        }
    }

    fn set_enabled(&mut self, trial: &Trial) {
        self.set_flag(trial.enabled);
        if trial.escape != 0 {
            self.set_flag(trial.escaped);
        }
    }

    /// The body of [`crate::runtime::Functions::moves`].
    pub fn moves(&mut self, parameters: &Parameters, location: &Location) {
        let mover = &parameters.mover;
        let done = self.block();
        let mut trial = self.trial(done);
        let deterministic = self.unit.program.proctype(mover.proctype).deterministic;
        for (index, edge) in location.edges.iter().enumerate() {
            self.enter_edge(&mut trial, edge);
            let (next, fault) = (self.block(), self.block());
            self.fault = fault;
            self.b.set_cold_block(fault);
            let before = self.b.use_var(trial.enabled);
            if edge.action.is_else() {
                self.leave_if_set(trial.enabled, next);
                self.successor(
                    mover,
                    index,
                    edge,
                    Source::Buffer(super::channel::Slot::Oldest),
                );
            } else if let Action::Send {
                channel, fields, ..
            } = &edge.action
            {
                let channel = self.channel(&mover.view, channel);
                let enabled = self.block();
                self.send_moves(mover, index, edge, &channel, fields, enabled, next);
                self.b.switch_to_block(enabled);
            } else {
                let slot = self.guard(&mover.view, &edge.action, next);
                self.successor(mover, index, edge, Source::Buffer(slot));
            }
            if deterministic {
                let again = self.block();
                let settled = self.block();
                self.b.ins().brif(before, again, &[], settled, &[]);
                self.b.switch_to_block(again);
                let step = self.step_word(&mover.view, index);
                self.run(Runtime::Fault, &[self.context, step]);
                self.jump(settled);
                self.b.switch_to_block(settled);
            }
            self.set_enabled(&trial);
            self.jump(next);

            self.b.switch_to_block(fault);
            let step = self.step_word(&mover.view, index);
            self.run(Runtime::Fault, &[self.context, step]);
            self.jump(next);
            self.b.switch_to_block(next);
        }
        self.jump(done);
        self.b.switch_to_block(done);
        self.return_constant(NOTHING);
    }

    /// The moves of a send: jumps to `enabled` if there are any, else to `next`.
    #[expect(clippy::too_many_arguments)]
    fn send_moves(
        &mut self,
        mover: &Mover,
        index: usize,
        edge: &Edge,
        channel: &Chan,
        fields: &[Expr],
        enabled: Block,
        next: Block,
    ) {
        let (joint, single) = self.split_rendezvous(&mover.view, channel);
        if let Some(joint) = joint {
            self.b.switch_to_block(joint);
            let offer = self.offer(mover, index, edge, channel, fields);
            let arguments = [self.context, mover.view.state, offer, mover.view.timeout];
            let found = self.call(Runtime::Partners, &arguments);
            self.b.ins().brif(found, enabled, &[], next, &[]);
        }
        if let Some(single) = single {
            self.b.switch_to_block(single);
            self.require_room(&mover.view, channel, next);
            let source = Source::Buffer(super::channel::Slot::Oldest);
            self.successor(mover, index, edge, source);
            self.jump(enabled);
        }
    }

    /// Branches on whether a channel is a rendezvous. A way that is never taken has no block.
    fn split_rendezvous(&mut self, view: &View, channel: &Chan) -> (Option<Block>, Option<Block>) {
        let (joint, single) = (self.block(), self.block());
        match self.known_rendezvous(channel) {
            Some(true) => {
                self.jump(joint);
                (Some(joint), None)
            }
            Some(false) => {
                self.jump(single);
                (None, Some(single))
            }
            None => {
                let capacity = self.channel_capacity(view, channel);
                self.b.ins().brif(capacity, single, &[], joint, &[]);
                (Some(joint), Some(single))
            }
        }
    }

    /// Puts the message that a rendezvous send offers on the stack.
    fn offer(
        &mut self,
        mover: &Mover,
        index: usize,
        edge: &Edge,
        channel: &Chan,
        fields: &[Expr],
    ) -> Value {
        let view = &mover.view;
        let values: Vec<Value> = fields.iter().map(|f| self.value(view, f)).collect();
        self.require_fields(view, channel, fields.len(), false);
        let offer = self.stack((size_of::<Offer>() + 4 * fields.len()) as u32);
        let step = self.step_word(view, index);
        let target = self.unit.layout.place_of(mover.proctype, edge.target);
        let target = self.constant(target as i32);
        let count = self.constant(fields.len() as i32);
        for (value, offset) in [
            (step, offset_of!(Offer, step)),
            (mover.frame, offset_of!(Offer, frame)),
            (view.pid, offset_of!(Offer, pid)),
            (target, offset_of!(Offer, target)),
            (channel.id, offset_of!(Offer, channel)),
            (count, offset_of!(Offer, count)),
        ] {
            self.b.ins().store(flags(), value, offer, offset as i32);
        }
        for (field, value) in values.into_iter().enumerate() {
            let value = self.wrap_field(view, channel, field, value);
            let offset = size_of::<Offer>() + 4 * field;
            self.b.ins().store(flags(), value, offer, offset as i32);
        }
        offer
    }

    /// The body of [`crate::runtime::Functions::test`].
    pub fn test(&mut self, parameters: &Parameters, location: &Location) {
        let mover = &parameters.mover;
        let (fault, enabled) = (self.block(), self.block());
        self.fault = fault;
        for (index, edge) in location.edges.iter().enumerate() {
            let next = self.block();
            if edge.action.is_else() {
                self.jump(enabled);
            } else if let Action::Send {
                channel, fields, ..
            } = &edge.action
            {
                let channel = self.channel(&mover.view, channel);
                let (joint, single) = self.split_rendezvous(&mover.view, &channel);
                if let Some(joint) = joint {
                    self.b.switch_to_block(joint);
                    let offer = self.offer(mover, index, edge, &channel, fields);
                    let view = &mover.view;
                    let arguments = [
                        self.context,
                        view.state,
                        offer,
                        view.timeout,
                        parameters.extra,
                    ];
                    let found = self.call(Runtime::PartnersTest, &arguments);
                    let faulted = self.compare_constant(IntCC::Equal, found, FAULT as i32);
                    self.leave_if(faulted, fault);
                    self.b.ins().brif(found, enabled, &[], next, &[]);
                }
                if let Some(single) = single {
                    self.b.switch_to_block(single);
                    self.require_room(&mover.view, &channel, next);
                    self.jump(enabled);
                }
            } else {
                self.guard(&mover.view, &edge.action, next);
                self.jump(enabled);
            }
            self.b.switch_to_block(next);
        }
        self.return_constant(NOTHING);
        self.b.switch_to_block(enabled);
        self.return_constant(ENABLED);
        self.b.switch_to_block(fault);
        self.return_constant(FAULT);
    }

    /// The body of [`crate::runtime::Functions::accept`].
    pub fn accept(&mut self, parameters: &Parameters, location: &Location) {
        let mover = &parameters.mover;
        let offer = parameters.extra;
        let done = self.block();
        let mut trial = self.trial(done);
        let found = self.b.declare_var(types::I32);
        let zero = self.constant(0);
        self.b.def_var(found, zero);
        for (index, edge) in location.edges.iter().enumerate() {
            self.enter_edge(&mut trial, edge);
            if !self.unit.may_accept(Some(mover.proctype), &edge.action) {
                continue;
            }
            let (next, fault) = (self.block(), self.block());
            self.fault = fault;
            self.b.set_cold_block(fault);
            self.guard_offer(&mover.view, &edge.action, offer, next);
            self.successor(mover, index, edge, Source::Offer(offer));
            self.set_enabled(&trial);
            let before = self.b.use_var(found);
            let after = self.b.ins().iadd_imm_s(before, 1);
            self.b.def_var(found, after);
            self.jump(next);

            self.b.switch_to_block(fault);
            let step = offset_of!(Offer, step) as i32;
            let step = self.b.ins().load(types::I64, flags(), offer, step);
            self.run(Runtime::Fault, &[self.context, step]);
            self.jump(next);
            self.b.switch_to_block(next);
        }
        self.jump(done);
        self.b.switch_to_block(done);
        let found = self.b.use_var(found);
        self.b.ins().return_(&[found]);
    }

    /// The body of [`crate::runtime::Functions::accept_test`]. Unlike a move of the process
    /// itself, a fault does not hide what comes after it.
    pub fn accept_test(&mut self, parameters: &Parameters, location: &Location) {
        let mover = &parameters.mover;
        let enabled = self.block();
        let faulted = self.new_flag();
        for edge in &location.edges {
            if !self.unit.may_accept(Some(mover.proctype), &edge.action) {
                continue;
            }
            let (next, fault) = (self.block(), self.block());
            self.fault = fault;
            self.guard_offer(&mover.view, &edge.action, parameters.extra, next);
            self.jump(enabled);
            self.b.switch_to_block(fault);
            self.set_flag(faulted);
            self.jump(next);
            self.b.switch_to_block(next);
        }
        let faulted = self.b.use_var(faulted);
        let faulted = self.b.ins().uextend(types::I32, faulted);
        let answer = self.b.ins().imul_imm_s(faulted, i64::from(FAULT));
        self.b.ins().return_(&[answer]);
        self.b.switch_to_block(enabled);
        self.return_constant(ENABLED);
    }
}
