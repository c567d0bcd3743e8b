//! The two products: the full one has an accepting run, the reduced one has none.
//!
//! For the reduced one, closure is enough ([`super::closed`]): a set that contains what is reached, and
//! for each accepting node in it a set that contains what is reached from there, but not that node.
//!
//! That the full product *has* a run must be witnessed. The witness is a successor for each node of
//! some set that has a first node: a run that follows them stays in the set for ever. It is accepting
//! if every cycle of these edges has an accepting node, that is if those between other nodes form no
//! cycle, which is closure again. There is such a witness if there is an accepting run: of the nodes
//! with one, an accepting node goes to any of them, another to one that is nearer to the next
//! accepting one. So no step has to be numbered, and no length of a run be bounded.

use super::ample::Table;
use super::closed::{acyclic, closed};
use super::moves::{Moves, one_of};
use super::program::Program;
use crate::scheme::Companion;
use sat::{Cnf, Lit};

/// A product's nodes, and the moves between them if the program moves.
pub struct Product<'a> {
    program: &'a Program,
    companion: &'a Companion,
    /// Program state and companion.
    nodes: Vec<(usize, usize)>,
    /// By two nodes: the companion can go along if the program does.
    moved: Vec<Vec<Lit>>,
}

impl<'a> Product<'a> {
    pub fn new(
        cnf: &mut Cnf,
        program: &'a Program,
        companion: &'a Companion,
        moves: &mut Moves,
    ) -> Product<'a> {
        let nodes: Vec<(usize, usize)> = (0..program.states)
            .flat_map(|q| (0..companion.width).map(move |l| (q, l)))
            .collect();
        let mut moved = Vec::new();
        for &(q, l) in &nodes {
            let to = |&(r, next): &(usize, usize)| {
                moves.literal(cnf, program, (q, r), |a, b| {
                    companion.step[a][b][l] >> next & 1 == 1
                })
            };
            moved.push(nodes.iter().map(to).collect());
        }
        Product {
            program,
            companion,
            nodes,
            moved,
        }
    }

    fn is_accepting(&self, node: usize) -> bool {
        self.companion.accepting >> self.nodes[node].1 & 1 == 1
    }

    /// By node: it is a first one.
    fn first(&self, cnf: &mut Cnf) -> Vec<Lit> {
        let begins = |l: usize| {
            let with = |a: &usize| self.companion.initial[*a] >> l & 1 == 1;
            (0..self.program.letters)
                .filter(with)
                .collect::<Vec<usize>>()
        };
        self.nodes
            .iter()
            .map(|&(q, l)| match q {
                0 => one_of(cnf, &self.program.label[0], &begins(l)),
                _ => Lit::FALSE,
            })
            .collect()
    }

    /// The full product has an accepting run.
    pub fn has_a_run(&self, cnf: &mut Cnf) {
        let count = self.nodes.len();
        let within = cnf.variables_of(count);
        let first = self.first(cnf);
        let begins: Vec<Lit> = (0..count)
            .map(|node| cnf.and(first[node], within[node]))
            .collect();
        cnf.add(begins);
        let mut plain = vec![vec![Lit::FALSE; count]; count];
        for from in 0..count {
            let mut chosen = Vec::new();
            for to in 0..count {
                let moved = self.moved[from][to];
                if moved == Lit::FALSE {
                    continue;
                }
                let follow = cnf.variable();
                let edge = self.program.edge[self.nodes[from].0][self.nodes[to].0];
                cnf.imply(&[follow], &[moved]);
                cnf.imply(&[follow], &[edge]);
                cnf.imply(&[follow], &[within[to]]);
                chosen.push(follow);
                if !self.is_accepting(from) && !self.is_accepting(to) {
                    plain[from][to] = follow;
                }
            }
            cnf.imply(&[within[from]], &chosen);
        }
        acyclic(cnf, &plain);
    }

    /// The reduced product has none.
    pub fn reduced_has_none(&self, cnf: &mut Cnf, table: &Table) {
        let count = self.nodes.len();
        let mut edges = vec![vec![Lit::FALSE; count]; count];
        for (from, &(q, l)) in self.nodes.iter().enumerate() {
            let key = self.companion.key[l] as usize;
            let left_out: Vec<Lit> = (0..self.program.operations)
                .map(|op| table.left_out(cnf, q, key, op))
                .collect();
            for (to, &(r, _)) in self.nodes.iter().enumerate() {
                let moved = self.moved[from][to];
                if moved == Lit::FALSE {
                    continue;
                }
                let edge = cnf.variable();
                edges[from][to] = edge;
                for (op, &out) in left_out.iter().enumerate() {
                    cnf.imply(&[self.program.next[op][q][r], moved], &[out, edge]);
                }
            }
        }
        let reached = cnf.variables_of(count);
        let first = self.first(cnf);
        closed(cnf, &edges, &first, &reached);
        for node in (0..count).filter(|&node| self.is_accepting(node)) {
            let mut after = cnf.variables_of(count);
            after[node] = Lit::FALSE;
            let leaves: Vec<Lit> = edges[node]
                .iter()
                .map(|&edge| cnf.and(reached[node], edge))
                .collect();
            closed(cnf, &edges, &leaves, &after);
        }
    }
}
