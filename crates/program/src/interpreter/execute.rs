//! What a move does.

use super::machine::{Channel, Machine};
use super::moves::{Move, Offer, check_field_count, patterns};
use crate::action::{Action, Format, MessageField, Piece, Print};
use crate::fault::Fault;
use crate::span::Span;

/// What a move did besides changing the state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// What was printed, by whom.
    pub output: Vec<(usize, String)>,
    /// Messages that were sent and received, in order.
    pub messages: Vec<Message>,
    /// Properties that the move broke. The run goes on all the same.
    pub violations: Vec<Violation>,
}

/// A message that passed through a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The process.
    pub pid: usize,
    /// Number of the channel.
    pub channel: i32,
    /// Sent, not received.
    pub sent: bool,
    /// Its fields.
    pub fields: Vec<i32>,
    /// The message was lost because the channel was full.
    pub lost: bool,
    /// Its position in the buffer, where there is one, the oldest being at zero: after it was sent,
    /// or before it was received.
    pub slot: Option<usize>,
}

/// A property that a move broke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Violation {
    /// An assertion that is zero, where it stands.
    Assertion { pid: usize, span: Span },
    /// A message that the trace assertion does not allow.
    TraceMismatch { pid: usize },
    /// The last event of a `notrace` assertion.
    TraceMatched { pid: usize },
}

