//! The function that is being generated, and what all generators need of it.

use super::unit::Unit;
use crate::layout::Field;
use crate::runtime::{Context, Runtime};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    Block, Endianness, FuncRef, InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Type,
    Value, types,
};
use cranelift_frontend::FunctionBuilder;
use cranelift_module::{FuncId, Module};
use program::{ProcId, Scalar};
use std::collections::HashMap;

/// Generates one function.
pub struct Emitter<'e> {
    pub b: FunctionBuilder<'e>,
    pub unit: &'e Unit<'e>,
    module: &'e mut dyn Module,
    references: HashMap<FuncId, FuncRef>,
    /// Pointer to the [`Context`].
    pub context: Value,
    /// Where to go when something cannot be evaluated.
    pub fault: Block,
}

/// A state as a process sees it.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// Pointer to the state.
    pub state: Value,
    /// Type of the process and pointer to its region; expressions of claims have none.
    pub local: Option<(ProcId, Value)>,
    /// Number of the process, 32 bits.
    pub pid: Value,
    /// Whether `timeout` holds, 32 bits.
    pub timeout: Value,
}

/// Some bits in memory.
#[derive(Clone, Copy, Debug)]
pub struct Bits {
    pub address: Value,
    pub offset: i32,
    /// The word that is loaded.
    pub word: Type,
    pub shift: Shift,
    pub width: u32,
    pub scalar: Scalar,
}

/// Position of bits in a word.
#[derive(Clone, Copy, Debug)]
pub enum Shift {
    Constant(u32),
    /// 32 bits.
    Value(Value),
}

/// Accesses cannot trap: every address is inside a buffer with slack.
pub fn flags() -> MemFlagsData {
    MemFlagsData::new().with_notrap()
}

/// The same for words of a state, which have the same bytes on every machine.
pub fn packed() -> MemFlagsData {
    flags().with_endianness(Endianness::Little)
}

impl<'e> Emitter<'e> {
    /// An emitter that stands at the beginning of a function whose parameters are those of
    /// [`crate::runtime::Function`]; also gives the parameters.
    pub fn new(
        mut b: FunctionBuilder<'e>,
        unit: &'e Unit<'e>,
        module: &'e mut dyn Module,
    ) -> (Emitter<'e>, Vec<Value>) {
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        let parameters = b.block_params(entry).to_vec();
        let fault = b.create_block();
        let emitter = Emitter {
            b,
            unit,
            module,
            references: HashMap::new(),
            context: parameters[0],
            fault,
        };
        (emitter, parameters)
    }

    /// Ends the function.
    pub fn finish(mut self) {
        self.b.seal_all_blocks();
        let config = self.module.target_config();
        self.b.finalize(config);
    }

    /// A constant of 32 bits.
    pub fn constant(&mut self, value: i32) -> Value {
        self.b.ins().iconst(types::I32, i64::from(value as u32))
    }

    /// A constant of 64 bits.
    pub fn wide(&mut self, value: u64) -> Value {
        self.b.ins().iconst(types::I64, value as i64)
    }

    /// Goes on in a new block.
    pub fn block(&mut self) -> Block {
        self.b.create_block()
    }

    /// Jumps to a block.
    pub fn jump(&mut self, target: Block) {
        self.b.ins().jump(target, &[]);
    }

    /// Goes on if the condition is not zero, else jumps to `otherwise`.
    pub fn require(&mut self, condition: Value, otherwise: Block) {
        let next = self.block();
        self.b.ins().brif(condition, next, &[], otherwise, &[]);
        self.b.switch_to_block(next);
    }

    /// Goes on if the condition is zero, else jumps to `target`.
    pub fn leave_if(&mut self, condition: Value, target: Block) {
        let next = self.block();
        self.b.ins().brif(condition, target, &[], next, &[]);
        self.b.switch_to_block(next);
    }

    /// Jumps to `target`, and goes on in a block that nothing reaches.
    pub fn abandon(&mut self, target: Block) {
        self.jump(target);
        let dead = self.block();
        self.b.switch_to_block(dead);
    }

    pub fn compare(&mut self, condition: IntCC, a: Value, b: Value) -> Value {
        self.b.ins().icmp(condition, a, b)
    }

