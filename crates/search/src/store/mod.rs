//! The visited states: lossless, growing in place, ready for many threads.
//!
//! The cost of explicit-state search is cache misses here. What is stored of a state is its *key*,
//! which stands for it exactly and is mostly one word ([`codec`]). There are two ways to keep keys
//! in a [`table`], where eight slots share a line of memory:
//!
//! * [`Exact`]: the slot is the key itself, if it is one word, so a lookup needs one line and no
//!   more. It says whether the state is new, but not where it is. That is enough for a
//!   breadth-first search.
//! * [`Named`]: the slot names the state's record, where its key is compared. A lookup needs two
//!   lines, and says where the state is.
//!
//! Memory needs time to answer. So a lookup has three stages: [`Store::announce`] asks for the line of
//! the table, [`Store::approach`] for the record, and [`Store::insert`] needs both. A search does
//! each for many states before it goes on with the first.
//!
//! The records are in the order in which states were found: they are the queue of a breadth-first
//! search, and the tag of each names its parent.

mod bits;
mod blocks;
mod codec;
mod dictionary;
mod finder;
mod log;
mod machine;
mod mix;
mod prefetch;
pub mod probe;
mod recent;
mod records;
mod region;
mod table;

pub use codec::Codec;
pub use dictionary::Narrow;
pub use recent::{Earlier, Recent};

use blocks::Share;
use log::Log;
use mix::mix;
pub use prefetch::prefetch;
use probe::Found;
use records::Records;
use region::Access;
use std::io;
use std::marker::PhantomData;
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

/// Bytes of a region where the system does not say how much memory there is.
const REGION: u64 = 16 << 30;
/// Most bytes of slots: enough for as many entries as there can be names.
const TABLE: usize = 1 << 36;

/// States that are copied together when keys become wider.
const COPIED: usize = 64;

/// There is no room for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// The slots of a store hold keys, as long as they are one word.
pub enum Exact {}
/// The slots of a store hold hashes and names.
pub enum Named {}

/// What the slots of a store hold.
pub trait Slots {
    const EXACT: bool;
}

impl Slots for Exact {
    const EXACT: bool = true;
}

impl Slots for Named {
    const EXACT: bool = false;
}

/// The visited states.
pub struct Store<S> {
    log: Log,
    records: Records,
    table: Table,
    len: AtomicUsize,
    /// Bytes that may be used for records.
    capacity: usize,
    slots: PhantomData<S>,
}

/// The right to insert: one for each thread.
pub struct Writer(Share);

/// What came of one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inserted {
    pub name: Ref,
    pub is_new: bool,
}

impl<S: Slots> Store<S> {
    /// An empty store that will not use more than `memory` bytes.
    pub fn new(memory: Option<u64>) -> io::Result<Store<S>> {
        let present = machine::memory().unwrap_or(REGION);
        let capacity = memory.unwrap_or(present).min(present) as usize;
        Store::with(Log::new(1, Vec::new()), capacity)
    }

    fn with(log: Log, capacity: usize) -> io::Result<Store<S>> {
        // Slots that hold keys need no look at a record.
        let access = match (S::EXACT, log.words()) {
            (true, 1) => Access::InOrder,
            _ => Access::Scattered,
        };
        Ok(Store {
            records: Records::new(log.words(), capacity, access)?,
            log,
            table: Table::new(TABLE)?,
            len: AtomicUsize::new(0),
            capacity,
            slots: PhantomData,
        })
    }

    /// A new writer.
    pub fn writer(&self) -> Writer {
        Writer(Share::new())
    }

    /// A new codec.
    pub fn codec(&self) -> Codec {
        let mut codec = Codec::new(self.words());
        self.log.sync(&mut codec);
        codec
    }

    /// Number of words of a key.
    #[inline(always)]
    pub fn words(&self) -> usize {
        self.log.words()
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
        (self.log.used() + self.records.used() + self.table.used()) as u64
    }

