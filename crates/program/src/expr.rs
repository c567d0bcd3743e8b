//! Expressions: pure functions of a state and a process.

use crate::model::ProcId;
use crate::scalar::Scalar;
use std::ops::Range;

/// An expression. Its value is a 32-bit integer; it never changes the state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A constant.
    Const(i32),
    /// The value of a variable.
    Load(Place),
    /// An operator with one operand.
    Unary(UnaryOp, Box<Expr>),
    /// An operator with two operands; `And` and `Or` evaluate the second only if needed.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `(condition -> then : otherwise)`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A test of how full a channel is.
    Channel(ChannelTest, Box<Expr>),
    /// Whether a message could be received, without receiving it.
    Poll {
        /// The channel.
        channel: Box<Expr>,
        /// What its fields must be.
        fields: Vec<Pattern>,
        /// Whether any message in the buffer will do, not only the oldest.
        random: bool,
    },
    /// Number of the process that evaluates this.
    Pid,
    /// Number of processes alive.
    ProcessCount,
    /// Number of the process that moved last.
    Last,
    /// True when no process could move otherwise.
    Timeout,
    /// True when no process is at a progress label.
    NonProgress,
    /// Whether the process of this number has an enabled action.
    Enabled(Box<Expr>),
    /// State number, in SPIN's numbering, of the process of this number.
    PcValue(Box<Expr>),
    /// Priority of the process of this number.
    Priority(Box<Expr>),
    /// Whether a process is at a label: `name[pid]@label`.
    AtLabel {
        /// Type that the process must have.
        proctype: ProcId,
        /// Its number; without one, the lowest-numbered process of that type.
        pid: Option<Box<Expr>>,
        /// Index in the type's [`crate::Proctype::labels`].
        label: u32,
    },
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Negate,
    Not,
    Complement,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    And,
    Or,
}

/// Tests of how full a channel is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChannelTest {
    Len,
    Full,
    NotFull,
    Empty,
    NotEmpty,
}

/// What one field of a message must be to match.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Any value.
    Any,
    /// This value.
    Equals(Expr),
}

/// A scalar in the state: a region, a fixed offset, and what the indices add to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Which part of the state vector.
    pub region: Region,
    /// Bytes from the start of the region, with every index zero.
    pub offset: u32,
    /// Array indices, outermost first.
    pub indices: Vec<Index>,
    /// Type of the scalar found there.
    pub scalar: Scalar,
}

/// Part of the state vector that a [`Place`] lies in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// The variables of all.
    Global,
    /// The frame of the process that evaluates the place.
    Local,
    /// The frame of another process: `name[pid]:variable`. Read only.
    Remote {
        /// Type that the process must have.
        proctype: ProcId,
        /// Its number; without one, the lowest-numbered process of that type.
        pid: Option<Box<Expr>>,
    },
}

/// One array index of a [`Place`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Index {
    /// The index.
    pub value: Expr,
    /// Number of elements: an index is in `0..bound`, or it is a fault.
    pub bound: u32,
    /// Bytes from one element to the next.
    pub stride: u32,
}

impl Expr {
    /// The constant one: what a condition that always holds becomes.
    pub const TRUE: Expr = Expr::Const(1);

    /// The value of a constant expression.
    pub fn as_const(&self) -> Option<i32> {
        match self {
            Expr::Const(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether the value depends on `timeout`: by name, or because it is asked whether a process is
    /// enabled, whose statement may be one.
    pub fn asks_for_timeout(&self) -> bool {
        let mut asks = false;
        self.walk(&mut |expr| asks |= matches!(expr, Expr::Timeout | Expr::Enabled(_)));
        asks
    }

    /// Calls `visit` on this expression and everything inside it, from left to right. However deeply
    /// it is nested, the stack does not grow.
    pub fn walk<'p>(&'p self, visit: &mut dyn FnMut(&'p Expr)) {
        let mut waiting = vec![self];
        while let Some(expr) = waiting.pop() {
            visit(expr);
            let first = waiting.len();
            expr.operands(&mut |operand| waiting.push(operand));
            waiting[first..].reverse();
        }
    }

    /// Calls `visit` on the expressions directly inside this one.
    pub fn operands<'p>(&'p self, visit: &mut dyn FnMut(&'p Expr)) {
        match self {
            Expr::Const(_)
            | Expr::Pid
            | Expr::ProcessCount
            | Expr::Last
            | Expr::Timeout
            | Expr::NonProgress => {}
            Expr::Load(place) => place.expressions().for_each(visit),
            Expr::Unary(_, a)
            | Expr::Channel(_, a)
            | Expr::Enabled(a)
            | Expr::PcValue(a)
            | Expr::Priority(a) => visit(a),
            Expr::Binary(_, a, b) => {
                visit(a);
                visit(b);
            }
            Expr::Conditional(a, b, c) => {
                visit(a);
                visit(b);
                visit(c);
            }
            Expr::Poll {
                channel, fields, ..
            } => {
                visit(channel);
                for field in fields {
                    if let Pattern::Equals(expr) = field {
                        visit(expr);
                    }
                }
            }
            Expr::AtLabel { pid, .. } => {
                if let Some(pid) = pid {
                    visit(pid);
                }
            }
        }
    }
}

impl Pattern {
    /// Calls `visit` on the expression to compare with, if any, and everything inside it.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        if let Pattern::Equals(expr) = self {
            expr.walk(visit);
        }
    }
}

impl Place {
    /// The bytes of its region among which it lies, whatever its indices are.
    pub fn extent(&self) -> Range<u32> {
        let reach = |index: &Index| (index.bound.max(1) - 1) * index.stride;
        let last: u32 = self.indices.iter().map(reach).sum();
        self.offset..self.offset + last + self.scalar.size()
    }

    /// The expressions that say where the place is.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let process = match &self.region {
            Region::Remote { pid, .. } => pid.as_deref(),
            Region::Global | Region::Local => None,
        };
        let indices = self.indices.iter().map(|index| &index.value);
        process.into_iter().chain(indices)
    }

    /// Calls `visit` on the expressions that say where the place is, and everything inside them.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        self.expressions().for_each(|expr| expr.walk(visit));
    }
}
