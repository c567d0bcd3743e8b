//! Names and what they stand for.
//!
//! A scope is what stands between braces; the options of `if` and `do` have none of their own.
//! As in SPIN, a name that is visible cannot be declared again, not even in an inner scope.

use super::types::Shape;
use crate::span::Span;
use std::collections::HashMap;
use std::sync::Arc;

/// A declared variable.
#[derive(Clone, Debug)]
pub(super) struct Symbol {
    pub name: Arc<str>,
    pub shape: Shape,
    /// Where it lies in its frame.
    pub offset: u32,
    /// Where it is declared.
    pub span: Span,
    /// Its first value, if that is a constant.
    pub constant: Option<i32>,
}

/// A position in the tree of scopes of one process, for labels.
pub(super) type ScopeId = usize;

/// The scopes of one process.
#[derive(Debug)]
pub(super) struct Scopes {
    /// Parent of each scope; the body of the process is its own parent.
    parents: Vec<ScopeId>,
    /// The open ones, outermost first, with the variables declared in them so far.
    open: Vec<(ScopeId, HashMap<Arc<str>, usize>)>,
}

impl Scopes {
    /// The body of a process.
    pub fn new() -> Scopes {
        Scopes {
            parents: vec![0],
            open: vec![(0, HashMap::new())],
        }
    }

    pub fn enter(&mut self) {
        let id = self.parents.len();
        self.parents.push(self.current());
        self.open.push((id, HashMap::new()));
    }

    pub fn leave(&mut self) {
        if self.open.len() > 1 {
            self.open.pop();
        }
    }

    /// The innermost open scope.
    pub fn current(&self) -> ScopeId {
        self.open.last().map_or(0, |(id, _)| *id)
    }

    /// Makes a variable, an index into the process's symbols, visible.
    pub fn declare(&mut self, name: Arc<str>, symbol: usize) {
        if let Some((_, names)) = self.open.last_mut() {
            names.insert(name, symbol);
        }
    }

    /// The visible variable of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.open
            .iter()
            .rev()
            .find_map(|(_, names)| names.get(name).copied())
    }

    /// The names that are visible.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.open
            .iter()
            .flat_map(|(_, names)| names.keys().map(|name| &**name))
    }

    /// How many scopes lie between `inner` and `outer`, if `outer` encloses it.
    pub fn distance(&self, inner: ScopeId, outer: ScopeId) -> Option<usize> {
        let mut at = inner;
        for steps in 0..=self.parents.len() {
            if at == outer {
                return Some(steps);
            }
            if at == 0 {
                return None;
            }
            at = self.parents[at];
        }
        None
    }
}
