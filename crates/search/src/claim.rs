//! From the temporal properties of a program to automata for its bad words.

use omega::ltl::{self, Formulas, Node};
use omega::{Automaton, Builder, Guard, TranslateError, Translation, translate};
use program::{Action, Expr, Formula, Location, Proctype};
use std::fmt::{self, Display, Formatter};

/// An automaton whose words are the bad ones, over expressions of the program.
#[derive(Clone, Debug)]
pub struct Claim {
    pub automaton: Automaton,
    /// The expression behind each proposition of the automaton, by its bit in a letter.
    pub propositions: Vec<Expr>,
    /// Known by its form to be stutter-invariant: a formula without the next operator.
    pub next_free: bool,
    /// The formula and its negation as automata decide invariance where the form does not.
    pub formula: Option<(Formulas, ltl::Formula)>,
}

/// Why a property cannot be made an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimError {
    Translate(TranslateError),
    /// More than 64 different expressions.
    TooManyPropositions,
    /// A statement of a never claim that is no condition.
    NotACondition(program::Span),
}

impl Display for ClaimError {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ClaimError::Translate(error) => error.fmt(out),
            ClaimError::TooManyPropositions => {
                out.write_str("the property has more than 64 different conditions")
            }
            ClaimError::NotACondition(_) => {
                out.write_str("the never claim has a statement that is not a condition")
            }
        }
    }
}

impl std::error::Error for ClaimError {}

/// Most propositions that a letter has bits for.
const MAX_PROPOSITIONS: usize = 64;

/// The expressions that propositions stand for. Their names are their numbers.
#[derive(Default)]
struct Propositions {
    list: Vec<Expr>,
}

impl Propositions {
    fn index(&mut self, expr: &Expr) -> usize {
        let known = self.list.iter().position(|other| other == expr);
        known.unwrap_or_else(|| {
            self.list.push(expr.clone());
            self.list.len() - 1
        })
    }

    fn name(index: usize) -> String {
        format!("p{index}")
    }
}

impl Claim {
    /// The bad words of a formula that every run must satisfy: those of its negation.
    pub fn of_formula(formula: &Formula) -> Result<Claim, ClaimError> {
        let mut formulas = Formulas::new();
        let mut propositions = Propositions::default();
        let formula = convert(formula, &mut formulas, &mut propositions);
        if propositions.list.len() > MAX_PROPOSITIONS {
            return Err(ClaimError::TooManyPropositions);
        }
        let bad = formulas.not(formula);
        let automaton = translate(&mut formulas, bad, Translation::Generalized)
            .map_err(ClaimError::Translate)?;
        // The translation may have dropped and reordered propositions.
        let expr = |name: &String| {
            let index = (0..propositions.list.len()).find(|&i| Propositions::name(i) == *name);
            index.map_or(Expr::Const(0), |index| propositions.list[index].clone())
        };
        Ok(Claim {
            propositions: automaton.props().iter().map(expr).collect(),
            next_free: !formulas.has_next(formula),
            automaton,
            formula: Some((formulas, bad)),
        })
    }

    /// The words that a never claim matches: by visiting accept labels for ever, or by reaching
    /// its end, after which everything is matched.
    pub fn of_never(claim: &Proctype) -> Result<Claim, ClaimError> {
        let mut propositions = Propositions::default();
        for edge in claim.locations.iter().flat_map(|location| &location.edges) {
            match &edge.action {
                Action::Condition(expr) if expr.as_const().is_none() => {
                    propositions.index(expr);
                }
                Action::Condition(_) | Action::Else | Action::Terminate => {}
                _ => return Err(ClaimError::NotACondition(edge.span)),
            }
        }
        if propositions.list.len() > MAX_PROPOSITIONS {
            return Err(ClaimError::TooManyPropositions);
        }
        let names = (0..propositions.list.len())
            .map(Propositions::name)
            .collect();
        let mut builder = Builder::new(names, 1);
        builder.add_states(claim.locations.len());
        for (state, location) in claim.locations.iter().enumerate() {
            let marks = u64::from(location.accept || is_end(location));
            let mut earlier = Guard::FALSE;
            for edge in &location.edges {
                let guard = match &edge.action {
                    Action::Condition(expr) => match expr.as_const() {
                        Some(0) => Guard::FALSE,
                        Some(_) => Guard::TRUE,
                        None => builder.guards().var(propositions.index(expr) as u32),
                    },
                    Action::Else => builder.guards().not(earlier),
                    // Having reached its end, the claim matches whatever follows.
                    _ => Guard::TRUE,
                };
                earlier = builder.guards().or(earlier, guard);
                let target = match edge.action {
                    Action::Terminate => state as u32,
                    _ => edge.target,
                };
                builder.add_edge(state as u32, guard, marks, target);
            }
        }
        builder.add_initial(claim.entry);
        Ok(Claim {
            automaton: builder.finish(),
            propositions: propositions.list,
            next_free: false,
            formula: None,
        })
    }
}

fn is_end(location: &Location) -> bool {
    location
        .edges
        .iter()
        .any(|edge| edge.action == Action::Terminate)
}

/// The formula in the arena of `omega`. The depth of a formula of a program is bounded by the
/// front end.
fn convert(
    formula: &Formula,
    arena: &mut Formulas,
    propositions: &mut Propositions,
) -> ltl::Formula {
    let mut go = |f: &Formula| convert(f, arena, propositions);
    let node = match formula {
        Formula::Proposition(expr) => match expr.as_const() {
            Some(0) => return ltl::Formula::FALSE,
            Some(_) => return ltl::Formula::TRUE,
            None => {
                let name = Propositions::name(propositions.index(expr));
                return arena.prop(&name, 0..0);
            }
        },
        Formula::Not(a) => Node::Not(go(a)),
        Formula::And(a, b) => {
            let (a, b) = (go(a), go(b));
            return arena.and(&[a, b]);
        }
        Formula::Or(a, b) => {
            let (a, b) = (go(a), go(b));
            return arena.or(&[a, b]);
        }
        Formula::Implies(a, b) => Node::Implies(go(a), go(b)),
        Formula::Equivalent(a, b) => Node::Equiv(go(a), go(b)),
        Formula::Next(a) => Node::Next(go(a)),
        Formula::Always(a) => Node::Globally(go(a)),
        Formula::Eventually(a) => Node::Finally(go(a)),
        Formula::Until(a, b) => Node::Until(go(a), go(b)),
        Formula::WeakUntil(a, b) => Node::WeakUntil(go(a), go(b)),
        Formula::Release(a, b) => Node::Release(go(a), go(b)),
    };
    arena.make(node)
}
