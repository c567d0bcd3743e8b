//! Rewriting a formula in negative normal form into a smaller equivalent one.
//!
//! The rules are those of Somenzi and Bloem (2000), Etessami and Holzmann (2000; eventual and
//! universal formulas) and Babiak et al. (2012; the same with `W`, `M`, suspendable formulas), in
//! the spirit of Spot's `tl_simplifier`. A pass rewrites every subformula once, operands first;
//! passes repeat until nothing changes. Each rule is an equivalence on its own, so stopping early
//! is always sound.

mod binary;
mod implication;
mod nary;
mod unary;

use super::nnf::NormalForms;
use super::{Formula, Formulas, Node};
use crate::guard::{Guard, Guards};
use hashbrown::HashMap;

/// No formula of the benchmarks needs more than six passes; two rules that undo each other must
/// not make the rewriting endless.
const MAX_PASSES: usize = 24;

impl Formulas {
    /// An equivalent formula in negative normal form, at most as hard to translate.
    pub fn simplify(&mut self, f: Formula) -> Formula {
        let mut f = self.nnf(f);
        let mut rewriter = Rewriter {
            formulas: self,
            known: HashMap::new(),
            normal_forms: NormalForms::default(),
            booleans: Guards::new(),
            diagrams: HashMap::new(),
        };
        for _ in 0..MAX_PASSES {
            let g = rewriter.pass(f);
            if g == f {
                break;
            }
            f = g;
        }
        f
    }
}

struct Rewriter<'a> {
    formulas: &'a mut Formulas,
    /// Answers of the syntactic implication.
    known: HashMap<(Formula, Formula), bool>,
    normal_forms: NormalForms,
    /// Boolean subformulas as diagrams over the propositions: implication is exact there.
    booleans: Guards,
    diagrams: HashMap<Formula, Guard>,
}

impl Rewriter<'_> {
    fn pass(&mut self, f: Formula) -> Formula {
        let mut done: HashMap<Formula, Formula> = HashMap::new();
        for g in self.formulas.subformulas(f) {
            let operand = |f: Formula| done[&f];
            let node = map_operands(self.formulas.node(g), operand);
            let rebuilt = self.formulas.make(node);
            let rewritten = self.rewrite(rebuilt);
            done.insert(g, rewritten);
        }
        done[&f]
    }

    fn rewrite(&mut self, f: Formula) -> Formula {
        let rewritten = match self.formulas.node(f).clone() {
            Node::Next(a) => self.next(a),
            Node::Finally(a) => self.finally(a),
            Node::Globally(a) => self.globally(a),
            Node::Until(a, b) => self.until(a, b),
            Node::Release(a, b) => self.release(a, b),
            Node::WeakUntil(a, b) => self.weak_until(a, b),
            Node::StrongRelease(a, b) => self.strong_release(a, b),
            Node::And(fs) => self.conjunction(&fs),
            Node::Or(fs) => self.disjunction(&fs),
            _ => None,
        };
        rewritten.unwrap_or(f)
    }

    /// The negation of `f` in negative normal form.
    fn negation(&mut self, f: Formula) -> Formula {
        self.normal_forms.of(self.formulas, f).1
    }

    /// Splits the operands of `f`, if it is a conjunction (or disjunction), into those that
    /// `select` and the rest; `None` if nothing is selected.
    fn split(
        &mut self,
        f: Formula,
        conjunction: bool,
        select: impl Fn(&Formulas, Formula) -> bool,
    ) -> Option<(Vec<Formula>, Vec<Formula>)> {
        let fs = match self.formulas.node(f) {
            Node::And(fs) if conjunction => fs.clone(),
            Node::Or(fs) if !conjunction => fs.clone(),
            _ => return None,
        };
        let (chosen, rest): (Vec<_>, Vec<_>) = fs.iter().partition(|&&g| select(self.formulas, g));
        (!chosen.is_empty()).then_some((chosen, rest))
    }
}

fn map_operands(node: &Node, f: impl Fn(Formula) -> Formula) -> Node {
    match node {
        Node::False => Node::False,
        Node::True => Node::True,
        Node::Prop(p) => Node::Prop(*p),
        Node::Not(a) => Node::Not(f(*a)),
        Node::And(fs) => Node::And(fs.iter().map(|&g| f(g)).collect()),
        Node::Or(fs) => Node::Or(fs.iter().map(|&g| f(g)).collect()),
        Node::Implies(a, b) => Node::Implies(f(*a), f(*b)),
        Node::Equiv(a, b) => Node::Equiv(f(*a), f(*b)),
        Node::Xor(a, b) => Node::Xor(f(*a), f(*b)),
        Node::Next(a) => Node::Next(f(*a)),
        Node::Finally(a) => Node::Finally(f(*a)),
        Node::Globally(a) => Node::Globally(f(*a)),
        Node::Until(a, b) => Node::Until(f(*a), f(*b)),
        Node::WeakUntil(a, b) => Node::WeakUntil(f(*a), f(*b)),
        Node::Release(a, b) => Node::Release(f(*a), f(*b)),
        Node::StrongRelease(a, b) => Node::StrongRelease(f(*a), f(*b)),
    }
}
