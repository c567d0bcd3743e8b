//! The syntax tree: what was written, with macros and inlines expanded and names unresolved.
//!
//! Every node has a span. A name is its text and its span; what it stands for (variable, mtype
//! constant, channel, predefined variable such as `_pid`) is for name resolution to say. Nodes of
//! kind `Error` stand where nothing could be parsed and occur only together with an error
//! diagnostic. The parser bounds the height of trees (`parser::MAX_NESTING` for statements,
//! `parser::MAX_HEIGHT` for expressions), so recursion over them is safe.

use crate::span::Span;
use std::sync::Arc;

/// A whole model: its units in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub units: Vec<Unit>,
}

#[derive(Clone, Debug)]
pub struct Unit {
    pub kind: UnitKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum UnitKind {
    Proctype(Box<Proctype>),
    Init(Init),
    Never(Claim),
    Trace(Trace),
    Ltl(Ltl),
    Mtype(Mtype),
    Typedef(Typedef),
    Decl(Decl),
    Inline(Inline),
}

/// An identifier as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub text: Arc<str>,
    pub span: Span,
}

// ---------------------------------------------------------------------------------- units

/// `active [n] proctype p(params) priority k provided (e) { body }`
#[derive(Clone, Debug)]
pub struct Proctype {
    /// `active`: how many instances start with the model.
    pub active: Option<Active>,
    /// `D_proctype`: the user says that the process is deterministic.
    pub deterministic: bool,
    pub name: Name,
    pub params: Vec<Decl>,
    pub priority: Option<Expr>,
    pub provided: Option<Expr>,
    pub body: Block,
}

