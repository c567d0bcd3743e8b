//! Rules for conjunctions and disjunctions. A disjunction is rewritten as the dual of a
//! conjunction, so each rule is written once, for `&`, and read through a mirror for `|`.

use super::Rewriter;
use crate::ltl::{Formula, Node};

/// Operands are compared pairwise; beyond this many, the quadratic work does not pay.
const MAX_PAIRWISE: usize = 64;

/// Which of the two dual connectives is being rewritten. Under the mirror `&`/`|`, `F`/`G`,
/// `U`/`R` and `W`/`M` change places.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    And,
    Or,
}

impl Rewriter<'_> {
    pub(super) fn conjunction(&mut self, fs: &[Formula]) -> Option<Formula> {
        self.connective(fs, Side::And)
    }

    pub(super) fn disjunction(&mut self, fs: &[Formula]) -> Option<Formula> {
        self.connective(fs, Side::Or)
    }

    fn connective(&mut self, fs: &[Formula], side: Side) -> Option<Formula> {
        let mut operands = fs.to_vec();
        self.gather(&mut operands, side);
        while let Some((i, j, f)) = self.first_pair(&operands, side) {
            operands[i.min(j)] = f;
            operands.swap_remove(i.max(j));
        }
        let new = self.join(side, &operands);
        let old = self.join(side, fs);
        (new != old).then_some(new)
    }

    /// Two operands that one formula can replace.
    fn first_pair(&mut self, fs: &[Formula], side: Side) -> Option<(usize, usize, Formula)> {
        if fs.len() > MAX_PAIRWISE {
            return None;
        }
        let pairs = (0..fs.len()).flat_map(|i| (0..fs.len()).map(move |j| (i, j)));
        pairs
            .filter(|(i, j)| i != j)
            .find_map(|(i, j)| Some((i, j, self.pair(fs[i], fs[j], side)?)))
    }

    fn join(&mut self, side: Side, fs: &[Formula]) -> Formula {
        match side {
            Side::And => self.formulas.and(fs),
            Side::Or => self.formulas.or(fs),
        }
    }

    /// `X f & X g = X(f & g)`, `G f & G g = G(f & g)`, `F G f & F G g = F G (f & g)`; dually.
    fn gather(&mut self, operands: &mut Vec<Formula>, side: Side) {
        let mut nexts = Vec::new();
        let mut always = Vec::new();
        let mut persistent = Vec::new();
        let mut rest = Vec::new();
        for &f in operands.iter() {
            match (side, self.formulas.node(f)) {
                (_, &Node::Next(a)) => nexts.push(a),
                (Side::And, &Node::Globally(a)) if !self.formulas.class(a).eventual => {
                    always.push(a)
                }
                (Side::Or, &Node::Finally(a)) if !self.formulas.class(a).universal => {
                    always.push(a)
                }
                (Side::And, &Node::Finally(a)) if self.is_globally(a) => persistent.push(f),
                (Side::Or, &Node::Globally(a)) if self.is_finally(a) => persistent.push(f),
                _ => rest.push(f),
            }
        }
        if nexts.len() + always.len() + persistent.len() > 1 {
            *operands = rest;
            self.gather_into(operands, nexts, |r, fs| {
                let joined = r.join(side, fs);
                r.formulas.next(joined)
            });
            self.gather_into(operands, always, |r, fs| {
                let joined = r.join(side, fs);
                r.always(side, joined)
            });
            self.gather_into(operands, persistent, |r, fs| {
                let inner: Vec<Formula> = fs.iter().map(|&f| r.below_two(f)).collect();
                let joined = r.join(side, &inner);
                let inner = r.always(side, joined);
                r.some_day(side, inner)
            });
        }
    }

    fn gather_into(
        &mut self,
        operands: &mut Vec<Formula>,
        found: Vec<Formula>,
        make: impl FnOnce(&mut Self, &[Formula]) -> Formula,
    ) {
        if !found.is_empty() {
            operands.push(make(self, &found));
        }
    }

    fn always(&mut self, side: Side, f: Formula) -> Formula {
        match side {
            Side::And => self.formulas.globally(f),
            Side::Or => self.formulas.finally(f),
        }
    }

    fn some_day(&mut self, side: Side, f: Formula) -> Formula {
        match side {
            Side::And => self.formulas.finally(f),
            Side::Or => self.formulas.globally(f),
        }
    }

    fn is_finally(&self, f: Formula) -> bool {
        matches!(self.formulas.node(f), Node::Finally(_))
    }

    fn is_globally(&self, f: Formula) -> bool {
        matches!(self.formulas.node(f), Node::Globally(_))
    }

    /// The operand below the two outermost unary operators.
    fn below_two(&self, f: Formula) -> Formula {
        let below = |f: Formula| self.formulas.operands(f).next().unwrap_or(f);
        below(below(f))
    }

    /// One formula for the conjunction (disjunction) of two, if a rule knows one.
    fn pair(&mut self, f: Formula, g: Formula, side: Side) -> Option<Formula> {
        let (absorbed, absorbing) = match side {
            Side::And => (self.implies(f, g), Formula::FALSE),
            Side::Or => (self.implies(g, f), Formula::TRUE),
        };
        if absorbed {
            return Some(f);
        }
        let not_g = self.negation(g);
        let clash = match side {
            Side::And => self.implies(f, not_g),
            Side::Or => self.implies(not_g, f),
        };
        if clash {
            return Some(absorbing);
        }
        self.unfold(f, g, side).or_else(|| match side {
            Side::And => self.merge_and(f, g),
            Side::Or => self.merge_or(f, g),
        })
    }

    /// `f & X G f = G f`, `f | X F f = F f`.
    fn unfold(&mut self, f: Formula, g: Formula, side: Side) -> Option<Formula> {
        let Node::Next(h) = *self.formulas.node(g) else {
            return None;
        };
        let whole = self.always(side, f);
        (whole == h).then_some(h)
    }

    fn merge_and(&mut self, f: Formula, g: Formula) -> Option<Formula> {
        use Node::{Finally, Release, StrongRelease, Until, WeakUntil};
        let (node_f, node_g) = (self.formulas.node(f).clone(), self.formulas.node(g).clone());
        let node = match (node_f, node_g) {
            (Until(a, b), Until(c, d)) | (Until(a, b), WeakUntil(c, d)) if b == d => {
                Until(self.join(Side::And, &[a, c]), b)
            }
            (WeakUntil(a, b), WeakUntil(c, d)) if b == d => {
                WeakUntil(self.join(Side::And, &[a, c]), b)
            }
            (Release(a, b), Release(c, d)) if a == c => Release(a, self.join(Side::And, &[b, d])),
            (StrongRelease(a, b), Release(c, d) | StrongRelease(c, d)) if a == c => {
                StrongRelease(a, self.join(Side::And, &[b, d]))
            }
            (Finally(b), WeakUntil(a, d)) if b == d => Until(a, b),
            (Finally(a), Release(c, b)) if a == c => StrongRelease(a, b),
            _ => return None,
        };
        Some(self.formulas.make(node))
    }

    fn merge_or(&mut self, f: Formula, g: Formula) -> Option<Formula> {
        use Node::{Globally, Release, StrongRelease, Until, WeakUntil};
        let (node_f, node_g) = (self.formulas.node(f).clone(), self.formulas.node(g).clone());
        let node = match (node_f, node_g) {
            (Until(a, b), Until(c, d)) if a == c => Until(a, self.join(Side::Or, &[b, d])),
            (WeakUntil(a, b), Until(c, d) | WeakUntil(c, d)) if a == c => {
                WeakUntil(a, self.join(Side::Or, &[b, d]))
            }
            (Release(a, b), Release(c, d) | StrongRelease(c, d)) if b == d => {
                Release(self.join(Side::Or, &[a, c]), b)
            }
            (StrongRelease(a, b), StrongRelease(c, d)) if b == d => {
                StrongRelease(self.join(Side::Or, &[a, c]), b)
            }
            (Globally(b), StrongRelease(a, d)) if b == d => Release(a, b),
            (Globally(a), Until(c, b)) if a == c => WeakUntil(a, b),
            _ => return None,
        };
        Some(self.formulas.make(node))
    }
}
