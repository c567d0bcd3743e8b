//! Variables: where a place is in a packed state.

use super::emitter::{Bits, Emitter, Shift, View, flags, word};
use crate::layout::{Group, Home, RegionLayout};
use crate::runtime::Runtime;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use program::access::upper_bound;
use program::{Place, ProcId, Region};

/// What a place turned out to be.
enum Spot {
    Constant(i32),
    /// A number of 32 bits in a table of constants, at this pointer.
    Table(Value),
    Bits(Bits),
}

/// An index that depends on the state: its value, and the stride in the program's frame.
struct Dynamic {
    value: Value,
    stride: u32,
}

impl Emitter<'_> {
    /// The value of a place. A variable of a process that does not exist is zero.
    pub fn load_place(&mut self, view: &View, place: &Place) -> Value {
        match &place.region {
            Region::Global => self.load_in(view, place, None, view.state),
            Region::Local => match view.local {
                Some((proctype, region)) => self.load_in(view, place, Some(proctype), region),
                None => self.constant(0),
            },
            Region::Remote { proctype, pid } => {
                let done = self.block();
                let result = self.b.append_block_param(done, types::I32);
                let zero = self.constant(0);
                let other = match pid {
                    Some(pid) => self.value(view, pid),
                    None => self.first_of(view, *proctype),
                };
                let live = self.is_live(other);
                let alive = self.block();
                self.b.ins().brif(live, alive, &[], done, &[zero.into()]);
                self.b.switch_to_block(alive);
                let region = self.region_of(view.state, other);
                let (first, last) = self.unit.places_of(*proctype);
                let place_number = self.load_field(region, self.unit.layout.place);
                let relative = self.b.ins().iadd_imm_s(place_number, -i64::from(first));
                let right =
                    self.compare_constant(IntCC::UnsignedLessThan, relative, (last - first) as i32);
                let fault = self.fault;
                self.require(right, fault);
                let value = self.load_in(view, place, Some(*proctype), region);
                self.b.ins().jump(done, &[value.into()]);
                self.b.switch_to_block(done);
                result
            }
        }
    }

    /// The lowest-numbered process of a type, or -1.
    pub fn first_of(&mut self, view: &View, proctype: ProcId) -> Value {
        let proctype = self.constant(proctype as i32);
        self.call(Runtime::FirstOf, &[self.context, view.state, proctype])
    }

    /// Whether there is a process with this number.
    pub fn is_live(&mut self, pid: Value) -> Value {
        let count = self.process_count();
        self.compare(IntCC::UnsignedLessThan, pid, count)
    }

    /// Stores a value of 32 bits in a place of the globals or of the process itself.
    pub fn store_place(&mut self, view: &View, place: &Place, value: Value) {
        let (proctype, region) = match (&place.region, view.local) {
            (Region::Local, Some((proctype, region))) => (Some(proctype), region),
            _ => (None, view.state),
        };
        if let Spot::Bits(bits) = self.locate(view, place, proctype, region) {
            self.store(bits, value);
        }
    }

    fn load_in(
        &mut self,
        view: &View,
        place: &Place,
        proctype: Option<ProcId>,
        region: Value,
    ) -> Value {
        match self.locate(view, place, proctype, region) {
            Spot::Constant(value) => self.constant(value),
            Spot::Table(address) => self.b.ins().load(types::I32, flags(), address, 0),
            Spot::Bits(bits) => self.load(bits),
        }
    }

    /// Evaluates the indices, and finds the place in the region at `region`.
    fn locate(
        &mut self,
        view: &View,
        place: &Place,
        proctype: Option<ProcId>,
        region: Value,
    ) -> Spot {
        let fault = self.fault;
        let layout = self.unit.region(proctype);
        let mut offset = place.offset;
        let mut dynamic = Vec::new();
        for index in &place.indices {
            let known = self.fold(view, &index.value);
            match known.map(|value| u32::try_from(value).ok().filter(|&v| v < index.bound)) {
                Some(Some(value)) => offset += value * index.stride,
                Some(None) => self.abandon(fault),
                None => {
                    let value = self.value(view, &index.value);
                    if upper_bound(&index.value).is_none_or(|most| most >= index.bound) {
                        let bound = index.bound as i32;
                        let inside = self.compare_constant(IntCC::UnsignedLessThan, value, bound);
                        self.require(inside, fault);
                    }
                    let stride = index.stride;
                    dynamic.push(Dynamic { value, stride });
                }
            }
        }
        if dynamic.is_empty() {
            return match layout.get(offset).map(|placed| placed.home) {
                Some(Home::Constant(value)) => Spot::Constant(value),
                Some(Home::Field(field)) => Spot::Bits(self.bits(region, field)),
                // Only behind an index that is always out of bounds.
                None => Spot::Constant(0),
            };
        }
        self.locate_dynamic(layout, proctype, region, offset, &dynamic)
    }

    fn locate_dynamic(
        &mut self,
        layout: &RegionLayout,
        proctype: Option<ProcId>,
        region: Value,
        offset: u32,
        dynamic: &[Dynamic],
    ) -> Spot {
        let placed = layout.get(offset);
        match placed.and_then(|placed| Some((placed.group?, placed.home))) {
            Some((Group::Table { base, .. }, _)) => {
                let Some(table) = self.table(proctype, base) else {
                    return Spot::Constant(0);
                };
                let at = self.byte_offset(dynamic);
                let at = self.b.ins().iadd_imm_s(at, i64::from(offset - base));
                let at = self.b.ins().ishl_imm_u(at, 2);
                Spot::Table(self.advance(table, at))
            }
            Some((Group::Raw, Home::Field(field))) => {
                let at = self.byte_offset(dynamic);
                let address = self.advance(region, at);
                Spot::Bits(self.bits(address, field))
            }
            Some((Group::Vector { count, width }, Home::Field(field))) => {
                let index = dynamic[0].value;
                Spot::Bits(self.element(region, field, count, width, index))
            }
            // Only behind an index that is always out of bounds.
            _ => Spot::Constant(0),
        }
    }

    fn byte_offset(&mut self, dynamic: &[Dynamic]) -> Value {
        let mut sum = None;
        for Dynamic { value, stride } in dynamic {
            let part = self.b.ins().imul_imm_s(*value, i64::from(*stride));
            sum = Some(match sum {
                None => part,
                Some(sum) => self.b.ins().iadd(sum, part),
            });
        }
        sum.unwrap_or_else(|| self.constant(0))
    }

    /// The element with this index of a vector whose first element is `first`.
    fn element(
        &mut self,
        region: Value,
        first: crate::layout::Field,
        count: u32,
        width: u32,
        index: Value,
    ) -> Bits {
        let (byte, bit) = ((first.bit / 8) as i32, first.bit % 8);
        let scalar = first.scalar;
        if width >= 8 {
            let at = self.b.ins().imul_imm_s(index, i64::from(width / 8));
            let address = self.advance(region, at);
            return self.bits(address, first);
        }
        let relative = self.b.ins().imul_imm_s(index, i64::from(width));
        let position = self.b.ins().iadd_imm_s(relative, i64::from(bit));
        let whole = bit + count * width;
        if whole <= 64 {
            return Bits {
                address: region,
                offset: byte,
                word: word(whole),
                shift: Shift::Value(position),
                width,
                scalar,
            };
        }
        let at = self.b.ins().ushr_imm_u(position, 3);
        let address = self.advance(region, at);
        let shift = self.b.ins().band_imm_u(position, 7);
        Bits {
            address,
            offset: byte,
            word: types::I8,
            shift: Shift::Value(shift),
            width,
            scalar,
        }
    }
}
