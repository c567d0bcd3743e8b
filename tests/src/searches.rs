//! Every way to check a property of a model, each alone: nothing else looks for what one of them loses.
//! They must agree.

use crate::confirm;
use crate::whole::Whole;
use evidence::Badness;
use jit::{Compiled, Target};
use program::Questions;
use program::system::Interpreted;
use program::{Expr, Program, TransitionSystem};
use reduce::forget::forgetful;
use reduce::{Conditions, Stubborn};
use search::claim::Claim;
use search::driver::{self, Check, Method, Order, Property, Reduced, Verdict};
use search::limits::{Limits, Reason};
use search::product::{Fairness, Letters};
use search::reduction::Proviso;
use search::safety::Kind;
use std::ops::ControlFlow;

/// States that may be visited to decide whether a claim is stutter-invariant.
const INVARIANCE: usize = 1_000;

/// What executes a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Interpreter,
    Compiled(Target),
}

impl Engine {
    pub const ALL: [Engine; 3] = [
        Engine::Interpreter,
        Engine::Compiled(Target::Native),
        Engine::Compiled(Target::Bytecode),
    ];
}

/// One search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// What users get for safety: a short depth-first search, and then a reduced one.
    Scouted,
    /// Breadth first, reduced.
    Unscouted,
    /// Breadth first, by a search that remembers what processes did.
    Breadth,
    /// Breadth first, by a search that does not.
    WithoutMemory,
    /// Depth first.
    Depth,
    /// The product in which the property reads every state, or the labels of all states.
    Plain,
    /// The stutter product, unreduced.
    Stutter,
    /// The stutter product, or that with labels, reduced.
    Reduced(Proviso),
    /// The stutter product of what is equivalent to a bad word, reduced, whether the claim is invariant or
    /// not; and the plain product if that does not tell.
    Closure(Proviso),
}

impl Way {
    pub const SAFETY: [Way; 5] = [
        Way::Scouted,
        Way::Unscouted,
        Way::Breadth,
        Way::WithoutMemory,
        Way::Depth,
    ];
    pub const LABELS: [Way; 3] = [
        Way::Plain,
        Way::Reduced(Proviso::Static),
        Way::Reduced(Proviso::Stack),
    ];
    pub const CLAIMS: [Way; 5] = [
        Way::Plain,
        Way::Stutter,
        Way::Reduced(Proviso::Static),
        Way::Reduced(Proviso::Stack),
        Way::Closure(Proviso::Static),
    ];

    fn proviso(self) -> Option<Proviso> {
        match self {
            Way::Scouted | Way::Unscouted => Some(Proviso::Static),
            Way::Reduced(proviso) | Way::Closure(proviso) => Some(proviso),
            _ => None,
        }
    }

    /// Whether every state is visited, and counted.
    pub fn is_full(self) -> bool {
        matches!(self, Way::Breadth | Way::WithoutMemory | Way::Depth)
    }

    fn order(self) -> Order {
        match self {
            Way::Scouted => Order::Scouted,
            Way::Depth => Order::DepthFirst,
            Way::Breadth | Way::WithoutMemory => Order::BreadthFirst,
            _ => Order::Unscouted,
        }
    }
}

/// What is asked of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stated {
    /// For each of these kinds, whether something of it can happen.
    Safety(Vec<Kind>),
    /// The claim with this index.
    Claim(usize),
    Accept,
    Progress,
}

impl Stated {
    /// The searches that can tell.
    pub fn ways(&self) -> &'static [Way] {
        match self {
            Stated::Safety(_) => &Way::SAFETY,
            Stated::Claim(_) => &Way::CLAIMS,
            Stated::Accept | Stated::Progress => &Way::LABELS,
        }
    }
}

/// A question to one search.
#[derive(Clone, Debug)]
pub struct Question {
    pub stated: Stated,
    pub fairness: Fairness,
    pub way: Way,
}

/// What a search says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// What is asked for is violated, or not, and so many states were stored.
    Told { violated: Vec<bool>, states: u64 },
    /// It gave up.
    Untold(Reason),
    /// It shows a run that is none, or could not begin.
    Wrong(String),
}

/// A program and its claims.
pub struct Subject<'p> {
    program: &'p Program,
    claims: &'p [Claim],
    limits: Limits,
    propositions: Vec<Expr>,
    forgetful: Program,
    questions: Questions,
}

