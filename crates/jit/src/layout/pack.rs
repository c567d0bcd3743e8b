//! From the program's own states to packed ones and back.

use super::{ChannelLayout, Home, Layout, RegionLayout};
use program::model::LENGTH_SIZE;
use program::{ChannelType, Frame, Program, Scalar, State};

impl Layout {
    /// The packed form of a state. Who holds control is lost.
    pub fn pack(&self, program: &Program, state: &State) -> Vec<u8> {
        let mut packed = vec![0; self.globals.size() as usize];
        if let Some(field) = self.last {
            field.store(&mut packed, state.last() as i32);
        }
        if let Some(field) = self.trace {
            field.store(&mut packed, state.trace_location() as i32);
        }
        let globals = Both {
            region: &self.globals,
            frame: &program.globals,
            at: state.globals(),
        };
        self.pack_region(program, state, &globals, &mut packed);
        for at in state.frames(program) {
            let proctype = state.proctype_at(at);
            let region = &self.frames[proctype as usize];
            let start = packed.len();
            packed.resize(start + region.size() as usize, 0);
            let place = self.place_of(proctype, state.location_at(at));
            self.place.store(&mut packed[start..], place as i32);
            if let Some(field) = self.priority {
                field.store(&mut packed[start..], i32::from(state.priority_at(at)));
            }
            let both = Both {
                region,
                frame: &program.proctype(proctype).frame,
                at: State::variables_at(at),
            };
            self.pack_region(program, state, &both, &mut packed[start..]);
        }
        packed
    }

    /// The state with this packed form, in which nobody holds control.
    pub fn unpack(&self, program: &Program, packed: &[u8]) -> State {
        let mut state = State::empty(program);
        if let Some(field) = self.last {
            state.set_last(field.load(packed) as usize);
        }
        if let Some(field) = self.trace {
            state.set_trace_location(field.load(packed) as u32);
        }
        let globals = Both {
            region: &self.globals,
            frame: &program.globals,
            at: state.globals(),
        };
        self.unpack_region(program, packed, &globals, &mut state);
        let mut start = self.globals.size() as usize;
        while start < packed.len() {
            let bytes = &packed[start..];
            let place = self.place.load(bytes) as u32;
            let proctype = self.owner(place);
            let region = &self.frames[proctype as usize];
            let at = state.push_frame(program, proctype);
            state.set_location_at(at, self.location(place));
            if let Some(field) = self.priority {
                state.set_priority_at(at, field.load(bytes) as u8);
            }
            let both = Both {
                region,
                frame: &program.proctype(proctype).frame,
                at: State::variables_at(at),
            };
            self.unpack_region(program, bytes, &both, &mut state);
            start += region.size() as usize;
        }
        state
    }

    fn pack_region(&self, program: &Program, state: &State, both: &Both<'_>, packed: &mut [u8]) {
        for (offset, placed) in both.region.scalars() {
            if let Home::Field(field) = placed.home {
                let value = state.load(both.at + offset as usize, field.scalar);
                field.store(packed, value);
            }
        }
        for channel in both.channels(program, &self.channels) {
            let bytes = &mut packed[channel.packed..];
            let length = channel.length(state);
            channel.layout.set_length(bytes, length);
            for slot in 0..length {
                for (field, (at, scalar)) in channel.fields(slot).enumerate() {
                    let value = state.load(at, scalar);
                    channel.layout.store(bytes, slot, field, value);
                }
            }
        }
    }

    fn unpack_region(&self, program: &Program, packed: &[u8], both: &Both<'_>, state: &mut State) {
        for (offset, placed) in both.region.scalars() {
            let value = match placed.home {
                Home::Field(field) => field.load(packed),
                Home::Constant(value) => value,
            };
            state.store(both.at + offset as usize, placed.scalar, value);
        }
        for channel in both.channels(program, &self.channels) {
            let bytes = &packed[channel.packed..];
            let length = channel.layout.length(bytes);
            if !channel.layout.is_rendezvous() {
                state.set_length(channel.at, length as usize);
            }
            for slot in 0..length {
                for (field, (at, scalar)) in channel.fields(slot).enumerate() {
                    state.store(at, scalar, channel.layout.load(bytes, slot, field));
                }
            }
        }
    }
}

/// A region in both forms.
struct Both<'a> {
    region: &'a RegionLayout,
    frame: &'a Frame,
    /// Where it starts in the program's state.
    at: usize,
}

/// A channel in both forms.
struct BothChannel<'a> {
    layout: &'a ChannelLayout,
    kind: &'a ChannelType,
    /// Where it starts in the program's state.
    at: usize,
    /// Where it starts in the packed region.
    packed: usize,
}

impl<'a> Both<'a> {
    fn channels(
        &self,
        program: &'a Program,
        layouts: &'a [ChannelLayout],
    ) -> impl Iterator<Item = BothChannel<'a>> {
        let slots = self.frame.channels.iter().zip(&self.region.channels);
        slots.map(|(slot, &packed)| BothChannel {
            layout: &layouts[slot.channel_type as usize],
            kind: &program.channel_types[slot.channel_type as usize],
            at: self.at + slot.offset as usize,
            packed: packed as usize,
        })
    }
}

impl BothChannel<'_> {
    fn length(&self, state: &State) -> u32 {
        if self.layout.is_rendezvous() {
            0
        } else {
            state.length(self.at) as u32
        }
    }

    /// Offset and type of each field of a message in the program's state.
    fn fields(&self, slot: u32) -> impl Iterator<Item = (usize, Scalar)> {
        let mut at = self.at + (LENGTH_SIZE + slot * self.kind.message_size()) as usize;
        self.kind.fields.iter().map(move |&scalar| {
            let here = at;
            at += scalar.size() as usize;
            (here, scalar)
        })
    }
}
