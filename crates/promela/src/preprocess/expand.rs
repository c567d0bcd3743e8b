//! Macro expansion. A macro's body is pushed as a context and rescanned from there; while it is
//! being read its own name is not expanded, and a name met in that time never will be (C11
//! 6.10.3.4). Arguments are expanded on their own before they enter the body, except beside `#`
//! and `##`.

use super::Preprocessor;
use super::input::eof;
use super::macros::Macro;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::token::{Token, TokenKind};
use std::rc::Rc;

/// Tokens that all expansions together may produce: macros that double each other need only a
/// few lines to ask for more than a machine has.
pub const MAX_TOKENS: usize = 2_000_000;

/// Expansions within expansions.
const MAX_DEPTH: usize = 200;

/// Tokens to read before those below.
pub struct Context {
    tokens: std::vec::IntoIter<Token>,
    /// The macro whose body this is; `None` for an argument.
    source: Option<Rc<Macro>>,
}

/// The arguments of a call, as written, and the span of the whole call.
struct Call {
    args: Vec<Vec<Token>>,
    span: Span,
}

impl Preprocessor<'_> {
    /// The next token behind all expansions. Contexts below `floor` are out of reach: `Eof` then
    /// means the end of what lies above it.
    pub(super) fn next_expanded(&mut self, floor: usize) -> Token {
        loop {
            let mut token = self.next_raw(floor);
            if token.kind != TokenKind::Ident || token.painted {
                return token;
            }
            let Some(definition) = self.macros.get(&token.text).cloned() else {
                match self.builtin(&token) {
                    Some(known) => return known,
                    None => return token,
                }
            };
            if definition.active.get() > 0 {
                token.painted = true;
                return token;
            }
            if !self.expand(&token, definition, floor) {
                return token;
            }
        }
    }

    fn next_raw(&mut self, floor: usize) -> Token {
        if self.stopped {
            return eof(Span::default());
        }
        while self.contexts.len() > floor {
            let top = self.contexts.len() - 1;
            if let Some(token) = self.contexts[top].tokens.next() {
                return token;
            }
            self.pop_context();
        }
        if floor > 0 {
            return eof(Span::default());
        }
        self.next_from_files()
    }

    /// Whether the next token, on this line or a later one, opens an argument list.
    fn next_is_paren(&self, floor: usize) -> bool {
        let above = &self.contexts[floor..];
        let next = above
            .iter()
            .rev()
            .find_map(|context| context.tokens.as_slice().first());
        let next = match next {
            None if floor == 0 => self.peek_in_file(),
            next => next,
        };
        next.is_some_and(|token| token.kind == TokenKind::LParen)
    }

    fn pop_context(&mut self) {
        if let Some(context) = self.contexts.pop()
            && let Some(source) = context.source
        {
            source.active.set(source.active.get() - 1);
        }
    }

    /// Pushes the expansion of `name`; false if it is a macro with parameters that is not called.
    fn expand(&mut self, name: &Token, definition: Rc<Macro>, floor: usize) -> bool {
        let call = match &definition.params {
            None => Call {
                args: Vec::new(),
                span: name.span,
            },
            Some(_) if !self.next_is_paren(floor) => return false,
            Some(_) => match self.collect_args(name, floor) {
                Some(call) => call,
                None => return true,
            },
        };
        if !self.check_args(name, &definition, &call) {
            // The name stands for the value that is missing, so that nothing else is reported.
            let stand_in = Token {
                painted: true,
                ..name.clone()
            };
            self.push(vec![stand_in], None, name);
            return true;
        }
        let args = call.args.clone();
        let mut tokens = self.substitute(name, &definition, call.span, args);
        match tokens.first_mut() {
            Some(first) => {
                first.newline = name.newline;
                first.space = name.space;
            }
            None => self.pending_newline |= name.newline,
        }
        self.push(tokens, Some(definition), name);
        true
    }

    fn push(&mut self, tokens: Vec<Token>, source: Option<Rc<Macro>>, name: &Token) {
        let cost = tokens.len() + 1;
        if self.budget < cost || self.contexts.len() > MAX_DEPTH {
            return self.stop(
                Diagnostic::new(
                    &codes::MACRO_LIMIT,
                    self.sources.root(name.span),
                    if self.budget < cost {
                        format!("macros expand to more than {MAX_TOKENS} tokens")
                    } else {
                        format!("macros are nested more than {MAX_DEPTH} deep")
                    },
                )
                .label("while expanding this")
                .help("let the macros grow less, or use an inline"),
            );
        }
        self.budget -= cost;
        if let Some(source) = &source {
            source.active.set(source.active.get() + 1);
        }
        self.contexts.push(Context {
            tokens: tokens.into_iter(),
            source,
        });
    }

    /// Reads `( ... )` behind the name of a macro. On failure the input is used up.
    fn collect_args(&mut self, name: &Token, floor: usize) -> Option<Call> {
        let mut nesting = 0usize;
        let mut args = vec![Vec::new()];
        let open = self.next_raw(floor);
        loop {
            let mut token = self.next_raw(floor);
            // An argument list counts as one line, however it is laid out.
            token.newline = false;
            match token.kind {
                TokenKind::Eof => {
                    if !self.stopped {
                        self.report(
                            Diagnostic::new(
                                &codes::MACRO_CALL,
                                open.span,
                                format!("the arguments of macro `{}` are not closed", name.text),
                            )
                            .label("no `)` belongs to this"),
                        );
                    }
                    return None;
                }
                TokenKind::RParen if nesting == 0 => {
                    let span = self.sources.join(name.span, token.span);
                    return Some(Call { args, span });
                }
                TokenKind::Comma if nesting == 0 => {
                    args.push(Vec::new());
                    continue;
                }
                TokenKind::LParen => nesting += 1,
                TokenKind::RParen => nesting -= 1,
                _ => {}
            }
            if let Some(arg) = args.last_mut() {
                arg.push(token);
            }
        }
    }

    fn check_args(&mut self, name: &Token, definition: &Macro, call: &Call) -> bool {
        let Some(params) = &definition.params else {
            return true;
        };
        let (want, have) = (params.names.len(), call.args.len());
        let fits = match (want, params.variadic) {
            (0, _) => have == 1 && call.args[0].is_empty(),
            (_, true) => have + 1 >= want,
            (_, false) => have == want,
        };
        if !fits {
            self.report(
                Diagnostic::new(
                    &codes::MACRO_CALL,
                    call.span,
                    format!(
                        "macro `{}` takes {}, not {have}",
                        name.text,
                        arguments(want)
                    ),
                )
                .related(definition.span, "defined here"),
            );
        }
        fits
    }

    /// Expands an argument as if it were the rest of the input.
    pub(super) fn expand_arg(&mut self, arg: Vec<Token>, name: &Token) -> Vec<Token> {
        if arg.iter().all(|token| token.kind != TokenKind::Ident) {
            return arg;
        }
        if self.depth >= MAX_DEPTH {
            self.stop(Diagnostic::new(
                &codes::MACRO_LIMIT,
                self.sources.root(name.span),
                format!("macro calls are nested more than {MAX_DEPTH} deep"),
            ));
            return Vec::new();
        }
        self.depth += 1;
        let below = self.contexts.len();
        let pending = self.pending_newline;
        // An empty context as the floor: the files lie under floor 0 and must not be read.
        self.push(Vec::new(), None, name);
        let floor = self.contexts.len();
        self.push(arg, None, name);
        let mut output = Vec::new();
        loop {
            let token = self.next_expanded(floor);
            if token.kind == TokenKind::Eof {
                break;
            }
            output.push(token);
        }
        while self.contexts.len() > below {
            self.pop_context();
        }
        self.pending_newline = pending;
        self.depth -= 1;
        output
    }

    /// Expands the tokens of a directive.
    pub(super) fn expand_line(&mut self, line: Vec<Token>) -> Vec<Token> {
        match line.first().cloned() {
            Some(first) => self.expand_arg(line, &first),
            None => line,
        }
    }

    /// `__LINE__` and `__FILE__`.
    fn builtin(&mut self, token: &Token) -> Option<Token> {
        let root = self.sources.root(token.span);
        let (kind, text) = match &*token.text {
            "__LINE__" => {
                let line = self.sources.location(root)?.line;
                (TokenKind::Number, line.to_string())
            }
            "__FILE__" => {
                let path = self.sources.location(root)?.path;
                (TokenKind::String, format!("\"{}\"", path.display()))
            }
            _ => return None,
        };
        Some(Token {
            kind,
            text: self.interner.intern(&text),
            ..token.clone()
        })
    }
}

/// A number of arguments in words.
pub fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".to_owned(),
        1 => "one argument".to_owned(),
        many => format!("{many} arguments"),
    }
}
