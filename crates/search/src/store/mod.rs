//! The visited states: lossless, growing in place, ready for many threads.
//!
//! The cost of explicit-state search is cache misses here. One lookup needs two lines of memory: one
//! of the [`table`], where eight slots share a line, and, if 32 bits of hash agree there, the state
//! itself in the [`arena`]. [`Store::insert_all`] takes many states at once and asks for all these
//! lines before it needs the first of them.
//!
//! The arena is also the queue of a breadth-first search: states are in the order in which they
//! were found, and the tag of each names its parent.

mod arena;
mod machine;
mod prefetch;
pub mod probe;
mod region;
mod table;

pub use arena::{Full, Writer};

use arena::Arena;
use prefetch::prefetch;
use probe::Found;
use rapidhash::v3::rapidhash_v3;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use table::Table;

/// The name of a stored state: never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ref(u32);

impl Ref {
    /// As a word, for a tag.
    pub fn word(self) -> u32 {
        self.0
    }

    /// The state whose name as a word this is; `None` for zero.
    pub fn from_word(word: u32) -> Option<Ref> {
        (word != 0).then_some(Ref(word))
    }
}

/// Bytes of states that the smallest unit can name. With up to half as much memory again, slots
/// take the rest, and a larger unit would only waste some.
const SMALL_UNIT: u64 = 16 << 30;
/// Most bytes of slots: enough for as many states as there can be references.
const TABLE: usize = 1 << 36;
/// States that are looked up together. More would push the first lines out of the cache.
const BATCH: usize = 64;

/// The visited states.
pub struct Store {
    arena: Arena,
    table: Table,
    len: AtomicUsize,
}

/// What came of one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inserted {
    /// Its place in the list of states given.
    pub index: usize,
    pub name: Ref,
    pub is_new: bool,
}

impl Store {
    /// An empty store that will not use more than `memory` bytes.
    pub fn new(memory: Option<u64>) -> io::Result<Store> {
        let present = machine::memory().unwrap_or(SMALL_UNIT);
        let mut arena = memory.unwrap_or(present).min(present);
        if arena <= SMALL_UNIT / 2 * 3 {
            arena = arena.min(SMALL_UNIT);
        }
        Ok(Store {
            arena: Arena::new(arena as usize)?,
            table: Table::new(TABLE)?,
            len: AtomicUsize::new(0),
        })
    }

    /// The right to insert; one for each thread.
    pub fn writer(&self) -> Writer {
        self.arena.writer()
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes in use.
    pub fn memory(&self) -> u64 {
        (self.arena.used() + self.table.used()) as u64
    }

    /// The bytes of a state.
    #[inline(always)]
    pub fn get(&self, name: Ref) -> &[u8] {
        self.arena.get(name)
    }

    /// The tag of a state.
    #[inline(always)]
    pub fn tag(&self, name: Ref) -> u32 {
        self.arena.tag(name).load(Ordering::Relaxed)
    }

    /// Changes the tag of a state.
    #[inline(always)]
    pub fn set_tag(&self, name: Ref, tag: u32) {
        self.arena.tag(name).store(tag, Ordering::Relaxed);
    }

    /// Asks for the memory of a state.
    #[inline(always)]
    pub fn prefetch(&self, name: Ref) {
        prefetch(self.arena.address(name));
    }

    /// The state inserted first. See [`Store::after`].
    pub fn first(&self, writer: &Writer) -> Option<Ref> {
        self.arena.first(writer)
    }

    /// The state inserted after this one, if `writer` is the only one that is not
    /// [sealed](Store::seal).
    pub fn after(&self, name: Ref, writer: &Writer) -> Option<Ref> {
        self.arena.after(name, writer)
    }

    /// Ends a writer, so that others can walk over the states.
    pub fn seal(&self, writer: Writer) {
        self.arena.seal(&writer);
    }

    /// Makes room for `more` states without using more than `memory` bytes.
    ///
    /// Nothing else may happen meanwhile, which the exclusive reference says.
    pub fn reserve(&mut self, more: usize, memory: Option<u64>) -> Result<(), Full> {
        while self.len() + more > self.table.room() {
            let after = (self.arena.used() + self.table.grown()) as u64;
            if memory.is_some_and(|limit| after > limit) || !self.table.grow() {
                return Err(Full);
            }
        }
        Ok(())
    }

    /// Looks up a state.
    pub fn find(&self, state: &[u8]) -> Option<Ref> {
        let same = |name| self.get(Ref(name)) == state;
        probe::find(self.table.slots(), hash(state), same).map(Ref)
    }

    /// Inserts states 0 to `count` - 1, unless they are there already, each with its tag, and says
    /// of each where it is. There must be [room](Store::reserve) for them.
    #[inline]
    pub fn insert_all<'a>(
        &self,
        writer: &mut Writer,
        count: usize,
        state: impl Fn(usize) -> (&'a [u8], u32),
        mut done: impl FnMut(Inserted),
    ) -> Result<(), Full> {
        let slots = self.table.slots();
        let mut hashes = [0; BATCH];
        let mut new = 0;
        let mut full = Ok(());
        'batches: for start in (0..count).step_by(BATCH) {
            let hashes = &mut hashes[..BATCH.min(count - start)];
            for (i, h) in hashes.iter_mut().enumerate() {
                *h = hash(state(start + i).0);
                prefetch(self.table.address(*h));
            }
            for &h in &*hashes {
                // Only a hint: the first entry with this hash is nearly always the right one.
                let _ = probe::find(slots, h, |name| {
                    self.prefetch(Ref(name));
                    true
                });
            }
            for (i, &h) in hashes.iter().enumerate() {
                let (bytes, tag) = state(start + i);
                let mut draft = None;
                let found = probe::find_or_insert(
                    slots,
                    h,
                    |name| self.get(Ref(name)) == bytes,
                    || {
                        let written = self.arena.draft(writer, bytes, tag)?;
                        Ok(draft.insert(written).name.0)
                    },
                );
                let (name, is_new) = match found {
                    Ok(Found::Old(name)) => (name, false),
                    Ok(Found::New(name)) => (name, true),
                    Err(error) => {
                        full = Err(error);
                        break 'batches;
                    }
                };
                if is_new && let Some(draft) = &draft {
                    self.arena.keep(writer, draft);
                    new += 1;
                }
                done(Inserted {
                    index: start + i,
                    name: Ref(name),
                    is_new,
                });
            }
        }
        self.len.fetch_add(new, Ordering::Relaxed);
        full
    }
}

#[inline(always)]
fn hash(state: &[u8]) -> u32 {
    (rapidhash_v3(state) >> 32) as u32
}
