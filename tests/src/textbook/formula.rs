//! Temporal formulas, twice: their meaning on a word that becomes periodic, by the definition; and a
//! translation to an automaton that is simple enough to be believed. Neither shares code with `omega`.

use super::{Graph, Reader};
use program::{Expr, Formula};
use std::collections::{BTreeMap, BTreeSet};

/// The positions of `prefix · cycle^ω`, as sets of propositions.
pub struct Word {
    pub letters: Vec<u64>,
    /// What follows the last position.
    pub back: usize,
}

/// Where on a word a formula holds. The bit of a proposition is its place in the list.
pub fn holds(formula: &Formula, propositions: &[Expr], word: &Word) -> Vec<bool> {
    let go = |formula: &Formula| holds(formula, propositions, word);
    let count = word.letters.len();
    let next = |at: usize| if at + 1 == count { word.back } else { at + 1 };
    // The least solution of "b, or a and the same at the next position".
    let until = |a: Vec<bool>, b: Vec<bool>| {
        let mut now = vec![false; count];
        for _ in 0..=count {
            for at in (0..count).rev() {
                now[at] = b[at] || a[at] && now[next(at)];
            }
        }
        now
    };
    let not = |list: Vec<bool>| list.iter().map(|value| !value).collect::<Vec<bool>>();
    let both = |a: Vec<bool>, b: Vec<bool>, op: fn(bool, bool) -> bool| {
        a.iter().zip(&b).map(|(&a, &b)| op(a, b)).collect()
    };
    match formula {
        Formula::Proposition(expr) => match expr.as_const() {
            Some(value) => vec![value != 0; count],
            None => {
                let bit = propositions.iter().position(|known| known == expr);
                let at = |letter: &u64| bit.is_some_and(|bit| letter >> bit & 1 != 0);
                word.letters.iter().map(at).collect()
            }
        },
        Formula::Not(a) => not(go(a)),
        Formula::And(a, b) => both(go(a), go(b), |a, b| a && b),
        Formula::Or(a, b) => both(go(a), go(b), |a, b| a || b),
        Formula::Implies(a, b) => both(go(a), go(b), |a, b| !a || b),
        Formula::Equivalent(a, b) => both(go(a), go(b), |a, b| a == b),
        Formula::Next(a) => {
            let a = go(a);
            (0..count).map(|at| a[next(at)]).collect()
        }
        Formula::Eventually(a) => until(vec![true; count], go(a)),
        Formula::Always(a) => not(until(vec![true; count], not(go(a)))),
        Formula::Until(a, b) => until(go(a), go(b)),
        Formula::Release(a, b) => not(until(not(go(a)), not(go(b)))),
        // a until b, or a for ever.
        Formula::WeakUntil(a, b) => {
            let for_ever = not(until(vec![true; count], not(go(a))));
            both(until(go(a), go(b)), for_ever, |a, b| a || b)
        }
    }
}

/// A formula in which only propositions are negated.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Positive {
    Literal(usize, bool),
    And(Box<Positive>, Box<Positive>),
    Or(Box<Positive>, Box<Positive>),
    Next(Box<Positive>),
    Until(Box<Positive>, Box<Positive>),
    Release(Box<Positive>, Box<Positive>),
}

/// What has to be true from the next position on, and the untils that were put off.
type Obligations = BTreeSet<Positive>;

/// The automaton of a formula: its states are sets of formulas that must hold (as by Gastin and Oddoux
/// 2001, without their shortcuts).
pub struct Tableau {
    propositions: Vec<Expr>,
    formula: Positive,
    untils: Vec<Positive>,
    known: BTreeMap<(Obligations, u64), Vec<(u64, Obligations)>>,
}

const TRUE: usize = usize::MAX;

