//! Directives: lines that start with `#`.

use super::Preprocessor;
use super::condition;
use super::input::Conditional;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::suggest;
use crate::token::{Token, TokenKind};

const DIRECTIVES: [&str; 14] = [
    "define", "undef", "include", "if", "ifdef", "ifndef", "elif", "else", "endif", "error",
    "warning", "line", "pragma", "ident",
];

impl Preprocessor<'_> {
    /// Executes the directive that `hash` starts.
    pub(super) fn directive(&mut self, hash: Token) {
        let mut line = self.rest_of_line();
        if line.is_empty() {
            return;
        }
        let word = line.remove(0);
        let at = self.sources.join(hash.span, word.span);
        match &*word.text {
            "define" => self.define(at, &line),
            "undef" => self.undef(at, &line),
            "include" => self.include_directive(at, line),
            "if" => {
                let holds = self.condition(at, line);
                self.open_group(at, holds);
            }
            "ifdef" | "ifndef" => {
                let Some(name) = self.macro_name(at, &line) else {
                    return self.open_group(at, false);
                };
                let defined = self.macros.contains_key(&name.text);
                self.open_group(at, defined == (&*word.text == "ifdef"));
            }
            "elif" | "else" => self.next_group(at, &word, line),
            "endif" => {
                if self.conditionals().and_then(Vec::pop).is_none() {
                    self.unbalanced(at, "#endif");
                }
            }
            "error" => {
                let message = self.message(&line);
                self.report(Diagnostic::new(
                    &codes::ERROR_DIRECTIVE,
                    at,
                    format!("#error {message}"),
                ));
            }
            "warning" => {
                let message = self.message(&line);
                self.report(Diagnostic::new(
                    &codes::WARNING_DIRECTIVE,
                    at,
                    format!("#warning {message}"),
                ));
            }
            // Spans speak of the text at hand, not of the one it was generated from.
            "line" | "pragma" | "ident" => {}
            _ if word.kind == TokenKind::Number => {}
            other => {
                let mut diagnostic = Diagnostic::new(
                    &codes::DIRECTIVE,
                    at,
                    format!("unknown preprocessor directive `#{other}`"),
                );
                if let Some(near) = suggest::nearest(other, DIRECTIVES) {
                    diagnostic =
                        diagnostic.fix(word.span, near, format!("did you mean `#{near}`?"));
                }
                self.report(diagnostic);
            }
        }
    }

    fn undef(&mut self, at: Span, line: &[Token]) {
        if let Some(name) = self.macro_name(at, line) {
            self.macros.remove(&name.text);
        }
    }

    fn macro_name(&mut self, at: Span, line: &[Token]) -> Option<Token> {
        let name = line.first().filter(|token| token.kind == TokenKind::Ident);
        if name.is_none() {
            self.report(Diagnostic::new(
                &codes::DIRECTIVE,
                at,
                "the name of a macro must follow",
            ));
        }
        name.cloned()
    }

    fn include_directive(&mut self, at: Span, line: Vec<Token>) {
        let line = match line.first() {
            Some(first) if first.kind == TokenKind::Ident => self.expand_line(line),
            _ => line,
        };
        let malformed = || {
            Diagnostic::new(&codes::DIRECTIVE, at, "#include needs a file name")
                .help("write #include \"file\"")
        };
        let Some(first) = line.first() else {
            return self.report(malformed());
        };
        match first.kind {
            TokenKind::String => {
                let name = first.text.trim_matches('"').to_owned();
                self.include(&name, true, first.span);
            }
            TokenKind::Lt => {
                let Some(close) = line.iter().position(|token| token.kind == TokenKind::Gt) else {
                    return self.report(malformed());
                };
                let name: String = line[1..close].iter().map(|token| &*token.text).collect();
                let span = self.sources.join(first.span, line[close].span);
                self.include(&name, false, span);
            }
            _ => self.report(malformed()),
        }
    }

    fn open_group(&mut self, span: Span, taken: bool) {
        if let Some(list) = self.conditionals() {
            list.push(Conditional {
                span,
                taken,
                seen_else: false,
            });
        }
        if !taken {
            self.skip_group();
        }
    }

    /// `#elif` or `#else`.
    fn next_group(&mut self, at: Span, word: &Token, line: Vec<Token>) {
        let is_else = &*word.text == "else";
        let Some(current) = self.conditionals().and_then(|list| list.last_mut()) else {
            return self.unbalanced(at, &format!("#{}", word.text));
        };
        if current.seen_else {
            let open = current.span;
            self.report(
                Diagnostic::new(
                    &codes::CONDITIONAL,
                    at,
                    format!("#{} after #else", word.text),
                )
                .related(open, "of this conditional"),
            );
            return self.skip_group();
        }
        current.seen_else |= is_else;
        let taken = current.taken;
        let take = !taken && (is_else || self.condition(at, line));
        if let Some(current) = self.conditionals().and_then(|list| list.last_mut()) {
            current.taken |= take;
        }
        if !take {
            self.skip_group();
        }
    }

    /// Whether the expression behind `#if` holds; a malformed one does not.
    fn condition(&mut self, at: Span, line: Vec<Token>) -> bool {
        let line = self.replace_defined(line);
        let line = self.expand_line(line);
        // A macro may bring in more of them.
        let line = self.replace_defined(line);
        match condition::evaluate(&line) {
            Ok(holds) => holds,
            Err(error) => {
                let span = error.at.map_or(at, |index| line[index].span);
                self.report(
                    Diagnostic::new(&codes::IF_EXPRESSION, span, error.message)
                        .note("the group is skipped"),
                );
                false
            }
        }
    }

    /// Replaces `defined X` and `defined(X)` before macros are expanded.
    fn replace_defined(&mut self, line: Vec<Token>) -> Vec<Token> {
        let mut output = Vec::with_capacity(line.len());
        let mut rest = line.as_slice();
        while let [first, tail @ ..] = rest {
            rest = tail;
            if !first.is_ident("defined") {
                output.push(first.clone());
                continue;
            }
            use TokenKind::{Ident, LParen, RParen};
            let name = match tail {
                [open, name, close, after @ ..]
                    if (open.kind, name.kind, close.kind) == (LParen, Ident, RParen) =>
                {
                    rest = after;
                    name
                }
                [name, after @ ..] if name.kind == Ident => {
                    rest = after;
                    name
                }
                _ => {
                    output.push(first.clone());
                    continue;
                }
            };
            let value = if self.macros.contains_key(&name.text) {
                "1"
            } else {
                "0"
            };
            output.push(Token {
                kind: TokenKind::Number,
                text: self.interner.intern(value),
                ..name.clone()
            });
        }
        output
    }

    fn unbalanced(&mut self, at: Span, what: &str) {
        self.report(
            Diagnostic::new(&codes::CONDITIONAL, at, format!("{what} without #if"))
                .label("no conditional is open here"),
        );
    }

    fn message(&self, line: &[Token]) -> String {
        match (line.first(), line.last()) {
            (Some(first), Some(last)) => {
                let span = self.sources.join(first.span, last.span);
                self.sources.text(span).to_owned()
            }
            _ => String::new(),
        }
    }
}
