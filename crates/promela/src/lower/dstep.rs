//! Deterministic steps: their elements as one action.

use super::flow::{ElementId, ElementKind, Flow, SequenceId};
use super::graph::Walker;
use super::{Lowerer, codes};
use crate::diagnostic::Diagnostic;
use program::action::{DChoice, DNode};
use program::{Action, DStep, Expr};
use std::collections::{HashMap, HashSet};

/// Jumps that may follow each other inside a step.
const MAX_HOPS: usize = 500;

impl Lowerer {
    /// The action that a deterministic step is.
    pub(super) fn dstep(&mut self, walker: &Walker<'_>, body: SequenceId) -> DStep {
        let mut nodes = Vec::new();
        let mut numbers = HashMap::new();
        let mut pending = Vec::new();
        let first = walker.flow.sequences[body]
            .first
            .and_then(|first| resolve(walker, first));
        if let Some(first) = first {
            numbers.insert(first, 0);
            pending.push(first);
        }
        while nodes.len() < pending.len() {
            let mut found = Vec::new();
            choices(walker, pending[nodes.len()], &mut found, 0);
            let mut number = |element: ElementId| {
                *numbers.entry(element).or_insert_with(|| {
                    pending.push(element);
                    pending.len() as u32 - 1
                })
            };
            let found = found
                .into_iter()
                .map(|(element, action, next)| {
                    let next = next.and_then(|next| resolve(walker, next)).map(&mut number);
                    let span = walker.flow.elements[element].span;
                    self.check_allowed(&action, span);
                    DChoice {
                        action,
                        next,
                        span: span.into(),
                    }
                })
                .collect();
            nodes.push(DNode { choices: found });
        }
        if nodes.is_empty() {
            let skip = Action::Condition(Expr::TRUE);
            let span = program::Span::default();
            nodes.push(DNode {
                choices: vec![DChoice {
                    action: skip,
                    next: None,
                    span,
                }],
            });
        }
        DStep { nodes }
    }

    fn check_allowed(&mut self, action: &Action, span: crate::span::Span) {
        let mut remote = false;
        action.walk(&mut |expr| {
            remote |= matches!(expr, Expr::AtLabel { .. })
                || matches!(expr, Expr::Load(place)
                    if matches!(place.region, program::Region::Remote { .. }));
        });
        let what = match action {
            Action::Run { .. } => "`run`",
            _ if remote => "a reference to another process",
            _ => return,
        };
        let error = Diagnostic::new(&codes::DSTEP_CONTENT, span, format!("{what} inside d_step"))
            .help("use `atomic` instead of `d_step`");
        self.report(error);
    }

    /// Jumps must stay inside a deterministic step, or outside.
    pub(super) fn check_dsteps(&mut self, walker: &Walker<'_>) {
        let flow = walker.flow;
        let mut home: HashMap<ElementId, ElementId> = HashMap::new();
        for (id, element) in flow.elements.iter().enumerate() {
            if let ElementKind::DStep { body } = element.kind {
                home.extend(inside(flow, body).into_iter().map(|inner| (inner, id)));
            }
        }
        for (id, element) in flow.elements.iter().enumerate() {
            if let Some(target) = walker.jump(id)
                && home.get(&id) != home.get(&target)
            {
                let message = if home.contains_key(&id) {
                    "a jump cannot leave a d_step"
                } else {
                    "a jump cannot lead into a d_step"
                };
                let error = Diagnostic::new(&codes::DSTEP_JUMP, element.span, message)
                    .help("use `atomic` instead of `d_step`");
                self.report(error);
            }
        }
    }
}

/// Every element inside a sequence, however deep.
fn inside(flow: &Flow, sequence: SequenceId) -> HashSet<ElementId> {
    let mut found = HashSet::new();
    let mut pending = vec![sequence];
    while let Some(sequence) = pending.pop() {
        let last = flow.sequences[sequence].last;
        let tied = last.map(|last| flow.elements[last].next);
        let mut at = flow.sequences[sequence].first;
        while let Some(element) = at {
            // Joins of options belong to the sequence around them: stop where it is known.
            if !found.insert(element) && Some(element) != last {
                break;
            }
            match &flow.elements[element].kind {
                ElementKind::Select { options } => pending.extend(options.iter().copied()),
                ElementKind::Block { body } => pending.push(*body),
                ElementKind::Unless { main, escape } => pending.extend([*main, *escape]),
                _ => {}
            }
            if Some(element) == last {
                break;
            }
            at = flow.elements[element].next;
            if tied == Some(at) {
                break;
            }
        }
    }
    found
}

/// The element where the step goes on from `element`; `None` where it ends.
fn resolve(walker: &Walker<'_>, element: ElementId) -> Option<ElementId> {
    let mut at = element;
    for _ in 0..MAX_HOPS {
        let current = &walker.flow.elements[at];
        if !current.in_dstep {
            return None;
        }
        at = match &current.kind {
            ElementKind::Join | ElementKind::BreakTarget => current.next?,
            ElementKind::Goto(_) => walker.jump(at)?,
            ElementKind::Block { body } => walker.flow.sequences[*body].first?,
            ElementKind::Unless { main, .. } => walker.flow.sequences[*main].first?,
            _ => return Some(at),
        };
    }
    walker.circles.borrow_mut().push(element);
    None
}

/// What can be done at an element: itself, or the first statements of all options, in order.
fn choices(
    walker: &Walker<'_>,
    element: ElementId,
    found: &mut Vec<(ElementId, Action, Option<ElementId>)>,
    depth: usize,
) {
    if depth > MAX_HOPS {
        walker.circles.borrow_mut().push(element);
        return;
    }
    let current = &walker.flow.elements[element];
    let skip = Action::Condition(Expr::TRUE);
    match &current.kind {
        ElementKind::Select { options } => {
            for &option in options {
                if let Some(first) = walker.flow.sequences[option].first {
                    choices(walker, walker.start(first), found, depth + 1);
                }
            }
        }
        ElementKind::Block { body } => {
            if let Some(first) = walker.flow.sequences[*body].first {
                choices(walker, walker.start(first), found, depth + 1);
            }
        }
        ElementKind::Action(action) => found.push((element, action.clone(), current.next)),
        ElementKind::Goto(_) => found.push((element, skip, walker.jump(element))),
        ElementKind::Join
        | ElementKind::BreakTarget
        | ElementKind::Unless { .. }
        | ElementKind::DStep { .. }
        | ElementKind::End => found.push((element, skip, current.next)),
    }
}
