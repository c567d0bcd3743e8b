//! How threads share a growing array: each takes a block of places at a time and fills it alone.
//!
//! Places are numbered from one, so that zero can stand for nothing. As long as there is one
//! writer, its places are consecutive.

use super::Full;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Places that a writer takes at once.
pub const BLOCK: usize = 1 << 10;

/// Which places are taken.
pub struct Blocks {
    /// The first place that nobody has taken.
    top: AtomicUsize,
    limit: usize,
}

/// The places of one writer that are not yet in use.
#[derive(Debug)]
pub struct Share {
    next: usize,
    end: usize,
}

impl Blocks {
    /// Places up to `limit`.
    pub fn new(limit: usize) -> Blocks {
        Blocks {
            top: AtomicUsize::new(0),
            limit: limit.min(u32::MAX as usize),
        }
    }

    /// How many places are taken.
    pub fn taken(&self) -> usize {
        self.top.load(Ordering::Relaxed)
    }

    /// The next place of a writer. It stays the next until it is [kept](Share::keep).
    #[inline(always)]
    pub fn next(&self, share: &mut Share) -> Result<usize, Full> {
        if share.next == share.end {
            self.take(share)?;
        }
        Ok(share.next)
    }

    #[cold]
    fn take(&self, share: &mut Share) -> Result<(), Full> {
        let start = self.top.fetch_add(BLOCK, Ordering::Relaxed);
        if start + BLOCK > self.limit {
            self.top.fetch_sub(BLOCK, Ordering::Relaxed);
            return Err(Full);
        }
        share.next = start.max(1);
        share.end = start + BLOCK;
        Ok(())
    }

    /// Takes at least as many places as another.
    pub fn take_as_many(&mut self, other: &Blocks) -> Result<(), Full> {
        let taken = other.taken();
        if taken > self.limit {
            return Err(Full);
        }
        self.top.fetch_max(taken, Ordering::Relaxed);
        Ok(())
    }

    /// The first place in use at or after this one. `is_empty` says which are not.
    #[inline]
    pub fn used_from(&self, place: usize, is_empty: impl Fn(usize) -> bool) -> Option<usize> {
        let mut place = place;
        while place < self.taken() {
            if !is_empty(place) {
                return Some(place);
            }
            // The rest of the block is not in use either.
            place = (place + 1).next_multiple_of(BLOCK);
        }
        None
    }
}

impl Share {
    /// No places yet.
    pub fn new() -> Share {
        Share { next: 0, end: 0 }
    }

    /// The next place is in use from now on.
    #[inline(always)]
    pub fn keep(&mut self) {
        self.next += 1;
    }
}
