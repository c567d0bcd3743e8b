//! Linear temporal logic: formulas, their syntax and their meaning.
//!
//! Formulas live in a [`Formulas`] arena and are hash-consed: a [`Formula`] is an id, equal
//! formulas have equal ids, and an operand is always older than what uses it. Every traversal is a
//! loop over ids or has its own stack, so depth is limited by memory, not by the thread's stack.

mod class;
mod error;
mod host;
mod lexer;
mod nnf;
mod parser;
mod print;
mod semantics;
mod simplify;
#[cfg(test)]
pub(crate) mod tests;

pub use error::LtlError;
pub use lexer::Dialect;
pub use print::Syntax;

use class::Class;
use hashbrown::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// A formula: an id in the [`Formulas`] that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Formula(u32);

impl Formula {
    pub const FALSE: Formula = Formula(0);
    pub const TRUE: Formula = Formula(1);
}

/// The outermost operator of a formula. `And` and `Or` have at least two operands, ascending and
/// distinct.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    False,
    True,
    /// An index into [`Formulas::props`].
    Prop(u32),
    Not(Formula),
    And(Arc<[Formula]>),
    Or(Arc<[Formula]>),
    Implies(Formula, Formula),
    Equiv(Formula, Formula),
    Xor(Formula, Formula),
    Next(Formula),
    Finally(Formula),
    Globally(Formula),
    /// `a U b`: `b` holds some day, and `a` until then.
    Until(Formula, Formula),
    /// `a W b`: `a U b`, or `a` for ever.
    WeakUntil(Formula, Formula),
    /// `a R b`: `b` up to and including the first moment at which `a` holds, or for ever.
    Release(Formula, Formula),
    /// `a M b`: `a R b`, and `a` holds some day.
    StrongRelease(Formula, Formula),
}

/// A proposition: what its text means is the caller's business.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prop {
    /// Without surrounding brackets, white space collapsed; as it is first written.
    pub text: String,
    /// Where it first occurs, as bytes of the parsed text.
    pub span: Range<usize>,
}

/// `And` and `Or` absorb operands of the same kind up to this many; beyond it they nest, which
/// keeps a long chain of parentheses from taking quadratic space.
const FLAT: usize = 256;

/// The arena.
#[derive(Clone, Debug)]
pub struct Formulas {
    nodes: Vec<Node>,
    classes: Vec<Class>,
    unique: HashMap<Node, Formula>,
    props: Vec<Prop>,
    by_text: HashMap<String, u32>,
}

impl Default for Formulas {
    fn default() -> Self {
        let mut formulas = Formulas {
            nodes: Vec::new(),
            classes: Vec::new(),
            unique: HashMap::new(),
            props: Vec::new(),
            by_text: HashMap::new(),
        };
        formulas.intern(Node::False);
        formulas.intern(Node::True);
        formulas
    }
}

impl Formulas {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn node(&self, f: Formula) -> &Node {
        &self.nodes[f.0 as usize]
    }

    fn class(&self, f: Formula) -> Class {
        self.classes[f.0 as usize]
    }

    /// The propositions, in order of first occurrence.
    pub fn props(&self) -> &[Prop] {
        &self.props
    }

    /// The proposition with this text; white space that separates no words does not count.
    pub fn prop(&mut self, text: &str, span: Range<usize>) -> Formula {
        let fresh = self.props.len() as u32;
        let index = *self.by_text.entry(compact(text)).or_insert(fresh);
        if index == fresh {
            let text = text.to_string();
            self.props.push(Prop { text, span });
        }
        self.intern(Node::Prop(index))
    }

    /// The formula with this outermost operator; the operands must be of this arena. Constants,
    /// double negations and nested conjunctions are folded, nothing else is changed.
    pub fn make(&mut self, node: Node) -> Formula {
        const FALSE: Formula = Formula::FALSE;
        const TRUE: Formula = Formula::TRUE;
        match node {
            Node::Not(FALSE) => TRUE,
            Node::Not(TRUE) => FALSE,
            Node::Not(f) => match *self.node(f) {
                Node::Not(g) => g,
                _ => self.intern(node),
            },
            Node::And(fs) => self.and(&fs),
            Node::Or(fs) => self.or(&fs),
            Node::Implies(FALSE, _) | Node::Implies(_, TRUE) => TRUE,
            Node::Implies(TRUE, f) => f,
            Node::Implies(f, FALSE) => self.not(f),
            Node::Equiv(TRUE, f) | Node::Equiv(f, TRUE) => f,
            Node::Equiv(FALSE, f) | Node::Equiv(f, FALSE) => self.not(f),
            Node::Equiv(f, g) if f == g => TRUE,
            Node::Xor(FALSE, f) | Node::Xor(f, FALSE) => f,
            Node::Xor(TRUE, f) | Node::Xor(f, TRUE) => self.not(f),
            Node::Xor(f, g) if f == g => FALSE,
            Node::Next(c) | Node::Finally(c) | Node::Globally(c) if c <= TRUE => c,
            Node::Finally(f) if matches!(self.node(f), Node::Finally(_)) => f,
            Node::Globally(f) if matches!(self.node(f), Node::Globally(_)) => f,
            Node::Until(_, b) if b <= TRUE => b,
            Node::Until(FALSE, b) => b,
            Node::Until(TRUE, b) => self.finally(b),
            Node::WeakUntil(_, TRUE) | Node::WeakUntil(TRUE, _) => TRUE,
            Node::WeakUntil(FALSE, b) => b,
            Node::WeakUntil(a, FALSE) => self.globally(a),
            Node::Release(_, b) if b <= TRUE => b,
            Node::Release(TRUE, b) => b,
            Node::Release(FALSE, b) => self.globally(b),
            Node::StrongRelease(FALSE, _) | Node::StrongRelease(_, FALSE) => FALSE,
            Node::StrongRelease(TRUE, b) => b,
            Node::StrongRelease(a, TRUE) => self.finally(a),
            Node::Until(a, b)
            | Node::WeakUntil(a, b)
            | Node::Release(a, b)
            | Node::StrongRelease(a, b)
                if a == b =>
            {
                a
            }
            other => self.intern(other),
        }
    }

