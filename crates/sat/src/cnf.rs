//! Formulas in conjunctive normal form.

use std::fmt;
use std::ops::Not;

/// A variable or its negation, numbered as in the DIMACS format: never 0, negative if negated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(i32);

impl Lit {
    /// The constants. Every formula has them: the first variable, and a clause that says it is true.
    pub const TRUE: Lit = Lit(1);
    pub const FALSE: Lit = Lit(-1);

    /// The number in the DIMACS format.
    pub fn number(self) -> i32 {
        self.0
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A formula: all of its clauses must hold.
#[derive(Clone, Debug)]
pub struct Cnf {
    variables: i32,
    /// All clauses, one after the other.
    literals: Vec<i32>,
    /// Where each clause ends.
    ends: Vec<usize>,
}

impl Default for Cnf {
    fn default() -> Cnf {
        Cnf::new()
    }
}

impl Cnf {
    /// The formula that says nothing.
    pub fn new() -> Cnf {
        Cnf {
            variables: 1,
            literals: vec![Lit::TRUE.0],
            ends: vec![1],
        }
    }

    /// How many variables there are, the constant included.
    pub fn variables(&self) -> i32 {
        self.variables
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no clauses. There is always the one of the constant.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The literals of a clause: ascending, each once, never both of a variable.
    pub fn clause(&self, index: usize) -> &[i32] {
        let start = match index {
            0 => 0,
            _ => self.ends[index - 1],
        };
        &self.literals[start..self.ends[index]]
    }

    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        (0..self.len()).map(|index| self.clause(index))
    }

    /// A new variable.
    pub fn variable(&mut self) -> Lit {
        self.variables += 1;
        Lit(self.variables)
    }

    /// New variables.
    pub fn variables_of(&mut self, count: usize) -> Vec<Lit> {
        (0..count).map(|_| self.variable()).collect()
    }

    /// One of these must hold. A clause that always holds is left out.
    pub fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let start = self.literals.len();
        for lit in clause {
            if lit == Lit::TRUE {
                self.literals.truncate(start);
                return;
            }
            if lit != Lit::FALSE {
                self.literals.push(lit.0);
            }
        }
        self.literals[start..].sort_unstable_by_key(|lit| (lit.unsigned_abs(), *lit));
        let mut end = start;
        for index in start..self.literals.len() {
            let lit = self.literals[index];
            let last = (end > start).then(|| self.literals[end - 1]);
            if last == Some(-lit) {
                self.literals.truncate(start);
                return;
            }
            if last != Some(lit) {
                self.literals[end] = lit;
                end += 1;
            }
        }
        self.literals.truncate(end);
        self.ends.push(end);
    }

    /// If all of the first hold, so does one of the second.
    pub fn imply(&mut self, if_all: &[Lit], then_one: &[Lit]) {
        let negated = if_all.iter().map(|&lit| !lit);
        self.add(negated.chain(then_one.iter().copied()));
    }

    /// At most one of these holds.
    pub fn at_most_one(&mut self, lits: &[Lit]) {
        for (index, &one) in lits.iter().enumerate() {
            for &other in &lits[index + 1..] {
                self.add([!one, !other]);
            }
        }
    }

    /// A literal that is true exactly if one of these is.
    pub fn or(&mut self, lits: &[Lit]) -> Lit {
        match lits {
            [] => return Lit::FALSE,
            [one] => return *one,
            _ if lits.contains(&Lit::TRUE) => return Lit::TRUE,
            _ => {}
        }
        let some = self.variable();
        for &lit in lits {
            self.imply(&[lit], &[some]);
        }
        self.imply(&[some], lits);
        some
    }

    /// A literal that is true exactly if both of these are.
    pub fn and(&mut self, one: Lit, other: Lit) -> Lit {
        !match [one, other] {
            [Lit::TRUE, lit] | [lit, Lit::TRUE] => return lit,
            [Lit::FALSE, _] | [_, Lit::FALSE] => return Lit::FALSE,
            _ => self.or(&[!one, !other]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_tidy() {
        let mut cnf = Cnf::new();
        let [a, b] = [cnf.variable(), cnf.variable()];
        cnf.add([b, a, b, Lit::FALSE]);
        cnf.add([a, !a]);
        cnf.add([Lit::TRUE, b]);
        cnf.add([Lit::FALSE]);
        let clauses: Vec<&[i32]> = cnf.clauses().collect();
        assert_eq!(clauses, [&[1][..], &[2, 3], &[]]);
    }

    #[test]
    fn gates_of_constants_need_no_variable() {
        let mut cnf = Cnf::new();
        let a = cnf.variable();
        assert_eq!(cnf.or(&[]), Lit::FALSE);
        assert_eq!(cnf.or(&[a, Lit::TRUE]), Lit::TRUE);
        assert_eq!(cnf.and(a, Lit::TRUE), a);
        assert_eq!(cnf.and(Lit::FALSE, a), Lit::FALSE);
        assert_eq!(cnf.variables(), 2);
    }
}
