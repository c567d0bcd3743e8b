//! Which local variables of a process still matter: the classic backward analysis.
//!
//! A variable is *live* at a location if some way on from there reads it before writing it. Only
//! single scalars are told apart, by their number in the list; arrays, and variables that other
//! processes or properties look at, are never among them.

use crate::resources::Set;
use program::access::{self, Access, offsets};
use program::action::DStep;
use program::{Action, Edge, Expr, LocationId, MessageField, Place, Proctype, Region, Scalar};

/// A local variable that may be forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Local {
    pub offset: u32,
    pub scalar: Scalar,
}

/// What is live in a process type.
pub struct Live<'p> {
    proctype: &'p Proctype,
    pub locals: Vec<Local>,
    /// By location.
    live: Vec<Set>,
}

impl<'p> Live<'p> {
    /// Looks at the locals for which `counts` holds.
    pub fn new(proctype: &'p Proctype, counts: impl Fn(&Local) -> bool) -> Live<'p> {
        let variables = proctype.frame.variables.iter();
        let single = variables.filter(|variable| variable.length.is_none() && !variable.channel);
        let locals = single.map(|variable| Local {
            offset: variable.offset,
            scalar: variable.scalar,
        });
        let mut found = Live {
            proctype,
            locals: locals.filter(counts).collect(),
            live: Vec::new(),
        };
        found.live = vec![found.none(); proctype.locations.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..proctype.locations.len()).rev() {
                let live = found.before(at);
                changed |= live != found.live[at];
                found.live[at] = live;
            }
        }
        found
    }

    /// No variables.
    pub fn none(&self) -> Set {
        Set::with_capacity(self.locals.len())
    }

    /// What is live at a location.
    pub fn at(&self, location: LocationId) -> &Set {
        &self.live[location as usize]
    }

    /// What is live after an edge: nothing if the process dies.
    fn after(&self, edge: &Edge) -> Set {
        let lives = edge.action != Action::Terminate;
        let target = self.live.get(edge.target as usize).filter(|_| lives);
        target.cloned().unwrap_or_else(|| self.none())
    }

    fn before(&self, at: usize) -> Set {
        let mut live = self.none();
        if let Some(provided) = &self.proctype.provided {
            self.reads(provided, &mut live);
        }
        for edge in &self.proctype.locations[at].edges {
            live.union_with(&self.through(&edge.action, self.after(edge)));
        }
        live
    }

    /// What is live before an action, given what is live after it.
    fn through(&self, action: &Action, mut live: Set) -> Set {
        if let Action::DStep(body) = action {
            return self.through_dstep(body, &live);
        }
        self.written(action, &mut |local| live.set(local, false));
        access::of_action(action, &mut |_, access| self.read(access, &mut live));
        live
    }

    fn through_dstep(&self, body: &DStep, after: &Set) -> Set {
        let mut nodes = vec![self.none(); body.nodes.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for index in (0..nodes.len()).rev() {
                let mut live = nodes[index].clone();
                for choice in &body.nodes[index].choices {
                    let next = choice.next.and_then(|next| nodes.get(next as usize));
                    let next = next.unwrap_or(after).clone();
                    live.union_with(&self.through(&choice.action, next));
                }
                changed |= live != nodes[index];
                nodes[index] = live;
            }
        }
        nodes.into_iter().next().unwrap_or_else(|| after.clone())
    }

    /// Calls `found` with each local that the action writes for certain, if it is no sequence.
    fn written(&self, action: &Action, found: &mut dyn FnMut(usize)) {
        let mut place = |place: &Place| {
            if place.region == Region::Local && place.indices.is_empty() {
                let known = |local: &Local| local.offset == place.offset;
                if let Some(local) = self.locals.iter().position(known) {
                    found(local);
                }
            }
        };
        match action {
            Action::Assign(to, _) => place(to),
            Action::Run {
                result: Some(to), ..
            } => place(to),
            Action::Receive { fields, .. } => {
                for field in fields {
                    if let MessageField::Store(to) = field {
                        place(to);
                    }
                }
            }
            _ => {}
        }
    }

    /// Calls `found` with each local that an action may write.
    pub fn may_write(&self, action: &Action, found: &mut dyn FnMut(usize)) {
        match action {
            Action::DStep(body) => {
                for action in body.actions() {
                    self.written(action, found);
                }
            }
            action => self.written(action, found),
        }
    }

    fn reads(&self, expr: &Expr, live: &mut Set) {
        access::of_expr(expr, &mut |access| self.read(access, live));
    }

    fn read(&self, access: Access<'_>, live: &mut Set) {
        if let Access::Read(place) = access
            && place.region == Region::Local
        {
            let places = offsets(place, |_| None);
            for (number, local) in self.locals.iter().enumerate() {
                if places.contains(&local.offset) {
                    live.insert(number);
                }
            }
        }
    }
}
