//! What is known of a compiled program at run time: its functions, and facts about its places.

#![expect(unsafe_code)]

use super::context::Context;
use super::machine;
use crate::layout::{Home, Layout};
use program::End;
use pulley_interpreter::interp::Val;
use std::ptr::NonNull;

/// A generated function in machine code: context, state, where the region of the process starts,
/// the process, whether `timeout` holds, and one more argument that depends on the kind of
/// function.
pub type Native = unsafe extern "C" fn(*mut Context, *const u8, u64, u32, u32, u64) -> u32;

/// A generated function.
#[derive(Clone, Copy, Debug)]
pub enum Function {
    Native(Native),
    /// Where its bytecode starts.
    Bytecode(NonNull<u8>),
}

// SAFETY: bytecode never changes after it was made.
unsafe impl Send for Function {}
// SAFETY: as above.
unsafe impl Sync for Function {}

impl Function {
    /// Calls it.
    ///
    /// # Safety
    /// It was generated for the program of the context; the context describes the state, of which
    /// `pid` is a process whose region starts at `frame`.
    #[inline]
    pub unsafe fn call(
        self,
        context: *mut Context,
        state: *const u8,
        frame: u64,
        pid: u32,
        timeout: u32,
        extra: u64,
    ) -> u32 {
        match self {
            // SAFETY: the caller's promise.
            Function::Native(code) => unsafe { code(context, state, frame, pid, timeout, extra) },
            Function::Bytecode(start) => {
                let arguments = [
                    Val::from(context),
                    Val::from(state.cast_mut()),
                    Val::from(frame),
                    Val::from(pid),
                    Val::from(timeout),
                    Val::from(extra),
                ];
                // SAFETY: the caller's promise.
                unsafe { machine::run(context, start, arguments) }
            }
        }
    }
}

/// Answers of functions that only ask whether something can happen.
pub const NOTHING: u32 = 0;
/// Something is enabled.
pub const ENABLED: u32 = 1;
/// A guard could not be evaluated before anything was found enabled.
pub const FAULT: u32 = 2;

/// Facts about a place: a process type and a location.
#[derive(Clone, Copy, Debug, Default)]
pub struct Facts {
    /// Its process type.
    pub owner: u32,
    /// SPIN's number of the location.
    pub number: u32,
    pub end: bool,
    pub accept: bool,
    pub progress: bool,
}

/// The functions that ask about a place. Those that a program never needs are not made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Functions {
    /// Whether the process can move; the last argument says whether a fault of a partner counts.
    pub test: Option<Function>,
    /// Adds the moves in which the process takes the offer, which is the last argument.
    pub accept: Option<Function>,
    /// Whether the process can take the offer.
    pub accept_test: Option<Function>,
    /// Answers the questions about the place.
    pub ask: Option<Function>,
}

/// Everything that a runtime function looks up.
pub struct Tables {
    pub layout: Layout,
    /// By place.
    pub facts: Vec<Facts>,
    /// By place: the function that adds every move of a process there.
    pub moves: Vec<Function>,
    /// By place: bytes of the region of a process there.
    pub sizes: Vec<u32>,
    /// By place: its process type.
    pub owners: Vec<u8>,
    /// By place: the number of its first edge in a [`program::Coverage`].
    pub first_edges: Vec<usize>,
    /// Bytes of the largest region of a process.
    pub largest_frame: usize,
    /// By place.
    pub functions: Vec<Functions>,
    /// What may be asked about places.
    pub questions: program::Questions,
    /// By process type: whether it may move.
    pub provided: Vec<Option<Function>>,
    /// Evaluates the propositions.
    pub letter: Function,
    /// Some expression asks for `timeout`.
    pub uses_timeout: bool,
    /// Some process type has a condition on its moves.
    pub uses_provided: bool,
    pub uses_priority: bool,
    /// Some process type has channels of its own.
    pub local_channels: bool,
    /// By process type: the ends of channels that a process has to itself, and where it keeps the
    /// numbers of the channels.
    pub exclusive: Vec<Vec<(End, Home)>>,
    /// Some process type has ends of channels to itself.
    pub uses_exclusive: bool,
    /// Types of the channels of each process type.
    pub channel_kinds: Vec<Vec<u32>>,
    /// Types of the global channels.
    pub global_channels: Vec<u32>,
    /// For each trace location, whether a run may end there.
    pub trace_ends: Vec<bool>,
}

impl Tables {
    /// Whether every process may always move as far as `provided` and priorities go.
    pub fn all_may_run(&self) -> bool {
        !self.uses_provided && !self.uses_priority
    }
}

/// The moves of a place without edges.
pub unsafe extern "C" fn no_moves(
    _: *mut Context,
    _: *const u8,
    _: u64,
    _: u32,
    _: u32,
    _: u64,
) -> u32 {
    NOTHING
}
