//! From the propositions of a system to those of a property.

use crate::limits::Reason;
use omega::Letter;
use omega::vacuity::Constants;
use program::TransitionSystem;

/// Which propositions of the system a property reads, in the order of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters {
    bits: Vec<u8>,
    /// The propositions that were true in some state that was read, and those that were in all.
    ever: Letter,
    always: Letter,
}

impl Letters {
    /// Proposition `i` of the property is proposition `bits[i]` of the system.
    pub fn new(bits: Vec<u8>) -> Letters {
        Letters {
            bits,
            ever: 0,
            always: Letter::MAX,
        }
    }

    /// The first `count` propositions of the system are those of the property.
    pub fn identity(count: usize) -> Letters {
        Letters::new((0..count).map(|bit| bit as u8).collect())
    }

    /// What the property reads in a state of the system. Other propositions do not show: they
    /// must not make two letters differ.
    #[inline]
    pub(crate) fn read<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        state: &[u8],
    ) -> Result<Letter, Reason> {
        let all = system.letter(state).map_err(|_| Reason::Proposition)?;
        let pick = |letter, (i, &bit): (usize, &u8)| letter | (all >> bit & 1) << i;
        let letter = self.bits.iter().enumerate().fold(0, pick);
        self.ever |= letter;
        self.always &= letter;
        Ok(letter)
    }

    /// The propositions that had the same value in every state that was read.
    pub fn constants(&self) -> Constants {
        let all = match self.bits.len() {
            0 => 0,
            count => Letter::MAX >> (Letter::BITS as usize - count),
        };
        Constants {
            never: all & !self.ever,
            always: all & self.always,
        }
    }
}
