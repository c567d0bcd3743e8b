//! Syntactic implication (Somenzi and Bloem, 2000): sound, incomplete, cheap. Between Boolean
//! formulas it is exact, by decision diagrams.

use super::Rewriter;
use crate::guard::Guard;
use crate::ltl::{Formula, Node};

/// Formulas that differ only below this many operators are not compared: it bounds the stack.
const MAX_DEPTH: u32 = 64;

/// A formula of thousands of operators has millions of pairs of subformulas; not all are worth it.
const MAX_QUESTIONS: usize = 200_000;

impl Rewriter<'_> {
    /// Whether every model of `a` is seen to be a model of `b`; both in negative normal form.
    pub(super) fn implies(&mut self, a: Formula, b: Formula) -> bool {
        self.implies_within(a, b, MAX_DEPTH)
    }

    fn implies_within(&mut self, a: Formula, b: Formula, depth: u32) -> bool {
        if a == b || a == Formula::FALSE || b == Formula::TRUE {
            return true;
        }
        if a == Formula::TRUE || b == Formula::FALSE || depth == 0 {
            return false;
        }
        if let Some(&answer) = self.known.get(&(a, b)) {
            return answer;
        }
        if self.known.len() >= MAX_QUESTIONS {
            return false;
        }
        // Every question is about smaller formulas, so none asks itself. A "no" for want of depth
        // is remembered too: it is never wrong, and to ask again would take exponential time.
        let answer = self.derive(a, b, depth - 1);
        self.known.insert((a, b), answer);
        answer
    }

    fn derive(&mut self, a: Formula, b: Formula, depth: u32) -> bool {
        use Node::{And, Finally, Globally, Next, Or, Release, StrongRelease, Until, WeakUntil};
        let (class_a, class_b) = (self.formulas.class(a), self.formulas.class(b));
        if class_a.boolean && class_b.boolean {
            let (f, g) = (self.diagram(a), self.diagram(b));
            return self.booleans.implies(f, g);
        }
        let (node_a, node_b) = (self.formulas.node(a).clone(), self.formulas.node(b).clone());
        let mut le = |f: Formula, g: Formula| self.implies_within(f, g, depth);
        match &node_a {
            Or(fs) => return fs.iter().all(|&f| le(f, b)),
            And(fs) if fs.iter().any(|&f| le(f, b)) => return true,
            Globally(f) if le(*f, b) => return true,
            Until(f, g) | WeakUntil(f, g) if le(*f, b) && le(*g, b) => return true,
            Release(_, g) if le(*g, b) => return true,
            StrongRelease(f, g) if le(*g, b) || class_b.eventual && le(*f, b) => return true,
            Until(_, g) if class_b.eventual && le(*g, b) => return true,
            Finally(f) | Next(f) if class_b.eventual && le(*f, b) => return true,
            _ => {}
        }
        match &node_b {
            And(fs) => return fs.iter().all(|&f| le(a, f)),
            Or(fs) if fs.iter().any(|&f| le(a, f)) => return true,
            Finally(f) if le(a, *f) => return true,
            Until(_, g) if le(a, *g) => return true,
            WeakUntil(f, g) if le(a, *g) || class_a.universal && le(a, *f) => return true,
            Release(f, g) | StrongRelease(f, g) if le(a, *f) && le(a, *g) => return true,
            Release(_, g) if class_a.universal && le(a, *g) => return true,
            Globally(f) | Next(f) if class_a.universal && le(a, *f) => return true,
            _ => {}
        }
        match (&node_a, &node_b) {
            (Next(f), Next(g)) | (Finally(f), Finally(g)) | (Globally(f), Globally(g)) => {
                le(*f, *g)
            }
            (Until(f, g), Until(h, k))
            | (Until(f, g), WeakUntil(h, k))
            | (WeakUntil(f, g), WeakUntil(h, k))
            | (Release(f, g), Release(h, k))
            | (StrongRelease(f, g), Release(h, k))
            | (StrongRelease(f, g), StrongRelease(h, k)) => le(*f, *h) && le(*g, *k),
            // f M g is g U (f & g), and f R g is g W (f & g).
            (StrongRelease(f, g), Until(h, k)) => le(*g, *h) && (le(*f, *k) || le(*g, *k)),
            (Release(f, g), WeakUntil(h, k)) => le(*g, *h) && (le(*f, *k) || le(*g, *k)),
            _ => false,
        }
    }

    /// The diagram of a Boolean formula; its subformulas first, so nothing recurses.
    fn diagram(&mut self, f: Formula) -> Guard {
        if let Some(&guard) = self.diagrams.get(&f) {
            return guard;
        }
        let known = |g: Formula| self.diagrams.contains_key(&g);
        for g in self.formulas.subformulas_unless(f, known) {
            let guard = match self.formulas.node(g) {
                Node::True => Guard::TRUE,
                Node::Prop(p) => self.booleans.var(*p),
                Node::Not(a) => self.booleans.not(self.diagrams[a]),
                Node::And(fs) => fs.iter().fold(Guard::TRUE, |all, a| {
                    self.booleans.and(all, self.diagrams[a])
                }),
                Node::Or(fs) => fs.iter().fold(Guard::FALSE, |any, a| {
                    self.booleans.or(any, self.diagrams[a])
                }),
                // No other operator is Boolean in negative normal form.
                _ => Guard::FALSE,
            };
            self.diagrams.insert(g, guard);
        }
        self.diagrams[&f]
    }
}
