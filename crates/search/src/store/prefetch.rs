//! A hint to the processor that a cache line will be read soon.
#![allow(unsafe_code)]

/// Starts to load the line at `at`; does nothing where the platform has no such instruction.
#[inline(always)]
pub fn prefetch<T>(at: *const T) {
    // SAFETY: a prefetch is a hint; it cannot fault, whatever the address.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(at.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}
