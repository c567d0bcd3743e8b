//! From sequences of elements to locations and edges.
//!
//! A location is an element where a process can be: selections and blocks offer what their first
//! statements offer, jumps and joins are skipped on the way to a target. Each escape puts its
//! first statements in front of those that it guards.

use super::flow::{ElementId, ElementKind, Flow, Target};
use super::process::ProcessContext;
use super::{Lowerer, codes};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use program::{Action, Edge, Expr, Label, Location, LocationId};
use std::collections::HashMap;

/// Jumps that may follow each other before it must be a circle; SPIN allows as many.
const MAX_HOPS: usize = 500;
/// Locations that a process type may have.
const MAX_LOCATIONS: usize = 1 << 16;

/// The graph of a body.
pub(super) struct Graph {
    pub locations: Vec<Location>,
    pub entry: LocationId,
    pub labels: Vec<Label>,
}

/// Labels that have a meaning for verification.
#[derive(Clone, Copy, Default)]
struct Marks {
    end: bool,
    accept: bool,
    progress: bool,
}

/// One way on: the element that executes, and the escape that brings it here.
#[derive(Clone, Copy)]
struct Transition {
    element: ElementId,
    escape: u32,
    /// Marks of the option that the transition starts; SPIN moves them to its target.
    inherited: Marks,
}

/// Looks things up in a flow.
pub(super) struct Walker<'a> {
    pub flow: &'a Flow,
    /// Where each jump leads.
    jumps: HashMap<ElementId, ElementId>,
    /// Elements where a circle of jumps was found.
    pub circles: std::cell::RefCell<Vec<ElementId>>,
}

impl Lowerer {
    /// The graph of the process whose flow is complete.
    pub(super) fn graph(&mut self, context: &mut ProcessContext) -> Graph {
        context.flow.tie_ends();
        let remote = self.resolve_remote_labels(context);
        let jumps = self.resolve_jumps(context);
        context.flow.release_jumps(&jumps);
        let walker = Walker {
            flow: &context.flow,
            jumps,
            circles: Default::default(),
        };
        self.check_dsteps(&walker);
        let transitions = walker.transitions();
        let mut builder = Builder {
            walker: &walker,
            first: context.first,
            numbers: HashMap::new(),
            pending: Vec::new(),
            inherited: HashMap::new(),
        };
        let first = walker.flow.sequences[0].first.unwrap_or(0);
        let entry = builder.location(walker.hunt(first, walker.flow.elements[first].atomic));
        let labels = remote
            .into_iter()
            .map(|(name, element)| Label {
                name,
                location: builder.location(element),
            })
            .collect();
        let mut locations = Vec::new();
        while locations.len() < builder.pending.len() && locations.len() < MAX_LOCATIONS {
            let element = builder.pending[locations.len()];
            locations.push(self.location(&mut builder, element, &transitions[element]));
        }
        for (number, marks) in builder.inherited {
            locations[number as usize].end |= marks.end;
            locations[number as usize].accept |= marks.accept;
            locations[number as usize].progress |= marks.progress;
        }
        if builder.pending.len() > MAX_LOCATIONS {
            let message = format!("`{}` has too many statements", context.name);
            self.error(&codes::TOO_MANY, context.span, message);
        }
        if let Some(&element) = walker.circles.take().first() {
            let span = context.flow.elements[element].span;
            let message = "these jumps lead in a circle without any statement";
            self.error(&codes::ENDLESS_GOTO, span, message);
        }
        Graph {
            locations,
            entry,
            labels,
        }
    }

    fn location(
        &mut self,
        builder: &mut Builder<'_>,
        element: ElementId,
        transitions: &[Transition],
    ) -> Location {
        let flow = builder.walker.flow;
        let marks = builder.walker.marks(element);
        let mut edges = Vec::with_capacity(transitions.len());
        for transition in transitions {
            edges.push(self.edge(builder, transition));
        }
        let elses: Vec<&Edge> = edges.iter().filter(|e| e.action == Action::Else).collect();
        if let [first, second, ..] = elses[..] {
            let message = "this `else` is an alternative of another `else`";
            let error = Diagnostic::new(&codes::SEVERAL_ELSE, second.span.into(), message)
                .related(first.span.into(), "the other one")
                .help("which of them is meant? put `skip` in front of the inner selection");
            self.report(error);
        }
        Location {
            edges,
            labels: flow
                .labels
                .iter()
                .filter(|label| label.element == element)
                .map(|label| label.name.to_string())
                .collect(),
            end: marks.end,
            accept: marks.accept,
            progress: marks.progress,
            number: element as u32 + 1,
            span: flow.elements[element].span.into(),
        }
    }

