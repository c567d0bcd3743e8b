//! Variables that nothing uses, and variables that are only written. Names are looked up by
//! scope; whatever could be a use counts as one.

use super::quoted;
use crate::ast::{Block, Decl, Expr, ExprKind, Model, Name, Unit, UnitKind, VarRef, Visibility};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::visit::{Use, Visitor, walk_block, walk_decl, walk_expr, walk_indices, walk_unit};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub fn lint(model: &Model, inline_words: &HashSet<&str>, diagnostics: &mut Vec<Diagnostic>) {
    let mut scopes = Scopes {
        variables: Vec::new(),
        scopes: vec![HashMap::new()],
        remote: HashSet::new(),
    };
    for unit in &model.units {
        scopes.unit(unit);
    }
    for variable in &scopes.variables {
        let name = &variable.name;
        if variable.exempt
            || variable.read
            || inline_words.contains(&*name.text)
            || scopes.remote.contains(&name.text)
        {
            continue;
        }
        let diagnostic = if !variable.written {
            Diagnostic::new(
                &codes::UNUSED_VARIABLE,
                name.span,
                format!("nothing uses variable {}", quoted(name)),
            )
            .help("remove it: it costs memory in every state")
        } else if variable.received || variable.global {
            // A receive needs a variable for every field, wanted or not; a global one may be
            // there for a formula that is given later.
            continue;
        } else {
            Diagnostic::new(
                &codes::WRITE_ONLY_VARIABLE,
                name.span,
                format!("variable {} is written but never read", quoted(name)),
            )
            .help("remove it: its values tell states apart that do not differ otherwise")
        };
        diagnostics.push(diagnostic);
    }
}

struct Variable {
    name: Name,
    read: bool,
    written: bool,
    received: bool,
    global: bool,
    /// Not ours to judge: parameters, and what is there to be shown.
    exempt: bool,
}

struct Scopes {
    variables: Vec<Variable>,
    scopes: Vec<HashMap<Arc<str>, usize>>,
    /// Names of variables that some process reads in another.
    remote: HashSet<Arc<str>>,
}

impl Scopes {
    fn unit(&mut self, unit: &Unit) {
        match &unit.kind {
            UnitKind::Decl(decl) => self.decl(decl),
            // Fields are no variables.
            UnitKind::Typedef(typedef) => {
                for field in &typedef.fields {
                    walk_decl(self, field);
                }
            }
            UnitKind::Proctype(proctype) => {
                self.scopes.push(HashMap::new());
                for param in &proctype.params {
                    self.declare(param, true);
                }
                for expr in [&proctype.provided, &proctype.priority]
                    .into_iter()
                    .flatten()
                {
                    self.expr(expr);
                }
                if let Some(active) = &proctype.active
                    && let Some(count) = &active.count
                {
                    self.expr(count);
                }
                self.block(&proctype.body);
                self.scopes.pop();
            }
            _ => walk_unit(self, unit),
        }
    }

    fn declare(&mut self, decl: &Decl, exempt: bool) {
        walk_decl(self, decl);
        let shown = matches!(decl.visibility, Some(Visibility::Hidden | Visibility::Show));
        for var in &decl.vars {
            let index = self.variables.len();
            self.variables.push(Variable {
                name: var.name.clone(),
                read: false,
                written: false,
                received: false,
                global: self.scopes.len() == 1,
                exempt: exempt || shown,
            });
            if let Some(scope) = self.scopes.last_mut() {
                scope.insert(var.name.text.clone(), index);
            }
        }
    }
}

impl Visitor for Scopes {
    fn block(&mut self, block: &Block) {
        self.scopes.push(HashMap::new());
        walk_block(self, block);
        self.scopes.pop();
    }

    fn decl(&mut self, decl: &Decl) {
        self.declare(decl, false);
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::RemoteVar { var, .. } = &expr.kind {
            self.remote.insert(var.name.text.clone());
        }
        walk_expr(self, expr);
    }

    fn var(&mut self, var: &VarRef, usage: Use) {
        walk_indices(self, var);
        let name = &var.segments[0].name.text;
        let found = self.scopes.iter().rev().find_map(|scope| scope.get(name));
        if let Some(&index) = found {
            let variable = &mut self.variables[index];
            match usage {
                Use::Read => variable.read = true,
                Use::Write => variable.written = true,
                Use::Receive => {
                    variable.written = true;
                    variable.received = true;
                }
            }
        }
    }
}
