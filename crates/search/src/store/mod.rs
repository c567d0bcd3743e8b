//! The visited states: lossless, growing in place, ready for many threads.
//!
//! The cost of explicit-state search is cache misses here. One lookup needs two lines of memory: one
//! of the [`table`], where eight slots share a line, and, if 32 bits of hash agree there, the state
//! itself in the [`arena`]. So a lookup has three stages, with time for memory to answer between
//! them: [`Store::announce`], [`Store::approach`], [`Store::insert`]. A search that has many states to
//! look up does each stage for all of them, or something else meanwhile.
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
use rapidhash::v3::{DEFAULT_RAPID_SECRETS, rapidhash_v3_micro_inline};
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
/// The visited states.
pub struct Store {
    arena: Arena,
    table: Table,
    len: AtomicUsize,
}

/// The hash of a state that was announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hash(u32);

/// What came of one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inserted {
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

    /// Says that a state will be looked up: asks for the memory where it would be found.
    #[inline(always)]
    pub fn announce(&self, state: &[u8]) -> Hash {
        let hash = hash(state);
        prefetch(self.table.address(hash));
        Hash(hash)
    }

    /// Asks for the memory of the first state with the hash of one, of `length` bytes, that was
    /// announced a while ago: it is nearly always the one to compare it with.
    #[inline(always)]
    pub fn approach(&self, Hash(hash): Hash, length: usize) {
        // Only a hint, so nothing is done with what is found.
        let _ = probe::find(self.table.slots(), hash, |name| {
            let start = self.arena.address(Ref(name));
            prefetch(start);
            // A short entry is often in two lines, and its last byte is past its length.
            prefetch(start.wrapping_add(length));
            true
        });
    }

    /// Inserts a state that was announced, unless it is there already. There must be
    /// [room](Store::reserve) for it.
    #[inline(always)]
    pub fn insert(
        &self,
        writer: &mut Writer,
        state: &[u8],
        Hash(hash): Hash,
        tag: u32,
    ) -> Result<Inserted, Full> {
        let mut draft = None;
        let found = probe::find_or_insert(
            self.table.slots(),
            hash,
            |name| self.get(Ref(name)) == state,
            || {
                let written = self.arena.draft(writer, state, tag)?;
                Ok(draft.insert(written).name.0)
            },
        )?;
        Ok(match (found, draft) {
            (Found::New(name), Some(draft)) => {
                self.arena.keep(writer, &draft);
                Inserted {
                    name: Ref(name),
                    is_new: true,
                }
            }
            (Found::New(name) | Found::Old(name), _) => Inserted {
                name: Ref(name),
                is_new: false,
            },
        })
    }

    /// Counts states that were new: left to the caller, so that threads do not meet for each.
    #[inline(always)]
    pub fn count(&self, new: usize) {
        self.len.fetch_add(new, Ordering::Relaxed);
    }

    /// Inserts states 0 to `count` - 1, all with the same tag, and says of each where it is.
    #[inline]
    pub fn insert_all<'a>(
        &self,
        writer: &mut Writer,
        hashes: &mut Vec<Hash>,
        count: usize,
        tag: u32,
        state: impl Fn(usize) -> &'a [u8],
        mut done: impl FnMut(usize, Inserted),
    ) -> Result<(), Full> {
        hashes.clear();
        hashes.extend((0..count).map(|index| self.announce(state(index))));
        for (index, &hash) in hashes.iter().enumerate() {
            self.approach(hash, state(index).len());
        }
        let mut new = 0;
        let mut insert = |(index, &hash): (usize, &Hash)| {
            let inserted = self.insert(writer, state(index), hash, tag)?;
            new += usize::from(inserted.is_new);
            done(index, inserted);
            Ok(())
        };
        let result = hashes.iter().enumerate().try_for_each(&mut insert);
        self.count(new);
        result
    }
}

#[inline(always)]
fn hash(state: &[u8]) -> u32 {
    // The variant whose code is small enough to be part of its caller; states are short.
    (rapidhash_v3_micro_inline::<true, false>(state, &DEFAULT_RAPID_SECRETS) >> 32) as u32
}