impl Tableau {
    /// The automaton of the words on which a formula does not hold.
    pub fn of_negation(formula: &Formula) -> Tableau {
        let mut tableau = Tableau {
            propositions: Vec::new(),
            formula: Positive::Literal(TRUE, true),
            untils: Vec::new(),
            known: BTreeMap::new(),
        };
        tableau.formula = tableau.positive(formula, false);
        let whole = tableau.formula.clone();
        tableau.collect(&whole);
        tableau
    }

    pub fn propositions(&self) -> &[Expr] {
        &self.propositions
    }

    /// The formula, or its negation.
    fn positive(&mut self, formula: &Formula, sign: bool) -> Positive {
        let mut go = |formula: &Formula, sign| Box::new(self.positive(formula, sign));
        let always = || Box::new(Positive::Literal(TRUE, true));
        let never = || Box::new(Positive::Literal(TRUE, false));
        match (formula, sign) {
            (Formula::Proposition(expr), _) => self.literal(expr, sign),
            (Formula::Not(a), _) => *go(a, !sign),
            (Formula::And(a, b), true) | (Formula::Or(a, b), false) => {
                Positive::And(go(a, sign), go(b, sign))
            }
            (Formula::Or(a, b), true) | (Formula::And(a, b), false) => {
                Positive::Or(go(a, sign), go(b, sign))
            }
            (Formula::Implies(a, b), true) => Positive::Or(go(a, false), go(b, true)),
            (Formula::Implies(a, b), false) => Positive::And(go(a, true), go(b, false)),
            (Formula::Equivalent(a, b), _) => {
                let same = Positive::And(go(a, true), go(b, sign));
                let other = Positive::And(go(a, false), go(b, !sign));
                Positive::Or(Box::new(same), Box::new(other))
            }
            (Formula::Next(a), _) => Positive::Next(go(a, sign)),
            (Formula::Eventually(a), true) => Positive::Until(always(), go(a, true)),
            (Formula::Eventually(a), false) => Positive::Release(never(), go(a, false)),
            (Formula::Always(a), true) => Positive::Release(never(), go(a, true)),
            (Formula::Always(a), false) => Positive::Until(always(), go(a, false)),
            (Formula::Until(a, b), true) => Positive::Until(go(a, true), go(b, true)),
            (Formula::Until(a, b), false) => Positive::Release(go(a, false), go(b, false)),
            (Formula::Release(a, b), true) => Positive::Release(go(a, true), go(b, true)),
            (Formula::Release(a, b), false) => Positive::Until(go(a, false), go(b, false)),
            // a W b is b R (a or b).
            (Formula::WeakUntil(a, b), true) => {
                let either = Positive::Or(go(a, true), go(b, true));
                Positive::Release(go(b, true), Box::new(either))
            }
            (Formula::WeakUntil(a, b), false) => {
                let neither = Positive::And(go(a, false), go(b, false));
                Positive::Until(go(b, false), Box::new(neither))
            }
        }
    }

    fn literal(&mut self, expr: &Expr, sign: bool) -> Positive {
        if let Some(value) = expr.as_const() {
            return Positive::Literal(TRUE, (value != 0) == sign);
        }
        let known = self.propositions.iter().position(|known| known == expr);
        let bit = known.unwrap_or_else(|| {
            self.propositions.push(expr.clone());
            self.propositions.len() - 1
        });
        Positive::Literal(bit, sign)
    }

    fn collect(&mut self, formula: &Positive) {
        match formula {
            Positive::Literal(..) => {}
            Positive::Next(a) => self.collect(a),
            Positive::And(a, b) | Positive::Or(a, b) | Positive::Release(a, b) => {
                self.collect(a);
                self.collect(b);
            }
            Positive::Until(a, b) => {
                if !self.untils.contains(formula) {
                    self.untils.push(formula.clone());
                }
                self.collect(a);
                self.collect(b);
            }
        }
    }

    pub fn initial(&self) -> Obligations {
        BTreeSet::from([self.formula.clone()])
    }

    pub fn all_marks(&self) -> u64 {
        (1 << self.untils.len()) - 1
    }

