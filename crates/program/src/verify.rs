//! The invariants of the model, stated and checked.
//!
//! Front ends produce programs; engines rely on what is checked here without looking again. A
//! problem found here is a mistake in a front end, never in the user's text.

use crate::action::{Action, DStep};
use crate::expr::{Expr, Place, Region};
use crate::model::{Edge, Exclusive, Frame, Initializer, ProcId, Proctype, Program};
use thiserror::Error;

/// A broken invariant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}")]
pub struct Broken {
    /// In which process type, or the globals.
    pub place: String,
    /// What does not hold.
    pub problem: String,
}

/// Checks that
/// - there are at most 255 process types of at most 65,536 locations each, and every identifier
///   (process type, location, channel type, symbol table) is in range;
/// - every place that an action or initial value touches lies inside its frame;
/// - channels lie inside their frame and do not overlap;
/// - a location has at most 65,536 edges, and at most one `else` among them;
/// - `run` gives each parameter an argument;
/// - the channels that a process has to itself are named by bytes of its frame that no action writes;
/// - where there is a channel without a buffer, there are no priorities and no process asks whether
///   another is enabled: such questions could depend on each other in a circle;
/// - a deterministic step has an entry with a choice, and holds no step, process creation or
///   termination of its own.
pub fn verify(program: &Program) -> Result<(), Vec<Broken>> {
    let mut verifier = Verifier {
        program,
        place: String::new(),
        broken: Vec::new(),
    };
    verifier.program();
    if verifier.broken.is_empty() {
        Ok(())
    } else {
        Err(verifier.broken)
    }
}

struct Verifier<'p> {
    program: &'p Program,
    place: String,
    broken: Vec<Broken>,
}

