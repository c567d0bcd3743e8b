//! Tokens, and the lexer that cuts a file into them.
//!
//! The preprocessor and the parser share one kind of token. Keywords are identifiers here: a
//! macro may be named like one, so the parser tells them apart after preprocessing.

use crate::keyword;
use crate::span::{SourceFile, Span};
use logos::Logos;
use std::collections::HashSet;
use std::sync::Arc;

#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    #[regex("[A-Za-z_][A-Za-z0-9_]*")]
    Ident,
    /// Digits and the letters glued to them; only `#if` knows more than decimal numbers.
    #[regex("[0-9][A-Za-z0-9_]*")]
    Number,
    #[regex(r#""([^"\\\n]|\\[^\n]|\\\r?\n)*""#)]
    String,
    #[regex(r"'([^'\\\n]|\\[^\n])*'")]
    Char,
    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("[")]
    LBracket,
    #[token("]")]
    RBracket,
    #[token("{")]
    LBrace,
    #[token("}")]
    RBrace,
    #[token(";")]
    Semi,
    // SPIN reads the longer ones as the shorter ones, too; the parser warns.
    #[token("->")]
    #[token("-->")]
    Arrow,
    #[token(",")]
    Comma,
    #[token("::")]
    ColonColon,
    #[token(":")]
    Colon,
    #[token("..")]
    DotDot,
    #[token(".")]
    Dot,
    #[token("@")]
    At,
    #[token("==")]
    EqEq,
    #[token("=")]
    Assign,
    #[token("!=")]
    #[token("!!=")]
    NotEq,
    #[token("!!")]
    BangBang,
    #[token("!")]
    Bang,
    #[token("??")]
    QueryQuery,
    #[token("?")]
    Query,
    #[token("<<")]
    Shl,
    #[token("<=")]
    Le,
    #[token("<")]
    Lt,
    #[token(">>")]
    Shr,
    #[token(">=")]
    Ge,
    #[token(">")]
    Gt,
    #[token("&&")]
    AndAnd,
    #[token("&")]
    And,
    #[token("||")]
    OrOr,
    #[token("|")]
    Or,
    #[token("^")]
    Caret,
    #[token("~")]
    Tilde,
    #[token("++")]
    PlusPlus,
    #[token("+")]
    Plus,
    #[token("--")]
    MinusMinus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("##")]
    HashHash,
    #[token("#")]
    Hash,

    #[regex(r"\r?\n")]
    Newline,
    /// White space, continued lines, and comments of one line.
    #[regex(r"([ \t\r\f\v]|\\\r?\n)+", priority = 1)]
    #[regex(r"//([^\n\\]|\\[^\n]|\\\r?\n)*\\?", allow_greedy = true)]
    Space,
    #[regex(r"/\*([^*]|\*+[^*/])*\*+/")]
    Comment,
    /// A comment that the file ends in.
    #[regex(r"/\*([^*]|\*+[^*/])*\**", priority = 3)]
    OpenComment,
    /// A quote without its partner on the same line.
    #[token("\"")]
    #[token("'")]
    Quote,
    /// A character that starts no token.
    Unknown,
    /// Behind the last token.
    Eof,
}

#[derive(Clone, Debug)]
pub struct Token {
    pub kind: TokenKind,
    pub text: Arc<str>,
    pub span: Span,
    /// The first token of its line, as SPIN sees lines: after preprocessing.
    pub newline: bool,
    /// White space or a newline stands in front of it.
    pub space: bool,
    /// The name of a macro met inside its own expansion: never expanded again.
    pub painted: bool,
}

impl Token {
    pub fn is_ident(&self, text: &str) -> bool {
        self.kind == TokenKind::Ident && &*self.text == text
    }
}

/// Keeps one copy of each distinct spelling.
#[derive(Default)]
pub struct Interner(HashSet<Arc<str>>);

impl Interner {
    pub fn intern(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return known.clone();
        }
        let new: Arc<str> = text.into();
        self.0.insert(new.clone());
        new
    }
}

