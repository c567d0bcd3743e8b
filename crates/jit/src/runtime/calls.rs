//! Functions that generated code calls for growth, faults, and questions about other processes.
#![expect(unsafe_code)]

use super::{Context, place_at};
use program::Step;

// Each function is called by generated code with the context that it was itself called with, so
// the pointer is valid and nothing else refers to the context; `state` is a state with slack whose
// processes and channels are those of the context.

/// Makes room for more successors. Records and bytes written so far stay.
pub unsafe extern "C" fn grow(context: *mut Context) {
    // SAFETY: see above; `successors` is valid while a state is expanded.
    let (context, successors) = unsafe { (&mut *context, &mut *(*context).successors) };
    let used: usize = context
        .entries
        .iter()
        .map(|entry| entry.length as usize)
        .sum();
    let count = context.entries.len();
    context.entries.resize(2 * count, super::Entry::default());
    // SAFETY: the tables live as long as the code that called.
    let most = context.room_for_one(unsafe { &*context.tables });
    let room = successors.room(used + count * most);
    context.out = room[used..].as_mut_ptr();
    let range = context.entries[count..].as_mut_ptr_range();
    (context.entry, context.entry_end) = (range.start, range.end);
}

impl Context {
    /// Bytes that the largest successor of the state that is expanded may take, with slack.
    pub fn room_for_one(&self, tables: &super::Tables) -> usize {
        self.length as usize + tables.largest_frame + super::SLACK
    }
}

/// A guard cannot be evaluated.
pub unsafe extern "C" fn fault(context: *mut Context, step: u64) {
    // SAFETY: see above.
    unsafe { &mut *context }.faults.push(Step::from_word(step));
}

/// A step cannot be executed.
pub unsafe extern "C" fn late_fault(context: *mut Context, step: u64) {
    // SAFETY: see above.
    let context = unsafe { &mut *context };
    context.late_faults.push(Step::from_word(step));
}

/// A process of this type begins at `frame`; zero if there are too many processes or channels.
pub unsafe extern "C" fn enter(context: *mut Context, proctype: u32, frame: u64) -> u32 {
    // SAFETY: see above.
    let (context, tables) = unsafe { (&mut *context, &*(*context).tables) };
    u32::from(context.enter(tables, proctype, frame as u32))
}

/// The lowest-numbered process of a type, or -1.
pub unsafe extern "C" fn first_of(context: *mut Context, state: *const u8, proctype: u32) -> i32 {
    // SAFETY: see above.
    let (context, tables) = unsafe { (&*context, &*(*context).tables) };
    let frames = &context.frames[..context.count as usize];
    let found = frames.iter().position(|&frame| {
        // SAFETY: a region starts at `frame`.
        let place = unsafe { place_at(tables, state, frame) };
        tables.facts[place as usize].owner == proctype
    });
    found.map_or(-1, |pid| pid as i32)
}

/// SPIN's number of the location of a process, or zero if it does not exist.
pub unsafe extern "C" fn pc_value(context: *mut Context, state: *const u8, pid: i32) -> i32 {
    // SAFETY: see above.
    let (context, tables) = unsafe { (&*context, &*(*context).tables) };
    let Some(frame) = context.frame_of(pid) else {
        return 0;
    };
    // SAFETY: a region starts at `frame`.
    let place = unsafe { place_at(tables, state, frame) };
    tables.facts[place as usize].number as i32
}

/// One if no process is at a progress label.
pub unsafe extern "C" fn non_progress(context: *mut Context, state: *const u8) -> i32 {
    // SAFETY: see above.
    let (context, tables) = unsafe { (&*context, &*(*context).tables) };
    let frames = &context.frames[..context.count as usize];
    let progress = frames.iter().any(|&frame| {
        // SAFETY: a region starts at `frame`.
        let place = unsafe { place_at(tables, state, frame) };
        tables.facts[place as usize].progress
    });
    i32::from(!progress)
}

/// The priority of a process, or zero if it does not exist.
pub unsafe extern "C" fn priority(context: *mut Context, state: *const u8, pid: i32) -> i32 {
    // SAFETY: see above.
    let (context, tables) = unsafe { (&*context, &*(*context).tables) };
    match (context.frame_of(pid), tables.layout.priority) {
        (Some(frame), Some(field)) => {
            // SAFETY: the field lies in the region that starts at `frame`.
            let region = unsafe {
                let size = (field.bit + field.width).div_ceil(8) as usize;
                std::slice::from_raw_parts(state.add(frame as usize), size)
            };
            field.load(region)
        }
        _ => 0,
    }
}

/// Sets the priority of a process if it exists. Zero if the priority is out of range.
pub unsafe extern "C" fn set_priority(
    context: *mut Context,
    state: *mut u8,
    pid: i32,
    priority: i32,
) -> u32 {
    // SAFETY: see above.
    let (context, tables) = unsafe { (&*context, &*(*context).tables) };
    let Some(frame) = context.frame_of(pid) else {
        return 1;
    };
    if !(1..=255).contains(&priority) {
        return 0;
    }
    if let Some(field) = tables.layout.priority {
        // SAFETY: the field lies in the region that starts at `frame`, and the state is one that
        // is being made.
        let region = unsafe {
            let size = (field.bit + field.width).div_ceil(8) as usize;
            std::slice::from_raw_parts_mut(state.add(frame as usize), size)
        };
        field.store(region, priority);
    }
    1
}

impl Context {
    /// Where the region of a process starts, if it exists.
    pub fn frame_of(&self, pid: i32) -> Option<u32> {
        let pid = u32::try_from(pid).ok().filter(|&pid| pid < self.count)?;
        Some(self.frames[pid as usize])
    }
}
