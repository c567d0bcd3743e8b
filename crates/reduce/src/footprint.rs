//! Footprints: what an action reads and writes, as far as other processes are concerned.
//!
//! Two actions of different processes whose footprints do not [`conflict`](Footprint::conflicts)
//! are independent: wherever both are enabled, neither disables the other, and both orders lead to
//! the same state. Local variables are no part of a footprint unless others refer to them: only
//! the process itself touches them, and its own actions are dependent anyway.

use crate::resources::{Resources, Set};
use crate::values::{Constant, Test};
use program::ProcId;

/// What an action reads and writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Footprint {
    /// What it does, and whether it can, is decided by these.
    pub reads: Set,
    pub writes: Set,
    /// Tests of its guard, and what is read by them only.
    tests: Vec<Test>,
    tested_only: Set,
    /// Constants that it writes, and what is written with them only.
    constants: Vec<Constant>,
    constant_only: Set,
    /// It is one half of a rendezvous.
    pub half: Option<Half>,
    /// Process types that it creates a process of.
    pub creates: Vec<ProcId>,
    /// It may depend on everything.
    pub unknown: bool,
}

/// One side of a rendezvous.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Half {
    pub send: bool,
    /// The channel, if it is known.
    pub channel: Option<i32>,
    /// For each field, the value that is sent or demanded, if it is known.
    pub fields: Vec<Option<i32>>,
}

impl Half {
    /// Whether the two could ever be one move, or a fault: a side may have more fields than the other.
    pub fn meets(&self, other: &Half) -> bool {
        let same = |a: Option<i32>, b: Option<i32>| a.is_none() || b.is_none() || a == b;
        let mut fields = self.fields.iter().zip(&other.fields);
        self.send != other.send
            && same(self.channel, other.channel)
            && fields.all(|(&a, &b)| same(a, b))
    }
}

impl Footprint {
    pub fn empty(resources: &Resources) -> Footprint {
        Footprint {
            reads: resources.empty(),
            writes: resources.empty(),
            tests: Vec::new(),
            tested_only: resources.empty(),
            constants: Vec::new(),
            constant_only: resources.empty(),
            half: None,
            creates: Vec::new(),
            unknown: false,
        }
    }

    /// Whether the order of two actions of different processes may matter.
    pub fn conflicts(&self, other: &Footprint) -> bool {
        let meet = |a: &Option<Half>, b: &Option<Half>| match (a, b) {
            (Some(a), Some(b)) => a.meets(b),
            _ => false,
        };
        self.unknown
            || other.unknown
            || !self.writes.is_disjoint(&other.writes)
            || self.disturbs(other)
            || other.disturbs(self)
            || meet(&self.half, &other.half)
    }

    /// Whether it writes what another reads, unless all that is read are tests that come out the
    /// same.
    fn disturbs(&self, other: &Footprint) -> bool {
        if self.writes.is_disjoint(&other.reads) {
            return false;
        }
        let mut common = self.writes.intersection(&other.reads);
        let disturbed =
            |test: &Test| test.is_disturbed(&self.writes, &self.constant_only, &self.constants);
        !common.all(|resource| other.tested_only.contains(resource))
            || other.tests.iter().any(disturbed)
    }

    /// Adds what follows in the same step, or what else decides whether it can happen. Tests of it
    /// are reads like any other: nothing is known of how they come out. Halves are not kept: what
    /// follows the first action of a sequence and waits for a partner makes the whole unknown.
    pub fn join(&mut self, other: &Footprint) {
        self.tested_only.difference_with(&other.reads);
        self.reads.union_with(&other.reads);
        self.join_rest(other);
    }

    /// Adds what another action does that can happen, too.
    pub fn unite(&mut self, other: &Footprint) {
        let mut plain = without(&self.reads, &self.tested_only);
        plain.union_with(&without(&other.reads, &other.tested_only));
        self.reads.union_with(&other.reads);
        self.tested_only.union_with(&other.tested_only);
        self.tested_only.difference_with(&plain);
        self.tests.extend(other.tests.iter().cloned());
        self.join_rest(other);
    }

    fn join_rest(&mut self, other: &Footprint) {
        let mut varied = without(&self.writes, &self.constant_only);
        varied.union_with(&without(&other.writes, &other.constant_only));
        self.writes.union_with(&other.writes);
        self.constant_only.union_with(&other.constant_only);
        self.constant_only.difference_with(&varied);
        self.constants.extend(other.constants.iter().cloned());
        self.creates.extend(&other.creates);
        self.unknown |= other.unknown;
    }

    /// Makes tests reads like any other.
    pub fn distrust_tests(&mut self) {
        self.tests.clear();
        self.tested_only.clear();
    }

    /// Adds a test. To be called when everything else that is read has been added.
    pub fn add_test(&mut self, test: Test) {
        for at in test.bytes().filter(|&at| !self.reads.put(at)) {
            self.tested_only.insert(at);
        }
        self.tests.push(test);
    }

    /// Says that all it writes are these constants.
    pub fn writes_only(&mut self, constants: Vec<Constant>) {
        self.constants = constants;
        self.constant_only = self.writes.clone();
    }
}

/// The elements of the first that are not in the second.
fn without(all: &Set, some: &Set) -> Set {
    let mut rest = all.clone();
    rest.difference_with(some);
    rest
}
