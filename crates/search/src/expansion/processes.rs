//! Sets of processes, by their numbers.

use program::{Step, interpreter::Move};
use std::ops::{BitAnd, BitOr, Not};

/// A set of processes, of which there are at most 255.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Processes([u64; 4]);

impl Processes {
    pub const ALL: Processes = Processes([u64::MAX; 4]);

    /// Those who take part in a move.
    pub fn of(step: Step) -> Processes {
        let Move { pid, partner, .. } = Move::from(step);
        let mut set = Processes::default();
        set.add(pid);
        if let Some(partner) = partner {
            set.add(partner.pid);
        }
        set
    }

    fn add(&mut self, pid: usize) {
        if let Some(word) = self.0.get_mut(pid / 64) {
            *word |= 1 << (pid % 64);
        }
    }

    pub fn is_empty(self) -> bool {
        self == Processes::default()
    }

    pub fn meets(self, other: Processes) -> bool {
        !(self & other).is_empty()
    }

    fn with(self, other: Processes, combine: impl Fn(u64, u64) -> u64) -> Processes {
        Processes(std::array::from_fn(|i| combine(self.0[i], other.0[i])))
    }
}

impl BitOr for Processes {
    type Output = Processes;

    fn bitor(self, other: Processes) -> Processes {
        self.with(other, |a, b| a | b)
    }
}

impl BitAnd for Processes {
    type Output = Processes;

    fn bitand(self, other: Processes) -> Processes {
        self.with(other, |a, b| a & b)
    }
}

impl Not for Processes {
    type Output = Processes;

    fn not(self) -> Processes {
        Processes(self.0.map(|word| !word))
    }
}
