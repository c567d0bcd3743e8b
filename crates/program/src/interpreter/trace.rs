//! Trace assertions: an automaton that watches the messages on the channels that it names.
//!
//! Only sends on channels that some event of the assertion sends to, and receives from channels
//! that some event receives from, are events.

use super::execute::{Message, Violation};
use super::machine::Machine;
use crate::fault::Fault;
use crate::model::{TraceAssertion, TraceEvent};

impl Machine<'_> {
    /// Whether the run may stop as far as the trace assertion goes.
    pub(super) fn trace_complete(&self) -> bool {
        match &self.program.trace {
            None => true,
            Some(trace) => trace.locations[self.state.trace_location() as usize].end,
        }
    }

    /// Lets the trace assertion see a message.
    pub(super) fn follow_trace(&mut self, message: &Message) -> Result<Option<Violation>, Fault> {
        let pid = message.pid;
        let Some(trace) = &self.program.trace else {
            return Ok(None);
        };
        if !self.is_watched(trace, message)? {
            return Ok(None);
        }
        let here = &trace.locations[self.state.trace_location() as usize];
        let mut next = None;
        for event in &here.events {
            if self.is_event(event, message)? {
                if next.is_some() {
                    return Err(Fault::TraceNonDeterminism);
                }
                next = Some(event.target);
            }
        }
        Ok(match next {
            Some(next) => {
                self.state.set_trace_location(next);
                let complete = trace.negated && next == trace.last;
                complete.then_some(Violation::TraceMatched { pid })
            }
            // A run that left the forbidden pattern can no longer match it.
            None if trace.negated => {
                self.state.set_trace_location(trace.last);
                None
            }
            None => Some(Violation::TraceMismatch { pid }),
        })
    }

    fn is_watched(&self, trace: &TraceAssertion, message: &Message) -> Result<bool, Fault> {
        for event in trace.locations.iter().flat_map(|location| &location.events) {
            if event.send == message.sent && self.eval(0, false, &event.channel)? == message.channel
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn is_event(&self, event: &TraceEvent, message: &Message) -> Result<bool, Fault> {
        if event.send != message.sent || self.eval(0, false, &event.channel)? != message.channel {
            return Ok(false);
        }
        let patterns: Vec<_> = event.fields.iter().collect();
        self.matches(0, false, &patterns, &message.fields)
    }
}
