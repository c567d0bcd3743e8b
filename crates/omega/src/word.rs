//! Letters and ultimately periodic words.

/// The propositions that hold at one position: bit `i` stands for proposition `i`.
pub type Letter = u64;

/// A letter is one machine word, so no automaton speaks of more propositions than this.
pub const MAX_PROPS: usize = 64;

/// The word `prefix · cycle^ω`; the cycle is never empty.
///
/// Two ω-regular languages that agree on these words are equal (Büchi), so they serve as
/// counterexamples and as test inputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lasso {
    prefix: Vec<Letter>,
    cycle: Vec<Letter>,
}

impl Lasso {
    /// `None` if the cycle is empty: the word would be finite.
    pub fn new(prefix: Vec<Letter>, cycle: Vec<Letter>) -> Option<Self> {
        (!cycle.is_empty()).then_some(Lasso { prefix, cycle })
    }

    pub fn prefix(&self) -> &[Letter] {
        &self.prefix
    }

    pub fn cycle(&self) -> &[Letter] {
        &self.cycle
    }

    /// The number of distinct positions; position `len() - 1` is followed by `loop_start()`.
    pub fn positions(&self) -> usize {
        self.prefix.len() + self.cycle.len()
    }

    /// The position to which the last one returns.
    pub fn loop_start(&self) -> usize {
        self.prefix.len()
    }

    /// The position after `i`, for `i < positions()`.
    pub fn next(&self, i: usize) -> usize {
        if i + 1 == self.positions() {
            self.loop_start()
        } else {
            i + 1
        }
    }

    /// The letter at position `i`, for `i < positions()`.
    pub fn letter(&self, i: usize) -> Letter {
        match self.prefix.get(i) {
            Some(&letter) => letter,
            None => self.cycle[i - self.prefix.len()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_wrap_into_the_cycle() {
        let w = Lasso::new(vec![1], vec![2, 3]).expect("the cycle is not empty");
        assert_eq!([w.letter(0), w.letter(1), w.letter(2)], [1, 2, 3]);
        assert_eq!([w.next(0), w.next(1), w.next(2)], [1, 2, 1]);
        assert_eq!(Lasso::new(vec![1], vec![]), None);
    }
}
