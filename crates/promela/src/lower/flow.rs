//! A body as SPIN sees it: sequences of elements, each a state of the process.
//!
//! Two processes agree with SPIN on the number of states only if their bodies are cut into the
//! same points of control, so this follows SPIN's construction: an `if` is an element followed by
//! a join that its options share, a `do` has its join in front and a break target behind, jumps
//! are elements of their own that are skipped when a target is looked for (unless that would
//! leave an atomic sequence), escapes are attached to every element that they guard.

use super::scope::ScopeId;
use crate::span::Span;
use program::Action;
use std::collections::HashMap;
use std::sync::Arc;

/// Index of an element of a [`Flow`].
pub(super) type ElementId = usize;
/// Index of a sequence of a [`Flow`].
pub(super) type SequenceId = usize;

/// The elements and sequences of one body.
#[derive(Debug, Default)]
pub(super) struct Flow {
    pub elements: Vec<Element>,
    pub sequences: Vec<Sequence>,
    /// Sequences that are being built, innermost last.
    open: Vec<SequenceId>,
    /// Break targets of the loops around the current point, innermost last.
    loops: Vec<usize>,
    /// The element that each break target became.
    pub breaks: Vec<Option<ElementId>>,
    pub labels: Vec<Label>,
}

/// A label, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Label {
    pub name: Arc<str>,
    pub scope: ScopeId,
    pub element: ElementId,
}

/// Elements that follow each other.
#[derive(Clone, Debug, Default)]
pub(super) struct Sequence {
    pub first: Option<ElementId>,
    /// Grows when the sequence is tied into what surrounds it.
    pub last: Option<ElementId>,
    /// The last element that was written in the sequence itself.
    pub extent: Option<ElementId>,
}

/// One state of a process.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub kind: ElementKind,
    pub next: Option<ElementId>,
    /// Inside an atomic sequence and not its last step: control is kept after this step.
    pub atomic: bool,
    /// The last step of an atomic sequence.
    pub last_of_atomic: bool,
    /// Inside a deterministic step.
    pub in_dstep: bool,
    /// Escapes that guard this element, outermost first.
    pub escapes: Vec<SequenceId>,
    pub span: Span,
}

/// What an element is.
#[derive(Clone, Debug)]
pub(super) enum ElementKind {
    Action(Action),
    /// `if` or `do`.
    Select {
        options: Vec<SequenceId>,
    },
    /// Where the options of a selection, or an escape and what it guards, come together.
    Join,
    /// Where `break` leads.
    BreakTarget,
    Goto(Target),
    /// A sequence in braces, with or without `atomic`: only its elements matter.
    Block {
        body: SequenceId,
    },
    DStep {
        body: SequenceId,
    },
    Unless {
        main: SequenceId,
        escape: SequenceId,
    },
    /// The end of the process.
    End,
}

/// Where a jump leads.
#[derive(Clone, Debug)]
pub(super) enum Target {
    Break(usize),
    Label { name: Arc<str>, scope: ScopeId },
}

impl Flow {
    /// Opens a sequence inside the current one.
    pub fn open(&mut self) {
        self.open.push(self.sequences.len());
        self.sequences.push(Sequence::default());
    }

    /// Closes the innermost sequence.
    pub fn close(&mut self) -> SequenceId {
        let id = self.open.pop().unwrap_or(0);
        let sequence = &mut self.sequences[id];
        sequence.extent = sequence.last;
        id
    }

    fn current_id(&self) -> SequenceId {
        self.open.last().copied().unwrap_or(0)
    }

    /// Starts a loop: `break` leads behind it.
    pub fn push_loop(&mut self) {
        self.loops.push(self.breaks.len());
        self.breaks.push(None);
    }

    /// Where `break` leads here.
    pub fn break_target(&self) -> Option<usize> {
        self.loops.last().copied()
    }

    fn new_element(&mut self, kind: ElementKind, span: Span) -> ElementId {
        self.elements.push(Element {
            kind,
            next: None,
            atomic: false,
            last_of_atomic: false,
            in_dstep: false,
            escapes: Vec::new(),
            span,
        });
        self.elements.len() - 1
    }

