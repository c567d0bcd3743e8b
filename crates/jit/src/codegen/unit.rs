//! What is generated: which functions there are, and how they refer to each other.

use crate::Error;
use crate::facts::{Facts, Folder};
use crate::layout::{Group, Home, Layout, RegionLayout};
use crate::runtime::Runtime;
use cranelift_codegen::ir::{AbiParam, Signature, Type, types};
use cranelift_module::{DataDescription, DataId, FuncId, Linkage, Module};
use program::{Action, End, Exclusive, ProcId, Program};
use std::collections::HashMap;

/// A program on its way to code.
pub struct Unit<'p> {
    pub program: &'p Program,
    pub layout: &'p Layout,
    pub facts: Facts,
    /// Functions of the runtime.
    pub runtime: HashMap<Runtime, FuncId>,
    /// Tables of constants, by process type and the offset of the first.
    pub tables: HashMap<(Option<ProcId>, u32), DataId>,
    /// By place.
    pub places: Vec<PlaceFunctions>,
    /// By process type.
    pub provided: Vec<Option<FuncId>>,
    /// Evaluates the propositions.
    pub letter: FuncId,
    /// Lets the trace assertion see a message.
    pub follow: Option<FuncId>,
    /// Bytes of the longest state, if no process is created.
    pub longest: Option<u32>,
    /// The largest vector that states are copied with.
    pub block: Type,
}

/// The functions of a place, as [`crate::runtime::Functions`].
#[derive(Clone, Copy, Debug, Default)]
pub struct PlaceFunctions {
    pub moves: Option<FuncId>,
    pub test: Option<FuncId>,
    pub accept: Option<FuncId>,
    pub accept_test: Option<FuncId>,
    pub ask: Option<FuncId>,
}

const WORD: Type = types::I32;
const LONG: Type = types::I64;

/// The name by which a linker knows a function of the runtime.
pub fn name(function: Runtime) -> String {
    format!("{function:?}")
}

/// Declares the functions of the runtime.
pub fn declare_runtime(module: &mut dyn Module) -> Result<HashMap<Runtime, FuncId>, Error> {
    let mut declared = HashMap::new();
    for &function in Runtime::ALL {
        let mut signature = module.make_signature();
        let parameters = function.parameters().into_iter().map(AbiParam::new);
        signature.params.extend(parameters);
        signature
            .returns
            .extend(function.result().map(AbiParam::new));
        let id = module.declare_function(&name(function), Linkage::Import, &signature)?;
        declared.insert(function, id);
    }
    Ok(declared)
}

/// The signature of a generated function: see [`crate::runtime::Native`].
pub fn signature(module: &dyn Module) -> Signature {
    let mut signature = module.make_signature();
    let parameters = [LONG, LONG, LONG, WORD, WORD, LONG];
    signature.params.extend(parameters.map(AbiParam::new));
    signature.returns.push(AbiParam::new(WORD));
    signature
}

/// Defines the tables of constants that indices look things up in.
pub fn define_tables(
    module: &mut dyn Module,
    layout: &Layout,
) -> Result<HashMap<(Option<ProcId>, u32), DataId>, Error> {
    let mut tables = HashMap::new();
    let frames = layout.frames.iter().enumerate();
    let frames = frames.map(|(id, region)| (Some(id as ProcId), region));
    for (owner, region) in frames.chain([(None, &layout.globals)]) {
        let mut contents: HashMap<u32, Vec<u8>> = HashMap::new();
        for (offset, placed) in region.scalars() {
            if let (Some(Group::Table { base, end }), Home::Constant(value)) =
                (placed.group, placed.home)
            {
                let size = 4 * (end - base) as usize;
                let table = contents.entry(base).or_insert_with(|| vec![0; size]);
                let at = 4 * (offset - base) as usize;
                table[at..at + 4].copy_from_slice(&value.to_ne_bytes());
            }
        }
        for (base, bytes) in contents {
            let id = module.declare_anonymous_data(false, false)?;
            let mut data = DataDescription::new();
            data.define(bytes.into_boxed_slice());
            data.set_align(4);
            module.define_data(id, &data)?;
            tables.insert((owner, base), id);
        }
    }
    Ok(tables)
}

impl<'p> Unit<'p> {
    /// The globals, or the frame of a process type.
    pub fn region(&self, proctype: Option<ProcId>) -> &'p RegionLayout {
        match proctype {
            None => &self.layout.globals,
            Some(id) => &self.layout.frames[id as usize],
        }
    }

    /// The first place of a process type, and the one after its last.
    pub fn places_of(&self, proctype: ProcId) -> (u32, u32) {
        let first = self.layout.place_of(proctype, 0);
        let count = self.program.proctype(proctype).locations.len();
        (first, first + count as u32)
    }

    /// Whether an action of this process type might take a message from a rendezvous channel.
    pub fn may_accept(&self, proctype: Option<ProcId>, action: &Action) -> bool {
        let folder = Folder {
            layout: self.layout,
        };
        folder.may_accept(self.program, proctype, action)
    }

    /// Whether another process than one of this type may have an end of a channel to itself.
    pub fn may_be_held(&self, proctype: Option<ProcId>, channel: Option<i32>, end: End) -> bool {
        let types = self.program.proctypes.iter().zip(0..);
        types.into_iter().any(|(holder, id)| {
            let mut held = holder.exclusive.iter().filter(|held| held.end == end);
            let same = |held: &Exclusive| match (channel, self.layout.home_of(id, held)) {
                (Some(channel), Home::Constant(number)) => channel == number,
                _ => true,
            };
            held.any(same) && (Some(id) != proctype || self.program.has_several(id))
        })
    }

    /// Whether every process may always move as far as `provided` and priorities go.
    pub fn all_may_run(&self) -> bool {
        !self.facts.uses_provided && !self.program.uses_priority
    }
}
