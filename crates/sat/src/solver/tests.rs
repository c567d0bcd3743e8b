//! Proofs of the solver, as they are and spoilt.

use super::*;
use fastrand::Rng;

/// More pigeons than holes: every clause is needed.
fn pigeons(holes: usize) -> Cnf {
    let mut cnf = Cnf::new();
    let place: Vec<Vec<Lit>> = (0..=holes).map(|_| cnf.variables_of(holes)).collect();
    for row in &place {
        cnf.add(row.iter().copied());
    }
    for hole in 0..holes {
        let column: Vec<Lit> = place.iter().map(|row| row[hole]).collect();
        cnf.at_most_one(&column);
    }
    cnf
}

/// Clauses of three literals at random, near the density at which half of them are satisfiable.
fn random(random: &mut Rng, variables: usize) -> Cnf {
    let mut cnf = Cnf::new();
    let all = cnf.variables_of(variables);
    for _ in 0..variables * 43 / 10 {
        let lit = |random: &mut Rng| {
            let lit = all[random.usize(..variables)];
            if random.bool() { lit } else { !lit }
        };
        let clause = [lit(random), lit(random), lit(random)];
        cnf.add(clause);
    }
    cnf
}

/// A step on its own.
#[derive(Clone, Debug)]
enum Kept {
    Original(i64, Vec<i32>),
    Derived(i64, Vec<i32>, i32, Vec<i64>),
    Deleted(i64),
}

impl Kept {
    fn new(step: Step<'_>) -> Kept {
        match step {
            Step::Original { id, clause } => Kept::Original(id, clause.to_vec()),
            Step::Derived {
                id,
                clause,
                witness,
                hints,
            } => Kept::Derived(id, clause.to_vec(), witness, hints.to_vec()),
            Step::Deleted { id } => Kept::Deleted(id),
        }
    }

    fn step(&self) -> Step<'_> {
        match self {
            Kept::Original(id, clause) => Step::Original { id: *id, clause },
            Kept::Derived(id, clause, witness, hints) => Step::Derived {
                id: *id,
                clause,
                witness: *witness,
                hints,
            },
            Kept::Deleted(id) => Step::Deleted { id: *id },
        }
    }
}

/// The proof of a formula that has one.
fn proof(cnf: &Cnf) -> Option<Vec<Kept>> {
    let steps = Rc::new(RefCell::new(Vec::new()));
    let listener = steps.clone();
    let said = run(cnf, &Limits::default(), move |step| {
        listener.borrow_mut().push(Kept::new(step));
        ControlFlow::Continue(())
    });
    let steps = steps.borrow().clone();
    matches!(said, Said::Refuted).then_some(steps)
}

fn follow(cnf: &Rc<Cnf>, proof: &[Kept]) -> Result<(), Rejected> {
    let mut checker = Checker::new(cnf.clone());
    for kept in proof {
        checker.step(kept.step())?;
    }
    checker.finish()
}

#[test]
fn pigeons_are_refuted() {
    for holes in 1..7 {
        let answer = solve(pigeons(holes), &Limits::default());
        assert!(matches!(answer, Ok(Answer::Refuted(_))), "{answer:?}");
    }
}

#[test]
fn an_empty_clause_is_its_own_proof() {
    let mut cnf = pigeons(2);
    cnf.add([]);
    let answer = solve(cnf, &Limits::default());
    assert!(matches!(answer, Ok(Answer::Refuted(_))), "{answer:?}");
}

