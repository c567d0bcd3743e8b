//! Process types.

use super::super::ast::*;
use super::super::expression::number;
use super::themes::Theme;
use super::{Known, Scope, binary, variable, word};

impl Scope {
    pub(super) fn proctypes(&mut self) -> Vec<Proctype> {
        let mut proctypes = Vec::new();
        if self.has(Theme::Rebirth) {
            let child = self.child();
            self.children.push(child.clone());
            proctypes.push(child);
        }
        let count = self.random.weighted(&[(5, 2), (4, 3)]).unwrap_or(2);
        for number in 0..count {
            let name = format!("P{number}");
            let mut active = self.active(&name);
            if number == 0 && self.has(Theme::Rebirth) {
                // The waiting for the end of a child comes when all that run from the start are known.
                active.body.extend(self.births());
            }
            proctypes.push(active);
        }
        if self.has(Theme::Unborn) {
            let mut unborn = self.active("N");
            self.actives -= unborn.active;
            self.known.pop();
            unborn.active = 0;
            proctypes.push(unborn);
        }
        let all = self.actives;
        for proctype in &mut proctypes {
            settle(&mut proctype.body, all);
        }
        proctypes
    }

    /// A process that is started by others: what it does depends on its parameters.
    fn child(&mut self) -> Proctype {
        self.see_some();
        let channel = Type::Channel(vec![Type::Byte]);
        let parameters = vec![
            variable(channel, "ch", None, Initial::None),
            variable(Type::Byte, "k", None, Initial::None),
        ];
        self.channels.push("ch".into());
        self.has_locals = true;
        let local = variable(Type::Byte, "n", None, Initial::None);
        let mut body = vec![Statement::Declare(local)];
        let into = Argument::Into(Place::variable("n"));
        let receive = Statement::Receive(Place::variable("ch"), "?", false, vec![into]);
        let count = self.random.below(3);
        body.extend(self.block(count, 1));
        let place = self.random.between(1, body.len());
        body.insert(place, receive);
        self.has_locals = false;
        Proctype {
            name: "R".into(),
            active: 0,
            parameters,
            provided: None,
            priority: None,
            body,
        }
    }

    /// Starts children one after the other, and mostly waits until each is dead.
    fn births(&mut self) -> Block {
        let mut once = Block::new();
        for _ in 0..self.random.between(1, 2) {
            let channel = self.random.word(&["a", "d", "c"]);
            let own = number(self.random.below(3));
            let run = Expression::Run("R".into(), vec![word(channel), own]);
            once.push(Statement::Condition(run));
            if self.random.chance(80) {
                let value = self.small();
                once.push(Statement::Send(Place::variable(channel), "!", vec![value]));
            }
            if self.random.chance(75) {
                once.push(Statement::Condition(word(ALONE)));
            }
        }
        if self.random.chance(40) {
            return once;
        }
        // Not too many: there may be nobody who waits.
        let few = binary("<", word("_nr_pr"), number(4));
        let mut options = vec![[vec![Statement::Condition(few)], once].concat()];
        if self.random.chance(50) {
            options.push(vec![
                Statement::Condition(self.condition(1)),
                Statement::Break,
            ]);
        }
        vec![Statement::Do(options)]
    }

    /// A process that runs from the start.
    fn active(&mut self, name: &str) -> Proctype {
        self.see_some();
        let provided = (self.has(Theme::Provided) && self.random.chance(40)).then(|| {
            let known = std::mem::take(&mut self.known);
            let condition = self.condition(1);
            self.known = known;
            condition
        });
        let priority = (self.has(Theme::Priority) && self.random.chance(60))
            .then(|| self.random.between(1, 4));
        self.labels = self.own_labels();
        self.has_locals = true;
        let mut body = vec![
            Statement::Declare(variable(Type::Byte, "n", None, Initial::None)),
            Statement::Declare(variable(
                Type::Byte,
                "k",
                None,
                Initial::Value(word("_pid")),
            )),
        ];
        if self.has(Theme::Exclusive) && !self.has(Theme::Priority) && self.random.chance(40) {
            let end = self.random.word(&["xr", "xs"]);
            body.push(Statement::Exclusive(end, Place::variable("c")));
        }
        let declared = body.len();
        let count = self.random.below(3);
        body.extend(self.block(count, 2));
        if self.random.chance(55) {
            let mut options = self.options(2);
            if self.random.chance(30) {
                options.push(vec![
                    Statement::Condition(self.condition(1)),
                    Statement::Break,
                ]);
            }
            body.push(Statement::Do(options));
        }
        let count = self.random.below(3);
        body.extend(self.block(count, 2));
        if self.has(Theme::Fault) && self.random.chance(35) {
            let place = self.random.between(declared, body.len());
            body.insert(place, self.spoil());
        }
        if body.len() == declared {
            body.push(self.assignment());
        }
        self.has_locals = false;
        let labels = std::mem::take(&mut self.labels);
        for label in &labels {
            // A label in front of a declaration or a d_step is refused.
            let good = |place: &usize| !matches!(body.get(*place), Some(Statement::DStep(_)));
            let places: Vec<usize> = (declared..=body.len()).filter(good).collect();
            let place = *self.random.pick(&places);
            body.insert(place, Statement::Label(label.clone()));
        }
        let active = self.random.weighted(&[(8, 1), (2, 2)]).unwrap_or(1);
        self.known.push(Known {
            proctype: name.to_owned(),
            pid: self.actives,
            labels,
        });
        self.actives += active;
        Proctype {
            name: name.to_owned(),
            active,
            parameters: Vec::new(),
            provided,
            priority,
            body,
        }
    }

    fn own_labels(&mut self) -> Vec<String> {
        let mut labels = Vec::new();
        if self.has(Theme::Label) && self.random.chance(60) {
            labels.push(self.random.word(&["accept_1", "progress_1"]).to_owned());
        }
        if self.has(Theme::Goto) && self.random.chance(60) {
            labels.push(self.random.word(&["L", "end_1"]).to_owned());
        }
        labels
    }
}

/// Only the processes that run from the start are alive.
const ALONE: &str = "_nr_pr == ALONE";

/// Puts in how many processes run from the start.
fn settle(block: &mut Block, actives: usize) {
    for statement in block {
        match statement {
            Statement::Condition(condition) if *condition == word(ALONE) => {
                *condition = binary("==", word("_nr_pr"), number(actives));
            }
            Statement::Do(options) | Statement::If(options) => {
                options
                    .iter_mut()
                    .for_each(|option| settle(option, actives));
            }
            _ => {}
        }
    }
}
