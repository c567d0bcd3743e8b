//! Never claims executed as they are written: the claim moves in every state that all processes can see.

use super::{Graph, Reader};
use program::{Action, LocationId, Proctype};
use std::collections::BTreeSet;

/// A never claim, and whether it is one that conditions and assertions make.
pub struct Never<'a> {
    claim: &'a Proctype,
}

/// Where a claim is; nowhere, if it matches whatever follows.
type Place = Option<LocationId>;

impl<'a> Never<'a> {
    pub fn new(claim: &'a Proctype) -> Never<'a> {
        Never { claim }
    }

    /// Matched at the end of the claim, and at a label that says the same.
    fn place(&self, location: LocationId) -> Place {
        (!self.claim.location(location).end).then_some(location)
    }

    /// Adds where the claim can be after its move at a location; none if something has no value.
    /// An atomic sequence is one move, however long it is.
    fn step(
        &self,
        graph: &Graph<'_>,
        state: usize,
        location: LocationId,
        visited: &mut BTreeSet<LocationId>,
        out: &mut BTreeSet<Place>,
    ) -> Option<()> {
        if !visited.insert(location) {
            return Some(());
        }
        let mut enabled_before = false;
        for edge in &self.claim.location(location).edges {
            let (enabled, matched) = match &edge.action {
                Action::Condition(expr) => (graph.eval(state, expr)? != 0, false),
                Action::Assert(expr) => (true, graph.eval(state, expr)? == 0),
                Action::Else => (!enabled_before, false),
                Action::Terminate => (true, true),
                _ => return None,
            };
            enabled_before |= enabled;
            if !enabled {
                continue;
            }
            let place = self.place(edge.target);
            if matched || place.is_none() {
                out.insert(None);
            } else if edge.atomic {
                self.step(graph, state, edge.target, visited, out)?;
            } else {
                out.insert(place);
            }
        }
        Some(())
    }
}

impl Reader for Never<'_> {
    type Node = Place;

    fn initial(&self) -> Vec<Place> {
        vec![self.place(self.claim.entry)]
    }

    fn all_marks(&self) -> u64 {
        1
    }

    fn read(&mut self, graph: &Graph<'_>, state: usize, node: &Place) -> Option<Vec<(u64, Place)>> {
        let Some(location) = *node else {
            return Some(vec![(1, None)]);
        };
        let accept = u64::from(self.claim.location(location).accept);
        let mut out = BTreeSet::new();
        self.step(graph, state, location, &mut BTreeSet::new(), &mut out)?;
        Some(out.into_iter().map(|place| (accept, place)).collect())
    }
}
