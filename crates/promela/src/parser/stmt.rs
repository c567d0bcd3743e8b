//! Statements.

use super::{Open, Parser};
use crate::ast::{Expr, Name, Stmt, StmtKind};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::keyword;
use crate::suggest;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Labels, a statement, and its escape.
    pub(super) fn stmt(&mut self) -> Option<Stmt> {
        let body = self.labelled()?;
        if !self.at_word("unless") {
            return Some(body);
        }
        self.bump();
        let escape = self.labelled()?;
        let Stmt { labels, kind, span } = body;
        let body = Stmt {
            labels: Vec::new(),
            kind,
            span,
        };
        Some(Stmt {
            labels,
            span: self.since(span),
            kind: StmtKind::Unless {
                body: Box::new(body),
                escape: Box::new(escape),
            },
        })
    }

    fn labelled(&mut self) -> Option<Stmt> {
        let mut labels: Vec<Name> = Vec::new();
        while self.at_label() {
            labels.push(self.name("a label")?);
            self.bump();
        }
        let first = self.span();
        if !labels.is_empty() {
            if self.at_decl() || self.at_word("xr") || self.at_word("xs") {
                let label = labels[0].span;
                self.error_here(|span| {
                    Diagnostic::new(
                        &codes::MISPLACED_LABEL,
                        label,
                        "a label must stand before a statement",
                    )
                    .related(span, "this is a declaration")
                    .help("put the label behind the declaration")
                });
                return None;
            }
            if !self.can_start_step() {
                let span = labels[labels.len() - 1].span;
                let kind = StmtKind::Empty;
                return Some(Stmt { labels, kind, span });
            }
        }
        if !self.descend() {
            self.ascend();
            return None;
        }
        let kind = self.stmt_kind();
        self.ascend();
        Some(Stmt {
            labels,
            kind,
            span: self.since(first),
        })
    }

    /// `name :`, unless the name is that of a proctype: then `p:x` is a variable of another
    /// process.
    fn at_label(&self) -> bool {
        self.at_name()
            && self.ahead(1).kind == TokenKind::Colon
            && !self.proctypes.contains(&self.current().text)
    }

    fn stmt_kind(&mut self) -> StmtKind {
        match self.kind() {
            TokenKind::LBrace => self.block().map_or(StmtKind::Error, StmtKind::Block),
            TokenKind::Ident if self.at_call() => self.inline_call(None),
            TokenKind::Ident if self.at_name() => self.named_stmt(),
            TokenKind::Ident => self.keyword_stmt(),
            _ => self.expr_stmt(),
        }
    }

    fn expr_stmt(&mut self) -> StmtKind {
        let expr = self.expr();
        self.after_expr(expr)
    }

    /// Explains what tends to stand behind an expression by mistake.
    fn after_expr(&mut self, expr: Expr) -> StmtKind {
        match self.kind() {
            TokenKind::Assign => {
                let target = expr.span;
                self.error_here(|span| {
                    Diagnostic::new(
                        &codes::ASSIGN_IN_EXPR,
                        span,
                        "only a variable can be assigned to",
                    )
                    .related(target, "this is not a variable")
                    .fix(span, "==", "compare with `==`")
                });
                self.bump();
                self.expr();
                StmtKind::Error
            }
            TokenKind::Plus
            | TokenKind::Minus
            | TokenKind::Star
            | TokenKind::Slash
            | TokenKind::Percent
            | TokenKind::And
            | TokenKind::Or
            | TokenKind::Caret
            | TokenKind::Shl
            | TokenKind::Shr
                if !self.at_soft_end() =>
            {
                // What is left over here is `x += 1`.
                self.unexpected("the end of the statement");
                self.bump();
                self.bump();
                self.expr();
                StmtKind::Error
            }
            _ => StmtKind::Expr(expr),
        }
    }

    /// A statement that starts with a name.
    fn named_stmt(&mut self) -> StmtKind {
        if self.suspicious_word() {
            return StmtKind::Error;
        }
        let var = self.var_ref();
        match self.kind() {
            TokenKind::Assign => {
                self.bump();
                if self.at_call() {
                    return self.inline_call(Some(var));
                }
                let value = self.expr();
                StmtKind::Assign { target: var, value }
            }
            TokenKind::PlusPlus => {
                self.bump();
                StmtKind::Increment(var)
            }
            TokenKind::MinusMinus => {
                self.bump();
                StmtKind::Decrement(var)
            }
            // Behind a newline `!x` is a statement of its own.
            TokenKind::Bang if !self.at_soft_end() => self.send(var),
            TokenKind::BangBang => self.send(var),
            TokenKind::Query | TokenKind::QueryQuery
                if self.ahead(1).kind != TokenKind::LBracket =>
            {
                self.receive(var)
            }
            _ => {
                let span = var.span;
                let kind = match self.remote(var) {
                    Ok(kind) => kind,
                    Err(var) => self.var_or_poll(var),
                };
                let span = self.since(span);
                let expr = self.expr_from(Expr::new(kind, span));
                self.after_expr(expr)
            }
        }
    }

    /// A name followed by what can only follow a keyword: reports and skips.
    fn suspicious_word(&mut self) -> bool {
        let next = self.ahead(1);
        let called = next.kind == TokenKind::LParen && !next.newline;
        let followed = match next.kind {
            TokenKind::LBrace | TokenKind::String => !next.newline,
            // In an option, the next one may follow.
            TokenKind::ColonColon => {
                !next.newline && matches!(self.open.last(), Some((Open::Brace, _)))
            }
            TokenKind::Ident => !next.newline && !matches!(&*next.text, "unless" | "fi" | "od"),
            _ => false,
        };
        if !called && !followed {
            return false;
        }
        let word = self.current().text.clone();
        let inlines = self.inlines.keys().map(|name| &**name);
        let words = keyword::STATEMENTS.iter().copied();
        let near = suggest::nearest(&word, words.chain(inlines)).map(str::to_owned);
        let is_proctype = self.all_proctypes.contains(&word);
        let what = if is_proctype {
            format!("`{word}` is a proctype: a process is started, not called")
        } else if called {
            format!("`{word}` is not an inline")
        } else {
            format!("`{word}` is not a keyword")
        };
        let code = if called {
            &codes::UNKNOWN_INLINE
        } else {
            &codes::UNEXPECTED
        };
        self.error_here(|span| {
            let diagnostic = Diagnostic::new(code, span, what);
            match (near, &*word) {
                _ if is_proctype => {
                    let replacement = format!("run {word}");
                    diagnostic.fix(span, replacement, "start it with `run`")
                }
                (Some(near), _) => {
                    let message = format!("did you mean `{near}`?");
                    diagnostic.fix(span, near, message)
                }
                (None, "while") => {
                    diagnostic.help("write `do :: condition -> statements :: else -> break od`")
                }
                (None, "switch") => {
                    diagnostic.help("write `if :: x == 1 -> ... :: x == 2 -> ... fi`")
                }
                (None, "scanf") => diagnostic
                    .help("a model has no input; choose a value with select (x : 0 .. 255)"),
                _ if called => diagnostic.help("an inline must be defined before its first call"),
                _ => diagnostic,
            }
        });
        self.bump();
        if called {
            self.skip_group();
        }
        true
    }

    fn keyword_stmt(&mut self) -> StmtKind {
        match &*self.current().text {
            "if" => self.options(Open::If),
            "do" => self.options(Open::Do),
            "for" => self.for_stmt().unwrap_or(StmtKind::Error),
            "select" => self.select().unwrap_or(StmtKind::Error),
            "atomic" => {
                self.bump();
                self.block().map_or(StmtKind::Error, StmtKind::Atomic)
            }
            "d_step" => {
                self.bump();
                self.block().map_or(StmtKind::Error, StmtKind::DStep)
            }
            "break" => {
                self.bump();
                StmtKind::Break
            }
            "else" => {
                self.bump();
                StmtKind::Else
            }
            "goto" => {
                self.bump();
                self.name("the label to go to")
                    .map_or(StmtKind::Error, StmtKind::Goto)
            }
            "assert" => {
                self.bump();
                StmtKind::Assert(self.expr())
            }
            "printf" => self.printf().unwrap_or(StmtKind::Error),
            "printm" => self.printm().unwrap_or(StmtKind::Error),
            "set_priority" => self.set_priority().unwrap_or(StmtKind::Error),
            "return" => self.return_stmt(),
            "c_code" | "c_decl" | "c_state" | "c_track" => {
                self.embedded_c();
                StmtKind::Error
            }
            "priority" | "provided" | "of" | "eval" | "unless" => {
                self.unexpected("a statement");
                StmtKind::Error
            }
            _ => self.expr_stmt(),
        }
    }
}
