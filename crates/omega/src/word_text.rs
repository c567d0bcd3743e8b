//! Ultimately periodic words as text: `u;v` for `u v^ω`.
//!
//! Letters are separated by white space. A letter is the set of the propositions that hold, as in
//! `{p,q}` and `{}`, or a conjunction of literals, as in `p&!q`; what a letter does not mention is
//! false. A name that is not made of plain characters is quoted: `{"x == 1",q}`.

use crate::word::{Lasso, Letter};
use std::fmt;

/// What is wrong with the text of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordError {
    NoSemicolon,
    EmptyCycle,
    Unexpected(char),
    UnexpectedEnd,
    UnknownProposition(String),
    Contradiction(String),
}

impl fmt::Display for WordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WordError::NoSemicolon => f.write_str("a word is written u;v, with a semicolon"),
            WordError::EmptyCycle => f.write_str("the part after the semicolon has no letter"),
            WordError::Unexpected(c) => write!(f, "unexpected {c:?} in a word"),
            WordError::UnexpectedEnd => f.write_str("the word ends inside a letter"),
            WordError::UnknownProposition(name) => {
                write!(f, "the automaton has no proposition {name:?}")
            }
            WordError::Contradiction(name) => {
                write!(f, "a letter says both {name:?} and its negation")
            }
        }
    }
}

impl std::error::Error for WordError {}

/// Reads a word over `props`.
pub fn parse_word(text: &str, props: &[String]) -> Result<Lasso, WordError> {
    let mut parser = Parser { rest: text, props };
    let mut parts = [Vec::new(), Vec::new()];
    let mut part = 0;
    while let Some(c) = parser.peek() {
        if c == ';' && part == 0 {
            parser.bump(c);
            part = 1;
        } else {
            parts[part].push(parser.letter(c)?);
        }
    }
    if part == 0 {
        return Err(WordError::NoSemicolon);
    }
    let [prefix, cycle] = parts;
    Lasso::new(prefix, cycle).ok_or(WordError::EmptyCycle)
}

/// Writes a word so that [`parse_word`] reads it back.
pub fn print_word(word: &Lasso, props: &[String]) -> String {
    let letters = |letters: &[Letter]| {
        let texts: Vec<String> = letters.iter().map(|&l| print_letter(l, props)).collect();
        texts.join(" ")
    };
    let (prefix, cycle) = (letters(word.prefix()), letters(word.cycle()));
    let gap = if prefix.is_empty() { "" } else { " " };
    format!("{prefix}{gap}; {cycle}")
}

/// The propositions that hold in `letter`, as a set.
pub fn print_letter(letter: Letter, props: &[String]) -> String {
    let holds = |&(i, _): &(usize, &String)| letter >> i & 1 == 1;
    let name = |(_, name): (usize, &String)| {
        if !name.is_empty() && name.chars().all(is_plain) {
            name.clone()
        } else {
            format!("\"{}\"", name.replace('\\', r"\\").replace('"', "\\\""))
        }
    };
    let names: Vec<String> = props.iter().enumerate().filter(holds).map(name).collect();
    format!("{{{}}}", names.join(","))
}

fn is_plain(c: char) -> bool {
    !c.is_whitespace() && !"{}&!,;\"".contains(c)
}

struct Parser<'a> {
    rest: &'a str,
    props: &'a [String],
}

