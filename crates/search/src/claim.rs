//! From the temporal properties of a program to automata for its bad words.

use crate::driver::Method;
use crate::licence::StutterInvariant;
use omega::ltl::{self, Formulas, Node};
use omega::stutter::invariance::of_complements;
use omega::{Automaton, Builder, Guard, TranslateError, Translation, translate};
use program::{Action, Expr, Formula, LocationId, Proctype, UnaryOp};
use std::fmt::{self, Display, Formatter};

/// An automaton whose words are the bad ones, over expressions of the program.
#[derive(Clone, Debug)]
pub struct Claim {
    pub automaton: Automaton,
    /// The expression behind each proposition of the automaton, by its bit in a letter.
    pub propositions: Vec<Expr>,
    /// The formula whose models are the bad words, if the claim comes from one.
    formula: Option<(Formulas, ltl::Formula)>,
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
            automaton,
            formula: Some((formulas, bad)),
        })
    }

    /// The words of an automaton; `propositions` are the expressions that its own stand for, one
    /// each and in the same order.
    pub fn of_automaton(automaton: Automaton, propositions: Vec<Expr>) -> Claim {
        Claim {
            automaton,
            propositions,
            formula: None,
        }
    }

    /// How the claim is to be checked: by the stutter product alone if it is stutter-invariant and
    /// that can be decided by visiting at most `limit` states, else by way of the closure.
    pub fn method(&self, limit: usize) -> Method<'_> {
        match self.evidence(limit) {
            Some(evidence) => Method::Invariant(evidence),
            None => Method::Closure,
        }
    }

    /// A formula and its negation give an automaton and its complement; other automata must be
    /// complemented, which only small ones survive.
    fn evidence(&self, limit: usize) -> Option<StutterInvariant<'_>> {
        let automaton = &self.automaton;
        let Some((formulas, bad)) = &self.formula else {
            return StutterInvariant::decide(automaton, limit).ok().flatten();
        };
        let mut formulas = formulas.clone();
        let bad = formulas.simplify(*bad);
        let by_form = StutterInvariant::of_formula(automaton, &formulas, bad);
        by_form.or_else(|| {
            let good = formulas.not(bad);
            let good = translate(&mut formulas, good, Translation::Generalized).ok()?;
            let decision = of_complements(automaton, &good, limit).ok()?;
            StutterInvariant::from_decision(automaton, &decision)
        })
    }

    /// The words that a never claim matches: by visiting accept labels for ever, by coming to its end or
    /// to a location with an end label, as SPIN has it, or by a failed assertion; after these everything is
    /// matched. What it does inside an atomic sequence it does in one state of the program, however long
    /// that is; a sequence that goes round for ever never comes to read the next state, and matches nothing.
    pub fn of_never(claim: &Proctype) -> Result<Claim, ClaimError> {
        let mut propositions = Propositions::default();
        for edge in claim.locations.iter().flat_map(|location| &location.edges) {
            match &edge.action {
                Action::Condition(expr) | Action::Assert(expr) => {
                    let expr = without_negation(expr).0;
                    if expr.as_const().is_none() {
                        propositions.index(expr);
                    }
                }
                Action::Else | Action::Terminate => {}
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
        let matched = builder.add_state();
        builder.add_edge(matched, Guard::TRUE, MARK, matched);
        let mut reader = Reader {
            claim,
            builder,
            propositions,
            matched,
        };
        for (state, location) in claim.locations.iter().enumerate() {
            let marks = if location.accept { MARK } else { 0 };
            for (target, guard) in reader.steps(state as LocationId) {
                reader.builder.add_edge(state as u32, guard, marks, target);
            }
        }
        let start = reader.state(claim.entry);
        reader.builder.add_initial(start);
        Ok(Claim {
            automaton: reader.builder.finish(),
            propositions: reader.propositions.list,
            formula: None,
        })
    }
}

/// The only mark of a never claim's automaton.
const MARK: u64 = 1;

/// Reads the steps of a never claim.
struct Reader<'a> {
    claim: &'a Proctype,
    builder: Builder,
    propositions: Propositions,
    /// Everything that follows is matched.
    matched: omega::State,
}

