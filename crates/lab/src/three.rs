//! The conditions C0 to C2 for three operations in closed form.
//!
//! For a single operation `x` the others, `y` and `z`, stay outside. If `x` is independent of both,
//! C1 holds. If it depends on `z`, say, then `z` must not be enabled where `y` leads; and if it
//! depends on both, neither may be enabled, so `{x}` is not proper. For two operations the third is
//! enabled, and must be independent of both.

use crate::conditions::Options;
use crate::enumerate::Candidate;
use crate::functions::Functions;

/// By state: the proper sets that satisfy C0 to C2. Bit `A` stands for the set `A`.
pub type Ample = [u8; Functions::MOST];

#[inline]
pub fn ample(functions: &Functions, candidate: &Candidate) -> Ample {
    let ops = candidate.operations;
    let enabled = ops.map(|number| functions.enabled[number]);
    let [ag, bg] = candidate.independent;
    // Whether x is independent of the two that follow it in the circle α, β, γ.
    let independent = [[true, ag], [bg, true], [ag, bg]];
    let invisible = |x: usize| candidate.invisible >> x & 1 == 1;
    let mut ample = [0; Functions::MOST];
    for (q, ample) in ample.iter_mut().enumerate().take(functions.states) {
        let here = [0, 1, 2].map(|x: usize| enabled[x] >> q & 1 == 1);
        let count = here.iter().filter(|&&enabled| enabled).count();
        if count < 2 {
            continue;
        }
        for x in 0..3 {
            let (y, z) = ((x + 1) % 3, (x + 2) % 3);
            let [with_y, with_z] = independent[x];
            if here[x] && invisible(x) {
                let away = |y: usize, z: usize| functions.orbit[ops[y]][q] & enabled[z] == 0;
                let alone = match (with_y, with_z) {
                    (true, true) => true,
                    (true, false) => away(y, z),
                    (false, true) => away(z, y),
                    (false, false) => false,
                };
                *ample |= u8::from(alone) << (1 << x);
            }
            let both = count == 3 && with_y && with_z && invisible(y) && invisible(z);
            *ample |= u8::from(both) << (1 << y | 1 << z);
        }
    }
    ample
}

/// What all of these sets have in common, as far as they are disjoint from `without`; `all` if there
/// is none.
#[inline]
pub fn common(ample: u8, without: u8, all: u8) -> u8 {
    let mut rest = ample;
    let mut common = all;
    while rest != 0 {
        let set = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        if set & without == 0 {
            common &= set;
        }
    }
    common
}

/// The sets that contain no smaller one.
pub fn minimal(ample: &Ample) -> Options {
    let mut options = Options::default();
    for (q, &sets) in ample.iter().enumerate() {
        let has = |set: u8| sets >> set & 1 == 1;
        for set in (1..8).filter(|&set| has(set)) {
            let smaller = |other: u8| other != set && other & !set == 0;
            if !(1..8).any(|other| has(other) && smaller(other)) {
                options.by_state[q].push(set);
            }
        }
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Extent;
    use crate::operation::{Independence, MAX_STATES};
    use crate::program::Program;

    /// Every program of three operations on three states with three labellings.
    #[test]
    fn the_closed_form_is_the_definition() {
        the_closed_form_is_that_of(Independence::Siegel);
        the_closed_form_is_that_of(Independence::Brunner);
    }

    fn the_closed_form_is_that_of(independence: Independence) {
        let functions = Functions::new(3);
        let mut with_sets = 0;
        for number in (0..functions.len().pow(3)).step_by(7) {
            let ops = [number % 64, number / 64 % 64, number / 4096];
            let operation = |index: usize| functions.all[ops[index]];
            let independent =
                |a: usize, b: usize| operation(a).is_independent_of(&operation(b), independence);
            if !independent(0, 1) {
                continue;
            }
            let mut labels = [0; MAX_STATES];
            labels[2] = 1;
            labels[1] = (number % 2) as u8;
            let program = Program {
                states: 3,
                initial: 0,
                operations: (0..3).map(operation).collect(),
                labels,
            };
            let candidate = Candidate {
                operations: ops,
                independent: [independent(0, 2), independent(1, 2)],
                invisible: program.invisible(),
                roots: 0b111,
            };
            let closed = minimal(&ample(&functions, &candidate));
            let mut defined = Options::new(&program, independence, Extent::Minimal);
            // The order in which sets are listed does not matter.
            for state in 0..3 {
                let mut sets = defined.by_state[state].as_slice().to_vec();
                sets.sort_unstable();
                defined.by_state[state] = Default::default();
                sets.into_iter().for_each(|set| {
                    defined.by_state[state].push(set);
                });
            }
            assert_eq!(closed, defined, "{program:?}");
            with_sets += usize::from(!closed.is_empty());
        }
        assert!(with_sets > 1000);
    }
}
