//! From the tree to the model: names are resolved, types checked, and every statement becomes an
//! edge of a process's graph, the same edge that SPIN would make of it.
//!
//! The walk has two passes, because a process can refer to variables of one that comes later:
//! first everything that has a name is declared and given its place in the state vector
//! ([`declare`]), then bodies are lowered ([`statement`]) into SPIN's sequences of elements
//! ([`flow`]), and those into locations and edges ([`graph`]).

pub mod codes;
mod constant;
mod declare;
mod dstep;
mod exclusive;
mod expr;
mod flow;
mod graph;
mod loops;
mod message;
mod print;
mod process;
mod property;
mod schedule;
mod scope;
mod statement;
mod types;
mod variable;

use crate::ast::{self, Name};
use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;
use crate::suggest;
use process::{BodyKind, ProcessContext};
use program::Program;
use scope::Symbol;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use types::Structure;

/// Makes a program of a model without syntax errors. There are errors among the diagnostics if
/// and only if there is no program.
pub fn lower(model: &ast::Model, options: &Options) -> (Option<Program>, Vec<Diagnostic>) {
    let mut lowerer = Lowerer {
        program: Program {
            lossy: options.lossy,
            ..Program::default()
        },
        diagnostics: Vec::new(),
        mtypes: HashMap::new(),
        mtype_tables: HashMap::new(),
        structures: Vec::new(),
        structure_ids: HashMap::new(),
        globals: Vec::new(),
        global_names: HashMap::new(),
        proctypes: HashMap::new(),
        processes: Vec::new(),
        current: ProcessContext::new("".into(), BodyKind::Process, Span::default(), None),
        elements: 0,
        rendezvous: None,
        reported: HashSet::new(),
    };
    lowerer.model(model);
    lowerer.deduplicate();
    let failed = lowerer.diagnostics.iter().any(Diagnostic::is_error);
    ((!failed).then_some(lowerer.program), lowerer.diagnostics)
}

/// Words of the language that stand where a name could: what a misspelt one may have meant.
const WORDS: [&str; 10] = [
    "else",
    "skip",
    "break",
    "timeout",
    "true",
    "false",
    "_pid",
    "_nr_pr",
    "_last",
    "_priority",
];

/// What the meaning of a model depends on besides its text.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A message sent to a full channel is lost.
    pub lossy: bool,
}

struct Lowerer {
    program: Program,
    diagnostics: Vec<Diagnostic>,
    /// Symbolic constants: their value and table.
    mtypes: HashMap<Arc<str>, (i32, u32)>,
    /// Table of each subtype of `mtype`.
    mtype_tables: HashMap<Option<Arc<str>>, u32>,
    structures: Vec<Structure>,
    structure_ids: HashMap<Arc<str>, usize>,
    globals: Vec<Symbol>,
    global_names: HashMap<Arc<str>, usize>,
    /// Index of each process type in `program.proctypes` and in `processes`.
    proctypes: HashMap<Arc<str>, usize>,
    /// What is known of each process type besides the model.
    processes: Vec<ProcessContext>,
    /// The process or claim whose body is being lowered; nobody's while globals are declared.
    current: ProcessContext,
    /// Elements of the bodies that were lowered.
    elements: u32,
    /// The first channel without a buffer.
    rendezvous: Option<Span>,
    /// Undeclared names that were reported: once each is enough.
    reported: HashSet<Arc<str>>,
}

impl Lowerer {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, code: &'static Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(code, span, message));
    }

    /// Something that is lowered twice is reported once.
    fn deduplicate(&mut self) {
        let mut seen = HashSet::new();
        self.diagnostics.retain(|diagnostic| {
            let span = diagnostic.primary.span;
            seen.insert((diagnostic.code.id, span, diagnostic.message.clone()))
        });
    }

    /// Reports a name that is not declared, with the nearest one that is; each name once.
    fn undeclared(&mut self, name: &Name) {
        if !self.reported.insert(name.text.clone()) {
            return;
        }
        let locals = self.current.scopes.names();
        let globals = self
            .global_names
            .keys()
            .chain(self.mtypes.keys())
            .map(|name| &**name);
        let known = locals.chain(globals).chain(WORDS);
        let near = suggest::nearest(&name.text, known).map(str::to_owned);
        let message = format!("`{}` is not declared", name.text);
        let mut diagnostic = Diagnostic::new(&codes::UNDECLARED, name.span, message);
        diagnostic = match near {
            Some(near) => {
                let hint = format!("did you mean `{near}`?");
                diagnostic.fix(name.span, near, hint)
            }
            None => diagnostic.help("declare it before its first use, for example as `byte`"),
        };
        self.report(diagnostic);
    }

    /// What is known of a process type, which may be the one being lowered.
    fn process(&self, id: usize) -> &ProcessContext {
        if self.current.id == Some(id as u32) {
            &self.current
        } else {
            &self.processes[id]
        }
    }

    fn process_mut(&mut self, id: usize) -> &mut ProcessContext {
        if self.current.id == Some(id as u32) {
            &mut self.current
        } else {
            &mut self.processes[id]
        }
    }

    fn model(&mut self, model: &ast::Model) {
        self.declare_model(model);
        self.lower_bodies(model);
        self.check_schedule(model);
        if self.program.proctypes.is_empty() {
            let span = model
                .units
                .first()
                .map_or(Span::default(), |unit| unit.span);
            let error = Diagnostic::new(&codes::NO_PROCESS, span, "the model has no process")
                .help("add `init { … }` or `active proctype name() { … }`");
            self.report(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn fixes(text: &str) -> Vec<String> {
        let options = crate::Options::default();
        let parsed = crate::parse_str(Path::new("model.pml"), text, &options);
        assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
        let (program, diagnostics) = lower(&parsed.model, &Options::default());
        assert!(program.is_none());
        let fixes = diagnostics
            .into_iter()
            .flat_map(|diagnostic| diagnostic.fixes);
        fixes.map(|fix| fix.message).collect()
    }

    #[test]
    fn a_misspelt_word_is_recognised() {
        let text = "active proctype p() { byte x; if :: x == 1 :: esle -> x = 2 fi }";
        assert_eq!(fixes(text), ["did you mean `else`?"]);
    }

    #[test]
    fn a_misspelt_variable_is_recognised() {
        let text = "byte count; active proctype p() { conut = count }";
        assert_eq!(fixes(text), ["did you mean `count`?"]);
    }
}
