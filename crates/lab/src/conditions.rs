//! The conditions on ample sets that speak of the program alone.
//!
//! * **C0**: a set is not empty (if something is enabled).
//! * **C1**: along every execution from `q`, no operation outside of the set that depends on one in
//!   it occurs before one of the set has occurred. As in Siegel's model: of all states that are
//!   reached from `q` by operations outside of the set, none enables an operation outside of the
//!   set that depends on one inside.
//! * **C2**: if the set is proper, all of its operations are invisible.

use crate::operation::{Independence, MAX_STATES};
use crate::program::{OpSet, Program, members};

/// Whether a proper set satisfies C0, C1 and C2 in a state.
pub fn is_ample(program: &Program, independence: Independence, state: usize, set: OpSet) -> bool {
    let enabled = program.enabled(state);
    let proper = set != 0 && set & !enabled == 0 && set != enabled;
    if !proper || set & !program.invisible() != 0 {
        return false;
    }
    let independence = program.independence(independence);
    let outside = program.all() & !set;
    members(program.reached(state, outside)).all(|reached| {
        members(program.enabled(reached) & outside).all(|op| set & !independence[op] == 0)
    })
}

/// By state, the proper sets that satisfy C0, C1 and C2.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub by_state: [Sets; MAX_STATES],
}

/// A few sets of operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sets {
    sets: [OpSet; Sets::MOST],
    len: u8,
}

impl Sets {
    /// An antichain of subsets of eight operations may be larger; the programs that are enumerated
    /// have three operations, and those of experiments few.
    const MOST: usize = 16;

    /// Adds a set; says whether there was room.
    pub fn push(&mut self, set: OpSet) -> bool {
        let room = (self.len as usize) < Sets::MOST;
        if room {
            self.sets[self.len as usize] = set;
            self.len += 1;
        }
        room
    }

    pub fn as_slice(&self) -> &[OpSet] {
        &self.sets[..self.len as usize]
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Which sets are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Those that contain no smaller one. They are enough to refute a scheme whose condition C3 is
    /// about cycles: with a smaller set there are fewer edges, so fewer cycles and fewer runs.
    Minimal,
    /// All of them.
    All,
}

impl Options {
    /// All options of a program, by the definitions. At most the first sixteen of a state are kept.
    pub fn new(program: &Program, independence: Independence, extent: Extent) -> Options {
        let mut options = Options::default();
        for state in 0..program.states {
            let mut sets: Vec<OpSet> = (1..=program.all())
                .filter(|&set| is_ample(program, independence, state, set))
                .collect();
            sets.sort_by_key(|set| set.count_ones());
            for set in sets {
                let known = &mut options.by_state[state];
                let contains = |&smaller: &OpSet| smaller & !set == 0;
                if extent == Extent::All || !known.as_slice().iter().any(contains) {
                    known.push(set);
                }
            }
        }
        options
    }

    /// Whether no state has a proper set.
    pub fn is_empty(&self) -> bool {
        self.by_state.iter().all(Sets::is_empty)
    }
}
