//! What the dictionaries of all threads have in common: the values in the order of their discovery.
//!
//! New values are rare. Every thread has a dictionary of its own, which it brings up to date when
//! it meets a value that it does not know, or before it reads a key that another may have made.

use super::codec::Codec;
use super::dictionary::{Event, Narrow};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The values so far.
pub struct Log {
    /// Number of words of a key.
    words: usize,
    /// The word that the bits of each position are in, as far as that was decided beforehand.
    homes: Vec<usize>,
    events: Mutex<Vec<Event>>,
    /// How many events there are.
    len: AtomicUsize,
}

impl Log {
    /// No values; keys of this many words.
    pub fn new(words: usize, homes: Vec<usize>) -> Log {
        Log {
            words,
            homes,
            events: Mutex::new(Vec::new()),
            len: AtomicUsize::new(0),
        }
    }

    /// Number of words of a key.
    #[inline(always)]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Bytes in use, about: the values in each of the tables of one thread.
    pub fn used(&self) -> usize {
        self.len.load(Ordering::Relaxed) * 96
    }

    fn events(&self) -> MutexGuard<'_, Vec<Event>> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes sure that a codec knows every value of every key that its thread can see.
    #[inline(always)]
    pub fn sync(&self, codec: &mut Codec) {
        // A key is published after its values were counted here.
        if self.len.load(Ordering::Acquire) != codec.known() {
            self.catch_up(codec, &self.events());
        }
    }

    fn catch_up(&self, codec: &mut Codec, events: &[Event]) {
        for &event in &events[codec.known()..] {
            let home = self.homes.get(event.position as usize).copied();
            let added = codec.learn(event, home);
            debug_assert!(added.is_ok(), "it could be added before");
        }
    }

    /// Adds the values of a state that are new.
    #[cold]
    pub fn learn(&self, codec: &mut Codec, state: &[u8]) -> Result<(), Narrow> {
        let mut events = self.events();
        self.catch_up(codec, &events);
        for event in Codec::events(state) {
            if !codec.knows(event) {
                let home = self.homes.get(event.position as usize).copied();
                codec.learn(event, home)?;
                events.push(event);
                self.len.store(events.len(), Ordering::Release);
            }
        }
        Ok(())
    }
}