    pub fn compare_constant(&mut self, condition: IntCC, a: Value, b: i32) -> Value {
        self.b.ins().icmp_imm_s(condition, a, i64::from(b))
    }

    /// Calls a function of the runtime that returns something.
    pub fn call(&mut self, function: Runtime, arguments: &[Value]) -> Value {
        let id = self.unit.runtime[&function];
        self.call_function(id, arguments)
    }

    /// Calls a function of the runtime that returns nothing.
    pub fn run(&mut self, function: Runtime, arguments: &[Value]) {
        let reference = self.reference(self.unit.runtime[&function]);
        self.b.ins().call(reference, arguments);
    }

    /// Calls a function that returns something.
    pub fn call_function(&mut self, id: FuncId, arguments: &[Value]) -> Value {
        let reference = self.reference(id);
        let call = self.b.ins().call(reference, arguments);
        self.b.inst_results(call)[0]
    }

    fn reference(&mut self, id: FuncId) -> FuncRef {
        let (module, func) = (&mut *self.module, &mut *self.b.func);
        let reference = self.references.entry(id);
        *reference.or_insert_with(|| module.declare_func_in_func(id, func))
    }

    /// Pointer to the table of constants that starts at an offset of a region.
    pub fn table(&mut self, proctype: Option<ProcId>, base: u32) -> Option<Value> {
        let id = *self.unit.tables.get(&(proctype, base))?;
        let data = self.module.declare_data_in_func(id, self.b.func);
        Some(self.b.ins().symbol_value(types::I64, data))
    }

