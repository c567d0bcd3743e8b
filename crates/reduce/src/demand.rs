//! What a process demands of the others before its next steps alone may be followed.
//!
//! A *stubborn* set of processes is closed under demand (A. Valmari, "Stubborn sets for reduced
//! state space generation", 1989, in the strong form, for sets of all actions that processes have
//! at their locations). For each process in it,
//!
//! * if an action is enabled, every process that may ever do something dependent with it is in the
//!   set;
//! * if an action is not enabled, there is a condition that keeps it from being so, and every
//!   process that may ever change that is in the set.
//!
//! **C1 holds.** Take an execution in which no process of the set moves. By induction over it, no
//! action of the set becomes enabled, since what could enable one would have to be done by a
//! process of the set; and none is disabled or changed in its effect, since everything done is
//! independent of it. So nothing dependent on an action of the set happens before one of them.
//! A process that is created later is counted as one that its creator may ever be.
//!
//! **Death.** Only the youngest process can die. So whoever demands something about which processes
//! there are need not ask for the death of another ([`without_death`]): before that, the youngest
//! must have died or a process must have been created, and who may do that is in the set.

use crate::exclusive::relieve;
use crate::footprint::{Footprint, Half};
use crate::guards::{conjuncts, entry_guard};
use crate::process::{Instance, World};
use crate::reader::Reader;
use crate::resources::Resources;
use crate::values::Test;
use program::access::can_fault;
use program::{Answer, End, Expr, Location, LocationId};

/// A condition on others: who conflicts with the footprint, or meets one of the halves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Demand {
    pub footprint: Footprint,
    pub halves: Vec<Half>,
}

/// What a process demands: the first always, and of each list of the others any one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demands {
    pub always: Demand,
    pub any: Vec<Vec<Demand>>,
}

impl Demand {
    fn new(world: &World<'_>) -> Demand {
        Demand {
            footprint: Footprint::empty(&world.resources),
            halves: Vec::new(),
        }
    }

    fn of(footprint: Footprint) -> Demand {
        Demand {
            footprint,
            halves: Vec::new(),
        }
    }

    /// Whether an action of another process is one that this is about.
    pub fn concerns(&self, other: &Footprint) -> bool {
        let met = |half: &Half| other.half.as_ref().is_some_and(|other| half.meets(other));
        self.footprint.conflicts(other) || self.halves.iter().any(met)
    }
}

/// What an action is to others as long as its process is not the youngest. All that reads who dies
/// reads who is created too, as does a death, so that creators are never forgotten.
pub fn without_death(resources: &Resources, footprint: &Footprint) -> Footprint {
    let mut footprint = footprint.clone();
    if footprint.writes.contains(resources.death()) {
        footprint.writes.set(resources.death(), false);
        footprint.reads.set(resources.creation(), false);
    }
    footprint
}

/// A process at a location, with the answers to the questions about it.
pub struct Situation<'a> {
    pub world: &'a World<'a>,
    pub instance: &'a Instance,
    pub location: LocationId,
    /// The edges that are enabled, one bit each.
    pub enabled: u64,
    /// What is known while it stays there.
    pub now: &'a [(Expr, i32)],
    /// Conditions of guards with their values, those that have one.
    pub truths: &'a [(Expr, i32)],
    /// Ends of channels that processes of the state have to themselves.
    pub owned: &'a [(usize, End)],
}

