//! Inlines: definitions are kept as tokens and expanded at each call, as SPIN does it. Arguments
//! take the place of parameters token by token, wherever the name occurs; what an argument
//! brings in is not substituted again.

use super::{Call, Parser};
use crate::ast::{Block, Inline, InlineCall, Name, StmtKind, UnitKind, VarRef};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::preprocess::arguments;
use crate::span::{ExpansionId, ExpansionKind, Span};
use crate::token::{Token, TokenKind};
use std::collections::HashMap;
use std::rc::Rc;

/// Tokens that all calls together may produce.
pub const MAX_TOKENS: usize = 4_000_000;

/// Inlines that call each other in one chain; SPIN stops at 16.
const MAX_CALLS: usize = 64;

pub struct Definition {
    name: Name,
    params: Vec<Name>,
    /// From `{` to `}`.
    body: Vec<Token>,
}

impl Parser<'_> {
    /// `inline f(a, b) { ... }`
    pub(super) fn inline_definition(&mut self) -> Option<UnitKind> {
        self.bump();
        let name = self.name("the name of the inline")?;
        let open = self.span();
        if !self.expect(TokenKind::LParen, "`(` and the parameters") {
            return None;
        }
        let mut params = Vec::new();
        if !self.at(TokenKind::RParen) {
            loop {
                if self.at_any(crate::keyword::TYPES) {
                    self.error_here(|span| {
                        Diagnostic::new(
                            &codes::PARAMETERS,
                            span,
                            "parameters of an inline have no types",
                        )
                        .fix(
                            span,
                            "",
                            "drop the type: an inline is expanded like a macro",
                        )
                    });
                    self.bump();
                }
                params.push(self.name("the name of a parameter")?);
                if !self.eat(TokenKind::Comma) && !self.eat(TokenKind::Semi) {
                    break;
                }
            }
        }
        self.close_parenthesis(open);
        let first = self.position;
        if !self.at(TokenKind::LBrace) {
            self.unexpected("`{` and the body of the inline");
            return None;
        }
        let brace = self.span();
        let body = self.skip_group();
        let tokens = self.tokens[first..self.position].to_vec();
        if tokens.last().map(|token| token.kind) != Some(TokenKind::RBrace) {
            self.unclosed(brace, "`{`", "`}`");
            return None;
        }
        let definition = Rc::new(Definition {
            name: name.clone(),
            params: params.clone(),
            body: tokens,
        });
        if let Some(old) = self.inlines.insert(name.text.clone(), definition) {
            self.error_at(
                name.span,
                Diagnostic::new(
                    &codes::DUPLICATE_UNIT,
                    name.span,
                    format!("inline `{}` is defined twice", name.text),
                )
                .related(old.name.span, "first defined here"),
            );
        }
        Some(UnitKind::Inline(Inline { name, params, body }))
    }

    /// Whether a call of an inline starts here.
    pub(super) fn at_call(&self) -> bool {
        self.at(TokenKind::Ident)
            && self.ahead(1).kind == TokenKind::LParen
            && self.inlines.contains_key(&self.current().text)
    }

    /// `f(args)`, with the variable that takes its result, if any.
    pub(super) fn inline_call(&mut self, target: Option<VarRef>) -> StmtKind {
        let text = self.current().text.clone();
        let span = self.bump();
        let name = Name { text, span };
        let Some(definition) = self.inlines.get(&name.text).cloned() else {
            return StmtKind::Error;
        };
        let Some(args) = self.call_arguments(&name) else {
            return StmtKind::Error;
        };
        let call = self.since(span);
        if args.len() != definition.params.len() {
            let (want, have) = (definition.params.len(), args.len());
            self.error_at(
                span,
                Diagnostic::new(
                    &codes::INLINE_ARGUMENTS,
                    call,
                    format!(
                        "inline `{}` takes {}, not {have}",
                        name.text,
                        arguments(want)
                    ),
                )
                .related(definition.name.span, "defined here"),
            );
            return StmtKind::Error;
        }
        if self.calls.iter().any(|call| call.name == name.text) || self.calls.len() >= MAX_CALLS {
            self.error_at(
                span,
                Diagnostic::new(
                    &codes::INLINE_RECURSION,
                    call,
                    format!("inline `{}` calls itself", name.text),
                )
                .label("its expansion would never end")
                .related(definition.name.span, "defined here")
                .help("use a loop, or a proctype started with run"),
            );
            return StmtKind::Error;
        }
        let tokens = self.expand(&definition, &args, call);
        let Some(body) = self.parse_expansion(tokens, &name, target.clone()) else {
            return StmtKind::Error;
        };
        StmtKind::Inline(Box::new(InlineCall {
            name,
            target,
            call,
            body,
        }))
    }

    /// The arguments as tokens, each checked to be an expression.
    fn call_arguments(&mut self, name: &Name) -> Option<Vec<Vec<Token>>> {
        let open = self.bump();
        let mut args: Vec<Vec<Token>> = Vec::new();
        if self.eat(TokenKind::RParen) {
            return Some(args);
        }
        let (mut depth, mut first) = (0u32, self.position);
        loop {
            match self.kind() {
                TokenKind::Eof | TokenKind::LBrace | TokenKind::RBrace => {
                    self.unclosed(open, "`(`", "`)`");
                    return None;
                }
                TokenKind::LParen | TokenKind::LBracket => depth += 1,
                TokenKind::RBracket => depth = depth.saturating_sub(1),
                TokenKind::RParen if depth > 0 => depth -= 1,
                TokenKind::Comma | TokenKind::RParen if depth == 0 => {
                    let arg = self.tokens[first..self.position].to_vec();
                    self.check_argument(name, &arg);
                    args.push(arg);
                    let done = self.at(TokenKind::RParen);
                    self.bump();
                    if done {
                        return Some(args);
                    }
                    first = self.position;
                    continue;
                }
                _ => {}
            }
            self.bump();
        }
    }

    /// SPIN parses arguments as expressions before it substitutes their text.
    fn check_argument(&mut self, name: &Name, arg: &[Token]) {
        if arg.is_empty() {
            return self.error_here(|span| {
                Diagnostic::new(
                    &codes::INLINE_ARGUMENTS,
                    span,
                    format!("an argument of `{}` is missing", name.text),
                )
            });
        }
        let mut tokens = arg.to_vec();
        tokens.push(self.end_of(arg.last().map_or(name.span, |token| token.span)));
        self.with_tokens(tokens.into(), |parser| {
            parser.expr();
            if !parser.at(TokenKind::Eof) {
                parser.unexpected("`,` or `)`: an argument is one expression");
            }
        });
    }

    /// The body with arguments in place of parameters.
    fn expand(&mut self, definition: &Definition, args: &[Vec<Token>], call: Span) -> Vec<Token> {
        let name = definition.name.text.clone();
        let id = self
            .sources
            .add_expansion(ExpansionKind::Inline, name, call);
        // Macros in the body were expanded where it is defined; now they stand in this call.
        let mut moved: HashMap<ExpansionId, ExpansionId> = HashMap::from([(ExpansionId::NONE, id)]);
        let mut output = Vec::with_capacity(definition.body.len() + 1);
        for token in &definition.body {
            let span = self.move_span(token.span, &mut moved);
            let param = definition
                .params
                .iter()
                .position(|param| token.kind == TokenKind::Ident && param.text == token.text);
            let Some(index) = param else {
                output.push(Token {
                    span,
                    ..token.clone()
                });
                continue;
            };
            let place =
                self.sources
                    .add_expansion(ExpansionKind::Argument, token.text.clone(), span);
            for (nth, arg) in args[index].iter().enumerate() {
                let origin = self.sources.lift_to(arg.span, call.expansion);
                output.push(Token {
                    span: origin.in_expansion(place),
                    newline: nth == 0 && token.newline,
                    ..arg.clone()
                });
            }
        }
        output.push(self.end_of(call));
        output
    }

    /// Puts the outermost end of a span's chain into the call that `moved` maps `NONE` to.
    fn move_span(&mut self, span: Span, moved: &mut HashMap<ExpansionId, ExpansionId>) -> Span {
        let mut chain = Vec::new();
        let mut at = span.expansion;
        while !moved.contains_key(&at)
            && let Some(step) = self.sources.expansion(at)
        {
            chain.push((at, step.clone()));
            at = step.call.expansion;
        }
        let mut outer = moved.get(&at).copied().unwrap_or_default();
        for (old, step) in chain.into_iter().rev() {
            let call = step.call.in_expansion(outer);
            outer = self.sources.add_expansion(step.kind, step.name, call);
            moved.insert(old, outer);
        }
        span.in_expansion(outer)
    }

    fn parse_expansion(
        &mut self,
        tokens: Vec<Token>,
        name: &Name,
        target: Option<VarRef>,
    ) -> Option<Block> {
        if self.budget < tokens.len() {
            self.stop(
                Diagnostic::new(
                    &codes::INLINE_RECURSION,
                    name.span,
                    format!("inlines expand to more than {MAX_TOKENS} tokens"),
                )
                .help("call fewer inlines from inlines"),
            );
            return None;
        }
        self.budget -= tokens.len();
        self.calls.push(Call {
            name: name.text.clone(),
            target,
        });
        let block = self.with_tokens(tokens.into(), Self::block);
        self.calls.pop();
        self.no_separator = true;
        self.may_end = true;
        block
    }

    /// Parses other tokens for a while.
    fn with_tokens<T>(&mut self, tokens: Rc<[Token]>, parse: impl FnOnce(&mut Self) -> T) -> T {
        let tokens = std::mem::replace(&mut self.tokens, tokens);
        let position = std::mem::replace(&mut self.position, 0);
        let previous = self.previous;
        let parentheses = std::mem::replace(&mut self.parentheses, 0);
        self.may_end = false;
        self.no_separator = false;
        if self.stopped {
            self.position = self.tokens.len() - 1;
        }
        let result = parse(self);
        self.tokens = tokens;
        self.position = if self.stopped {
            self.tokens.len() - 1
        } else {
            position
        };
        self.previous = previous;
        self.parentheses = parentheses;
        result
    }

    fn end_of(&self, span: Span) -> Token {
        Token {
            kind: TokenKind::Eof,
            text: "".into(),
            span: span.end(),
            newline: true,
            space: true,
            painted: false,
        }
    }
}