    /// Adds a statement to the current sequence and returns its element.
    pub fn add(&mut self, kind: ElementKind, span: Span) -> ElementId {
        let element = self.new_element(kind, span);
        self.append(element, self.current_id());
        element
    }

    /// Adds a jump.
    pub fn add_goto(&mut self, target: Target, span: Span) -> ElementId {
        self.add(ElementKind::Goto(target), span)
    }

    /// Adds a jump whose labels mean something for verification: there is a state in front of it,
    /// which the first label belongs to. Returns both elements.
    pub fn add_labelled_goto(&mut self, target: Target, span: Span) -> (ElementId, ElementId) {
        let jump = self.new_element(ElementKind::Goto(target), span);
        let state = self.add_skip(span);
        self.append(jump, self.current_id());
        (state, jump)
    }

    /// Adds a `skip`.
    pub fn add_skip(&mut self, span: Span) -> ElementId {
        let skip = Action::Condition(program::Expr::TRUE);
        self.add(ElementKind::Action(skip), span)
    }

    fn append(&mut self, element: ElementId, sequence: SequenceId) {
        let sequence = &mut self.sequences[sequence];
        match sequence.last {
            None => sequence.first = Some(element),
            Some(last) => self.elements[last].next = Some(element),
        }
        sequence.last = Some(element);
    }

    /// Adds an `if`: the selection, then the join that every option ends in.
    pub fn add_if(&mut self, options: Vec<SequenceId>, span: Span) -> ElementId {
        let element = self.new_element(
            ElementKind::Select {
                options: options.clone(),
            },
            span,
        );
        let join = self.new_element(ElementKind::Join, span);
        for option in options {
            self.append(join, option);
        }
        self.append(element, self.current_id());
        self.append(join, self.current_id());
        element
    }

    /// Adds a `do`: the join in front, the selection, and behind it the target of `break`.
    pub fn add_do(&mut self, options: Vec<SequenceId>, span: Span) -> ElementId {
        let element = self.new_element(
            ElementKind::Select {
                options: options.clone(),
            },
            span,
        );
        let join = self.new_element(ElementKind::Join, span);
        for option in options {
            self.append(join, option);
        }
        self.append(join, self.current_id());
        let target = self.new_element(ElementKind::BreakTarget, span);
        if let Some(label) = self.loops.pop() {
            self.breaks[label] = Some(target);
        }
        self.append(element, self.current_id());
        self.append(target, self.current_id());
        element
    }

    /// Adds `main unless escape`, both sequences closed.
    pub fn add_unless(&mut self, main: SequenceId, escape: SequenceId, span: Span) -> ElementId {
        let element = self.new_element(ElementKind::Unless { main, escape }, span);
        let join = self.new_element(ElementKind::Join, span);
        self.append(join, main);
        self.append(join, escape);
        self.attach_escape(main, escape);
        self.append(element, self.current_id());
        self.append(join, self.current_id());
        element
    }

    /// The elements of a sequence, up to the last one that was written in it.
    pub fn written(&self, sequence: SequenceId) -> Vec<ElementId> {
        let Sequence { first, extent, .. } = self.sequences[sequence];
        self.chain(first, extent)
    }

    /// The elements of a sequence with what was appended to tie it in.
    fn all(&self, sequence: SequenceId) -> Vec<ElementId> {
        let Sequence { first, last, .. } = self.sequences[sequence];
        self.chain(first, last)
    }

    fn chain(&self, first: Option<ElementId>, last: Option<ElementId>) -> Vec<ElementId> {
        let mut elements = Vec::new();
        let mut at = first;
        while let Some(element) = at {
            elements.push(element);
            if at == last {
                break;
            }
            at = self.elements[element].next;
        }
        elements
    }

    fn attach_escape(&mut self, sequence: SequenceId, escape: SequenceId) {
        for element in self.written(sequence) {
            self.guard(element, escape);
        }
    }