    fn edge(&mut self, builder: &mut Builder<'_>, transition: &Transition) -> Edge {
        let walker = builder.walker;
        let element = &walker.flow.elements[transition.element];
        let next = match &element.kind {
            ElementKind::Goto(_) => walker.jumps.get(&transition.element).copied(),
            _ => element.next,
        };
        let target = match next {
            Some(next) => builder.location(walker.hunt(next, element.atomic)),
            None => 0,
        };
        builder.inherit(target, transition.inherited);
        let action = match &element.kind {
            ElementKind::Action(action) => action.clone(),
            ElementKind::End => Action::Terminate,
            ElementKind::DStep { body } => {
                let body = *body;
                Action::DStep(Box::new(self.dstep(walker, body)))
            }
            ElementKind::Goto(_)
            | ElementKind::Join
            | ElementKind::BreakTarget
            | ElementKind::Select { .. }
            | ElementKind::Block { .. }
            | ElementKind::Unless { .. } => Action::Condition(Expr::TRUE),
        };
        Edge {
            action,
            target,
            atomic: element.atomic,
            escape: transition.escape,
            number: builder.first + transition.element as u32,
            span: element.span.into(),
        }
    }

    /// Where each jump leads: to the label of that name in the same block, else in the nearest
    /// block around it, else anywhere in the process.
    fn resolve_jumps(&mut self, context: &ProcessContext) -> HashMap<ElementId, ElementId> {
        let mut jumps = HashMap::new();
        for (id, element) in context.flow.elements.iter().enumerate() {
            let ElementKind::Goto(target) = &element.kind else {
                continue;
            };
            let found = match target {
                Target::Break(target) => context.flow.breaks[*target],
                Target::Label { name, scope } => {
                    let named = context
                        .flow
                        .labels
                        .iter()
                        .filter(|label| label.name == *name);
                    named
                        .min_by_key(|label| {
                            let distance = context.scopes.distance(*scope, label.scope);
                            distance.unwrap_or(usize::MAX)
                        })
                        .map(|label| label.element)
                }
            };
            if let Some(found) = found {
                jumps.insert(id, found);
            }
        }
        jumps
    }

    /// The elements of labels that other processes refer to. A jump that is referred to gets a
    /// state in front, or nobody could ever be there.
    fn resolve_remote_labels(&mut self, context: &mut ProcessContext) -> Vec<(String, ElementId)> {
        let mut found = Vec::new();
        for (name, span) in context.remote_labels.clone() {
            let labels = &context.flow.labels;
            let Some(element) = labels.iter().find(|l| l.name == name).map(|l| l.element) else {
                self.unknown_remote_label(context, &name, span);
                continue;
            };
            let flow = &mut context.flow;
            if let ElementKind::Goto(_) = flow.elements[element].kind {
                let jump = flow.elements[element].clone();
                flow.elements.push(jump);
                let jump = flow.elements.len() - 1;
                flow.elements[jump].atomic = false;
                flow.elements[element].kind = ElementKind::Action(Action::Condition(Expr::TRUE));
                flow.elements[element].next = Some(jump);
            }
            found.push((name.to_string(), element));
        }
        found
    }

    fn unknown_remote_label(&mut self, context: &ProcessContext, name: &str, span: Span) {
        let message = format!("`{}` has no label `{name}`", context.name);
        let mut error = Diagnostic::new(&codes::UNKNOWN_REMOTE_LABEL, span, message);
        let known = context.flow.labels.iter().map(|label| &*label.name);
        if let Some(near) = crate::suggest::nearest(name, known) {
            error = error.fix(span, near, format!("did you mean `{near}`?"));
        }
        self.report(error);
    }
}

/// Numbers the locations as they are reached.
struct Builder<'a> {
    walker: &'a Walker<'a>,
    /// SPIN's number of the first element.
    first: u32,
    numbers: HashMap<ElementId, LocationId>,
    /// Elements of the locations, in order of their numbers.
    pending: Vec<ElementId>,
    inherited: HashMap<LocationId, Marks>,
}

impl Builder<'_> {
    fn location(&mut self, element: ElementId) -> LocationId {
        *self.numbers.entry(element).or_insert_with(|| {
            self.pending.push(element);
            self.pending.len() as LocationId - 1
        })
    }

    fn inherit(&mut self, location: LocationId, marks: Marks) {
        if marks.end || marks.accept || marks.progress {
            let known = self.inherited.entry(location).or_default();
            *known = known.union(marks);
        }
    }
}

impl Marks {
    fn union(self, other: Marks) -> Marks {
        Marks {
            end: self.end || other.end,
            accept: self.accept || other.accept,
            progress: self.progress || other.progress,
        }
    }
}

