//! Irredundant sums of products of a guard (Minato, 1992; Morreale, 1970), for printing and for
//! reading the successors of a formula off its diagram.

use super::{Guard, Guards};

/// A conjunction of literals: the variables that must be true and those that must be false, each
/// in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cube {
    pub positive: Vec<u32>,
    pub negative: Vec<u32>,
}

/// The construction descends once for each variable of the guard. Diagrams over propositions have
/// at most 64; the bound keeps the stack small for the ones over subformulas.
const MAX_DEPTH: usize = 4096;

/// A cover may be small and still take long to find; this many new nodes are enough of a try.
const MAX_NEW_NODES: usize = 200_000;

impl Guards {
    /// Cubes whose union is `f`, none of them superfluous; `None` if there are more than `limit`
    /// (a parity of `n` propositions has `2^(n-1)`) or they are too hard to find.
    pub fn cubes(&mut self, f: Guard, limit: usize) -> Option<Vec<Cube>> {
        if self.support(f).len() > MAX_DEPTH {
            return None;
        }
        let mut cover = Cover {
            max_nodes: self.num_nodes() + MAX_NEW_NODES,
            guards: self,
            path: Vec::new(),
            cubes: Vec::new(),
            limit,
        };
        cover.between(f, f)?;
        Some(cover.cubes)
    }
}

struct Cover<'a> {
    guards: &'a mut Guards,
    /// The literals above the current cofactor.
    path: Vec<(u32, bool)>,
    cubes: Vec<Cube>,
    limit: usize,
    max_nodes: usize,
}

impl Cover<'_> {
    /// Emits cubes whose union `c` satisfies `low ⊆ c ⊆ high`, and returns `c`.
    fn between(&mut self, low: Guard, high: Guard) -> Option<Guard> {
        if low.is_false() {
            return Some(Guard::FALSE);
        }
        if high.is_true() {
            return self.emit();
        }
        if self.guards.num_nodes() > self.max_nodes {
            return None;
        }
        let var = [low, high]
            .iter()
            .filter_map(|&f| self.guards.decompose(f))
            .map(|(var, ..)| var)
            .min()
            .unwrap_or_else(|| unreachable!("neither bound is constant here"));
        let (low0, low1) = self.cofactors(low, var);
        let (high0, high1) = self.cofactors(high, var);
        let must0 = self.guards.minus(low0, high1);
        let cover0 = self.branch(var, false, must0, high0)?;
        let must1 = self.guards.minus(low1, high0);
        let cover1 = self.branch(var, true, must1, high1)?;
        let rest0 = self.guards.minus(low0, cover0);
        let rest1 = self.guards.minus(low1, cover1);
        let rest = self.guards.or(rest0, rest1);
        let both = self.guards.and(high0, high1);
        let free = self.between(rest, both)?;
        let v = self.guards.var(var);
        let split = self.guards.ite(v, cover1, cover0);
        Some(self.guards.or(split, free))
    }

    fn branch(&mut self, var: u32, sign: bool, low: Guard, high: Guard) -> Option<Guard> {
        self.path.push((var, sign));
        let cover = self.between(low, high);
        self.path.pop();
        cover
    }

    fn emit(&mut self) -> Option<Guard> {
        if self.cubes.len() == self.limit {
            return None;
        }
        let of = |sign| move |&(var, s): &(u32, bool)| (s == sign).then_some(var);
        self.cubes.push(Cube {
            positive: self.path.iter().filter_map(of(true)).collect(),
            negative: self.path.iter().filter_map(of(false)).collect(),
        });
        Some(Guard::TRUE)
    }

    fn cofactors(&self, f: Guard, var: u32) -> (Guard, Guard) {
        match self.guards.decompose(f) {
            Some((top, low, high)) if top == var => (low, high),
            _ => (f, f),
        }
    }
}
