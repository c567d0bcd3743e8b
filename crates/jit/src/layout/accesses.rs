//! Which scalars a program touches in each region, and how: the facts that a layout rests on.

use program::access::{self, Access};
use program::model::TraceAssertion;
use program::{Action, Expr, Frame, Place, ProcId, Program, Region, Scalar};
use std::collections::{BTreeMap, BTreeSet};

/// The accesses to one region: the globals, or the frames of one process type.
#[derive(Clone, Debug, Default)]
pub struct Accesses {
    /// Every scalar, by its offset in the program's frame.
    pub scalars: BTreeMap<u32, Scalar>,
    /// Offsets that some action stores to.
    pub written: BTreeSet<u32>,
    /// Accesses whose offset depends on the state.
    pub patterns: BTreeSet<Pattern>,
    /// Two accesses that see the same bytes as different types.
    pub conflict: bool,
}

/// The offsets `base + Σ index * stride` with each index below its bound.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    pub base: u32,
    /// Bound and stride of each index that is not a constant.
    pub dimensions: Vec<(u32, u32)>,
}

impl Pattern {
    /// Every offset of the pattern.
    pub fn offsets(&self) -> Vec<u32> {
        let mut offsets = vec![self.base];
        for &(bound, stride) in &self.dimensions {
            offsets = (0..bound)
                .flat_map(|index| offsets.iter().map(move |at| at + index * stride))
                .collect();
        }
        offsets
    }
}

/// The accesses of a whole program.
#[derive(Clone, Debug)]
pub struct ProgramAccesses {
    pub globals: Accesses,
    /// By process type.
    pub frames: Vec<Accesses>,
}

impl ProgramAccesses {
    /// Looks at everything that can touch the state of a program or of these propositions.
    pub fn new(program: &Program, propositions: &[Expr]) -> ProgramAccesses {
        let mut all = ProgramAccesses {
            globals: Accesses::of_frame(&program.globals),
            frames: Vec::new(),
        };
        for proctype in &program.proctypes {
            let mut accesses = Accesses::of_frame(&proctype.frame);
            for &(offset, scalar) in &proctype.parameters {
                accesses.scalar(offset, scalar);
                accesses.written.insert(offset);
            }
            all.frames.push(accesses);
        }
        all.initializers(&program.globals, None);
        for (id, proctype) in program.proctypes.iter().enumerate() {
            let id = Some(id as ProcId);
            all.initializers(&proctype.frame, id);
            if let Some(provided) = &proctype.provided {
                all.reads(provided, id);
            }
            for edge in proctype.locations.iter().flat_map(|l| &l.edges) {
                all.action(&edge.action, id);
            }
        }
        if let Some(trace) = &program.trace {
            all.trace(trace);
        }
        for proposition in propositions {
            all.reads(proposition, None);
        }
        all.globals.check_overlap();
        all.frames.iter_mut().for_each(Accesses::check_overlap);
        all
    }

    fn initializers(&mut self, frame: &Frame, id: Option<ProcId>) {
        access::first_values(frame).for_each(|expr| self.reads(expr, id));
    }

    fn trace(&mut self, trace: &TraceAssertion) {
        for event in trace.locations.iter().flat_map(|l| &l.events) {
            self.reads(&event.channel, None);
            for field in &event.fields {
                if let program::Pattern::Equals(expr) = field {
                    self.reads(expr, None);
                }
            }
        }
    }

    fn action(&mut self, action: &Action, id: Option<ProcId>) {
        access::of_action(action, &mut |_, access| self.access(access, id));
    }

    fn reads(&mut self, expr: &Expr, id: Option<ProcId>) {
        access::of_expr(expr, &mut |access| self.access(access, id));
    }

    fn access(&mut self, access: Access<'_>, id: Option<ProcId>) {
        match access {
            Access::Read(place) => self.place(place, id, false),
            Access::Write(place) => self.place(place, id, true),
            _ => {}
        }
    }

    fn place(&mut self, place: &Place, id: Option<ProcId>, written: bool) {
        let region = match (&place.region, id) {
            (Region::Global, _) => Some(&mut self.globals),
            (Region::Local, Some(id)) => self.frames.get_mut(id as usize),
            (Region::Local, None) => None,
            (Region::Remote { proctype, .. }, _) => self.frames.get_mut(*proctype as usize),
        };
        if let (Some(region), Some(pattern)) = (region, pattern(place)) {
            region.pattern(pattern, place.scalar, written);
        }
    }
}

impl Accesses {
    fn of_frame(frame: &Frame) -> Accesses {
        let mut accesses = Accesses::default();
        for variable in &frame.variables {
            for index in 0..variable.length.unwrap_or(1) {
                let offset = variable.offset + index * variable.scalar.size();
                accesses.scalar(offset, variable.scalar);
            }
        }
        for initial in &frame.initial {
            accesses.scalar(initial.offset, initial.scalar);
        }
        accesses
    }

    fn scalar(&mut self, offset: u32, scalar: Scalar) {
        let before = self.scalars.insert(offset, scalar);
        self.conflict |= before.is_some_and(|before| before != scalar);
    }

    fn pattern(&mut self, pattern: Pattern, scalar: Scalar, written: bool) {
        let dynamic = !pattern.dimensions.is_empty();
        if dynamic && !written && self.patterns.contains(&pattern) {
            return;
        }
        for offset in pattern.offsets() {
            self.scalar(offset, scalar);
            if written {
                self.written.insert(offset);
            }
        }
        if dynamic {
            self.patterns.insert(pattern);
        }
    }

    fn check_overlap(&mut self) {
        let ends = self.scalars.iter().map(|(&at, scalar)| at + scalar.size());
        let starts = self.scalars.keys().skip(1);
        self.conflict |= ends.zip(starts).any(|(end, &start)| end > start);
    }
}

/// Every offset that a place can have.
pub fn offsets(place: &Place) -> Vec<u32> {
    pattern(place).map_or_else(Vec::new, |pattern| pattern.offsets())
}

/// What a place can be, or `None` if evaluating it is always a fault.
fn pattern(place: &Place) -> Option<Pattern> {
    let mut pattern = Pattern {
        base: place.offset,
        dimensions: Vec::new(),
    };
    for index in &place.indices {
        match index.value.as_const() {
            None => pattern.dimensions.push((index.bound, index.stride)),
            Some(value) => {
                let value = u32::try_from(value).ok().filter(|&v| v < index.bound)?;
                pattern.base += value * index.stride;
            }
        }
    }
    Some(pattern)
}
