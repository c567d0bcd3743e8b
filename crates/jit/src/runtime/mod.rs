//! The part of a compiled program that is not generated: its working memory, and functions for
//! what does not pay to be compiled.

mod calls;
mod channels;
mod claims;
mod context;
mod machine;
pub mod questions;
mod services;
mod tables;

pub use context::{Context, Entry, MAX_ANSWERS, NO_HOLDER, Offer, SLACK};
pub use machine::Bytecode;
pub use services::Runtime;
pub use tables::{ENABLED, FAULT, Facts, Function, Functions, NOTHING, Native, Tables, no_moves};

use program::state::{MAX_CHANNELS, MAX_PROCESSES};

/// The place of the process whose region starts at `frame`.
///
/// # Safety
/// `state` points to a packed state with slack in which a region starts at `frame`.
#[expect(unsafe_code)]
pub unsafe fn place_at(tables: &Tables, state: *const u8, frame: u32) -> u32 {
    // SAFETY: a place has at most 24 bits, and slack follows the state.
    let word = unsafe { state.add(frame as usize).cast::<u32>().read_unaligned() };
    u32::from_le(word) & ((1 << tables.layout.place.width) - 1)
}

impl Context {
    /// Notes a process whose region starts at `frame`, and its channels. False if there are too
    /// many.
    pub fn enter(&mut self, tables: &Tables, proctype: u32, frame: u32) -> bool {
        if self.count as usize >= MAX_PROCESSES {
            return false;
        }
        self.frames[self.count as usize] = frame;
        self.count += 1;
        let region = &tables.layout.frames[proctype as usize];
        self.enter_channels(
            &tables.channel_kinds[proctype as usize],
            &region.channels,
            frame,
        )
    }

    /// Notes the channels of a region that starts at `start`.
    pub fn enter_channels(&mut self, kinds: &[u32], offsets: &[u32], start: u32) -> bool {
        if self.channel_count as usize + kinds.len() > MAX_CHANNELS {
            return false;
        }
        for (&kind, &offset) in kinds.iter().zip(offsets) {
            self.channel_count += 1;
            self.channel_at[self.channel_count as usize] = start + offset;
            self.channel_kind[self.channel_count as usize] = kind;
        }
        true
    }
}
