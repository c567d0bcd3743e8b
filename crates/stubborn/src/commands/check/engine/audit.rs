//! `--reduction-check`: every set of steps that the searches choose, tested by brute force.
//!
//! The interpreter executes the model, whatever `--engine` says: the whole graph is needed, and what
//! it is must not be in doubt.

use super::{Checker, in_search, watch};
use crate::commands::check::property::Wanted;
use crate::commands::check::reduction::Reduction;
use program::TransitionSystem;
use program::system::Interpreted;
use reduce::brute::{self, FullGraph, Refutation, Tested, Visible};
use search::audit::{self, Audit};
use search::claim::Claim;
use search::driver::{Property, Reduced};
use search::limits::Limits;
use search::log::Log;
use search::schemes::{self, Scheme, Trial};

/// States of the full graph, at most, unless `--states` says otherwise.
const STATES: usize = 20_000;

/// What came of testing the sets of one search.
pub struct Tests {
    /// The properties that share the search.
    pub names: Vec<String>,
    pub result: Outcome,
}

pub enum Outcome {
    Pass {
        tested: Tested,
        /// States of the full graph.
        states: usize,
        /// The search ended at a violation, and so did the test.
        stopped: bool,
    },
    Fail {
        refutation: Box<Refutation>,
        /// The state of the set, as the interpreter has it.
        state: Vec<u8>,
    },
    Unfinished(String),
}

impl Tests {
    /// The properties for which nothing was told, and why.
    pub fn unfinished(wanted: &[Wanted], told: &[Tests], reason: String) -> Tests {
        let is_told = |name: &String| told.iter().any(|tests| tests.names.contains(name));
        let names = wanted.iter().map(|property| property.name.clone());
        Tests {
            names: names.filter(|name| !is_told(name)).collect(),
            result: Outcome::Unfinished(reason),
        }
    }
}

impl<'a> Checker<'a> {
    /// Tests what the search of each property chooses, and tells what came of it.
    pub fn audit(&mut self, wanted: &[Wanted], mut tell: impl FnMut(Tests)) {
        let safety: Vec<&Wanted> = wanted.iter().filter(|w| w.safety().is_some()).collect();
        if !safety.is_empty() {
            let kinds = safety.iter().filter_map(|property| property.safety());
            let kinds = kinds.flat_map(in_search).collect::<Vec<_>>();
            let reduction = self.args.safety_reduction();
            let reduced = reduction.of(&self.model.program);
            let mut system = self.interpreted(None, reduction);
            let sets = |system: &mut Interpreted<'_>, limit| match reduced {
                Some(reduced) => audit::safety(system, &kinds, reduced, limit)
                    .map_err(|unfinished| unfinished.to_string()),
                None => Ok(Audit::default()),
            };
            tell(Tests {
                names: safety
                    .iter()
                    .map(|property| property.name.clone())
                    .collect(),
                result: test(&mut system, self.most_states(), sets),
            });
        }
        for property in wanted.iter().filter(|w| w.safety().is_none()) {
            self.progress.begin(&property.name);
            tell(Tests {
                names: vec![property.name.clone()],
                result: self.audit_infinite(property),
            });
        }
        self.progress.finish();
    }

    fn audit_infinite(&mut self, property: &Wanted) -> Outcome {
        let claim = match property.claim(self.model) {
            Ok(claim) => claim,
            Err(reason) => return Outcome::Unfinished(reason),
        };
        let claim = claim.as_deref();
        let (reduction, program) = (self.args.reduction, &self.model.program);
        let mut system = self.interpreted(claim, reduction);
        let limit = self.most_states();
        match (claim, reduction.scheme(), reduction.of(program)) {
            (Some(claim), Some(scheme), _) => test(&mut system, limit, |system, _| {
                self.sets_of_scheme(claim, scheme, system)
            }),
            (_, _, Some(reduced)) => {
                let asked = self.property(property, claim);
                test(&mut system, limit, |system, _| {
                    self.sets_of_search(&asked, reduced, system)
                })
            }
            (_, _, None) => test(&mut system, limit, |_, _| Ok(Audit::default())),
        }
    }

    fn interpreted(&self, claim: Option<&Claim>, reduction: Reduction) -> Interpreted<'a> {
        let propositions = claim.map_or(Vec::new(), |claim| claim.propositions.clone());
        let questions = self.questions.clone();
        Interpreted::with_questions(self.executed(reduction), propositions, questions)
    }

    fn most_states(&self) -> usize {
        let asked = self.args.limits.states;
        asked.map_or(STATES, |states| states.try_into().unwrap_or(usize::MAX))
    }

    fn sets_of_search<S: TransitionSystem>(
        &mut self,
        property: &Property<'_>,
        reduced: Reduced<'_>,
        system: &mut S,
    ) -> Result<Audit, String> {
        let (limits, fairness) = (self.unbounded(), self.args.fair.into());
        let mut observe = watch(&mut self.progress);
        audit::infinite(system, property, reduced, fairness, &limits, &mut observe)
            .map_err(|error| format!("no memory: {error}"))?
            .map_err(|reason| reason.to_string())
    }

    fn sets_of_scheme<S: TransitionSystem>(
        &mut self,
        claim: &Claim,
        scheme: Scheme,
        system: &mut S,
    ) -> Result<Audit, String> {
        let asked = self.asked(claim);
        let limits = self.unbounded();
        let mut select = schemes::selector(&self.model.program, &asked);
        let mut log = Log::default();
        let trial = Trial {
            scheme,
            preference: self.args.reduction_order.unwrap_or_default(),
            select: &mut select,
            log: Some(&mut log),
        };
        let mut observe = watch(&mut self.progress);
        let found = schemes::search(system, &asked, trial, &limits, &mut observe)
            .map_err(|error| format!("no memory: {error}"))?
            .map_err(|refusal| refusal.to_string())?;
        let visible = Visible {
            letter: true,
            ..Visible::default()
        };
        Audit::of_search(log, &found, visible).map_err(|reason| reason.to_string())
    }

    /// The limits, but for that of states, which is one on the full graph here.
    fn unbounded(&self) -> Limits {
        Limits {
            states: None,
            ..self.limits()
        }
    }
}

/// Tests the sets that `sets` gives on the full graph of a system.
fn test<'p>(
    system: &mut Interpreted<'p>,
    limit: usize,
    sets: impl FnOnce(&mut Interpreted<'p>, usize) -> Result<Audit, String>,
) -> Outcome {
    let graph = match FullGraph::new(system, limit) {
        Ok(graph) => graph,
        Err(unfinished) => {
            return Outcome::Unfinished(format!(
                "{unfinished}, and brute force is for small models (--states allows more)"
            ));
        }
    };
    let audit = match sets(system, limit) {
        Ok(audit) => audit,
        Err(reason) => return Outcome::Unfinished(reason),
    };
    match brute::check(&graph, &audit.chosen, &audit.demands) {
        Ok(tested) => Outcome::Pass {
            tested,
            states: graph.len(),
            stopped: audit.stopped,
        },
        Err(refutation) => Outcome::Fail {
            state: audit.chosen[refutation.set].state.clone(),
            refutation,
        },
    }
}
