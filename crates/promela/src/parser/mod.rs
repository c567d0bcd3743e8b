//! Tokens to tree: recursive descent with recovery. There is always a tree, and as many
//! independent errors as can be found in one go.
//!
//! # Separators
//!
//! Since version 6.3 SPIN inserts a semicolon at a newline behind a token that can end a
//! statement; `spin -o7` turns that off, and some older models need it off. We accept both
//! without a flag. The first pass reads a newline as a separator wherever SPIN would *and* what
//! follows can start a statement; elsewhere the statement simply goes on. If that happened
//! ([`Parser::crossed`]), or if there are errors, SPIN would have refused the text as it stands;
//! the reading of `-o7` is then the right one if it succeeds: that is the second pass. So `x` newline `-1` is two
//! statements, as SPIN has it, unless some other line shows that the file is of the older style.

mod builtin;
mod chain;
mod cursor;
mod decl;
mod embedded;
mod expr;
mod inline;
mod io;
mod ltl;
mod operand;
mod recover;
mod sequence;
mod stmt;
mod unit;
mod variable;

use crate::ast::{Model, VarRef};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::span::{SourceMap, Span};
use crate::token::{Token, TokenKind};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

/// Statements within each other.
pub const MAX_NESTING: u32 = 250;

/// Parentheses, indices and unary operators within each other.
pub const MAX_PARENTHESES: u32 = 5000;

/// Height of the tree of an expression. Whoever walks one, here or behind the parser, does so by
/// recursion, on the stack of any thread.
pub const MAX_HEIGHT: u32 = 2000;

/// Stack of the thread that parses, of which only what is used costs memory. The deepest text takes less
/// than 16 MiB at the optimisation of the `dev` profile; the rest is for builds with less of it and for
/// sanitizers.
const STACK: usize = 128 << 20;

/// Whether newlines separate statements.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separators {
    Newlines,
    Explicit,
}

/// What must still be closed, and where it was opened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Brace,
    If,
    Do,
}

struct Parser<'a> {
    sources: &'a mut SourceMap,
    diagnostics: Vec<Diagnostic>,
    separators: Separators,

    /// The text being parsed: the model, or the expansion of an inline. Ends with `Eof`.
    tokens: Rc<[Token]>,
    position: usize,
    /// Where the previous token stands.
    previous: Span,
    /// SPIN inserts a semicolon if a newline follows the previous token.
    may_end: bool,
    /// The previous token was `}` or `else`: no separator need follow.
    no_separator: bool,
    /// A statement went on behind a newline where SPIN would have ended it.
    crossed: bool,

    /// Inside a body or a typedef, where newlines count.
    in_sequence: bool,
    parentheses: u32,
    in_formula: bool,
    /// Statements, and parentheses and their like, that are open.
    nesting: u32,
    inside: u32,
    open: Vec<(Open, Span)>,

    typedefs: HashSet<Arc<str>>,
    /// Proctypes whose definition has begun, and those of the whole text.
    proctypes: HashSet<Arc<str>>,
    all_proctypes: HashSet<Arc<str>>,
    inlines: HashMap<Arc<str>, Rc<inline::Definition>>,
    /// Inlines being expanded.
    calls: Vec<Call>,
    /// Tokens that inlines may still produce.
    budget: usize,

    /// The place of the last error: no second one is reported there.
    last_error: Option<Span>,
    /// A limit was hit: everything reads as the end of the text.
    stopped: bool,
}

/// An inline whose body is being parsed.
struct Call {
    name: Arc<str>,
    /// What `return` assigns to.
    target: Option<VarRef>,
}

/// Parses a whole model. `tokens` ends with `Eof`. The parser descends by recursion, so it has a
/// thread of its own, whose stack does not depend on the caller's.
pub fn parse(tokens: Vec<Token>, sources: &mut SourceMap) -> (Model, Vec<Diagnostic>) {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let parsing = builder.spawn_scoped(scope, || parse_here(tokens.into(), sources));
        match parsing.map(|thread| thread.join()) {
            Ok(Ok(parsed)) => parsed,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => {
                let message = format!("there is no memory for the parser: {error}");
                let error = Diagnostic::new(&codes::TOO_LARGE, Span::default(), message);
                (Model::default(), vec![error])
            }
        }
    })
}

fn parse_here(tokens: Rc<[Token]>, sources: &mut SourceMap) -> (Model, Vec<Diagnostic>) {
    let mut first = Parser::new(tokens.clone(), sources, Separators::Newlines);
    let model = first.model();
    let diagnostics = first.diagnostics;
    if first.crossed || diagnostics.iter().any(Diagnostic::is_error) {
        let mut second = Parser::new(tokens, sources, Separators::Explicit);
        let model = second.model();
        if !second.diagnostics.iter().any(Diagnostic::is_error) {
            return (model, second.diagnostics);
        }
    }
    (model, diagnostics)
}

impl<'a> Parser<'a> {
    fn new(tokens: Rc<[Token]>, sources: &'a mut SourceMap, separators: Separators) -> Self {
        let all_proctypes = tokens
            .windows(2)
            .filter(|pair| pair[0].is_ident("proctype") || pair[0].is_ident("D_proctype"))
            .filter(|pair| pair[1].kind == TokenKind::Ident)
            .map(|pair| pair[1].text.clone())
            .collect();
        Parser {
            sources,
            diagnostics: Vec::new(),
            separators,
            tokens,
            position: 0,
            previous: Span::default(),
            may_end: false,
            no_separator: false,
            crossed: false,
            in_sequence: false,
            parentheses: 0,
            in_formula: false,
            nesting: 0,
            inside: 0,
            open: Vec::new(),
            typedefs: HashSet::new(),
            proctypes: HashSet::new(),
            all_proctypes,
            inlines: HashMap::new(),
            calls: Vec::new(),
            budget: inline::MAX_TOKENS,
            last_error: None,
            stopped: false,
        }
    }
}
