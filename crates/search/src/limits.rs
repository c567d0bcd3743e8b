//! When a search must end before it is done, and what it tells meanwhile.

use crate::store::{Slots, Store};
use program::pace::Pace;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When to give up. Nothing set: never.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Most states to store.
    pub states: Option<u64>,
    /// Longest run to follow, in steps.
    pub depth: Option<u64>,
    /// Longest time to take.
    pub time: Option<Duration>,
    /// Most bytes to use for what grows with the number of states.
    pub memory: Option<u64>,
    /// Set when the user wants an end. Only what takes long between two calls of the observer looks
    /// at it.
    pub interrupt: Option<&'static AtomicBool>,
}

/// Why a search is not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// More states than allowed.
    States,
    /// Longer runs than allowed exist.
    Depth,
    /// It took too long.
    Time,
    /// It needed too much memory.
    Memory,
    /// The observer asked to stop.
    Interrupted,
    /// Atomic sequences pass through more states than are followed.
    Atomic,
    /// A proposition of the property cannot be evaluated in some state.
    Proposition,
    /// More processes than there are marks to tell whether a run is fair to each.
    Processes,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::States => "there are more states than allowed",
            Reason::Depth => "there are longer runs than allowed",
            Reason::Time => "the time is over",
            Reason::Memory => "the memory is used up",
            Reason::Interrupted => "interrupted",
            Reason::Atomic => "an atomic sequence passes through more than a million states",
            Reason::Proposition => "the property cannot be evaluated in some state",
            Reason::Processes => {
                "there are more processes than weak fairness can be checked for (some 60)"
            }
        })
    }
}

/// Figures of a search, while it runs and at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Distinct states stored.
    pub states: u64,
    /// Moves executed, or edges of a product.
    pub transitions: u64,
    /// Breadth-first: the number of levels after the first; depth-first: the longest path.
    pub depth: u64,
    /// Bytes in use for states, slots and stacks.
    pub memory: u64,
    pub time: Duration,
}

impl Statistics {
    /// States per second.
    pub fn rate(&self) -> f64 {
        let seconds = self.time.as_secs_f64();
        if seconds > 0.0 {
            self.states as f64 / seconds
        } else {
            0.0
        }
    }
}

/// Called from time to time; may end the search.
pub type Observer<'a> = &'a mut dyn FnMut(&Statistics) -> ControlFlow<()>;

/// Steps between two looks at the clock, where each may take as long as a state of 100 kilobytes does.
const WATCH: u32 = 64;

/// Watches the limits where many steps are taken and no state is stored.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch {
    deadline: Option<Instant>,
    memory: Option<u64>,
    interrupt: Option<&'static AtomicBool>,
    taken: u32,
}

impl Watch {
    /// The time runs from now on.
    pub fn new(limits: &Limits) -> Watch {
        Watch {
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            memory: limits.memory,
            interrupt: limits.interrupt,
            taken: 0,
        }
    }

    /// The same without a clock.
    pub fn untimed(limits: &Limits) -> Watch {
        Watch {
            deadline: None,
            ..Watch::new(limits)
        }
    }

    /// To be called for every step; `bytes` are in use for all of them.
    #[inline]
    pub fn look(&mut self, bytes: usize) -> Result<(), Reason> {
        self.taken += 1;
        if self.taken < WATCH {
            return Ok(());
        }
        self.taken = 0;
        if self.memory.is_some_and(|limit| bytes as u64 > limit) {
            Err(Reason::Memory)
        } else if self
            .deadline
            .is_some_and(|deadline| Instant::now() > deadline)
        {
            Err(Reason::Time)
        } else if self
            .interrupt
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            Err(Reason::Interrupted)
        } else {
            Ok(())
        }
    }
}

/// Keeps the figures and watches the limits.
pub(crate) struct Meter<'a> {
    pub statistics: Statistics,
    limits: Limits,
    started: Instant,
    observe: Observer<'a>,
    pace: Pace,
}

impl<'a> Meter<'a> {
    pub fn new(limits: &Limits, observe: Observer<'a>) -> Meter<'a> {
        Meter {
            statistics: Statistics::default(),
            limits: *limits,
            started: Instant::now(),
            observe,
            pace: Pace::default(),
        }
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether a path of this length is too long; else it counts for the figures.
    pub fn too_deep(&mut self, depth: u64) -> bool {
        if self.limits.depth.is_some_and(|limit| depth > limit) {
            return true;
        }
        self.statistics.depth = self.statistics.depth.max(depth);
        false
    }

    /// To be called after every few states. `stacks`: bytes in use outside the store.
    #[inline]
    pub fn check<K: Slots>(&mut self, store: &Store<K>, stacks: usize) -> Result<(), Reason> {
        let states = store.len() as u64;
        if self.limits.states.is_some_and(|limit| states > limit) {
            return Err(Reason::States);
        }
        if self.pace.is_due() {
            return self.look(store, stacks);
        }
        Ok(())
    }

    #[cold]
    fn look<K: Slots>(&mut self, store: &Store<K>, stacks: usize) -> Result<(), Reason> {
        self.update(store, stacks);
        let over = |limit: Option<u64>| limit.is_some_and(|limit| self.statistics.memory > limit);
        if over(self.limits.memory) {
            return Err(Reason::Memory);
        }
        if self
            .limits
            .time
            .is_some_and(|limit| self.statistics.time > limit)
        {
            return Err(Reason::Time);
        }
        match (self.observe)(&self.statistics) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Reason::Interrupted),
        }
    }

    /// Brings the figures up to date.
    pub fn update<K: Slots>(&mut self, store: &Store<K>, stacks: usize) {
        self.statistics.states = store.len() as u64;
        self.statistics.memory = store.memory() + stacks as u64;
        self.statistics.time = self.started.elapsed();
    }
}

impl From<crate::store::Full> for Reason {
    fn from(_: crate::store::Full) -> Reason {
        Reason::Memory
    }
}