    /// Opens a state.
    #[inline(always)]
    pub fn open<'c>(&self, codec: &'c mut Codec, name: Ref) -> &'c [u8] {
        self.log.sync(codec);
        codec.open(self.records.key(name));
        codec.state()
    }

    /// Opens the state with a key that was made before, whether it was inserted or not.
    #[inline(always)]
    pub fn open_key(&self, codec: &mut Codec, key: &[u64]) {
        self.log.sync(codec);
        codec.open(key.iter().copied());
    }

    /// The key of a state, if keys have so many words.
    #[inline(always)]
    pub fn key_of<const W: usize>(&self, name: Ref) -> [u64; W] {
        self.records.key_of(name)
    }

    /// The tag of a state.
    #[inline(always)]
    pub fn tag(&self, name: Ref) -> u32 {
        self.records.tag(name).load(Ordering::Relaxed)
    }

    /// Changes the tag of a state.
    #[inline(always)]
    pub fn set_tag(&self, name: Ref, tag: u32) {
        self.records.tag(name).store(tag, Ordering::Relaxed);
    }

    /// The state inserted first. See [`Store::after`].
    pub fn first(&self) -> Option<Ref> {
        self.records.from(1)
    }

    /// The state after this one, in the order of insertion as long as there was one writer. No
    /// other thread may be inserting.
    #[inline]
    pub fn after(&self, name: Ref) -> Option<Ref> {
        self.records.from(name.0 as usize + 1)
    }

    /// Makes room for `more` states without using more than `memory` bytes.
    ///
    /// Nothing else may happen meanwhile, which the exclusive reference says.
    #[inline(always)]
    pub fn reserve(&mut self, more: usize, memory: Option<u64>) -> Result<(), Full> {
        while self.len() + more > self.table.room() {
            let after = self.memory() + (self.table.grown() - self.table.used()) as u64;
            if memory.is_some_and(|limit| after > limit) || !self.table.grow() {
                return Err(Full);
            }
        }
        Ok(())
    }

    /// Appends the key of a state. That is quick if it differs in little from the one that is open.
    ///
    /// If keys are too narrow for a new value, insert or forget those made so far, and
    /// [widen](Store::widen) them.
    #[inline(always)]
    pub fn key(&self, codec: &mut Codec, state: &[u8], keys: &mut Vec<u64>) -> Result<(), Narrow> {
        while codec.key(state, keys).is_none() {
            self.log.learn(codec, state)?;
        }
        Ok(())
    }

    /// Where in the table a key would be: how far from its start, as a fraction of 32 bits.
    #[inline(always)]
    pub fn home(&self, key: &[u64]) -> u32 {
        probe::hash_of(hash(key))
    }

    /// Says that a key will be looked up: asks for the memory where it would be found.
    #[inline(always)]
    pub fn announce(&self, key: &[u64]) {
        prefetch(self.table.address(probe::hash_of(hash(key))));
    }

    /// Asks for the record of the first state with the hash of one that was announced a while ago:
    /// it is nearly always the one to compare it with.
    #[inline(always)]
    pub fn approach(&self, key: &[u64]) {
        if S::EXACT && key.len() == 1 {
            return;
        }
        let hash = probe::hash_of(hash(key));
        let same = |entry| probe::hash_of(entry) == hash;
        if let Some(entry) = probe::find(self.table.slots(), hash, same) {
            let name = Ref(probe::name_of(entry));
            self.records.addresses(name).into_iter().for_each(prefetch);
        }
    }

    /// Counts states that were new: left to the caller, so that threads do not meet for each.
    #[inline(always)]
    pub fn count(&self, new: usize) {
        self.len.fetch_add(new, Ordering::Relaxed);
    }

    /// Looks for an entry that is the `same`, or makes a record and the `entry` for it. The name is
    /// that of the record if it is new.
    #[inline(always)]
    fn put(
        &self,
        writer: &mut Writer,
        (key, tag): (&[u64], u32),
        hash: u32,
        same: impl FnMut(u64) -> bool,
        entry: impl Fn(Ref) -> u64,
    ) -> Result<(Found, Option<Ref>), Full> {
        let mut draft = None;
        let fresh = || {
            let name = self.records.draft(&mut writer.0, key, tag)?;
            Ok(entry(*draft.insert(name)))
        };
        let found = probe::find_or_insert(self.table.slots(), hash, same, fresh)?;
        match (found, draft) {
            (Found::New(_), _) => writer.0.keep(),
            (Found::Old(_), Some(draft)) => self.records.withdraw(draft),
            (Found::Old(_), None) => {}
        }
        Ok((found, draft))
    }

    /// Inserts a state that was announced into slots that hold names.
    #[inline(always)]
    fn insert_named(&self, writer: &mut Writer, key: &[u64], tag: u32) -> Result<Inserted, Full> {
        let hash = probe::hash_of(hash(key));
        let same = |entry| self.is_entry_of(entry, key, hash);
        let entry = |name: Ref| probe::pack(hash, name.0);
        let (found, _) = self.put(writer, (key, tag), hash, same, entry)?;
        let (entry, is_new) = match found {
            Found::Old(entry) => (entry, false),
            Found::New(entry) => (entry, true),
        };
        let name = Ref(probe::name_of(entry));
        Ok(Inserted { name, is_new })
    }

    #[inline(always)]
    fn is_entry_of(&self, entry: u64, key: &[u64], hash: u32) -> bool {
        let name = Ref(probe::name_of(entry));
        probe::hash_of(entry) == hash && self.records.key(name).eq(key.iter().copied())
    }

    /// Makes keys one word longer, and forgets all made before: codecs must be made anew. States
    /// keep their names and tags.
    pub fn widen(&mut self, memory: Option<u64>) -> Result<(), Full> {
        let needed = 2 * self.memory() + self.records.used() as u64;
        if memory.is_some_and(|limit| needed > limit) {
            return Err(Full);
        }
        let mut words = self.words() + 1;
        loop {
            match self.copy(words)? {
                Some(copy) => {
                    *self = copy;
                    return Ok(());
                }
                None => words += 1,
            }
        }
    }

    /// The same states with keys of this many words; none if they do not fit.
    fn copy(&self, words: usize) -> Result<Option<Store<S>>, Full> {
        let mut codec = self.codec();
        let homes = spread(codec.dictionary().widths(), words);
        let copy = Store::with(Log::new(words, homes), self.capacity);
        let mut copy: Store<S> = copy.map_err(|_| Full)?;
        copy.reserve(self.len(), None)?;
        copy.count(self.len());
        let (mut wide, mut keys, mut names) = (copy.codec(), Vec::new(), Vec::new());
        let mut next = self.first();
        while let Some(name) = next {
            let state = self.open(&mut codec, name);
            if copy.key(&mut wide, state, &mut keys).is_err() {
                return Ok(None);
            }
            let key = &keys[keys.len() - words..];
            copy.announce(key);
            copy.records.copy(&self.records, name, key)?;
            // The next one will differ in little.
            wide.open(key.iter().copied());
            names.push(name);
            next = self.after(name);
            if next.is_none() || names.len() == COPIED {
                copy.adopt(&keys, &names)?;
                keys.clear();
                names.clear();
            }
        }
        Ok(Some(copy))
    }

    /// Makes slots for states that have records but no slots yet.
    fn adopt(&self, keys: &[u64], names: &[Ref]) -> Result<(), Full> {
        for (key, name) in keys.chunks_exact(self.words()).zip(names) {
            let hash = probe::hash_of(hash(key));
            let fresh = || Ok(probe::pack(hash, name.0));
            probe::find_or_insert(self.table.slots(), hash, |_| false, fresh)?;
        }
        Ok(())
    }
}

