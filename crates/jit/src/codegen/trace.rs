//! The trace assertion as a function of the state that is being made and a message.

use super::emitter::{Emitter, View, flags};
use crate::runtime::FAULT;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use program::Pattern;
use program::model::{TraceAssertion, TraceEvent, TraceLocation};

/// A message that the assertion sees.
struct Seen {
    /// Pointer to its fields.
    fields: Value,
    count: Value,
    sent: Value,
    channel: Value,
}

impl Emitter<'_> {
    /// The body of the function: parameters are those of [`crate::runtime::Function`], with the
    /// message, the number of its fields, whether it was sent, and the channel in place of
    /// region, process, timeout and last argument. The answer is one if the message breaks the
    /// assertion, [`FAULT`] if that cannot be known.
    pub fn trace(&mut self, parameters: &[Value], trace: &TraceAssertion) {
        let Some(field) = self.unit.layout.trace else {
            return self.return_constant(0);
        };
        let state = parameters[1];
        let seen = Seen {
            fields: parameters[2],
            count: parameters[3],
            sent: parameters[4],
            channel: self.b.ins().ireduce(types::I32, parameters[5]),
        };
        let view = View {
            state,
            local: None,
            pid: self.constant(0),
            timeout: self.constant(0),
        };
        let (fault, watched) = (self.block(), self.block());
        self.fault = fault;
        for event in trace.locations.iter().flat_map(|l| &l.events) {
            let next = self.block();
            self.require_event_channel(&view, event, &seen, next);
            self.jump(watched);
            self.b.switch_to_block(next);
        }
        self.return_constant(0);

        self.b.switch_to_block(watched);
        let here = self.load_field(state, field);
        for (index, location) in trace.locations.iter().enumerate() {
            let next = self.block();
            let at = self.compare_constant(IntCC::Equal, here, index as i32);
            self.require(at, next);
            self.trace_location(&view, trace, location, &seen);
            self.b.switch_to_block(next);
        }
        self.return_constant(0);
        self.b.switch_to_block(fault);
        self.return_constant(FAULT);
    }

    fn trace_location(
        &mut self,
        view: &View,
        trace: &TraceAssertion,
        location: &TraceLocation,
        seen: &Seen,
    ) {
        let fault = self.fault;
        let target = self.b.declare_var(types::I32);
        let none = self.constant(-1);
        self.b.def_var(target, none);
        for event in &location.events {
            let next = self.block();
            self.require_event_channel(view, event, seen, next);
            self.require_event_fields(view, event, seen, next);
            let before = self.b.use_var(target);
            let first = self.compare_constant(IntCC::Equal, before, -1);
            self.require(first, fault);
            let there = self.constant(event.target as i32);
            self.b.def_var(target, there);
            self.jump(next);
            self.b.switch_to_block(next);
        }
        let Some(field) = self.unit.layout.trace else {
            return self.return_constant(0);
        };
        let there = self.b.use_var(target);
        let matched = self.compare_constant(IntCC::NotEqual, there, -1);
        let lost = self.block();
        self.require(matched, lost);
        self.store_field(view.state, field, there);
        let complete = if trace.negated {
            let complete = self.compare_constant(IntCC::Equal, there, trace.last as i32);
            self.b.ins().uextend(types::I32, complete)
        } else {
            self.constant(0)
        };
        self.b.ins().return_(&[complete]);
        self.b.switch_to_block(lost);
        if trace.negated {
            // A run that left the forbidden pattern can no longer match it.
            let last = self.constant(trace.last as i32);
            self.store_field(view.state, field, last);
        }
        self.return_constant(u32::from(!trace.negated));
    }

    fn require_event_channel(&mut self, view: &View, event: &TraceEvent, seen: &Seen, no: Block) {
        let same = self.compare_constant(IntCC::Equal, seen.sent, i32::from(event.send));
        self.require(same, no);
        let channel = self.value(view, &event.channel);
        let same = self.compare(IntCC::Equal, channel, seen.channel);
        self.require(same, no);
    }

    fn require_event_fields(&mut self, view: &View, event: &TraceEvent, seen: &Seen, no: Block) {
        let fault = self.fault;
        let wanted = event.fields.len() as i32;
        let enough = self.compare_constant(IntCC::SignedGreaterThanOrEqual, seen.count, wanted);
        self.require(enough, fault);
        for (index, pattern) in event.fields.iter().enumerate() {
            if let Pattern::Equals(expr) = pattern {
                let wanted = self.value(view, expr);
                let offset = 4 * index as i32;
                let field = self.b.ins().load(types::I32, flags(), seen.fields, offset);
                let equal = self.compare(IntCC::Equal, wanted, field);
                self.require(equal, no);
            }
        }
    }
}
