//! Label expressions: Boolean formulas over proposition numbers and aliases, read with an explicit
//! stack.

use super::FormatError;
use super::hoa_lexer::Kind;
use super::hoa_read::Reader;
use crate::guard::{Guard, Guards};
use crate::word::Letter;
use hashbrown::HashMap;

/// The guards of the automaton being read.
#[derive(Default)]
pub(super) struct Labels {
    guards: Guards,
}

enum Pending {
    Paren,
    Not,
    And(Guard),
    Or(Guard),
}

impl Labels {
    pub fn into_guards(self) -> Guards {
        self.guards
    }

    /// `[label]`, if that is next.
    pub fn bracketed(
        &mut self,
        reader: &mut Reader,
        num_props: usize,
        aliases: &HashMap<String, Guard>,
    ) -> Result<Option<Guard>, FormatError> {
        if !reader.eat('[') {
            return Ok(None);
        }
        let guard = self.expression(reader, num_props, aliases)?;
        reader.expect(']')?;
        Ok(Some(guard))
    }

    /// `!` binds tighter than `&`, and `&` tighter than `|`.
    pub fn expression(
        &mut self,
        reader: &mut Reader,
        num_props: usize,
        aliases: &HashMap<String, Guard>,
    ) -> Result<Guard, FormatError> {
        let mut stack: Vec<Pending> = Vec::new();
        loop {
            loop {
                if reader.eat('(') {
                    stack.push(Pending::Paren);
                } else if reader.eat('!') {
                    stack.push(Pending::Not);
                } else {
                    break;
                }
            }
            let mut value = self.atom(reader, num_props, aliases)?;
            loop {
                value = self.reduce_tight(&mut stack, value);
                if reader.eat('&') {
                    stack.push(Pending::And(value));
                    break;
                }
                value = self.reduce_or(&mut stack, value);
                if reader.eat('|') {
                    stack.push(Pending::Or(value));
                    break;
                }
                match stack.pop() {
                    None => return Ok(value),
                    Some(_) => reader.expect(')')?,
                }
            }
        }
    }

    fn reduce_tight(&mut self, stack: &mut Vec<Pending>, mut value: Guard) -> Guard {
        loop {
            value = match stack.last() {
                Some(Pending::Not) => self.guards.not(value),
                Some(&Pending::And(left)) => self.guards.and(left, value),
                _ => return value,
            };
            stack.pop();
        }
    }

    fn reduce_or(&mut self, stack: &mut Vec<Pending>, mut value: Guard) -> Guard {
        while let Some(&Pending::Or(left)) = stack.last() {
            value = self.guards.or(left, value);
            stack.pop();
        }
        value
    }

    fn atom(
        &mut self,
        reader: &mut Reader,
        num_props: usize,
        aliases: &HashMap<String, Guard>,
    ) -> Result<Guard, FormatError> {
        let Some(token) = reader.peek() else {
            return Err(reader.expected("a label"));
        };
        let guard = match (token.kind, reader.text(token)) {
            (Kind::Identifier, "t") => Guard::TRUE,
            (Kind::Identifier, "f") => Guard::FALSE,
            (Kind::Integer(p), _) if (p as usize) < num_props => self.guards.var(p),
            (Kind::Integer(p), _) => {
                let message = format!("there is no proposition {p}");
                return Err(reader.error(token.span.clone(), message));
            }
            (Kind::Alias, name) => match aliases.get(name) {
                Some(&guard) => guard,
                None => {
                    let message = format!("the alias {name} is not defined before");
                    return Err(reader.error(token.span.clone(), message));
                }
            },
            _ => return Err(reader.expected("a proposition number, an alias, `t` or `f`")),
        };
        reader.advance();
        Ok(guard)
    }

    /// The guard of exactly this letter; `None` if there are not that many letters.
    pub fn letter(&mut self, num_props: usize, letter: Letter) -> Option<Guard> {
        if num_props < Letter::BITS as usize && letter >> num_props != 0 {
            return None;
        }
        Some(self.guards.letter(letter, num_props as u32))
    }
}
