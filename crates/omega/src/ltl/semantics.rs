//! The meaning of a formula on an ultimately periodic word, by the definition. This is the oracle
//! that the translation is tested against; it shares no code with it.

use super::{Formula, Formulas, Node};
use crate::word::Lasso;
use hashbrown::HashMap;

impl Formulas {
    /// Whether the word satisfies `f`. Bit `i` of a letter is proposition `i` of the arena.
    pub fn holds(&self, f: Formula, word: &Lasso) -> bool {
        let mut truth: HashMap<Formula, Vec<bool>> = HashMap::new();
        for g in self.subformulas(f) {
            let row = self.row(g, word, &truth);
            truth.insert(g, row);
        }
        truth[&f][0]
    }

    /// At which positions `f` holds, given the same for its operands.
    fn row(&self, f: Formula, word: &Lasso, truth: &HashMap<Formula, Vec<bool>>) -> Vec<bool> {
        let n = word.positions();
        let at = |g: Formula, i: usize| truth[&g][i];
        let map = |value: &dyn Fn(usize) -> bool| (0..n).map(value).collect::<Vec<bool>>();
        match self.node(f) {
            Node::False => vec![false; n],
            Node::True => vec![true; n],
            Node::Prop(p) => map(&|i| word.letter(i) >> p & 1 == 1),
            Node::Not(a) => map(&|i| !at(*a, i)),
            Node::And(fs) => map(&|i| fs.iter().all(|&g| at(g, i))),
            Node::Or(fs) => map(&|i| fs.iter().any(|&g| at(g, i))),
            Node::Implies(a, b) => map(&|i| !at(*a, i) || at(*b, i)),
            Node::Equiv(a, b) => map(&|i| at(*a, i) == at(*b, i)),
            Node::Xor(a, b) => map(&|i| at(*a, i) != at(*b, i)),
            Node::Next(a) => map(&|i| at(*a, word.next(i))),
            Node::Finally(a) => fixpoint(word, false, |i, next| at(*a, i) || next),
            Node::Globally(a) => fixpoint(word, true, |i, next| at(*a, i) && next),
            Node::Until(a, b) => fixpoint(word, false, |i, next| at(*b, i) || at(*a, i) && next),
            Node::WeakUntil(a, b) => fixpoint(word, true, |i, next| at(*b, i) || at(*a, i) && next),
            Node::Release(a, b) => fixpoint(word, true, |i, next| at(*b, i) && (at(*a, i) || next)),
            Node::StrongRelease(a, b) => {
                fixpoint(word, false, |i, next| at(*b, i) && (at(*a, i) || next))
            }
        }
    }
}

/// The least (`start` false) or greatest fixpoint of `x(i) = step(i, x(i + 1))`. Two backward
/// passes are enough: the first settles the cycle's start, the second everything else.
fn fixpoint(word: &Lasso, start: bool, step: impl Fn(usize, bool) -> bool) -> Vec<bool> {
    let mut row = vec![start; word.positions()];
    for _ in 0..2 {
        for i in (0..row.len()).rev() {
            row[i] = step(i, row[word.next(i)]);
        }
    }
    row
}