impl Reader<'_> {
    fn guard(&mut self, expr: &Expr) -> Guard {
        let (expr, negated) = without_negation(expr);
        let guard = match expr.as_const() {
            Some(0) => Guard::FALSE,
            Some(_) => Guard::TRUE,
            None => {
                let index = self.propositions.index(expr) as u32;
                self.builder.guards().var(index)
            }
        };
        if negated {
            self.builder.guards().not(guard)
        } else {
            guard
        }
    }

    /// The state of a location. To be at an end label is to have matched.
    fn state(&self, location: LocationId) -> omega::State {
        match self.claim.location(location).end {
            true => self.matched,
            false => location,
        }
    }

    /// What the claim can do in one state of the program: where it comes to, each once, and when.
    ///
    /// The locations of an atomic sequence are visited as long as there are letters with which they
    /// were not reached before, so loops come to an end.
    fn steps(&mut self, start: LocationId) -> Vec<(omega::State, Guard)> {
        let mut steps: Vec<(omega::State, Guard)> = Vec::new();
        let mut reached = vec![Guard::FALSE; self.claim.locations.len()];
        let mut waiting = vec![(start, Guard::TRUE)];
        while let Some((at, given)) = waiting.pop() {
            let known = reached[at as usize];
            let fresh = self.builder.guards().minus(given, known);
            if fresh == Guard::FALSE {
                continue;
            }
            reached[at as usize] = self.builder.guards().or(known, fresh);
            let (leave, inside) = self.edges(at, fresh);
            for (target, guard) in leave {
                match steps.iter_mut().find(|(known, _)| *known == target) {
                    Some((_, known)) => *known = self.builder.guards().or(*known, guard),
                    None => steps.push((target, guard)),
                }
            }
            waiting.extend(inside);
        }
        steps
    }

    /// Where the edges of a location lead on letters where `given` holds: to states, and on inside an
    /// atomic sequence.
    fn edges(&mut self, at: LocationId, given: Guard) -> (Leave, Inside) {
        let (mut leave, mut inside) = (Vec::new(), Vec::new());
        let mut earlier = Guard::FALSE;
        for edge in &self.claim.location(at).edges {
            let possible = match &edge.action {
                Action::Condition(expr) => self.guard(expr),
                Action::Else => self.builder.guards().not(earlier),
                _ => Guard::TRUE,
            };
            earlier = self.builder.guards().or(earlier, possible);
            let mut taken = self.builder.guards().and(given, possible);
            match &edge.action {
                Action::Terminate => {
                    leave.push((self.matched, taken));
                    continue;
                }
                Action::Assert(expr) => {
                    let holds = self.guard(expr);
                    let fails = self.builder.guards().minus(taken, holds);
                    leave.push((self.matched, fails));
                    taken = self.builder.guards().and(taken, holds);
                }
                _ => {}
            }
            let target = self.state(edge.target);
            if edge.atomic && target != self.matched {
                inside.push((edge.target, taken));
            } else {
                leave.push((target, taken));
            }
        }
        (leave, inside)
    }
}

/// States that a claim comes to, and when.
type Leave = Vec<(omega::State, Guard)>;
/// Locations inside an atomic sequence, and when.
type Inside = Vec<(LocationId, Guard)>;

/// An expression without the negations in front of it, and whether their number is odd. A condition
/// and its negation are one proposition: as two they would make letters that no state has, on which
/// a claim may depend on stuttering when it does not otherwise.
fn without_negation(mut expr: &Expr) -> (&Expr, bool) {
    let mut negated = false;
    while let Expr::Unary(UnaryOp::Not, inner) = expr {
        expr = inner;
        negated = !negated;
    }
    (expr, negated)
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
