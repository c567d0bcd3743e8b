//! A hunt: every program within bounds beside every automaton of a list.
//!
//! A [piece](crate::pieces) is a [`Task`](crate::enumerate::Task) with some of the automata.

use crate::buchi::Buchi;
use crate::choose::Table;
use crate::enumerate::{Bounds, Enumeration};
use crate::functions::Functions;
use crate::graph::MAX_NODES;
use crate::judge::{Counts, Found, Judge};
use crate::operation::Independence;
use crate::path::Refuses;
use crate::pieces::{self, Pieces};
use crate::program::Program;
use crate::rows::{Large, Rows, Small};
use crate::scheme::{Companion, Proviso, Scheme};
use std::fmt;
use std::ops::ControlFlow;

/// Automata that are looked at together, so that a program is made once for all of them.
const TOGETHER: usize = 64;

/// What is hunted.
#[derive(Clone, Debug)]
pub struct Hunt {
    pub scheme: Scheme,
    pub proviso: Proviso,
    pub independence: Independence,
    pub automata: Vec<Buchi>,
    /// Programs of two states and more: with one state there is one letter.
    pub bounds: Bounds,
}

/// A program on which a scheme is wrong.
#[derive(Clone, Debug)]
pub struct Counterexample {
    pub scheme: Scheme,
    /// What C1 means by dependent operations.
    pub independence: Independence,
    pub automaton: Buchi,
    pub program: Program,
    pub table: Table,
    /// The places that a depth-first search enters, in this order, if the condition is on its path.
    pub order: Option<Vec<usize>>,
}

/// How a hunt ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    Counterexample(Box<Counterexample>),
    /// There is none within the bounds.
    None,
    /// It was stopped; all pieces before this one have no counterexample.
    Stopped(usize),
}

/// How far a hunt has come.
pub type Progress = pieces::Progress<Counts>;

/// Why a hunt cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLarge {
    States,
    Operations,
    Product,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::States => write!(
                f,
                "programs may have 2 to {} states; --method sat takes more",
                Functions::MOST
            ),
            TooLarge::Operations => {
                f.write_str("programs may have 2 or 3 operations; --method sat takes more")
            }
            TooLarge::Product => write!(f, "products may have at most {MAX_NODES} states"),
        }
    }
}

impl std::error::Error for TooLarge {}

impl Hunt {
    /// Looks at everything from a piece on. The observer is told how far it has come and may stop it.
    pub fn run(
        &self,
        threads: usize,
        from: usize,
        observe: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<(Outcome, Progress), TooLarge> {
        let ready = self.prepare()?;
        let pieces = Pieces {
            from,
            all: ready.pieces(),
            threads,
        };
        let ended = pieces.run(|piece| ready.look(piece), observe);
        let outcome = match ended.found {
            Some((piece, found)) => Outcome::Counterexample(Box::new(Counterexample {
                scheme: self.scheme,
                independence: self.independence,
                automaton: ready.automata(piece)[found.automaton],
                program: found.program,
                table: found.table,
                order: found.order,
            })),
            None if ended.stopped => Outcome::Stopped(ended.progress.first_open),
            None => Outcome::None,
        };
        Ok((outcome, ended.progress))
    }

    fn prepare(&self) -> Result<Ready<'_>, TooLarge> {
        let Bounds {
            states, operations, ..
        } = self.bounds;
        if !(2..=Functions::MOST).contains(&states) {
            return Err(TooLarge::States);
        }
        if !(2..=3).contains(&operations) {
            return Err(TooLarge::Operations);
        }
        let companions: Option<Vec<Companion>> = self
            .automata
            .iter()
            .map(|automaton| self.scheme.companion(automaton))
            .collect();
        let companions = companions.ok_or(TooLarge::Product)?;
        if companions
            .iter()
            .any(|companion| companion.width * states > MAX_NODES)
        {
            return Err(TooLarge::Product);
        }
        let enumerations = (2..=states)
            .map(|states| {
                let bounds = Bounds {
                    states,
                    ..self.bounds
                };
                Enumeration::new(&bounds, self.independence)
            })
            .collect();
        Ok(Ready {
            hunt: self,
            companions,
            enumerations,
        })
    }
}

/// A hunt with its tables.
struct Ready<'a> {
    hunt: &'a Hunt,
    companions: Vec<Companion>,
    /// By number of states, from 2.
    enumerations: Vec<Enumeration>,
}

