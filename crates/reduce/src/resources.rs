//! What actions can touch: everything through which one process may notice another.
//!
//! Resources are numbered: the bytes of the global frame; two ends of each channel, by the number
//! of the channel; that processes are created, and that they die; the trace assertion; that some
//! process is at an accept or a progress label; that a rendezvous inside an atomic sequence finds its
//! partner; that others than the oldest process are not at their ends; and, where an expression refers to a label or a
//! variable of another process, that label or variable for all processes of the type.
//!
//! The two ends of a channel make sends and receives commute: a send writes the tail, a receive the
//! head, and if both can happen neither prevents the other or changes what it does. Whatever looks
//! at how full a channel is reads both ends. For ends that a process may have to itself see
//! [`exclusive`](crate::exclusive).

use fixedbitset::FixedBitSet;
use hashbrown::HashMap;
use program::state::MAX_CHANNELS;
use program::{End, Expr, ProcId, Program, Region};

/// A set of resources.
pub type Set = FixedBitSet;

/// The numbers of the resources of a program.
pub struct Resources {
    globals: usize,
    /// How many belong to each channel.
    per_channel: usize,
    labels: HashMap<(ProcId, u32), usize>,
    /// By process type and byte of its frame.
    remote: HashMap<(ProcId, u32), usize>,
    /// Deaths are silent.
    anonymous: bool,
    count: usize,
}

/// Resources that every program has, behind those of channels.
const CREATION: usize = 0;
const DEATH: usize = 1;
const TRACE: usize = 2;
const ACCEPT: usize = 3;
const PROGRESS: usize = 4;
const HANDSHAKE: usize = 5;
const ALONE: usize = 6;
const FIXED: usize = 7;

/// Resources of a channel: its ends; and, of each end, what its only user touches and who that is.
const ENDS: usize = 2;
const ENDS_AND_OWNERS: usize = 6;

impl Resources {
    /// The resources of a program, and of expressions about it; whether it is
    /// [anonymous](crate::anonymous).
    pub fn new(program: &Program, expressions: &[Expr], anonymous: bool) -> Resources {
        let mut resources = Resources {
            globals: program.globals.size as usize,
            per_channel: if program.has_exclusive() {
                ENDS_AND_OWNERS
            } else {
                ENDS
            },
            labels: HashMap::new(),
            remote: HashMap::new(),
            anonymous,
            count: 0,
        };
        resources.count = resources.fixed(0) + FIXED;
        let mut look = |expr: &Expr| resources.add_references(program, expr);
        for proctype in &program.proctypes {
            proctype.walk(&mut look);
        }
        expressions.iter().for_each(|expr| expr.walk(&mut look));
        resources
    }

    fn add_references(&mut self, program: &Program, expr: &Expr) {
        match expr {
            Expr::AtLabel {
                proctype, label, ..
            } => add(&mut self.labels, (*proctype, *label), &mut self.count),
            Expr::Load(place) => {
                if let Region::Remote { proctype, .. } = place.region {
                    for at in 0..program.proctype(proctype).frame.size {
                        add(&mut self.remote, (proctype, at), &mut self.count);
                    }
                }
            }
            _ => {}
        }
    }

    /// An empty set.
    pub fn empty(&self) -> Set {
        Set::with_capacity(self.count)
    }

    /// A byte of the global frame.
    pub fn global(&self, at: u32) -> usize {
        at as usize
    }

    /// A byte of the frame of every process of a type, if some expression of another refers to it.
    pub fn remote(&self, proctype: ProcId, at: u32) -> Option<usize> {
        self.remote.get(&(proctype, at)).copied()
    }

    /// The labels of a process type that expressions refer to.
    pub fn labels(&self, proctype: ProcId) -> impl Iterator<Item = (u32, usize)> {
        let of =
            move |(&(owner, label), &resource)| (owner == proctype).then_some((label, resource));
        self.labels.iter().filter_map(of)
    }

