//! What programs say about their runs: formulas, never claims and assertions about messages.

use super::super::ast::*;
use super::Scope;
use super::themes::Theme;

impl Scope {
    pub(super) fn claims(&mut self) -> Vec<Claim> {
        self.see_everything();
        let mut claims = Vec::new();
        if self.has(Theme::Trace) {
            claims.push(self.trace());
        }
        if self.has(Theme::Formula) {
            claims.push(Claim::Ltl("p".into(), self.formula(3)));
        }
        if self.has(Theme::Never) {
            claims.push(Claim::Never("q".into(), self.never()));
        }
        claims
    }

    /// What a property asks: as conditions of processes do, mostly of what surely has a value.
    fn proposition(&mut self) -> Expression {
        let fault = self.random.chance(90) && self.themes.remove(&Theme::Fault);
        let condition = self.condition(1);
        if fault {
            self.themes.insert(Theme::Fault);
        }
        condition
    }

    fn formula(&mut self, depth: usize) -> Formula {
        if depth == 0 || self.random.chance(20) {
            return Formula::Proposition(self.proposition());
        }
        let choices = [
            (3, "[]"),
            (3, "<>"),
            (1, "!"),
            (1, "X"),
            (2, "U"),
            (1, "W"),
            (1, "V"),
            (2, "->"),
            (2, "&&"),
            (2, "||"),
            (1, "<->"),
        ];
        let operator = self.random.weighted(&choices).unwrap_or("[]");
        let first = Box::new(self.formula(depth - 1));
        if matches!(operator, "[]" | "<>" | "!" | "X") {
            return Formula::Unary(operator, first);
        }
        Formula::Binary(operator, first, Box::new(self.formula(depth - 1)))
    }

    /// A claim of a few places, each of them a choice of where to go.
    fn never(&mut self) -> Block {
        let count = self.random.between(1, 3);
        let kinds = [(5, "T"), (5, "accept_"), (1, "end_")];
        let labels: Vec<String> = (0..count)
            .map(|number| {
                let kind = self.random.weighted(&kinds).unwrap_or("T");
                format!("{kind}{number}")
            })
            .collect();
        let mut body = Block::new();
        for label in &labels {
            body.push(Statement::Label(label.clone()));
            let repeats = self.random.chance(80);
            let options = self.never_options(&labels, repeats);
            body.push(match repeats {
                true => Statement::Do(options),
                false => Statement::If(options),
            });
        }
        body
    }

    fn never_options(&mut self, labels: &[String], repeats: bool) -> Vec<Block> {
        let mut options = Vec::new();
        for _ in 0..self.random.between(1, 3) {
            let condition = Statement::Condition(self.proposition());
            let mut option = match self.random.below(12) {
                0 | 1 => vec![Statement::Atomic(self.never_atomic(condition))],
                2 => vec![Statement::Condition(Expression::Number(1))],
                3 => vec![condition, Statement::Assert(self.proposition())],
                _ => vec![condition],
            };
            match self.random.below(4) {
                0 => option.push(Statement::Goto(self.random.pick(labels).clone())),
                1 if repeats && self.random.chance(50) => option.push(Statement::Break),
                _ => {}
            }
            options.push(option);
        }
        if self.random.chance(30) {
            options.push(vec![Statement::Else]);
        }
        options
    }

    /// Several conditions of one state; now and then very many.
    fn never_atomic(&mut self, first: Statement) -> Block {
        let mut block = vec![first];
        if self.random.chance(25) {
            let again = self.random.between(8, 24);
            let truth = Statement::Condition(Expression::Number(1));
            block.extend(std::iter::repeat_n(truth, again));
        }
        block.push(Statement::Condition(self.proposition()));
        block
    }

    /// Messages that may come in an order, or must not.
    fn trace(&mut self) -> Claim {
        let event = |scope: &mut Self| {
            let channel = Place::variable(scope.random.word(&["c", "a"]));
            match scope.random.below(3) {
                0 => Statement::Send(channel, "!", vec![scope.small()]),
                1 => {
                    let anything = Argument::Anything;
                    Statement::Receive(channel, "?", false, vec![anything])
                }
                _ => {
                    let some = Argument::Match(scope.small());
                    Statement::Receive(channel, "?", false, vec![some])
                }
            }
        };
        if self.random.chance(40) {
            let body = vec![event(self), event(self)];
            return Claim::Trace("notrace", body);
        }
        let mut options: Vec<Block> = Vec::new();
        for _ in 0..self.random.between(2, 3) {
            let mut option = vec![event(self)];
            if self.random.chance(30) {
                option.push(event(self));
            }
            options.push(option);
        }
        Claim::Trace("trace", vec![Statement::Do(options)])
    }
}