impl Verifier<'_> {
    fn check(&mut self, holds: bool, problem: impl FnOnce() -> String) {
        if !holds {
            self.broken.push(Broken {
                place: self.place.clone(),
                problem: problem(),
            });
        }
    }

    fn program(&mut self) {
        let program = self.program;
        self.place = "globals".to_owned();
        self.check(program.proctypes.len() <= 255, || {
            "more than 255 process types".to_owned()
        });
        self.check(!(program.uses_priority && self.has_rendezvous()), || {
            "priorities beside a channel without a buffer".to_owned()
        });
        self.frame(&program.globals, None);
        for instance in &program.instances {
            self.proctype_id(instance.proctype);
        }
        if let Some(trace) = &program.trace {
            let count = trace.locations.len();
            let targets = trace
                .locations
                .iter()
                .flat_map(|l| &l.events)
                .map(|e| e.target);
            for target in targets.chain([trace.entry, trace.last]) {
                self.check((target as usize) < count, || {
                    format!("trace state {target}")
                });
            }
        }
        for (id, proctype) in program.proctypes.iter().enumerate() {
            self.place = proctype.name.clone();
            self.proctype(id as ProcId, proctype);
        }
    }

    fn proctype(&mut self, id: ProcId, proctype: &Proctype) {
        let count = proctype.locations.len();
        self.check(count <= 1 << 16, || format!("{count} locations"));
        self.check((proctype.entry as usize) < count, || {
            "entry is no location".to_owned()
        });
        self.frame(&proctype.frame, Some(id));
        for &(offset, scalar) in &proctype.parameters {
            let inside = offset + scalar.size() <= proctype.frame.size;
            self.check(inside, || {
                format!("parameter at {offset} is outside the frame")
            });
        }
        for exclusive in &proctype.exclusive {
            self.place_inside(&exclusive.place(), Some(id));
        }
        for label in &proctype.labels {
            let inside = (label.location as usize) < count;
            self.check(inside, || format!("label {} is at no location", label.name));
        }
        if let Some(provided) = &proctype.provided {
            self.expr(provided, Some(id));
        }
        for location in &proctype.locations {
            let elses = location
                .edges
                .iter()
                .filter(|e| e.action == Action::Else)
                .count();
            let edges = location.edges.len();
            self.check(edges <= 1 << 16, || {
                format!("{edges} edges at one location")
            });
            self.check(elses <= 1, || format!("{elses} else edges at one location"));
            for edge in &location.edges {
                self.edge(edge, id, count);
            }
        }
    }

    fn edge(&mut self, edge: &Edge, id: ProcId, locations: usize) {
        let target = edge.target;
        let valid = (target as usize) < locations || edge.action == Action::Terminate;
        self.check(valid, || format!("edge to location {target}"));
        self.action(&edge.action, id);
        if let Action::DStep(body) = &edge.action {
            self.dstep(body, id);
        }
    }

    fn dstep(&mut self, body: &DStep, id: ProcId) {
        let entry = body
            .nodes
            .first()
            .is_some_and(|node| !node.choices.is_empty());
        self.check(entry, || "a deterministic step without entry".to_owned());
        for choice in body.nodes.iter().flat_map(|node| &node.choices) {
            let valid = choice
                .next
                .is_none_or(|next| (next as usize) < body.nodes.len());
            self.check(valid, || "a deterministic step leaves itself".to_owned());
            let allowed = !matches!(
                choice.action,
                Action::DStep(_) | Action::Run { .. } | Action::Terminate
            );
            self.check(allowed, || {
                format!("{:?} in a deterministic step", choice.action)
            });
            self.action(&choice.action, id);
        }
    }

    /// Checks the places that the action writes, and every expression in it.
    fn action(&mut self, action: &Action, id: ProcId) {
        if let Action::Run {
            proctype,
            arguments,
            ..
        } = action
        {
            self.proctype_id(*proctype);
            if let Some(callee) = self.program.proctypes.get(*proctype as usize) {
                let (given, wanted) = (arguments.len(), callee.parameters.len());
                self.check(given == wanted, || {
                    format!("{given} arguments for {wanted}")
                });
            }
        }
        let mut targets = Vec::new();
        action.stores(&mut |place| targets.push(place.clone()));
        for place in &targets {
            self.target(place, id);
        }
        let mut exprs = Vec::new();
        action.walk(&mut |expr| exprs.push(expr.clone()));
        for expr in &exprs {
            self.leaf(expr, Some(id));
        }
    }

    fn target(&mut self, place: &Place, id: ProcId) {
        let remote = matches!(place.region, Region::Remote { .. });
        self.check(!remote, || {
            "assignment to a variable of another process".to_owned()
        });
        self.place_inside(place, Some(id));
        let exclusive = &self.program.proctype(id).exclusive;
        let held = |exclusive: &Exclusive| place.extent().contains(&exclusive.offset);
        let kept = place.region != Region::Local || !exclusive.iter().any(held);
        self.check(kept, || format!("{place:?} is the channel of a promise"));
    }

    fn expr(&mut self, expr: &Expr, id: Option<ProcId>) {
        let mut exprs = Vec::new();
        expr.walk(&mut |expr| exprs.push(expr.clone()));
        for expr in &exprs {
            self.leaf(expr, id);
        }
    }

    fn leaf(&mut self, expr: &Expr, id: Option<ProcId>) {
        match expr {
            Expr::Load(place) => self.place_inside(place, id),
            Expr::AtLabel {
                proctype, label, ..
            } => {
                self.proctype_id(*proctype);
                let target = self.program.proctypes.get(*proctype as usize);
                let valid = target.is_some_and(|p| (*label as usize) < p.labels.len());
                self.check(valid, || format!("reference to label {label}"));
            }
            Expr::Enabled(_) => self.check(!self.has_rendezvous(), || {
                "enabled beside a channel without a buffer".to_owned()
            }),
            _ => {}
        }
    }

    fn has_rendezvous(&self) -> bool {
        let mut kinds = self.program.channel_types.iter();
        kinds.any(|kind| kind.capacity == 0)
    }

    fn place_inside(&mut self, place: &Place, id: Option<ProcId>) {
        let frame = match (&place.region, id) {
            (Region::Global, _) => Some(&self.program.globals),
            (Region::Local, Some(id)) => Some(&self.program.proctype(id).frame),
            (Region::Local, None) => None,
            (Region::Remote { proctype, .. }, _) => self
                .program
                .proctypes
                .get(*proctype as usize)
                .map(|p| &p.frame),
        };
        let inside = frame.is_some_and(|frame| place.extent().end <= frame.size);
        self.check(inside, || format!("{place:?} is outside its frame"));
    }

    fn frame(&mut self, frame: &Frame, id: Option<ProcId>) {
        let mut extents = Vec::new();
        for slot in &frame.channels {
            match self.program.channel_types.get(slot.channel_type as usize) {
                Some(kind) => extents.push((slot.offset, slot.offset + kind.size())),
                None => self.check(false, || format!("channel type {}", slot.channel_type)),
            }
        }
        extents.retain(|(start, end)| start < end);
        extents.sort_unstable();
        let apart = extents.windows(2).all(|pair| pair[0].1 <= pair[1].0);
        self.check(apart, || "channels overlap".to_owned());
        let inside = extents.last().is_none_or(|&(_, end)| end <= frame.size);
        self.check(inside, || "a channel lies outside its frame".to_owned());
        for initial in &frame.initial {
            let inside = initial.offset + initial.scalar.size() <= frame.size;
            self.check(inside, || {
                "an initial value lies outside its frame".to_owned()
            });
            match &initial.value {
                Initializer::Value(expr) => self.expr(expr, id),
                Initializer::Channel(slot) => {
                    let valid = (*slot as usize) < frame.channels.len();
                    self.check(valid, || format!("channel slot {slot}"));
                }
            }
        }
    }

    fn proctype_id(&mut self, id: ProcId) {
        let valid = (id as usize) < self.program.proctypes.len();
        self.check(valid, || format!("process type {id}"));
    }
}
