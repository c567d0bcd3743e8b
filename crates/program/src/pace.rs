//! How often to look at the clock: so seldom that it costs nothing, so often that a limit holds.

use std::time::{Duration, Instant};

/// Steps between two looks, at most.
const MOST: u32 = 256;
/// Looks that are nearer to each other than this become rarer.
const NEAR: Duration = Duration::from_millis(1);
/// Looks that are further apart than this become as frequent as can be.
const FAR: Duration = Duration::from_millis(10);

/// Says after which steps to look at the clock. How long a step takes may differ a thousand times from
/// model to model: it begins with every step.
#[derive(Clone, Debug)]
pub struct Pace {
    every: u32,
    left: u32,
    last: Instant,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            every: 1,
            left: 1,
            last: Instant::now(),
        }
    }
}

impl Pace {
    /// To be called for every step: whether to look at the clock now.
    #[inline]
    pub fn is_due(&mut self) -> bool {
        self.left -= 1;
        if self.left > 0 {
            return false;
        }
        self.adjust();
        true
    }

    #[cold]
    fn adjust(&mut self) {
        let now = Instant::now();
        let apart = now - self.last;
        if apart > FAR {
            self.every = 1;
        } else if apart < NEAR {
            self.every = (2 * self.every).min(MOST);
        }
        self.left = self.every;
        self.last = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_steps_are_looked_at_seldom_and_long_ones_each() {
        let mut pace = Pace::default();
        let due = (0..10_000).filter(|_| pace.is_due()).count();
        assert!(due < 1_000, "{due}");
        pace.last -= FAR * 2;
        while !pace.is_due() {}
        assert!(pace.is_due());
    }
}
