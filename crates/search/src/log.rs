//! What a search chose, state by state, for [brute force](reduce::brute) to test.

use crate::expansion::Expansion;
use program::Step;
use reduce::brute::Chosen;

/// The sets that a search followed, in the order in which it came to them.
#[derive(Clone, Debug, Default)]
pub struct Log {
    pub chosen: Vec<Chosen>,
}

impl Log {
    /// Adds the set that was followed in the state that an expansion looked at: some of its moves,
    /// or all. `suffix` is what the search appends to that state, and `after` what it may append to
    /// those that a proper set leads to.
    pub(crate) fn note<'a>(
        &mut self,
        expansion: &Expansion,
        (state, suffix): (&[u8], &[u8]),
        after: impl Iterator<Item = &'a [u8]>,
        set: Option<&[u32]>,
    ) {
        let all: Vec<Step> = expansion.first_moves().collect();
        self.chosen.push(Chosen {
            state: state.to_vec(),
            suffix: suffix.to_vec(),
            after: after.map(<[u8]>::to_vec).collect(),
            steps: match set {
                Some(set) => set.iter().map(|&index| all[index as usize]).collect(),
                None => all,
            },
        });
    }
}
