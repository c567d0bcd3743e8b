//! The machine as the target: code that the processor executes.
#![expect(unsafe_code)]

use super::{settings, unit};
use crate::Error;
use crate::runtime::{Function, Native, Runtime};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, default_libcall_names};

/// A module for the machine that this runs on.
pub fn module() -> Result<JITModule, Error> {
    let isa = cranelift_native::builder().map_err(|why| Error::Host(why.to_owned()))?;
    let isa = isa
        .finish(settings()?)
        .map_err(|error| Error::Compiler(error.to_string()))?;
    let mut builder = JITBuilder::with_isa(isa, default_libcall_names());
    for &function in Runtime::ALL {
        builder.symbol(unit::name(function), function.address());
    }
    Ok(JITModule::new(builder))
}

/// A finished function.
pub fn function(module: &JITModule, id: FuncId) -> Function {
    let address = module.get_finalized_function(id);
    // SAFETY: every function that is looked up here was declared with the signature of `Native`
    // in the host's calling convention, which is that of `extern "C"`, and has been defined.
    Function::Native(unsafe { std::mem::transmute::<*const u8, Native>(address) })
}
