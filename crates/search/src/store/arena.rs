//! The bytes of the stored states, one entry after the other in the order of insertion.
//!
//! An entry is a *tag* (one word for the search's own use, which may change), the length of the
//! state plus one, and its bytes, which never change. Entries start at multiples of a unit, so
//! that 32 bits suffice to name one: four bytes as long as the arena stays below 16 GiB.
//!
//! Several threads may append: each [`Writer`] takes a chunk at a time and fills it alone. An
//! entry is *published* by putting its reference in the table, with release ordering; whoever
//! finds it there, with acquire ordering, may read it.
#![allow(unsafe_code)]

use super::Ref;
use super::region::Region;
use std::io;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// Bytes that a writer takes at once. Chunks start at multiples of this.
const CHUNK: usize = 1 << 16;
/// Bytes of a tag.
const TAG: usize = 4;
/// Bytes of an entry at least: the tag, the length, rounded to the smallest unit.
const LEAST: usize = 8;

/// All entries.
pub struct Arena {
    region: Region,
    /// Where the first chunk that nobody has taken starts.
    top: AtomicUsize,
    /// Logarithm of the unit.
    shift: u32,
}

/// The right to append. One writer's entries are consecutive if there is no other writer.
pub struct Writer {
    next: usize,
    end: usize,
}

/// An entry that is written but not yet published.
pub struct Draft {
    /// Its name once it is.
    pub name: Ref,
    size: usize,
}

