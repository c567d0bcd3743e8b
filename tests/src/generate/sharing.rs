//! What decides how much processes have to do with each other: indices that differ from process to
//! process, references to what others keep to themselves, and globals that only some can see.

use super::ast::*;
use super::expression::{is_number, number};
use super::features::Feature;
use super::scope::{Relic, Scope};

impl Scope<'_> {
    /// An index that belongs to the process: its number, a parameter or a local variable.
    pub fn own_index(&mut self, length: usize) -> Expression {
        let own = |variable: &&Declaration| {
            let local = ["p", "l", "i"].iter().any(|p| variable.name.starts_with(p));
            local && is_number(&variable.of) && variable.length.is_none()
        };
        let own: Vec<String> = self.variables.iter().filter(own).map(name).collect();
        let value = if own.is_empty() || self.random.chance(50) {
            Expression::Word("_pid".into())
        } else {
            Expression::Place(Place::variable(self.random.pick(&own).clone()))
        };
        // Out of bounds now and then, with larger numbers of processes.
        if length > 2 && self.try_feature(Feature::Error, 40) {
            return value;
        }
        Expression::Binary("%", Box::new(value), Box::new(number(length)))
    }

    /// Lets the next process type see only some of the globals.
    pub fn focus(&mut self) {
        if !self.try_feature(Feature::Focus, 70) {
            return;
        }
        let percent = self.random.between(30, 80);
        let globals = std::mem::take(&mut self.variables);
        for global in globals {
            if self.random.chance(percent) {
                self.variables.push(global);
            }
        }
    }

    /// `xr` or `xs` of a channel that the process has by a name of its own.
    pub fn own_channel(&mut self) -> Option<Statement> {
        let own = |variable: &&Declaration| {
            let channel = matches!(variable.of, Type::Channel(_)) && variable.length.is_none();
            channel && variable.initial != Initial::Channel(0) && !variable.name.starts_with('c')
        };
        let own: Vec<String> = self.variables.iter().filter(own).map(name).collect();
        if own.is_empty() {
            return None;
        }
        let channel = Place::variable(self.random.pick(&own).clone());
        let word = self.random.word(&["xr", "xs"]);
        Some(Statement::Exclusive(word, channel))
    }

    /// Gives ends of channels to processes that alone use them by name, or, less often, to one of
    /// several. Who uses a channel by another name is not asked.
    pub fn share_out(&mut self, globals: &[Declaration], proctypes: &mut [Proctype]) {
        // SPIN refuses elements of arrays.
        let single = |variable: &&Declaration| {
            let buffered = matches!(variable.initial, Initial::Channel(capacity) if capacity > 0);
            buffered && variable.length.is_none()
        };
        for channel in globals.iter().filter(single) {
            for (word, operator) in [("xr", "?"), ("xs", "!")] {
                let uses = |index: &usize| {
                    let text = proctypes[*index].to_string();
                    text.contains(&format!("{}{operator}", channel.name))
                };
                let mut users: Vec<usize> = (0..proctypes.len()).filter(uses).collect();
                // Two processes of a type would both say so, and none would come to anything.
                users.retain(|&index| proctypes[index].active <= 1);
                let percent = if users.len() == 1 { 80 } else { 45 };
                if users.is_empty() || !self.try_feature(Feature::Exclusive, percent) {
                    continue;
                }
                let body = &mut proctypes[*self.random.pick(&users)].body;
                let declares = |statement: &&Statement| matches!(statement, Statement::Declare(_));
                let place = body.iter().take_while(declares).count();
                let channel = Place::variable(channel.name.clone());
                body.insert(place, Statement::Exclusive(word, channel));
            }
        }
    }

    /// Notes variables of a process type that runs from the start.
    pub fn leave_relics(&mut self, proctype: &str, body: &[Statement]) {
        if proctype == "init" {
            return;
        }
        for statement in body {
            if let Statement::Declare(variable) = statement
                && is_number(&variable.of)
                && variable.length.is_none()
            {
                self.relics.push(Relic {
                    proctype: proctype.to_owned(),
                    pid: self.running,
                    variable: variable.name.clone(),
                });
            }
        }
    }

    /// A reference to a variable of another process.
    pub fn relic(&mut self) -> Option<Expression> {
        if self.in_d_step
            || self.relics.is_empty()
            || !self.try_feature(Feature::RemoteVariable, 10)
        {
            return None;
        }
        let relic = self.random.pick(&self.relics).clone();
        let Relic {
            proctype,
            pid,
            variable,
        } = relic;
        let pid = self.who(pid);
        Some(Expression::Word(format!("{proctype}[{pid}]:{variable}")))
    }

    /// The number of a process, or, now and then, something that may be any.
    pub fn who(&mut self, pid: usize) -> String {
        if !self.try_feature(Feature::RemoteVariable, 30) {
            return pid.to_string();
        }
        match self.scalar(|of| *of == Type::Byte) {
            Some((place, _)) if self.random.chance(50) => place.to_string(),
            _ => self.random.word(&["_pid", "0", "1", "2"]).to_owned(),
        }
    }

    /// A first value that is not constant.
    pub fn initial_value(&mut self, of: &Type) -> Initial {
        match of {
            Type::Mtype => Initial::Value(self.mtype()),
            _ => Initial::Value(match self.relic() {
                Some(relic) => relic,
                None => self.bounded(1),
            }),
        }
    }
}

fn name(variable: &Declaration) -> String {
    variable.name.clone()
}
