//! A state taken apart: where each frame and channel is, so that expressions and actions can
//! read and write it.

use crate::expr::{Index, Place, Region};
use crate::fault::Fault;
use crate::model::{
    ChannelType, Frame, Initializer, LocationId, ProcId, Proctype, Program, Variable,
};
use crate::scalar::Scalar;
use crate::state::{MAX_CHANNELS, MAX_PROCESSES, State};
use std::cell::Cell;

/// The number of no process, for expressions that belong to none.
pub(crate) const NOBODY: usize = usize::MAX;

/// A state that can be evaluated and changed.
#[derive(Clone)]
pub(crate) struct Machine<'p> {
    pub program: &'p Program,
    pub state: State,
    /// Where the frame of each process starts.
    frames: Vec<usize>,
    /// Where each channel lies and which kind it is, by number less one.
    channels: Vec<(usize, u32)>,
    /// How many `enabled` questions are being answered, one for the sake of the other.
    pub questions: Cell<u32>,
}

/// A channel that exists.
#[derive(Clone, Copy)]
pub(crate) struct Channel<'p> {
    /// Its number.
    pub id: i32,
    /// Its kind.
    pub kind: &'p ChannelType,
    at: usize,
}

impl Channel<'_> {
    pub fn is_rendezvous(&self) -> bool {
        self.kind.capacity == 0
    }
}

impl<'p> Machine<'p> {
    /// The state at the start: globals initialised, then the first processes created in order.
    pub fn initial(program: &'p Program) -> Result<Machine<'p>, Fault> {
        let state = State::empty(program);
        let at = state.globals();
        let mut machine = Machine {
            program,
            state,
            frames: Vec::new(),
            channels: Vec::new(),
            questions: Cell::new(0),
        };
        machine.add_channels(at, &program.globals)?;
        machine.initialize(None, at, &program.globals)?;
        if let Some(trace) = &program.trace {
            machine.state.set_trace_location(trace.entry);
        }
        for instance in &program.instances {
            machine.create(instance.proctype, &[], instance.priority)?;
        }
        Ok(machine)
    }

    /// Takes a state apart.
    pub fn new(program: &'p Program, state: &State) -> Machine<'p> {
        let frames = state.frames(program);
        let mut machine = Machine {
            program,
            state: state.clone(),
            frames,
            channels: Vec::new(),
            questions: Cell::new(0),
        };
        machine.index_channels(machine.state.globals(), &program.globals);
        for pid in 0..machine.frames.len() {
            let at = State::variables_at(machine.frames[pid]);
            machine.index_channels(at, &machine.proctype_of(pid).frame);
        }
        machine
    }

    fn index_channels(&mut self, at: usize, frame: &Frame) {
        let slots = frame.channels.iter();
        self.channels
            .extend(slots.map(|slot| (at + slot.offset as usize, slot.channel_type)));
    }

    fn add_channels(&mut self, at: usize, frame: &Frame) -> Result<(), Fault> {
        self.index_channels(at, frame);
        if self.channels.len() > MAX_CHANNELS {
            return Err(Fault::TooManyChannels);
        }
        Ok(())
    }

    /// Creates a process and returns its number. Arguments are stored first: initial values of
    /// locals may use them.
    pub fn create(&mut self, id: ProcId, arguments: &[i32], priority: u8) -> Result<usize, Fault> {
        let pid = self.frames.len();
        if pid >= MAX_PROCESSES {
            return Err(Fault::TooManyProcesses);
        }
        let proctype = self.program.proctype(id);
        let frame = self.state.push_frame(self.program, id);
        self.frames.push(frame);
        self.state.set_location_at(frame, proctype.entry);
        self.state.set_priority_at(
            frame,
            if self.program.uses_priority {
                priority
            } else {
                0
            },
        );
        let at = State::variables_at(frame);
        self.add_channels(at, &proctype.frame)?;
        for (&(offset, scalar), &value) in proctype.parameters.iter().zip(arguments) {
            self.state.store(at + offset as usize, scalar, value);
        }
        self.initialize(Some(pid), at, &proctype.frame)?;
        self.acquire_ends(pid)?;
        Ok(pid)
    }

    /// Gives the variables of a frame their first values. The frame's channels come last in
    /// `channels`.
    fn initialize(&mut self, pid: Option<usize>, at: usize, frame: &Frame) -> Result<(), Fault> {
        let first_channel = self.channels.len() - frame.channels.len();
        for initial in &frame.initial {
            let value = match &initial.value {
                Initializer::Value(expr) => self.eval(pid.unwrap_or(NOBODY), false, expr)?,
                Initializer::Channel(slot) => (first_channel + *slot as usize + 1) as i32,
            };
            self.state
                .store(at + initial.offset as usize, initial.scalar, value);
        }
        Ok(())
    }

    /// Whether this process may die now: only the youngest can.
    pub fn can_terminate(&self, pid: usize) -> bool {
        pid + 1 == self.frames.len()
    }

    /// Removes the youngest process and its channels.
    pub fn terminate_youngest(&mut self) {
        if let Some(frame) = self.frames.pop() {
            let id = self.state.proctype_at(frame);
            let gone = self.program.proctype(id).frame.channels.len();
            self.channels.truncate(self.channels.len() - gone);
            self.state.pop_frame(frame);
        }
    }

    pub fn process_count(&self) -> usize {
        self.frames.len()
    }

    pub fn proctype_id(&self, pid: usize) -> ProcId {
        self.state.proctype_at(self.frames[pid])
    }

    pub fn proctype_of(&self, pid: usize) -> &'p Proctype {
        self.program.proctype(self.proctype_id(pid))
    }

    pub fn location_id(&self, pid: usize) -> LocationId {
        self.state.location_at(self.frames[pid])
    }

    pub fn location_of(&self, pid: usize) -> &'p crate::model::Location {
        self.proctype_of(pid).location(self.location_id(pid))
    }

