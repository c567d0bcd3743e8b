//! Operations of small programs: partial functions on at most eight states.

/// Most states of a program of the lab.
pub const MAX_STATES: usize = 8;

/// A set of program states, one bit each.
pub type StateSet = u8;

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

    /// Whether, wherever both are enabled, neither disables the other and both orders lead to the
    /// same state.
    #[inline]
    pub fn is_independent_of(&self, other: &Operation) -> bool {
        self.steps().all(|(state, here)| {
            let Some(there) = other.at(state) else {
                return true;
            };
            let end = other.at(here);
            end.is_some() && end == self.at(there)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn independence_is_a_closed_square() {
        let across = Operation::new(&[(0, 1), (2, 3)]);
        let down = Operation::new(&[(0, 2), (1, 3)]);
        assert!(across.is_independent_of(&down));
        assert!(down.is_independent_of(&across));
        let disables = Operation::new(&[(0, 2)]);
        assert!(!across.is_independent_of(&disables));
        let elsewhere = Operation::new(&[(4, 4)]);
        assert!(across.is_independent_of(&elsewhere));
        assert_eq!(Operation::new(&[(0, 1), (1, 0)]).orbit(0), 0b11);
    }
}
