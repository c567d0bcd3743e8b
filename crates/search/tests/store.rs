//! The store against a set, by chance and with many threads.

use proptest::collection::vec;
use proptest::prelude::*;
use search::store::{Codec, Exact, Full, Named, Narrow, Ref, Slots, Store, Writer};
use std::collections::HashSet;

/// A store that names states, and what one thread needs to use it.
struct User {
    store: Store<Named>,
    writer: Writer,
    codec: Codec,
}

impl User {
    fn new() -> User {
        let store = Store::new(None).unwrap();
        User {
            writer: store.writer(),
            codec: store.codec(),
            store,
        }
    }

    /// Inserts states with tag 7; tells where each is, and whether it is new.
    fn insert(&mut self, states: &[Vec<u8>]) -> Vec<(Ref, bool)> {
        self.store.reserve(states.len(), None).unwrap();
        let mut keys = Vec::new();
        while let Err(Narrow) = make_keys(&self.store, &mut self.codec, states, &mut keys) {
            self.store.widen(None).unwrap();
            self.codec = self.store.codec();
        }
        let mut found = Vec::new();
        let record = |index: usize, inserted: search::store::Inserted| {
            assert_eq!(index, found.len());
            found.push((inserted.name, inserted.is_new));
        };
        let result = self.store.insert_all(&mut self.writer, &keys, 7, record);
        assert_eq!(result, Ok(()));
        found
    }
}

fn make_keys<S: Slots>(
    store: &Store<S>,
    codec: &mut Codec,
    states: &[Vec<u8>],
    keys: &mut Vec<u64>,
) -> Result<(), Narrow> {
    keys.clear();
    let mut make = |state: &Vec<u8>| store.key(codec, state, keys);
    states.iter().try_for_each(&mut make)
}

fn walk<S: Slots>(store: &Store<S>) -> Vec<Vec<u8>> {
    let mut codec = store.codec();
    let mut states = Vec::new();
    let mut next = store.first();
    while let Some(name) = next {
        states.push(store.open(&mut codec, name).to_vec());
        next = store.after(name);
    }
    states
}

/// Batches of short states that differ in little, and of long ones that differ in everything.
fn batches() -> impl Strategy<Value = Vec<Vec<Vec<u8>>>> {
    let similar = vec(0..3u8, 0..30);
    let different = vec(any::<u8>(), 0..200);
    vec(
        vec(prop_oneof![20 => similar, 1 => different], 0..60),
        0..30,
    )
}

proptest! {
    #[test]
    fn agrees_with_a_set(batches in batches()) {
        let mut user = User::new();
        let (mut set, mut order, mut names) = (HashSet::new(), Vec::new(), Vec::new());
        for batch in batches {
            for (state, (name, is_new)) in batch.iter().zip(user.insert(&batch)) {
                prop_assert_eq!(user.store.open(&mut user.codec, name), &state[..]);
                prop_assert_eq!(user.store.find(&user.codec, state), Some(name));
                prop_assert_eq!(is_new, set.insert(state.clone()));
                if is_new {
                    order.push(state.clone());
                    names.push(name);
                    user.store.set_tag(name, order.len() as u32);
                }
            }
        }
        prop_assert_eq!(user.store.len(), set.len());
        prop_assert_eq!(walk(&user.store), &order[..]);
        prop_assert_eq!(user.store.find(&user.codec, &[9; 201]), None);
        // Whatever became of the keys meanwhile, names and tags are those of the states.
        for (index, &name) in names.iter().enumerate() {
            prop_assert_eq!(user.store.open(&mut user.codec, name), &order[index][..]);
            prop_assert_eq!(user.store.tag(name), index as u32 + 1);
        }
    }

    #[test]
    fn slots_that_hold_keys_agree_with_a_set(batches in batches()) {
        let mut store = Store::<Exact>::new(None).unwrap();
        let (mut writer, mut codec) = (store.writer(), store.codec());
        let (mut set, mut order, mut keys) = (HashSet::new(), Vec::new(), Vec::new());
        for batch in batches {
            while make_keys(&store, &mut codec, &batch, &mut keys).is_err() {
                store.widen(None).unwrap();
                codec = store.codec();
            }
            store.reserve(batch.len(), None).unwrap();
            for (state, key) in batch.iter().zip(keys.chunks_exact(store.words())) {
                let new = store.insert(&mut writer, key, 0).unwrap();
                prop_assert_eq!(new.is_some(), set.insert(state.clone()));
                order.extend(new.map(|_| state.clone()));
                store.count(usize::from(new.is_some()));
            }
        }
        prop_assert_eq!(walk(&store), order);
    }
}