    pub fn set_location(&mut self, pid: usize, location: LocationId) {
        self.state.set_location_at(self.frames[pid], location);
    }

    pub fn priority_of(&self, pid: usize) -> u8 {
        self.state.priority_at(self.frames[pid])
    }

    pub fn set_priority(&mut self, pid: usize, priority: u8) {
        self.state.set_priority_at(self.frames[pid], priority);
    }

    /// The process that a number names, if it is alive.
    pub fn live(&self, pid: i32) -> Option<usize> {
        usize::try_from(pid)
            .ok()
            .filter(|&pid| pid < self.frames.len())
    }

    /// The lowest-numbered process of a type.
    pub fn first_of(&self, proctype: ProcId) -> Option<usize> {
        (0..self.frames.len()).find(|&pid| self.proctype_id(pid) == proctype)
    }

    /// Reads a place as process `pid` sees it. A variable of a process that does not exist is
    /// zero, as in SPIN.
    pub fn load(&self, pid: usize, timeout: bool, place: &Place) -> Result<i32, Fault> {
        match self.base(pid, timeout, &place.region)? {
            None => Ok(0),
            Some(base) => {
                let at = self.address(pid, timeout, base, place)?;
                Ok(self.state.load(at, place.scalar))
            }
        }
    }

    /// Writes a place as process `pid` sees it.
    pub fn store(&mut self, pid: usize, place: &Place, value: i32) -> Result<(), Fault> {
        if let Some(base) = self.base(pid, false, &place.region)? {
            let at = self.address(pid, false, base, place)?;
            self.state.store(at, place.scalar, value);
        }
        Ok(())
    }

    fn base(&self, pid: usize, timeout: bool, region: &Region) -> Result<Option<usize>, Fault> {
        Ok(match region {
            Region::Global => Some(self.state.globals()),
            // Expressions of claims and of globals belong to no process.
            Region::Local => self
                .frames
                .get(pid)
                .map(|&frame| State::variables_at(frame)),
            Region::Remote {
                proctype,
                pid: other,
            } => {
                let other = match other {
                    None => self.first_of(*proctype),
                    Some(expr) => self.live(self.eval(pid, timeout, expr)?),
                };
                match other {
                    Some(other) if self.proctype_id(other) != *proctype => {
                        return Err(Fault::WrongProctype {
                            pid: other as i32,
                            proctype: self.program.proctype(*proctype).name.clone(),
                        });
                    }
                    Some(other) => Some(State::variables_at(self.frames[other])),
                    None => None,
                }
            }
        })
    }

    fn address(
        &self,
        pid: usize,
        timeout: bool,
        base: usize,
        place: &Place,
    ) -> Result<usize, Fault> {
        let mut at = base + place.offset as usize;
        for Index {
            value,
            bound,
            stride,
        } in &place.indices
        {
            let index = self.eval(pid, timeout, value)?;
            let valid = u32::try_from(index).ok().filter(|index| index < bound);
            let index = valid.ok_or(Fault::IndexOutOfBounds {
                index,
                bound: *bound,
            })?;
            at += (index * stride) as usize;
        }
        Ok(at)
    }

