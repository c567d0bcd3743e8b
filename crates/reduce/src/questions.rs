//! What the reduction wants to know of a process in a state.
//!
//! First, at every location of a type, the local variables that never change but choose an element
//! of an array or a channel, or name one of which the process has an end to itself. Then, at each location, what else chooses one there: it cannot change
//! as long as the process does not move. And which of several conditions of a guard hold: to enable
//! an action that is not, one that does not hold must change.

use crate::guards::{conjuncts, entry_guard};
use crate::known::{Known, is_local};
use program::access::Written;
use program::{
    Action, Expr, Location, Place, PlaceQuestions, ProcId, Proctype, Program, Questions, Region,
};

/// Answers that are worth their price, at most, for one place.
const MOST: usize = 12;

/// What a system must be able to answer for the steps of a program to be chosen.
pub fn questions(program: &Program) -> Questions {
    let written = Written::new(program);
    let of = |id: ProcId| {
        let known = Known {
            program,
            written: &written,
            proctype: Some(id),
            pid: None,
            values: &[],
            now: &[],
        };
        of_proctype(known, program.proctype(id))
    };
    Questions::new((0..program.proctypes.len() as ProcId).map(of).collect())
}

fn of_proctype(known: Known<'_>, body: &Proctype) -> Vec<PlaceQuestions> {
    let mut lasting = Vec::new();
    for location in &body.locations {
        for choice in choices(location, true) {
            known.fixed_unknowns(choice, &mut lasting);
        }
    }
    for exclusive in &body.exclusive {
        known.fixed_unknowns(&Expr::Load(exclusive.place()), &mut lasting);
    }
    lasting.truncate(MOST);
    let locations = body.locations.iter();
    locations
        .map(|location| at_location(known, location, &lasting))
        .collect()
}

fn at_location(known: Known<'_>, location: &Location, lasting: &[Expr]) -> PlaceQuestions {
    let mut questions = PlaceQuestions {
        lasting: lasting.to_vec(),
        ..PlaceQuestions::default()
    };
    let mut room = MOST - lasting.len();
    for choice in choices(location, false) {
        let new = is_local(choice) && !is_lasting(known, choice) && !questions.now.contains(choice);
        if new && room > 0 {
            questions.now.push(choice.clone());
            room -= 1;
        }
    }
    for edge in &location.edges {
        let Some(guard) = entry_guard(&edge.action) else {
            continue;
        };
        let conjuncts = conjuncts(guard);
        let known = |expr: &&Expr| **expr == Expr::Timeout;
        if conjuncts.len() < 2 || conjuncts.len() > room || conjuncts.iter().any(known) {
            continue;
        }
        for conjunct in conjuncts {
            if !questions.truths.contains(conjunct) {
                questions.truths.push(conjunct.clone());
                room -= 1;
            }
        }
    }
    questions
}

/// Whether the value is known once the variables that never change are.
fn is_lasting(known: Known<'_>, expr: &Expr) -> bool {
    let mut unknown = Vec::new();
    known.fixed_unknowns(expr, &mut unknown);
    let values: Vec<_> = unknown.into_iter().map(|expr| (expr, 0)).collect();
    let known = Known {
        pid: Some(0),
        values: &values,
        ..known
    };
    let mut lasting = true;
    expr.walk(&mut |expr| {
        lasting &= match expr {
            Expr::Load(_) => known.value(expr).is_some(),
            Expr::Const(_) | Expr::Pid | Expr::Unary(..) | Expr::Binary(..) => true,
            _ => false,
        };
    });
    lasting
}

/// Expressions that choose an element of a global array, or a channel. All of them, or those whose
/// value cannot change while the action is executed.
fn choices(location: &Location, all: bool) -> Vec<&Expr> {
    let mut found = Vec::new();
    for edge in &location.edges {
        in_action(&edge.action, all, &mut found);
    }
    found
}

fn in_action<'p>(action: &'p Action, all: bool, found: &mut Vec<&'p Expr>) {
    match action {
        Action::Assign(place, value) => {
            in_place(place, found);
            in_expr(value, found);
        }
        Action::Condition(expr) | Action::Assert(expr) => in_expr(expr, found),
        Action::Send {
            channel, fields, ..
        } => {
            found.push(channel);
            fields.iter().for_each(|field| in_expr(field, found));
        }
        Action::Receive {
            channel, fields, ..
        } => {
            found.push(channel);
            for field in fields.iter().filter(|_| all) {
                match field {
                    program::MessageField::Store(place) => in_place(place, found),
                    program::MessageField::Match(program::Pattern::Equals(expr)) => {
                        in_expr(expr, found);
                    }
                    program::MessageField::Match(program::Pattern::Any) => {}
                }
            }
        }
        Action::Run { arguments, .. } => arguments.iter().for_each(|a| in_expr(a, found)),
        Action::DStep(body) if all => body.actions().for_each(|a| in_action(a, all, found)),
        Action::DStep(_) => {
            if let Some(guard) = entry_guard(action) {
                in_expr(guard, found);
            }
        }
        _ => {}
    }
}

fn in_place<'p>(place: &'p Place, found: &mut Vec<&'p Expr>) {
    for index in &place.indices {
        if place.region == Region::Global {
            found.push(&index.value);
        }
        in_expr(&index.value, found);
    }
}

fn in_expr<'p>(expr: &'p Expr, found: &mut Vec<&'p Expr>) {
    let mut waiting = vec![expr];
    while let Some(expr) = waiting.pop() {
        match expr {
            Expr::Load(place) => in_place(place, found),
            Expr::Channel(_, channel) => found.push(channel),
            Expr::Poll { channel, .. } => found.push(channel),
            Expr::Unary(_, a) => waiting.push(a),
            Expr::Binary(_, a, b) => waiting.extend([&**a, &**b]),
            Expr::Conditional(a, b, c) => waiting.extend([&**a, &**b, &**c]),
            _ => {}
        }
    }
}