    pub fn not(&mut self, f: Formula) -> Formula {
        self.make(Node::Not(f))
    }

    pub fn next(&mut self, f: Formula) -> Formula {
        self.make(Node::Next(f))
    }

    pub fn finally(&mut self, f: Formula) -> Formula {
        self.make(Node::Finally(f))
    }

    pub fn globally(&mut self, f: Formula) -> Formula {
        self.make(Node::Globally(f))
    }

    pub fn and(&mut self, fs: &[Formula]) -> Formula {
        match self.flatten(fs, true) {
            Some(operands) if operands.len() > 1 => self.intern(Node::And(operands.into())),
            Some(operands) => operands.first().copied().unwrap_or(Formula::TRUE),
            None => Formula::FALSE,
        }
    }

    pub fn or(&mut self, fs: &[Formula]) -> Formula {
        match self.flatten(fs, false) {
            Some(operands) if operands.len() > 1 => self.intern(Node::Or(operands.into())),
            Some(operands) => operands.first().copied().unwrap_or(Formula::FALSE),
            None => Formula::TRUE,
        }
    }

    /// The operands of a conjunction (or disjunction) of `fs`: absorbed, sorted, distinct, without
    /// the neutral constant. `None` if the absorbing constant or a complementary pair is there.
    fn flatten(&self, fs: &[Formula], conjunction: bool) -> Option<Vec<Formula>> {
        let (neutral, absorbing) = if conjunction {
            (Formula::TRUE, Formula::FALSE)
        } else {
            (Formula::FALSE, Formula::TRUE)
        };
        let mut operands: Vec<Formula> = Vec::with_capacity(fs.len());
        for &f in fs {
            match self.node(f) {
                Node::And(inner) if conjunction && operands.len() + inner.len() <= FLAT => {
                    operands.extend_from_slice(inner);
                }
                Node::Or(inner) if !conjunction && operands.len() + inner.len() <= FLAT => {
                    operands.extend_from_slice(inner);
                }
                _ => operands.push(f),
            }
        }
        operands.sort_unstable();
        operands.dedup();
        operands.retain(|&f| f != neutral);
        let clash = |&f: &Formula| match *self.node(f) {
            Node::Not(g) => operands.binary_search(&g).is_ok(),
            _ => f == absorbing,
        };
        (!operands.iter().any(clash)).then_some(operands)
    }

    fn intern(&mut self, node: Node) -> Formula {
        if let Some(&f) = self.unique.get(&node) {
            return f;
        }
        let f = Formula(self.nodes.len() as u32);
        self.classes.push(self.classify(&node));
        self.nodes.push(node.clone());
        self.unique.insert(node, f);
        f
    }

    /// The direct operands of `f`.
    pub fn operands(&self, f: Formula) -> impl Iterator<Item = Formula> + '_ {
        let (pair, many): ([Option<Formula>; 2], &[Formula]) = match self.node(f) {
            Node::False | Node::True | Node::Prop(_) => ([None, None], &[]),
            Node::Not(a) | Node::Next(a) | Node::Finally(a) | Node::Globally(a) => {
                ([Some(*a), None], &[])
            }
            Node::And(fs) | Node::Or(fs) => ([None, None], fs),
            Node::Implies(a, b)
            | Node::Equiv(a, b)
            | Node::Xor(a, b)
            | Node::Until(a, b)
            | Node::WeakUntil(a, b)
            | Node::Release(a, b)
            | Node::StrongRelease(a, b) => ([Some(*a), Some(*b)], &[]),
        };
        pair.into_iter().flatten().chain(many.iter().copied())
    }

    /// The distinct subformulas of `f`, operands before what uses them; `f` comes last.
    pub fn subformulas(&self, f: Formula) -> Vec<Formula> {
        self.subformulas_unless(f, |_| false)
    }

    /// The same without those that are `known`, and without what only they use.
    fn subformulas_unless(&self, f: Formula, known: impl Fn(Formula) -> bool) -> Vec<Formula> {
        let mut seen: HashSet<Formula> = HashSet::from([f]);
        let mut stack = vec![f];
        let mut all = Vec::new();
        while let Some(g) = stack.pop() {
            if !known(g) {
                all.push(g);
                stack.extend(self.operands(g).filter(|&h| seen.insert(h)));
            }
        }
        all.sort_unstable();
        all
    }

    /// Whether `f` speaks of the next moment. Without it, no formula can tell a word from the same
    /// word with some letters repeated (Lamport, 1983).
    pub fn has_next(&self, f: Formula) -> bool {
        let next = |&g: &Formula| matches!(self.node(g), Node::Next(_));
        self.subformulas(f).iter().any(next)
    }
}

/// `text` without white space, but for one blank where two words would run together.
fn compact(text: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len());
    for part in text.split_whitespace() {
        if out.ends_with(is_word) && part.starts_with(is_word) {
            out.push(' ');
        }
        out.push_str(part);
    }
    out
}