    /// Reserves memory on the stack.
    pub fn stack(&mut self, bytes: u32) -> Value {
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 3);
        let slot = self.b.create_sized_stack_slot(data);
        self.b.ins().stack_addr(types::I64, slot, 0)
    }

    /// A field of the context.
    pub fn context_load(&mut self, kind: Type, offset: usize) -> Value {
        let context = self.context;
        self.b.ins().load(kind, flags(), context, offset as i32)
    }

    /// Sets a field of the context.
    pub fn context_store(&mut self, value: Value, offset: usize) {
        let context = self.context;
        self.b.ins().store(flags(), value, context, offset as i32);
    }

    /// An element of an array of 32-bit numbers in the context.
    pub fn context_element(&mut self, offset: usize, index: Value) -> Value {
        let index = self.b.ins().uextend(types::I64, index);
        let at = self.b.ins().ishl_imm_u(index, 2);
        let address = self.b.ins().iadd(self.context, at);
        self.b
            .ins()
            .load(types::I32, flags(), address, offset as i32)
    }

    /// Number of processes, 32 bits.
    pub fn process_count(&mut self) -> Value {
        self.context_load(types::I32, std::mem::offset_of!(Context, count))
    }

    /// Where the region of a process that exists starts: a pointer.
    pub fn region_of(&mut self, state: Value, pid: Value) -> Value {
        let offset = self.context_element(std::mem::offset_of!(Context, frames), pid);
        self.advance(state, offset)
    }

    /// A pointer plus an unsigned number of 32 bits.
    pub fn advance(&mut self, pointer: Value, by: Value) -> Value {
        let by = self.b.ins().uextend(types::I64, by);
        self.b.ins().iadd(pointer, by)
    }

    /// The bits of a field of the region at `address`.
    pub fn bits(&self, address: Value, field: Field) -> Bits {
        let shift = field.bit % 8;
        Bits {
            address,
            offset: (field.bit / 8) as i32,
            word: word(shift + field.width),
            shift: Shift::Constant(shift),
            width: field.width,
            scalar: field.scalar,
        }
    }

    /// Loads bits as a number of 32 bits.
    pub fn load(&mut self, bits: Bits) -> Value {
        let Bits {
            address,
            offset,
            word,
            width,
            ..
        } = bits;
        let signed = bits.scalar.signed;
        let whole = matches!(bits.shift, Shift::Constant(0)) && width == word.bits();
        if whole && signed && word != types::I32 {
            let ins = self.b.ins();
            return if word == types::I8 {
                ins.sload8(types::I32, packed(), address, offset)
            } else {
                ins.sload16(types::I32, packed(), address, offset)
            };
        }
        let raw = self.load_word(bits);
        if whole {
            return raw;
        }
        let shifted = match bits.shift {
            Shift::Constant(0) => raw,
            Shift::Constant(shift) => self.b.ins().ushr_imm_u(raw, i64::from(shift)),
            Shift::Value(shift) => self.b.ins().ushr(raw, shift),
        };
        let value = if word == types::I64 {
            self.b.ins().ireduce(types::I32, shifted)
        } else {
            shifted
        };
        if signed {
            let unused = i64::from(32 - width);
            let high = self.b.ins().ishl_imm_u(value, unused);
            return self.b.ins().sshr_imm_u(high, unused);
        }
        let topmost = matches!(bits.shift, Shift::Constant(shift) if shift + width == word.bits());
        if width == 32 || topmost && word != types::I64 {
            value
        } else {
            self.b.ins().band_imm_u(value, (1i64 << width) - 1)
        }
    }

    /// The word around the bits, extended to 32 bits if it has fewer.
    fn load_word(&mut self, bits: Bits) -> Value {
        let (address, offset) = (bits.address, bits.offset);
        let ins = self.b.ins();
        match bits.word {
            types::I8 => ins.uload8(types::I32, packed(), address, offset),
            types::I16 => ins.uload16(types::I32, packed(), address, offset),
            word => ins.load(word, packed(), address, offset),
        }
    }

    /// Stores a number of 32 bits, cut to the type of the bits.
    pub fn store(&mut self, bits: Bits, value: Value) {
        let value = if u32::from(bits.scalar.bits) < bits.width {
            self.wrap(bits.scalar, value)
        } else {
            value
        };
        let (width, wide) = (bits.width, bits.word == types::I64);
        if matches!(bits.shift, Shift::Constant(0)) && width == bits.word.bits() {
            return self.store_word(bits, value);
        }
        let raw = self.load_word(bits);
        let mask = if width == 32 {
            i64::from(u32::MAX)
        } else {
            (1i64 << width) - 1
        };
        let kept = self.b.ins().band_imm_u(value, mask);
        let kept = if wide {
            self.b.ins().uextend(types::I64, kept)
        } else {
            kept
        };
        let (part, hole) = match bits.shift {
            Shift::Constant(shift) => {
                let kind = if wide { types::I64 } else { types::I32 };
                let hole = !(mask << shift);
                let hole = if wide { hole } else { i64::from(hole as u32) };
                (
                    self.b.ins().ishl_imm_u(kept, i64::from(shift)),
                    self.b.ins().iconst(kind, hole),
                )
            }
            Shift::Value(shift) => {
                let kind = if wide { types::I64 } else { types::I32 };
                let ones = self.b.ins().iconst(kind, mask);
                let ones = self.b.ins().ishl(ones, shift);
                (self.b.ins().ishl(kept, shift), self.b.ins().bnot(ones))
            }
        };
        let rest = self.b.ins().band(raw, hole);
        let all = self.b.ins().bor(rest, part);
        self.store_word(bits, all);
    }

    fn store_word(&mut self, bits: Bits, value: Value) {
        let (address, offset) = (bits.address, bits.offset);
        let ins = self.b.ins();
        match bits.word {
            types::I8 => ins.istore8(packed(), value, address, offset),
            types::I16 => ins.istore16(packed(), value, address, offset),
            _ => ins.store(packed(), value, address, offset),
        };
    }

    /// Loads a field of the region at `address`.
    pub fn load_field(&mut self, address: Value, field: Field) -> Value {
        self.load(self.bits(address, field))
    }

    /// Stores a field of the region at `address`.
    pub fn store_field(&mut self, address: Value, field: Field, value: Value) {
        self.store(self.bits(address, field), value);
    }

    /// What is left of a value in a variable of this type.
    pub fn wrap(&mut self, scalar: Scalar, value: Value) -> Value {
        let unused = i64::from(32 - u32::from(scalar.bits));
        if unused == 0 {
            value
        } else if scalar.signed {
            let high = self.b.ins().ishl_imm_u(value, unused);
            self.b.ins().sshr_imm_u(high, unused)
        } else {
            self.b.ins().band_imm_u(value, (1i64 << scalar.bits) - 1)
        }
    }
}

/// The smallest word of this many bits.
pub fn word(bits: u32) -> Type {
    match bits {
        0..=8 => types::I8,
        9..=16 => types::I16,
        17..=32 => types::I32,
        _ => types::I64,
    }
}
