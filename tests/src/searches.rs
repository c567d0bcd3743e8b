//! Every way to check a property of a model: they must agree.

use crate::textbook::Bad;
use crate::verdicts::confirm;
use jit::{Compiled, Target};
use program::system::Interpreted;
use program::{Program, TransitionSystem};
use reduce::forget::forgetful;
use reduce::{Conditions, Stubborn};
use search::claim::Claim;
use search::driver::{self, Method, Order, Property, Reduced, Verdict};
use search::limits::Limits;
use search::product::{Fairness, Letters};
use search::reduction::Proviso;
use search::safety::Kind;
use std::ops::ControlFlow;

/// States that may be visited to decide whether a claim is stutter-invariant.
const INVARIANCE: usize = 10_000;

/// What executes a model.
#[derive(Clone, Copy, Debug)]
pub enum Engine {
    Interpreter,
    Compiled(Target),
}

/// Engines and provisos. Bytecode is the same code as native code, so that once is enough.
pub const SEARCHES: [(Engine, Option<Proviso>); 6] = [
    (Engine::Interpreter, None),
    (Engine::Interpreter, Some(Proviso::Static)),
    (Engine::Compiled(Target::Native), None),
    (Engine::Compiled(Target::Native), Some(Proviso::Static)),
    (Engine::Compiled(Target::Native), Some(Proviso::Stack)),
    (Engine::Compiled(Target::Bytecode), Some(Proviso::Static)),
];

/// A property that a model states.
pub enum Stated {
    Safety(Vec<Kind>),
    Claim(Box<Claim>),
    Accept,
    Progress,
}

/// Whether a property is violated. Counterexamples are executed by the interpreter.
pub fn is_violated(
    program: &Program,
    stated: &Stated,
    fairness: Fairness,
    engine: Engine,
    proviso: Option<Proviso>,
) -> Result<bool, String> {
    is_violated_by(program, stated, (fairness, engine, proviso), None)
}

/// The same by a method that is not the one that a check would take.
pub fn is_violated_by(
    program: &Program,
    stated: &Stated,
    (fairness, engine, proviso): (Fairness, Engine, Option<Proviso>),
    method: Option<Method<'_>>,
) -> Result<bool, String> {
    let propositions = match stated {
        Stated::Claim(claim) => claim.propositions.clone(),
        _ => Vec::new(),
    };
    let reads = reduce::Property::default();
    let questions = Stubborn::new(program, &reads, Conditions::default()).questions();
    let forgetful = proviso.map(|_| forgetful(program, &propositions));
    let executed = forgetful.as_ref().unwrap_or(program);
    match engine {
        Engine::Interpreter => {
            let mut system = Interpreted::with_questions(executed, propositions, questions);
            search(&mut system, program, stated, (fairness, proviso), method)
        }
        Engine::Compiled(target) => {
            let system = Compiled::with_questions(target, executed, propositions, &questions);
            let mut system = system.map_err(|error| error.to_string())?;
            search(&mut system, program, stated, (fairness, proviso), method)
        }
    }
}

fn search<S: TransitionSystem>(
    system: &mut S,
    program: &Program,
    stated: &Stated,
    (fairness, proviso): (Fairness, Option<Proviso>),
    method: Option<Method<'_>>,
) -> Result<bool, String> {
    let (property, bad) = match stated {
        Stated::Safety(kinds) => (Property::Safety(kinds.clone()), None),
        Stated::Accept => (Property::Accept, Some(Bad::Accept)),
        Stated::Progress => (Property::Progress, Some(Bad::NonProgress)),
        Stated::Claim(claim) => {
            let asked = driver::Claim {
                automaton: &claim.automaton,
                propositions: &claim.propositions,
                letters: Letters::identity(claim.propositions.len()),
                method: match (method, proviso) {
                    (Some(method), _) => method,
                    (None, Some(_)) => claim.method(INVARIANCE),
                    (None, None) => Method::Plain,
                },
            };
            let bad = Bad::Word(&claim.automaton, &claim.propositions);
            (Property::Never(asked), Some(bad))
        }
    };
    let mut observe = |_: &_| ControlFlow::Continue(());
    let checks = driver::check(
        system,
        &[property],
        Order::default(),
        proviso.map(|proviso| Reduced { program, proviso }),
        fairness,
        &Limits::default(),
        &mut observe,
    );
    let check = checks.map_err(|error| error.to_string())?.remove(0);
    confirm::counterexample(program, &check, bad, fairness)?;
    match check.verdict {
        Verdict::Holds => Ok(false),
        Verdict::Violated => Ok(true),
        Verdict::Incomplete(reason) => Err(reason.to_string()),
    }
}
