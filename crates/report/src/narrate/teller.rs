//! Steps of a run, told one after the other.

use super::cast::Cast;
use super::mail::Mail;
use super::sources::Sources;
use super::words::Words;
use crate::trace::{Act, Event, Message, Site, Step};
use evidence::Record;
use program::interpreter::{self, Move};
use program::{Fault, Program, Span, State};

/// Follows a run from its first state on.
pub struct Teller<'a> {
    pub cast: Cast<'a>,
    words: Words<'a>,
    mail: Mail,
    /// Steps that were told.
    told: usize,
}

impl<'a> Teller<'a> {
    pub fn new(program: &'a Program, sources: &'a dyn Sources, initial: &State) -> Teller<'a> {
        Teller {
            cast: Cast::new(program, initial),
            words: Words::new(program, sources),
            mail: Mail::default(),
            told: 0,
        }
    }

    /// The next step.
    pub fn step(&mut self, record: &Record) -> Step {
        let mut step = self.acts(&record.before, &record.step);
        self.cast.update(self.told, &record.after);
        let messages = record.effects.messages.iter();
        step.messages = messages.map(|message| self.message(message)).collect();
        self.mail.keep(self.cast.channel_count());
        step.changes = self.cast.changes(&record.after);
        step.atomic = record.after.holder().is_some();
        let output = record.effects.output.iter();
        step.output = output.map(|(_, text)| text.as_str()).collect();
        self.told += 1;
        step
    }

    /// A move that cannot be executed.
    pub fn fault(&self, before: &State, step: &Move, fault: &Fault) -> Step {
        Step {
            fault: Some(fault.to_string()),
            ..self.acts(before, step)
        }
    }

    /// Who moves, and how, and nothing of what comes of it.
    fn acts(&self, before: &State, step: &Move) -> Step {
        let partner = step.partner;
        let number = |pid, edge| {
            let edge = self.words.edge(before, pid, edge);
            edge.map_or(0, |edge| edge.number)
        };
        Step {
            act: self.act(before, step.pid, step.edge),
            partner: partner.map(|partner| self.act(before, partner.pid, partner.edge)),
            edge: step.edge,
            partner_edge: partner.map(|partner| partner.edge),
            number: number(step.pid, step.edge),
            partner_number: partner.map(|partner| number(partner.pid, partner.edge)),
            atomic: false,
            changes: Vec::new(),
            messages: Vec::new(),
            output: String::new(),
            fault: None,
            state: None,
        }
    }

    fn act(&self, before: &State, pid: usize, edge: usize) -> Act {
        let edge = self.words.edge(before, pid, edge);
        let span = edge.map_or(Span::default(), |edge| edge.span);
        Act {
            process: self.cast.process(pid),
            statement: edge.map_or(String::new(), |edge| self.words.statement(edge)),
            site: self.site(span),
        }
    }

    pub fn site(&self, span: Span) -> Site {
        self.words.sources.site(span)
    }

    fn message(&mut self, message: &interpreter::Message) -> Message {
        let channel = self.cast.channel(message.channel);
        let (name, meanings) = match channel {
            Some(channel) => (channel.name, channel.meanings),
            None => (message.channel.to_string(), &[][..]),
        };
        Message {
            process: self.cast.process(message.pid),
            channel: name,
            event: match (message.sent, message.lost) {
                (true, false) => Event::Sent,
                (true, true) => Event::Lost,
                (false, _) => Event::Received,
            },
            fields: self.cast.fields(meanings, &message.fields),
            sent: self.mail.pass(self.told, message),
        }
    }
}