impl Parser<'_> {
    /// The next character that is not white space.
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    /// Takes `c`, which is next.
    fn bump(&mut self, c: char) {
        self.rest = &self.rest[c.len_utf8()..];
    }

    /// The letter that begins with `first`.
    fn letter(&mut self, first: char) -> Result<Letter, WordError> {
        if first == '{' {
            self.bump(first);
            self.set()
        } else {
            self.conjunction()
        }
    }

    fn set(&mut self) -> Result<Letter, WordError> {
        let mut letter = 0;
        let mut next = self.peek().ok_or(WordError::UnexpectedEnd)?;
        if next != '}' {
            loop {
                letter |= 1 << self.name()?.0;
                next = self.peek().ok_or(WordError::UnexpectedEnd)?;
                if next != ',' {
                    break;
                }
                self.bump(next);
            }
        }
        if next != '}' {
            return Err(WordError::Unexpected(next));
        }
        self.bump(next);
        Ok(letter)
    }

    fn conjunction(&mut self) -> Result<Letter, WordError> {
        let (mut holds, mut fails) = (0, 0);
        loop {
            let negated = self.peek() == Some('!');
            if negated {
                self.bump('!');
            }
            let (index, name) = self.name()?;
            *if negated { &mut fails } else { &mut holds } |= 1 << index;
            if holds & fails != 0 {
                return Err(WordError::Contradiction(name));
            }
            if self.peek() != Some('&') {
                return Ok(holds);
            }
            self.bump('&');
        }
    }

    /// A proposition and its index.
    fn name(&mut self) -> Result<(usize, String), WordError> {
        let first = self.peek().ok_or(WordError::UnexpectedEnd)?;
        let name = if first == '"' {
            self.bump(first);
            self.quoted()?
        } else {
            let end = self.rest.find(|c| !is_plain(c)).unwrap_or(self.rest.len());
            let (name, rest) = self.rest.split_at(end);
            if name.is_empty() {
                return Err(WordError::Unexpected(first));
            }
            self.rest = rest;
            name.to_string()
        };
        match self.props.iter().position(|p| *p == name) {
            Some(index) => Ok((index, name)),
            None => Err(WordError::UnknownProposition(name)),
        }
    }

    /// The rest of a quoted name; a backslash takes the next character as it is.
    fn quoted(&mut self) -> Result<String, WordError> {
        let mut name = String::new();
        let mut chars = self.rest.chars();
        loop {
            match chars.next().ok_or(WordError::UnexpectedEnd)? {
                '"' => break,
                '\\' => name.push(chars.next().ok_or(WordError::UnexpectedEnd)?),
                c => name.push(c),
            }
        }
        self.rest = chars.as_str();
        Ok(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn props() -> Vec<String> {
        ["p", "q", "x == \"a\\b\""].map(String::from).to_vec()
    }

    fn read(text: &str) -> Result<(Vec<Letter>, Vec<Letter>), WordError> {
        parse_word(text, &props()).map(|w| (w.prefix().to_vec(), w.cycle().to_vec()))
    }

    #[test]
    fn both_ways_to_write_a_letter() {
        assert_eq!(read("{p,q} {} p&!q ; q"), Ok((vec![3, 0, 1], vec![2])));
        assert_eq!(read(";{p}{q}"), Ok((vec![], vec![1, 2])));
        assert_eq!(read(";!p & !q"), Ok((vec![], vec![0])));
        assert_eq!(read(r#";{"x == \"a\\b\"", p}"#), Ok((vec![], vec![5])));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert_eq!(read("p q"), Err(WordError::NoSemicolon));
        assert_eq!(read("p;"), Err(WordError::EmptyCycle));
        assert_eq!(read(";p;q"), Err(WordError::Unexpected(';')));
        assert_eq!(read(";{p"), Err(WordError::UnexpectedEnd));
        assert_eq!(read(";{p,}"), Err(WordError::Unexpected('}')));
        assert_eq!(read(";{p q}"), Err(WordError::Unexpected('q')));
        assert_eq!(read(";p&"), Err(WordError::UnexpectedEnd));
        assert_eq!(read(";r"), Err(WordError::UnknownProposition("r".into())));
        assert_eq!(read(";p&!p"), Err(WordError::Contradiction("p".into())));
        assert_eq!(read(";\"p"), Err(WordError::UnexpectedEnd));
    }

    #[test]
    fn printed_words_are_read_back() {
        for word in [
            (vec![], vec![0]),
            (vec![7, 0], vec![4, 3]),
            (vec![1], vec![2]),
        ] {
            let lasso = Lasso::new(word.0.clone(), word.1.clone()).expect("the cycle has a letter");
            assert_eq!(read(&print_word(&lasso, &props())), Ok(word));
        }
    }
}
