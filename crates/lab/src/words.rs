//! Words of programs without their repetitions, and programs made for a word.

use crate::hunt::Counterexample;
use crate::operation::{MAX_STATES, Operation};
use crate::program::Program;
use omega::{Lasso, Letter};

/// The word without repetitions, except that its last letter may be repeated for ever. `None` if there
/// is no cycle.
pub fn collapsed(stem: &[Letter], cycle: &[Letter]) -> Option<Lasso> {
    let (mut stem, mut cycle) = (stem.to_vec(), cycle.to_vec());
    stem.dedup();
    cycle.dedup();
    while cycle.len() > 1 && cycle.first() == cycle.last() {
        cycle.pop();
    }
    if stem.last() == cycle.first() {
        stem.pop();
    }
    Lasso::new(stem, cycle)
}

impl Counterexample {
    /// The letters of the run that is lost, without repetitions.
    pub fn lost_word(&self) -> Option<Lasso> {
        let run = self.lost_run()?;
        let letters = |steps: &[crate::show::LostStep]| {
            let labels = steps.iter().map(|step| self.program.labels[step.state]);
            labels.map(Letter::from).collect::<Vec<_>>()
        };
        collapsed(&letters(&run.stem), &letters(&run.cycle))
    }
}

/// A program that goes through the letters of a word, or stays where it is. `None` if the word is too
/// long.
pub fn idling(word: &Lasso) -> Option<Program> {
    let states = word.positions();
    if states > MAX_STATES {
        return None;
    }
    let places = || 0..states;
    let mut labels = [0; MAX_STATES];
    for place in places() {
        labels[place] = word.letter(place) as u8;
    }
    let stay: Vec<_> = places().map(|place| (place, place)).collect();
    let go: Vec<_> = places().map(|place| (place, word.next(place))).collect();
    Some(Program {
        states,
        initial: 0,
        operations: vec![Operation::new(&stay), Operation::new(&go)],
        labels,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions_go_away() {
        let word = |stem: &[Letter], cycle: &[Letter]| collapsed(stem, cycle);
        let lasso = |stem: &[Letter], cycle: &[Letter]| Lasso::new(stem.to_vec(), cycle.to_vec());
        assert_eq!(word(&[0, 0, 1], &[1, 0, 0, 1]), lasso(&[0], &[1, 0]));
        assert_eq!(word(&[0, 1, 1], &[1, 1]), lasso(&[0], &[1]));
        assert_eq!(word(&[], &[0, 0]), lasso(&[], &[0]));
        assert_eq!(word(&[0], &[]), None);
    }
}