/// Gives each position a word, so that all words have about as many bits: the widest first, each
/// to the word with the fewest.
fn spread(widths: impl Iterator<Item = u32>, words: usize) -> Vec<usize> {
    let widths: Vec<u32> = widths.collect();
    let mut order: Vec<usize> = (0..widths.len()).collect();
    order.sort_by_key(|&position| std::cmp::Reverse(widths[position]));
    let (mut homes, mut load) = (vec![0; widths.len()], vec![0; words]);
    for position in order {
        let word = (0..words).min_by_key(|&word| load[word]).unwrap_or(0);
        homes[position] = word;
        load[word] += widths[position];
    }
    homes
}

/// A permutation of the keys of one word.
#[inline(always)]
fn hash(key: &[u64]) -> u64 {
    match key {
        [word] => mix(*word),
        _ => key.iter().fold(0, |hash, word| mix(hash ^ word)),
    }
}

impl Store<Exact> {
    /// Whether a state that was announced is there.
    #[inline(always)]
    pub fn contains(&self, key: &[u64]) -> bool {
        let entry = hash(key);
        let hash = probe::hash_of(entry);
        let same = |other| match key {
            [_] => other == entry,
            _ => self.is_entry_of(other, key, hash),
        };
        probe::find(self.table.slots(), hash, same).is_some()
    }

