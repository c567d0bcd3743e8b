//! Finding an entry in a table, or putting it there: the one place where threads meet.
//!
//! A slot is empty (zero) or holds an entry, whose upper 32 bits are its hash. Slots only ever
//! change from empty to full. A line of eight slots is one cache line; an entry lives in the first
//! line from its *home* on that had an empty slot, so the search for it may stop at an empty slot.

use std::sync::atomic::{AtomicU64, Ordering};

/// Slots of a cache line.
pub const LINE: usize = 8;

/// A slot. A trait, so that the algorithm can be run by a model checker of memory orders.
pub trait Slot {
    /// The content; what its writer did before is visible to the reader.
    fn load(&self) -> u64;
    /// Fills the slot if it is empty, making visible what was done before; else what it holds.
    fn claim(&self, value: u64) -> Result<(), u64>;
}

impl Slot for AtomicU64 {
    #[inline(always)]
    fn load(&self) -> u64 {
        AtomicU64::load(self, Ordering::Acquire)
    }

    #[inline(always)]
    fn claim(&self, value: u64) -> Result<(), u64> {
        self.compare_exchange(0, value, Ordering::AcqRel, Ordering::Acquire)
            .map(drop)
    }
}

/// An entry that names something with this hash.
#[inline(always)]
pub const fn pack(hash: u32, name: u32) -> u64 {
    (hash as u64) << 32 | name as u64
}

/// The hash of an entry.
#[inline(always)]
pub const fn hash_of(entry: u64) -> u32 {
    (entry >> 32) as u32
}

/// What an entry names.
#[inline(always)]
pub const fn name_of(entry: u64) -> u32 {
    entry as u32
}

/// The line where the search for a hash starts. Monotone in the hash, which is what makes growth a
/// pass from one end to the other.
#[inline(always)]
pub const fn home(hash: u32, lines: usize) -> usize {
    ((hash as u64 * lines as u64) >> 32) as usize
}

/// An entry that was there, or that was put there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Old(u64),
    New(u64),
}

/// Looks for the entry that is the `same`, from the home of its hash on; if there is none, inserts
/// the one that `fresh` makes. `fresh` is called at most once, and an error of it is passed on. The
/// table must not be full.
#[inline(always)]
pub fn find_or_insert<S: Slot, E>(
    slots: &[S],
    hash: u32,
    mut same: impl FnMut(u64) -> bool,
    mut fresh: impl FnMut() -> Result<u64, E>,
) -> Result<Found, E> {
    let lines = slots.len() / LINE;
    let mut line = home(hash, lines);
    let mut made = None;
    loop {
        for slot in &slots[line * LINE..(line + 1) * LINE] {
            let mut content = slot.load();
            if content == 0 {
                let entry = match made {
                    Some(entry) => entry,
                    None => *made.insert(fresh()?),
                };
                match slot.claim(entry) {
                    Ok(()) => return Ok(Found::New(entry)),
                    // Another thread was faster, perhaps with the same entry.
                    Err(other) => content = other,
                }
            }
            if same(content) {
                return Ok(Found::Old(content));
            }
        }
        line += 1;
        if line == lines {
            line = 0;
        }
    }
}

/// Looks for the entry that is the `same`, from the home of its hash on.
#[inline]
pub fn find<S: Slot>(slots: &[S], hash: u32, same: impl FnMut(u64) -> bool) -> Option<u64> {
    match find_or_insert(slots, hash, same, || Err(())) {
        Ok(Found::Old(entry) | Found::New(entry)) => Some(entry),
        Err(()) => None,
    }
}
