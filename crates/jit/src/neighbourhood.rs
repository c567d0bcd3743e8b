//! What the moves of one process depend on and change, apart from the process itself: a set of bytes
//! of the state.
//!
//! A step of a process looks at few variables. Whoever knows which can remember what the process does,
//! and need not ask again in a state that differs elsewhere. The answer here is an over-approximation
//! that holds for every state with the same processes in which this one has the same frame: indices
//! and channels that depend on nothing but that frame are evaluated, of all others every possibility
//! counts. A rendezvous depends on whoever may receive the message, wherever he is. Where a move may
//! depend on all processes (`_last`, a remote reference, the creation of another), there is no answer.

use crate::layout::{Field, Home, Layout, RegionLayout};
use program::access::{self, Access, Moment, Written, offsets};
use program::interpreter::View;
use program::{Action, ChannelType, Expr, LocationId, Place, ProcId, Proctype, Program, Region};
use std::collections::BTreeSet;
use std::ops::Range;

/// The facts about a program that an answer needs.
#[derive(Clone, Debug)]
pub struct Neighbourhoods {
    /// Some moves depend on all processes, whatever their actions are.
    global: bool,
    /// Some processes have ends of channels to themselves.
    exclusive: bool,
    written: Written,
    /// By process type: the edges that may take a message from a rendezvous channel, by location and
    /// index.
    receives: Vec<Vec<(usize, usize)>>,
}

/// Some bytes of a state.
pub type Bytes = Vec<Range<u32>>;

/// It may depend on anything.
struct Anything;

/// What an expression may be evaluated from. An answer is one for all states with the same processes in
/// which the process that is asked about has the same frame, so nothing of another process counts but
/// what is the same for all processes of its type: one that dies may be followed by one with the same
/// number and other parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    /// The frame of the process as it is now.
    Frame,
    /// What never changes in that frame: more may happen before the expression is evaluated.
    Constants,
    /// What is the same in the frames of all processes of the type.
    Type,
}

/// A state with its processes.
pub struct Scene<'a> {
    pub program: &'a Program,
    pub layout: &'a Layout,
    pub view: View<'a>,
    pub processes: Vec<Process>,
}

/// A process of a state.
#[derive(Clone, Debug)]
pub struct Process {
    pub proctype: ProcId,
    pub location: LocationId,
    pub frame: Range<u32>,
}

/// A question about a process, and what was found so far.
struct Question<'a> {
    facts: &'a Neighbourhoods,
    scene: &'a Scene<'a>,
    /// The process that is asked about.
    pid: usize,
    found: Bytes,
    /// Locations that processes may be at while the step is made, and what is known there.
    met: BTreeSet<(usize, LocationId, Known)>,
    waiting: Vec<(usize, LocationId, Known)>,
}

impl Neighbourhoods {
    pub fn new(program: &Program) -> Neighbourhoods {
        let types = &program.proctypes;
        let global = program.uses_last
            || program.uses_priority
            || program.trace.is_some()
            || types.iter().any(|t| t.provided.is_some());
        Neighbourhoods {
            global,
            exclusive: types.iter().any(|t| !t.exclusive.is_empty()),
            written: Written::new(program),
            receives: types.iter().map(receives).collect(),
        }
    }

    /// Whether any process has one.
    pub fn exist(&self) -> bool {
        !self.global
    }

    /// The bytes that the moves of a process depend on, atomic sequences that they begin included, and
    /// its own frame not; none if they may depend on anything.
    pub fn of(&self, scene: &Scene<'_>, pid: usize) -> Option<Bytes> {
        let mut question = Question {
            facts: self,
            scene,
            pid,
            found: Vec::new(),
            met: BTreeSet::new(),
            waiting: vec![(pid, scene.processes[pid].location, Known::Frame)],
        };
        let answer = question.locations();
        (!self.global && answer.is_ok()).then_some(question.found)
    }
}

