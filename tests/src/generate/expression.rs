//! Expressions, and the arguments of channel operations.

use super::ast::*;
use super::features::Feature;
use super::scope::{Landmark, Scope};

const ARITHMETIC: [&str; 7] = ["+", "-", "*", "&", "|", "^", "+"];
const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

pub fn number(value: usize) -> Expression {
    Expression::Number(value as i64)
}

fn binary(operator: &'static str, left: Expression, right: Expression) -> Expression {
    Expression::Binary(operator, Box::new(left), Box::new(right))
}

/// Holds few values, so that it may be counted up without end.
pub fn is_small(of: &Type) -> bool {
    matches!(of, Type::Bit | Type::Bool) || matches!(of, Type::Unsigned(bits) if *bits <= 3)
}

pub fn is_number(of: &Type) -> bool {
    !matches!(of, Type::Mtype | Type::Struct(_) | Type::Channel(_))
}

impl Scope<'_> {
    /// A number: any value, negative ones and large ones included.
    pub fn value(&mut self, depth: usize) -> Expression {
        let inner = if depth == 0 { 0 } else { 1 };
        let conditional = inner * usize::from(self.has(Feature::Conditional)) * 2;
        let queries = usize::from(self.channel(|_| true).is_some());
        match self
            .random
            .weighted(&[
                (6, 0),
                (10, 1),
                (1, 2),
                (inner * 8, 3),
                (inner * 2, 4),
                (inner, 5),
                (inner * 2, 6),
                (conditional, 7),
                (queries, 8),
            ])
            .unwrap_or(0)
        {
            1 => match self.scalar(is_number) {
                Some((place, _)) => Expression::Place(place),
                None => number(self.random.below(3)),
            },
            2 => Expression::Word(self.special().into()),
            3 => {
                let operator = self.random.word(&ARITHMETIC);
                binary(operator, self.value(depth - 1), self.value(depth - 1))
            }
            4 => self.condition(depth - 1),
            5 => {
                let operator = self.random.word(&["-", "~", "!"]);
                Expression::Unary(operator, Box::new(self.value(depth - 1)))
            }
            6 => self.division(depth),
            7 => {
                let parts = [
                    self.condition(depth - 1),
                    self.value(depth - 1),
                    self.value(depth - 1),
                ];
                Expression::Conditional(Box::new(parts))
            }
            8 => match self.channel(|_| true) {
                Some((channel, _)) => Expression::Query("len", channel),
                None => number(1),
            },
            _ if self.try_feature(Feature::Wide, 8) => {
                let edges = [127, 255, 256, 32_767, 32_768, 65_535, 65_536, -1, -129];
                Expression::Number(*self.random.pick(&edges))
            }
            _ => number(self.random.below(4)),
        }
    }

    /// A predefined variable.
    fn special(&mut self) -> &'static str {
        let last = self.has(Feature::Last) && self.last;
        let words = [
            (4, "_pid"),
            (4, "_nr_pr"),
            (usize::from(last) * 8, "_last"),
            (usize::from(self.priorities) * 4, "_priority"),
        ];
        self.random.weighted(&words).unwrap_or("_pid")
    }

    fn division(&mut self, depth: usize) -> Expression {
        let left = self.value(depth - 1);
        if self.try_feature(Feature::Error, 4) {
            let operator = self.random.word(&["/", "%"]);
            return binary(operator, left, self.value(depth - 1));
        }
        let operator = self.random.word(&["/", "%", "<<", ">>"]);
        let right = number(self.random.between(1, 4));
        binary(operator, left, right)
    }

    /// A number of few possible values, for variables that are assigned again and again.
    pub fn bounded(&mut self, depth: usize) -> Expression {
        if self.random.chance(40) {
            return number(self.random.below(4));
        }
        let value = self.value(depth);
        binary("%", value, number(self.random.between(2, 4)))
    }

    /// Whether a constant is to be used. Asks for no number where that is never so: programs stay
    /// what they were.
    pub fn plain(&mut self) -> bool {
        self.knobs.constants > 0 && self.random.chance(self.knobs.constants)
    }

    /// Something that is often true and often false.
    pub fn condition(&mut self, depth: usize) -> Expression {
        if depth > 0 && self.random.chance(25) {
            let operator = self.random.word(&["&&", "||"]);
            return binary(
                operator,
                self.condition(depth - 1),
                self.condition(depth - 1),
            );
        }
        if !self.mtypes.is_empty() && self.random.chance(15) {
            let constant = self.mtype();
            if let Some((place, _)) = self.scalar(|of| *of == Type::Mtype) {
                let operator = self.random.word(&["==", "!="]);
                return binary(operator, Expression::Place(place), constant);
            }
        }
        if self.try_feature(Feature::Remote, 6) && !self.in_d_step && !self.landmarks.is_empty() {
            let landmark = self.random.pick(&self.landmarks).clone();
            let Landmark {
                proctype,
                pid,
                label,
            } = landmark;
            let pid = self.who(pid);
            let word = format!("{proctype}[{pid}]@{label}");
            return Expression::Word(word);
        }
        if let Some(relic) = self.relic() {
            let operator = self.random.word(&COMPARISONS);
            return binary(operator, relic, number(self.random.below(3)));
        }
        let operator = self.random.word(&COMPARISONS);
        let left = match self.scalar(is_number) {
            Some((place, _)) => Expression::Place(place),
            None => self.value(0),
        };
        if self.plain() {
            let constant = number(self.random.below(3));
            return match self.random.chance(80) {
                true => binary(operator, left, constant),
                false => binary(operator, constant, left),
            };
        }
        binary(operator, left, self.value(depth.saturating_sub(1)))
    }

    pub fn mtype(&mut self) -> Expression {
        Expression::Word(self.random.pick(&self.mtypes).clone())
    }

    /// What may stand as a statement of its own: a condition, a test or a poll of a channel.
    pub fn guard(&mut self) -> Expression {
        let channels = self.channel(|_| true).is_some();
        let poll = channels && self.has(Feature::Poll) && !self.in_d_step;
        let test = match self
            .random
            .weighted(&[
                (8, 0),
                (usize::from(channels && !self.in_d_step) * 3, 1),
                (usize::from(poll) * 3, 2),
                (
                    usize::from(self.has(Feature::Timeout) && !self.in_d_step),
                    3,
                ),
            ])
            .unwrap_or(0)
        {
            1 => self.channel(|_| true).map(|(channel, _)| {
                let queries = ["empty", "nempty", "full", "nfull"];
                Expression::Query(self.random.word(&queries), channel)
            }),
            2 => self.buffer().map(|(channel, fields)| {
                let operator = self.receive_operator();
                let arguments = self.matches(&fields);
                Expression::Poll(channel, operator, arguments)
            }),
            3 => Some(Expression::Word("timeout".into())),
            _ => None,
        };
        let condition = |scope: &mut Self| scope.condition(2);
        match test {
            Some(test) if self.random.chance(25) => {
                let other = condition(self);
                binary(self.random.word(&["&&", "||"]), test, other)
            }
            Some(test) => test,
            None => condition(self),
        }
    }
}
