//! Memory that grows without moving: a range of addresses is reserved once, and the system
//! provides a page when it is first touched.
//!
//! Nothing is ever copied because a vector became too small, so a full store never needs room for
//! two of itself, and references into it stay valid for as long as it lives.
#![allow(unsafe_code)]

use memmap2::{MmapOptions, MmapRaw};
use std::io;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Below this size pages of the normal size are used, so that a small search stays small.
const SMALL: usize = 2 << 20;

/// How the bytes of a region are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Here and there: huge pages are asked for.
    Scattered,
    /// From the start to the end: huge pages would save nothing, and finding them can take the system
    /// several times as long, above all in a virtual machine whose host finds them first.
    InOrder,
}

/// A range of reserved addresses whose bytes are zero until they are written.
pub struct Region {
    map: MmapRaw,
}

impl Region {
    /// Reserves `size` bytes, or as many as the system will give if that is too much for it.
    pub fn reserve(size: usize, access: Access) -> io::Result<Region> {
        let mut size = size.max(SMALL);
        loop {
            match MmapOptions::new().len(size).no_reserve_swap().map_anon() {
                Ok(map) => {
                    let map = MmapRaw::from(map);
                    if access == Access::Scattered {
                        advise_huge_pages(&map);
                    }
                    return Ok(Region { map });
                }
                Err(_) if size > SMALL => size = (size / 2).max(SMALL),
                Err(error) => return Err(error),
            }
        }
    }

    /// Number of bytes.
    pub fn size(&self) -> usize {
        self.map.len()
    }

    /// Where byte `at` is, for a prefetch.
    #[inline(always)]
    pub fn address(&self, at: usize) -> *const u8 {
        self.map.as_ptr().wrapping_add(at)
    }

    /// The first `len` words. Whoever uses this uses the region for nothing else.
    #[inline(always)]
    pub fn words(&self, len: usize) -> &[AtomicU64] {
        assert!(len <= self.size() / 8);
        // SAFETY: the mapping is page-aligned, as long as asserted, and lives as long as `self`;
        // zeroed or written, every bit pattern is a valid `AtomicU64`, and sharing is its purpose.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), len) }
    }

    /// The first `len` words of half the size. Whoever uses this uses the region for nothing else.
    #[inline(always)]
    pub fn halves(&self, len: usize) -> &[AtomicU32] {
        assert!(len <= self.size() / 4);
        // SAFETY: as in `words`.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), len) }
    }
}

/// Asks for huge pages beyond the first few: random access to a large table otherwise misses the
/// address translation caches as often as the data caches. Only a hint, so failure does not matter.
fn advise_huge_pages(map: &MmapRaw) {
    #[cfg(target_os = "linux")]
    if map.len() > SMALL {
        let _ = map.advise_range(memmap2::Advice::HugePage, SMALL, map.len() - SMALL);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = map;
}
