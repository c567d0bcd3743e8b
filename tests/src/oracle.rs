//! The textbook beside SPIN: safety with its count of states, claims, accept and progress labels, and
//! runs that are weakly fair, without any reduction.

use crate::compare::{Comparison, compare as compare_counts};
use crate::engine;
use crate::generate::ast;
use crate::reduction::program_of_text;
use crate::spin::temporal::{Asked, Temporal, Verdict};
use crate::spin::{Limits, Spin};
use crate::textbook::{Bad, Graph, Way};
use program::explore::Kind;
use program::{Expr, Formula, PropertyKind};
use search::product::Fairness;
use std::io;

/// Both of SPIN's ways to be asked.
pub struct Oracle {
    spin: Spin,
    temporal: Temporal,
}

/// One property, about which SPIN had something to say.
#[derive(Clone, Debug)]
pub struct Row {
    pub property: String,
    pub fairness: Fairness,
    pub ours: String,
    pub spin: String,
}

impl Row {
    pub fn agrees(&self) -> bool {
        self.ours == self.spin
    }
}

impl Oracle {
    pub fn open() -> Oracle {
        Oracle {
            spin: Spin::new(Limits::GENERATED),
            temporal: Temporal::open(),
        }
    }

    /// Compares verdicts on a program and its properties; nothing if it is too large or not accepted.
    pub fn compare(&self, source: &ast::Program, limit: usize) -> io::Result<Vec<Row>> {
        let mut rows = Vec::new();
        let text = source.to_string();
        let Some(program) = program_of_text(&text, false) else {
            return Ok(rows);
        };
        let outcome = self.spin.explore_text(&text)?;
        if outcome.is_in_scope() {
            let ours = engine::explore_text(&text, 2 * Limits::GENERATED.states);
            let (ours, spin) = match compare_counts(&outcome, &ours) {
                Comparison::Same | Comparison::SameVerdict => (String::new(), String::new()),
                Comparison::OutOfScope(_) => return Ok(rows),
                Comparison::Different(difference) => (difference.ours, difference.spin),
            };
            rows.push(Row {
                property: "safety".to_owned(),
                fairness: Fairness::None,
                ours,
                spin,
            });
        }
        let Some(graph) = Graph::new(&program, limit).filter(is_in_scope) else {
            return Ok(rows);
        };
        let mut asked: Vec<(Asked, Bad<'_>)> = Vec::new();
        for property in &program.properties {
            let (bad, timeout) = match &property.kind {
                PropertyKind::Ltl(formula) => (Bad::Not(formula), formula_asks(formula)),
                PropertyKind::Never(claim) => {
                    let mut asks = false;
                    claim.walk(&mut |expr| asks |= *expr == Expr::Timeout);
                    (Bad::Matched(claim), asks)
                }
            };
            // SPIN has a meaning of its own for a timeout in a claim.
            if !timeout {
                asked.push((Asked::Claim(property.name.clone()), bad));
            }
        }
        let mut places = program.proctypes.iter().flat_map(|p| &p.locations);
        if places.clone().any(|place| place.accept) {
            asked.push((Asked::Accept, Bad::Accept));
        }
        if places.any(|place| place.progress) {
            asked.push((Asked::Progress, Bad::NonProgress));
        }
        for (asked, bad) in asked {
            for fairness in [Fairness::None, Fairness::Weak] {
                let Some(violated) = graph.has(bad, fairness) else {
                    continue;
                };
                let fair = fairness == Fairness::Weak;
                let spin = match self.temporal.ask(source, &asked, fair)? {
                    Verdict::Unknown(_) => continue,
                    verdict => verdict == Verdict::Violated,
                };
                let word = |violated| if violated { "violated" } else { "holds" };
                rows.push(Row {
                    property: format!("{asked:?}"),
                    fairness,
                    ours: word(violated).to_owned(),
                    spin: word(spin).to_owned(),
                });
            }
        }
        Ok(rows)
    }
}

/// SPIN does not go on after a fault, and an atomic sequence without an end is none to it.
fn is_in_scope(graph: &Graph<'_>) -> bool {
    let endless = |way: &Way| matches!(way, Way::Endless { .. });
    !graph.kinds.contains(&Kind::Fault) && !graph.ways.iter().flatten().any(endless)
}

fn formula_asks(formula: &Formula) -> bool {
    match formula {
        Formula::Proposition(expr) => {
            let mut asks = false;
            expr.walk(&mut |expr| asks |= *expr == Expr::Timeout);
            asks
        }
        Formula::Not(a) | Formula::Next(a) | Formula::Always(a) | Formula::Eventually(a) => {
            formula_asks(a)
        }
        Formula::And(a, b)
        | Formula::Or(a, b)
        | Formula::Implies(a, b)
        | Formula::Equivalent(a, b)
        | Formula::Until(a, b)
        | Formula::WeakUntil(a, b)
        | Formula::Release(a, b) => formula_asks(a) || formula_asks(b),
    }
}
