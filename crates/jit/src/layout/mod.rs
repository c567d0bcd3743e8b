//! The packed layout of states.
//!
//! A packed state is the region of the globals followed by one region per process, in order of
//! their numbers, each of whole bytes. A process's region starts with its place: one number for
//! type and location together. How many processes there are follows from the length of the state,
//! and who holds control is not part of it. Everything that is not in use is zero, so that equal
//! states have equal bytes.

mod accesses;
mod bits;
mod channel;
mod pack;
mod region;

pub use channel::{ChannelLayout, Storage};
pub use region::{Field, Group, Home, Placed, RegionLayout};

use accesses::ProgramAccesses;
use program::interpreter::Interpreter;
use program::{Expr, LocationId, ProcId, Program, Scalar};

/// Where everything is in a packed state.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The globals.
    pub globals: RegionLayout,
    /// By process type.
    pub frames: Vec<RegionLayout>,
    /// By channel type.
    pub channels: Vec<ChannelLayout>,
    /// The place of a process, from the start of its region.
    pub place: Field,
    /// Its priority, if the program has priorities.
    pub priority: Option<Field>,
    /// Who moved last, in the globals.
    pub last: Option<Field>,
    /// Location of the trace assertion, in the globals.
    pub trace: Option<Field>,
    /// The place of each process type's first location.
    first_place: Vec<u32>,
    /// The process type of each place.
    owners: Vec<u8>,
}

/// A program that cannot be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

impl Layout {
    /// Lays out the states of a program. `propositions` are expressions that will be evaluated in
    /// them.
    pub fn new(program: &Program, propositions: &[Expr]) -> Result<Layout, Conflict> {
        let accesses = ProgramAccesses::new(program, propositions);
        if accesses.globals.conflict || accesses.frames.iter().any(|frame| frame.conflict) {
            return Err(Conflict);
        }
        let mut first_place = Vec::new();
        let mut owners = Vec::new();
        for (id, proctype) in program.proctypes.iter().enumerate() {
            first_place.push(owners.len() as u32);
            owners.resize(owners.len() + proctype.locations.len(), id as u8);
        }
        let place_bits = bits::to_count(owners.len() as u64).max(1);
        let mut layout = Layout {
            globals: RegionLayout::default(),
            frames: Vec::new(),
            channels: program
                .channel_types
                .iter()
                .map(ChannelLayout::new)
                .collect(),
            place: RegionLayout::default().header(Scalar::unsigned(place_bits as u8)),
            priority: None,
            last: None,
            trace: None,
            first_place,
            owners,
        };
        if program.uses_last {
            layout.last = Some(layout.globals.header(Scalar::BYTE));
        }
        if let Some(trace) = &program.trace {
            let bits = bits::to_count(trace.locations.len() as u64).max(1);
            layout.trace = Some(layout.globals.header(Scalar::unsigned(bits as u8)));
        }
        let initial = Interpreter::new(program).initial().ok();
        layout.globals.place(&accesses.globals, |offset| {
            let scalar = accesses.globals.scalars.get(&offset)?;
            let state = initial.as_ref()?;
            Some(state.load(state.globals() + offset as usize, *scalar))
        });
        layout.globals.channels =
            place_channels(&mut layout.globals, &layout.channels, &program.globals);
        for (proctype, accesses) in program.proctypes.iter().zip(&accesses.frames) {
            let mut region = RegionLayout::default();
            layout.place = region.header(layout.place.scalar);
            if program.uses_priority {
                layout.priority = Some(region.header(Scalar::BYTE));
            }
            region.place(accesses, region::constant_initials(&proctype.frame));
            region.channels = place_channels(&mut region, &layout.channels, &proctype.frame);
            layout.frames.push(region);
        }
        Ok(layout)
    }

    /// The place of a process of this type at this location.
    pub fn place_of(&self, proctype: ProcId, location: LocationId) -> u32 {
        self.first_place[proctype as usize] + location
    }

    /// The process type of a place.
    pub fn owner(&self, place: u32) -> ProcId {
        ProcId::from(self.owners[place as usize])
    }

    /// The location of a place.
    pub fn location(&self, place: u32) -> LocationId {
        place - self.first_place[self.owner(place) as usize]
    }

    /// Number of places.
    pub fn places(&self) -> u32 {
        self.owners.len() as u32
    }

    /// Bytes of the largest process.
    pub fn largest_frame(&self) -> u32 {
        self.frames
            .iter()
            .map(RegionLayout::size)
            .max()
            .unwrap_or(0)
    }
}

fn place_channels(
    region: &mut RegionLayout,
    layouts: &[ChannelLayout],
    frame: &program::Frame,
) -> Vec<u32> {
    let slots = frame.channels.iter();
    slots
        .map(|slot| region.bytes(layouts[slot.channel_type as usize].size()))
        .collect()
}
