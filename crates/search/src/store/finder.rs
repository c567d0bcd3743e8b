//! A small hash table: from a value at a position of the state to its pattern.
//!
//! It is asked for every value that a step changes, so it is as simple as can be: one array, from
//! the home of a key on to the first empty entry.

/// The table.
#[derive(Clone, Debug)]
pub struct Finder {
    entries: Vec<Entry>,
    len: usize,
    /// Bits of a hash that do not matter.
    shift: u32,
}

/// An entry; empty if the key is zero.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    pattern: u64,
}

/// An odd number without a pattern: the golden ratio.
const MIXER: u64 = 0x9e37_79b9_7f4a_7c15;
/// Logarithm of the number of entries at the start.
const FIRST: u32 = 8;

#[inline(always)]
fn key_of(position: usize, value: u32) -> u64 {
    (position as u64 + 1) << 32 | u64::from(value)
}

impl Finder {
    pub fn new() -> Finder {
        Finder {
            entries: vec![Entry::default(); 1 << FIRST],
            len: 0,
            shift: u64::BITS - FIRST,
        }
    }

    /// The pattern of a value, if it has one.
    #[inline(always)]
    pub fn get(&self, position: usize, value: u32) -> Option<u64> {
        let key = key_of(position, value);
        let mut place = self.home(key);
        loop {
            let entry = &self.entries[place];
            if entry.key == key {
                return Some(entry.pattern);
            }
            if entry.key == 0 {
                return None;
            }
            place = (place + 1) & (self.entries.len() - 1);
        }
    }

    #[inline(always)]
    fn home(&self, key: u64) -> usize {
        (key.wrapping_mul(MIXER) >> self.shift) as usize
    }

    /// Puts an entry in the first free place.
    fn put(&mut self, entry: Entry) {
        let mut place = self.home(entry.key);
        while self.entries[place].key != 0 {
            place = (place + 1) & (self.entries.len() - 1);
        }
        self.entries[place] = entry;
    }

    /// Adds a value that has no pattern yet.
    pub fn add(&mut self, position: usize, value: u32, pattern: u64) {
        if (self.len + 1) * 4 > self.entries.len() {
            self.grow();
        }
        let key = key_of(position, value);
        self.put(Entry { key, pattern });
        self.len += 1;
    }

    fn grow(&mut self) {
        let size = self.entries.len() * 2;
        let old = std::mem::replace(&mut self.entries, vec![Entry::default(); size]);
        self.shift -= 1;
        for entry in old.into_iter().filter(|entry| entry.key != 0) {
            self.put(entry);
        }
    }
}
