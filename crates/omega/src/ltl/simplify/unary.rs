//! Rules for `X`, `F` and `G`. Each method gets the operand and returns the replacement, if any.

use super::Rewriter;
use crate::ltl::{Formula, Formulas, Node};

fn suspendable(formulas: &Formulas, f: Formula) -> bool {
    formulas.class(f).suspendable()
}

impl Rewriter<'_> {
    pub(super) fn next(&mut self, a: Formula) -> Option<Formula> {
        if suspendable(self.formulas, a) {
            return Some(a);
        }
        // X(f & s) = X f & s, X(f | s) = X f | s for suspendable s.
        if let Some((s, rest)) = self.split(a, true, suspendable) {
            let rest = self.formulas.and(&rest);
            let next = self.formulas.next(rest);
            return Some(self.with(s, next, true));
        }
        if let Some((s, rest)) = self.split(a, false, suspendable) {
            let rest = self.formulas.or(&rest);
            let next = self.formulas.next(rest);
            return Some(self.with(s, next, false));
        }
        None
    }

    pub(super) fn finally(&mut self, a: Formula) -> Option<Formula> {
        if self.formulas.class(a).eventual {
            return Some(a);
        }
        match *self.formulas.node(a) {
            // F(f U g) = F g
            Node::Until(_, b) => return Some(self.formulas.finally(b)),
            // F(f M g) = F(f & g)
            Node::StrongRelease(a, b) => {
                let both = self.formulas.and(&[a, b]);
                return Some(self.formulas.finally(both));
            }
            // F X f = X F f
            Node::Next(b) => {
                let f = self.formulas.finally(b);
                return Some(self.formulas.next(f));
            }
            // F(f W g) = F(g | G f)
            Node::WeakUntil(a, b) => {
                let g = self.formulas.globally(a);
                let either = self.formulas.or(&[b, g]);
                return Some(self.formulas.finally(either));
            }
            // F(f R g) = F((f & g) | G g)
            Node::Release(a, b) => {
                let g = self.formulas.globally(b);
                let both = self.formulas.and(&[a, b]);
                let either = self.formulas.or(&[both, g]);
                return Some(self.formulas.finally(either));
            }
            _ => {}
        }
        // F(f & s) = F f & s
        if let Some((s, rest)) = self.split(a, true, suspendable) {
            let rest = self.formulas.and(&rest);
            let f = self.formulas.finally(rest);
            return Some(self.with(s, f, true));
        }
        // F(f | e) = F f | e for eventual e, and F distributes over what is universal: it is
        // there that a deterministic choice can be made early.
        if let Some((e, rest)) = self.split(a, false, |fs, g| fs.class(g).eventual) {
            let rest = self.formulas.or(&rest);
            let f = self.formulas.finally(rest);
            return Some(self.with(e, f, false));
        }
        if let Some((u, rest)) = self.split(a, false, |fs, g| fs.class(g).universal) {
            let u = u.iter().map(|&g| self.formulas.finally(g)).collect();
            let rest = self.formulas.or(&rest);
            let f = self.formulas.finally(rest);
            return Some(self.with(u, f, false));
        }
        None
    }

    pub(super) fn globally(&mut self, a: Formula) -> Option<Formula> {
        if self.formulas.class(a).universal {
            return Some(a);
        }
        match *self.formulas.node(a) {
            // G(f R g) = G g
            Node::Release(_, b) => return Some(self.formulas.globally(b)),
            // G(f W g) = G(f | g)
            Node::WeakUntil(a, b) => {
                let either = self.formulas.or(&[a, b]);
                return Some(self.formulas.globally(either));
            }
            // G X f = X G f
            Node::Next(b) => {
                let g = self.formulas.globally(b);
                return Some(self.formulas.next(g));
            }
            // G(f U g) = G((f | g) & F g)
            Node::Until(a, b) => {
                let f = self.formulas.finally(b);
                let either = self.formulas.or(&[a, b]);
                let both = self.formulas.and(&[either, f]);
                return Some(self.formulas.globally(both));
            }
            // G(f M g) = G(g & F f)
            Node::StrongRelease(a, b) => {
                let f = self.formulas.finally(a);
                let both = self.formulas.and(&[b, f]);
                return Some(self.formulas.globally(both));
            }
            _ => {}
        }
        // G(f | s) = G f | s
        if let Some((s, rest)) = self.split(a, false, suspendable) {
            let rest = self.formulas.or(&rest);
            let g = self.formulas.globally(rest);
            return Some(self.with(s, g, false));
        }
        // G(f & u) = G f & u for universal u; G distributes over what is eventual.
        if let Some((u, rest)) = self.split(a, true, |fs, g| fs.class(g).universal) {
            let rest = self.formulas.and(&rest);
            let g = self.formulas.globally(rest);
            return Some(self.with(u, g, true));
        }
        if let Some((e, rest)) = self.split(a, true, |fs, g| fs.class(g).eventual) {
            let e = e.iter().map(|&g| self.formulas.globally(g)).collect();
            let rest = self.formulas.and(&rest);
            let g = self.formulas.globally(rest);
            return Some(self.with(e, g, true));
        }
        self.strip_next(a)
    }

    /// G F X f = G F f, and the same below conjunction and disjunction inside of `G F`.
    fn strip_next(&mut self, a: Formula) -> Option<Formula> {
        let Node::Finally(b) = *self.formulas.node(a) else {
            return None;
        };
        let Node::Next(c) = *self.formulas.node(b) else {
            return None;
        };
        let f = self.formulas.finally(c);
        Some(self.formulas.globally(f))
    }

    /// The conjunction (or disjunction) of `f` and `others`.
    pub(super) fn with(
        &mut self,
        mut others: Vec<Formula>,
        f: Formula,
        conjunction: bool,
    ) -> Formula {
        others.push(f);
        if conjunction {
            self.formulas.and(&others)
        } else {
            self.formulas.or(&others)
        }
    }
}
