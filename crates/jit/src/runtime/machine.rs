//! Runs bytecode: Pulley, the portable target of Cranelift, and its interpreter.
#![expect(unsafe_code)]

use super::questions::MAX_QUESTIONS;
use super::{Context, Function, Runtime};
use pulley_interpreter::interp::{DoneReason, Val, Vm, XRegVal};
use pulley_interpreter::regs::XReg;
use std::ptr::NonNull;

/// Where the arguments of a function of the runtime are.
const ARGUMENTS: [XReg; 5] = [XReg::x0, XReg::x1, XReg::x2, XReg::x3, XReg::x4];

/// Generated functions that can be in the middle of a call, at most. A function that adds moves
/// lets a partner add one, which asks whether its process can go on. Then questions of the kind
/// `enabled(p)` may lead from one to the next: each asks about a process, which may ask whether a
/// partner can receive, which depends on its `provided` clause.
const MOST_CALLS: usize = 3 + 3 * (MAX_QUESTIONS as usize + 1);

/// The registers and the stack of bytecode: one machine for each context.
pub struct Machine(Vm);

impl Machine {
    fn arguments(&self) -> [XRegVal; ARGUMENTS.len()] {
        ARGUMENTS.map(|register| self.0[register])
    }

    fn result(&mut self) -> &mut XRegVal {
        &mut self.0[XReg::x0]
    }
}

/// Linked bytecode.
pub struct Bytecode {
    /// Functions have addresses in here: these never change.
    bytes: Vec<u8>,
    stack: usize,
}

impl Bytecode {
    pub fn new(bytes: Vec<u8>, largest_frame: usize) -> Bytecode {
        Bytecode {
            bytes,
            stack: MOST_CALLS * largest_frame,
        }
    }

    /// The function that starts at an offset.
    pub fn function(&self, start: usize) -> Function {
        Function::Bytecode(NonNull::from(&self.bytes[start]))
    }

    /// A machine with stack enough for any call.
    pub fn machine(&self) -> Machine {
        let stack = Vm::with_stack(self.stack);
        Machine(stack.expect("memory for the stack of the bytecode"))
    }
}

/// The machine of a context.
///
/// # Safety
/// The context is valid and nothing else refers to its machine while the reference is used.
unsafe fn machine<'a>(context: *mut Context) -> &'a mut Machine {
    // SAFETY: the caller's promise. The rest of the context is not borrowed.
    let machine = unsafe { &mut (*context).machine };
    machine.as_mut().expect("bytecode has a machine")
}

/// Calls a function in bytecode.
///
/// Functions of the runtime call bytecode in turn: such a call runs on the same machine, below on
/// its stack. That is how functions in bytecode call each other, so what must outlive a call is
/// saved by the one who calls or by the one who is called.
///
/// # Safety
/// `start` is where a function with these parameters and one result begins, and the code is that
/// of the context's tables; the machine is that of the code.
pub unsafe fn run(context: *mut Context, start: NonNull<u8>, arguments: [Val; 6]) -> u32 {
    // SAFETY: here and below, no reference to the machine is kept while a function of the runtime
    // runs, and the code and its arguments are right.
    let back = unsafe { machine(context).0.call_start(&arguments) };
    let mut at = start;
    loop {
        // SAFETY: as above; `at` is the beginning of the function or where it stopped.
        match unsafe { machine(context).0.call_run(at) } {
            DoneReason::ReturnToHost(()) => break,
            DoneReason::CallIndirectHost { id, resume } => {
                // SAFETY: as above.
                let given = unsafe { machine(context) }.arguments();
                // SAFETY: the linker wrote the number of the function that is called here.
                let answer = unsafe { Runtime::ALL[usize::from(id)].serve(given.into_iter()) };
                // SAFETY: as above.
                *unsafe { machine(context) }.result() = answer;
                at = resume;
            }
            // Generated code tests before it divides, and there is stack for the deepest calls.
            DoneReason::Trap { .. } => unreachable!("generated code has no traps"),
        }
    }
    // SAFETY: as above.
    let machine = unsafe { machine(context) };
    // SAFETY: the call that was begun above has ended.
    unsafe { machine.0.set_lr(back) };
    machine.result().get_u32()
}