    /// Guards an element, and everything inside it, with an escape. What an inner escape executes
    /// is guarded by the outer one too.
    fn guard(&mut self, element: ElementId, escape: SequenceId) {
        if self.elements[element].escapes.contains(&escape) {
            return;
        }
        for inner in self.elements[element].escapes.clone() {
            self.attach_escape(inner, escape);
        }
        self.elements[element].escapes.insert(0, escape);
        match self.elements[element].kind.clone() {
            ElementKind::Unless { main, .. } => self.attach_escape(main, escape),
            ElementKind::Select { options } => {
                for option in options {
                    self.attach_escape(option, escape);
                }
            }
            // Only the first statement of a deterministic step can be escaped from.
            ElementKind::DStep { body } => {
                if let Some(first) = self.sequences[body].first {
                    self.guard(first, escape);
                }
            }
            ElementKind::Block { body } => self.attach_escape(body, escape),
            _ => {}
        }
    }

    /// Makes a closed sequence atomic, or deterministic: all its steps keep control but the last.
    pub fn make_atomic(&mut self, sequence: SequenceId, dstep: bool) {
        self.mark_atomic(sequence, dstep);
        let Some(last) = self.sequences[sequence].last else {
            return;
        };
        match self.elements[last].kind {
            ElementKind::Block { body } => self.make_atomic(body, dstep),
            _ => {
                self.elements[last].atomic = false;
                self.elements[last].last_of_atomic = true;
            }
        }
    }

    fn mark_atomic(&mut self, sequence: SequenceId, dstep: bool) {
        for id in self.all(sequence) {
            let element = &mut self.elements[id];
            element.atomic = true;
            element.in_dstep |= dstep;
            let mut inside = Vec::new();
            match &mut element.kind {
                ElementKind::Block { body } => inside.push(*body),
                ElementKind::DStep { body } if dstep => {
                    let body = *body;
                    element.kind = ElementKind::Block { body };
                    inside.push(body);
                }
                ElementKind::Select { options } => inside.extend(options.iter().copied()),
                ElementKind::Unless { main, escape } => inside.extend([*main, *escape]),
                _ => {}
            }
            for sequence in inside {
                self.mark_atomic(sequence, dstep);
            }
        }
    }

    /// Removes all but the first of several plain `skip`s or prints in a row from the middle of
    /// an option, as SPIN does.
    pub fn prune_skips(&mut self, option: SequenceId) {
        let elements = self.written(option);
        let mut run = 0;
        let mut previous: Option<ElementId> = None;
        for (position, &element) in elements.iter().enumerate() {
            let kind = &self.elements[element].kind;
            let print = matches!(kind, ElementKind::Action(Action::Print(_)));
            let skip = matches!(kind, ElementKind::Action(Action::Condition(c)) if c.as_const() == Some(1));
            let labelled = self.labels.iter().any(|label| label.element == element);
            if !(print || skip) || labelled {
                run = 0;
            } else {
                run += 1;
                let inner = position > 0 && position + 1 < elements.len();
                if run > 1 && skip && inner {
                    if let Some(previous) = previous {
                        self.elements[previous].next = self.elements[element].next;
                    }
                    continue;
                }
            }
            previous = Some(element);
        }
    }

    /// A label in front of an element.
    pub fn label(&mut self, name: Arc<str>, scope: ScopeId, element: ElementId) {
        self.labels.push(Label {
            name,
            scope,
            element,
        });
    }

    /// Ties the ends of blocks to what follows them, from the outside in, so that the last
    /// element of a block leads on.
    pub fn tie_ends(&mut self) {
        // A block is made after everything inside it, so outer blocks have higher numbers.
        for id in (0..self.elements.len()).rev() {
            let (ElementKind::Block { body } | ElementKind::DStep { body }) =
                self.elements[id].kind
            else {
                continue;
            };
            if let Some(last) = self.sequences[body].last {
                self.elements[last].next = self.elements[id].next;
            }
        }
    }

    /// A jump out of an atomic sequence gives up control; one from the end of an atomic sequence
    /// into another keeps it.
    pub fn release_jumps(&mut self, jumps: &HashMap<ElementId, ElementId>) {
        let is_atomic = |element: &Element| element.atomic || element.last_of_atomic;
        for (&jump, &target) in jumps {
            let into_atomic = is_atomic(&self.elements[target]);
            let element = &mut self.elements[jump];
            if is_atomic(element) {
                element.atomic = into_atomic;
                element.last_of_atomic = !into_atomic;
            }
        }
    }
}
