//! Expressions, fully parenthesised.

use crate::ast::{Expr, ExprKind, Literal, Probe, RecvArg, RecvArgKind, VarRef};

pub fn text(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Literal(Literal::Number(value)) => value.to_string(),
        ExprKind::Literal(Literal::True) => "true".to_owned(),
        ExprKind::Literal(Literal::False) => "false".to_owned(),
        ExprKind::Literal(Literal::Skip) => "skip".to_owned(),
        ExprKind::Var(var) => var_ref(var),
        ExprKind::Unary { op, operand } => format!("({} {})", op.symbol(), text(operand)),
        ExprKind::Binary { op, left, right } => {
            format!("({} {} {})", text(left), op.symbol(), text(right))
        }
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => format!(
            "({} -> {} : {})",
            text(condition),
            text(then),
            text(otherwise)
        ),
        ExprKind::Run {
            proctype,
            args,
            priority,
        } => {
            let call = format!("run {}({})", proctype.text, list(args));
            match priority {
                Some(priority) => format!("({call} priority {})", text(priority)),
                None => call,
            }
        }
        ExprKind::Len(channel) => format!("len({})", var_ref(channel)),
        ExprKind::Probe { probe, channel } => {
            let name = match probe {
                Probe::Full => "full",
                Probe::Empty => "empty",
                Probe::NFull => "nfull",
                Probe::NEmpty => "nempty",
            };
            format!("{name}({})", var_ref(channel))
        }
        ExprKind::Enabled(pid) => format!("enabled({})", text(pid)),
        ExprKind::PcValue(pid) => format!("pc_value({})", text(pid)),
        ExprKind::GetPriority(pid) => format!("get_priority({})", text(pid)),
        ExprKind::Poll {
            channel,
            random,
            args,
        } => {
            let op = if *random { "??" } else { "?" };
            format!("{}{op}[{}]", var_ref(channel), receive_list(args))
        }
        ExprKind::Timeout => "timeout".to_owned(),
        ExprKind::NonProgress => "np_".to_owned(),
        ExprKind::RemoteLabel {
            proctype,
            pid,
            label,
        } => format!("{}{}@{}", proctype.text, index(pid), label.text),
        ExprKind::RemoteVar { proctype, pid, var } => format!(
            "{}{}:{}{}",
            proctype.text,
            index(pid),
            var.name.text,
            index(&var.index)
        ),
        ExprKind::Error => "<error>".to_owned(),
    }
}

pub fn list(args: &[Expr]) -> String {
    let args: Vec<String> = args.iter().map(text).collect();
    args.join(", ")
}

pub fn receive_list(args: &[RecvArg]) -> String {
    let args: Vec<String> = args
        .iter()
        .map(|arg| match &arg.kind {
            RecvArgKind::Constant(value) => value.to_string(),
            RecvArgKind::Eval(value) => format!("eval({})", text(value)),
            RecvArgKind::Var(var) => var_ref(var),
            RecvArgKind::Wildcard => "_".to_owned(),
        })
        .collect();
    args.join(", ")
}

pub fn var_ref(var: &VarRef) -> String {
    let segments: Vec<String> = var
        .segments
        .iter()
        .map(|segment| format!("{}{}", segment.name.text, index(&segment.index)))
        .collect();
    segments.join(".")
}

fn index(index: &Option<Box<Expr>>) -> String {
    match index {
        Some(index) => format!("[{}]", text(index)),
        None => String::new(),
    }
}