impl Machine<'_> {
    /// Executes a move of this state.
    pub fn execute(&mut self, step: &Move) -> Result<Effects, Fault> {
        let mut effects = Effects::default();
        let Move {
            pid,
            edge,
            partner,
            timeout,
        } = *step;
        let edge = &self.location_of(pid).edges[edge];
        let mut mover = pid;
        let mut atomic = edge.atomic;
        match (&edge.action, partner) {
            (
                Action::Send {
                    channel, fields, ..
                },
                Some(partner),
            ) => {
                let channel = self.channel(self.eval(pid, timeout, channel)?)?;
                let offer = self.offer(pid, timeout, channel, fields)?;
                self.record(
                    pid,
                    channel,
                    true,
                    offer.message.clone(),
                    None,
                    &mut effects,
                )?;
                // The sender has left its location when the receiver moves.
                self.set_location(pid, edge.target);
                let receive = &self.location_of(partner.pid).edges[partner.edge];
                mover = partner.pid;
                atomic = receive.atomic;
                self.perform(
                    mover,
                    timeout,
                    &receive.action,
                    Some(&offer),
                    receive.span,
                    &mut effects,
                )?;
                self.set_location(mover, receive.target);
            }
            (Action::Terminate, _) => self.terminate_youngest(),
            (action, _) => {
                self.perform(pid, timeout, action, None, edge.span, &mut effects)?;
                self.set_location(pid, edge.target);
            }
        }
        if self.program.uses_last {
            self.state.set_last(mover);
        }
        // A process inside an atomic sequence keeps control as long as it can go on.
        self.state.set_holder(None);
        if atomic && self.can_go_on(mover) {
            self.state.set_holder(Some(mover));
        }
        Ok(effects)
    }

    /// Executes an action that is enabled, all but the change of location. `offer` is the message
    /// of the rendezvous that the action completes.
    pub(super) fn perform(
        &mut self,
        pid: usize,
        timeout: bool,
        action: &Action,
        offer: Option<&Offer>,
        span: Span,
        effects: &mut Effects,
    ) -> Result<(), Fault> {
        match action {
            Action::Condition(_) | Action::Else | Action::Terminate => {}
            Action::Assign(place, expr) => {
                let value = self.eval(pid, timeout, expr)?;
                self.store(pid, place, value)?;
            }
            Action::Assert(expr) => {
                if !self.holds(pid, timeout, expr)? {
                    effects.violations.push(Violation::Assertion { pid, span });
                }
            }
            Action::Print(print) => {
                let text = self.format(pid, timeout, print)?;
                effects.output.push((pid, text));
            }
            Action::Send {
                channel,
                fields,
                sorted,
            } => {
                let channel = self.channel(self.eval(pid, timeout, channel)?)?;
                let message = self.eval_all(pid, timeout, fields)?;
                self.send(pid, channel, message, *sorted, effects)?;
            }
            Action::Receive {
                channel,
                fields,
                mode,
            } => {
                let channel_id = self.eval(pid, timeout, channel)?;
                let source = self.channel(channel_id)?;
                let (message, slot) = match offer {
                    Some(offer) => (offer.message.clone(), None),
                    None => {
                        let found = self.find_message(
                            pid,
                            timeout,
                            source,
                            &patterns(fields),
                            mode.random,
                        )?;
                        let slot = found.ok_or(Fault::BlockedInDStep)?;
                        (self.message(source, slot), Some(slot))
                    }
                };
                check_field_count(source, fields.len())?;
                for (field, &value) in fields.iter().zip(&message) {
                    if let MessageField::Store(place) = field {
                        self.store(pid, place, value)?;
                    }
                }
                if !mode.keep {
                    if let Some(slot) = slot {
                        self.remove(source, slot);
                    }
                    self.record(pid, source, false, message, slot, effects)?;
                }
            }
            Action::Run {
                proctype,
                arguments,
                priority,
                result,
            } => {
                let arguments = self.eval_all(pid, timeout, arguments)?;
                let child = self.create(*proctype, &arguments, *priority)?;
                if let Some(place) = result {
                    self.store(pid, place, child as i32)?;
                }
            }
            Action::SetPriority {
                pid: other,
                priority,
            } => {
                let other = self.live(self.eval(pid, timeout, other)?);
                let priority = self.eval(pid, timeout, priority)?;
                if let Some(other) = other {
                    let valid = u8::try_from(priority).ok().filter(|&priority| priority > 0);
                    self.set_priority(other, valid.ok_or(Fault::BadPriority(priority))?);
                }
            }
            Action::DStep(body) => self.run_dstep(pid, timeout, body, offer, effects)?,
        }
        Ok(())
    }

    /// Puts a message into a buffer: at the end, or, sorted, behind all that are not greater.
    fn send(
        &mut self,
        pid: usize,
        channel: Channel<'_>,
        message: Vec<i32>,
        sorted: bool,
        effects: &mut Effects,
    ) -> Result<(), Fault> {
        check_field_count(channel, message.len())?;
        if self.is_full(channel) {
            effects.messages.push(Message {
                pid,
                channel: channel.id,
                sent: true,
                fields: message,
                lost: true,
                slot: None,
            });
            return Ok(());
        }
        let length = self.channel_length(channel);
        let greater = |slot: &usize| self.message(channel, *slot) > message;
        let slot = if sorted {
            (0..length).find(greater)
        } else {
            None
        };
        let slot = slot.unwrap_or(length);
        self.insert(channel, slot, &message);
        self.record(pid, channel, true, message, Some(slot), effects)
    }

    /// Notes that a message passed, and lets the trace assertion see it.
    fn record(
        &mut self,
        pid: usize,
        channel: Channel<'_>,
        sent: bool,
        fields: Vec<i32>,
        slot: Option<usize>,
        effects: &mut Effects,
    ) -> Result<(), Fault> {
        let message = Message {
            pid,
            channel: channel.id,
            sent,
            fields,
            lost: false,
            slot,
        };
        effects.violations.extend(self.follow_trace(&message)?);
        effects.messages.push(message);
        Ok(())
    }

    fn format(&self, pid: usize, timeout: bool, print: &Print) -> Result<String, Fault> {
        let mut text = String::new();
        for piece in &print.pieces {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Value(format, expr) => {
                    let value = self.eval(pid, timeout, expr)?;
                    text.push_str(&self.format_value(format, value));
                }
            }
        }
        Ok(text)
    }

    fn format_value(&self, format: &Format, value: i32) -> String {
        match format {
            Format::Decimal => value.to_string(),
            Format::Unsigned => (value as u32).to_string(),
            Format::Octal => format!("{value:o}"),
            Format::Hex => format!("{value:x}"),
            Format::Character => char::from(value as u8).to_string(),
            Format::Symbol(table) => self.program.symbol(*table, value),
        }
    }
}
