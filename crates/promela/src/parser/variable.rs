//! Names in expressions: variables, and references into other processes.

use super::Parser;
use crate::ast::{ExprKind, Name, Segment, VarRef};
use crate::token::TokenKind;

impl Parser<'_> {
    /// A variable, a reference into another process, or a poll.
    pub(super) fn named_operand(&mut self) -> ExprKind {
        let var = self.var_ref();
        match self.remote(var) {
            Ok(kind) => kind,
            Err(var) => self.var_or_poll(var),
        }
    }

    pub(super) fn var_or_poll(&mut self, var: VarRef) -> ExprKind {
        let polls = matches!(self.kind(), TokenKind::Query | TokenKind::QueryQuery)
            && self.ahead(1).kind == TokenKind::LBracket;
        if polls {
            self.poll(var)
        } else {
            ExprKind::Var(var)
        }
    }

    /// `p[e]@l`, `p@l`, `p[e]:x`, `p:x`, where `p` or `p[e]` has been read as `var`; gives it
    /// back if it is a variable after all.
    pub(super) fn remote(&mut self, mut var: VarRef) -> Result<ExprKind, VarRef> {
        let is_remote = var.segments.len() == 1
            && match self.kind() {
                TokenKind::At => true,
                TokenKind::Colon => self.all_proctypes.contains(&var.segments[0].name.text),
                _ => false,
            };
        let Some(Segment {
            name: proctype,
            index: pid,
        }) = var.segments.pop_if(|_| is_remote)
        else {
            return Err(var);
        };
        if self.eat(TokenKind::At) {
            return Ok(match self.name("the name of a label") {
                Some(label) => ExprKind::RemoteLabel {
                    proctype,
                    pid,
                    label,
                },
                None => ExprKind::Error,
            });
        }
        self.bump();
        Ok(match self.segment() {
            Some(var) => ExprKind::RemoteVar { proctype, pid, var },
            None => ExprKind::Error,
        })
    }

    /// `a[i].b`; the caller has seen a name.
    pub(super) fn var_ref(&mut self) -> VarRef {
        let first = self.span();
        let mut segments = Vec::new();
        while let Some(segment) = self.segment() {
            segments.push(segment);
            if !self.eat(TokenKind::Dot) {
                break;
            }
        }
        if segments.is_empty() {
            let text = "".into();
            let name = Name { text, span: first };
            segments.push(Segment { name, index: None });
        }
        VarRef {
            segments,
            span: self.since(first),
        }
    }

    fn segment(&mut self) -> Option<Segment> {
        let name = self.name("the name of a variable")?;
        // In a formula `[]` is an operator, not an index.
        let indexed =
            self.at(TokenKind::LBracket) && !(self.in_formula && self.formula_prefix().is_some());
        let index = indexed.then(|| {
            self.bump();
            // Newlines count inside brackets as little as inside parentheses, for us.
            let index = self.expr();
            self.expect(TokenKind::RBracket, "`]`");
            Box::new(index)
        });
        Some(Segment { name, index })
    }
}
