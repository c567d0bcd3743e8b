//! From text to tokens. Operators of the logic and of the host language are told apart here;
//! which host-language tokens form one proposition is the parser's business.

use super::LtlError;
use std::ops::Range;

/// Which names and symbols are operators of the logic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// SPIN's operators and the field's: `G F R M & | ^` belong to the logic too, and `Fp`, `XGp`
    /// are an operator before a name, as Spot reads them.
    #[default]
    Any,
    /// Only the operators that SPIN knows inside a model, where `G` may be a variable and `&` is
    /// the host language's.
    Spin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Not,
    Next,
    Finally,
    Globally,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    And,
    Or,
    Implies,
    Equiv,
    Xor,
    Until,
    WeakUntil,
    Release,
    StrongRelease,
}

impl Binary {
    pub fn is_temporal(self) -> bool {
        use Binary::{Release, StrongRelease, Until, WeakUntil};
        matches!(self, Until | WeakUntil | Release | StrongRelease)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Unary(Unary),
    Binary(Binary),
    True,
    False,
    /// A name of the host language.
    Word,
    Number,
    /// `{…}` or `"…"`: one proposition, whatever is inside.
    Opaque,
    /// Any other operator of the host language; those that join two operands into one.
    Host {
        joins: bool,
    },
    /// `(`, `[`, `)`, `]`; the index of the partner.
    Open(usize),
    Close(usize),
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub span: Range<usize>,
}

/// Long enough for every formula that can be translated, short enough for 32-bit ids.
const MAX_TOKENS: usize = 1_000_000;

/// Symbols, longest first where one begins another.
const SYMBOLS: &[(&str, Kind)] = &[
    ("<->", Kind::Binary(Binary::Equiv)),
    ("<=>", Kind::Binary(Binary::Equiv)),
    ("[]", Kind::Unary(Unary::Globally)),
    ("<>", Kind::Unary(Unary::Finally)),
    ("->", Kind::Binary(Binary::Implies)),
    ("=>", Kind::Binary(Binary::Implies)),
    ("&&", Kind::Binary(Binary::And)),
    ("||", Kind::Binary(Binary::Or)),
    ("/\\", Kind::Binary(Binary::And)),
    ("\\/", Kind::Binary(Binary::Or)),
    ("==", Kind::Host { joins: true }),
    ("!=", Kind::Host { joins: true }),
    ("<=", Kind::Host { joins: true }),
    (">=", Kind::Host { joins: true }),
    ("<<", Kind::Host { joins: true }),
    (">>", Kind::Host { joins: true }),
    ("??", Kind::Host { joins: false }),
    ("<", Kind::Host { joins: true }),
    (">", Kind::Host { joins: true }),
    ("+", Kind::Host { joins: true }),
    ("-", Kind::Host { joins: true }),
    ("*", Kind::Host { joins: true }),
    ("/", Kind::Host { joins: true }),
    ("%", Kind::Host { joins: true }),
    ("~", Kind::Host { joins: false }),
    (".", Kind::Host { joins: false }),
    ("@", Kind::Host { joins: false }),
    (":", Kind::Host { joins: false }),
    ("?", Kind::Host { joins: false }),
    (",", Kind::Host { joins: false }),
    ("!", Kind::Unary(Unary::Not)),
];

/// Symbols that are operators of the logic in one dialect and of the host language in the other.
const SHARED: &[(char, Binary)] = &[('&', Binary::And), ('|', Binary::Or), ('^', Binary::Xor)];

pub(super) fn lex(text: &str, dialect: Dialect) -> Result<Vec<Token>, LtlError> {
    let mut lexer = Lexer {
        text,
        dialect,
        tokens: Vec::new(),
        open: Vec::new(),
    };
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if lexer.tokens.len() >= MAX_TOKENS {
            let message = format!("the formula has more than {MAX_TOKENS} tokens");
            return Err(LtlError::new(at..at + c.len_utf8(), message));
        }
        at = if c.is_whitespace() {
            at + c.len_utf8()
        } else {
            lexer.token(at, c)?
        };
    }
    match lexer.open.last() {
        Some(&i) => Err(LtlError::new(
            lexer.tokens[i].span.clone(),
            "this bracket is never closed",
        )),
        None => Ok(lexer.tokens),
    }
}

struct Lexer<'a> {
    text: &'a str,
    dialect: Dialect,
    tokens: Vec<Token>,
    /// The brackets that are still open.
    open: Vec<usize>,
}