/// The table grows many times, by all of its steps, and loses nothing.
#[test]
fn grows() {
    let mut user = User::new();
    let count = 1_500_000_u32;
    let digits = |i: u32| [i % 128, i / 128 % 128, i / 16384].map(u32::to_le_bytes);
    let states: Vec<Vec<u8>> = (0..count).map(|i| digits(i).concat()).collect();
    for batch in states.chunks(1000) {
        assert!(user.insert(batch).iter().all(|found| found.1));
    }
    assert_eq!(user.store.len(), count as usize);
    assert_eq!(user.store.words(), 1);
    for batch in states.chunks(997) {
        assert!(user.insert(batch).iter().all(|found| !found.1));
    }
    assert_eq!(walk(&user.store), states);
    let per_state = user.store.memory() as f64 / f64::from(count);
    // Eight bytes of key, four of tag, and the slots.
    assert!(per_state < 12.0 + 12.0, "{per_state} bytes per state");
}

#[test]
fn ends_in_good_order_when_memory_does() {
    let memory = Some(1 << 20);
    let mut store = Store::<Exact>::new(memory).unwrap();
    let (mut writer, mut codec) = (store.writer(), store.codec());
    let mut stored = 0;
    let full = (0..1_000_000_u32).any(|i| {
        let state = [i % 1000, i / 1000].map(u32::to_le_bytes).concat();
        let mut key = Vec::new();
        store.key(&mut codec, &state, &mut key).unwrap();
        let result = store.reserve(1, memory);
        let result = result.and_then(|()| store.insert(&mut writer, &key, 0));
        stored += usize::from(result.is_ok());
        store.count(usize::from(result.is_ok()));
        result.err() == Some(Full)
    });
    assert!(full);
    assert_eq!(store.len(), stored);
    assert_eq!(walk(&store).len(), stored);
}

#[test]
fn wider_keys_need_memory_too() {
    let mut store = Store::<Named>::new(None).unwrap();
    assert_eq!(store.widen(Some(1)), Err(Full));
    assert_eq!(store.words(), 1);
    assert_eq!(store.widen(None), Ok(()));
    assert_eq!(store.words(), 2);
}

#[test]
fn threads_insert_together() {
    const COUNT: u32 = 40_000;
    let mut store = Store::<Named>::new(None).unwrap();
    // Wide enough for what follows.
    store.widen(None).unwrap();
    store.reserve(COUNT as usize, None).unwrap();
    let new: usize = std::thread::scope(|scope| {
        let insert_some = |thread: u32| {
            let store = &store;
            scope.spawn(move || {
                let (mut writer, mut codec) = (store.writer(), store.codec());
                let mut new = 0;
                for i in 0..COUNT {
                    // Every thread inserts everything, in an order of its own.
                    let i = (i * (2 * thread + 1) * 7919) % COUNT;
                    let state = vec![(i % 3) as u8; (i % 61) as usize];
                    let state = [&i.to_le_bytes()[..], &state].concat();
                    let mut key = Vec::new();
                    store.key(&mut codec, &state, &mut key).unwrap();
                    store.announce(&key);
                    store.approach(&key);
                    let inserted = store.insert(&mut writer, &key, thread).unwrap();
                    assert_eq!(store.open(&mut codec, inserted.name), state);
                    new += usize::from(inserted.is_new);
                }
                store.count(new);
                new
            })
        };
        let threads: Vec<_> = (0..3).map(insert_some).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .sum()
    });
    assert_eq!(store.len(), new);
    let states = walk(&store);
    assert_eq!(states.len(), new);
    let distinct: HashSet<Vec<u8>> = states.into_iter().collect();
    assert_eq!(distinct.len(), new);
}
