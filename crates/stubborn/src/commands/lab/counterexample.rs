//! Counterexamples of the lab as text and JSON, with what the search engine says of them.

use lab::hunt::Counterexample;
use lab::program::members;
use lab::replay::{Replay, replay};
use lab::show::{LostStep, letter, operation};
use lab::visits::Projected;
use search::schemes::Preference;
use serde::Serialize;

/// A counterexample that was replayed.
pub struct Shown {
    pub counterexample: Counterexample,
    replay: Option<Replay>,
}

impl Shown {
    pub fn new(counterexample: Counterexample) -> Result<Shown, String> {
        let replay = replay(&counterexample).map_err(|error| error.to_string())?;
        Ok(Shown {
            counterexample,
            replay,
        })
    }

    /// Whether the engine loses the run too, if it knows the scheme.
    pub fn is_confirmed(&self) -> bool {
        self.replay.is_none_or(|replay| replay.confirms())
    }

    pub fn text(&self) -> String {
        format!("{}{}", self.counterexample.text(), self.verdict())
    }

    fn verdict(&self) -> String {
        let Some(replay) = self.replay else {
            return String::new();
        };
        let replay = match replay {
            Replay::Searched(replay) => replay,
            Replay::Refused => {
                return "the search engine refuses this scheme: the claim is not stutter-invariant\n"
                    .to_owned();
            }
        };
        let found = |found: bool| if found { "finds a run" } else { "finds none" };
        let path = match replay.with_path {
            Some(order) => format!("loses it too, with edges {}", order_name(order)),
            None => "finds a run in every order that was tried".to_owned(),
        };
        format!(
            "replayed by the search engine:\n  full product: {}\n  with this table: {}\n  with its own condition on the path: {path}\n",
            found(replay.full),
            found(replay.with_table),
        )
    }

    pub fn document(&self) -> Document {
        let Counterexample {
            program, automaton, ..
        } = &self.counterexample;
        let letters = automaton.letters;
        let states = (0..program.states)
            .map(|q| State {
                letter: letter(program.labels[q] as usize, letters),
                steps: members(program.enabled(q))
                    .filter_map(|op| Some((operation(op), program.operations[op].at(q)?)))
                    .collect(),
            })
            .collect();
        let step = |step: &LostStep| {
            (
                format!("q{}", step.state),
                step.beside.clone(),
                operation(step.operation),
            )
        };
        let run = self.counterexample.lost_run();
        Document {
            program: ProgramDocument {
                initial: program.initial,
                states,
            },
            automaton: omega::format::to_hoa(&automaton.to_automaton(), None),
            ample: self.ample(),
            entered: self.counterexample.entered(),
            stem: run
                .iter()
                .flat_map(|run| run.stem.iter().map(step))
                .collect(),
            cycle: run
                .iter()
                .flat_map(|run| run.cycle.iter().map(step))
                .collect(),
            confirmed_by_engine: self.replay.map(|replay| replay.confirms()),
            lost_with_path_condition: self.replay.and_then(|replay| replay.is_lost_on_a_path()),
        }
    }
}

impl Shown {
    /// The proper sets. By the projected stack they depend on the path, whatever the property is at.
    fn ample(&self) -> Vec<Ample> {
        let operations = |set| members(set).map(operation).collect();
        if let Some(sets) = self.counterexample.projected() {
            let ample = |entry: &Projected| Ample {
                state: entry.state,
                beside: String::new(),
                path: Some(members(entry.path).collect()),
                operations: operations(entry.set),
            };
            return sets.iter().map(ample).collect();
        }
        let entries = self.counterexample.table_entries().into_iter();
        entries
            .map(|(state, beside, set)| Ample {
                state,
                beside,
                path: None,
                operations: operations(set),
            })
            .collect()
    }
}

fn order_name(order: Preference) -> String {
    match order {
        Preference::First => "as they come".to_owned(),
        Preference::Last => "the other way round".to_owned(),
        Preference::Seed(seed) => format!("in the order of seed {seed}"),
    }
}

#[derive(Serialize)]
pub struct Document {
    program: ProgramDocument,
    /// In HOA format.
    automaton: String,
    ample: Vec<Ample>,
    /// What a depth-first search enters, in this order, if the condition is on its path.
    #[serde(skip_serializing_if = "Option::is_none")]
    entered: Option<Vec<String>>,
    stem: Vec<(String, String, String)>,
    cycle: Vec<(String, String, String)>,
    confirmed_by_engine: Option<bool>,
    lost_with_path_condition: Option<bool>,
}

#[derive(Serialize)]
struct ProgramDocument {
    initial: usize,
    states: Vec<State>,
}

#[derive(Serialize)]
struct State {
    letter: String,
    steps: Vec<(String, usize)>,
}

#[derive(Serialize)]
struct Ample {
    state: usize,
    beside: String,
    /// The program states on the path, if that is what a set depends on.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<usize>>,
    operations: Vec<String>,
}
