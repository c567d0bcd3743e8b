//! Every interleaving, and every weak-memory outcome, of threads that insert into the table.

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicU64, Ordering};
use loom::thread;
use search::store::probe::{Found, LINE, Slot, find_or_insert, hash_of, name_of, pack};

struct Modelled(AtomicU64);

impl Slot for Modelled {
    fn load(&self) -> u64 {
        self.0.load(Ordering::Acquire)
    }

    fn claim(&self, value: u64) -> Result<(), u64> {
        self.0
            .compare_exchange(0, value, Ordering::AcqRel, Ordering::Acquire)
            .map(drop)
    }
}

/// A table of one line, and an arena with one place for each insertion. The cells report a read
/// that does not happen after the write.
struct Shared {
    slots: Vec<Modelled>,
    arena: Vec<UnsafeCell<u64>>,
}

impl Shared {
    fn new(places: usize) -> Shared {
        Shared {
            slots: (0..LINE).map(|_| Modelled(AtomicU64::new(0))).collect(),
            arena: (0..places).map(|_| UnsafeCell::new(0)).collect(),
        }
    }

    /// Inserts `state` with the given hash, using place `place` for it.
    fn insert(&self, state: u64, hash: u32, place: usize) -> Found {
        let read = |place: usize| {
            self.arena[place].with(|cell| {
                // SAFETY: the cell checks that the write happened before.
                #[allow(unsafe_code)]
                unsafe {
                    *cell
                }
            })
        };
        let found = find_or_insert(
            &self.slots,
            hash,
            |entry| hash_of(entry) == hash && read(name_of(entry) as usize - 1) == state,
            || {
                self.arena[place].with_mut(|cell| {
                    // SAFETY: the cell checks that nobody else accesses it.
                    #[allow(unsafe_code)]
                    unsafe {
                        *cell = state;
                    }
                });
                Ok::<u64, ()>(pack(hash, place as u32 + 1))
            },
        );
        found.expect("there is room")
    }
}

fn check(states: &'static [&'static [(u64, u32)]]) {
    // More changes of thread than this find nothing new and take minutes.
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(3);
    model.check(move || {
        let places = states.iter().map(|list| list.len()).sum();
        let shared = Arc::new(Shared::new(places));
        let mut first_place = 0;
        let mut threads = Vec::new();
        for list in states {
            let shared = Arc::clone(&shared);
            let first = first_place;
            first_place += list.len();
            threads.push(thread::spawn(move || {
                let insert = |(i, &(state, hash)): (usize, &(u64, u32))| {
                    (state, shared.insert(state, hash, first + i))
                };
                list.iter().enumerate().map(insert).collect::<Vec<_>>()
            }));
        }
        let results: Vec<(u64, Found)> = threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap())
            .collect();
        // Exactly one of those who inserted a state was told that it is new, and all agree where
        // it is.
        for &(state, _) in &results {
            let of_state = || results.iter().filter(move |result| result.0 == state);
            let new = of_state().filter(|result| matches!(result.1, Found::New(_)));
            assert_eq!(new.count(), 1);
            let place = |found: Found| match found {
                Found::Old(place) | Found::New(place) => place,
            };
            let mut places: Vec<u64> = of_state().map(|result| place(result.1)).collect();
            places.dedup();
            assert_eq!(places.len(), 1);
        }
    });
}

#[test]
fn one_state_two_threads() {
    check(&[&[(5, 1)], &[(5, 1)]]);
}

#[test]
fn two_states_with_one_hash() {
    check(&[&[(5, 1), (6, 1)], &[(6, 1), (5, 1)]]);
}

#[test]
fn three_threads() {
    check(&[&[(5, 1)], &[(6, 1)], &[(5, 1)]]);
}
