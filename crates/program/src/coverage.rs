//! Which edges of a program have been executed.
//!
//! Engines note the moves of every state that they expand. So when a search has ended that visited
//! all states, what was not noted cannot happen. A reduced search leaves out states, but if nothing
//! is ignored for ever (`reduce`, T1), an action that can happen somewhere can happen in a state
//! that it visits: take a shortest run to the action from a visited state. If the set chosen there
//! has a step of the run, C1 moves the first such step to the front, and the rest is shorter. If it
//! has none, C1 makes the run possible after every step of the set as well; by the proviso this
//! cannot go on for ever without a state of which all steps are taken.

use crate::action::Action;
use crate::model::{LocationId, ProcId, Program};
use crate::span::Span;
use std::collections::BTreeSet;

/// The edges that were executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// For each location of each process type, where its edges start.
    starts: Vec<Vec<usize>>,
    executed: Vec<bool>,
}

impl Coverage {
    /// No edge was executed.
    pub fn new(program: &Program) -> Coverage {
        let mut count = 0;
        let mut starts = Vec::with_capacity(program.proctypes.len());
        for proctype in &program.proctypes {
            let locations = proctype.locations.iter().map(|location| {
                let start = count;
                count += location.edges.len();
                start
            });
            starts.push(locations.collect());
        }
        Coverage {
            starts,
            executed: vec![false; count],
        }
    }

    /// The number of the first edge of a location; the others follow.
    pub fn first_edge(&self, proctype: ProcId, location: LocationId) -> usize {
        self.starts[proctype as usize][location as usize]
    }

    /// Notes that the edge with this number was executed.
    #[inline(always)]
    pub fn note(&mut self, edge: usize) {
        self.executed[edge] = true;
    }

    /// The statements of a process type none of whose edges was executed, in the order of the
    /// text. Where a statement can be reached from several locations, it has an edge at each. The
    /// end of a process is not a statement: many processes are not meant to have one.
    pub fn unreached(&self, program: &Program, proctype: ProcId) -> Vec<Span> {
        let (mut reached, mut unreached) = (BTreeSet::new(), BTreeSet::new());
        let locations = program.proctype(proctype).locations.iter();
        for (location, &start) in locations.zip(&self.starts[proctype as usize]) {
            for (index, edge) in location.edges.iter().enumerate() {
                if matches!(edge.action, Action::Terminate) {
                    continue;
                }
                if self.executed[start + index] {
                    reached.insert(edge.span);
                } else {
                    unreached.insert(edge.span);
                }
            }
        }
        unreached.difference(&reached).copied().collect()
    }

    /// Whether some edge of a process type was executed.
    pub fn runs(&self, program: &Program, proctype: ProcId) -> bool {
        let locations = program.proctype(proctype).locations.iter();
        let starts = &self.starts[proctype as usize];
        let mut edges = locations.zip(starts);
        edges.any(|(location, &start)| {
            self.executed[start..start + location.edges.len()].contains(&true)
        })
    }
}
