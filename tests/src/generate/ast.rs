//! The programs that are generated, printed and shrunk: a subset of Promela as a tree.
//!
//! Nothing here guarantees that a tree is a valid program: the generator builds valid ones, and
//! what the shrinker makes of them is tried on SPIN.

/// A whole model. Definitions are printed in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    pub macros: Vec<Macro>,
    pub mtypes: Vec<String>,
    /// Types of symbolic names, each with its own.
    pub subtypes: Vec<(String, Vec<String>)>,
    pub typedefs: Vec<Typedef>,
    pub globals: Vec<Declaration>,
    /// Those of them that are said not to matter.
    pub hidden: Vec<String>,
    pub inlines: Vec<Inline>,
    pub proctypes: Vec<Proctype>,
    pub claims: Vec<Claim>,
}

/// `#define name (body)`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Macro {
    pub name: String,
    pub body: Expression,
}

/// What is said about the runs of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    Ltl(String, Formula),
    Never(String, Block),
    /// `trace` or `notrace`.
    Trace(&'static str, Block),
}

/// A temporal formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    Proposition(Expression),
    /// `[]`, `<>`, `X` or `!`.
    Unary(&'static str, Box<Formula>),
    /// `U`, `W`, `V`, `->`, `<->`, `&&` or `||`.
    Binary(&'static str, Box<Formula>, Box<Formula>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typedef {
    pub name: String,
    pub fields: Vec<Declaration>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inline {
    pub name: String,
    pub parameters: Vec<String>,
    pub body: Block,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proctype {
    /// `init` is a name like any other, but printed without `proctype`.
    pub name: String,
    /// How many run from the start; none for those that are started by `run`.
    pub active: usize,
    pub parameters: Vec<Declaration>,
    pub provided: Option<Expression>,
    pub priority: Option<usize>,
    pub body: Block,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    Bit,
    Bool,
    Byte,
    Pid,
    Short,
    Int,
    Mtype,
    /// A type of symbolic names that has one of its own.
    Subtype(String),
    /// So many bits.
    Unsigned(usize),
    Struct(String),
    /// A channel whose messages have these fields.
    Channel(Vec<Type>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initial {
    None,
    Value(Expression),
    /// One for each element of an array.
    List(Vec<i64>),
    /// A new channel of this capacity; its fields are in the type.
    Channel(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    pub name: String,
    pub of: Type,
    pub length: Option<usize>,
    pub initial: Initial,
}

/// A variable, an element, or a field of either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub name: String,
    pub index: Option<Box<Expression>>,
    pub field: Option<Box<Place>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    Number(i64),
    /// A name that is not a variable: `_pid`, `timeout`, an mtype constant, `P[0]@L`.
    Word(String),
    Place(Place),
    Unary(&'static str, Box<Expression>),
    Binary(&'static str, Box<Expression>, Box<Expression>),
    /// `(condition -> then : otherwise)`
    Conditional(Box<[Expression; 3]>),
    /// `len(c)`, `nempty(c)` and their like.
    Query(&'static str, Place),
    /// `c?[…]` or `c??[…]`.
    Poll(Place, &'static str, Vec<Argument>),
    Run(String, Vec<Expression>),
}

/// What stands in a receive statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    Into(Place),
    Match(Expression),
    Eval(Expression),
    Anything,
}

pub type Block = Vec<Statement>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    Declare(Declaration),
    /// `xr` or `xs`.
    Exclusive(&'static str, Place),
    Assign(Place, Expression),
    /// `++` or `--`.
    Step(Place, &'static str),
    Condition(Expression),
    Else,
    Skip,
    Assert(Expression),
    Print(Expression),
    Label(String),
    Goto(String),
    Break,
    If(Vec<Block>),
    Do(Vec<Block>),
    For(Place, Expression, Expression, Block),
    ForIn(Place, String, Block),
    Select(Place, Expression, Expression),
    Atomic(Block),
    DStep(Block),
    Scope(Block),
    Unless(Block, Block),
    Call(String, Vec<Expression>),
    /// `!` or `!!`.
    Send(Place, &'static str, Vec<Expression>),
    /// `?` or `??`; the flag says whether the message stays (`?<…>`).
    Receive(Place, &'static str, bool, Vec<Argument>),
}

impl Place {
    pub fn variable(name: impl Into<String>) -> Place {
        Place {
            name: name.into(),
            index: None,
            field: None,
        }
    }
}
