//! Which graph the sets of a state are tested on.

use super::Demands;
use super::graph::{FullGraph, OperationId, StateId};
use super::quotient::Quotient;
use super::refutation::Finding;
use super::walk::Walks;

/// Tester sets on the whole graph, or where the dead are forgotten.
pub struct Tester<'g> {
    graph: &'g FullGraph,
    whole: Walks<'g>,
    /// The graph without the dead, and walks there.
    quotient: Option<(&'g Quotient, Walks<'g>)>,
}

impl<'g> Tester<'g> {
    pub fn new(graph: &'g FullGraph, quotient: Option<&'g Quotient>, demands: &'g Demands) -> Self {
        Tester {
            graph,
            whole: Walks::new(graph, demands),
            quotient: quotient.map(|found| (found, Walks::new(&found.graph, demands))),
        }
    }

    /// Tester a proper set of a state. Returns how many states were looked at anew, or a finding and the
    /// graph whose operations it names.
    pub fn test(
        &mut self,
        state: StateId,
        inside: &[OperationId],
    ) -> Result<usize, (&'g FullGraph, Finding)> {
        let whole = self.graph;
        let Some((quotient, walks)) = &mut self.quotient else {
            return self
                .whole
                .walk(state, inside)
                .map_err(|found| (whole, found));
        };
        let edges = whole.edges(state).iter().enumerate();
        let is_inside = |operation| inside.binary_search(operation).is_ok();
        let chosen: Vec<usize> = edges
            .filter(|(_, edge)| is_inside(&edge.operation))
            .map(|(index, _)| index)
            .collect();
        let (quotient, mut places) = (*quotient, 0);
        for &node in quotient.nodes(state) {
            let named = quotient.named(node, &chosen);
            if quotient.is_death(node, &chosen) {
                if let Some((failure, outside)) = quotient.notice(whole, node) {
                    let mut finding = Finding::from(failure);
                    finding.inside = named.first().copied();
                    finding.outside = Some(outside);
                    return Err((&quotient.graph, finding));
                }
                places += 1;
            } else if quotient.is_settled(node) {
                let walked = walks.walk(quotient.class(node), &named);
                places += walked.map_err(|found| (&quotient.graph, found))?;
            } else {
                // What is chosen beside a death that can happen must be enough as it is.
                let walked = self.whole.walk(state, inside);
                places += walked.map_err(|found| (whole, found))?;
            }
        }
        Ok(places)
    }
}
