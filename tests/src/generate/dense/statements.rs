//! Statements.

use super::super::ast::*;
use super::super::expression::number;
use super::themes::Theme;
use super::{Scope, binary, element, word};

impl Scope {
    /// An assignment that keeps values small.
    pub(super) fn assignment(&mut self) -> Statement {
        let choices = [
            (8, 0),
            (self.weight(Theme::Fault, 3), 1),
            (
                usize::from(self.risks > 0) * self.weight(Theme::Fault, 2),
                2,
            ),
            (self.weight(Theme::Fault, 1), 3),
            (self.weight(Theme::Own, 4), 4),
            (usize::from(self.has_locals) * 3, 5),
            (self.weight(Theme::Hidden, 2), 6),
            (self.weight(Theme::Subtype, 3), 7),
        ];
        let (place, value) = match self.random.weighted(&choices).unwrap_or(0) {
            1 => {
                let value = number(self.random.below(2));
                (Place::variable("i"), value)
            }
            2 => {
                self.risks -= 1;
                (element("arr", word("i")), self.small())
            }
            3 => (Place::variable("z"), number(self.random.between(1, 2))),
            4 => {
                let owner = match self.has_locals {
                    true => self.random.word(&["k", "_pid", "1"]),
                    false => "1",
                };
                (element("own", word(owner)), self.small())
            }
            5 => (Place::variable("n"), self.value()),
            6 => (Place::variable("h"), self.small()),
            7 => {
                let (name, value) =
                    *self
                        .random
                        .pick(&[("v", "pear"), ("v", "apple"), ("m", "red")]);
                (Place::variable(name), word(value))
            }
            _ => (self.scalar(), self.value()),
        };
        Statement::Assign(place, value)
    }

    /// An assignment that makes an index or a divisor wrong.
    pub(super) fn spoil(&mut self) -> Statement {
        let (name, value) = *self.random.pick(&[("i", 2), ("i", 5), ("z", 0)]);
        Statement::Assign(Place::variable(name), number(value))
    }

    pub(super) fn send(&mut self) -> Option<Statement> {
        let channel = self.channel()?;
        let value = self.small();
        Some(Statement::Send(channel, "!", vec![value]))
    }

    pub(super) fn receive(&mut self) -> Option<Statement> {
        let channel = self.channel()?;
        let argument = match self.random.below(6) {
            0 => Argument::Match(self.small()),
            1 => Argument::Eval(Expression::Place(self.scalar())),
            2 if self.has_locals => Argument::Into(Place::variable("n")),
            _ => Argument::Anything,
        };
        Some(Statement::Receive(channel, "?", false, vec![argument]))
    }

    fn channel(&mut self) -> Option<Place> {
        if self.channels.is_empty() {
            return None;
        }
        Some(Place::variable(self.random.pick(&self.channels).clone()))
    }

    /// What may begin an option.
    fn opening(&mut self) -> Statement {
        let free = usize::from(!self.in_d_step);
        let choices = [
            (8, 0),
            (free * self.weight(Theme::Message, 4), 1),
            (free * self.weight(Theme::Message, 5), 2),
            (3, 3),
        ];
        let found = match self.random.weighted(&choices).unwrap_or(0) {
            1 => self.send(),
            2 => self.receive(),
            3 => Some(self.assignment()),
            _ => None,
        };
        found.unwrap_or_else(|| Statement::Condition(self.condition(2)))
    }

    pub(super) fn options(&mut self, depth: usize) -> Vec<Block> {
        let count = self.random.between(1, 3);
        let mut options = Vec::new();
        for _ in 0..count {
            let mut option = vec![self.opening()];
            let more = self.random.below(3);
            option.extend(self.block(more, depth.saturating_sub(1)));
            options.push(option);
        }
        let channel =
            |block: &Block| matches!(block[0], Statement::Send(..) | Statement::Receive(..));
        if self.in_d_step || !options.iter().any(channel) && self.random.chance(25) {
            options.push(vec![Statement::Else]);
        }
        options
    }

    pub(super) fn block(&mut self, count: usize, depth: usize) -> Block {
        (0..count).map(|_| self.statement(depth)).collect()
    }

