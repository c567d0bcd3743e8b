//! The reduction against brute force: every set of steps that it chooses in a small model.

mod property;

pub use property::random_property;

use crate::generate::random::Random;
use program::system::Interpreted;
use program::{Expr, Program, Step};
use promela::Parsed;
use reduce::brute::{self, Chosen, Demands, FullGraph, Refutation, Tested, Unfinished};
use reduce::{Choices, Conditions, Property, Stubborn};
use std::fmt::{self, Display, Formatter};
use std::path::Path;

/// What came of testing a model.
#[derive(Debug)]
pub enum Outcome {
    /// The conditions hold.
    Holds { states: usize, tested: Tested },
    /// The model is too large, and nothing is known.
    Unfinished(Unfinished),
    /// A set is not enough.
    Refuted(Box<Refutation>),
    /// Every set is enough, and yet deadlocks are lost.
    Deadlocks { lost: usize },
}

/// How one walk chooses among the sets that the reduction offers.
#[derive(Clone, Copy, Debug)]
pub enum Pick {
    First,
    /// Any of them, or all steps.
    Random(u64),
}

/// Tests the sets of one walk through a program. Propositions of `property` are the letters.
pub fn test(
    program: &Program,
    property: &Property,
    conditions: Conditions,
    pick: Pick,
    limit: usize,
) -> Outcome {
    let mut stubborn = Stubborn::new(program, property, conditions);
    let propositions: Vec<Expr> = property.expressions.clone();
    let mut system = Interpreted::with_questions(program, propositions, stubborn.questions());
    let graph = match FullGraph::new(&mut system, limit) {
        Ok(graph) => graph,
        Err(unfinished) => return Outcome::Unfinished(unfinished),
    };
    let chosen = match walk(&mut system, &mut stubborn, pick, limit) {
        Ok(chosen) => chosen,
        Err(unfinished) => return Outcome::Unfinished(unfinished),
    };
    let demands = Demands {
        invisible: brute::Visible {
            letter: conditions.invisible,
            accept: conditions.invisible && property.accept,
            progress: conditions.invisible && property.progress,
        },
        fair: conditions.fair,
        silent_deaths: stubborn.deaths_are_silent(),
        proviso: if conditions.no_sticky {
            brute::Proviso::NoProperCycle
        } else {
            brute::Proviso::None
        },
    };
    let tested = match brute::check(&graph, &chosen, &demands) {
        Ok(tested) => tested,
        Err(refutation) => return Outcome::Refuted(refutation),
    };
    match brute::lost_deadlocks(&graph, &chosen, &demands) {
        0 => Outcome::Holds {
            states: graph.len(),
            tested,
        },
        lost => Outcome::Deadlocks { lost },
    }
}

fn walk(
    system: &mut Interpreted<'_>,
    stubborn: &mut Stubborn<'_>,
    pick: Pick,
    limit: usize,
) -> Result<Vec<Chosen>, Unfinished> {
    let mut choices = Choices::default();
    let mut random = match pick {
        Pick::First => None,
        Pick::Random(seed) => Some(Random::new(seed)),
    };
    brute::reduced(system, limit, |system, steps| {
        stubborn.choose(system, steps, &mut choices);
        let sets: Vec<&[u32]> = choices.iter().collect();
        let set = match &mut random {
            None => sets.first()?,
            // All steps, once in a while, so that the walk comes to more states.
            Some(random) => sets.get(random.below(sets.len() + 1))?,
        };
        Some(
            set.iter()
                .map(|&index| steps[index as usize])
                .collect::<Vec<Step>>(),
        )
    })
}

/// The program of a text; `None` if there is none. If `lossy`, full channels lose messages.
pub fn program_of_text(text: &str, lossy: bool) -> Option<Program> {
    let options = promela::Options::default();
    let parsed = promela::parse_str(Path::new("model.pml"), text, &options);
    lowered(&parsed, lossy)
}

/// The program of a file; `None` if there is none.
pub fn program_of_file(path: &Path) -> Option<Program> {
    let options = promela::Options::default();
    lowered(&promela::parse_file(path, &options), false)
}

fn lowered(parsed: &Parsed, lossy: bool) -> Option<Program> {
    if parsed.has_errors() {
        return None;
    }
    promela::lower::lower(&parsed.model, &promela::lower::Options { lossy }).0
}

/// Whether messages are lost in the program of a seed.
pub fn is_lossy(seed: u64) -> bool {
    seed % 8 >= 6
}

/// What is tested about one program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trial {
    /// C0, C1 and that no deadlock is lost.
    Deadlocks,
    /// C2 as well, for a random property.
    Invisible,
    /// C3 as well, as theorem T1 ensures it.
    Static,
    /// C2f as well, for weak fairness.
    Fair,
}

impl Trial {
    pub const ALL: [Trial; 4] = [
        Trial::Deadlocks,
        Trial::Invisible,
        Trial::Static,
        Trial::Fair,
    ];
}

/// Tests a program in one way; the seed decides on the property and on the sets.
pub fn trial(program: &Program, trial: Trial, seed: u64, limit: usize) -> Outcome {
    let mut program = program.clone();
    let property = match trial {
        Trial::Deadlocks => Property::default(),
        Trial::Invisible | Trial::Static | Trial::Fair => random_property(&mut program, seed),
    };
    let conditions = Conditions {
        invisible: trial != Trial::Deadlocks,
        no_sticky: matches!(trial, Trial::Static | Trial::Fair),
        fair: trial == Trial::Fair,
        silent_deaths: true,
    };
    let pick = if seed.is_multiple_of(2) {
        Pick::First
    } else {
        Pick::Random(seed)
    };
    test(&program, &property, conditions, pick, limit)
}

impl Outcome {
    /// Whether the reduction is refuted.
    pub fn is_wrong(&self) -> bool {
        matches!(self, Outcome::Refuted(_) | Outcome::Deadlocks { .. })
    }
}

impl Display for Outcome {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match self {
            Outcome::Holds { states, tested } => {
                write!(out, "{} proper sets in {states} states hold", tested.proper)
            }
            Outcome::Unfinished(why) => write!(out, "not tested: {why}"),
            Outcome::Refuted(refutation) => refutation.fmt(out),
            Outcome::Deadlocks { lost } => write!(out, "{lost} deadlocks are lost"),
        }
    }
}
