//! The tree as text: one node per line, two spaces per level, stable from version to version.

mod expr;
mod stmt;

use crate::ast::{
    Block, Decl, Declarator, Initializer, Model, Type, TypeKind, UnitKind, Visibility,
};
use std::fmt::Write as _;

/// The whole model.
pub fn dump(model: &Model) -> String {
    let mut dumper = Dumper::default();
    for unit in &model.units {
        dumper.unit(&unit.kind);
    }
    dumper.text
}

#[derive(Default)]
struct Dumper {
    text: String,
    level: usize,
}

impl Dumper {
    fn line(&mut self, text: impl AsRef<str>) {
        for _ in 0..self.level {
            self.text.push_str("  ");
        }
        self.text.push_str(text.as_ref());
        self.text.push('\n');
    }

    fn nested(&mut self, title: impl AsRef<str>, inner: impl FnOnce(&mut Self)) {
        self.line(title);
        self.level += 1;
        inner(self);
        self.level -= 1;
    }

    fn block(&mut self, title: impl AsRef<str>, block: &Block) {
        self.nested(title, |dumper| {
            for step in &block.steps {
                dumper.step(step);
            }
        });
    }

    fn unit(&mut self, unit: &UnitKind) {
        match unit {
            UnitKind::Proctype(proctype) => {
                let mut title = String::new();
                if let Some(active) = &proctype.active {
                    match &active.count {
                        Some(count) => _ = write!(title, "active[{}] ", expr::text(count)),
                        None => title.push_str("active "),
                    }
                }
                if proctype.deterministic {
                    title.push_str("D_");
                }
                _ = write!(title, "proctype {}", proctype.name.text);
                if let Some(priority) = &proctype.priority {
                    _ = write!(title, " priority {}", expr::text(priority));
                }
                if let Some(provided) = &proctype.provided {
                    _ = write!(title, " provided {}", expr::text(provided));
                }
                self.nested(title, |dumper| {
                    for param in &proctype.params {
                        dumper.line(format!("param {}", declaration(param)));
                    }
                    for step in &proctype.body.steps {
                        dumper.step(step);
                    }
                });
            }
            UnitKind::Init(init) => {
                let title = match &init.priority {
                    Some(priority) => format!("init priority {}", expr::text(priority)),
                    None => "init".to_owned(),
                };
                self.block(title, &init.body);
            }
            UnitKind::Never(claim) => {
                let name = claim.name.as_ref().map_or("-", |name| &name.text);
                self.block(format!("never {name}"), &claim.body);
            }
            UnitKind::Trace(trace) => {
                let title = if trace.negated { "notrace" } else { "trace" };
                self.block(title, &trace.body);
            }
            UnitKind::Ltl(ltl) => {
                let name = ltl.name.as_ref().map_or("-", |name| &name.text);
                self.line(format!("ltl {name} {}", expr::text(&ltl.formula)));
            }
            UnitKind::Mtype(mtype) => {
                let mut title = String::from("mtype");
                if let Some(subtype) = &mtype.subtype {
                    _ = write!(title, ":{}", subtype.text);
                }
                for name in &mtype.names {
                    _ = write!(title, " {}", name.text);
                }
                self.line(title);
            }
            UnitKind::Typedef(typedef) => {
                self.nested(format!("typedef {}", typedef.name.text), |dumper| {
                    for field in &typedef.fields {
                        dumper.line(declaration(field));
                    }
                });
            }
            UnitKind::Decl(decl) => self.line(declaration(decl)),
            UnitKind::Inline(inline) => {
                let params: Vec<&str> = inline.params.iter().map(|param| &*param.text).collect();
                self.line(format!(
                    "inline {}({})",
                    inline.name.text,
                    params.join(", ")
                ));
            }
        }
    }
}

fn declaration(decl: &Decl) -> String {
    let mut text = match decl.visibility {
        Some(Visibility::Hidden) => "hidden ".to_owned(),
        Some(Visibility::Show) => "show ".to_owned(),
        Some(Visibility::Local) => "local ".to_owned(),
        None => String::new(),
    };
    text.push_str(&type_name(&decl.ty));
    for (index, var) in decl.vars.iter().enumerate() {
        text.push_str(if index == 0 { " " } else { ", " });
        declarator(&mut text, var);
    }
    text
}

fn declarator(text: &mut String, var: &Declarator) {
    text.push_str(&var.name.text);
    if let Some(width) = &var.width {
        _ = write!(text, " : {}", expr::text(width));
    }
    if let Some(size) = &var.size {
        _ = write!(text, "[{}]", expr::text(size));
    }
    match &var.init {
        None => {}
        Some(Initializer::Expr(value)) => _ = write!(text, " = {}", expr::text(value)),
        Some(Initializer::List(values)) => {
            let values: Vec<String> = values.iter().map(expr::text).collect();
            _ = write!(text, " = {{{}}}", values.join(", "));
        }
        Some(Initializer::Channel(channel)) => {
            let fields: Vec<String> = channel.fields.iter().map(type_name).collect();
            let capacity = expr::text(&channel.capacity);
            _ = write!(text, " = [{capacity}] of {{{}}}", fields.join(", "));
        }
    }
}

fn type_name(ty: &Type) -> String {
    match &ty.kind {
        TypeKind::Bit => "bit".to_owned(),
        TypeKind::Bool => "bool".to_owned(),
        TypeKind::Byte => "byte".to_owned(),
        TypeKind::Pid => "pid".to_owned(),
        TypeKind::Short => "short".to_owned(),
        TypeKind::Int => "int".to_owned(),
        TypeKind::Unsigned => "unsigned".to_owned(),
        TypeKind::Chan => "chan".to_owned(),
        TypeKind::Mtype(None) => "mtype".to_owned(),
        TypeKind::Mtype(Some(subtype)) => format!("mtype:{}", subtype.text),
        TypeKind::Named(name) => name.text.to_string(),
    }
}
