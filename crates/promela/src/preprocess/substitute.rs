//! The body of a macro with its arguments in place: `#`, `##`, and `...`.

use super::Preprocessor;
use super::macros::{ItemKind, Macro};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::span::{ExpansionId, ExpansionKind, Span};
use crate::token::{Token, TokenKind, single};

impl Preprocessor<'_> {
    /// The body with arguments in place of parameters.
    pub(super) fn substitute(
        &mut self,
        name: &Token,
        definition: &Macro,
        call: Span,
        mut args: Vec<Vec<Token>>,
    ) -> Vec<Token> {
        let body_of =
            self.sources
                .add_expansion(ExpansionKind::Macro, definition.name.clone(), call);
        // As in GNU's preprocessor, one empty argument is none.
        let given_rest = match &definition.params {
            Some(params) => {
                args.len() >= params.names.len()
                    && args
                        .last()
                        .is_some_and(|last| args.len() > 1 || !last.is_empty())
            }
            None => false,
        };
        if let Some(params) = &definition.params {
            gather_variadic(&mut args, params.names.len(), params.variadic, call);
        }
        let mut expanded: Vec<Option<Vec<Token>>> = vec![None; args.len()];
        let mut output: Vec<Token> = Vec::new();
        let mut pasting = false;
        for item in &definition.body {
            let place = item.token.span.in_expansion(body_of);
            if pasting
                && definition.is_rest(item.kind)
                && let Some(comma) = output.pop_if(|last| last.kind == TokenKind::Comma)
            {
                // GNU's `, ## rest`: the comma goes if there is no rest, and is not glued otherwise.
                pasting = false;
                if !given_rest {
                    continue;
                }
                output.push(comma);
            }
            let tokens = match item.kind {
                ItemKind::Plain => vec![Token {
                    span: place,
                    newline: false,
                    ..item.token.clone()
                }],
                ItemKind::Stringify(index) => {
                    vec![self.stringify(&args[index], place, item.token.space)]
                }
                ItemKind::Param(index) => {
                    let arg = if item.paste || pasting {
                        args[index].clone()
                    } else {
                        if expanded[index].is_none() {
                            expanded[index] = Some(self.expand_arg(args[index].clone(), name));
                        }
                        expanded[index].clone().unwrap_or_default()
                    };
                    self.place(arg, &item.token, place, name.span.expansion)
                }
            };
            if output.len() + tokens.len() > self.budget {
                // `push` reports it.
                output.extend(tokens);
                return output;
            }
            self.append(&mut output, tokens, pasting, place);
            pasting = item.paste;
        }
        output
    }

    /// Gives the tokens of an argument the place of a parameter.
    fn place(
        &mut self,
        mut arg: Vec<Token>,
        param: &Token,
        at: Span,
        outer: ExpansionId,
    ) -> Vec<Token> {
        if arg.is_empty() {
            return arg;
        }
        let id = self
            .sources
            .add_expansion(ExpansionKind::Argument, param.text.clone(), at);
        for (index, token) in arg.iter_mut().enumerate() {
            token.span = self.sources.lift_to(token.span, outer).in_expansion(id);
            if index == 0 {
                token.space = param.space;
            }
        }
        arg
    }

    /// Appends `tokens`, gluing the first to what is there if `pasting`.
    fn append(&mut self, output: &mut Vec<Token>, tokens: Vec<Token>, pasting: bool, at: Span) {
        let mut tokens = tokens.into_iter();
        if pasting
            && let Some(last) = output.last_mut()
            && let Some(first) = tokens.as_slice().first()
        {
            let text = format!("{}{}", last.text, first.text);
            match single(&text) {
                Some(kind) if !matches!(kind, TokenKind::Space | TokenKind::Comment) => {
                    last.kind = kind;
                    last.text = self.interner.intern(&text);
                    last.painted = false;
                    tokens.next();
                }
                _ => {
                    let message =
                        format!("`{}` and `{}` do not make one token", last.text, first.text);
                    self.report(Diagnostic::new(&codes::PASTE, at, message));
                }
            }
        }
        output.extend(tokens);
    }

    fn stringify(&mut self, arg: &[Token], span: Span, space: bool) -> Token {
        let mut text = String::from("\"");
        for (index, token) in arg.iter().enumerate() {
            if index > 0 && token.space {
                text.push(' ');
            }
            if matches!(token.kind, TokenKind::String | TokenKind::Char) {
                text.push_str(&token.text.replace('\\', "\\\\").replace('"', "\\\""));
            } else {
                text.push_str(&token.text);
            }
        }
        text.push('"');
        Token {
            kind: TokenKind::String,
            text: self.interner.intern(&text),
            span,
            newline: false,
            space,
            painted: false,
        }
    }
}

/// Makes the arguments as many as the parameters: the surplus goes to `...`, commas included.
fn gather_variadic(args: &mut Vec<Vec<Token>>, want: usize, variadic: bool, call: Span) {
    if want == 0 {
        args.clear();
    }
    if !variadic {
        return;
    }
    args.resize_with(args.len().max(want), Vec::new);
    let surplus = args.split_off(want);
    for arg in surplus {
        if let Some(last) = args.last_mut() {
            last.push(Token {
                kind: TokenKind::Comma,
                text: ",".into(),
                span: call,
                newline: false,
                space: false,
                painted: false,
            });
            last.extend(arg);
        }
    }
}
