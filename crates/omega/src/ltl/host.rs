//! Where an expression of the host language ends, inside a formula.
//!
//! The logic knows nothing of the host language but its shape: operands (names with indices,
//! calls, fields, labels and channel polls; numbers; parenthesised groups) joined by operators
//! that bind tighter than the logic's.

use super::LtlError;
use super::lexer::{Kind, Token, Unary};

/// The end (exclusive) of the expression that begins at token `first`.
pub(super) fn expression(text: &str, tokens: &[Token], first: usize) -> Result<usize, LtlError> {
    let scan = Scan { text, tokens };
    let mut at = first;
    loop {
        while scan.is_prefix(at, at > first) {
            at += 1;
        }
        at = scan.primary(at, at == first)?;
        if scan.kind(at) != Some(Kind::Host { joins: true }) {
            return Ok(at);
        }
        at += 1;
    }
}

struct Scan<'a> {
    text: &'a str,
    tokens: &'a [Token],
}

impl Scan<'_> {
    fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|t| t.kind)
    }

    fn spelling(&self, at: usize) -> &str {
        match self.tokens.get(at) {
            Some(token) => &self.text[token.span.clone()],
            None => "",
        }
    }

    /// `-` and `~`; `!` too, once the expression has begun: before that it is the logic's.
    fn is_prefix(&self, at: usize, inside: bool) -> bool {
        matches!(self.spelling(at), "-" | "~")
            || inside && self.kind(at) == Some(Kind::Unary(Unary::Not))
    }

    fn primary(&self, at: usize, alone: bool) -> Result<usize, LtlError> {
        match self.kind(at) {
            Some(Kind::Opaque) if alone => Ok(at + 1),
            Some(Kind::Number | Kind::True | Kind::False) => Ok(at + 1),
            Some(Kind::Word) if self.spelling(at) == "c_expr" => match self.kind(at + 1) {
                Some(Kind::Opaque) => Ok(at + 2),
                _ => Err(self.error(at + 1, "expected `{…}` after `c_expr`")),
            },
            Some(Kind::Word) => self.suffixes(at + 1),
            Some(Kind::Open(_)) if self.spelling(at) == "(" => self.group(at),
            _ => Err(self.error(at, "expected an expression")),
        }
    }

    /// Calls, indices, fields `.f`, remote labels `@l` and variables `:v`, polls `?[m]`.
    fn suffixes(&self, mut at: usize) -> Result<usize, LtlError> {
        loop {
            at = match (self.kind(at), self.spelling(at)) {
                (Some(Kind::Open(_)), _) => self.group(at)?,
                (_, "." | "@" | ":") if self.kind(at + 1) == Some(Kind::Word) => at + 2,
                (_, "?" | "??") if self.spelling(at + 1) == "[" => self.group(at + 1)?,
                _ => return Ok(at),
            };
        }
    }

    /// A bracketed group, which must not contain an operator that only the logic has.
    fn group(&self, open: usize) -> Result<usize, LtlError> {
        let Some(Kind::Open(close)) = self.kind(open) else {
            return Err(self.error(open, "expected a bracket"));
        };
        for i in open + 1..close {
            let temporal = match self.tokens[i].kind {
                Kind::Unary(op) => op != Unary::Not,
                Kind::Binary(op) => op.is_temporal(),
                _ => false,
            };
            if temporal {
                let message = "a temporal operator inside an expression of the host language";
                let error = self.error(i, message);
                return Err(error.hint("combine formulas with `&&`, `||`, `!`, `->`, `<->`"));
            }
        }
        Ok(close + 1)
    }

    fn error(&self, at: usize, message: &str) -> LtlError {
        match self.tokens.get(at) {
            Some(token) => LtlError::new(token.span.clone(), message),
            None => LtlError::new(self.text.len()..self.text.len(), message),
        }
    }
}
