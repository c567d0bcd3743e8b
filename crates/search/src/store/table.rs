//! The hash table: slots in reserved memory, and how they become more.
//!
//! Growth happens in place and touches nothing but the slots. The home of an entry is monotone in
//! the 32 bits of hash that its slot holds, so a pass from the last line to the first moves
//! entries upwards only, reading and writing memory in order; no second table exists at any
//! time, and the states are neither read nor hashed again. A pass costs about a nanosecond per
//! entry, which allows growth by small factors and a high load.

use super::probe::{self, LINE};
use super::region::{Access, Region};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

/// Lines at the start: 16 KiB.
const FIRST: usize = 256;
/// Entries per 64 slots at most. Beyond that, lookups leave their home line too often.
const LOAD: usize = 54;
/// Lines from which growth is no longer fourfold: 1 MiB. Small tables are soon full.
const SMALL: usize = 1 << 14;
/// Lines from which growth is no longer twofold but by a quarter: 8 MiB.
const LARGE: usize = 1 << 17;
/// Lines from which it is by a half: 64 MiB. A pass over so many lines waits for memory, and what is
/// stored beside the table weighs more than a table that is a little too large.
const HUGE: usize = 1 << 20;

/// The table.
pub struct Table {
    region: Region,
    lines: usize,
}

impl Table {
    /// A table that can grow to `capacity` bytes.
    pub fn new(capacity: usize) -> io::Result<Table> {
        let region = Region::reserve(capacity, Access::Scattered)?;
        Ok(Table {
            region,
            lines: FIRST,
        })
    }

    #[inline(always)]
    pub fn slots(&self) -> &[AtomicU64] {
        self.region.words(self.lines * LINE)
    }

    /// Bytes in use.
    pub fn used(&self) -> usize {
        self.lines * LINE * 8
    }

    /// How many entries there may be before the table must grow.
    pub fn room(&self) -> usize {
        self.lines * LINE / 64 * LOAD
    }

    /// Where the search for a hash starts, for a prefetch.
    #[inline(always)]
    pub fn address(&self, hash: u32) -> *const u8 {
        self.region
            .address(probe::home(hash, self.lines) * LINE * 8)
    }

    /// Bytes that the table will use after it has grown once more.
    pub fn grown(&self) -> usize {
        self.grown_lines() * LINE * 8
    }

    fn grown_lines(&self) -> usize {
        match self.lines {
            ..SMALL => self.lines * 4,
            SMALL..LARGE => self.lines * 2,
            LARGE..HUGE => (self.lines / 4 * 5).next_multiple_of(8),
            _ => (self.lines / 2 * 3).next_multiple_of(8),
        }
    }

    /// Grows; false if the reserved memory is at its end.
    pub fn grow(&mut self) -> bool {
        let (old, new) = (self.lines, self.grown_lines());
        if new * LINE * 8 > self.region.size() {
            return false;
        }
        self.lines = new;
        let slots = self.slots();
        // Few entries cannot move up within the pass: those of the lowest lines that are far from
        // home, and those that would have to wrap around. They wait until all lines are new.
        let mut waiting = Vec::new();
        for line in (0..old).rev() {
            for content in take(&slots[line * LINE..(line + 1) * LINE]) {
                if content == 0 {
                    break;
                }
                let home = probe::home(probe::hash_of(content), new);
                if home < line || !put(&slots[home * LINE..], content) {
                    waiting.push(content);
                }
            }
        }
        for content in waiting {
            let home = probe::home(probe::hash_of(content), new);
            let placed = put(&slots[home * LINE..], content) || put(slots, content);
            debug_assert!(placed, "a grown table has room");
        }
        true
    }
}

/// Empties a line.
#[inline(always)]
fn take(line: &[AtomicU64]) -> [u64; LINE] {
    let mut contents = [0; LINE];
    for (content, slot) in contents.iter_mut().zip(line) {
        *content = slot.load(Ordering::Relaxed);
        slot.store(0, Ordering::Relaxed);
    }
    contents
}

/// Puts an entry into the first free slot, if there is one.
#[inline(always)]
fn put(slots: &[AtomicU64], content: u64) -> bool {
    let free = |slot: &&AtomicU64| slot.load(Ordering::Relaxed) == 0;
    match slots.iter().find(free) {
        Some(slot) => {
            slot.store(content, Ordering::Relaxed);
            true
        }
        None => false,
    }
}
