//! Rules for `U`, `R`, `W` and `M`. Each method gets the operands and returns the replacement, if
//! any.

use super::Rewriter;
use crate::ltl::{Formula, Node};

impl Rewriter<'_> {
    /// `X f op X g = X (f op g)`.
    fn both_next(
        &mut self,
        a: Formula,
        b: Formula,
        op: fn(Formula, Formula) -> Node,
    ) -> Option<Formula> {
        let (&Node::Next(f), &Node::Next(g)) = (self.formulas.node(a), self.formulas.node(b))
        else {
            return None;
        };
        let inner = self.formulas.make(op(f, g));
        Some(self.formulas.next(inner))
    }

    pub(super) fn until(&mut self, a: Formula, b: Formula) -> Option<Formula> {
        // f U e = e for eventual e; f U g = g if f implies g.
        if self.formulas.class(b).eventual || self.implies(a, b) {
            return Some(b);
        }
        // f U g = F g if f holds wherever g does not.
        let not_a = self.negation(a);
        if self.implies(not_a, b) {
            return Some(self.formulas.finally(b));
        }
        if let Some(f) = self.both_next(a, b, Node::Until) {
            return Some(f);
        }
        match self.formulas.node(b).clone() {
            // f U (g U h) = g U h if f implies g; = f U h if g implies f.
            Node::Until(g, h) => {
                if self.implies(a, g) {
                    return Some(b);
                }
                if self.implies(g, a) {
                    return Some(self.formulas.make(Node::Until(a, h)));
                }
            }
            // f U (g M f) = g M f for the same reason: f is what must last.
            Node::StrongRelease(_, h) if self.implies(a, h) => return Some(b),
            _ => {}
        }
        // (f U g) U h = g U h if f implies h; (f W g) U h likewise with (f W g).
        if let Node::Until(f, g) = *self.formulas.node(a)
            && self.implies(f, b)
        {
            return Some(self.formulas.make(Node::Until(g, b)));
        }
        // u U g with universal u: u holds now and for ever, or g holds now.
        if self.formulas.class(a).universal {
            let f = self.formulas.finally(b);
            let both = self.formulas.and(&[a, f]);
            return Some(self.formulas.or(&[b, both]));
        }
        // f U (g & s) = (f U g) & s for suspendable s.
        if let Some((s, rest)) = self.split(b, true, |fs, g| fs.class(g).suspendable()) {
            let rest = self.formulas.and(&rest);
            let until = self.formulas.make(Node::Until(a, rest));
            return Some(self.with(s, until, true));
        }
        // f U (g | e) = (f U g) | e for eventual e.
        if let Some((e, rest)) = self.split(b, false, |fs, g| fs.class(g).eventual) {
            let rest = self.formulas.or(&rest);
            let until = self.formulas.make(Node::Until(a, rest));
            return Some(self.with(e, until, false));
        }
        self.drop_implied(a, b, Node::Until)
    }

    pub(super) fn release(&mut self, a: Formula, b: Formula) -> Option<Formula> {
        if self.formulas.class(b).universal || self.implies(b, a) {
            return Some(b);
        }
        // f R g = G g if they exclude each other.
        let not_a = self.negation(a);
        if self.implies(b, not_a) {
            return Some(self.formulas.globally(b));
        }
        if let Some(f) = self.both_next(a, b, Node::Release) {
            return Some(f);
        }
        match self.formulas.node(b).clone() {
            // f R (g R h) = g R h if g implies f; = f R h if f implies g.
            Node::Release(g, h) => {
                if self.implies(g, a) {
                    return Some(b);
                }
                if self.implies(a, g) {
                    return Some(self.formulas.make(Node::Release(a, h)));
                }
            }
            Node::WeakUntil(_, h) if self.implies(h, a) => return Some(b),
            _ => {}
        }
        if let Node::Release(f, g) = *self.formulas.node(a)
            && self.implies(b, f)
        {
            return Some(self.formulas.make(Node::Release(g, b)));
        }
        // e R g with eventual e: g holds now, and either e does or g holds for ever.
        if self.formulas.class(a).eventual {
            let g = self.formulas.globally(b);
            let either = self.formulas.or(&[a, g]);
            return Some(self.formulas.and(&[b, either]));
        }
        // f R (g | s) = (f R g) | s for suspendable s; f R (g & u) = (f R g) & u for universal u.
        if let Some((s, rest)) = self.split(b, false, |fs, g| fs.class(g).suspendable()) {
            let rest = self.formulas.or(&rest);
            let release = self.formulas.make(Node::Release(a, rest));
            return Some(self.with(s, release, false));
        }
        if let Some((u, rest)) = self.split(b, true, |fs, g| fs.class(g).universal) {
            let rest = self.formulas.and(&rest);
            let release = self.formulas.make(Node::Release(a, rest));
            return Some(self.with(u, release, true));
        }
        self.drop_implied(a, b, Node::Release)
    }

    pub(super) fn weak_until(&mut self, a: Formula, b: Formula) -> Option<Formula> {
        if self.implies(a, b) {
            return Some(b);
        }
        let not_a = self.negation(a);
        if self.implies(not_a, b) {
            return Some(Formula::TRUE);
        }
        if let Some(f) = self.both_next(a, b, Node::WeakUntil) {
            return Some(f);
        }
        // f W e = G f | e for eventual e; u W g = u | g for universal u.
        if self.formulas.class(b).eventual {
            let g = self.formulas.globally(a);
            return Some(self.formulas.or(&[g, b]));
        }
        if self.formulas.class(a).universal {
            return Some(self.formulas.or(&[a, b]));
        }
        match self.formulas.node(b).clone() {
            // f W (g W h) = g W h if f implies g; = f W h if g implies f.
            Node::WeakUntil(g, h) => {
                if self.implies(a, g) {
                    return Some(b);
                }
                if self.implies(g, a) {
                    return Some(self.formulas.make(Node::WeakUntil(a, h)));
                }
            }
            // f W (g U h) = f W h if g implies f: to stay in g is to stay in f.
            Node::Until(g, h) if self.implies(g, a) => {
                return Some(self.formulas.make(Node::WeakUntil(a, h)));
            }
            _ => {}
        }
        // f W (g | e) = (f W g) | e for eventual e.
        if let Some((e, rest)) = self.split(b, false, |fs, g| fs.class(g).eventual) {
            let rest = self.formulas.or(&rest);
            let weak = self.formulas.make(Node::WeakUntil(a, rest));
            return Some(self.with(e, weak, false));
        }
        self.drop_implied(a, b, Node::WeakUntil)
    }

    pub(super) fn strong_release(&mut self, a: Formula, b: Formula) -> Option<Formula> {
        if self.implies(b, a) {
            return Some(b);
        }
        let not_a = self.negation(a);
        if self.implies(b, not_a) {
            return Some(Formula::FALSE);
        }
        if let Some(f) = self.both_next(a, b, Node::StrongRelease) {
            return Some(f);
        }
        // f M u = F f & u for universal u; e M g = e & g for eventual e.
        if self.formulas.class(b).universal {
            let f = self.formulas.finally(a);
            return Some(self.formulas.and(&[f, b]));
        }
        if self.formulas.class(a).eventual {
            return Some(self.formulas.and(&[a, b]));
        }
        match self.formulas.node(b).clone() {
            // f M (g M h) = g M h if g implies f; = f M h if f implies g.
            Node::StrongRelease(g, h) => {
                if self.implies(g, a) {
                    return Some(b);
                }
                if self.implies(a, g) {
                    return Some(self.formulas.make(Node::StrongRelease(a, h)));
                }
            }
            Node::Release(g, h) if self.implies(a, g) => {
                return Some(self.formulas.make(Node::StrongRelease(a, h)));
            }
            _ => {}
        }
        // f M (g & u) = (f M g) & u for universal u.
        if let Some((u, rest)) = self.split(b, true, |fs, g| fs.class(g).universal) {
            let rest = self.formulas.and(&rest);
            let strong = self.formulas.make(Node::StrongRelease(a, rest));
            return Some(self.with(u, strong, true));
        }
        self.drop_implied(a, b, Node::StrongRelease)
    }

    /// Parts of the left operand that the right one makes irrelevant. `f U g` and `f W g` look at
    /// `f` only where `g` is false, so a disjunct of `f` that implies `g` can go; `f R g` and
    /// `f M g` look at `f` only where `g` is true, so a conjunct that `g` implies can go.
    fn drop_implied(
        &mut self,
        a: Formula,
        b: Formula,
        op: fn(Formula, Formula) -> Node,
    ) -> Option<Formula> {
        let disjunctive = matches!(op(a, b), Node::Until(..) | Node::WeakUntil(..));
        let (fs, conjunction) = match self.formulas.node(a) {
            Node::Or(fs) if disjunctive => (fs.clone(), false),
            Node::And(fs) if !disjunctive => (fs.clone(), true),
            _ => return None,
        };
        let kept: Vec<Formula> = fs
            .iter()
            .copied()
            .filter(|&f| {
                if conjunction {
                    !self.implies(b, f)
                } else {
                    !self.implies(f, b)
                }
            })
            .collect();
        if kept.len() == fs.len() {
            return None;
        }
        let left = if conjunction {
            self.formulas.and(&kept)
        } else {
            self.formulas.or(&kept)
        };
        Some(self.formulas.make(op(left, b)))
    }
}
