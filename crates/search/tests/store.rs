//! The store against a set, by chance and with many threads.

use proptest::collection::vec;
use proptest::prelude::*;
use search::store::{Full, Inserted, Ref, Store, Writer};
use std::collections::HashSet;

fn insert(store: &mut Store, writer: &mut Writer, states: &[Vec<u8>]) -> Vec<(Ref, bool)> {
    store.reserve(states.len(), None).expect("there is room");
    let mut found = Vec::new();
    let state = |i: usize| &states[i][..];
    let record = |index: usize, inserted: Inserted| {
        assert_eq!(index, found.len());
        found.push((inserted.name, inserted.is_new));
    };
    let result = store.insert_all(writer, &mut Vec::new(), states.len(), 7, state, record);
    assert_eq!(result, Ok(()));
    assert!(found.iter().all(|found| store.tag(found.0) == 7));
    found
}

fn walk(store: &Store, writer: &Writer) -> Vec<Vec<u8>> {
    let mut states = Vec::new();
    let mut next = store.first(writer);
    while let Some(name) = next {
        states.push(store.get(name).to_vec());
        next = store.after(name, writer);
    }
    states
}

proptest! {
    #[test]
    fn agrees_with_a_set(batches in vec(vec(vec(0..3u8, 0..7), 0..90), 0..30), long in 0..400usize) {
        let mut store = Store::new(None).unwrap();
        let mut writer = store.writer();
        let mut set = HashSet::new();
        let mut order = Vec::new();
        for mut batch in batches {
            // States longer than one, two and three digits of length.
            batch.push(vec![7; long * long]);
            let found = insert(&mut store, &mut writer, &batch);
            for (state, (name, is_new)) in batch.iter().zip(found) {
                prop_assert_eq!(store.get(name), &state[..]);
                prop_assert_eq!(store.find(state), Some(name));
                prop_assert_eq!(is_new, set.insert(state.clone()));
                if is_new {
                    order.push(state.clone());
                }
            }
        }
        prop_assert_eq!(store.len(), set.len());
        prop_assert_eq!(walk(&store, &writer), order);
        prop_assert_eq!(store.find(b"absent"), None);
    }
}

/// The table grows many times, by both of its steps, and loses nothing.
#[test]
fn grows() {
    let mut store = Store::new(None).unwrap();
    let mut writer = store.writer();
    let count = 1_500_000_u32;
    let states: Vec<Vec<u8>> = (0..count).map(|i| i.to_le_bytes().to_vec()).collect();
    for batch in states.chunks(1000) {
        assert!(
            insert(&mut store, &mut writer, batch)
                .iter()
                .all(|found| found.1)
        );
    }
    assert_eq!(store.len(), count as usize);
    for batch in states.chunks(997) {
        let found = insert(&mut store, &mut writer, batch);
        assert!(found.iter().all(|found| !found.1));
    }
    assert_eq!(walk(&store, &writer), states);
    let per_state = store.memory() as f64 / f64::from(count);
    // Four bytes of state, four of tag, one of length, up to three of padding, and the slots.
    assert!(per_state < 12.0 + 14.2, "{per_state} bytes per state");
}

#[test]
fn ends_in_good_order_when_memory_does() {
    let mut store = Store::new(Some(1 << 20)).unwrap();
    let mut writer = store.writer();
    let mut stored = 0;
    let full = (0..1_000_000_u32).any(|i| {
        let state = [i.to_le_bytes(); 16].concat();
        let result = store.reserve(1, Some(1 << 20)).and_then(|()| {
            let hash = store.announce(&state);
            store.insert(&mut writer, &state, hash, 0)
        });
        stored += usize::from(result.is_ok());
        store.count(usize::from(result.is_ok()));
        result.err() == Some(Full)
    });
    assert!(full);
    assert_eq!(store.len(), stored);
    assert_eq!(walk(&store, &writer).len(), stored);
}

#[test]
fn threads_insert_together() {
    const COUNT: u32 = 40_000;
    let mut store = Store::new(None).unwrap();
    store.reserve(COUNT as usize, None).unwrap();
    let new: usize = std::thread::scope(|scope| {
        let insert_some = |thread: u32| {
            let store = &store;
            scope.spawn(move || {
                let mut writer = store.writer();
                let mut new = 0;
                for i in 0..COUNT {
                    // Every thread inserts everything, in an order of its own.
                    let i = (i * (2 * thread + 1) * 7919) % COUNT;
                    let state = vec![(i % 251) as u8; (i % 61) as usize];
                    let state = [&i.to_le_bytes()[..], &state].concat();
                    let hash = store.announce(&state);
                    store.approach(hash, state.len());
                    let inserted = store.insert(&mut writer, &state, hash, thread).unwrap();
                    assert_eq!(store.get(inserted.name), state);
                    new += usize::from(inserted.is_new);
                }
                store.seal(writer);
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
    let states = walk(&store, &store.writer());
    assert_eq!(states.len(), new);
    let distinct: HashSet<Vec<u8>> = states.into_iter().collect();
    assert_eq!(distinct.len(), new);
}