    /// Takes the slot of a state with a key of one word that was announced; false if it is there
    /// already. There must be [room](Store::reserve) for it, and [`Store::append`] must follow.
    #[inline(always)]
    pub fn claim(&self, word: u64) -> bool {
        let entry = hash(&[word]);
        let (same, hash) = (|other| other == entry, probe::hash_of(entry));
        let fresh = || Ok::<_, std::convert::Infallible>(entry);
        match probe::find_or_insert(self.table.slots(), hash, same, fresh) {
            Ok(found) => matches!(found, Found::New(_)),
        }
    }

    /// Makes the record of a state whose slot was taken.
    #[inline(always)]
    pub fn append(&self, writer: &mut Writer, word: u64, tag: u32) -> Result<Ref, Full> {
        let name = self.records.draft(&mut writer.0, &[word], tag)?;
        writer.0.keep();
        Ok(name)
    }

    /// Inserts a state that was announced; none if it is there already. There must be
    /// [room](Store::reserve) for it.
    #[inline(always)]
    pub fn insert(&self, writer: &mut Writer, key: &[u64], tag: u32) -> Result<Option<Ref>, Full> {
        if key.len() > 1 {
            let inserted = self.insert_named(writer, key, tag)?;
            return Ok(inserted.is_new.then_some(inserted.name));
        }
        // A permutation of the key: it still stands for this key and no other.
        let entry = hash(key);
        let same = |other| other == entry;
        let hash = probe::hash_of(entry);
        let (found, draft) = self.put(writer, (key, tag), hash, same, |_| entry)?;
        Ok(match found {
            Found::Old(_) => None,
            Found::New(_) => draft,
        })
    }
}

impl Store<Named> {
    /// Inserts a state that was announced, unless it is there already. There must be
    /// [room](Store::reserve) for it.
    #[inline(always)]
    pub fn insert(&self, writer: &mut Writer, key: &[u64], tag: u32) -> Result<Inserted, Full> {
        self.insert_named(writer, key, tag)
    }

    /// Inserts states that were announced, all with the same tag, and says of each where it is.
    #[inline]
    pub fn insert_all(
        &self,
        writer: &mut Writer,
        keys: &[u64],
        tag: u32,
        mut done: impl FnMut(usize, Inserted),
    ) -> Result<(), Full> {
        let each = || keys.chunks_exact(self.words());
        each().for_each(|key| self.announce(key));
        each().for_each(|key| self.approach(key));
        let mut new = 0;
        let mut insert = |(index, key)| {
            let inserted = self.insert(writer, key, tag)?;
            new += usize::from(inserted.is_new);
            done(index, inserted);
            Ok(())
        };
        let result = each().enumerate().try_for_each(&mut insert);
        self.count(new);
        result
    }

    /// Looks up a state, one that was inserted before the codec was used last.
    pub fn find(&self, codec: &Codec, state: &[u8]) -> Option<Ref> {
        let mut key = Vec::new();
        codec.key(state, &mut key)?;
        let hash = probe::hash_of(hash(&key));
        let same = |entry| self.is_entry_of(entry, &key, hash);
        let entry = probe::find(self.table.slots(), hash, same)?;
        Some(Ref(probe::name_of(entry)))
    }
}
