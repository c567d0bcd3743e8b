//! What actions and locations wait for, as far as their text tells.

use program::{Action, BinaryOp, Expr, Location};

/// Whether a process may receive at a location.
pub fn may_receive(location: &Location) -> bool {
    let mut entries = location.edges.iter().flat_map(|edge| edge.action.entries());
    entries.any(|action| matches!(action, Action::Receive { .. }))
}

/// The condition that decides alone whether an action is enabled, if there is one.
pub fn entry_guard(action: &Action) -> Option<&Expr> {
    match action {
        Action::Condition(guard) => Some(guard),
        Action::DStep(body) => match &body.nodes.first()?.choices[..] {
            [only] => match &only.action {
                Action::Condition(guard) => Some(guard),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// The conditions that must all hold for an expression to do so.
pub fn conjuncts(expr: &Expr) -> Vec<&Expr> {
    let (mut waiting, mut found) = (vec![expr], Vec::new());
    while let Some(expr) = waiting.pop() {
        match expr {
            Expr::Binary(BinaryOp::And, a, b) => waiting.extend([&**b, &**a]),
            _ => found.push(expr),
        }
    }
    found
}
