//! States: flat vectors of bytes.
//!
//! A state is a header, the global frame, and one frame per process in order of their numbers.
//! Processes die in the reverse order of their creation, so the frames are a stack. A frame
//! starts with the process's type, location and priority; its variables and its channels follow
//! at offsets that the process type fixes. Two states are the same if their bytes are.

use crate::model::{LocationId, ProcId, Program};
use crate::scalar::Scalar;

/// Most processes that can be alive at once.
pub const MAX_PROCESSES: usize = 255;
/// Most channels that can exist at once.
pub const MAX_CHANNELS: usize = 255;

/// A state of a program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    bytes: Vec<u8>,
}

/// Header: number of processes, holder of control, who moved last, location of the trace.
const HEADER: usize = 1 + 1 + 1 + 2;
const COUNT: usize = 0;
const HOLDER: usize = 1;
const LAST: usize = 2;
const TRACE: usize = 3;
/// No process holds control: the value of `HOLDER` in most states.
const NO_HOLDER: u8 = u8::MAX;

/// Bytes of a frame before its variables: type, location, priority.
const FRAME_HEADER: usize = 1 + 2 + 1;

impl State {
    /// A state with zeroed globals and no process.
    pub fn empty(program: &Program) -> State {
        let mut bytes = vec![0; HEADER + program.globals.size as usize];
        bytes[HOLDER] = NO_HOLDER;
        State { bytes }
    }

    /// The bytes, for storing and comparing.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The state with these bytes, which [`State::bytes`] gave.
    pub fn from_bytes(bytes: &[u8]) -> State {
        State {
            bytes: bytes.to_vec(),
        }
    }

    /// Number of processes alive.
    pub fn process_count(&self) -> usize {
        usize::from(self.bytes[COUNT])
    }

    /// The process inside an atomic sequence that alone may move, if there is one.
    pub fn holder(&self) -> Option<usize> {
        let holder = self.bytes[HOLDER];
        (holder != NO_HOLDER).then_some(usize::from(holder))
    }

    /// Gives control to a process, or to all.
    pub fn set_holder(&mut self, holder: Option<usize>) {
        self.bytes[HOLDER] = holder.map_or(NO_HOLDER, |pid| pid as u8);
    }

    /// The process that moved last; zero at the start and in programs that never ask.
    pub fn last(&self) -> usize {
        usize::from(self.bytes[LAST])
    }

    /// Notes who moved last.
    pub fn set_last(&mut self, pid: usize) {
        self.bytes[LAST] = pid as u8;
    }

    /// Location of the trace assertion.
    pub fn trace_location(&self) -> LocationId {
        LocationId::from(u16::from_le_bytes([
            self.bytes[TRACE],
            self.bytes[TRACE + 1],
        ]))
    }

    /// Moves the trace assertion.
    pub fn set_trace_location(&mut self, location: LocationId) {
        self.bytes[TRACE..TRACE + 2].copy_from_slice(&(location as u16).to_le_bytes());
    }

    /// Offset of the first global variable.
    pub const fn globals(&self) -> usize {
        HEADER
    }

    /// The scalar at an offset.
    pub fn load(&self, at: usize, scalar: Scalar) -> i32 {
        scalar.load(&self.bytes[at..])
    }

    /// Stores a scalar at an offset.
    pub fn store(&mut self, at: usize, scalar: Scalar, value: i32) {
        scalar.store(&mut self.bytes[at..], value);
    }

    /// The length of the channel at an offset.
    pub fn length(&self, at: usize) -> usize {
        usize::from(u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]]))
    }

    /// Sets the length of the channel at an offset.
    pub fn set_length(&mut self, at: usize, length: usize) {
        self.bytes[at..at + 2].copy_from_slice(&(length as u16).to_le_bytes());
    }

    pub(crate) fn slice_mut(&mut self, range: std::ops::Range<usize>) -> &mut [u8] {
        &mut self.bytes[range]
    }

    /// Adds a zeroed frame at the end and says where it starts.
    pub fn push_frame(&mut self, program: &Program, id: ProcId) -> usize {
        let frame = self.bytes.len();
        let size = FRAME_HEADER + program.proctype(id).frame.size as usize;
        self.bytes.resize(frame + size, 0);
        self.bytes[frame] = id as u8;
        self.bytes[COUNT] += 1;
        frame
    }

    /// Removes the youngest process, whose frame starts at `frame`.
    pub(crate) fn pop_frame(&mut self, frame: usize) {
        self.bytes.truncate(frame);
        self.bytes[COUNT] -= 1;
    }

    /// Where the frame of each process starts.
    pub fn frames(&self, program: &Program) -> Vec<usize> {
        let mut frames = Vec::with_capacity(self.process_count());
        let mut at = HEADER + program.globals.size as usize;
        for _ in 0..self.process_count() {
            frames.push(at);
            at += FRAME_HEADER + program.proctype(self.proctype_at(at)).frame.size as usize;
        }
        debug_assert_eq!(at, self.bytes.len());
        frames
    }

    /// Type of the process whose frame starts at `frame`.
    pub fn proctype_at(&self, frame: usize) -> ProcId {
        ProcId::from(self.bytes[frame])
    }

    /// Location of the process whose frame starts at `frame`.
    pub fn location_at(&self, frame: usize) -> LocationId {
        LocationId::from(u16::from_le_bytes([
            self.bytes[frame + 1],
            self.bytes[frame + 2],
        ]))
    }

    /// Moves the process whose frame starts at `frame`.
    pub fn set_location_at(&mut self, frame: usize, location: LocationId) {
        self.bytes[frame + 1..frame + 3].copy_from_slice(&(location as u16).to_le_bytes());
    }

    /// Priority of the process whose frame starts at `frame`.
    pub fn priority_at(&self, frame: usize) -> u8 {
        self.bytes[frame + 3]
    }

    /// Sets the priority of the process whose frame starts at `frame`.
    pub fn set_priority_at(&mut self, frame: usize, priority: u8) {
        self.bytes[frame + 3] = priority;
    }

    /// Offset of the first variable of the frame at `frame`.
    pub const fn variables_at(frame: usize) -> usize {
        frame + FRAME_HEADER
    }
}
