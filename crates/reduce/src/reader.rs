//! From actions to their footprints.

use crate::anonymous::is_end;
use crate::footprint::{Footprint, Half};
use crate::guards::{conjuncts, may_receive};
use crate::known::Known;
use crate::resources::{Resources, Set};
use crate::values::{Test, constants};
use program::access::{self, Access, Moment, offsets};
use program::state::MAX_CHANNELS;
use program::{
    Action, ChannelType, DStep, Edge, End, Expr, Location, MessageField, Pattern, Place, ProcId,
    ReceiveMode, Region,
};

/// Computes footprints for a process about which something is known.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    pub resources: &'a Resources,
    pub known: Known<'a>,
}

impl Reader<'_> {
    /// The footprint of an edge alone: with what decides whether it is enabled, without what an
    /// atomic sequence does after it.
    pub fn edge(&self, location: &Location, index: usize) -> Footprint {
        let edge = &location.edges[index];
        let mut rest = Footprint::empty(self.resources);
        self.control(location, edge, &mut rest);
        if let Some(provided) = self.provided() {
            self.reads(provided, &mut rest);
        }
        let deterministic = self.proctype().is_some_and(|p| p.deterministic);
        let escapes = location.edges.iter().any(|edge| edge.escape != 0);
        if edge.action.is_else() || escapes || deterministic {
            // Whether it is enabled depends on whether the others are.
            for other in &location.edges {
                self.guard(&other.action, &mut rest);
            }
        }
        let mut footprint = self.action(&edge.action);
        footprint.join(&rest);
        footprint
    }

    pub fn proctype(&self) -> Option<&program::Proctype> {
        let id = self.known.proctype?;
        Some(self.known.program.proctype(id))
    }

    /// The condition under which processes of the type may move.
    pub fn provided(&self) -> Option<&Expr> {
        self.proctype()?.provided.as_ref()
    }

    /// What others see of a change of location.
    fn control(&self, location: &Location, edge: &Edge, footprint: &mut Footprint) {
        let (Some(id), Some(proctype)) = (self.known.proctype, self.proctype()) else {
            return;
        };
        let dies = edge.action == Action::Terminate;
        let target = proctype
            .locations
            .get(edge.target as usize)
            .filter(|_| !dies);
        if target.is_some_and(may_receive) {
            footprint.reads.insert(self.resources.handshake());
        }
        let writes = &mut footprint.writes;
        if self.resources.is_anonymous() && target.is_some_and(is_end) {
            writes.insert(self.resources.alone());
        }
        if location.accept != target.is_some_and(|target| target.accept) {
            writes.insert(self.resources.accept());
        }
        if location.progress != target.is_some_and(|target| target.progress) {
            writes.insert(self.resources.progress());
        }
        for (label, resource) in self.resources.labels(id) {
            let at = proctype.labels[label as usize].location;
            let leaves = std::ptr::eq(proctype.location(at), location);
            let enters = !dies && at == edge.target;
            if leaves != enters {
                writes.insert(resource);
            }
        }
    }

    /// Whether an edge writes one of these resources whatever is known of its process: every element
    /// that it may choose is among them, or it is the change of location that counts.
    pub fn certainly_writes(&self, location: &Location, index: usize, set: &Set) -> bool {
        let edge = &location.edges[index];
        let mut control = Footprint::empty(self.resources);
        self.control(location, edge, &mut control);
        let mut certain = !control.writes.is_disjoint(set);
        access::of_action(&edge.action, &mut |_, access| {
            if let Access::Write(place) = access {
                let mut elements = offsets(place, |_| None).into_iter();
                let hit = |at: u32| {
                    let element = Place {
                        offset: at,
                        indices: Vec::new(),
                        ..place.clone()
                    };
                    let resources = self.place(&element);
                    resources.into_iter().any(|resource| set.contains(resource))
                };
                certain |= elements.all(hit);
            }
        });
        certain
    }

    fn action(&self, action: &Action) -> Footprint {
        let mut footprint = Footprint::empty(self.resources);
        let out = &mut footprint;
        match action {
            Action::Condition(expr) => self.condition(expr, out),
            Action::DStep(body) => self.dstep(body, out),
            action => access::of_action(action, &mut |moment, access| {
                self.at(moment).touch(access, out);
            }),
        }
        if let Action::Assign(place, expr) = action
            && let Some(constants) = constants(place, expr, &self.known)
        {
            out.writes_only(constants);
        }
        footprint
    }

    /// The same process at this moment of an action: what is known now is known where the action
    /// starts, and no longer.
    fn at(&self, moment: Moment) -> Reader<'_> {
        let known = match moment {
            Moment::Entry => self.known,
            Moment::Later => self.known.lasting(),
        };
        Reader { known, ..*self }
    }

    /// Adds what an access means to others.
    fn touch(&self, access: Access<'_>, out: &mut Footprint) {
        let resources = self.resources;
        match access {
            Access::Read(place) => out.reads.extend(self.place(place)),
            Access::Write(place) => out.writes.extend(self.place(place)),
            Access::Send {
                channel,
                fields,
                sorted,
            } => {
                let fields: Vec<_> = fields.iter().map(|field| self.known.value(field)).collect();
                self.send(channel, &fields, sorted, out);
            }
            Access::Receive {
                channel,
                fields,
                mode,
            } => {
                let lasting = self.known.lasting();
                let value = |field: &MessageField| match field.pattern() {
                    Pattern::Equals(expr) => lasting.value(expr),
                    Pattern::Any => None,
                };
                let values: Vec<_> = fields.iter().map(value).collect();
                self.receive(channel, &values, mode, out);
            }
            Access::Inspect(channel) => self.both_ends(self.known.value(channel), out),
            Access::Count if resources.is_anonymous() => out.reads.insert(resources.alone()),
            Access::Count | Access::Existence => {
                out.reads.insert(resources.creation());
                out.reads.insert(resources.death());
            }
            Access::Label(proctype, label) => {
                out.reads.extend(resources.label(proctype, label));
            }
            Access::Progress => out.reads.insert(resources.progress()),
            Access::Everything => out.unknown = true,
            Access::Create(proctype) => self.creates(proctype, out),
            Access::Die if resources.is_anonymous() => {}
            Access::Die => {
                // Processes that die do not disturb each other: only the youngest can.
                out.reads.insert(resources.creation());
                out.writes.insert(resources.death());
                if let Some(id) = self.known.proctype {
                    self.frame(id, out);
                }
                self.changes_promises(out);
            }
        }
    }

    /// The sides of a rendezvous that an action may begin as.
    pub fn halves(&self, action: &Action) -> impl Iterator<Item = Half> {
        action.entries().filter_map(|entry| self.action(entry).half)
    }

    fn dstep(&self, body: &DStep, out: &mut Footprint) {
        for (node, choices) in body.nodes.iter().enumerate() {
            let moment = body.moment(node);
            let reader = self.at(moment);
            for choice in &choices.choices {
                let inner = reader.action(&choice.action);
                out.unknown |= inner.half.is_some();
                let condition = matches!(choice.action, Action::Condition(_));
                if moment == Moment::Entry && condition && choices.choices.len() == 1 {
                    out.unite(&inner);
                    continue;
                }
                // Which choice is taken depends on which are enabled.
                let mut whole = Footprint::empty(self.resources);
                reader.guard(&choice.action, &mut whole);
                whole.join(&inner);
                out.join(&whole);
            }
        }
    }

    /// A condition that must hold: what it reads, and the tests that it consists of.
    fn condition(&self, expr: &Expr, out: &mut Footprint) {
        let mut tests = Vec::new();
        for conjunct in conjuncts(expr) {
            // Whether `timeout` holds does not matter: it does not as long as anything can happen.
            if *conjunct == Expr::Timeout {
                continue;
            }
            match Test::of(conjunct, true, &self.known) {
                Some(test) => tests.push(test),
                None => self.reads(conjunct, out),
            }
        }
        tests.into_iter().for_each(|test| out.add_test(test));
    }

    /// Whether a process of a type exists is seen by those who refer to it, and its channels with
    /// it.
    fn frame(&self, id: ProcId, out: &mut Footprint) {
        let labels = self.resources.labels(id).map(|(_, resource)| resource);
        out.writes.extend(labels.chain(self.resources.frame(id)));
        if !self.known.program.proctype(id).frame.channels.is_empty() {
            let globals = self.known.program.globals.channels.len();
            for channel in globals + 1..=MAX_CHANNELS {
                out.writes.extend(self.seen(channel, End::Head));
                out.writes.extend(self.seen(channel, End::Tail));
            }
        }
    }

    fn creates(&self, id: ProcId, out: &mut Footprint) {
        out.writes.insert(self.resources.creation());
        self.frame(id, out);
        out.creates.push(id);
        let child = Reader {
            known: Known {
                proctype: Some(id),
                pid: None,
                values: &[],
                now: &[],
                ..self.known
            },
            ..*self
        };
        let proctype = self.known.program.proctype(id);
        access::first_values(&proctype.frame).for_each(|expr| child.reads(expr, out));
        child.changes_promises(out);
        let entry = proctype.location(proctype.entry);
        if may_receive(entry) {
            out.reads.insert(self.resources.handshake());
        }
        if entry.accept {
            out.writes.insert(self.resources.accept());
        }
        if entry.progress {
            out.writes.insert(self.resources.progress());
        }
    }

    fn send(&self, channel: &Expr, fields: &[Option<i32>], sorted: bool, out: &mut Footprint) {
        let number = self.known.value(channel);
        for (channel, kind) in self.channels(number) {
            if kind.is_none_or(|kind| kind.capacity > 0) {
                self.trying(channel, End::Tail, out);
                out.reads
                    .extend(self.used(channel, End::Tail, number.is_some()));
                out.writes
                    .extend(self.used(channel, End::Tail, number.is_some()));
                if sorted || self.known.program.lossy {
                    out.writes.extend(self.seen(channel, End::Head));
                }
            }
        }
        let kinds = self.channels(number).into_iter();
        let kinds: Vec<Option<&ChannelType>> = kinds
            .map(|(_, kind)| kind)
            .filter(|kind| kind.is_none_or(|kind| kind.capacity == 0))
            .collect();
        if !kinds.is_empty() {
            let values = fields.iter().enumerate();
            out.half = Some(Half {
                send: true,
                channel: number,
                fields: values
                    .map(|(at, &value)| received(&kinds, at, value?))
                    .collect(),
            });
        }
        self.trace(out);
    }

    fn receive(
        &self,
        channel: &Expr,
        fields: &[Option<i32>],
        mode: ReceiveMode,
        out: &mut Footprint,
    ) {
        let number = self.known.value(channel);
        for (channel, kind) in self.channels(number) {
            if kind.is_none_or(|kind| kind.capacity > 0) {
                self.trying(channel, End::Head, out);
                out.reads
                    .extend(self.used(channel, End::Head, number.is_some()));
                if mode.random {
                    out.reads.extend(self.seen(channel, End::Tail));
                }
                if !mode.keep {
                    out.writes
                        .extend(self.used(channel, End::Head, number.is_some()));
                    if mode.random || self.known.program.lossy {
                        out.writes.extend(self.seen(channel, End::Tail));
                    }
                }
            }
            if kind.is_none_or(|kind| kind.capacity == 0) {
                out.half = Some(Half {
                    send: false,
                    channel: number,
                    fields: fields.to_vec(),
                });
            }
        }
        self.trace(out);
    }

    /// Adds that a message is an event of the trace assertion, whose own expressions are evaluated as
    /// nobody.
    fn trace(&self, out: &mut Footprint) {
        let Some(trace) = &self.known.program.trace else {
            return;
        };
        out.writes.insert(self.resources.trace());
        let nobody = Reader {
            known: self.known.nobody(),
            ..*self
        };
        for event in trace.locations.iter().flat_map(|l| &l.events) {
            nobody.reads(&event.channel, out);
            event
                .fields
                .iter()
                .for_each(|field| nobody.pattern(field, out));
        }
    }

    /// The channels that an expression of this value may mean: number, and kind where it is known.
    fn channels(&self, number: Option<i32>) -> Vec<(usize, Option<&ChannelType>)> {
        let program = self.known.program;
        let globals = &program.globals.channels;
        let kind = |number: usize| {
            let slot = number.checked_sub(1).and_then(|index| globals.get(index))?;
            Some(&program.channel_types[slot.channel_type as usize])
        };
        match number {
            Some(number) => match usize::try_from(number) {
                // There is no channel zero, and none beyond: using one is a fault.
                Ok(number) if (1..=MAX_CHANNELS).contains(&number) => vec![(number, kind(number))],
                _ => Vec::new(),
            },
            None => {
                let frames = program.proctypes.iter().map(|proctype| &proctype.frame);
                let local = frames.map(|frame| frame.channels.len()).sum::<usize>() > 0;
                let last = if local { MAX_CHANNELS } else { globals.len() };
                // Those whose messages have another number of fields too: to use one is a fault or not
                // as others leave it full or empty.
                (1..=last).map(|number| (number, kind(number))).collect()
            }
        }
    }

    /// Adds what decides whether an action is enabled: what can make it so as well as what can
    /// prevent it.
    pub fn guard(&self, action: &Action, out: &mut Footprint) {
        access::of_guard(action, &mut |moment, access| match access {
            Access::Send { channel, .. } => self.ends(self.known.value(channel), End::Tail, out),
            Access::Receive { channel, .. } => {
                self.ends(self.known.value(channel), End::Head, out);
            }
            Access::Die if self.resources.is_anonymous() => {}
            Access::Die => {
                out.reads.insert(self.resources.creation());
                out.reads.insert(self.resources.death());
            }
            access => self.at(moment).touch(access, out),
        });
    }

    /// Adds what decides whether an atomic sequence ends before an action: a send and a receive of a
    /// channel commute if both can happen, but here it matters also which of them is the first that
    /// can. Who comes to meet a send without buffer is the caller's affair, and no sequence goes on
    /// because of a timeout.
    pub fn ending(&self, action: &Action, out: &mut Footprint) {
        let unknown = out.unknown;
        self.guard(action, out);
        out.unknown = unknown;
    }

    /// Adds what must change for an action that is not enabled to become so, the coming of a
    /// partner aside.
    pub fn enabling(&self, action: &Action, out: &mut Footprint) {
        let Action::Send {
            channel, fields, ..
        } = action
        else {
            return self.guard(action, out);
        };
        self.reads(channel, out);
        fields.iter().for_each(|field| self.reads(field, out));
        // A full channel: somebody must take a message.
        let number = self.known.value(channel);
        for (channel, _) in self.channels(number) {
            self.trying(channel, End::Tail, out);
            out.reads.extend(self.seen(channel, End::Head));
        }
    }

    /// Adds both ends of the channels that may be meant, one of them to be used. Whether a partner
    /// waits to receive what is sent is a matter of all other processes; a receiver does not count as
    /// enabled before.
    fn ends(&self, number: Option<i32>, end: End, out: &mut Footprint) {
        let other = match end {
            End::Head => End::Tail,
            End::Tail => End::Head,
        };
        for (channel, kind) in self.channels(number) {
            self.trying(channel, end, out);
            out.reads.extend(self.used(channel, end, number.is_some()));
            out.reads.extend(self.seen(channel, other));
            out.unknown |= end == End::Tail && kind.is_none_or(|kind| kind.capacity == 0);
        }
    }

    fn pattern(&self, pattern: &Pattern, out: &mut Footprint) {
        if let Pattern::Equals(expr) = pattern {
            self.reads(expr, out);
        }
    }

    /// Adds what an expression reads.
    pub fn reads(&self, expr: &Expr, out: &mut Footprint) {
        access::of_expr(expr, &mut |access| self.touch(access, out));
    }

    fn both_ends(&self, number: Option<i32>, out: &mut Footprint) {
        let channels = match number.and_then(|number| usize::try_from(number).ok()) {
            Some(number) => number..number + 1,
            None => 1..MAX_CHANNELS + 1,
        };
        for channel in channels.filter(|&channel| channel <= MAX_CHANNELS) {
            out.reads.extend(self.seen(channel, End::Head));
            out.reads.extend(self.seen(channel, End::Tail));
        }
    }

    /// The resources that a place may be.
    fn place(&self, place: &Place) -> Vec<usize> {
        let owner = match (&place.region, self.known.proctype) {
            (Region::Global, _) => None,
            (Region::Local, None) => return Vec::new(),
            (Region::Local, Some(id)) => Some(id),
            (Region::Remote { proctype, .. }, _) => Some(*proctype),
        };
        let bytes = offsets(place, |index| self.known.value(index));
        let bytes = bytes
            .into_iter()
            .flat_map(|at| at..at + place.scalar.size());
        match owner {
            None => bytes.map(|at| self.resources.global(at)).collect(),
            Some(id) => bytes
                .filter_map(|at| self.resources.remote(id, at))
                .collect(),
        }
    }
}

/// What is left of a value in a field of a message, if it is the same for all kinds of channels that may
/// be meant.
fn received(kinds: &[Option<&ChannelType>], at: usize, value: i32) -> Option<i32> {
    let left = |kind: &Option<&ChannelType>| Some(kind.as_ref()?.fields.get(at)?.wrap(value));
    let first = left(kinds.first()?)?;
    let same = |kind: &Option<&ChannelType>| left(kind) == Some(first);
    kinds.iter().all(same).then_some(first)
}
