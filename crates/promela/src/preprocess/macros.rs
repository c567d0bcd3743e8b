//! Macro definitions: the parsed right-hand side of a `#define`.

use super::Preprocessor;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::token::{Token, TokenKind};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

pub struct Macro {
    pub name: Arc<str>,
    /// The name in its definition.
    pub span: Span,
    /// `None` for a macro that takes no argument list.
    pub params: Option<Params>,
    pub body: Vec<Item>,
    /// How many expansions of this macro are being read; it is not expanded in its own body.
    pub active: Cell<u32>,
}

pub struct Params {
    pub names: Vec<Arc<str>>,
    /// The last one takes all remaining arguments.
    pub variadic: bool,
}

impl Macro {
    /// Whether an item of the body is the parameter that takes all remaining arguments.
    pub fn is_rest(&self, kind: ItemKind) -> bool {
        self.params.as_ref().is_some_and(|params| {
            params.variadic && kind == ItemKind::Param(params.names.len() - 1)
        })
    }
}

/// One element of a body.
pub struct Item {
    pub kind: ItemKind,
    pub token: Token,
    /// `##` follows: the last token of this glues to the first of the next.
    pub paste: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ItemKind {
    Plain,
    /// A parameter.
    Param(usize),
    /// `#` and a parameter.
    Stringify(usize),
}

impl Preprocessor<'_> {
    /// `#define`: `line` is what follows the word.
    pub(super) fn define(&mut self, directive: Span, line: &[Token]) {
        let Some((name, rest)) = line
            .split_first()
            .filter(|(name, _)| name.kind == TokenKind::Ident && &*name.text != "defined")
        else {
            let at = line.first().map_or(directive, |token| token.span);
            return self.report(
                Diagnostic::new(&codes::DIRECTIVE, at, "#define needs the name of a macro")
                    .label("not a name that can be defined"),
            );
        };
        let function_like = rest
            .first()
            .is_some_and(|token| token.kind == TokenKind::LParen && !token.space);
        let (params, body) = if function_like {
            match parse_params(rest) {
                Ok((params, body)) => (Some(params), body),
                Err(at) => {
                    return self.report(
                        Diagnostic::new(
                            &codes::DIRECTIVE,
                            at.unwrap_or(name.span),
                            format!("malformed parameters of macro `{}`", name.text),
                        )
                        .help("write #define NAME(a, b) text"),
                    );
                }
            }
        } else {
            (None, rest)
        };
        let body = match parse_body(params.as_ref(), body) {
            Ok(body) => body,
            Err((at, message)) => {
                return self.report(Diagnostic::new(&codes::DIRECTIVE, at, message));
            }
        };
        let new = Macro {
            name: name.text.clone(),
            span: name.span,
            params,
            body,
            active: Cell::new(0),
        };
        if let Some(old) = self.macros.get(&new.name)
            && !same_definition(old, &new)
        {
            let diagnostic = Diagnostic::new(
                &codes::MACRO_REDEFINED,
                new.span,
                format!("macro `{}` is redefined", new.name),
            )
            .label("the new text counts from here on")
            .related(old.span, "first defined here")
            .help("#undef it first if that is intended");
            self.report(diagnostic);
        }
        self.macros.insert(new.name.clone(), Rc::new(new));
    }
}

/// The parameters, from `(` on, and what follows them.
fn parse_params(line: &[Token]) -> Result<(Params, &[Token]), Option<Span>> {
    let mut params = Params {
        names: Vec::new(),
        variadic: false,
    };
    let mut at = 1;
    let kind = |at: usize| line.get(at).map(|token| token.kind);
    // `...` is cut into `..` and `.`
    let dots = |at| (kind(at), kind(at + 1)) == (Some(TokenKind::DotDot), Some(TokenKind::Dot));
    if kind(at) == Some(TokenKind::RParen) {
        return Ok((params, &line[at + 1..]));
    }
    loop {
        let token = line.get(at).ok_or(None)?;
        match token.kind {
            TokenKind::Ident if !params.names.contains(&token.text) => {
                params.names.push(token.text.clone());
                at += 1;
                // GNU's `name...`
                if dots(at) {
                    params.variadic = true;
                    at += 2;
                }
            }
            TokenKind::DotDot if dots(at) => {
                params.names.push("__VA_ARGS__".into());
                params.variadic = true;
                at += 2;
            }
            _ => return Err(Some(token.span)),
        }
        let token = line.get(at).ok_or(None)?;
        match token.kind {
            TokenKind::Comma if !params.variadic => at += 1,
            TokenKind::RParen => return Ok((params, &line[at + 1..])),
            _ => return Err(Some(token.span)),
        }
    }
}

fn parse_body(params: Option<&Params>, line: &[Token]) -> Result<Vec<Item>, (Span, &'static str)> {
    let index_of = |token: &Token| {
        params
            .filter(|_| token.kind == TokenKind::Ident)
            .and_then(|params| params.names.iter().position(|name| *name == token.text))
    };
    let mut body: Vec<Item> = Vec::new();
    let mut tokens = line.iter();
    while let Some(token) = tokens.next() {
        let (kind, token) = match token.kind {
            TokenKind::HashHash => {
                match body.last_mut() {
                    Some(last) if !tokens.as_slice().is_empty() => last.paste = true,
                    _ => return Err((token.span, "## needs a token on either side")),
                }
                continue;
            }
            TokenKind::Hash if params.is_some() => match tokens.next() {
                Some(next) if index_of(next).is_some() => (
                    ItemKind::Stringify(index_of(next).unwrap_or_default()),
                    next,
                ),
                _ => return Err((token.span, "# must stand before a parameter")),
            },
            _ => (
                index_of(token).map_or(ItemKind::Plain, ItemKind::Param),
                token,
            ),
        };
        body.push(Item {
            kind,
            token: token.clone(),
            paste: false,
        });
    }
    Ok(body)
}

/// Redefinition with the same text is no redefinition.
fn same_definition(a: &Macro, b: &Macro) -> bool {
    let names = |m: &Macro| m.params.as_ref().map(|params| params.names.clone());
    names(a) == names(b)
        && a.body.len() == b.body.len()
        && std::iter::zip(&a.body, &b.body)
            .all(|(x, y)| x.kind == y.kind && x.token.text == y.token.text && x.paste == y.paste)
}
