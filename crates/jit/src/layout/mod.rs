//! The packed layout of states.
//!
//! A packed state is the region of the globals followed by one region per process, in order of
//! their numbers, each of whole bytes. A process's region starts with its place: one number for
//! type and location together. How many processes there are follows from the length of the state,
//! and who holds control is not part of it. Everything that is not in use is zero, so that equal
//! states have equal bytes.

mod accesses;
mod affinity;
mod bits;
mod channel;
mod pack;
mod region;

pub use channel::{ChannelLayout, Storage};
pub use region::{Field, Group, Home, Placed, RegionLayout};

use accesses::ProgramAccesses;
use affinity::Users;
use program::interpreter::Interpreter;
use program::{Exclusive, Expr, LocationId, ProcId, Program, Scalar};

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
        let constant = |offset| {
            let scalar = accesses.globals.scalars.get(&offset)?;
            let state = initial.as_ref()?;
            Some(state.load(state.globals() + offset as usize, *scalar))
        };
        let users = affinity::users(program, accesses::offsets);
        layout.globals.place(&accesses.globals, constant, &users);
        layout.globals.channels =
            place_channels(&mut layout.globals, &layout.channels, &program.globals);
        for (proctype, accesses) in program.proctypes.iter().zip(&accesses.frames) {
            let mut region = RegionLayout::default();
            layout.place = region.header(layout.place.scalar);
            if program.uses_priority {
                layout.priority = Some(region.header(Scalar::BYTE));
            }
            let constant = region::constant_initials(&proctype.frame);
            region.place(accesses, constant, &Users::new());
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

    /// Where a process of this type keeps the number of a channel that it has to itself.
    pub fn home_of(&self, proctype: ProcId, exclusive: &Exclusive) -> Home {
        let placed = self.frames[proctype as usize].get(exclusive.offset);
        // Every variable and parameter of a frame is placed.
        placed.map_or(Home::Constant(0), |placed| placed.home)
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
        .map(|slot| region.channel(layouts[slot.channel_type as usize].size()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::{Action, Edge, Frame, Index, Location, Place, Proctype, Region, Span, Variable};

    fn variable(offset: u32, scalar: Scalar, length: Option<u32>) -> Variable {
        Variable {
            name: format!("v{offset}"),
            offset,
            scalar,
            length,
            symbols: None,
            channel: false,
            hidden: false,
            span: Span::default(),
        }
    }

    fn place(offset: u32, indices: Vec<Index>, scalar: Scalar) -> Place {
        Place {
            region: Region::Global,
            offset,
            indices,
            scalar,
        }
    }

    fn index(bound: u32, stride: u32) -> Index {
        Index {
            value: Expr::Pid,
            bound,
            stride,
        }
    }

    /// A program with these globals whose only process stores to the places.
    fn program(size: u32, variables: Vec<Variable>, stored: Vec<Place>) -> Program {
        let store = |place| Edge {
            action: Action::Assign(place, Expr::Const(1)),
            target: 0,
            atomic: false,
            escape: 0,
            number: 0,
            span: Span::default(),
        };
        let location = Location {
            edges: stored.into_iter().map(store).collect(),
            ..Location::default()
        };
        Program {
            globals: Frame {
                size,
                variables,
                ..Frame::default()
            },
            proctypes: vec![Proctype {
                name: "p".to_owned(),
                frame: Frame::default(),
                parameters: Vec::new(),
                locations: vec![location],
                labels: Vec::new(),
                entry: 0,
                exclusive: Vec::new(),
                provided: None,
                deterministic: false,
                span: Span::default(),
            }],
            ..Program::default()
        }
    }

    fn globals(program: &Program) -> RegionLayout {
        Layout::new(program, &[]).expect("no conflict").globals
    }

    #[test]
    fn bits_are_packed_and_constants_left_out() {
        let variables = vec![
            variable(0, Scalar::BIT, None),
            variable(1, Scalar::unsigned(3), None),
            variable(2, Scalar::BYTE, None),
            variable(4, Scalar::INT, None),
        ];
        let stored = vec![
            place(0, vec![], Scalar::BIT),
            place(1, vec![], Scalar::unsigned(3)),
            place(2, vec![], Scalar::BYTE),
        ];
        let region = globals(&program(8, variables, stored));
        assert_eq!(region.size(), 4);
        assert_eq!(region.get(4).map(|p| p.home), Some(Home::Constant(0)));
    }

    #[test]
    fn arrays_of_bits_are_vectors() {
        let variables = vec![variable(0, Scalar::unsigned(3), Some(5))];
        let stored = vec![place(0, vec![index(5, 1)], Scalar::unsigned(3))];
        let region = globals(&program(5, variables, stored));
        assert_eq!(region.size(), 4);
        let group = Some(Group::Vector { count: 5, width: 4 });
        assert_eq!(region.get(3).map(|placed| placed.group), Some(group));
    }

    #[test]
    fn two_indices_keep_the_strides_of_the_program() {
        // Two rows of a bit and an array of two bits each.
        let names = (0..6).map(|offset| variable(offset, Scalar::BIT, None));
        let stored = vec![place(1, vec![index(2, 3), index(2, 1)], Scalar::BIT)];
        let region = globals(&program(6, names.collect(), stored));
        let bit = |offset| match region.get(offset).map(|placed| placed.home) {
            Some(Home::Field(field)) => field.bit,
            home => panic!("{home:?}"),
        };
        assert_eq!(bit(4) - bit(1), 24);
        assert_eq!(bit(2) - bit(1), 8);
        assert_eq!(region.get(0).map(|p| p.home), Some(Home::Constant(0)));
    }

    #[test]
    fn bytes_seen_as_different_types_are_a_conflict() {
        let variables = vec![variable(0, Scalar::SHORT, None)];
        let stored = vec![place(1, vec![], Scalar::BYTE)];
        let program = program(2, variables, stored);
        assert_eq!(Layout::new(&program, &[]).err(), Some(Conflict));
    }
}
