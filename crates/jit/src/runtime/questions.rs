//! Functions that ask generated code in turn: who can receive, who may move, who is enabled.
#![expect(unsafe_code)]

use super::{Context, ENABLED, FAULT, Functions, NOTHING, Offer, Tables, place_at};
use program::Step;

/// Questions of the kind `enabled(p)` that may depend on each other, as for the interpreter.
pub const MAX_QUESTIONS: u32 = 64;

/// A guard that could not be evaluated.
pub struct Faulted;

/// The state that is asked about.
///
/// The pointers are those that generated code was called with or called us with: the context is
/// valid and describes the state, and no reference to it is kept over a call of generated code.
#[derive(Clone, Copy)]
pub struct Asked {
    pub context: *mut Context,
    pub state: *const u8,
    pub timeout: u32,
}

impl Asked {
    fn tables<'a>(self) -> &'a Tables {
        // SAFETY: the tables live as long as the code.
        unsafe { &*(*self.context).tables }
    }

    fn count(self) -> u32 {
        // SAFETY: the context is valid.
        unsafe { (*self.context).count }
    }

    fn frame(self, pid: u32) -> u32 {
        // SAFETY: the context is valid.
        unsafe { (&raw const (*self.context).frames[pid as usize]).read() }
    }

    /// The place of a process in the state that is expanded.
    #[inline]
    pub fn entered(self, pid: u32) -> usize {
        // SAFETY: the context is valid.
        let place = unsafe { (&raw const (*self.context).places[pid as usize]).read() };
        place as usize
    }

    fn place(self, pid: u32) -> u32 {
        // SAFETY: the context describes the state.
        unsafe { place_at(self.tables(), self.state, self.frame(pid)) }
    }

    fn functions<'a>(self, pid: u32) -> &'a Functions {
        &self.tables().functions[self.place(pid) as usize]
    }

    /// Calls a generated function for a process.
    #[inline]
    pub fn call(self, function: super::Function, pid: u32, extra: u64) -> u32 {
        let frame = u64::from(self.frame(pid));
        // SAFETY: the function was generated for the program of the context, and `pid` is a
        // process of the state.
        unsafe { function.call(self.context, self.state, frame, pid, self.timeout, extra) }
    }

    /// Adds the moves of a process, or notes that it cannot be known whether it may move.
    pub fn moves(self, pid: u32) {
        match self.may_run(pid) {
            Ok(true) => {
                let moves = self.tables().moves[self.place(pid) as usize];
                self.call(moves, pid, 0);
            }
            Ok(false) => {}
            Err(Faulted) => {
                let mut step = Step::new(pid as u8, 0);
                if self.timeout != 0 {
                    step = step.after_timeout();
                }
                // SAFETY: the context is valid.
                unsafe { &mut *self.context }.faults.push(step);
            }
        }
    }

    /// Whether a process is allowed to move: its `provided` clause holds, and no process of
    /// higher priority can move.
    #[inline]
    fn may_run(self, pid: u32) -> Result<bool, Faulted> {
        if self.tables().all_may_run() {
            return Ok(true);
        }
        self.is_allowed(pid)
    }