/// The edges that may take a message at once.
fn receives(proctype: &Proctype) -> Vec<(usize, usize)> {
    let mut receives = Vec::new();
    for (location, place) in proctype.locations.iter().enumerate() {
        for (edge, found) in place.edges.iter().enumerate() {
            if receives_from(&found.action).next().is_some() {
                receives.push((location, edge));
            }
        }
    }
    receives
}

impl<'a> Question<'a> {
    /// Looks at all edges of a location, and at those behind edges after which control is kept:
    /// whether it is kept depends on them, and what comes next is part of the same step.
    fn locations(&mut self) -> Result<(), Anything> {
        let program = self.scene.program;
        while let Some((pid, location, known)) = self.waiting.pop() {
            let proctype = program.proctype(self.scene.processes[pid].proctype);
            for edge in &proctype.locations[location as usize].edges {
                self.action(&edge.action, pid, known)?;
                if edge.atomic {
                    self.visit(pid, edge.target);
                }
            }
        }
        Ok(())
    }

    /// A process may come to a location before the step ends.
    fn visit(&mut self, pid: usize, location: LocationId) {
        let visit = (pid, location, Known::Constants);
        if self.met.insert(visit) {
            self.waiting.push(visit);
        }
    }

    fn action(&mut self, action: &Action, pid: usize, known: Known) -> Result<(), Anything> {
        let mut result = Ok(());
        access::of_action(action, &mut |moment, access| {
            let known = match moment {
                Moment::Entry => known,
                Moment::Later => Known::Constants,
            };
            if result.is_ok() {
                result = self.access(access, pid, known);
            }
        });
        result
    }

    fn access(&mut self, access: Access<'_>, pid: usize, known: Known) -> Result<(), Anything> {
        match access {
            Access::Read(place) | Access::Write(place) => self.place(place, pid, known),
            Access::Send { channel, .. } => {
                let kind = self.buffer(channel, pid, known)?;
                if kind.capacity == 0 {
                    let channel = self.value(channel, pid, known).ok_or(Anything)?;
                    self.receivers(channel)?;
                }
                Ok(())
            }
            Access::Receive { channel, .. } | Access::Inspect(channel) => {
                self.buffer(channel, pid, known).map(drop)
            }
            // Only the youngest process can end.
            Access::Die if pid + 1 < self.scene.processes.len() => Ok(()),
            Access::Count
            | Access::Existence
            | Access::Label(..)
            | Access::Progress
            | Access::Everything
            | Access::Create(_)
            | Access::Die => Err(Anything),
        }
    }

    /// Whoever might receive a message from this rendezvous channel, from wherever he may be.
    fn receivers(&mut self, channel: i32) -> Result<(), Anything> {
        for (pid, process) in self.scene.processes.iter().enumerate() {
            let proctype = self.scene.program.proctype(process.proctype);
            let mut may_receive = false;
            for &(location, edge) in &self.facts.receives[process.proctype as usize] {
                let edge = &proctype.locations[location].edges[edge];
                let is_meant = |other: &Expr| {
                    let other = self.value(other, pid, Known::Constants);
                    other.is_none_or(|other| other == channel)
                };
                if !receives_from(&edge.action).any(is_meant) {
                    continue;
                }
                may_receive = true;
                self.reception(&edge.action, pid)?;
                if edge.atomic {
                    self.visit(pid, edge.target);
                }
            }
            if may_receive {
                self.found.push(process.frame.clone());
            }
        }
        Ok(())
    }

    /// A receive as the other half of a send: nothing but its expressions matters.
    fn reception(&mut self, action: &Action, pid: usize) -> Result<(), Anything> {
        let mut result = Ok(());
        access::of_action(action, &mut |_, access| {
            let half = matches!(action, Action::Receive { .. })
                && matches!(access, Access::Receive { .. });
            if result.is_ok() && !half {
                result = self.access(access, pid, Known::Constants);
            }
        });
        result
    }

