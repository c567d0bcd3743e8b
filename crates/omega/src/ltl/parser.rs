//! From tokens to a formula: operator precedence with an explicit stack (Dijkstra's shunting
//! yard), so nesting is limited by memory alone.
//!
//! From tightest to loosest, as in SPIN's grammar: the host language's operators; `! X <> []`;
//! `U W V R M`; `&&`; `^` (Spot's place for it); `||`; `->` and `<->`. All binary operators associate to the left, as
//! SPIN's do (Spot's `U` and `->` associate to the right).
//!
//! Two deviations from SPIN's grammar. `[] x == 3` means `[] (x == 3)`, where SPIN compares the
//! value of `[] x` with 3. `!x == 3`, which SPIN and C read as `(!x) == 3`, is refused: writing
//! the parentheses costs less than guessing.

use super::host;
use super::lexer::{Binary, Kind, Token, Unary, lex};
use super::{Dialect, Formula, Formulas, LtlError, Node};
use std::ops::Range;

impl Formulas {
    /// Reads a formula. A proposition is a name, a maximal host-language expression such as
    /// `len(q) > 0`, or anything in braces or double quotes.
    pub fn parse(&mut self, text: &str, dialect: Dialect) -> Result<Formula, LtlError> {
        let tokens = lex(text, dialect)?;
        let parser = Parser {
            formulas: self,
            text,
            tokens: &tokens,
            at: 0,
            values: Vec::new(),
            operators: Vec::new(),
        };
        parser.formula()
    }
}

/// An operator that waits for its right operand.
enum Pending {
    Paren,
    Unary(Unary),
    /// With the number of operands read so far: chains of `&&` and `||` become one node.
    Binary(Binary, usize),
}

struct Parser<'a> {
    formulas: &'a mut Formulas,
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
    values: Vec<Formula>,
    operators: Vec<Pending>,
}

fn precedence(op: Binary) -> u8 {
    match op {
        Binary::Implies | Binary::Equiv => 0,
        Binary::Or => 1,
        Binary::Xor => 2,
        Binary::And => 3,
        Binary::Until | Binary::WeakUntil | Binary::Release | Binary::StrongRelease => 4,
    }
}