    /// The same where not every process may always move.
    fn is_allowed(self, pid: u32) -> Result<bool, Faulted> {
        let tables = self.tables();
        if !self.provided(pid)? {
            return Ok(false);
        }
        if tables.uses_priority {
            let mine = self.priority(pid);
            for other in 0..self.count() {
                if self.priority(other) > mine && self.provided(other)? && self.can_move(other)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn priority(self, pid: u32) -> i32 {
        // SAFETY: the context describes the state.
        unsafe { super::calls::priority(self.context, self.state, pid as i32) }
    }

    fn provided(self, pid: u32) -> Result<bool, Faulted> {
        let tables = self.tables();
        let owner = tables.facts[self.place(pid) as usize].owner;
        match tables.provided[owner as usize] {
            None => Ok(true),
            Some(provided) => answer(self.call(provided, pid, 0)),
        }
    }

    /// Whether some edge at the location of a process is enabled, whoever is allowed to run.
    fn can_move(self, pid: u32) -> Result<bool, Faulted> {
        // SAFETY: the context is valid.
        let questions = unsafe { (*self.context).questions };
        if questions >= MAX_QUESTIONS {
            return Err(Faulted);
        }
        // SAFETY: the context is valid.
        unsafe { (*self.context).questions = questions + 1 };
        let found = match self.functions(pid).test {
            None => Ok(false),
            Some(test) => answer(self.call(test, pid, 0)),
        };
        // SAFETY: the context is valid.
        unsafe { (*self.context).questions = questions };
        found
    }
}

fn answer(found: u32) -> Result<bool, Faulted> {
    match found {
        FAULT => Err(Faulted),
        found => Ok(found == ENABLED),
    }
}

// Each function below is called by generated code with the context that it was itself called with
// and a state that the context describes; an offer is on the caller's stack.

/// Whether a process that has just moved inside an atomic sequence can go on; a fault counts.
pub unsafe extern "C" fn go_on(context: *mut Context, state: *const u8, pid: u32) -> u32 {
    let asked = Asked {
        context,
        state,
        timeout: 0,
    };
    let can = match asked.may_run(pid) {
        Err(Faulted) => true,
        Ok(false) => false,
        Ok(true) => {
            let test = asked.functions(pid).test;
            test.is_some_and(|test| asked.call(test, pid, 1) != NOTHING)
        }
    };
    u32::from(can)
}

/// `enabled(other)`, asked by process `pid`.
pub unsafe extern "C" fn enabled(
    context: *mut Context,
    state: *const u8,
    pid: u32,
    other: i32,
    timeout: u32,
) -> u32 {
    let asked = Asked {
        context,
        state,
        timeout,
    };
    if i64::from(other) == i64::from(pid) {
        return FAULT;
    }
    match u32::try_from(other).ok().filter(|&o| o < asked.count()) {
        None => NOTHING,
        Some(other) => match asked.can_move(other) {
            Ok(can) => u32::from(can),
            Err(Faulted) => FAULT,
        },
    }
}

/// Adds a move for each receive that can take the offer, and says how many there are. The state is
/// the one that is expanded.
pub unsafe extern "C" fn partners(
    context: *mut Context,
    state: *const u8,
    offer: *const Offer,
    timeout: u32,
) -> u32 {
    let asked = Asked {
        context,
        state,
        timeout,
    };
    // SAFETY: the offer is on the stack of the caller.
    let Offer {
        pid: sender, step, ..
    } = unsafe { *offer };
    let mut found = 0;
    for pid in (0..asked.count()).rev().filter(|&pid| pid != sender) {
        match asked.may_run(pid) {
            Ok(true) => {
                if let Some(accept) = asked.tables().functions[asked.entered(pid)].accept {
                    found += asked.call(accept, pid, offer as u64);
                }
            }
            Ok(false) => {}
            // SAFETY: the context is valid.
            Err(Faulted) => unsafe { super::calls::fault(context, step) },
        }
    }
    found
}

/// Whether somebody can take the offer; if `count_faults`, a fault of a partner is an answer too.
pub unsafe extern "C" fn partners_test(
    context: *mut Context,
    state: *const u8,
    offer: *const Offer,
    timeout: u32,
    count_faults: u64,
) -> u32 {
    let asked = Asked {
        context,
        state,
        timeout,
    };
    // SAFETY: the offer is on the stack of the caller.
    let sender = unsafe { (*offer).pid };
    let mut faulted = false;
    for pid in (0..asked.count()).rev().filter(|&pid| pid != sender) {
        match asked.may_run(pid) {
            Ok(true) => {
                let accept = asked.functions(pid).accept_test;
                let found = accept.map_or(NOTHING, |a| asked.call(a, pid, offer as u64));
                match found {
                    ENABLED => return ENABLED,
                    FAULT => faulted = true,
                    _ => {}
                }
            }
            Ok(false) => {}
            Err(Faulted) => faulted = true,
        }
    }
    if faulted && count_faults != 0 {
        FAULT
    } else {
        NOTHING
    }
}