#[derive(Clone, Debug)]
pub struct Active {
    /// `[n]`: a constant expression or the name of an initialised variable; one instance if absent.
    pub count: Option<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Init {
    pub priority: Option<Expr>,
    pub body: Block,
}

/// `never name { body }`
#[derive(Clone, Debug)]
pub struct Claim {
    pub name: Option<Name>,
    pub body: Block,
}

/// `trace { body }` or `notrace { body }`
#[derive(Clone, Debug)]
pub struct Trace {
    /// `notrace`
    pub negated: bool,
    pub body: Block,
}

/// `ltl name { formula }`
#[derive(Clone, Debug)]
pub struct Ltl {
    pub name: Option<Name>,
    pub formula: Expr,
    /// The text between the braces, as the user wrote it.
    pub source: Arc<str>,
}

/// `mtype = { a, b }` or `mtype:kind = { a, b }`
#[derive(Clone, Debug)]
pub struct Mtype {
    pub subtype: Option<Name>,
    pub names: Vec<Name>,
}

#[derive(Clone, Debug)]
pub struct Typedef {
    pub name: Name,
    pub fields: Vec<Decl>,
}

/// The definition of an inline. Calls are expanded where they stand; see [`StmtKind::Inline`].
#[derive(Clone, Debug)]
pub struct Inline {
    pub name: Name,
    pub params: Vec<Name>,
    /// The body with its braces, in the text.
    pub body: Span,
}

// --------------------------------------------------------------------------- declarations

/// `hidden byte x = 1, y[3]`
#[derive(Clone, Debug)]
pub struct Decl {
    pub visibility: Option<Visibility>,
    pub ty: Type,
    pub vars: Vec<Declarator>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    Hidden,
    Show,
    Local,
}

#[derive(Clone, Debug)]
pub struct Type {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TypeKind {
    Bit,
    Bool,
    Byte,
    Pid,
    Short,
    Int,
    /// Its width stands at each variable: [`Declarator::width`].
    Unsigned,
    Chan,
    /// `mtype` or `mtype:subtype`
    Mtype(Option<Name>),
    /// A typedef; the parser has seen its definition.
    Named(Name),
}

/// One variable of a declaration.
#[derive(Clone, Debug)]
pub struct Declarator {
    pub name: Name,
    /// `x : width`
    pub width: Option<Expr>,
    /// `x[size]`: a constant expression, or the name of an initialised variable.
    pub size: Option<Expr>,
    pub init: Option<Initializer>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Initializer {
    Expr(Expr),
    /// `{ 1, 2, 3 }` for an array; constants only.
    List(Vec<Expr>),
    Channel(ChannelInit),
}

/// `[capacity] of { fields }`
#[derive(Clone, Debug)]
pub struct ChannelInit {
    pub capacity: Expr,
    pub fields: Vec<Type>,
    pub span: Span,
}

// ----------------------------------------------------------------------------- statements

/// A sequence in braces, or the sequence behind `::`. Names declared in it end with it.
#[derive(Clone, Debug)]
pub struct Block {
    pub steps: Vec<Step>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Step {
    /// A declaration, at the place where it occurs.
    Decl(Decl),
    /// `xr` or `xs`
    Exclusive(Exclusive),
    Stmt(Stmt),
}

/// `xr c, d` (this process alone receives) or `xs c, d` (this process alone sends).
#[derive(Clone, Debug)]
pub struct Exclusive {
    pub kind: ExclusiveKind,
    pub channels: Vec<VarRef>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExclusiveKind {
    Receive,
    Send,
}

/// A statement and the labels in front of it.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub labels: Vec<Name>,
    pub kind: StmtKind,
    /// Without the labels.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    /// A label with nothing behind it; the same as `skip`.
    Empty,
    /// An expression that must become true.
    Expr(Expr),
    Assign {
        target: VarRef,
        value: Expr,
    },
    Increment(VarRef),
    Decrement(VarRef),
    Send(Send),
    Receive(Receive),
    Assert(Expr),
    Printf {
        format: StringLiteral,
        args: Vec<Expr>,
    },
    /// `printm(x)`: a variable or a constant.
    Printm(Expr),
    /// `set_priority(pid, priority)`
    SetPriority {
        pid: Box<Expr>,
        priority: Box<Expr>,
    },
    Goto(Name),
    Break,
    Else,
    If(Vec<Block>),
    Do(Vec<Block>),
    For(Box<For>),
    Select(Box<Select>),
    Atomic(Block),
    DStep(Block),
    Block(Block),
    /// `body unless escape`. Labels in front of `body` are labels of this statement.
    Unless {
        body: Box<Stmt>,
        escape: Box<Stmt>,
    },
    Inline(Box<InlineCall>),
    Error,
}

/// `c!args`; the form `c!a(b, d)` means `c!a, b, d` and is stored as such.
#[derive(Clone, Debug)]
pub struct Send {
    pub channel: VarRef,
    /// `!!`
    pub sorted: bool,
    pub args: Vec<Expr>,
}

/// `c?args`; the form `c?a(b, d)` means `c?a, b, d` and is stored as such.
#[derive(Clone, Debug)]
pub struct Receive {
    pub channel: VarRef,
    /// `??`
    pub random: bool,
    /// `<args>`: the message stays in the channel.
    pub keep: bool,
    pub args: Vec<RecvArg>,
}

#[derive(Clone, Debug)]
pub struct RecvArg {
    pub kind: RecvArgKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum RecvArgKind {
    /// A literal that the field must equal.
    Constant(i32),
    /// `eval(e)`: a value that the field must equal.
    Eval(Expr),
    /// A variable that takes the field, or the name of an mtype constant that it must equal.
    Var(VarRef),
    /// `_`: any value, thrown away.
    Wildcard,
}

/// `for (var : from .. to) { body }` or `for (var in collection) { body }`
#[derive(Clone, Debug)]
pub struct For {
    pub var: VarRef,
    pub range: ForRange,
    pub body: Block,
}

#[derive(Clone, Debug)]
pub enum ForRange {
    Interval {
        from: Expr,
        to: Expr,
    },
    /// An array (the indices), or a channel (the messages).
    In(VarRef),
}

/// `select (var : from .. to)`
#[derive(Clone, Debug)]
pub struct Select {
    pub var: VarRef,
    pub from: Expr,
    pub to: Expr,
    /// SPIN's lexer unrolls a select of a plainly named variable between two decimal literals
    /// (outside inlines, at most 33 values) into one `if`; every other one counts up in a `do`.
    /// The reachable values are the same, the intermediate states are not.
    pub unrolled: bool,
}

/// A call that was replaced by the body of the inline.
#[derive(Clone, Debug)]
pub struct InlineCall {
    pub name: Name,
    /// `target = name(args)`: each `return e` of the body has become `target = e`.
    pub target: Option<VarRef>,
    /// The call as written: name and arguments.
    pub call: Span,
    pub body: Block,
}

#[derive(Clone, Debug)]
pub struct StringLiteral {
    /// Without the quotes; escapes as written.
    pub text: Arc<str>,
    pub span: Span,
}

// ---------------------------------------------------------------------------- expressions

/// `a`, `a[i]`, `a.b[j].c`
#[derive(Clone, Debug)]
pub struct VarRef {
    /// Never empty.
    pub segments: Vec<Segment>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Segment {
    pub name: Name,
    pub index: Option<Box<Expr>>,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// Nodes on the longest way down.
    height: u32,
}

impl Expr {
    pub fn new(kind: ExprKind, span: Span) -> Self {
        let mut expr = Expr {
            kind,
            span,
            height: 1,
        };
        expr.height += crate::visit::tallest_child(&expr);
        expr
    }