    /// A label.
    pub fn label(&self, proctype: ProcId, label: u32) -> Option<usize> {
        self.labels.get(&(proctype, label)).copied()
    }

    /// All that other processes can see of the frames of a process type.
    pub fn frame(&self, proctype: ProcId) -> impl Iterator<Item = usize> {
        let of = move |(&(owner, _), &resource)| (owner == proctype).then_some(resource);
        self.remote.iter().filter_map(of)
    }

    /// Where the next message of a channel is taken, or put.
    pub fn end(&self, channel: usize, end: End) -> usize {
        let end = match end {
            End::Head => 0,
            End::Tail => 1,
        };
        self.globals + self.per_channel * channel + end
    }

    /// The same for the only process that does so, if there are such processes.
    pub fn own_end(&self, channel: usize, end: End) -> Option<usize> {
        let exists = self.per_channel == ENDS_AND_OWNERS;
        exists.then(|| self.end(channel, end) + 2)
    }

    /// Which process that is.
    pub fn promise(&self, channel: usize, end: End) -> Option<usize> {
        let exists = self.per_channel == ENDS_AND_OWNERS;
        exists.then(|| self.end(channel, end) + 4)
    }

    /// Which processes there are changes by the creation of one.
    pub fn creation(&self) -> usize {
        self.fixed(CREATION)
    }

    /// Which processes there are changes by the death of one.
    pub fn death(&self) -> usize {
        self.fixed(DEATH)
    }

    /// Whether deaths are silent: the end of a process counts instead.
    pub fn is_anonymous(&self) -> bool {
        self.anonymous
    }

    /// Whether the oldest process is the only one that is not at its end.
    pub fn alone(&self) -> usize {
        self.fixed(ALONE)
    }

    /// The location of the trace assertion.
    pub fn trace(&self) -> usize {
        self.fixed(TRACE)
    }

    /// Whether some process is at an accept label.
    pub fn accept(&self) -> usize {
        self.fixed(ACCEPT)
    }

    /// Whether some process is at a progress label.
    pub fn progress(&self) -> usize {
        self.fixed(PROGRESS)
    }

    /// Whether an atomic sequence that comes to a send without buffer can go on, which depends on
    /// who waits to receive. Such a send writes it, and who comes to a place where it may receive
    /// reads it: two of these do not disturb each other. What happens once the receiver is there
    /// needs no resource: its half demands the sender.
    pub fn handshake(&self) -> usize {
        self.fixed(HANDSHAKE)
    }

    /// The channel of a resource that is an end of one, and which end it is.
    pub fn end_of_channel(&self, resource: usize) -> Option<(usize, &'static str)> {
        let at = resource.checked_sub(self.globals)?;
        let end = match at % self.per_channel {
            0 | 2 => "the head",
            1 | 3 => "the tail",
            4 => "the only receiver",
            _ => "the only sender",
        };
        (resource < self.fixed(0)).then_some((at / self.per_channel, end))
    }

    /// What a resource that is neither a variable nor a channel is.
    pub fn describe(&self, resource: usize) -> &'static str {
        match resource.checked_sub(self.fixed(0)) {
            Some(CREATION) => "the creation of processes",
            Some(DEATH) => "the death of processes",
            Some(TRACE) => "the trace assertion",
            Some(ACCEPT) => "accept labels",
            Some(PROGRESS) => "progress labels",
            Some(HANDSHAKE) => "a rendezvous inside an atomic sequence",
            Some(ALONE) => "the ends of processes",
            _ => "a reference to another process",
        }
    }

    fn fixed(&self, which: usize) -> usize {
        self.globals + self.per_channel * (MAX_CHANNELS + 1) + which
    }
}

/// Gives something a number, unless it has one.
fn add(numbers: &mut HashMap<(ProcId, u32), usize>, key: (ProcId, u32), count: &mut usize) {
    numbers.entry(key).or_insert_with(|| {
        *count += 1;
        *count - 1
    });
}
