//! Declarations of variables and channels.

use super::Parser;
use crate::ast::{
    ChannelInit, Decl, Declarator, Initializer, Mtype, Name, Type, TypeKind, UnitKind, Visibility,
};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::keyword;
use crate::suggest;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Whether a declaration starts here.
    pub(super) fn at_decl(&self) -> bool {
        self.at_any(keyword::VISIBILITIES)
            || self.at_any(keyword::TYPES)
            || (self.at(TokenKind::Ident) && self.typedefs.contains(&self.current().text))
    }

    /// Two names in a row, which only a declaration has, but the first is no type.
    pub(super) fn at_unknown_type(&self) -> bool {
        let next = self.ahead(1);
        self.at_name()
            && next.kind == TokenKind::Ident
            && !next.newline
            && !keyword::is_reserved(&next.text)
    }

    /// `mtype = { ... }`, `mtype:kind = { ... }`, `mtype { ... }`
    pub(super) fn at_mtype_definition(&self) -> bool {
        let kinds = [1, 2, 3, 4].map(|offset| self.ahead(offset).kind);
        use TokenKind::{Assign, Colon, Ident, LBrace};
        self.at_word("mtype")
            && matches!(
                kinds,
                [LBrace, ..] | [Assign, LBrace, ..] | [Colon, Ident, Assign, LBrace]
            )
    }

    pub(super) fn mtype_definition(&mut self) -> Option<UnitKind> {
        self.bump();
        let subtype = if self.eat(TokenKind::Colon) {
            self.name("the name of the subtype")
        } else {
            None
        };
        self.eat(TokenKind::Assign);
        let open = self.span();
        if !self.expect(TokenKind::LBrace, "`{`") {
            return None;
        }
        let mut names: Vec<Name> = Vec::new();
        loop {
            // Commas are optional here.
            while self.eat(TokenKind::Comma) {}
            if self.eat(TokenKind::RBrace) {
                break;
            }
            if self.at(TokenKind::Eof) || self.at_unit() {
                self.unclosed(open, "`{`", "`}`");
                break;
            }
            match self.name("the name of a constant, or `}`") {
                Some(name) => names.push(name),
                None => {
                    self.bump();
                }
            }
        }
        if names.is_empty() {
            let span = self.since(open);
            self.error_at(
                open,
                Diagnostic::new(&codes::UNEXPECTED, span, "an mtype needs at least one name"),
            );
        }
        Some(UnitKind::Mtype(Mtype { subtype, names }))
    }

    /// A declaration; the caller has seen `at_decl` or `at_unknown_type`.
    pub(super) fn decl(&mut self) -> Option<Decl> {
        let first = self.span();
        let visibility = match &*self.current().text {
            "hidden" => Some(Visibility::Hidden),
            "show" => Some(Visibility::Show),
            "local" => Some(Visibility::Local),
            _ => None,
        };
        if visibility.is_some() {
            self.bump();
        }
        let ty = self.ty()?;
        let mut vars = Vec::new();
        loop {
            vars.push(self.declarator()?);
            if !self.at(TokenKind::Comma) || self.type_follows_comma() {
                break;
            }
            self.bump();
        }
        Some(Decl {
            visibility,
            ty,
            vars,
            span: self.since(first),
        })
    }

    /// In `(int a, int b)` the comma should be a semicolon; the caller says so.
    pub(super) fn type_follows_comma(&self) -> bool {
        let next = self.ahead(1);
        next.kind == TokenKind::Ident
            && (keyword::TYPES.contains(&&*next.text) || self.typedefs.contains(&next.text))
    }

    pub(super) fn ty(&mut self) -> Option<Type> {
        let first = self.span();
        let kind = match &*self.current().text {
            "bit" => TypeKind::Bit,
            "bool" => TypeKind::Bool,
            "byte" => TypeKind::Byte,
            "pid" => TypeKind::Pid,
            "short" => TypeKind::Short,
            "int" => TypeKind::Int,
            "unsigned" => TypeKind::Unsigned,
            "chan" => TypeKind::Chan,
            "mtype" => TypeKind::Mtype(None),
            _ if self.at_name() => return self.named_type(),
            _ => {
                self.unexpected("a type");
                return None;
            }
        };
        self.bump();
        let kind = match kind {
            TypeKind::Mtype(_) if self.eat(TokenKind::Colon) => {
                TypeKind::Mtype(Some(self.name("the name of an mtype subtype")?))
            }
            kind => kind,
        };
        Some(Type {
            kind,
            span: self.since(first),
        })
    }

    fn named_type(&mut self) -> Option<Type> {
        let name = self.name("a type")?;
        if !self.typedefs.contains(&name.text) {
            let known = self.typedefs.iter().map(|known| &**known);
            let near = suggest::nearest(&name.text, keyword::TYPES.iter().copied().chain(known));
            let near =
                near.or_else(|| suggest::nearest(&name.text, keyword::RESERVED.iter().copied()));
            let mut diagnostic = Diagnostic::new(
                &codes::UNKNOWN_TYPE,
                name.span,
                format!("unknown type `{}`", name.text),
            )
            .label("not a type");
            diagnostic = match near {
                Some(near) => {
                    let message = format!("did you mean `{near}`?");
                    diagnostic.fix(name.span, near, message)
                }
                None => diagnostic.help("a typedef must stand before its first use"),
            };
            self.error_at(name.span, diagnostic);
        }
        Some(Type {
            span: name.span,
            kind: TypeKind::Named(name),
        })
    }

    fn declarator(&mut self) -> Option<Declarator> {
        let name = self.name("the name of a variable")?;
        let first = name.span;
        let (mut width, mut size, mut init) = (None, None, None);
        match self.kind() {
            TokenKind::Colon => {
                self.bump();
                width = Some(self.operand());
            }
            TokenKind::LBracket => {
                self.bump();
                size = Some(self.expr());
                self.expect(TokenKind::RBracket, "`]`");
            }
            _ => {}
        }
        if self.eat(TokenKind::Assign) {
            init = Some(match self.kind() {
                TokenKind::LBrace => self.initializer_list()?,
                TokenKind::LBracket => self.channel_init()?,
                _ => Initializer::Expr(self.expr()),
            });
        }
        Some(Declarator {
            name,
            width,
            size,
            init,
            span: self.since(first),
        })
    }

    /// `{ 1, 2, 3 }`
    fn initializer_list(&mut self) -> Option<Initializer> {
        self.bump();
        let mut values = vec![self.expr()];
        while self.eat(TokenKind::Comma) {
            values.push(self.expr());
        }
        self.expect(TokenKind::RBrace, "`,` or `}`")
            .then_some(Initializer::List(values))
    }

    /// `[n] of { types }`
    fn channel_init(&mut self) -> Option<Initializer> {
        let first = self.bump();
        let capacity = self.expr();
        if !self.expect(TokenKind::RBracket, "`]`") {
            return None;
        }
        if !self.eat_word("of") {
            self.unexpected("`of` and the types of the fields");
            return None;
        }
        if !self.expect(TokenKind::LBrace, "`{` and the types of the fields") {
            return None;
        }
        let mut fields = vec![self.ty()?];
        while self.eat(TokenKind::Comma) {
            fields.push(self.ty()?);
        }
        self.expect(TokenKind::RBrace, "`,` or `}`").then(|| {
            Initializer::Channel(ChannelInit {
                capacity,
                fields,
                span: self.since(first),
            })
        })
    }
}