/// The arena is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl Arena {
    /// An arena for up to `capacity` bytes.
    pub fn new(capacity: usize) -> io::Result<Arena> {
        let mut shift = 2;
        while capacity.saturating_sub(1) >> shift > u32::MAX as usize {
            shift += 1;
        }
        Ok(Arena {
            region: Region::reserve(capacity)?,
            top: AtomicUsize::new(0),
            shift,
        })
    }

    /// A new writer.
    pub fn writer(&self) -> Writer {
        Writer { next: 0, end: 0 }
    }

    /// Bytes taken so far.
    pub fn used(&self) -> usize {
        self.top.load(Ordering::Relaxed).min(self.region.size())
    }

    /// Where the entry is, for a prefetch.
    #[inline(always)]
    pub fn address(&self, name: Ref) -> *const u8 {
        self.region.address(self.offset(name))
    }

    #[inline(always)]
    fn offset(&self, name: Ref) -> usize {
        (name.0 as usize) << self.shift
    }

    /// The bytes of a published state.
    #[inline(always)]
    pub fn get(&self, name: Ref) -> &[u8] {
        let (at, len) = self.decode(self.offset(name));
        // SAFETY: the entry is published, and no writer returns to one that is.
        unsafe { self.region.bytes(at, len) }
    }

    /// The tag of a published state.
    #[inline(always)]
    pub fn tag(&self, name: Ref) -> &AtomicU32 {
        self.region.half(self.offset(name))
    }

    /// Where the bytes of the published entry at this offset start, and how many they are.
    #[inline(always)]
    fn decode(&self, offset: usize) -> (usize, usize) {
        let start = offset + TAG;
        // SAFETY: published, as above; an entry has at least one byte of length.
        let first = unsafe { self.region.bytes(start, 1) }[0];
        if first < 0x80 {
            return (start + 1, (first as usize).wrapping_sub(1));
        }
        let (mut at, mut length, mut bits) = (start + 1, usize::from(first & 0x7f), 7);
        loop {
            // SAFETY: as above; the length says itself where it ends.
            let byte = unsafe { self.region.bytes(at, 1) }[0];
            length |= usize::from(byte & 0x7f) << bits;
            at += 1;
            bits += 7;
            if byte < 0x80 {
                return (at, length - 1);
            }
        }
    }

    fn round(&self, size: usize) -> usize {
        let unit = 1 << self.shift;
        size.next_multiple_of(unit).max(LEAST)
    }

    /// Writes an entry, without publishing it.
    #[inline]
    pub fn draft(&self, writer: &mut Writer, state: &[u8], tag: u32) -> Result<Draft, Full> {
        let mut length = [0; 10];
        let digits = encode_length(state.len() + 1, &mut length);
        let size = self.round(TAG + digits + state.len());
        if writer.end - writer.next < size {
            self.take_chunk(writer, size)?;
        }
        let at = writer.next;
        self.region.half(at).store(tag, Ordering::Relaxed);
        // SAFETY: the chunk belongs to this writer alone, and nothing in it from `next` on is
        // published.
        unsafe {
            self.region.write(at + TAG, &length[..digits]);
            self.region.write(at + TAG + digits, state);
        }
        Ok(Draft {
            name: Ref((at >> self.shift) as u32),
            size,
        })
    }

    /// The draft has been published: the writer goes on behind it.
    #[inline]
    pub fn keep(&self, writer: &mut Writer, draft: &Draft) {
        writer.next += draft.size;
    }

    fn take_chunk(&self, writer: &mut Writer, size: usize) -> Result<(), Full> {
        // One unit more than needed: the very first is never used, so that no reference is zero.
        let bytes = (size + (1 << self.shift)).next_multiple_of(CHUNK);
        let start = self.top.fetch_add(bytes, Ordering::Relaxed);
        if start.saturating_add(bytes) > self.region.size() {
            self.top.fetch_sub(bytes, Ordering::Relaxed);
            return Err(Full);
        }
        if start == 0 {
            writer.next = 1 << self.shift;
        } else if start != writer.end {
            self.seal(writer);
            writer.next = start;
        } else if writer.end - writer.next < LEAST {
            writer.next = start;
        }
        writer.end = start + bytes;
        Ok(())
    }

    /// Says to readers that the rest of the writer's chunk is empty: at its start, and wherever
    /// they may look next.
    pub fn seal(&self, writer: &Writer) {
        let mut at = writer.next;
        while writer.end - at >= LEAST {
            // SAFETY: as in `draft`.
            unsafe { self.region.write(at + TAG, &[0]) };
            at = (at + 1).next_multiple_of(CHUNK).min(writer.end);
        }
    }

    /// The first entry, before any that `writer` may still append.
    pub fn first(&self, writer: &Writer) -> Option<Ref> {
        self.entry_at(1 << self.shift, writer)
    }

    /// The entry after this one.
    pub fn after(&self, name: Ref, writer: &Writer) -> Option<Ref> {
        let offset = self.offset(name);
        let (at, len) = self.decode(offset);
        let size = self.round(at + len - offset);
        self.entry_at(offset + size, writer)
    }

    /// The entry at this offset or, if a writer left the rest of a chunk empty, the next one.
    /// Walking needs every writer but the given one to be sealed.
    fn entry_at(&self, mut offset: usize, writer: &Writer) -> Option<Ref> {
        loop {
            if offset == writer.next {
                offset = writer.end;
            }
            if offset >= self.used() {
                return None;
            }
            let rest = offset.next_multiple_of(CHUNK) - offset;
            if (rest != 0 && rest < LEAST) || self.is_empty_at(offset) {
                offset = (offset + 1).next_multiple_of(CHUNK);
            } else {
                return Some(Ref((offset >> self.shift) as u32));
            }
        }
    }

    fn is_empty_at(&self, offset: usize) -> bool {
        // SAFETY: sealed writers do not write, and the one that may is not at `offset`.
        let length = unsafe { self.region.bytes(offset + TAG, 1) };
        length[0] == 0
    }
}

/// Seven bits a byte, the lowest first; returns how many bytes it took.
#[inline(always)]
fn encode_length(mut length: usize, bytes: &mut [u8; 10]) -> usize {
    let mut digits = 0;
    while length >= 0x80 {
        bytes[digits] = length as u8 | 0x80;
        length >>= 7;
        digits += 1;
    }
    bytes[digits] = length as u8;
    digits + 1
}
