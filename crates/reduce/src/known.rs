//! What is known about the values of expressions without looking at a state, or with a few
//! questions about it.
//!
//! A variable that no action writes keeps its first value. For a global, or a local whose first
//! value is a constant, that is known; a parameter is known once the process has been asked. So an
//! array element or a channel that is chosen by a process number, a constant or a parameter is
//! known for all that the process will ever do. What a process has in its other variables is known
//! as long as it does not move: that is enough for what it may do *next*.

use crate::resources::Set;
use program::interpreter::{binary, unary};
use program::{Expr, Frame, Initializer, Place, ProcId, Program, Region};

/// Bytes of frames that some action writes.
pub struct Written {
    globals: Set,
    /// By process type.
    frames: Vec<Set>,
}

impl Written {
    /// Looks at every action of a program.
    pub fn new(program: &Program) -> Written {
        let frame = |frame: &Frame| Set::with_capacity(frame.size as usize);
        let mut written = Written {
            globals: frame(&program.globals),
            frames: program.proctypes.iter().map(|p| frame(&p.frame)).collect(),
        };
        for (id, proctype) in program.proctypes.iter().enumerate() {
            for edge in proctype.locations.iter().flat_map(|l| &l.edges) {
                let mut store = |place: &Place| written.place(id as ProcId, place);
                edge.action.stores(&mut store);
            }
        }
        written
    }

    /// Whether some action of a process type writes this byte of its frame.
    pub fn has_local(&self, owner: ProcId, at: u32) -> bool {
        self.frames[owner as usize].contains(at as usize)
    }

    fn place(&mut self, owner: ProcId, place: &Place) {
        let set = match place.region {
            Region::Global => &mut self.globals,
            Region::Local => &mut self.frames[owner as usize],
            Region::Remote { .. } => return,
        };
        for at in offsets(place, |_| None) {
            set.insert_range(at as usize..(at + place.scalar.size()) as usize);
        }
    }
}

/// Every offset at which a place can lie, given the indices that are known.
pub fn offsets(place: &Place, value: impl Fn(&Expr) -> Option<i32>) -> Vec<u32> {
    let mut offsets = vec![place.offset];
    for index in &place.indices {
        let known = value(&index.value).and_then(|value| u32::try_from(value).ok());
        let range = match known {
            Some(known) if known < index.bound => known..known + 1,
            // An index out of bounds is a fault: nothing is accessed, and nothing is assumed.
            _ => 0..index.bound,
        };
        offsets = range
            .flat_map(|i| offsets.iter().map(move |at| at + i * index.stride))
            .collect();
    }
    offsets
}

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
        let written = match (&place.region, self.proctype) {
            (Region::Global, _) => &self.written.globals,
            (Region::Local, Some(id)) => &self.written.frames[id as usize],
            _ => return false,
        };
        let range = at as usize..(at + place.scalar.size()) as usize;
        !written.contains_any_in_range(range)
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
