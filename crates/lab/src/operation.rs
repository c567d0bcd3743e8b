//! Operations of small programs: partial functions on at most eight states.

/// Most states of a program of the lab.
pub const MAX_STATES: usize = 8;

/// A set of program states, one bit each.
pub type StateSet = u8;

/// When two operations are independent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Independence {
    /// Wherever both are enabled, neither disables the other, and both orders lead to the same state
    /// (Siegel 2019).
    #[default]
    Siegel,
    /// And neither enables the other (Peled 1996, definition 2.1; Brunner 2014, section 6.2). With fewer
    /// independent operations there are fewer ample sets.
    Brunner,
}

impl Independence {
    pub fn name(self) -> &'static str {
        match self {
            Independence::Siegel => "siegel",
            Independence::Brunner => "brunner",
        }
    }
}

/// What an operation does in a state where it is not enabled.
const DISABLED: u8 = u8::MAX;

/// A partial function from states to states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operation {
    next: [u8; MAX_STATES],
}

impl Default for Operation {
    fn default() -> Operation {
        Operation::NOWHERE
    }
}

impl Operation {
    /// The operation that is enabled nowhere.
    pub const NOWHERE: Operation = Operation {
        next: [DISABLED; MAX_STATES],
    };

    /// The operation with these steps.
    pub fn new(steps: &[(usize, usize)]) -> Operation {
        let mut operation = Operation::NOWHERE;
        for &(from, to) in steps {
            operation.set(from, Some(to));
        }
        operation
    }

    pub fn set(&mut self, from: usize, to: Option<usize>) {
        self.next[from] = to.map_or(DISABLED, |to| to as u8);
    }

    /// Where it leads from a state, if it is enabled there.
    #[inline]
    pub fn at(&self, state: usize) -> Option<usize> {
        let next = self.next[state];
        (next != DISABLED).then_some(next as usize)
    }

    pub fn steps(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let at = |state| self.at(state).map(|to| (state, to));
        (0..MAX_STATES).filter_map(at)
    }

    /// The states in which it is enabled.
    pub fn enabled(&self) -> StateSet {
        self.steps().fold(0, |set, (from, _)| set | 1 << from)
    }

    /// The state itself, and those that are reached by this operation alone.
    pub fn orbit(&self, state: usize) -> StateSet {
        let mut seen = 1 << state;
        let mut at = state;
        while let Some(next) = self.at(at) {
            if seen >> next & 1 == 1 {
                break;
            }
            seen |= 1 << next;
            at = next;
        }
        seen
    }

    #[inline]
    pub fn is_independent_of(&self, other: &Operation, independence: Independence) -> bool {
        let commute = self.steps().all(|(state, here)| {
            let Some(there) = other.at(state) else {
                return true;
            };
            let end = other.at(here);
            end.is_some() && end == self.at(there)
        });
        commute
            && match independence {
                Independence::Siegel => true,
                Independence::Brunner => !self.enables(other) && !other.enables(self),
            }
    }

    /// Whether another operation is enabled after a step of this one, and was not before.
    fn enables(&self, other: &Operation) -> bool {
        let mut steps = self.steps();
        steps.any(|(from, to)| other.at(from).is_none() && other.at(to).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn independence_is_a_closed_square() {
        let across = Operation::new(&[(0, 1), (2, 3)]);
        let down = Operation::new(&[(0, 2), (1, 3)]);
        let disables = Operation::new(&[(0, 2)]);
        let elsewhere = Operation::new(&[(4, 4)]);
        for independence in [Independence::Siegel, Independence::Brunner] {
            assert!(across.is_independent_of(&down, independence));
            assert!(down.is_independent_of(&across, independence));
            assert!(!across.is_independent_of(&disables, independence));
            assert!(across.is_independent_of(&elsewhere, independence));
        }
        assert_eq!(Operation::new(&[(0, 1), (1, 0)]).orbit(0), 0b11);
    }

    #[test]
    fn who_enables_another_depends_on_it_by_the_thesis() {
        let first = Operation::new(&[(0, 1)]);
        let then = Operation::new(&[(1, 2)]);
        assert!(first.is_independent_of(&then, Independence::Siegel));
        assert!(!first.is_independent_of(&then, Independence::Brunner));
        assert!(!then.is_independent_of(&first, Independence::Brunner));
    }

    /// The four properties of section 6.2, as they are written there, for all pairs of functions on three
    /// states.
    #[test]
    fn the_independence_of_the_thesis_is_its_definition() {
        let functions = crate::functions::Functions::new(3);
        let enabled = |op: &Operation, state: usize| op.at(state).is_some();
        for a in &functions.all {
            for b in &functions.all {
                let keeps = |a: &Operation, b: &Operation| {
                    a.steps().all(|(q, next)| enabled(b, q) == enabled(b, next))
                };
                let commute = (0..3).all(|q| match (a.at(q), b.at(q)) {
                    (Some(by_a), Some(by_b)) => b.at(by_a) == a.at(by_b),
                    _ => true,
                });
                let defined = keeps(a, b) && keeps(b, a) && commute;
                assert_eq!(a.is_independent_of(b, Independence::Brunner), defined);
            }
        }
    }
}