impl Walker<'_> {
    /// Where a jump leads.
    pub fn jump(&self, element: ElementId) -> Option<ElementId> {
        self.jumps.get(&element).copied()
    }

    /// The element where control comes to rest on the way from `element`: jumps and joins are
    /// passed through, but not those that would leave an atomic sequence unseen.
    pub fn hunt(&self, element: ElementId, atomic: bool) -> ElementId {
        let mut at = element;
        for _ in 0..MAX_HOPS {
            let next = match &self.flow.elements[at].kind {
                ElementKind::Goto(_) => self.jump(at),
                ElementKind::Join | ElementKind::BreakTarget => self.flow.elements[at].next,
                // SPIN leaves a process stuck in the `unless` itself if its first statement jumps
                // out of an atomic sequence; nobody can mean that.
                ElementKind::Unless { main, .. } => match self.flow.sequences[*main].first {
                    Some(first) => return self.hunt(first, atomic),
                    None => return at,
                },
                _ => return at,
            };
            match next {
                Some(next) if !atomic || self.flow.elements[next].atomic => at = next,
                _ => return at,
            }
        }
        self.circles.borrow_mut().push(element);
        at
    }

    /// The first statement of an option or block.
    pub fn start(&self, element: ElementId) -> ElementId {
        let mut at = element;
        for _ in 0..MAX_HOPS {
            let next = match &self.flow.elements[at].kind {
                ElementKind::Join => self.flow.elements[at].next,
                ElementKind::Unless { main, .. } => self.flow.sequences[*main].first,
                _ => return at,
            };
            match next {
                Some(next) => at = next,
                None => return at,
            }
        }
        self.circles.borrow_mut().push(element);
        at
    }

    fn marks(&self, element: ElementId) -> Marks {
        let labels = self
            .flow
            .labels
            .iter()
            .filter(|label| label.element == element);
        let mut marks = Marks {
            end: matches!(self.flow.elements[element].kind, ElementKind::End),
            ..Marks::default()
        };
        for label in labels {
            marks.end |= label.name.starts_with("end");
            marks.accept |= label.name.starts_with("accept");
            marks.progress |= label.name.starts_with("progress");
        }
        marks
    }

    /// The transitions of every element, escapes included.
    fn transitions(&self) -> Vec<Vec<Transition>> {
        let count = self.flow.elements.len();
        let mut transitions: Vec<Vec<Transition>> = (0..count)
            .map(|element| {
                let mut list = Vec::new();
                self.offered(element, Marks::default(), &mut list);
                list
            })
            .collect();
        for element in 0..count {
            for transition in transitions[element].clone() {
                self.add_escapes(element, transition.element, &mut transitions);
            }
        }
        transitions
    }

    /// What a location offers: its own statement, or the first ones of all its options.
    fn offered(&self, element: ElementId, inherited: Marks, list: &mut Vec<Transition>) {
        match &self.flow.elements[element].kind {
            ElementKind::Select { options } => {
                for &option in options {
                    let Some(first) = self.flow.sequences[option].first else {
                        continue;
                    };
                    let first = self.start(first);
                    if !self.is_dead(first) {
                        self.offered(first, inherited.union(self.marks(first)), list);
                    }
                }
            }
            ElementKind::Block { body } => {
                if let Some(first) = self.flow.sequences[*body].first {
                    let first = self.start(first);
                    self.offered(first, inherited.union(self.marks(first)), list);
                }
            }
            ElementKind::Unless { .. } => {}
            _ => list.push(Transition {
                element,
                escape: 0,
                inherited,
            }),
        }
    }

    /// An option whose guard is the constant zero can never be taken.
    fn is_dead(&self, element: ElementId) -> bool {
        let element = &self.flow.elements[element];
        element.escapes.is_empty()
            && matches!(&element.kind,
                ElementKind::Action(Action::Condition(guard)) if guard.as_const() == Some(0))
    }

    /// Puts the first statements of the escapes that guard `guarded` in front of the transitions
    /// of `location`, the outermost escape first of all.
    fn add_escapes(
        &self,
        location: ElementId,
        guarded: ElementId,
        transitions: &mut [Vec<Transition>],
    ) {
        let element = &self.flow.elements[guarded];
        if matches!(element.kind, ElementKind::Join) {
            return;
        }
        for &escape in element.escapes.iter().rev() {
            let Some(first) = self.flow.sequences[escape].first else {
                continue;
            };
            let start = self.hunt(first, element.atomic);
            for transition in transitions[start].clone() {
                let known = &transitions[location];
                if !known
                    .iter()
                    .any(|other| other.element == transition.element)
                {
                    let escaping = Transition {
                        escape: start as u32 + 1,
                        ..transition
                    };
                    transitions[location].insert(0, escaping);
                }
            }
        }
    }
}
