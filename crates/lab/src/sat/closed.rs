//! Sets that are closed under the edges of a graph.
//!
//! Reachability is not stated exactly. A set here has what it must have, the first nodes and what
//! edges lead to from its members, and may have more. Wherever it is used, more in it only forbids
//! more, and the least such set, which is exactly what is reached, is among the choices. So the
//! formula has a model if and only if it has one with that. It needs no levels and no steps.

use sat::{Cnf, Lit};

/// A set has these, and with each node what its edges lead to.
pub fn closed(cnf: &mut Cnf, edges: &[Vec<Lit>], first: &[Lit], set: &[Lit]) {
    for (&first, &member) in first.iter().zip(set) {
        cnf.imply(&[first], &[member]);
    }
    for (row, &member) in edges.iter().zip(set) {
        for (&edge, &next) in row.iter().zip(set) {
            cnf.imply(&[member, edge], &[next]);
        }
    }
}

/// A graph has no cycle: nothing that is reached from a node is that node.
pub fn acyclic(cnf: &mut Cnf, edges: &[Vec<Lit>]) {
    let nodes = edges.len();
    for from in 0..nodes {
        if edges[from].iter().all(|&edge| edge == Lit::FALSE) {
            continue;
        }
        let mut reached = cnf.variables_of(nodes);
        reached[from] = Lit::FALSE;
        closed(cnf, edges, &edges[from], &reached);
    }
}
