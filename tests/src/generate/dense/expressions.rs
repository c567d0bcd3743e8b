//! Conditions and values.

use super::super::ast::*;
use super::super::expression::number;
use super::themes::Theme;
use super::{Scope, binary, element, field, word};

const COMPARISONS: [&str; 4] = ["==", "!=", "<", ">"];

impl Scope {
    pub(super) fn scalar(&mut self) -> Place {
        self.random.pick(&self.scalars).clone()
    }

    /// Something whose value may not exist, because of what others do.
    fn risk(&mut self) -> Expression {
        self.risks = self.risks.saturating_sub(1);
        match self
            .random
            .below(if self.has(Theme::Record) { 5 } else { 3 })
        {
            0 | 1 => Expression::Place(element("arr", word("i"))),
            2 => binary("/", number(2), word("z")),
            3 => {
                let place = element("ts", word("i"));
                Expression::Place(field(place, Place::variable("f")))
            }
            _ => {
                let place = element("g", word("i"));
                Expression::Place(field(Place::variable("t"), place))
            }
        }
    }

    pub(super) fn value(&mut self) -> Expression {
        let choices = [
            (8, 0),
            (3, 1),
            (2, 2),
            (
                usize::from(self.risks > 0) * self.weight(Theme::Fault, 2),
                3,
            ),
            (usize::from(self.has_locals) * 2, 4),
        ];
        match self.random.weighted(&choices).unwrap_or(0) {
            1 => Expression::Place(self.scalar()),
            2 => {
                let next = binary("+", Expression::Place(self.scalar()), number(1));
                binary("%", next, number(3))
            }
            3 => self.risk(),
            4 => word(self.random.word(&["n", "k"])),
            _ => self.small(),
        }
    }

    /// A comparison of something with a small number.
    fn comparison(&mut self, left: Expression) -> Expression {
        let right = self.small();
        binary(self.random.word(&COMPARISONS), left, right)
    }

    pub(super) fn condition(&mut self, depth: usize) -> Expression {
        let inner = usize::from(depth > 0);
        let free = usize::from(!self.in_d_step);
        let channels = usize::from(!self.channels.is_empty() && !self.negated);
        let known = usize::from(!self.known.is_empty());
        let remote = self.weight(Theme::Remote, 4) + self.weight(Theme::Stray, 3);
        // SPIN knows no `enabled` in models with rendezvous.
        let choices = [
            (8, 0),
            (
                usize::from(self.risks > 0) * self.weight(Theme::Fault, 5),
                1,
            ),
            (
                usize::from(self.risks > 0) * inner * self.weight(Theme::Fault, 6),
                14,
            ),
            (inner * 5, 2),
            (inner * 2, 3),
            (inner, 4),
            (channels * free * self.weight(Theme::Message, 2), 5),
            (free * self.weight(Theme::Timeout, 3), 6),
            (free * self.weight(Theme::Enabled, 3), 7),
            (free * known * remote, 8),
            (usize::from(!self.macros.is_empty() && !self.negated) * 2, 9),
            (usize::from(self.has_locals) * 2, 10),
            (self.weight(Theme::Rebirth, 1), 11),
            (self.weight(Theme::Hidden, 1), 12),
            (self.weight(Theme::Subtype, 2), 13),
        ];
        match self.random.weighted(&choices).unwrap_or(0) {
            1 => {
                let left = self.risk();
                self.comparison(left)
            }
            2 => binary("&&", self.condition(depth - 1), self.condition(depth - 1)),
            3 => binary("||", self.condition(depth - 1), self.condition(depth - 1)),
            4 => {
                let outer = std::mem::replace(&mut self.negated, true);
                let condition = self.condition(depth - 1);
                self.negated = outer;
                Expression::Unary("!", Box::new(condition))
            }
            5 => {
                let channel = Place::variable(self.random.pick(&self.channels).clone());
                let query = self.random.word(&["empty", "nempty", "full", "nfull"]);
                Expression::Query(query, channel)
            }
            6 => word("timeout"),
            7 => word(format!("enabled({})", self.random.below(3))),
            8 => self.remote(),
            9 => word("M"),
            10 => {
                let left = word(self.random.word(&["n", "k"]));
                self.comparison(left)
            }
            11 => {
                let count = number(self.random.between(1, 4));
                binary(self.random.word(&COMPARISONS), word("_nr_pr"), count)
            }
            12 => self.comparison(word("h")),
            13 => word(
                self.random
                    .word(&["v == pear", "m != green", "v == 0", "m == red"]),
            ),
            14 => {
                // What may have no value, beside something that is often false.
                let left = self.risk();
                let (risk, other) = (self.comparison(left), self.condition(0));
                match self.random.chance(50) {
                    true => binary("&&", risk, other),
                    false => binary("&&", other, risk),
                }
            }
            _ => {
                let left = Expression::Place(self.scalar());
                self.comparison(left)
            }
        }
    }

    /// A question about another process: mostly one that is there from the start, now and then any.
    pub(super) fn remote(&mut self) -> Expression {
        let known = self.random.pick(&self.known).clone();
        let pid = match self.has(Theme::Stray) && self.random.chance(50) {
            true => self.random.word(&["x", "2"]).to_owned(),
            false => known.pid.to_string(),
        };
        let name = &known.proctype;
        if !known.labels.is_empty() && self.random.chance(60) {
            let label = self.random.pick(&known.labels);
            return word(format!("{name}[{pid}]@{label}"));
        }
        let local = word(format!("{name}[{pid}]:n"));
        self.comparison(local)
    }
}
