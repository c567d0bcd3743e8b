//! Negative normal form: negation only before propositions, no `->`, `<->`, `^`.

use super::{Formula, Formulas, Node};
use hashbrown::HashMap;

/// The normal form of a formula and that of its negation.
type Pair = (Formula, Formula);

/// The normal forms that are already known, for those who ask often.
#[derive(Default)]
pub(super) struct NormalForms {
    done: HashMap<Formula, Pair>,
}

impl NormalForms {
    pub fn of(&mut self, formulas: &mut Formulas, f: Formula) -> Pair {
        for g in formulas.subformulas_unless(f, |g| self.done.contains_key(&g)) {
            let pair = formulas.nnf_step(g, &self.done);
            self.done.insert(g, pair);
        }
        self.done[&f]
    }
}

impl Formulas {
    /// An equivalent formula of `f` in negative normal form.
    pub fn nnf(&mut self, f: Formula) -> Formula {
        NormalForms::default().of(self, f).0
    }

    /// The negation of `f` in negative normal form.
    pub fn negated_nnf(&mut self, f: Formula) -> Formula {
        NormalForms::default().of(self, f).1
    }

    fn nnf_step(&mut self, f: Formula, done: &HashMap<Formula, Pair>) -> Pair {
        let pos = |f: &Formula| done[f].0;
        let neg = |f: &Formula| done[f].1;
        match self.node(f).clone() {
            Node::False => (Formula::FALSE, Formula::TRUE),
            Node::True => (Formula::TRUE, Formula::FALSE),
            Node::Prop(_) => (f, self.not(f)),
            Node::Not(a) => (neg(&a), pos(&a)),
            Node::And(fs) => {
                let (p, n) = operands(&fs, done);
                (self.and(&p), self.or(&n))
            }
            Node::Or(fs) => {
                let (p, n) = operands(&fs, done);
                (self.or(&p), self.and(&n))
            }
            Node::Implies(a, b) => (self.or(&[neg(&a), pos(&b)]), self.and(&[pos(&a), neg(&b)])),
            Node::Equiv(a, b) => self.equivalence(done[&a], done[&b]),
            Node::Xor(a, b) => {
                let (same, differ) = self.equivalence(done[&a], done[&b]);
                (differ, same)
            }
            Node::Next(a) => (self.next(pos(&a)), self.next(neg(&a))),
            Node::Finally(a) => (self.finally(pos(&a)), self.globally(neg(&a))),
            Node::Globally(a) => (self.globally(pos(&a)), self.finally(neg(&a))),
            Node::Until(a, b) => (
                self.make(Node::Until(pos(&a), pos(&b))),
                self.make(Node::Release(neg(&a), neg(&b))),
            ),
            Node::Release(a, b) => (
                self.make(Node::Release(pos(&a), pos(&b))),
                self.make(Node::Until(neg(&a), neg(&b))),
            ),
            Node::WeakUntil(a, b) => (
                self.make(Node::WeakUntil(pos(&a), pos(&b))),
                self.make(Node::StrongRelease(neg(&a), neg(&b))),
            ),
            Node::StrongRelease(a, b) => (
                self.make(Node::StrongRelease(pos(&a), pos(&b))),
                self.make(Node::WeakUntil(neg(&a), neg(&b))),
            ),
        }
    }

    /// `a <-> b` and its negation, from the two normal forms of each side.
    fn equivalence(&mut self, (a, not_a): Pair, (b, not_b): Pair) -> Pair {
        let both = self.and(&[a, b]);
        let neither = self.and(&[not_a, not_b]);
        let left = self.and(&[a, not_b]);
        let right = self.and(&[not_a, b]);
        (self.or(&[both, neither]), self.or(&[left, right]))
    }
}

fn operands(fs: &[Formula], done: &HashMap<Formula, Pair>) -> (Vec<Formula>, Vec<Formula>) {
    fs.iter().map(|f| done[f]).unzip()
}
