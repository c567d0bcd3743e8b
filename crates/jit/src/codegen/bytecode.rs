//! Bytecode as the target: Pulley, which Cranelift generates like the code of any machine.
//!
//! Functions and tables of constants are put one after the other. They refer to each other by
//! distances, and to functions of the runtime by number, so the result can lie anywhere. It is
//! never executed by the processor: systems that refuse executable memory can have it.

use super::settings;
use crate::Error;
use crate::runtime::{Bytecode, Runtime};
use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::Signature;
use cranelift_codegen::isa::{self, OwnedTargetIsa, TargetIsa};
use cranelift_codegen::{CodegenError, Context};
use cranelift_module::{
    DataDescription, DataId, FuncId, Init, Linkage, Module, ModuleDeclarations, ModuleError,
    ModuleReloc, ModuleRelocTarget, ModuleResult,
};
use pulley_interpreter::CallIndirectHost;
use pulley_interpreter::encode::Encode;
use std::collections::HashMap;

/// Bytes of a frame beyond what the compiler says: the return address and the caller's frame.
const FRAME: usize = 16;

/// Functions and tables on their way to one piece of bytecode.
pub struct Assembly {
    isa: OwnedTargetIsa,
    declarations: ModuleDeclarations,
    bytes: Vec<u8>,
    functions: HashMap<FuncId, usize>,
    data: HashMap<DataId, usize>,
    /// References to be filled in, each with where the function that contains it starts.
    references: Vec<(usize, ModuleReloc)>,
    largest_frame: usize,
}

impl Assembly {
    pub fn new() -> Result<Assembly, Error> {
        let name = match (usize::BITS, cfg!(target_endian = "big")) {
            (64, false) => "pulley64",
            (64, true) => "pulley64be",
            _ => return Err(Error::Pointers),
        };
        let builder = isa::lookup_by_name(name);
        let builder = builder.map_err(|error| Error::Compiler(error.to_string()))?;
        let isa = builder.finish(settings()?);
        let isa = isa.map_err(|error| Error::Compiler(error.to_string()))?;
        Ok(Assembly {
            isa,
            declarations: ModuleDeclarations::default(),
            bytes: Vec::new(),
            functions: HashMap::new(),
            data: HashMap::new(),
            references: Vec::new(),
            largest_frame: 0,
        })
    }

    /// Fills in the references. Also says where each function starts.
    pub fn link(
        self,
        runtime: &HashMap<Runtime, FuncId>,
    ) -> Result<(Bytecode, HashMap<FuncId, usize>), Error> {
        let numbers: HashMap<FuncId, Runtime> = runtime.iter().map(|(&f, &id)| (id, f)).collect();
        let mut bytes = self.bytes;
        for (start, reference) in self.references {
            let unknown =
                || Error::Compiler(format!("an unknown reference of kind {}", reference.kind));
            let user = matches!(reference.name, ModuleRelocTarget::User { .. });
            let function = user && ModuleDeclarations::is_function(&reference.name);
            let function = function.then(|| FuncId::from_name(&reference.name));
            let data = (user && function.is_none()).then(|| DataId::from_name(&reference.name));
            let at = start + reference.offset as usize;
            match reference.kind {
                Reloc::PulleyCallIndirectHost => {
                    // The number is the last byte of the instruction.
                    let number = function.and_then(|id| numbers.get(&id));
                    let last = at + usize::from(CallIndirectHost::WIDTH) - 1;
                    bytes[last] = *number.ok_or_else(unknown)? as u8;
                }
                Reloc::PulleyPcRel => {
                    let code = function.and_then(|id| self.functions.get(&id));
                    let target = code.or_else(|| self.data.get(&data?));
                    let distance = *target.ok_or_else(unknown)? as i64 - at as i64;
                    let distance = distance + reference.addend;
                    let place: &mut [u8; 4] = bytes[at..].first_chunk_mut().ok_or_else(unknown)?;
                    // There is the distance from the instruction to `at`.
                    let distance = distance + i64::from(i32::from_le_bytes(*place));
                    *place = i32::try_from(distance)
                        .map_err(|_| unknown())?
                        .to_le_bytes();
                }
                _ => return Err(unknown()),
            }
        }
        Ok((Bytecode::new(bytes, self.largest_frame), self.functions))
    }
}

fn unsupported(what: &str) -> ModuleError {
    ModuleError::Compilation(CodegenError::Unsupported(what.to_owned()))
}

impl Module for Assembly {
    fn isa(&self) -> &dyn TargetIsa {
        &*self.isa
    }

    fn declarations(&self) -> &ModuleDeclarations {
        &self.declarations
    }

    fn declare_function(
        &mut self,
        name: &str,
        linkage: Linkage,
        signature: &Signature,
    ) -> ModuleResult<FuncId> {
        let declared = self.declarations.declare_function(name, linkage, signature);
        declared.map(|(id, _)| id)
    }

    fn declare_anonymous_function(&mut self, signature: &Signature) -> ModuleResult<FuncId> {
        self.declarations.declare_anonymous_function(signature)
    }

    fn declare_data(
        &mut self,
        name: &str,
        linkage: Linkage,
        writable: bool,
        tls: bool,
    ) -> ModuleResult<DataId> {
        let declared = self.declarations.declare_data(name, linkage, writable, tls);
        declared.map(|(id, _)| id)
    }

    fn declare_anonymous_data(&mut self, writable: bool, tls: bool) -> ModuleResult<DataId> {
        self.declarations.declare_anonymous_data(writable, tls)
    }

    fn define_function_with_control_plane(
        &mut self,
        id: FuncId,
        context: &mut Context,
        control: &mut ControlPlane,
    ) -> ModuleResult<()> {
        context.compile(&*self.isa, control)?;
        let code = context
            .compiled_code()
            .ok_or_else(|| unsupported("no code"))?;
        let relocs = code.buffer.relocs().iter();
        let relocs: Vec<ModuleReloc> = relocs
            .map(|reloc| ModuleReloc::from_mach_reloc(reloc, &context.func, id))
            .collect();
        let frame = code.buffer.frame_layout();
        let frame = frame.map_or(0, |frame| frame.frame_to_fp_offset as usize);
        self.largest_frame = self.largest_frame.max(frame + FRAME);
        self.define_function_bytes(id, 1, code.code_buffer(), &relocs)
    }

    fn define_function_bytes(
        &mut self,
        id: FuncId,
        _: u64,
        bytes: &[u8],
        relocs: &[ModuleReloc],
    ) -> ModuleResult<()> {
        let start = self.bytes.len();
        self.functions.insert(id, start);
        self.bytes.extend_from_slice(bytes);
        let relocs = relocs.iter().map(|reloc| (start, reloc.clone()));
        self.references.extend(relocs);
        Ok(())
    }

    fn define_data(&mut self, id: DataId, data: &DataDescription) -> ModuleResult<()> {
        let Init::Bytes { contents } = &data.init else {
            return Err(unsupported("tables without contents"));
        };
        self.data.insert(id, self.bytes.len());
        self.bytes.extend_from_slice(contents);
        Ok(())
    }
}
