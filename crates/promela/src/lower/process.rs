//! What is known of a process while its body is lowered.

use super::exclusive::Promise;
use super::flow::Flow;
use super::scope::{ScopeId, Scopes, Symbol};
use crate::span::Span;
use program::{Frame, ProcId, Scalar};
use std::collections::HashMap;
use std::sync::Arc;

/// Which kind of body is being lowered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyKind {
    Process,
    Never,
    Trace,
}

/// A process type, or a claim, while it is being lowered.
#[derive(Debug)]
pub(super) struct ProcessContext {
    pub name: Arc<str>,
    pub kind: BodyKind,
    pub span: Span,
    /// Its number if it is a process type.
    pub id: Option<ProcId>,
    /// Parameters and locals, in the order of their declarations.
    pub symbols: Vec<Symbol>,
    pub parameters: Vec<(u32, Scalar)>,
    pub frame: Frame,
    pub scopes: Scopes,
    /// The next of `symbols` whose declaration the walk will come to.
    pub next_symbol: usize,
    /// No statement came yet: declarations give first values instead of being assignments.
    pub at_start: bool,
    /// Elements of all bodies before this one.
    pub first: u32,
    pub flow: Flow,
    /// Where the counters of loops over messages lie, by scope.
    pub counters: HashMap<ScopeId, u32>,
    /// Ends of channels that the process will have to itself.
    pub promises: Vec<Promise>,
    /// Labels that expressions refer to, in the order of their first reference.
    pub remote_labels: Vec<(Arc<str>, Span)>,
}

impl ProcessContext {
    pub fn new(name: Arc<str>, kind: BodyKind, span: Span, id: Option<ProcId>) -> Self {
        ProcessContext {
            name,
            kind,
            span,
            id,
            symbols: Vec::new(),
            parameters: Vec::new(),
            frame: Frame::default(),
            scopes: Scopes::new(),
            next_symbol: 0,
            at_start: true,
            first: 0,
            flow: Flow::default(),
            counters: HashMap::new(),
            promises: Vec::new(),
            remote_labels: Vec::new(),
        }
    }

    /// Makes the next declared variable visible and returns it.
    pub fn open_next_symbol(&mut self) -> Option<Symbol> {
        let symbol = self.symbols.get(self.next_symbol)?.clone();
        self.scopes.declare(symbol.name.clone(), self.next_symbol);
        self.next_symbol += 1;
        Some(symbol)
    }
}
