//! The visited states: their bytes one after the other, and a table to find them by.

use hashbrown::HashTable;
use rapidhash::v3::rapidhash_v3;

/// States in the order in which they were found, each with the state it was found from.
#[derive(Default)]
pub(super) struct Store {
    bytes: Vec<u8>,
    /// Where each state ends.
    ends: Vec<u64>,
    parents: Vec<u32>,
    table: HashTable<u32>,
}

/// Parent of the first state; also the reason why one state less than `u32::MAX` fits.
const NO_PARENT: u32 = u32::MAX;

impl Store {
    /// Stores a state unless it is there already; says whether it is new.
    pub fn insert(&mut self, state: &[u8], parent: Option<u32>) -> bool {
        let hash = rapidhash_v3(state);
        if self
            .table
            .find(hash, |&index| get(&self.bytes, &self.ends, index) == state)
            .is_some()
        {
            return false;
        }
        let index = self.len();
        self.bytes.extend_from_slice(state);
        self.ends.push(self.bytes.len() as u64);
        self.parents.push(parent.unwrap_or(NO_PARENT));
        let (bytes, ends) = (&self.bytes, &self.ends);
        self.table
            .insert_unique(hash, index, |&index| rapidhash_v3(get(bytes, ends, index)));
        true
    }

    pub fn get(&self, index: u32) -> &[u8] {
        get(&self.bytes, &self.ends, index)
    }

    pub fn parent(&self, index: u32) -> Option<u32> {
        let parent = self.parents[index as usize];
        (parent != NO_PARENT).then_some(parent)
    }

    pub fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// No further index can be given, not even by one state's successors.
    pub fn is_full(&self) -> bool {
        self.len() > NO_PARENT / 2
    }

    /// Bytes in use.
    pub fn memory(&self) -> u64 {
        let tables =
            self.ends.capacity() * 8 + self.parents.capacity() * 4 + self.table.capacity() * 5;
        (self.bytes.capacity() + tables) as u64
    }
}

fn get<'a>(bytes: &'a [u8], ends: &[u64], index: u32) -> &'a [u8] {
    let index = index as usize;
    let start = if index == 0 {
        0
    } else {
        ends[index - 1] as usize
    };
    &bytes[start..ends[index] as usize]
}