    /// Values of a variable of the globals or of a process.
    pub fn variable(&self, pid: Option<usize>, variable: &Variable) -> Vec<i32> {
        let base = pid.map_or(self.state.globals(), |pid| {
            State::variables_at(self.frames[pid])
        });
        let (start, size) = (
            base + variable.offset as usize,
            variable.scalar.size() as usize,
        );
        let count = variable.length.unwrap_or(1) as usize;
        (0..count)
            .map(|i| self.state.load(start + i * size, variable.scalar))
            .collect()
    }

    /// The messages in each channel of the globals or of a process.
    pub fn channel_contents(&self, pid: Option<usize>) -> Vec<Vec<Vec<i32>>> {
        let below = pid.unwrap_or(0);
        let earlier = |pid| self.proctype_of(pid).frame.channels.len();
        let globals = self.program.globals.channels.len();
        let (first, count) = match pid {
            None => (0, globals),
            Some(pid) => (
                globals + (0..below).map(earlier).sum::<usize>(),
                earlier(pid),
            ),
        };
        let contents = |id: usize| {
            let Ok(channel) = self.channel(id as i32) else {
                return Vec::new();
            };
            (0..self.channel_length(channel))
                .map(|slot| self.message(channel, slot))
                .collect()
        };
        (first + 1..=first + count).map(contents).collect()
    }

    /// The channel with this number.
    pub fn channel(&self, id: i32) -> Result<Channel<'p>, Fault> {
        if id == 0 {
            return Err(Fault::UninitializedChannel);
        }
        let index = usize::try_from(id).ok().map(|id| id - 1);
        let &(at, kind) = index
            .and_then(|index| self.channels.get(index))
            .ok_or(Fault::NoSuchChannel(id))?;
        Ok(Channel {
            id,
            kind: &self.program.channel_types[kind as usize],
            at,
        })
    }

    /// Number of messages in a channel.
    pub fn channel_length(&self, channel: Channel<'_>) -> usize {
        if channel.is_rendezvous() {
            0
        } else {
            self.state.length(channel.at)
        }
    }

    pub fn is_full(&self, channel: Channel<'_>) -> bool {
        self.channel_length(channel) >= channel.kind.capacity as usize
    }

    /// The fields of the message in a slot, oldest first.
    pub fn message(&self, channel: Channel<'_>, slot: usize) -> Vec<i32> {
        let mut at = self.slot(channel, slot);
        let mut message = Vec::with_capacity(channel.kind.fields.len());
        for field in &channel.kind.fields {
            message.push(self.state.load(at, *field));
            at += field.size() as usize;
        }
        message
    }

    fn slot(&self, channel: Channel<'_>, slot: usize) -> usize {
        let size = channel.kind.message_size() as usize;
        channel.at + crate::model::LENGTH_SIZE as usize + slot * size
    }

    /// Inserts a message so that it comes to lie in `slot`. The channel has room.
    pub fn insert(&mut self, channel: Channel<'_>, slot: usize, message: &[i32]) {
        let length = self.channel_length(channel);
        let size = channel.kind.message_size() as usize;
        let (from, end) = (self.slot(channel, slot), self.slot(channel, length + 1));
        self.state.slice_mut(from..end).rotate_right(size);
        let mut at = from;
        for (field, &value) in channel.kind.fields.iter().zip(message) {
            self.state.store(at, *field, value);
            at += field.size() as usize;
        }
        self.state.set_length(channel.at, length + 1);
    }

    /// Removes the message in a slot. Slots that are not in use are zero, so that equal contents
    /// are equal bytes.
    pub fn remove(&mut self, channel: Channel<'_>, slot: usize) {
        let length = self.channel_length(channel);
        let size = channel.kind.message_size() as usize;
        let (from, end) = (self.slot(channel, slot), self.slot(channel, length));
        let bytes = self.state.slice_mut(from..end);
        bytes.rotate_left(size);
        let kept = bytes.len() - size;
        bytes[kept..].fill(0);
        self.state.set_length(channel.at, length - 1);
    }
}

/// What a channel keeps of a message that is sent to it.
pub(crate) fn wrapped(kind: &ChannelType, message: &[i32]) -> Vec<i32> {
    let fields: std::slice::Iter<'_, Scalar> = kind.fields.iter();
    fields
        .zip(message)
        .map(|(field, &value)| field.wrap(value))
        .collect()
}
