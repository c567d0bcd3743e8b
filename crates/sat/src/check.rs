//! A checker of LRAT proofs (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient
//! certified RAT verification", CADE 2017), by the definition and without regard to any solver.
//!
//! A proof is a list of clauses that ends with the empty one. Each comes with *hints*: numbers of
//! clauses that are known already. Suppose that the new clause does not hold, so all of its literals
//! are false. Then each hint in turn must have at most one literal that is not false, which so
//! becomes true, and the last one must have none: a contradiction, so the new clause follows. This
//! is the RUP part of the format. Steps that are not consequences but only keep satisfiability (RAT)
//! are refused: the solver is set up to make none.
//!
//! Clauses may be forgotten, which can never make a proof of something false.
//!
//! The clauses of the formula are taken from the formula. A solver may say which number it gives to
//! each, and must name them in order and literally.

use crate::cnf::Cnf;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

/// What is wrong with a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejected {
    /// The number is that of another clause.
    NumberTaken(i64),
    /// This is not the next clause of the formula.
    NotOfTheFormula(i64),
    /// A step that does not follow but only keeps satisfiability.
    NotAConsequence(i64),
    /// A literal of this clause is no literal of the formula.
    UnknownLiteral(i64),
    /// The clause with the first number has a hint, the second, that is not known or was forgotten.
    UnknownHint(i64, i64),
    /// Under the hints so far, more than one literal of this hint of a clause is not false.
    UselessHint(i64, i64),
    /// The hints of a clause lead to no contradiction.
    NoContradiction(i64),
    /// A clause is forgotten that is not known.
    UnknownDeletion(i64),
    /// The proof ends without the empty clause.
    Unfinished,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejected::NumberTaken(id) => write!(f, "two clauses have the number {id}"),
            Rejected::NotOfTheFormula(id) => {
                write!(f, "clause {id} is not the next one of the formula")
            }
            Rejected::NotAConsequence(id) => write!(f, "clause {id} is no consequence"),
            Rejected::UnknownLiteral(id) => write!(f, "clause {id} has an unknown variable"),
            Rejected::UnknownHint(id, hint) => {
                write!(f, "clause {id} rests on {hint}, which is not known")
            }
            Rejected::UselessHint(id, hint) => {
                write!(f, "clause {id} rests on {hint}, which says nothing there")
            }
            Rejected::NoContradiction(id) => write!(f, "clause {id} does not follow"),
            Rejected::UnknownDeletion(id) => {
                write!(f, "clause {id} is forgotten but was not known")
            }
            Rejected::Unfinished => f.write_str("the empty clause is missing"),
        }
    }
}

impl std::error::Error for Rejected {}

/// A step of a proof.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// The next clause of the formula gets this number.
    Original { id: i64, clause: &'a [i32] },
    /// A clause follows, by these hints; not quite if there is a witness, which then is not 0.
    Derived {
        id: i64,
        clause: &'a [i32],
        witness: i32,
        hints: &'a [i64],
    },
    /// A clause is forgotten.
    Deleted { id: i64 },
}

/// A proof as far as it was followed.
#[derive(Debug)]
pub struct Checker {
    formula: Rc<Cnf>,
    /// How many clauses of the formula have got their numbers.
    given: usize,
    known: HashMap<i64, Box<[i32]>>,
    /// By variable: 1 if it is true, -1 if it is false. All 0 between two steps.
    values: Vec<i8>,
    /// The variables that have a value.
    assigned: Vec<usize>,
    steps: u64,
    finished: bool,
}

impl Checker {
    pub fn new(formula: Rc<Cnf>) -> Checker {
        Checker {
            values: vec![0; formula.variables() as usize + 1],
            formula,
            given: 0,
            known: HashMap::new(),
            assigned: Vec::new(),
            steps: 0,
            finished: false,
        }
    }

    /// How many clauses were derived.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Follows a step.
    pub fn step(&mut self, step: Step<'_>) -> Result<(), Rejected> {
        match step {
            Step::Original { id, clause } => self.original(id, clause),
            Step::Derived { id, witness, .. } if witness != 0 => Err(Rejected::NotAConsequence(id)),
            Step::Derived {
                id, clause, hints, ..
            } => self.derived(id, clause, hints),
            Step::Deleted { id } => self.deleted(id),
        }
    }

    /// The next clause of the formula has this number.
    fn original(&mut self, id: i64, clause: &[i32]) -> Result<(), Rejected> {
        let mut sorted = clause.to_vec();
        sorted.sort_unstable_by_key(|lit| (lit.unsigned_abs(), *lit));
        if self.given >= self.formula.len() || self.formula.clause(self.given) != sorted {
            return Err(Rejected::NotOfTheFormula(id));
        }
        self.given += 1;
        self.learn(id, clause)
    }

    /// A clause follows, by these hints.
    fn derived(&mut self, id: i64, clause: &[i32], hints: &[i64]) -> Result<(), Rejected> {
        let variables = self.formula.variables().unsigned_abs();
        if clause
            .iter()
            .any(|lit| !(1..=variables).contains(&lit.unsigned_abs()))
        {
            return Err(Rejected::UnknownLiteral(id));
        }
        let follows = self.follows(id, clause, hints);
        for variable in self.assigned.drain(..) {
            self.values[variable] = 0;
        }
        follows?;
        self.steps += 1;
        self.learn(id, clause)
    }

