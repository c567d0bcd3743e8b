//! Who has an end of which channel to himself, in the state that is expanded.
//!
//! Every send and receive asks, so the answer is looked up, not searched for: claims last as long as
//! their processes, and are noted once for each state.
#![expect(unsafe_code)]

use super::{Context, Tables, place_at};
use crate::layout::Home;
use program::End;

/// Channels that can exist, and zero.
const CHANNELS: usize = 256;
/// Nobody has it.
const NOBODY: u16 = 0;
/// More than one process says that it has it.
const SEVERAL: u16 = u16::MAX;

/// The claims of a state.
pub struct Claims {
    /// By end and channel: nobody, one more than the number of a process, or several.
    holders: [[u16; CHANNELS]; 2],
    /// Those that are not nobody's.
    noted: Vec<(usize, usize)>,
    /// How many processes were looked at.
    count: u32,
}

impl Default for Claims {
    fn default() -> Claims {
        Claims {
            holders: [[NOBODY; CHANNELS]; 2],
            noted: Vec::new(),
            count: 0,
        }
    }
}

impl Claims {
    /// Forgets everything; so many processes will be looked at.
    fn clear(&mut self, count: u32) {
        for (end, channel) in self.noted.drain(..) {
            self.holders[end][channel] = NOBODY;
        }
        self.count = count;
    }

    fn add(&mut self, end: End, channel: i32, pid: u32) {
        let (end, channel) = (end as usize, channel as usize);
        // A number that is none of a channel is nobody's.
        let Some(holder) = self.holders[end].get_mut(channel) else {
            return;
        };
        *holder = match *holder {
            NOBODY => pid as u16 + 1,
            _ => SEVERAL,
        };
        self.noted.push((end, channel));
    }

    fn is_held(&self, end: End, channel: i32, pid: u32) -> bool {
        let holder = self.holders[end as usize].get(channel as usize);
        !matches!(holder, None | Some(&NOBODY)) && holder != Some(&(pid as u16 + 1))
    }
}

/// Calls a function with every claim in a state: its end, its channel, and the process.
///
/// # Safety
/// The state has slack, and these are where the regions of its processes start.
unsafe fn each_claim(
    frames: &[u32],
    tables: &Tables,
    state: *const u8,
    mut found: impl FnMut(End, i32, u32),
) {
    for (&frame, pid) in frames.iter().zip(0..) {
        // SAFETY: a region starts at `frame`.
        let place = unsafe { place_at(tables, state, frame) };
        let owner = tables.facts[place as usize].owner;
        for &(end, home) in &tables.exclusive[owner as usize] {
            let number = match home {
                Home::Constant(number) => number,
                Home::Field(field) => {
                    let at = frame as usize + field.bit as usize / 8;
                    // SAFETY: the field lies in the region that starts at `frame`, and slack follows
                    // the state. It ends within 40 bits.
                    let word = unsafe { state.add(at).cast::<u64>().read_unaligned() };
                    let bits = u64::from_le(word) >> (field.bit % 8);
                    field.scalar.wrap(bits as i32)
                }
            };
            found(end, number, pid);
        }
    }
}

impl Context {
    /// Notes the claims of the state that is entered.
    ///
    /// # Safety
    /// The state has slack, and its processes are those of the context.
    pub unsafe fn note_claims(&mut self, tables: &Tables, state: *const u8) {
        let frames = &self.frames[..self.count as usize];
        let claims = &mut self.claims;
        claims.clear(self.count);
        let add = |end, channel, pid| claims.add(end, channel, pid);
        // SAFETY: the caller's promise.
        unsafe { each_claim(frames, tables, state, add) };
    }
}

/// One if another process than `pid` has an end of a channel to itself.
pub unsafe extern "C" fn held(
    context: *mut Context,
    state: *const u8,
    pid: u32,
    channel: i32,
    receives: u32,
) -> u32 {
    // SAFETY: the context is the one that generated code was called with.
    let (context, tables) = unsafe { (&*context, &*(*context).tables) };
    let end = if receives == 0 { End::Tail } else { End::Head };
    if context.claims.count == context.count {
        return u32::from(context.claims.is_held(end, channel, pid));
    }
    // A process was created in this step.
    let mut found = false;
    let look = |of, number, other| found |= of == end && number == channel && other != pid;
    let frames = &context.frames[..context.count as usize];
    // SAFETY: the state is one with the processes of the context.
    unsafe { each_claim(frames, tables, state, look) };
    u32::from(found)
}
