//! The reduction schemes of the papers on the models that they are about: the unsound ones miss
//! what they are known to miss, and the sound ones miss nothing.

use evidence::{Badness, confirm_lasso};
use program::interpreter::Move;
use program::system::Interpreted;
use program::{Program, PropertyKind, Step};
use reduce::Choices;
use reduce::brute::{self, Demands, Failure, FullGraph, Proviso, Refutation, Tested, Visible};
use search::claim::Claim;
use search::driver;
use search::limits::Limits;
use search::liveness::End;
use search::log::Log;
use search::product::Letters;
use search::reduction::Select;
use search::schemes::{self, Preference, Refusal, Scheme, Soundness, Trial};
use std::ops::ControlFlow;
use suite::confirm::proposal;
use suite::models;
use suite::reduction::program_of_file;

/// States of a model that is tested by brute force, at most.
const LIMIT: usize = 10_000;
/// States that may be visited to decide whether a claim is stutter-invariant.
const INVARIANCE: usize = 10_000;

/// Orders that are tried: some miss what others find.
fn orders() -> impl Iterator<Item = Preference> {
    let seeds = (0..20).map(Preference::Seed);
    [Preference::First, Preference::Last]
        .into_iter()
        .chain(seeds)
}

/// A model, and its first property.
struct Subject {
    program: Program,
    claim: Claim,
}

impl Subject {
    fn new(name: &str) -> Subject {
        let path = models::root().join("soundness").join(format!("{name}.pml"));
        let program = program_of_file(&path).expect("the model is right");
        let claim = match &program.properties[0].kind {
            PropertyKind::Ltl(formula) => Claim::of_formula(formula),
            PropertyKind::Never(claim) => Claim::of_never(claim),
        };
        let claim = claim.expect("the property has an automaton");
        Subject { program, claim }
    }

    fn claim(&self) -> driver::Claim<'_> {
        driver::Claim {
            automaton: &self.claim.automaton,
            propositions: &self.claim.propositions,
            letters: Letters::identity(self.claim.propositions.len()),
            method: self.claim.method(INVARIANCE),
        }
    }

    /// How a search with a selector ends, and what brute force says of the sets that it followed.
    fn search<'s>(
        &'s self,
        scheme: Scheme,
        preference: Preference,
        select: &mut dyn Select<Interpreted<'s>>,
    ) -> Result<(End, Result<Tested, Box<Refutation>>), Refusal> {
        let claim = self.claim();
        let questions = schemes::selector(&self.program, &claim).questions();
        let letters = self.claim.propositions.clone();
        let mut system = Interpreted::with_questions(&self.program, letters, questions);
        let graph = FullGraph::new(&mut system, LIMIT).expect("the model is small");
        let mut log = Log::default();
        let trial = Trial {
            scheme,
            preference,
            select,
            log: Some(&mut log),
        };
        let limits = Limits::default();
        let mut observe = |_: &_| ControlFlow::Continue(());
        let found = schemes::search(&mut system, &claim, trial, &limits, &mut observe);
        let found = found.expect("there is memory")?;
        let demands = Demands {
            invisible: Visible {
                letter: true,
                ..Visible::default()
            },
            proviso: Proviso::NoProperCycle,
            ..Demands::default()
        };
        Ok((found.end, brute::check(&graph, &log.chosen, &demands)))
    }

    /// Whether a scheme finds a run; it is confirmed, and so are C0 to C3.
    fn finds(&self, scheme: Scheme, preference: Preference) -> Result<bool, Refusal> {
        let mut select = schemes::selector(&self.program, &self.claim());
        let (end, tested) = self.search(scheme, preference, &mut select)?;
        tested.expect("C0 to C3 hold");
        Ok(match end {
            End::Empty => false,
            End::Incomplete(reason) => panic!("{reason}"),
            End::Accepting(lasso) => {
                let badness = Badness::Word(&self.claim.automaton, &self.claim.propositions);
                confirm_lasso(&self.program, &proposal(&lasso), &badness).expect("a bad run");
                true
            }
        })
    }

    /// Whether some order makes a scheme miss the run that there is.
    fn is_missed_by(&self, scheme: Scheme) -> bool {
        let missed = |order| self.finds(scheme, order) == Ok(false);
        orders().any(missed)
    }
}

/// Follows the steps of the first process alone, whatever the others do.
struct FirstProcess;

impl<S> Select<S> for FirstProcess {
    fn select(&mut self, _: &mut S, steps: &[Step], out: &mut Choices) {
        let first = |index: &usize| Move::from(steps[*index]).pid == 0;
        let set: Vec<usize> = (0..steps.len()).filter(first).collect();
        if !set.is_empty() && set.len() < steps.len() {
            out.push(set.into_iter().map(|index| index as u32));
        }
    }
}

#[test]
fn the_log_of_a_search_refutes_a_wrong_selector() {
    let subject = Subject::new("siegel_fig2");
    for scheme in Scheme::ALL {
        let searched = subject.search(scheme, Preference::First, &mut FirstProcess);
        let (_, tested) = searched.expect("the claim is stutter-invariant");
        let refutation = tested.expect_err(scheme.name());
        assert_eq!(refutation.failure, Failure::Visible, "{}", scheme.name());
    }
}

/// C0 to C3 hold in all these searches, as brute force confirms: it is the theorem that is wrong.
#[test]
fn unsound_schemes_miss_what_they_are_known_to_miss() {
    let missed = [
        (Scheme::V0, "siegel_fig2"),
        (Scheme::V0, "n3"),
        (Scheme::V1, "siegel_b2"),
        (Scheme::V1, "n3"),
        (Scheme::SequentialProduct, "siegel_fig2"),
        (Scheme::SequentialProduct, "n3"),
        (Scheme::StackProjection, "projection"),
    ];
    for (scheme, name) in missed {
        let subject = Subject::new(name);
        assert!(
            subject.is_missed_by(scheme),
            "{} finds {name}",
            scheme.name()
        );
    }
}

/// Row V1, B1 of Siegel's figure 5, which theorem S (e) explains.
#[test]
fn v1_finds_what_v0_misses() {
    let subject = Subject::new("siegel_fig2");
    assert!(!subject.is_missed_by(Scheme::V1));
}

#[test]
fn sound_schemes_miss_nothing() {
    for name in [
        "n3",
        "projection",
        "siegel_b2",
        "siegel_fig2",
        "two_toggles",
    ] {
        let subject = Subject::new(name);
        for scheme in Scheme::ALL {
            if scheme.soundness() == Soundness::Invariant {
                for order in orders() {
                    let found = subject.finds(scheme, order);
                    assert_eq!(found, Ok(true), "{name}, {}, {order:?}", scheme.name());
                }
            }
        }
    }
}

#[test]
fn sound_schemes_refuse_claims_that_are_not_invariant() {
    let subject = Subject::new("next_under_reduction");
    for scheme in Scheme::ALL {
        let refused = subject.finds(scheme, Preference::First) == Err(Refusal::NotInvariant);
        let sound = scheme.soundness() == Soundness::Invariant;
        assert_eq!(refused, sound, "{}", scheme.name());
    }
}
