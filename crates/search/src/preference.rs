//! Which of several choices that are all allowed comes first.
//!
//! Whether an unsound scheme misses a run depends on the order in which sets are tried and edges
//! followed. An order must be repeatable, whatever else the search does, so it depends on the state
//! alone: that of the product, or, where a set may not depend on the claim, that of the program.

use rapidhash::v3::rapidhash_v3;

/// An order of the sets of a state, and of its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preference {
    /// As they come.
    #[default]
    First,
    /// The other way round.
    Last,
    /// One for each seed and state.
    Seed(u64),
}

impl Preference {
    /// Puts the choices of a state in order.
    pub fn arrange<T>(self, state: &[u8], list: &mut [T]) {
        match self {
            Preference::First => {}
            Preference::Last => list.reverse(),
            Preference::Seed(seed) => {
                let mut word = rapidhash_v3(state) ^ seed.wrapping_mul(GOLDEN);
                for end in (1..list.len()).rev() {
                    word = split_mix(word);
                    list.swap(end, (word % (end as u64 + 1)) as usize);
                }
            }
        }
    }
}

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
fn split_mix(word: u64) -> u64 {
    let word = word.wrapping_add(GOLDEN);
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_is_repeatable_and_loses_nothing() {
        let arranged = |preference: Preference, state: &[u8]| {
            let mut list = [0, 1, 2, 3, 4];
            preference.arrange(state, &mut list);
            list
        };
        assert_eq!(arranged(Preference::First, b"q"), [0, 1, 2, 3, 4]);
        assert_eq!(arranged(Preference::Last, b"q"), [4, 3, 2, 1, 0]);
        let seen: std::collections::BTreeSet<_> = (0..100)
            .map(|seed| {
                let list = arranged(Preference::Seed(seed), b"q");
                assert_eq!(list, arranged(Preference::Seed(seed), b"q"));
                let mut sorted = list;
                sorted.sort_unstable();
                assert_eq!(sorted, [0, 1, 2, 3, 4]);
                list
            })
            .collect();
        assert!(seen.len() > 50, "only {} orders", seen.len());
        let states = [b"a", b"b", b"c", b"d"].map(|state| arranged(Preference::Seed(1), state));
        assert!(states.iter().any(|list| *list != states[0]));
    }
}