impl<'p> Subject<'p> {
    pub fn new(program: &'p Program, claims: &'p [Claim], limits: Limits) -> Subject<'p> {
        let propositions = claims.iter().flat_map(|claim| claim.propositions.clone());
        let propositions: Vec<Expr> = propositions.collect();
        let reads = reduce::Property::default();
        Subject {
            forgetful: forgetful(program, &propositions),
            questions: Stubborn::new(program, &reads, Conditions::default()).questions(),
            program,
            claims,
            limits,
            propositions,
        }
    }

    /// The answers of an engine, in the order of the questions. Counterexamples are executed by the
    /// interpreter.
    pub fn ask(&self, engine: Engine, questions: &[Question]) -> Vec<Answer> {
        let reduced = |question: &Question| question.way.proviso().is_some();
        let mut answers = [false, true].map(|asked| {
            let executed = if asked { &self.forgetful } else { self.program };
            let group: Vec<&Question> = questions.iter().filter(|q| reduced(q) == asked).collect();
            self.ask_of(engine, executed, &group).into_iter()
        });
        let mut answer = |question| {
            let next = answers[usize::from(reduced(question))].next();
            next.unwrap_or_else(|| Answer::Wrong("there is no answer".to_owned()))
        };
        questions.iter().map(&mut answer).collect()
    }

    fn ask_of(&self, engine: Engine, executed: &Program, questions: &[&Question]) -> Vec<Answer> {
        if questions.is_empty() {
            return Vec::new();
        }
        let propositions = self.propositions.clone();
        match engine {
            Engine::Interpreter => {
                let asked = self.questions.clone();
                let mut system = Interpreted::with_questions(executed, propositions, asked);
                let answer = |question: &&Question| self.answer(&mut system, question);
                questions.iter().map(answer).collect()
            }
            Engine::Compiled(target) => {
                let asked = &self.questions;
                match Compiled::with_questions(target, executed, propositions, asked) {
                    Ok(mut system) => {
                        let answer = |question: &&Question| match question.way {
                            Way::WithoutMemory => self.answer(&mut Whole(&mut system), question),
                            _ => self.answer(&mut system, question),
                        };
                        questions.iter().map(answer).collect()
                    }
                    Err(error) => vec![Answer::Wrong(error.to_string()); questions.len()],
                }
            }
        }
    }

    fn answer<S: TransitionSystem>(&self, system: &mut S, question: &Question) -> Answer {
        let (properties, badness) = match &question.stated {
            Stated::Safety(kinds) => {
                let kinds = kinds.iter().map(|kind| Property::Safety(vec![*kind]));
                (kinds.collect(), None)
            }
            Stated::Accept => (vec![Property::Accept], Some(Badness::Accept)),
            Stated::Progress => (vec![Property::Progress], Some(Badness::NonProgress)),
            Stated::Claim(index) => {
                let claim = &self.claims[*index];
                let badness = Badness::Word(&claim.automaton, &claim.propositions);
                let property = Property::Never(self.claim(*index, question.way));
                (vec![property], Some(badness))
            }
        };
        let proviso = question.way.proviso();
        let program = self.program;
        let checks = driver::check(
            system,
            &properties,
            question.way.order(),
            proviso.map(|proviso| Reduced { program, proviso }),
            question.fairness,
            &self.limits,
            &mut |_: &_| ControlFlow::Continue(()),
        );
        match checks {
            Ok(checks) => self.told(&checks, badness.as_ref(), question.fairness),
            Err(error) => Answer::Wrong(error.to_string()),
        }
    }

    fn claim(&self, index: usize, way: Way) -> driver::Claim<'_> {
        let claim = &self.claims[index];
        let before = self.claims[..index].iter();
        let first: usize = before.map(|claim| claim.propositions.len()).sum();
        let bits = first..first + claim.propositions.len();
        driver::Claim {
            automaton: &claim.automaton,
            propositions: &claim.propositions,
            letters: Letters::new(bits.map(|bit| bit as u8).collect()),
            method: match way {
                Way::Plain => Method::Plain,
                Way::Closure(_) => Method::Closure,
                _ => claim.method(INVARIANCE),
            },
        }
    }

    fn told(&self, checks: &[Check], badness: Option<&Badness<'_>>, fairness: Fairness) -> Answer {
        let mut violated = Vec::new();
        for check in checks {
            match check.verdict {
                Verdict::Incomplete(reason) => return Answer::Untold(reason),
                verdict => violated.push(verdict == Verdict::Violated),
            }
            if let Err(why) = confirm::counterexample(self.program, check, badness, fairness) {
                return Answer::Wrong(format!("a run cannot be confirmed: {why}"));
            }
        }
        let states = checks.first().map_or(0, |check| check.statistics.states);
        Answer::Told { violated, states }
    }
}