    /// A clause is forgotten.
    fn deleted(&mut self, id: i64) -> Result<(), Rejected> {
        match self.known.remove(&id) {
            Some(_) => Ok(()),
            None => Err(Rejected::UnknownDeletion(id)),
        }
    }

    /// Whether the formula is refuted.
    pub fn finish(&self) -> Result<(), Rejected> {
        match self.finished {
            true => Ok(()),
            false => Err(Rejected::Unfinished),
        }
    }

    fn learn(&mut self, id: i64, clause: &[i32]) -> Result<(), Rejected> {
        self.finished |= clause.is_empty();
        match self.known.insert(id, clause.into()) {
            None => Ok(()),
            Some(_) => Err(Rejected::NumberTaken(id)),
        }
    }

    fn follows(&mut self, id: i64, clause: &[i32], hints: &[i64]) -> Result<(), Rejected> {
        for &lit in clause {
            // A clause with a literal and its negation holds anyway.
            if value(&self.values, lit) > 0 {
                return Ok(());
            }
            assign(&mut self.values, &mut self.assigned, -lit);
        }
        for &hint in hints {
            let Some(known) = self.known.get(&hint) else {
                return Err(Rejected::UnknownHint(id, hint));
            };
            let mut open = known.iter().filter(|&&lit| value(&self.values, lit) >= 0);
            match (open.next(), open.next()) {
                (None, _) => return Ok(()),
                (Some(&lit), None) if value(&self.values, lit) == 0 => {
                    assign(&mut self.values, &mut self.assigned, lit);
                }
                // True already: it says nothing new.
                (Some(_), None) => {}
                _ => return Err(Rejected::UselessHint(id, hint)),
            }
        }
        Err(Rejected::NoContradiction(id))
    }
}

/// 1 if a literal is true, -1 if it is false, 0 if neither.
fn value(values: &[i8], lit: i32) -> i8 {
    let value = values[lit.unsigned_abs() as usize];
    if lit < 0 { -value } else { value }
}

fn assign(values: &mut [i8], assigned: &mut Vec<usize>, lit: i32) {
    let variable = lit.unsigned_abs() as usize;
    values[variable] = if lit < 0 { -1 } else { 1 };
    assigned.push(variable);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three clauses that contradict each other: the constant, `a or b`, `not a`, `not b`.
    fn formula() -> Rc<Cnf> {
        let mut cnf = Cnf::new();
        let [a, b] = [cnf.variable(), cnf.variable()];
        cnf.add([a, b]);
        cnf.add([!a]);
        cnf.add([!b]);
        cnf.into()
    }

    fn begin(cnf: &Rc<Cnf>) -> Checker {
        let mut checker = Checker::new(cnf.clone());
        for (index, clause) in cnf.clauses().enumerate() {
            checker
                .original(index as i64 + 1, clause)
                .expect("it is the next one");
        }
        checker
    }

    #[test]
    fn a_proof_in_two_steps() {
        let cnf = formula();
        let mut checker = begin(&cnf);
        assert_eq!(checker.derived(5, &[3], &[3, 2]), Ok(()));
        assert_eq!(checker.finish(), Err(Rejected::Unfinished));
        assert_eq!(checker.deleted(2), Ok(()));
        assert_eq!(checker.derived(6, &[], &[5, 4]), Ok(()));
        assert_eq!(checker.finish(), Ok(()));
        assert_eq!(checker.steps(), 2);
    }

    #[test]
    fn every_kind_of_mistake_is_seen() {
        let cnf = formula();
        let wrong = |step: &dyn Fn(&mut Checker) -> Result<(), Rejected>| {
            step(&mut begin(&cnf)).expect_err("it is wrong")
        };
        use Rejected::*;
        assert_eq!(wrong(&|c| c.derived(4, &[], &[2, 3, 4])), UselessHint(4, 2));
        assert_eq!(wrong(&|c| c.derived(4, &[3], &[3, 2])), NumberTaken(4));
        assert_eq!(wrong(&|c| c.derived(5, &[3], &[3])), NoContradiction(5));
        assert_eq!(wrong(&|c| c.derived(5, &[3], &[9])), UnknownHint(5, 9));
        assert_eq!(wrong(&|c| c.derived(5, &[3], &[1])), NoContradiction(5));
        assert_eq!(wrong(&|c| c.derived(5, &[], &[3, 3])), NoContradiction(5));
        assert_eq!(wrong(&|c| c.derived(5, &[4], &[3])), UnknownLiteral(5));
        assert_eq!(wrong(&|c| c.derived(5, &[0], &[3])), UnknownLiteral(5));
        assert_eq!(wrong(&|c| c.deleted(7)), UnknownDeletion(7));
        assert_eq!(wrong(&|c| c.original(7, &[2])), NotOfTheFormula(7));
        let forgotten = |c: &mut Checker| {
            c.deleted(3)?;
            c.derived(5, &[3], &[3, 2])
        };
        assert_eq!(wrong(&forgotten), UnknownHint(5, 3));
        let rat = Step::Derived {
            id: 5,
            clause: &[3],
            witness: 3,
            hints: &[3, 2],
        };
        assert_eq!(wrong(&|c| c.step(rat)), NotAConsequence(5));
        let mut checker = Checker::new(cnf.clone());
        assert_eq!(checker.original(1, &[2, 3]), Err(NotOfTheFormula(1)));
    }
}
