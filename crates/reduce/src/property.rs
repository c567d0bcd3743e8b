//! What a property reads, and which conditions it puts on sets of steps.

use crate::footprint::Footprint;
use crate::known::Known;
use crate::process::World;
use crate::reader::Reader;
use crate::resources::Set;
use program::Expr;

/// What a property reads in every state.
#[derive(Clone, Debug, Default)]
pub struct Property {
    /// The values of these expressions.
    pub expressions: Vec<Expr>,
    /// Whether some process is at an accept label.
    pub accept: bool,
    /// Whether some process is at a progress label.
    pub progress: bool,
}

/// Conditions on a proper set of steps beside C0 and C1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// C2: none of its steps may change what the property reads.
    pub invisible: bool,
    /// C3 as in theorem T1: none of its steps is one of those that cut the cycles of a process.
    pub no_sticky: bool,
    /// C2f: none of its steps changes whether another process can move ([`crate::fair`]).
    pub fair: bool,
    /// Not a condition but a leave: where nobody can tell who is dead, sets are chosen as if deaths did
    /// not matter ([`crate::anonymous`]). C2f takes it back.
    pub silent_deaths: bool,
}

impl Property {
    /// The resources that the property reads, and whether it may read everything.
    pub(crate) fn visible(&self, world: &World<'_>) -> (Set, bool) {
        let known = Known {
            program: world.program,
            written: &world.written,
            proctype: None,
            pid: None,
            values: &[],
            now: &[],
        };
        let reader = Reader {
            resources: &world.resources,
            known,
        };
        let mut footprint = Footprint::empty(&world.resources);
        for expr in &self.expressions {
            reader.reads(expr, &mut footprint);
        }
        if self.accept {
            footprint.reads.insert(world.resources.accept());
        }
        if self.progress {
            footprint.reads.insert(world.resources.progress());
        }
        (footprint.reads, footprint.unknown)
    }
}
