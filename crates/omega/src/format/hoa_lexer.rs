//! Tokens of the Hanoi Omega-Automata format, version 1 (Babiak et al., 2015).

use super::FormatError;
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name and a colon, as in `States:`.
    Header,
    Identifier,
    /// `@name`
    Alias,
    String,
    Integer(u32),
    Symbol(char),
    /// `--BODY--`, `--END--`, `--ABORT--`
    Body,
    End,
    Abort,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub span: Range<usize>,
}

pub(super) fn lex(text: &str) -> Result<Vec<Token>, FormatError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
        } else if text[at..].starts_with("/*") {
            at = comment_end(text, at)?;
        } else {
            let (kind, len) = token(text, at, c)?;
            tokens.push(Token {
                kind,
                span: at..at + len,
            });
            at += len;
        }
    }
    Ok(tokens)
}

/// Comments nest.
fn comment_end(text: &str, start: usize) -> Result<usize, FormatError> {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let mut at = start;
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"/*" => {
                depth += 1;
                at += 2;
            }
            b"*/" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Ok(at);
                }
            }
            _ => at += 1,
        }
    }
    let span = start..start + 2;
    Err(FormatError::new(text, span, "this comment is never closed"))
}

fn token(text: &str, at: usize, c: char) -> Result<(Kind, usize), FormatError> {
    let rest = &text[at..];
    let run = |from: usize, keep: fn(char) -> bool| {
        let tail = &rest[from..];
        from + tail.find(|c: char| !keep(c)).unwrap_or(tail.len())
    };
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    for (word, kind) in [
        ("--BODY--", Kind::Body),
        ("--END--", Kind::End),
        ("--ABORT--", Kind::Abort),
    ] {
        if rest.starts_with(word) {
            return Ok((kind, word.len()));
        }
    }
    match c {
        'a'..='z' | 'A'..='Z' | '_' => {
            let len = run(0, is_name);
            // `State:` is a header, the `t` of `[t]` is not.
            Ok(match rest[len..].starts_with(':') {
                true => (Kind::Header, len + 1),
                false => (Kind::Identifier, len),
            })
        }
        '@' => match run(1, is_name) {
            1 => Err(FormatError::new(text, at..at + 1, "`@` without a name")),
            len => Ok((Kind::Alias, len)),
        },
        '0'..='9' => {
            let len = run(0, |c| c.is_ascii_digit());
            match rest[..len].parse() {
                Ok(n) => Ok((Kind::Integer(n), len)),
                Err(_) => Err(FormatError::new(
                    text,
                    at..at + len,
                    "this number is too large",
                )),
            }
        }
        '"' => string_length(rest)
            .map(|len| (Kind::String, len))
            .ok_or_else(|| FormatError::new(text, at..at + 1, "this string is never closed")),
        '(' | ')' | '[' | ']' | '{' | '}' | '!' | '&' | '|' => Ok((Kind::Symbol(c), 1)),
        _ => {
            let span = at..at + c.len_utf8();
            Err(FormatError::new(text, span, format!("unexpected `{c}`")))
        }
    }
}

/// The length of the quoted string at the start of `text`; `\"` does not end it.
fn string_length(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(i + 1),
            _ => {}
        }
    }
    None
}

/// The contents of a quoted string.
pub(super) fn unquote(quoted: &str) -> String {
    let mut out = String::new();
    let mut escaped = false;
    for c in quoted[1..quoted.len() - 1].chars() {
        if c == '\\' && !escaped {
            escaped = true;
        } else {
            escaped = false;
            out.push(c);
        }
    }
    out
}

/// The other way round.
pub(super) fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        if c == '"' || c == '\\' {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    out
}