    /// The moves on a letter: a mark for each until that is not put off, and what is left to do.
    pub fn moves(&mut self, from: &Obligations, letter: u64) -> Vec<(u64, Obligations)> {
        let key = (from.clone(), letter);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut moves = BTreeSet::new();
        let now: Vec<&Positive> = from.iter().collect();
        self.expand(&now, letter, 0, BTreeSet::new(), &mut moves);
        let moves: Vec<(u64, Obligations)> = moves.into_iter().collect();
        self.known.insert(key, moves.clone());
        moves
    }

    /// Takes the last formula apart; `later` and `put_off` have what comes of others.
    fn expand(
        &self,
        now: &[&Positive],
        letter: u64,
        put_off: u64,
        later: Obligations,
        moves: &mut BTreeSet<(u64, Obligations)>,
    ) {
        let Some((first, rest)) = now.split_last() else {
            moves.insert((self.all_marks() & !put_off, later));
            return;
        };
        let mut go = |more: &[&Positive], put_off: u64, next: Option<&Positive>| {
            let now = [rest, more].concat();
            let later = later.iter().chain(next).cloned().collect();
            self.expand(&now, letter, put_off, later, moves);
        };
        match first {
            Positive::Literal(TRUE, value) => {
                if *value {
                    go(&[], put_off, None);
                }
            }
            Positive::Literal(bit, sign) => {
                if (letter >> bit & 1 != 0) == *sign {
                    go(&[], put_off, None);
                }
            }
            Positive::And(a, b) => go(&[a, b], put_off, None),
            Positive::Or(a, b) => {
                go(&[a], put_off, None);
                go(&[b], put_off, None);
            }
            Positive::Next(a) => go(&[], put_off, Some(a)),
            Positive::Until(a, b) => {
                let number = self.untils.iter().position(|until| until == *first);
                go(&[b], put_off, None);
                go(&[a], put_off | 1 << number.unwrap_or(63), Some(first));
            }
            Positive::Release(a, b) => {
                go(&[a, b], put_off, None);
                go(&[b], put_off, Some(first));
            }
        }
    }

    /// Whether a word is one of the automaton's.
    pub fn accepts(&mut self, word: &Word) -> bool {
        let mut numbers = BTreeMap::from([((0, self.initial()), 0)]);
        let mut nodes = vec![(0, self.initial())];
        let mut edges: Vec<Vec<(usize, u64)>> = Vec::new();
        while edges.len() < nodes.len() {
            let (at, from) = nodes[edges.len()].clone();
            let next = if at + 1 == word.letters.len() {
                word.back
            } else {
                at + 1
            };
            let mut list = Vec::new();
            for (marks, to) in self.moves(&from, word.letters[at]) {
                let number = *numbers.entry((next, to)).or_insert_with_key(|node| {
                    nodes.push(node.clone());
                    nodes.len() - 1
                });
                list.push((number, marks));
            }
            edges.push(list);
        }
        let targets = |list: &Vec<(usize, u64)>| list.iter().map(|edge| edge.0).collect();
        let of = super::components::components(&edges.iter().map(targets).collect::<Vec<_>>());
        let mut marks: BTreeMap<usize, u64> = BTreeMap::new();
        for (from, list) in edges.iter().enumerate() {
            for (to, found) in list.iter().filter(|(to, _)| of[*to] == of[from]) {
                *marks.entry(of[*to]).or_default() |= found;
            }
        }
        marks.values().any(|marks| *marks == self.all_marks())
    }
}

impl Reader for Tableau {
    type Node = Obligations;

    fn initial(&self) -> Vec<Obligations> {
        vec![Tableau::initial(self)]
    }

    fn all_marks(&self) -> u64 {
        Tableau::all_marks(self)
    }

    fn read(
        &mut self,
        graph: &Graph<'_>,
        state: usize,
        node: &Obligations,
    ) -> Option<Vec<(u64, Obligations)>> {
        let letter = graph.letter(state, &self.propositions)?;
        Some(self.moves(node, letter))
    }
}
