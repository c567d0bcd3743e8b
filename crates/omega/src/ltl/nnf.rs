//! Negative normal form: negation only before propositions, no `->`, `<->`, `^`.

use super::{Formula, Formulas, Node};
use hashbrown::HashMap;

impl Formulas {
    /// An equivalent formula of `f` in negative normal form.
    pub fn nnf(&mut self, f: Formula) -> Formula {
        self.both_nnf(f).0
    }

    /// The negation of `f` in negative normal form.
    pub fn negated_nnf(&mut self, f: Formula) -> Formula {
        self.both_nnf(f).1
    }

    fn both_nnf(&mut self, f: Formula) -> (Formula, Formula) {
        // For each subformula: its normal form, and that of its negation.
        let mut done: HashMap<Formula, (Formula, Formula)> = HashMap::new();
        for g in self.subformulas(f) {
            let pair = self.nnf_step(g, &done);
            done.insert(g, pair);
        }
        done[&f]
    }

    fn nnf_step(
        &mut self,
        f: Formula,
        done: &HashMap<Formula, (Formula, Formula)>,
    ) -> (Formula, Formula) {
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
    fn equivalence(
        &mut self,
        (a, not_a): (Formula, Formula),
        (b, not_b): (Formula, Formula),
    ) -> (Formula, Formula) {
        let both = self.and(&[a, b]);
        let neither = self.and(&[not_a, not_b]);
        let left = self.and(&[a, not_b]);
        let right = self.and(&[not_a, b]);
        (self.or(&[both, neither]), self.or(&[left, right]))
    }
}

fn operands(
    fs: &[Formula],
    done: &HashMap<Formula, (Formula, Formula)>,
) -> (Vec<Formula>, Vec<Formula>) {
    fs.iter().map(|f| done[f]).unzip()
}
