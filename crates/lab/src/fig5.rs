//! Siegel's Fig. 5, row by row.

use crate::buchi::Buchi;
use crate::enumerate::Bounds;
use crate::family::{Family, Kind};
use crate::hunt::Hunt;
use crate::operation::Independence;
use crate::scheme::{Proviso, Scheme};
use omega::builtin::builtin;

/// A row: what was asked of the Alloy analyzer, and what it said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    pub scheme: Scheme,
    pub automaton: &'static str,
    pub operations: usize,
    pub states: usize,
    /// Whether the paper has a counterexample.
    pub refuted: bool,
    /// Seconds on eight cores at 3.7 GHz, with the solver plingeling.
    pub paper_seconds: f64,
}

const fn row(
    scheme: Scheme,
    automaton: &'static str,
    operations: usize,
    states: usize,
    refuted: bool,
    paper_seconds: f64,
) -> Row {
    Row {
        scheme,
        automaton,
        operations,
        states,
        refuted,
        paper_seconds,
    }
}

/// The rows in the order of the paper.
pub const ROWS: [Row; 10] = [
    row(Scheme::V0, "B1", 2, 2, true, 0.3),
    row(Scheme::V1, "B1", 3, 5, false, 42.3),
    row(Scheme::V0, "B2", 2, 2, true, 0.4),
    row(Scheme::V1, "B2", 2, 2, true, 0.3),
    row(Scheme::V0, "B3", 3, 5, false, 256.3),
    row(Scheme::V1, "B3", 3, 5, false, 280.7),
    row(Scheme::V0, "B4", 3, 4, false, 39.5),
    row(Scheme::V1, "B4", 3, 4, false, 37.7),
    row(Scheme::V0, "B5", 3, 4, false, 2264.9),
    row(Scheme::V1, "B5", 3, 4, false, 1653.9),
];

/// B5: all automata in SI normal form with at most 3 letters, 4 states and 6 transitions.
pub const B5: Family = Family {
    states: 4,
    transitions: 6,
    letters: 3,
    kind: Kind {
        invariant: false,
        invariant_states: false,
        normal_form: true,
        unambiguous: false,
        deterministic: false,
    },
};

impl Row {
    /// The hunt of this row; the paper's condition is that on cycles. `None` if its automaton is unknown to the library, which it is not.
    pub fn hunt(&self, proviso: Proviso) -> Option<Hunt> {
        let (automata, letters) = match self.automaton {
            "B5" => (B5.all(), B5.letters),
            name => {
                let small = Buchi::of_automaton(&builtin(name)?).ok().flatten();
                let (automaton, letters) = small?;
                (vec![automaton], letters.len())
            }
        };
        Some(Hunt {
            scheme: self.scheme,
            proviso,
            independence: Independence::Siegel,
            automata,
            bounds: Bounds {
                states: self.states,
                operations: self.operations,
                letters,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::Outcome;
    use crate::replay::replay;
    use std::ops::ControlFlow;

    /// The rows up to four states; those of five take half a minute.
    #[test]
    fn rows_agree_with_the_paper_and_the_engine() {
        for row in ROWS.iter().filter(|row| row.states < 5) {
            let hunt = row.hunt(Proviso::Cycle).expect("its automaton is built in");
            let mut observe = |_: &_| ControlFlow::Continue(());
            let (outcome, _) = hunt.run(2, 0, &mut observe).expect("it is small");
            let Outcome::Counterexample(found) = outcome else {
                assert!(!row.refuted, "{row:?}");
                continue;
            };
            assert!(row.refuted, "{row:?}: {found:?}");
            let replay = replay(&found).expect("there is memory");
            let replay = replay.expect("the engine has V0 and V1");
            assert!(replay.confirms(), "{row:?}: {found:?} {replay:?}");
            assert_eq!(replay.is_lost_on_a_path(), Some(true), "{row:?}: {found:?}");
        }
    }
}