impl Ready<'_> {
    fn groups(&self) -> usize {
        self.companions.len().div_ceil(TOGETHER)
    }

    fn pieces(&self) -> usize {
        let tasks: usize = self.enumerations.iter().map(|all| all.tasks.len()).sum();
        tasks * self.groups()
    }

    fn group(&self, piece: usize) -> std::ops::Range<usize> {
        let first = piece % self.groups() * TOGETHER;
        first..(first + TOGETHER).min(self.companions.len())
    }

    fn automata(&self, piece: usize) -> &[Buchi] {
        &self.hunt.automata[self.group(piece)]
    }

    fn look(&self, piece: usize) -> (Counts, Option<Found>) {
        let companions = &self.companions[self.group(piece)];
        let mut task = piece / self.groups();
        let mut enumerations = self.enumerations.iter();
        let enumeration = enumerations.find(|all| {
            let here = task < all.tasks.len();
            if !here {
                task -= all.tasks.len();
            }
            here
        });
        let Some(enumeration) = enumeration else {
            return (Counts::default(), None);
        };
        let refuses = self.hunt.scheme.refuses(self.hunt.proviso);
        let widest = companions.iter().map(|companion| companion.width).max();
        if widest.unwrap_or(0) * enumeration.functions.states <= Small::NODES {
            look::<Small>(enumeration, task, companions, refuses)
        } else {
            look::<Large>(enumeration, task, companions, refuses)
        }
    }
}

fn look<R: Rows>(
    enumeration: &Enumeration,
    task: usize,
    companions: &[Companion],
    refuses: Option<Refuses>,
) -> (Counts, Option<Found>) {
    let mut judge = Judge::<R>::new(companions, enumeration.independence, refuses);
    // A break means that something was found, which the judge keeps.
    let _ = enumeration.run(&enumeration.tasks[task], &mut judge);
    (judge.counts, judge.found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use omega::builtin::builtin;

    fn hunt(scheme: Scheme, name: &str, states: usize) -> Hunt {
        let automaton = builtin(name).expect("it is built in");
        let small = Buchi::of_automaton(&automaton).expect("it has few letters");
        Hunt {
            scheme,
            proviso: Proviso::Cycle,
            independence: Independence::Siegel,
            automata: vec![small.expect("it is small").0],
            bounds: Bounds {
                states,
                operations: 3,
                letters: 2,
            },
        }
    }

    fn run(hunt: &Hunt, threads: usize) -> Outcome {
        let mut observe = |_: &Progress| ControlFlow::Continue(());
        hunt.run(threads, 0, &mut observe).expect("it is small").0
    }

    #[test]
    fn known_answers_on_small_programs() {
        for (scheme, name, wrong) in [
            (Scheme::V0, "B1", true),
            (Scheme::V1, "B1", false),
            (Scheme::V0, "B2", true),
            (Scheme::V1, "B2", true),
            (Scheme::V1, "N3", true),
            (Scheme::V0, "B3", false),
            (Scheme::Sequential, "B1", true),
            (Scheme::Offline, "B2", false),
            (Scheme::Offline, "N3", false),
            (Scheme::Stutter, "B1", false),
            (Scheme::Stutter, "B2", false),
            (Scheme::Stutter, "N3", false),
        ] {
            let outcome = run(&hunt(scheme, name, 3), 2);
            let found = matches!(outcome, Outcome::Counterexample(_));
            assert_eq!(found, wrong, "{scheme:?} {name}");
        }
    }

    /// The condition on the path is stricter, and still too weak; the projected stack needs larger programs
    /// than these to fail.
    #[test]
    fn known_answers_with_the_condition_on_the_path() {
        for (scheme, name, wrong) in [
            (Scheme::V0, "B1", true),
            (Scheme::V1, "B1", false),
            (Scheme::V1, "B2", true),
            (Scheme::Sequential, "B1", true),
            (Scheme::Offline, "B2", false),
            (Scheme::StackProjection, "B1", false),
            (Scheme::Stutter, "B2", false),
        ] {
            let hunt = Hunt {
                proviso: Proviso::Stack,
                ..hunt(scheme, name, 3)
            };
            let outcome = run(&hunt, 2);
            let found = matches!(outcome, Outcome::Counterexample(_));
            assert_eq!(found, wrong, "{scheme:?} {name}");
        }
    }

    #[test]
    fn the_number_of_threads_does_not_show() {
        let hunt = hunt(Scheme::V1, "N3", 3);
        let found = |threads| match run(&hunt, threads) {
            Outcome::Counterexample(found) => (found.program, found.table),
            other => panic!("{other:?}"),
        };
        assert_eq!(found(1), found(4));
    }

    #[test]
    fn a_hunt_that_was_stopped_goes_on_where_it_was() {
        let hunt = hunt(Scheme::V1, "B1", 3);
        let mut stop = |_: &Progress| ControlFlow::Break(());
        let (outcome, _) = hunt.run(1, 0, &mut stop).expect("it is small");
        let from = match outcome {
            Outcome::Stopped(from) => from,
            Outcome::None => return,
            Outcome::Counterexample(_) => panic!("there is none"),
        };
        let mut observe = |_: &Progress| ControlFlow::Continue(());
        let (outcome, progress) = hunt.run(2, from, &mut observe).expect("it is small");
        assert!(matches!(outcome, Outcome::None));
        assert_eq!(progress.done, progress.pieces);
    }
}