impl Situation<'_> {
    /// What the process demands here.
    pub fn demands(&self) -> Demands {
        let mut demands = Demands {
            always: Demand::new(self.world),
            any: Vec::new(),
        };
        let body = self.world.program.proctype(self.instance.proctype);
        let location = body.location(self.location);
        if location.edges.len() > u64::BITS as usize {
            demands.always.footprint.unknown = true;
        }
        let known = self.world.known(
            self.instance.proctype,
            self.instance.pid,
            &self.instance.values,
        );
        let reader = Reader {
            resources: &self.world.resources,
            known: crate::known::Known {
                now: self.now,
                ..known
            },
        };
        let mut rest = Footprint::empty(&self.world.resources);
        for index in 0..location.edges.len().min(u64::BITS as usize) {
            let footprint = reader.edge(location, index);
            // Whoever may be the other side, also of a step that only begins with a rendezvous.
            let halves = reader.halves(&location.edges[index].action);
            demands.always.halves.extend(halves);
            if self.enabled >> index & 1 == 1 {
                let edge = (self.location, index);
                let step = self.instance.step(self.world, edge, footprint);
                demands.always.footprint.unite(&step);
            } else if footprint.half.is_some() {
                reader.enabling(&location.edges[index].action, &mut rest);
                self.surroundings(reader, location, &mut rest);
            } else {
                let any = self.disabled(reader, location, index);
                demands.any.push(any);
            }
        }
        demands.always.footprint.join(&rest);
        let any = demands.any.iter_mut().flatten();
        for demand in any.chain([&mut demands.always]) {
            relieve(&self.world.resources, self.owned, &mut demand.footprint);
        }
        demands
    }

    /// What beside its own guard may keep an action from being enabled.
    fn surroundings(&self, reader: Reader<'_>, location: &Location, out: &mut Footprint) {
        if let Some(provided) = reader.provided() {
            reader.reads(provided, out);
        }
        for edge in location.edges.iter().filter(|edge| edge.escape != 0) {
            reader.guard(&edge.action, out);
        }
    }

    /// Conditions of an action that is not enabled: as long as nothing that one of them is about
    /// happens, it stays so.
    fn disabled(&self, reader: Reader<'_>, location: &Location, index: usize) -> Vec<Demand> {
        let action = &location.edges[index].action;
        let surrounded =
            reader.provided().is_some() || location.edges.iter().any(|edge| edge.escape != 0);
        if let Some(guard) = entry_guard(action)
            && !surrounded
        {
            return self.unsatisfied(reader, guard);
        }
        let mut footprint = Footprint::empty(reader.resources);
        if action.is_else() {
            for edge in &location.edges {
                reader.guard(&edge.action, &mut footprint);
            }
        }
        reader.enabling(action, &mut footprint);
        self.surroundings(reader, location, &mut footprint);
        vec![Demand::of(footprint)]
    }

    /// Demands of a condition that does not hold: for each of its conjuncts that does not, what
    /// could change it; for all together, if it is not known which.
    fn unsatisfied(&self, reader: Reader<'_>, guard: &Expr) -> Vec<Demand> {
        let conjuncts = conjuncts(guard);
        // As long as the action that the set is for can happen, there is no timeout.
        let is_false = |expr: &Expr| *expr == Expr::Timeout || self.truth(expr) == Some(0);
        let broken: Vec<Demand> = (0..conjuncts.len())
            .filter(|&index| is_false(conjuncts[index]))
            .map(|index| self.broken(reader, &conjuncts[..index], conjuncts[index]))
            .collect();
        if broken.is_empty() {
            vec![self.broken(reader, &[], guard)]
        } else {
            broken
        }
    }

    /// What could make a conjunct hold that does not, or make a guard fault before it comes to the
    /// conjunct: as long as nothing of that happens, the guard neither holds nor faults.
    ///
    /// *Proof.* Where the conjunct is false, the guard does not hold, and nothing behind the conjunct is
    /// evaluated. Before it, a conjunct that cannot fault does not. One that could but has a value now
    /// keeps that value if nothing changes what it reads, whether it is evaluated or not. One of which no
    /// value is known may be kept from faulting by those before it; as long as nothing changes what these
    /// and itself read, evaluation goes as it does now, where there is no fault.
    fn broken(&self, reader: Reader<'_>, before: &[&Expr], conjunct: &Expr) -> Demand {
        let mut footprint = Footprint::empty(reader.resources);
        let value = |expr: &Expr| reader.known.value(expr);
        for (index, earlier) in before.iter().enumerate() {
            if can_fault(earlier, &value) {
                let first = if self.truth(earlier).is_some() {
                    index
                } else {
                    0
                };
                let evaluated = before[first..=index].iter();
                evaluated.for_each(|expr| reader.reads(expr, &mut footprint));
            }
        }
        match Test::of(conjunct, false, &reader.known) {
            Some(test) => footprint.add_test(test),
            None if *conjunct == Expr::Timeout => {}
            None => reader.reads(conjunct, &mut footprint),
        }
        Demand::of(footprint)
    }

    /// The value of a condition of a guard, if it is known.
    fn truth(&self, expr: &Expr) -> Option<i32> {
        let mut truths = self.truths.iter();
        truths.find(|(known, _)| known == expr).map(|known| known.1)
    }
}

/// Expressions with their values.
pub type Values = Vec<(Expr, i32)>;

/// The questions that have an answer, with it.
pub fn answered(questions: &[Expr], answers: &[Answer]) -> Values {
    let pairs = questions.iter().zip(answers);
    let answered = pairs.filter_map(|(question, answer)| Some((question.clone(), (*answer)?)));
    answered.collect()
}