    /// Where processes keep the numbers of channels of which they have an end to themselves: whoever
    /// else uses it commits a fault.
    fn claims(&mut self) {
        if !self.facts.exclusive {
            return;
        }
        for process in &self.scene.processes {
            for exclusive in &self.scene.program.proctype(process.proctype).exclusive {
                let home = self.scene.layout.home_of(process.proctype, exclusive);
                if let Home::Field(field) = home {
                    let bytes = bytes_of(field);
                    let start = process.frame.start;
                    self.found.push(start + bytes.start..start + bytes.end);
                }
            }
        }
    }

    /// The kind of a global channel, whose bytes are part of the answer.
    fn buffer(
        &mut self,
        channel: &Expr,
        pid: usize,
        known: Known,
    ) -> Result<&'a ChannelType, Anything> {
        self.claims();
        let id = self.value(channel, pid, known).ok_or(Anything)?;
        let index = usize::try_from(id).ok().and_then(|id| id.checked_sub(1));
        let Scene {
            program, layout, ..
        } = self.scene;
        let slot = index.and_then(|index| program.globals.channels.get(index));
        let start = index.and_then(|index| layout.globals.channels.get(index));
        let (slot, &start) = slot.zip(start).ok_or(Anything)?;
        let kind = slot.channel_type as usize;
        let size = layout.channels[kind].size();
        self.found.push(start..start + size);
        Ok(&program.channel_types[kind])
    }

    fn place(&mut self, place: &Place, pid: usize, known: Known) -> Result<(), Anything> {
        match place.region {
            Region::Global => {}
            Region::Local => return Ok(()),
            Region::Remote { .. } => return Err(Anything),
        }
        let globals = &self.scene.layout.globals;
        let offsets = offsets(place, |index| self.value(index, pid, known));
        let bytes = offsets.into_iter().filter_map(|at| bytes(globals, at));
        self.found.extend(bytes);
        Ok(())
    }

    /// The value of an expression, if it depends on nothing but what is known.
    fn value(&self, expr: &Expr, pid: usize, known: Known) -> Option<i32> {
        if let Expr::Const(value) = expr {
            return Some(*value);
        }
        let known = if pid == self.pid { known } else { Known::Type };
        let mut only = true;
        expr.walk(&mut |expr| only &= self.is_known(expr, pid, known));
        if !only {
            return None;
        }
        // A fault is the business of whoever evaluates it in earnest.
        self.scene.view.eval(pid, expr).ok()
    }

    fn is_known(&self, expr: &Expr, pid: usize, known: Known) -> bool {
        let globals = &self.scene.layout.globals;
        let owner = self.scene.processes[pid].proctype;
        let frame = &self.scene.layout.frames[owner as usize];
        let all = |place: &Place, is: &dyn Fn(u32) -> bool| {
            let mut offsets = offsets(place, |_| None).into_iter();
            offsets.all(is)
        };
        let unwritten = |at: u32| !self.facts.written.has_local(owner, at..at + 1);
        match expr {
            Expr::Const(_)
            | Expr::Pid
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Conditional(..) => true,
            Expr::Load(place) => match (&place.region, known) {
                (Region::Local, Known::Frame) => true,
                (Region::Local, Known::Constants) => all(place, &unwritten),
                (Region::Local, Known::Type) => all(place, &|at| bytes(frame, at).is_none()),
                (Region::Global, _) => all(place, &|at| bytes(globals, at).is_none()),
                (Region::Remote { .. }, _) => false,
            },
            _ => false,
        }
    }
}

/// The channels from which an action may take a message at once.
fn receives_from(action: &Action) -> impl Iterator<Item = &Expr> {
    action.entries().filter_map(|entry| match entry {
        Action::Receive { channel, .. } => Some(channel),
        _ => None,
    })
}

/// The bytes of a scalar; none if it is a constant.
fn bytes(region: &RegionLayout, offset: u32) -> Option<Range<u32>> {
    match region.get(offset)?.home {
        Home::Constant(_) => None,
        Home::Field(field) => Some(bytes_of(field)),
    }
}

fn bytes_of(field: Field) -> Range<u32> {
    field.bit / 8..(field.bit + field.width).div_ceil(8)
}