impl Parser<'_> {
    fn formula(mut self) -> Result<Formula, LtlError> {
        loop {
            self.operand()?;
            // After an operand: close parentheses, then one binary operator or the end.
            loop {
                self.reduce_unary();
                let Some(token) = self.tokens.get(self.at) else {
                    return Ok(self.finish());
                };
                match token.kind {
                    Kind::Close(_) => self.close(),
                    Kind::Binary(op) => {
                        self.binary(op);
                        break;
                    }
                    _ => return Err(self.missing_operator(token)),
                }
            }
        }
    }

    /// Reads prefix operators and opening parentheses up to and including one operand.
    fn operand(&mut self) -> Result<(), LtlError> {
        loop {
            let Some(token) = self.tokens.get(self.at) else {
                let end = self.text.len();
                let error = LtlError::new(end..end, "a formula is missing at the end");
                return Err(error.hint("every operator needs its operand"));
            };
            let kind = token.kind;
            match kind {
                Kind::Unary(op) => {
                    self.operators.push(Pending::Unary(op));
                    self.at += 1;
                }
                Kind::Open(partner) if !self.is_host_group(self.at, partner) => {
                    self.operators.push(Pending::Paren);
                    self.at += 1;
                }
                Kind::Binary(_) | Kind::Close(_) => {
                    let found = &self.text[token.span.clone()];
                    let message = format!("expected a formula, found `{found}`");
                    return Err(LtlError::new(token.span.clone(), message));
                }
                _ => {
                    let value = self.proposition()?;
                    self.values.push(value);
                    return Ok(());
                }
            }
        }
    }

    /// Whether the group from `open` to `close` is part of a host-language expression: an operator
    /// of that language follows, or it is a conditional `(c -> a : b)`.
    fn is_host_group(&self, open: usize, close: usize) -> bool {
        if &self.text[self.tokens[open].span.clone()] != "(" {
            return true;
        }
        let joined = self.tokens.get(close + 1).map(|t| t.kind) == Some(Kind::Host { joins: true });
        joined || self.has_top_level_colon(open, close)
    }

    fn has_top_level_colon(&self, open: usize, close: usize) -> bool {
        let mut arrow = false;
        let mut i = open + 1;
        while i < close {
            match self.tokens[i].kind {
                Kind::Open(partner) => i = partner,
                Kind::Binary(Binary::Implies) => arrow = true,
                Kind::Host { .. } if arrow && self.spelling(i) == ":" => return true,
                _ => {}
            }
            i += 1;
        }
        false
    }

    fn spelling(&self, i: usize) -> &str {
        &self.text[self.tokens[i].span.clone()]
    }

    /// A constant, an opaque proposition, or a maximal expression of the host language.
    fn proposition(&mut self) -> Result<Formula, LtlError> {
        let first = self.at;
        let end = host::expression(self.text, self.tokens, first)?;
        self.at = end;
        let span = self.tokens[first].span.start..self.tokens[end - 1].span.end;
        if end == first + 1 {
            match (self.tokens[first].kind, self.spelling(first)) {
                (Kind::True, _) | (Kind::Number, "1") => return Ok(Formula::TRUE),
                (Kind::False, _) | (Kind::Number, "0") => return Ok(Formula::FALSE),
                (Kind::Opaque, quoted) => {
                    let inner = collapse(&quoted[1..quoted.len() - 1]);
                    return Ok(self.formulas.prop(&inner, span));
                }
                _ => {}
            }
        } else if matches!(self.operators.last(), Some(Pending::Unary(Unary::Not))) {
            self.refuse_negated_comparison(first, end, &span)?;
        }
        let text = collapse(&self.text[span.clone()]);
        Ok(self.formulas.prop(&text, span))
    }

    fn refuse_negated_comparison(
        &self,
        first: usize,
        end: usize,
        span: &Range<usize>,
    ) -> Result<(), LtlError> {
        let joins = |t: &Token| t.kind == Kind::Host { joins: true };
        if !self.tokens[first..end].iter().any(joins) {
            return Ok(());
        }
        let text = &self.text[span.clone()];
        let error = LtlError::new(span.clone(), "`!` before an expression is ambiguous");
        Err(error.hint(format!("write `!({text})` if the whole of it is negated")))
    }

    fn reduce_unary(&mut self) {
        while let Some(Pending::Unary(op)) = self.operators.last() {
            let op = *op;
            self.operators.pop();
            let f = self.pop();
            let node = match op {
                Unary::Not => Node::Not(f),
                Unary::Next => Node::Next(f),
                Unary::Finally => Node::Finally(f),
                Unary::Globally => Node::Globally(f),
            };
            let value = self.formulas.make(node);
            self.values.push(value);
        }
    }

    fn binary(&mut self, op: Binary) {
        self.at += 1;
        while let Some(Pending::Binary(top, count)) = self.operators.last_mut() {
            if *top == op && matches!(op, Binary::And | Binary::Or) {
                *count += 1;
                return;
            }
            if precedence(*top) < precedence(op) {
                break;
            }
            let (top, count) = (*top, *count);
            self.operators.pop();
            self.reduce(top, count);
        }
        self.operators.push(Pending::Binary(op, 2));
    }

    fn reduce(&mut self, op: Binary, count: usize) {
        let operands = self.values.split_off(self.values.len() - count);
        let (a, b) = (operands[0], operands[count - 1]);
        let value = match op {
            Binary::And => self.formulas.and(&operands),
            Binary::Or => self.formulas.or(&operands),
            Binary::Implies => self.formulas.make(Node::Implies(a, b)),
            Binary::Equiv => self.formulas.make(Node::Equiv(a, b)),
            Binary::Xor => self.formulas.make(Node::Xor(a, b)),
            Binary::Until => self.formulas.make(Node::Until(a, b)),
            Binary::WeakUntil => self.formulas.make(Node::WeakUntil(a, b)),
            Binary::Release => self.formulas.make(Node::Release(a, b)),
            Binary::StrongRelease => self.formulas.make(Node::StrongRelease(a, b)),
        };
        self.values.push(value);
    }

    /// The lexer has matched the brackets, so a parenthesis is pending here.
    fn close(&mut self) {
        self.at += 1;
        while let Some(pending) = self.operators.pop() {
            match pending {
                Pending::Binary(op, count) => self.reduce(op, count),
                Pending::Paren | Pending::Unary(_) => break,
            }
        }
    }

    fn finish(mut self) -> Formula {
        while let Some(Pending::Binary(op, count)) = self.operators.pop() {
            self.reduce(op, count);
        }
        self.pop()
    }

    fn pop(&mut self) -> Formula {
        self.values
            .pop()
            .unwrap_or_else(|| unreachable!("an operator is reduced after its operands"))
    }

    fn missing_operator(&self, token: &Token) -> LtlError {
        let found = &self.text[token.span.clone()];
        let message = format!("expected an operator before `{found}`");
        let error = LtlError::new(token.span.clone(), message);
        error.hint("put an expression that is not a formula in braces: {…}")
    }
}

/// Without surrounding white space, and with one blank for each run inside.
fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
