//! The integer expressions of `#if`, by C's rules: 64 bits, unsigned if an operand is, names that
//! are no macros count as 0, and what need not be evaluated is not.

use crate::token::{Token, TokenKind};

/// Nested parentheses and unary operators.
const MAX_DEPTH: usize = 200;

#[derive(Debug)]
pub struct Error {
    /// The token it is about; `None` for the end of the line.
    pub at: Option<usize>,
    pub message: &'static str,
}

#[derive(Clone, Copy)]
struct Value {
    bits: i64,
    unsigned: bool,
}

impl Value {
    fn signed(bits: i64) -> Self {
        Value {
            bits,
            unsigned: false,
        }
    }

    fn truth(self) -> bool {
        self.bits != 0
    }
}

struct Evaluator<'a> {
    tokens: &'a [Token],
    position: usize,
    depth: usize,
}

/// The truth of the expression that `tokens` are.
pub fn evaluate(tokens: &[Token]) -> Result<bool, Error> {
    let mut evaluator = Evaluator {
        tokens,
        position: 0,
        depth: 0,
    };
    let value = evaluator.conditional(true)?;
    match evaluator.peek() {
        None => Ok(value.truth()),
        Some(_) => Err(evaluator.error("this does not belong to the expression")),
    }
}

impl Evaluator<'_> {
    fn peek(&self) -> Option<TokenKind> {
        self.tokens.get(self.position).map(|token| token.kind)
    }

    fn error(&self, message: &'static str) -> Error {
        Error {
            at: (self.position < self.tokens.len()).then_some(self.position),
            message,
        }
    }

    fn expect(&mut self, kind: TokenKind, message: &'static str) -> Result<(), Error> {
        if self.peek() != Some(kind) {
            return Err(self.error(message));
        }
        self.position += 1;
        Ok(())
    }

    /// `live` is false where C does not evaluate: nothing can go wrong there.
    fn conditional(&mut self, live: bool) -> Result<Value, Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("the expression is nested too deeply"));
        }
        let mut value = self.binary(0, live)?;
        if self.peek() == Some(TokenKind::Query) {
            self.position += 1;
            let then = self.conditional(live && value.truth())?;
            self.expect(
                TokenKind::Colon,
                "expected `:` of the conditional expression",
            )?;
            let otherwise = self.conditional(live && !value.truth())?;
            let unsigned = then.unsigned || otherwise.unsigned;
            let bits = if value.truth() { then } else { otherwise }.bits;
            value = Value { bits, unsigned };
        }
        self.depth -= 1;
        Ok(value)
    }

    fn binary(&mut self, min: u8, live: bool) -> Result<Value, Error> {
        let mut left = self.unary(live)?;
        while let Some(op) = self.peek()
            && let Some(level) = precedence(op).filter(|&level| level >= min)
        {
            let at = self.position;
            self.position += 1;
            let right_live = match op {
                TokenKind::AndAnd => live && left.truth(),
                TokenKind::OrOr => live && !left.truth(),
                _ => live,
            };
            let right = self.binary(level + 1, right_live)?;
            left = apply(op, left, right).or_else(|message| {
                if live {
                    let at = Some(at);
                    Err(Error { at, message })
                } else {
                    Ok(Value::signed(0))
                }
            })?;
        }
        Ok(left)
    }

    fn unary(&mut self, live: bool) -> Result<Value, Error> {
        let Some(token) = self.tokens.get(self.position) else {
            return Err(self.error("an expression is missing"));
        };
        let at = self.position;
        self.position += 1;
        match token.kind {
            TokenKind::LParen => {
                let mut value = self.conditional(live)?;
                while self.peek() == Some(TokenKind::Comma) {
                    self.position += 1;
                    value = self.conditional(live)?;
                }
                self.expect(TokenKind::RParen, "expected `)`")?;
                Ok(value)
            }
            TokenKind::Number => number(&token.text).ok_or(Error {
                at: Some(at),
                message: "not an integer",
            }),
            TokenKind::Char => character(&token.text).ok_or(Error {
                at: Some(at),
                message: "not a character",
            }),
            TokenKind::Ident => Ok(Value::signed(0)),
            TokenKind::Minus
            | TokenKind::Plus
            | TokenKind::Bang
            | TokenKind::BangBang
            | TokenKind::Tilde => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return Err(self.error("the expression is nested too deeply"));
                }
                let value = self.unary(live)?;
                self.depth -= 1;
                Ok(match token.kind {
                    TokenKind::Minus => Value {
                        bits: value.bits.wrapping_neg(),
                        ..value
                    },
                    TokenKind::Tilde => Value {
                        bits: !value.bits,
                        ..value
                    },
                    TokenKind::Bang => Value::signed((!value.truth()).into()),
                    TokenKind::BangBang => Value::signed(value.truth().into()),
                    _ => value,
                })
            }
            _ => Err(Error {
                at: Some(at),
                message: "this cannot be part of a preprocessor expression",
            }),
        }
    }
}