#[test]
fn random_formulas_are_decided_both_ways() {
    let mut rng = Rng::with_seed(7);
    let (mut models, mut refuted) = (0, 0);
    for _ in 0..60 {
        match solve(random(&mut rng, 60), &Limits::default()) {
            Ok(Answer::Model(_)) => models += 1,
            Ok(Answer::Refuted(proof)) => {
                assert!(proof.steps > 0);
                refuted += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(models > 10 && refuted > 10, "{models} {refuted}");
}

/// Without any one of its clauses the formula is satisfiable, so no proof must be accepted.
#[test]
fn a_proof_proves_nothing_about_another_formula() {
    let cnf = Rc::new(pigeons(4));
    let steps = proof(&cnf).expect("it has one");
    assert_eq!(follow(&cnf, &steps), Ok(()));
    for missing in 1..cnf.len() {
        let mut fewer = Cnf::new();
        let lits = fewer.variables_of(cnf.variables() as usize - 1);
        for (index, clause) in cnf.clauses().enumerate().skip(1) {
            let lit = |&number: &i32| {
                let lit = lits[number.unsigned_abs() as usize - 2];
                if number > 0 { lit } else { !lit }
            };
            if index != missing {
                fewer.add(clause.iter().map(lit));
            }
        }
        let fewer = Rc::new(fewer);
        // As it is; and with the missing clause left out of the proof too.
        assert!(follow(&fewer, &steps).is_err());
        let mut originals = 0;
        let left = |kept: &&Kept| {
            let original = matches!(kept, Kept::Original(..));
            originals += usize::from(original);
            !original || originals - 1 != missing
        };
        let shorter: Vec<Kept> = steps.iter().filter(left).cloned().collect();
        assert_eq!(shorter.len() + 1, steps.len());
        assert!(follow(&fewer, &shorter).is_err(), "{missing}");
        // And if it is passed off as one that was derived.
        let mut forged = steps.clone();
        if let Some(Kept::Original(id, clause)) = steps
            .iter()
            .filter(|kept| matches!(kept, Kept::Original(..)))
            .nth(missing)
        {
            let place = steps.iter().position(|kept| match kept {
                Kept::Original(other, _) => other == id,
                _ => false,
            });
            forged[place.expect("it is there")] = Kept::Derived(*id, clause.clone(), 0, vec![1]);
        }
        assert!(follow(&fewer, &forged).is_err(), "{missing}");
    }
}

#[test]
fn spoilt_proofs_are_refused() {
    let mut rng = Rng::with_seed(3);
    let mut tried = 0;
    while tried < 20 {
        let cnf = Rc::new(random(&mut rng, 40));
        let Some(steps) = proof(&cnf) else { continue };
        assert_eq!(follow(&cnf, &steps), Ok(()));
        for (index, kept) in steps.iter().enumerate() {
            let Kept::Derived(id, clause, witness, hints) = kept else {
                continue;
            };
            let with = |step: Kept| {
                let mut spoilt = steps.clone();
                spoilt[index] = step;
                follow(&cnf, &spoilt)
            };
            // The contradiction is reached by the last hint and not before.
            let fewer = hints[..hints.len() - 1].to_vec();
            let spoilt = Kept::Derived(*id, clause.clone(), *witness, fewer);
            assert_eq!(with(spoilt), Err(Rejected::NoContradiction(*id)));
            let spoilt = Kept::Derived(*id, clause.clone(), 1, hints.clone());
            assert_eq!(with(spoilt), Err(Rejected::NotAConsequence(*id)));
            let unknown = hints.iter().map(|hint| hint + 1_000_000).collect();
            let spoilt = Kept::Derived(*id, clause.clone(), *witness, unknown);
            assert!(matches!(with(spoilt), Err(Rejected::UnknownHint(..))));
        }
        let open: Vec<Kept> = steps
            .iter()
            .filter(|kept| !matches!(kept, Kept::Derived(_, clause, ..) if clause.is_empty()))
            .cloned()
            .collect();
        assert_eq!(follow(&cnf, &open), Err(Rejected::Unfinished));
        tried += 1;
    }
}

#[test]
fn limits_leave_it_open() {
    let conflicts = Limits {
        conflicts: Some(10),
        ..Limits::default()
    };
    let answer = solve(pigeons(9), &conflicts);
    assert!(matches!(answer, Ok(Answer::Unknown)), "{answer:?}");
    let time = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    let answer = solve(pigeons(9), &time);
    assert!(matches!(answer, Ok(Answer::Unknown)), "{answer:?}");
    let stopped = Limits::default();
    stopped.stop.store(true, Ordering::Relaxed);
    let answer = solve(pigeons(9), &stopped);
    assert!(matches!(answer, Ok(Answer::Unknown)), "{answer:?}");
}
