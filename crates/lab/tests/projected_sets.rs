//! The projected stack in the search engine: whatever the order, a set is a function of the program state and
//! of the program states on the path, as section 3.4.1 of Brunner's thesis has it.

use lab::explicit::Explicit;
use lab::operation::{MAX_STATES, Operation};
use lab::program::Program;
use omega::{Automaton, Builder};
use program::Step;
use reduce::Choices;
use search::driver::{Claim, Method};
use search::limits::Limits;
use search::log::Log;
use search::product::Letters;
use search::reduction::Select;
use search::schemes::{self, Preference, Scheme, Trial};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Three bits, and an operation for each that turns it over.
fn toggles() -> Program {
    let toggle = |bit: usize| {
        let steps: Vec<(usize, usize)> = (0..MAX_STATES).map(|q| (q, q ^ 1 << bit)).collect();
        Operation::new(&steps)
    };
    Program {
        states: MAX_STATES,
        initial: 0,
        operations: (0..3).map(toggle).collect(),
        labels: [0; MAX_STATES],
    }
}

/// Begins in three states, stays there, and accepts nothing: so a program is searched three times, each
/// time from the beginning.
fn three_alike() -> Automaton {
    let mut builder = Builder::new(vec!["p".into()], 1);
    builder.add_states(3);
    let guard = builder.guards().letter(0, 1);
    for state in 0..3 {
        builder.add_initial(state);
        builder.add_edge(state, guard, 0, state);
    }
    builder.finish()
}

/// Offers each operation alone, and writes down with which path it was asked.
#[derive(Default)]
struct Asked {
    beneath: u8,
    paths: Vec<u8>,
}

impl Select<Explicit<'_>> for Asked {
    fn select(&mut self, _: &mut Explicit, steps: &[Step], out: &mut Choices) {
        self.paths.push(self.beneath);
        for place in 0..steps.len() as u32 {
            out.push([place]);
        }
    }

    fn beneath(&mut self, on_path: &mut dyn FnMut(&[u8]) -> bool) {
        let states = (0..MAX_STATES as u8).filter(|&state| on_path(&[state]));
        self.beneath = states.fold(0, |set, state| set | 1 << state);
    }
}

/// What a search was asked for and what it chose: the projected path, the program state, the claim state, and
/// the steps.
fn asked(preference: Preference) -> Vec<(u8, u8, u8, Vec<u64>)> {
    let (program, automaton) = (toggles(), three_alike());
    let mut system = Explicit::new(&program);
    let mut select = Asked::default();
    let mut log = Log::default();
    let trial = Trial {
        scheme: Scheme::StackProjection,
        preference,
        select: &mut select,
        log: Some(&mut log),
    };
    let claim = Claim {
        automaton: &automaton,
        propositions: &[],
        letters: Letters::identity(1),
        method: Method::Plain,
    };
    let mut go_on = |_: &_| ControlFlow::Continue(());
    let found = schemes::search(&mut system, &claim, trial, &Limits::default(), &mut go_on);
    found
        .expect("there is memory")
        .expect("it is for any claim");
    assert_eq!(select.paths.len(), log.chosen.len());
    let chosen = log.chosen.iter().zip(&select.paths);
    chosen
        .map(|(chosen, &path)| {
            let steps = chosen.steps.iter().map(|step| step.word()).collect();
            (path, chosen.state[0], chosen.suffix[0], steps)
        })
        .collect()
}

#[test]
fn a_set_is_a_function_of_program_state_and_projected_path() {
    let mut shared = 0;
    for seed in 0..100 {
        let mut function = BTreeMap::new();
        for (path, state, claim, set) in asked(Preference::Seed(seed)) {
            assert_eq!(path >> state & 1, 1, "the state is on its path");
            let (first, known) = function
                .entry((path, state))
                .or_insert_with(|| (claim, set.clone()));
            assert_eq!(*known, set, "seed {seed}: path {path:b}, state {state}");
            shared += usize::from(*first != claim && set.len() == 1);
        }
    }
    assert!(
        shared > 100,
        "only {shared} proper sets were asked for beside two claim states"
    );
}