fn precedence(op: TokenKind) -> Option<u8> {
    use TokenKind::*;
    Some(match op {
        OrOr => 0,
        AndAnd => 1,
        Or => 2,
        Caret => 3,
        And => 4,
        EqEq | NotEq => 5,
        Lt | Le | Gt | Ge => 6,
        Shl | Shr => 7,
        Plus | Minus => 8,
        Star | Slash | Percent => 9,
        _ => return None,
    })
}

fn apply(op: TokenKind, left: Value, right: Value) -> Result<Value, &'static str> {
    let unsigned = left.unsigned || right.unsigned;
    let (a, b) = (left.bits, right.bits);
    let (ua, ub) = (a as u64, b as u64);
    let truth = |value: bool| Ok(Value::signed(value.into()));
    let less = if unsigned { ua < ub } else { a < b };
    let bits = match op {
        TokenKind::OrOr => return truth(left.truth() || right.truth()),
        TokenKind::AndAnd => return truth(left.truth() && right.truth()),
        TokenKind::EqEq => return truth(a == b),
        TokenKind::NotEq => return truth(a != b),
        TokenKind::Lt => return truth(less),
        TokenKind::Ge => return truth(!less),
        TokenKind::Gt => return truth(!less && a != b),
        TokenKind::Le => return truth(less || a == b),
        TokenKind::Slash | TokenKind::Percent if b == 0 => return Err("division by zero"),
        TokenKind::Slash if unsigned => (ua / ub) as i64,
        TokenKind::Percent if unsigned => (ua % ub) as i64,
        TokenKind::Slash => a.wrapping_div(b),
        TokenKind::Percent => a.wrapping_rem(b),
        TokenKind::Or => a | b,
        TokenKind::Caret => a ^ b,
        TokenKind::And => a & b,
        TokenKind::Shl => a.checked_shl(b.clamp(0, 64) as u32).unwrap_or(0),
        TokenKind::Shr if left.unsigned => {
            ua.checked_shr(b.clamp(0, 64) as u32).unwrap_or(0) as i64
        }
        TokenKind::Shr => a >> b.clamp(0, 63),
        TokenKind::Plus => a.wrapping_add(b),
        TokenKind::Minus => a.wrapping_sub(b),
        _ => a.wrapping_mul(b),
    };
    Ok(Value { bits, unsigned })
}

fn number(text: &str) -> Option<Value> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.trim_end_matches(['u', 'l']);
    let suffix = &lower[digits.len()..];
    let (digits, radix) = match digits.as_bytes() {
        [b'0', b'x', ..] => (&digits[2..], 16),
        [b'0', b'b', ..] => (&digits[2..], 2),
        [b'0', _, ..] => (&digits[1..], 8),
        _ => (digits, 10),
    };
    let bits = u64::from_str_radix(digits, radix).ok()?;
    Some(Value {
        bits: bits as i64,
        unsigned: suffix.contains('u') || bits > i64::MAX as u64,
    })
}

fn character(text: &str) -> Option<Value> {
    crate::literal::character(text).map(|value| Value::signed(value.into()))
}