/// Cuts a file into tokens. Newlines stay, as directives end with them; a comment that spans
/// lines counts as one. The last token is `Eof`.
pub fn lex(file: &SourceFile, interner: &mut Interner) -> Vec<Token> {
    let mut tokens = Vec::new();
    let (mut space, mut newline) = (true, true);
    let mut push = |kind, text: &str, span, newline: &mut bool, space: &mut bool| {
        tokens.push(Token {
            kind,
            text: interner.intern(text),
            span,
            newline: std::mem::take(newline),
            space: std::mem::take(space),
            painted: false,
        });
    };
    for (kind, range) in TokenKind::lexer(&file.text).spanned() {
        let text = &file.text[range.clone()];
        let span = file.span(range);
        match kind.unwrap_or(TokenKind::Unknown) {
            TokenKind::Space => space = true,
            TokenKind::Comment => {
                space = true;
                newline |= text.contains('\n');
            }
            TokenKind::Newline => {
                push(TokenKind::Newline, "\n", span, &mut newline, &mut space);
                (space, newline) = (true, true);
            }
            kind => push(kind, text, span, &mut newline, &mut space),
        }
    }
    let end = file.text.len();
    push(
        TokenKind::Eof,
        "",
        file.span(end..end),
        &mut newline,
        &mut space,
    );
    tokens
}

/// SPIN reads a keyword that touches a number, as in `x = 2fi`; to the preprocessor the two are
/// one token, so they are cut apart behind it.
pub fn split_numbers(tokens: Vec<Token>) -> Vec<Token> {
    let mut output = Vec::with_capacity(tokens.len());
    for token in tokens {
        let digits = token.text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, word) = token.text.split_at(digits);
        if token.kind != TokenKind::Number || !keyword::is_reserved(word) {
            output.push(token);
            continue;
        }
        let middle = (token.span.lo + digits as u32).min(token.span.hi);
        output.push(Token {
            text: number.into(),
            span: Span {
                hi: middle,
                ..token.span
            },
            ..token.clone()
        });
        output.push(Token {
            kind: TokenKind::Ident,
            text: word.into(),
            span: Span {
                lo: middle,
                ..token.span
            },
            newline: false,
            space: false,
            ..token.clone()
        });
    }
    output
}

/// The kind of a text that is exactly one token, as `##` needs it.
pub fn single(text: &str) -> Option<TokenKind> {
    let mut lexer = TokenKind::lexer(text);
    let kind = lexer.next()?.ok()?;
    lexer.next().is_none().then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::SourceMap;
    use std::path::Path;

    fn kinds(text: &str) -> Vec<TokenKind> {
        let mut map = SourceMap::default();
        let id = map.add_file(Path::new("t"), text.into()).unwrap();
        let mut tokens = lex(map.file(id), &mut Interner::default());
        tokens.pop();
        tokens.iter().map(|token| token.kind).collect()
    }

    #[test]
    fn ranges_are_not_numbers() {
        use TokenKind::*;
        assert_eq!(kinds("0..N"), [Number, DotDot, Ident]);
        assert_eq!(kinds("1 .. 2"), [Number, DotDot, Number]);
    }

    #[test]
    fn comments_and_continued_lines_vanish() {
        use TokenKind::*;
        assert_eq!(kinds("a//b\\\nc\nd"), [Ident, Newline, Ident]);
        assert_eq!(kinds("a/* * // **/b"), [Ident, Ident]);
        assert_eq!(kinds("a\\\nb // \\"), [Ident, Ident]);
        assert_eq!(kinds("a/*b"), [Ident, OpenComment]);
    }

    #[test]
    fn a_lone_quote_is_one_character() {
        use TokenKind::*;
        assert_eq!(
            kinds("it's\n\"a"),
            [Ident, Quote, Ident, Newline, Quote, Ident]
        );
        assert_eq!(kinds(r#"'\'' "a\"b""#), [Char, String]);
    }

    #[test]
    fn the_longest_operator_wins() {
        use TokenKind::*;
        assert_eq!(kinds("c??<a>b"), [Ident, QueryQuery, Lt, Ident, Gt, Ident]);
        assert_eq!(kinds("-->"), [Arrow]);
        assert_eq!(kinds("-- >"), [MinusMinus, Gt]);
        assert_eq!(kinds("é"), [Unknown]);
    }

    #[test]
    fn newlines_are_marked_on_the_next_token() {
        let mut map = SourceMap::default();
        let id = map.add_file(Path::new("t"), "a /*\n*/ b".into()).unwrap();
        let tokens = lex(map.file(id), &mut Interner::default());
        assert!(tokens[1].newline && tokens[1].space);
    }
}
