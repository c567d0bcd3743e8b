//! States that were reached and wait to be looked up.

use crate::store::{Earlier, Exact, Recent, Store};

/// Parts of the table into which a large batch is sorted: each is small enough for the nearer
/// caches, of data and of addresses.
const PARTS: usize = 1 << PART_BITS;
const PART_BITS: u32 = 10;

/// States that were reached.
#[derive(Default)]
pub struct Batch {
    /// Their keys, one after the other.
    pub keys: Vec<u64>,
    /// The states they were reached from; zero for the first state.
    pub parents: Vec<u32>,
}

impl Batch {
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    pub fn clear(&mut self) {
        self.keys.clear();
        self.parents.clear();
    }

    /// Adds a state that was reached from `parent`, unless it was met lately; announces it if asked to.
    #[inline(always)]
    pub fn add(
        &mut self,
        store: &Store<Exact>,
        recent: &mut Recent,
        announce: bool,
        key: &[u64],
        parent: u32,
    ) {
        if is_news(store, recent, announce, key) {
            self.keys.extend_from_slice(key);
            self.parents.push(parent);
        }
    }

    /// The same for a state whose key is the last one here already.
    #[inline(always)]
    pub fn keep_last(
        &mut self,
        store: &Store<Exact>,
        recent: &mut Recent,
        announce: bool,
        parent: u32,
    ) {
        let start = self.keys.len() - store.words();
        if is_news(store, recent, announce, &self.keys[start..]) {
            self.parents.push(parent);
        } else {
            self.keys.truncate(start);
        }
    }

    /// Removes the states from place `start` on that were met a while ago. Keys must be one word.
    #[inline(always)]
    pub fn sift(&mut self, start: usize, earlier: &mut Earlier) {
        let Batch { keys, parents } = self;
        for &key in &keys[start..] {
            earlier.approach(&[key]);
        }
        let mut kept = start;
        for place in start..parents.len() {
            let key = keys[place];
            (keys[kept], parents[kept]) = (key, parents[place]);
            kept += usize::from(!earlier.meets(&[key]));
        }
        keys.truncate(kept);
        parents.truncate(kept);
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.keys.capacity() * size_of::<u64>() + self.parents.capacity() * size_of::<u32>()
    }
}

/// Whether a key was not met lately; if so, and if asked to, announces it.
#[inline(always)]
fn is_news(store: &Store<Exact>, recent: &mut Recent, announce: bool, key: &[u64]) -> bool {
    if recent.meets(key) {
        return false;
    }
    if announce {
        store.announce(key);
    }
    true
}

/// Keys of one word in the order of the parts of the table where they would be, each with its place
/// in the batch. Equal keys keep their order.
#[derive(Default)]
pub struct Sorted {
    pub keys: Vec<(u64, u32)>,
}

impl Sorted {
    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.keys.capacity() * size_of::<(u64, u32)>()
    }

    /// Sorts keys; `home` says where in the table one would be, as a fraction of 32 bits.
    pub fn sort(&mut self, keys: &[u64], home: impl Fn(u64) -> u32) {
        let part = |key: u64| (home(key) >> (u32::BITS - PART_BITS)) as usize;
        let mut next = [0_u32; PARTS];
        for &key in keys {
            next[part(key)] += 1;
        }
        let mut start = 0;
        for place in &mut next {
            (start, *place) = (start + *place, start);
        }
        self.keys.resize(keys.len(), (0, 0));
        for (&key, index) in keys.iter().zip(0..) {
            let place = &mut next[part(key)];
            self.keys[*place as usize] = (key, index);
            *place += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sifting_removes_what_was_met_and_keeps_the_first_of_each() {
        let (mut batch, mut earlier) = (Batch::default(), Earlier::new(1));
        let mut met = Vec::new();
        for round in 0..3 {
            let start = batch.len();
            for key in [7, 8, 7, 9 + round] {
                batch.keys.push(key);
                batch.parents.push(batch.parents.len() as u32);
            }
            batch.sift(start, &mut earlier);
            met.push(batch.keys[start..].to_vec());
        }
        assert_eq!(met, [vec![7, 8, 9], vec![10], vec![11]]);
        // Places before sifting: those removed before do not count.
        assert_eq!(batch.parents, [0, 1, 3, 6, 7]);
    }

    #[test]
    fn sorting_keeps_every_key_and_the_order_of_equal_ones() {
        let word = |index: u64| (index % 3_000).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let keys: Vec<u64> = (0..5_000).map(word).collect();
        let home = |key: u64| (key >> 32) as u32;
        let mut sorted = Sorted::default();
        sorted.sort(&keys, home);
        assert!(
            sorted
                .keys
                .iter()
                .map(|&(key, _)| home(key) >> 22)
                .is_sorted()
        );
        for pair in sorted.keys.windows(2) {
            assert!(pair[0].0 != pair[1].0 || pair[0].1 < pair[1].1);
        }
        let mut places: Vec<u32> = sorted.keys.iter().map(|&(_, place)| place).collect();
        places.sort_unstable();
        assert!(places.into_iter().eq(0..5_000));
        assert!(
            sorted
                .keys
                .iter()
                .all(|&(key, place)| keys[place as usize] == key)
        );
    }
}
