//! The second method: the question as a formula, for a SAT solver whose proofs are checked.
//!
//! It shares the definitions with the enumeration ([`Scheme`](crate::scheme::Scheme),
//! [`Companion`](crate::scheme::Companion)) and nothing else: neither how programs are enumerated nor how they are
//! dismissed nor how tables are searched. A counterexample is verified by the definitions before
//! anyone sees it; "there is none" rests on a proof that was followed step by step, and so on the
//! encoding alone.
//!
//! * [`program`]: operations and labels; [`ample`]: sets and tables; [`moves`], [`product`]: the full
//!   product and the reduced one; [`symmetry`]: which of many like programs is meant;
//! * [`encode`]: all of it together, and back.

pub mod ample;
pub mod encode;
pub mod moves;
pub mod product;
pub mod program;
pub mod symmetry;

#[cfg(test)]
mod tests {
    use super::encode::Question;
    use crate::fig5::ROWS;
    use sat::{Answer, Limits, solve};

    #[test]
    fn trial() {
        for row in ROWS.iter().filter(|r| r.automaton != "B5") {
            let hunt = row.hunt().unwrap();
            let automaton = &hunt.automata[0];
            let companion = row.scheme.companion(automaton).unwrap();
            for states in 1..=row.states {
                let question = Question { scheme: row.scheme, automaton, companion: &companion, states, operations: row.operations, letters: hunt.bounds.letters };
                let (cnf, enc) = question.encode();
                let size = (cnf.variables(), cnf.len());
                let t = std::time::Instant::now();
                let limits = Limits { time: Some(std::time::Duration::from_secs(60)), ..Limits::default() };
                let answer = solve(cnf, &limits).unwrap();
                eprintln!("{:?} {} {states} {size:?}: {:?} {:?}", row.scheme, row.automaton, t.elapsed(), match &answer { Answer::Model(_) => None, Answer::Refuted(r) => Some(*r), Answer::Unknown => { eprintln!("unknown"); None } });
                if let Answer::Model(m) = answer {
                    let c = question.decode(&enc, &m);
                    assert!(c.is_valid());
                }
            }
        }
    }
}