impl Lexer<'_> {
    /// Reads the token that begins at `at` with `c`; returns where the next may begin.
    fn token(&mut self, at: usize, c: char) -> Result<usize, LtlError> {
        let rest = &self.text[at..];
        if c.is_alphabetic() || c == '_' {
            return Ok(self.word(at));
        }
        if c.is_ascii_digit() {
            let len = rest.find(|c: char| !c.is_ascii_alphanumeric());
            let end = at + len.unwrap_or(rest.len());
            self.push(Kind::Number, at..end);
            return Ok(end);
        }
        match c {
            '{' => return self.opaque(at, brace_end(rest)),
            '"' => return self.opaque(at, rest[1..].find('"').map(|i| i + 2)),
            '(' => return self.bracket(at, c),
            ')' | ']' => return self.bracket(at, c),
            '[' if !rest.starts_with("[]") => return self.bracket(at, c),
            _ => {}
        }
        if let Some(&(symbol, kind)) = SYMBOLS.iter().find(|(s, _)| rest.starts_with(s)) {
            self.push(kind, at..at + symbol.len());
            return Ok(at + symbol.len());
        }
        if let Some(&(_, op)) = SHARED.iter().find(|(s, _)| *s == c) {
            let kind = match self.dialect {
                Dialect::Any => Kind::Binary(op),
                Dialect::Spin => Kind::Host { joins: true },
            };
            self.push(kind, at..at + 1);
            return Ok(at + 1);
        }
        let error = LtlError::new(at..at + c.len_utf8(), format!("unexpected `{c}`"));
        Err(match c {
            '=' => error.hint("equality is written `==`"),
            '}' => error.hint("no `{` is open here"),
            _ => error,
        })
    }

    fn push(&mut self, kind: Kind, span: Range<usize>) {
        self.tokens.push(Token { kind, span });
    }

    fn opaque(&mut self, at: usize, len: Option<usize>) -> Result<usize, LtlError> {
        let Some(len) = len else {
            return Err(LtlError::new(at..at + 1, "this bracket is never closed"));
        };
        if self.text[at + 1..at + len - 1].trim().is_empty() {
            return Err(LtlError::new(at..at + len, "an empty proposition"));
        }
        self.push(Kind::Opaque, at..at + len);
        Ok(at + len)
    }

    fn bracket(&mut self, at: usize, c: char) -> Result<usize, LtlError> {
        let index = self.tokens.len();
        if c == '(' || c == '[' {
            self.open.push(index);
            self.push(Kind::Open(usize::MAX), at..at + 1);
            return Ok(at + 1);
        }
        let wanted = if c == ')' { "(" } else { "[" };
        let partner = self.open.pop().filter(|&i| {
            let span = self.tokens[i].span.clone();
            &self.text[span] == wanted
        });
        let Some(partner) = partner else {
            let message = format!("`{c}` closes no `{wanted}`");
            return Err(LtlError::new(at..at + 1, message));
        };
        self.tokens[partner].kind = Kind::Open(index);
        self.push(Kind::Close(partner), at..at + 1);
        Ok(at + 1)
    }

    /// A name or an operator in letters. In the wide dialect a leading run of `F`, `G`, `X` is a
    /// run of operators.
    fn word(&mut self, at: usize) -> usize {
        let rest = &self.text[at..];
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let end = at + rest.find(|c: char| !is_name(c)).unwrap_or(rest.len());
        let mut from = at;
        if self.dialect == Dialect::Any {
            for c in self.text[at..end].chars() {
                let op = match c {
                    'F' => Unary::Finally,
                    'G' => Unary::Globally,
                    'X' => Unary::Next,
                    _ => break,
                };
                self.push(Kind::Unary(op), from..from + 1);
                from += 1;
            }
        }
        if from < end {
            let first = self.text[from..end].starts_with(|c: char| c.is_ascii_digit());
            let kind = if first {
                Kind::Number
            } else {
                self.word_kind(&self.text[from..end])
            };
            self.push(kind, from..end);
        }
        end
    }

    fn word_kind(&self, word: &str) -> Kind {
        match word {
            "true" => Kind::True,
            "false" => Kind::False,
            "not" => Kind::Unary(Unary::Not),
            "X" | "next" => Kind::Unary(Unary::Next),
            "always" => Kind::Unary(Unary::Globally),
            "eventually" => Kind::Unary(Unary::Finally),
            "U" | "until" | "stronguntil" => Kind::Binary(Binary::Until),
            "W" | "weakuntil" => Kind::Binary(Binary::WeakUntil),
            "V" | "release" => Kind::Binary(Binary::Release),
            "implies" => Kind::Binary(Binary::Implies),
            "equivalent" => Kind::Binary(Binary::Equiv),
            "R" if self.dialect == Dialect::Any => Kind::Binary(Binary::Release),
            "M" if self.dialect == Dialect::Any => Kind::Binary(Binary::StrongRelease),
            "xor" if self.dialect == Dialect::Any => Kind::Binary(Binary::Xor),
            _ => Kind::Word,
        }
    }
}

/// The length of the balanced `{…}` at the start of `text`.
fn brace_end(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (i, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(i + 1),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}
