//! Units: what stands at the outermost level of a model.

use super::Parser;
use crate::ast::{Active, Claim, Decl, Init, Model, Proctype, Trace, Typedef, Unit, UnitKind};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::keyword;
use crate::suggest;
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn model(&mut self) -> Model {
        let mut units = Vec::new();
        loop {
            while self.eat(TokenKind::Semi) || self.eat(TokenKind::Arrow) {}
            if self.at(TokenKind::Eof) {
                break;
            }
            self.in_sequence = false;
            self.in_formula = false;
            self.parentheses = 0;
            self.open.clear();
            let first = self.span();
            let before = self.position;
            let errors = self.diagnostics.len();
            let unit = self.unit();
            let whole = unit.is_some() || self.diagnostics.len() == errors;
            if let Some(kind) = unit {
                let span = self.since(first);
                units.push(Unit { kind, span });
            }
            if self.position == before {
                self.bump();
            }
            if !whole {
                self.recover_unit();
            }
        }
        Model { units }
    }

    /// Skips to what can start a unit.
    fn recover_unit(&mut self) {
        loop {
            match self.kind() {
                TokenKind::Eof | TokenKind::Semi => return,
                TokenKind::LBrace => {
                    self.skip_group();
                    continue;
                }
                _ if self.at_unit() || self.at_any(super::embedded::WORDS) => return,
                _ if self.at_decl() && self.current().newline => return,
                _ => {}
            }
            self.bump();
        }
    }

    fn unit(&mut self) -> Option<UnitKind> {
        if self.at_mtype_definition() {
            return self.mtype_definition();
        }
        if self.at_decl() || self.at_unknown_type() {
            return self.global_decl();
        }
        match &*self.current().text {
            "active" | "proctype" | "D_proctype" => self.proctype(),
            "init" => {
                self.bump();
                let priority = self.priority();
                let body = self.block()?;
                Some(UnitKind::Init(Init { priority, body }))
            }
            "never" => {
                self.bump();
                let name = if self.at(TokenKind::LBrace) {
                    None
                } else {
                    Some(self.name("`{`, or the name of the claim")?)
                };
                let body = self.block()?;
                Some(UnitKind::Never(Claim { name, body }))
            }
            "trace" | "notrace" => {
                let negated = self.at_word("notrace");
                self.bump();
                let body = self.block()?;
                Some(UnitKind::Trace(Trace { negated, body }))
            }
            "ltl" => self.ltl(),
            "typedef" => self.typedef(),
            "inline" => self.inline_definition(),
            "c_code" | "c_decl" | "c_expr" | "c_state" | "c_track" => {
                self.embedded_c();
                None
            }
            _ => {
                self.not_a_unit();
                None
            }
        }
    }

    fn not_a_unit(&mut self) {
        if self.at(TokenKind::RBrace) {
            return self.error_here(|span| {
                Diagnostic::new(&codes::STRAY_CLOSER, span, "`}` without `{`")
                    .label("nothing is open that this could belong to")
            });
        }
        let word = self.current().text.clone();
        let known = self.typedefs.iter().map(|name| &**name);
        let words = [keyword::UNITS, keyword::TYPES, keyword::VISIBILITIES].concat();
        let near = suggest::nearest(&word, words.into_iter().chain(known))
            .filter(|_| self.at_name())
            .map(str::to_owned);
        if let Some(near) = near {
            return self.error_here(|span| {
                let message = format!("did you mean `{near}`?");
                Diagnostic::new(
                    &codes::UNEXPECTED,
                    span,
                    format!("expected a declaration or a process, found `{word}`"),
                )
                .fix(span, near, message)
            });
        }
        if self.can_start_step() {
            return self.error_here(|span| {
                Diagnostic::new(&codes::UNEXPECTED, span, "a statement outside a process")
                    .label("only declarations can stand here")
                    .help("put it into the body of a proctype or of init")
            });
        }
        self.unexpected("a declaration or a process");
    }

    fn global_decl(&mut self) -> Option<UnitKind> {
        let visible = self.at_any(keyword::VISIBILITIES);
        if visible && self.ahead(1).is_ident("mtype") {
            // `hidden mtype = { ... }`: SPIN ignores the word.
            let position = self.position;
            self.bump();
            if self.at_mtype_definition() {
                return self.mtype_definition();
            }
            self.position = position;
        }
        self.decl().map(UnitKind::Decl)
    }

    fn proctype(&mut self) -> Option<UnitKind> {
        let active = self.at_word("active").then(|| {
            let first = self.bump();
            let count = self.eat(TokenKind::LBracket).then(|| {
                let count = self.expr();
                self.expect(TokenKind::RBracket, "`]`");
                count
            });
            Active {
                count,
                span: self.since(first),
            }
        });
        let deterministic = self.at_word("D_proctype");
        if !self.eat_word("proctype") && !self.eat_word("D_proctype") {
            self.unexpected("`proctype`");
            return None;
        }
        let name = self.name("the name of the proctype")?;
        if !self.proctypes.insert(name.text.clone()) {
            self.error_at(
                name.span,
                Diagnostic::new(
                    &codes::DUPLICATE_UNIT,
                    name.span,
                    format!("proctype `{}` is defined twice", name.text),
                ),
            );
        }
        let params = self.params()?;
        let priority = self.priority();
        let provided = if self.eat_word("provided") {
            let open = self.span();
            if !self.expect(TokenKind::LParen, "`(` and the condition") {
                return None;
            }
            let condition = self.expr();
            self.close_parenthesis(open);
            Some(condition)
        } else {
            None
        };
        let body = self.block()?;
        Some(UnitKind::Proctype(Box::new(Proctype {
            active,
            deterministic,
            name,
            params,
            priority,
            provided,
            body,
        })))
    }

    /// `(int a, b; chan c)`
    fn params(&mut self) -> Option<Vec<Decl>> {
        let open = self.span();
        if !self.expect(TokenKind::LParen, "`(` and the parameters") {
            return None;
        }
        let mut params = Vec::new();
        while !self.at(TokenKind::RParen) {
            if !self.at_decl() && !self.at_unknown_type() {
                self.unexpected("the type of a parameter");
                break;
            }
            params.push(self.decl()?);
            if self.at(TokenKind::Comma) && self.type_follows_comma() {
                self.error_here(|span| {
                    Diagnostic::new(
                        &codes::PARAMETERS,
                        span,
                        "parameters of different types are separated by `;`",
                    )
                    .fix(span, ";", "write `;`")
                });
                self.bump();
            } else if !self.eat(TokenKind::Semi) {
                break;
            }
        }
        self.close_parenthesis(open);
        Some(params)
    }

    pub(super) fn typedef(&mut self) -> Option<UnitKind> {
        self.bump();
        let name = if self.at_name() {
            self.name("the name of the type")?
        } else {
            self.unexpected("the name of the type");
            return None;
        };
        let open = self.span();
        if !self.expect(TokenKind::LBrace, "`{` and the fields") {
            return None;
        }
        if !self.typedefs.insert(name.text.clone()) {
            self.error_at(
                name.span,
                Diagnostic::new(
                    &codes::DUPLICATE_UNIT,
                    name.span,
                    format!("type `{}` is defined twice", name.text),
                ),
            );
        }
        let outer = std::mem::replace(&mut self.in_sequence, true);
        let mut fields = Vec::new();
        loop {
            while self.eat(TokenKind::Semi) {}
            if self.eat(TokenKind::RBrace) {
                break;
            }
            if self.at(TokenKind::Eof) || self.at_unit() {
                self.unclosed(open, "`{`", "`}`");
                break;
            }
            if !self.at_decl() && !self.at_unknown_type() {
                self.unexpected("a field, or `}`");
                let before = self.position;
                self.recover();
                if self.position == before {
                    self.bump();
                }
                continue;
            }
            match self.decl() {
                Some(field) => fields.push(field),
                None => self.recover(),
            }
            let separated = matches!(self.kind(), TokenKind::Semi | TokenKind::RBrace)
                || self.no_separator
                || self.at_soft_end();
            self.may_end = false;
            self.no_separator = false;
            if !separated && self.at_decl() {
                let end = self.previous.end();
                self.error_here(|_| {
                    Diagnostic::new(
                        &codes::SEPARATOR,
                        end,
                        "a separator is missing between two fields",
                    )
                    .fix(end, ";", "separate them with `;`")
                });
            }
        }
        self.in_sequence = outer;
        if fields.is_empty() {
            self.error_at(
                open,
                Diagnostic::new(&codes::EMPTY_SEQUENCE, open, "a typedef needs a field"),
            );
        }
        Some(UnitKind::Typedef(Typedef { name, fields }))
    }
}
