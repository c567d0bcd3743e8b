//! What is known about the values of expressions without looking at a state, or with a few
//! questions about it.
//!
//! A variable that no action writes keeps its first value. For a global, or a local whose first
//! value is a constant, that is known; a parameter is known once the process has been asked. So an
//! array element or a channel that is chosen by a process number, a constant or a parameter is
//! known for all that the process will ever do. What a process has in its other variables is known
//! as long as it does not move: that is enough for what it may do *next*.

use program::access::{Written, offsets};
use program::interpreter::{binary, unary};
use program::{Expr, Initializer, Place, ProcId, Program, Region};

/// Who evaluates an expression, and what is known about it.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub program: &'a Program,
    pub written: &'a Written,
    /// The type of the process; `None` for claims.
    pub proctype: Option<ProcId>,
    /// Its number, where it is known.
    pub pid: Option<i32>,
    /// Expressions with their values.
    pub values: &'a [(Expr, i32)],
    /// Expressions whose values are known as long as the process does not move.
    pub now: &'a [(Expr, i32)],
}

impl Known<'_> {
    /// The same without what is known only for now.
    pub fn lasting(self) -> Self {
        Known { now: &[], ..self }
    }

    /// The same for an expression that no process evaluates.
    pub fn nobody(self) -> Self {
        Known {
            proctype: None,
            pid: None,
            values: &[],
            now: &[],
            ..self
        }
    }

    /// The value of an expression, if it is known.
    pub fn value(&self, expr: &Expr) -> Option<i32> {
        let mut given = self.values.iter().chain(self.now);
        if let Some((_, value)) = given.find(|(known, _)| known == expr) {
            return Some(*value);
        }
        match expr {
            Expr::Const(value) => Some(*value),
            Expr::Pid => self.pid,
            Expr::Load(place) => self.first_value(place),
            Expr::Unary(op, a) => Some(unary(*op, self.value(a)?)),
            Expr::Binary(op, a, b) => binary(*op, self.value(a)?, self.value(b)?).ok(),
            _ => None,
        }
    }

    /// The value of a variable that is never written and starts as a constant.
    fn first_value(&self, place: &Place) -> Option<i32> {
        let frame = match (&place.region, self.proctype) {
            (Region::Global, _) => &self.program.globals,
            (Region::Local, Some(id)) => &self.program.proctype(id).frame,
            _ => return None,
        };
        let [at] = offsets(place, |index| self.value(index))[..] else {
            return None;
        };
        if !self.is_fixed(place, at) || self.is_parameter(place, at) {
            return None;
        }
        let Some(initial) = frame
            .initial
            .iter()
            .rev()
            .find(|initial| initial.offset == at)
        else {
            return Some(0);
        };
        match &initial.value {
            Initializer::Value(Expr::Const(value)) => Some(initial.scalar.wrap(*value)),
            Initializer::Channel(slot) if place.region == Region::Global => Some(*slot as i32 + 1),
            _ => None,
        }
    }

    /// Whether no action writes what lies at this offset.
    fn is_fixed(&self, place: &Place, at: u32) -> bool {
        let bytes = at..at + place.scalar.size();
        match (&place.region, self.proctype) {
            (Region::Global, _) => !self.written.has_global(bytes),
            (Region::Local, Some(id)) => !self.written.has_local(id, bytes),
            _ => false,
        }
    }

    fn is_parameter(&self, place: &Place, at: u32) -> bool {
        let parameters = self
            .proctype
            .map(|id| &self.program.proctype(id).parameters);
        place.region == Region::Local
            && parameters.is_some_and(|list| list.iter().any(|&(offset, _)| offset == at))
    }

    /// Local variables in an expression that keep a value which only the state can tell.
    pub fn fixed_unknowns(&self, expr: &Expr, out: &mut Vec<Expr>) {
        expr.walk(&mut |expr| {
            let Expr::Load(place) = expr else { return };
            if place.region != Region::Local || out.contains(expr) {
                return;
            }
            let [at] = offsets(place, |index| self.value(index))[..] else {
                return;
            };
            if self.is_fixed(place, at) && self.value(expr).is_none() {
                out.push(expr.clone());
            }
        });
    }
}

/// Whether the value of an expression is a matter of the process alone.
pub fn is_local(expr: &Expr) -> bool {
    let mut local = true;
    expr.walk(&mut |expr| {
        local &= match expr {
            Expr::Const(_) | Expr::Pid | Expr::Unary(..) | Expr::Binary(..) => true,
            Expr::Conditional(..) => true,
            Expr::Load(place) => place.region == Region::Local,
            _ => false,
        };
    });
    local
}
