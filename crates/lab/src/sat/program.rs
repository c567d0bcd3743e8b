//! A program as variables: operations that are partial functions, labels, and what the conditions
//! need to know of them.

use crate::operation::Independence;
use sat::{Cnf, Lit};

/// The variables of a program of exactly so many states, the first of them initial.
pub struct Program {
    pub states: usize,
    pub operations: usize,
    pub letters: usize,
    /// By operation and state: it leads from here to that state.
    pub next: Vec<Vec<Vec<Lit>>>,
    /// By operation and state.
    pub enabled: Vec<Vec<Lit>>,
    /// By two states: some operation leads from the first to the second.
    pub edge: Vec<Vec<Lit>>,
    /// By state and letter.
    pub label: Vec<Vec<Lit>>,
    /// By operation: it never changes the label. It need not be said of one that does not.
    pub invisible: Vec<Lit>,
    /// By two operations: they are independent. It need not be said of two that are.
    pub independent: Vec<Vec<Lit>>,
}

impl Program {
    pub fn new(
        cnf: &mut Cnf,
        states: usize,
        operations: usize,
        letters: usize,
        independence: Independence,
    ) -> Program {
        let mut function = || -> Vec<Vec<Lit>> {
            let rows = (0..states).map(|_| cnf.variables_of(states));
            rows.collect()
        };
        let next: Vec<Vec<Vec<Lit>>> = (0..operations).map(|_| function()).collect();
        for row in next.iter().flatten() {
            cnf.at_most_one(row);
        }
        let enabled = next
            .iter()
            .map(|function| function.iter().map(|row| cnf.or(row)).collect())
            .collect();
        let edge = (0..states)
            .map(|q| {
                let to = |r: usize| next.iter().map(|f| f[q][r]).collect::<Vec<Lit>>();
                (0..states).map(|r| cnf.or(&to(r))).collect()
            })
            .collect();
        let label: Vec<Vec<Lit>> = (0..states).map(|_| cnf.variables_of(letters)).collect();
        for row in &label {
            cnf.add(row.iter().copied());
            cnf.at_most_one(row);
        }
        let mut program = Program {
            states,
            operations,
            letters,
            next,
            enabled,
            edge,
            label,
            invisible: cnf.variables_of(operations),
            independent: vec![vec![Lit::FALSE; operations]; operations],
        };
        program.invisibility(cnf);
        program.commute(cnf);
        if independence == Independence::Brunner {
            program.enable_nothing(cnf);
        }
        program
    }

    fn invisibility(&self, cnf: &mut Cnf) {
        for op in 0..self.operations {
            for q in 0..self.states {
                for r in (0..self.states).filter(|&r| r != q) {
                    for a in 0..self.letters {
                        let step = [self.invisible[op], self.next[op][q][r], self.label[q][a]];
                        cnf.imply(&step, &[self.label[r][a]]);
                    }
                }
            }
        }
    }

    /// Independent operations commute wherever both are enabled: neither disables the other, and
    /// both orders lead to the same state. No operation is independent of itself.
    fn commute(&mut self, cnf: &mut Cnf) {
        for a in 0..self.operations {
            for b in a + 1..self.operations {
                let independent = cnf.variable();
                self.independent[a][b] = independent;
                self.independent[b][a] = independent;
                for q in 0..self.states {
                    for r in 0..self.states {
                        for t in 0..self.states {
                            let both = [independent, self.next[a][q][r], self.next[b][q][t]];
                            cnf.imply(&both, &[self.enabled[b][r]]);
                            cnf.imply(&both, &[self.enabled[a][t]]);
                            for end in 0..self.states {
                                let [x, y] = [self.next[b][r][end], self.next[a][t][end]];
                                cnf.imply(&[both[0], both[1], both[2], x], &[y]);
                                cnf.imply(&[both[0], both[1], both[2], y], &[x]);
                            }
                        }
                    }
                }
            }
        }
    }
    /// Neither of two independent operations enables the other.
    fn enable_nothing(&self, cnf: &mut Cnf) {
        for a in 0..self.operations {
            for b in (0..self.operations).filter(|&b| b != a) {
                for q in 0..self.states {
                    for r in 0..self.states {
                        let after = [
                            self.independent[a][b],
                            self.next[a][q][r],
                            self.enabled[b][r],
                        ];
                        cnf.imply(&after, &[self.enabled[b][q]]);
                    }
                }
            }
        }
    }
}
