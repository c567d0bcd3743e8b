//! Sending and receiving: channels, messages, and what is passed where.

use super::ast::*;
use super::expression::{is_number, is_small, number};
use super::features::Feature;
use super::scope::Scope;

/// How much a variable or field can hold, in steps. A field of one bit that is alone in its
/// message has the room of a byte.
fn room(of: &Type) -> usize {
    match of {
        Type::Bit | Type::Bool | Type::Unsigned(_) => 0,
        Type::Short => 2,
        Type::Int => 3,
        _ => 1,
    }
}

/// Does the first argument mention the variable that the second receives into?
fn depends(argument: &Argument, other: &Argument) -> bool {
    matches!(other, Argument::Into(received) if mentions(argument, &received.name))
}

fn mentions(argument: &Argument, name: &str) -> bool {
    let text = argument.to_string();
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|word| word == name)
}

impl Scope<'_> {
    /// A channel for a message; in a d_step one with a buffer, for nobody can answer there.
    fn sink(&mut self) -> Option<(Place, Vec<Type>)> {
        if self.in_d_step {
            self.buffer()
        } else {
            self.channel(|_| true)
        }
    }

    /// A whole record of this type.
    fn record(&mut self, name: &str) -> Option<Place> {
        let fits =
            |variable: &&Declaration| matches!(&variable.of, Type::Struct(other) if other == name);
        let found: Vec<Declaration> = self.variables.iter().filter(fits).cloned().collect();
        if found.is_empty() {
            return None;
        }
        let variable = self.random.pick(&found).clone();
        Some(self.element(&variable))
    }

    pub fn send(&mut self) -> Option<Statement> {
        let (channel, fields) = self.sink()?;
        let operator = if self.try_feature(Feature::Sorted, 20) {
            "!!"
        } else {
            "!"
        };
        let mut values = Vec::new();
        for field in &fields {
            values.push(self.value_of(field)?);
        }
        Some(Statement::Send(channel, operator, values))
    }

    pub fn receive(&mut self) -> Option<Statement> {
        let stays = self.random.chance(15);
        let (channel, fields) = if stays { self.buffer()? } else { self.sink()? };
        let operator = self.receive_operator();
        let arguments = self.arguments(&fields)?;
        // The channel must not depend on what is received, as in `c[i]?i`: see `arguments`.
        let itself = Argument::Into(channel.clone());
        let depends = arguments.iter().any(|argument| depends(&itself, argument));
        if depends && !self.has(Feature::OwnIndex) {
            return None;
        }
        Some(Statement::Receive(channel, operator, stays, arguments))
    }

    pub fn receive_operator(&mut self) -> &'static str {
        if self.try_feature(Feature::Sorted, 25) {
            "??"
        } else {
            "?"
        }
    }

    /// Arguments that only compare; a poll has no effects.
    pub fn matches(&mut self, fields: &[Type]) -> Vec<Argument> {
        let one = |of: &Type| match of {
            Type::Channel(_) | Type::Struct(_) => Argument::Anything,
            // SPIN writes C that does not compile for a d_step that waits for a given message.
            _ if self.in_d_step => Argument::Anything,
            Type::Mtype => Argument::Match(self.mtype()),
            _ => match self.random.below(3) {
                0 => Argument::Anything,
                1 => Argument::Match(number(self.random.below(2))),
                _ => Argument::Eval(self.value(1)),
            },
        };
        fields.iter().map(one).collect()
    }

    /// Arguments of a receive statement.
    ///
    /// SPIN's verifier undoes a receive by putting the values of the variables back into the
    /// channel. That is wrong if a variable could not hold what it received, or if another
    /// argument depends on it or on the length of the channel; so no such statements are made.
    fn arguments(&mut self, fields: &[Type]) -> Option<Vec<Argument>> {
        let mut arguments: Vec<Argument> = Vec::new();
        let single = fields.len() == 1;
        for of in fields {
            let place = match of {
                Type::Channel(inner) => self.channel_variable(inner),
                Type::Struct(name) => Some(self.record(name)?),
                _ if self.random.chance(60) => {
                    let kind = is_number(of);
                    let needed = room(of).max(usize::from(single));
                    let found = self.scalar(|of| is_number(of) == kind && room(of) >= needed);
                    found.map(|(place, _)| place)
                }
                _ => None,
            };
            arguments.push(match place {
                Some(place) => Argument::Into(place),
                None => self.matches(std::slice::from_ref(of)).remove(0),
            });
        }
        // Only SPIN minds, and it is not asked about programs for the reduction.
        if self.try_feature(Feature::OwnIndex, 60) {
            return Some(arguments);
        }
        let independent = |(position, argument): (usize, &Argument)| {
            let others = arguments.iter().enumerate();
            let mut others = others.filter(|(other, _)| *other != position);
            let changed = others.any(|(_, other)| depends(argument, other));
            if changed || mentions(argument, "len") {
                Argument::Anything
            } else {
                argument.clone()
            }
        };
        Some(arguments.iter().enumerate().map(independent).collect())
    }

    /// A variable that may be made to name another channel: not one that declares a channel.
    fn channel_variable(&mut self, inner: &[Type]) -> Option<Place> {
        let fits = |variable: &&Declaration| {
            variable.length.is_none()
                && !matches!(variable.initial, Initial::Channel(_))
                && matches!(&variable.of, Type::Channel(fields) if fields == inner)
        };
        let found: Vec<String> = self
            .variables
            .iter()
            .filter(fits)
            .map(|variable| variable.name.clone())
            .collect();
        if found.is_empty() {
            return None;
        }
        Some(Place::variable(self.random.pick(&found).clone()))
    }

    /// A value to send, pass or store where this type is expected; `None` if there is none.
    pub fn value_of(&mut self, of: &Type) -> Option<Expression> {
        match of {
            Type::Mtype => Some(self.mtype()),
            Type::Channel(inner) => {
                let channel = self.channel(|fields| fields == inner.as_slice())?;
                Some(Expression::Place(channel.0))
            }
            Type::Struct(name) => Some(Expression::Place(self.record(name)?)),
            of if is_small(of) => Some(self.value(1)),
            _ if self.repeats() => Some(self.bounded(1)),
            _ => Some(self.value(1)),
        }
    }
}