    /// Nodes on the longest way down, this one included.
    pub fn height(&self) -> u32 {
        self.height
    }
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Literal(Literal),
    /// A variable, an mtype constant, or a predefined name: `_`, `_pid`, `_nr_pr`, `_last`,
    /// `_priority`.
    Var(VarRef),
    Unary {
        op: UnaryOp,
        operand: Box<Expr>,
    },
    Binary {
        op: BinaryOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `(condition -> then : otherwise)`
    Conditional {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    /// `run p(args) priority n`
    Run {
        proctype: Name,
        args: Vec<Expr>,
        priority: Option<Box<Expr>>,
    },
    Len(VarRef),
    /// `full(c)` and its like: not to be negated.
    Probe {
        probe: Probe,
        channel: VarRef,
    },
    Enabled(Box<Expr>),
    PcValue(Box<Expr>),
    GetPriority(Box<Expr>),
    /// `c?[args]`, `c??[args]`: could this message be received?
    Poll {
        channel: VarRef,
        /// `??`
        random: bool,
        args: Vec<RecvArg>,
    },
    Timeout,
    /// `np_`
    NonProgress,
    /// `proctype[pid]@label`, `proctype@label`
    RemoteLabel {
        proctype: Name,
        pid: Option<Box<Expr>>,
        label: Name,
    },
    /// `proctype[pid]:var`, `proctype:var`
    RemoteVar {
        proctype: Name,
        pid: Option<Box<Expr>>,
        var: Segment,
    },
    Error,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A number, or a character such as `'a'`, as the 32-bit integer that SPIN reads.
    Number(i32),
    True,
    False,
    /// `skip`: the constant 1.
    Skip,
}

impl Literal {
    pub fn value(self) -> i32 {
        match self {
            Literal::Number(value) => value,
            Literal::True | Literal::Skip => 1,
            Literal::False => 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    Full,
    Empty,
    NFull,
    NEmpty,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Neg,
    Not,
    BitNot,
    // Temporal: only in `ltl` blocks.
    Always,
    Eventually,
    Next,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    // Only in `ltl` blocks.
    Implies,
    Equivalent,
    Until,
    WeakUntil,
    Release,
}

impl UnaryOp {
    pub fn is_temporal(self) -> bool {
        matches!(self, UnaryOp::Always | UnaryOp::Eventually | UnaryOp::Next)
    }

    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Neg => "-",
            UnaryOp::Not => "!",
            UnaryOp::BitNot => "~",
            UnaryOp::Always => "[]",
            UnaryOp::Eventually => "<>",
            UnaryOp::Next => "X",
        }
    }
}

impl BinaryOp {
    pub fn is_temporal(self) -> bool {
        matches!(
            self,
            BinaryOp::Until | BinaryOp::WeakUntil | BinaryOp::Release
        )
    }

    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Implies => "->",
            BinaryOp::Equivalent => "<->",
            BinaryOp::Until => "U",
            BinaryOp::WeakUntil => "W",
            BinaryOp::Release => "V",
        }
    }
}