    pub(super) fn statement(&mut self, depth: usize) -> Statement {
        let inner = usize::from(depth > 0);
        let free = usize::from(!self.in_d_step);
        let loose = free * usize::from(!self.in_atomic);
        let message = self.weight(Theme::Message, 4);
        let choices = [
            (10, 0),
            (free * 3, 1),
            (free * message, 2),
            (free * message, 3),
            (usize::from(self.assertions > 0) * 2, 4),
            (inner * 4, 5),
            (inner * free * 2, 6),
            (inner * loose * self.weight(Theme::Atomic, 4), 7),
            (inner * loose * self.weight(Theme::DStep, 5), 8),
            (inner * loose * self.weight(Theme::Endless, 5), 9),
            (inner * loose * self.weight(Theme::Long, 6), 10),
            (inner * loose * self.weight(Theme::Unless, 3), 11),
            (free * usize::from(!self.labels.is_empty()) * 2, 12),
            (free * usize::from(self.loops > 0), 13),
            (loose * self.weight(Theme::Priority, 4), 14),
            (loose * self.weight(Theme::Inline, 3), 15),
            (1, 16),
        ];
        match self.random.weighted(&choices).unwrap_or(0) {
            1 => Statement::Condition(self.condition(2)),
            2 => self.send().unwrap_or(Statement::Skip),
            3 => self.receive().unwrap_or(Statement::Skip),
            4 => {
                self.assertions -= 1;
                Statement::Assert(self.condition(1))
            }
            5 => Statement::If(self.options(depth)),
            6 => self.repetition(depth),
            7 => Statement::Atomic(self.atomic(depth)),
            8 => Statement::DStep(self.d_step(depth)),
            9 => Statement::Atomic(self.endless(depth)),
            10 => Statement::Atomic(self.long()),
            11 => {
                let body = self.block(2, depth - 1);
                let escape = vec![Statement::Condition(self.condition(1))];
                Statement::Unless(body, escape)
            }
            12 => Statement::Goto(self.random.pick(&self.labels).clone()),
            13 => Statement::Break,
            14 => {
                let urgency = self.random.between(1, 4);
                Statement::Condition(word(format!("set_priority(_pid, {urgency})")))
            }
            15 => Statement::Call("both".into(), Vec::new()),
            16 => Statement::Skip,
            _ => self.assignment(),
        }
    }

    /// A loop that can be left.
    fn repetition(&mut self, depth: usize) -> Statement {
        self.loops += 1;
        let mut options = self.options(depth);
        self.loops -= 1;
        let mut last = vec![Statement::Condition(self.condition(1)), Statement::Break];
        if self.random.chance(50) {
            last.remove(0);
        }
        options.push(last);
        Statement::Do(options)
    }

    fn atomic(&mut self, depth: usize) -> Block {
        self.in_atomic = true;
        let count = self.random.between(1, 3);
        let block = self.block(count, depth - 1);
        self.in_atomic = false;
        block
    }

    /// An atomic sequence in which there may be a loop that nothing ends.
    fn endless(&mut self, depth: usize) -> Block {
        self.in_atomic = true;
        let mut block = self.block(1, 0);
        let mut options = vec![self.block(2, 0)];
        if self.random.chance(50) {
            options.push(vec![
                Statement::Condition(self.condition(1)),
                Statement::Break,
            ]);
        }
        if self.random.chance(30) {
            options.push(vec![self.opening(), self.statement(depth - 1)]);
        }
        block.push(Statement::Do(options));
        self.in_atomic = false;
        block
    }

    /// An atomic sequence of many steps, and a rendezvous or two at the end.
    fn long(&mut self) -> Block {
        let most = number(self.random.between(40, 80));
        let count = Statement::Step(Place::variable("n"), "++");
        let start = Statement::Assign(Place::variable("n"), number(0));
        let again = vec![Statement::Condition(binary("<", word("n"), most)), count];
        let done = vec![Statement::Else, Statement::Break];
        let mut block = vec![start.clone(), Statement::Do(vec![again, done]), start];
        self.in_atomic = true;
        for _ in 0..2 {
            block.extend(if self.random.chance(50) {
                self.send()
            } else {
                self.receive()
            });
        }
        block.push(self.assignment());
        self.in_atomic = false;
        block
    }

    /// One step that begins with a condition, or with what can be received first.
    fn d_step(&mut self, depth: usize) -> Block {
        let mut block = Block::new();
        match self.random.below(4) {
            0 => block.push(Statement::Condition(self.condition(1))),
            1 => block.extend(self.receive()),
            _ => {
                let receives: Vec<Statement> = (0..2).filter_map(|_| self.receive()).collect();
                if !receives.is_empty() {
                    let options = receives.into_iter().map(|receive| vec![receive]);
                    block.push(Statement::If(options.collect()));
                }
            }
        }
        self.in_d_step = true;
        if block.is_empty() {
            block.push(Statement::Skip);
        }
        let count = self.random.below(3);
        block.extend(self.block(count, depth - 1));
        self.in_d_step = false;
        block
    }
}
