//! What a search goes over: the places of a reduced product, and how keys move between them.
//!
//! A place is a program state and what stands beside it; sets are chosen for its keys.

use super::ample::Table;
use super::moves::{Moves, one_of};
use super::program::Program;
use crate::scheme::{Beside, Companion};
use sat::{Cnf, Lit};

/// A program beside what a scheme makes of an automaton, and a table.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub program: &'a Program,
    pub companion: &'a Companion,
    pub table: &'a Table,
}

impl Subject<'_> {
    pub fn places(self) -> Vec<(usize, usize)> {
        let keys = &self.companion.place[..self.companion.keys];
        let beside = 1 + keys.iter().copied().max().unwrap_or(0) as usize;
        (0..self.program.states)
            .flat_map(|q| (0..beside).map(move |p| (q, p)))
            .collect()
    }

    /// The keys for which sets are chosen at a place.
    pub fn keys_of(self, place: usize) -> impl Iterator<Item = usize> {
        (0..self.companion.keys).filter(move |&key| self.companion.place[key] as usize == place)
    }

    /// The keys of some companions.
    fn keys(self, beside: Beside) -> impl Iterator<Item = usize> {
        let all = (0..self.companion.width).filter(move |l| beside >> l & 1 == 1);
        all.map(|l| self.companion.key[l] as usize)
    }

    /// Whether a key is met at its place, if that is entered: it may take the letter to know.
    pub fn is_real(self, cnf: &mut Cnf, q: usize, key: usize) -> Lit {
        let letters = 0..self.program.letters;
        let met = |a: &usize| {
            let first = self.companion.initial[*a];
            let mut before = letters.clone().map(|b| &self.companion.step[b][*a]);
            self.keys(first).any(|met| met == key)
                || before.any(|row| {
                    let mut after = row.iter().take(self.companion.width);
                    after.any(|&after| self.keys(after).any(|met| met == key))
                })
        };
        let letters: Vec<usize> = letters.clone().filter(met).collect();
        one_of(cnf, &self.program.label[q], &letters)
    }

    /// Whether a search begins here.
    pub fn is_first(self, cnf: &mut Cnf, (q, place): (usize, usize)) -> Lit {
        if q != 0 {
            return Lit::FALSE;
        }
        let begins = |a: &usize| {
            let mut keys = self.keys(self.companion.initial[*a]);
            keys.any(|key| self.companion.place[key] as usize == place)
        };
        let letters: Vec<usize> = (0..self.program.letters).filter(begins).collect();
        one_of(cnf, &self.program.label[0], &letters)
    }

    /// Whether a key goes along to a place if the program goes to its state.
    pub fn moved(
        self,
        cnf: &mut Cnf,
        (q, key): (usize, usize),
        (r, place): (usize, usize),
        moves: &mut Moves,
    ) -> Lit {
        moves.literal(cnf, self.program, (q, r), |a, b| {
            let next = self.companion.key_step[a][b][key];
            self.keys_of(place).any(|key| next >> key & 1 == 1)
        })
    }

    /// Whether a key goes on to anything.
    pub fn goes_on(self, cnf: &mut Cnf, q: usize, key: usize) -> Lit {
        let letters = 0..self.program.letters;
        let lives = |a: &usize| {
            let mut next = letters.clone().map(|b| self.companion.key_step[*a][b][key]);
            next.any(|next| next != 0)
        };
        let letters: Vec<usize> = letters.clone().filter(lives).collect();
        one_of(cnf, &self.program.label[q], &letters)
    }
}
