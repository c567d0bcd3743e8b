//! Intersection and union of automata, and the common ground that any pair needs: one list of
//! propositions and one manager of guards.

use crate::automaton::{Automaton, Builder, MAX_MARKS, State};
use crate::buchi::one_mark;
use crate::guard::Guards;
use crate::limit::TooLarge;
use crate::onthefly::{Product, build};
use crate::word::MAX_PROPS;

/// Two automata over the same propositions, in the same order. The guards of both are guards of
/// the manager of the `right` one.
pub struct Pair {
    pub left: Automaton,
    pub right: Automaton,
}

impl Pair {
    /// Matches propositions by name; those of `left` come first.
    pub fn new(left: &Automaton, right: &Automaton) -> Result<Pair, TooLarge> {
        let mut props = left.props().to_vec();
        for p in right.props() {
            if !props.contains(p) {
                props.push(p.clone());
            }
        }
        if props.len() > MAX_PROPS {
            return Err(TooLarge {
                what: "propositions",
                limit: MAX_PROPS,
            });
        }
        let left = import(left, &props, left.guards().clone());
        let right = import(right, &props, left.guards().clone());
        Ok(Pair { left, right })
    }

    /// The same languages with so few marks that a product has no more than a machine word holds.
    pub(crate) fn few_marks(self) -> Pair {
        if self.left.num_marks().max(self.right.num_marks()) <= MAX_MARKS / 2 {
            return self;
        }
        Pair {
            left: one_mark(&self.left),
            right: one_mark(&self.right),
        }
    }
}

/// `automaton` over `props`, which contain its own, with guards in `guards`.
fn import(automaton: &Automaton, props: &[String], guards: Guards) -> Automaton {
    let mut builder = Builder::with_guards(props.to_vec(), guards, automaton.num_marks());
    let position = |p: &String| props.iter().position(|q| p == q).unwrap_or(0) as u32;
    let rename: Vec<u32> = automaton.props().iter().map(position).collect();
    copy_into(&mut builder, automaton, 0, |v| rename[v as usize]);
    builder.finish()
}

/// Adds the states and edges of `automaton`, with `extra` marks on every edge.
fn copy_into(builder: &mut Builder, a: &Automaton, extra: u64, rename: impl Fn(u32) -> u32) {
    let base: State = builder.add_states(a.num_states());
    for &s in a.initial() {
        builder.add_initial(base + s);
    }
    for e in a.edges() {
        let guard = builder.guards().import(a.guards(), e.guard, &rename);
        builder.add_edge(base + e.src, guard, e.marks | extra, base + e.dst);
    }
}

/// An automaton for the words that both accept.
pub fn intersection(
    left: &Automaton,
    right: &Automaton,
    limit: usize,
) -> Result<Automaton, TooLarge> {
    let pair = Pair::new(left, right)?.few_marks();
    let props = pair.right.props().to_vec();
    let guards = pair.right.guards().clone();
    build(Product::new(&pair.left, &pair.right), props, guards, limit)
}

/// An automaton for the words that at least one accepts.
pub fn union(left: &Automaton, right: &Automaton) -> Result<Automaton, TooLarge> {
    let Pair { left, right } = Pair::new(left, right)?;
    let marks = left.num_marks().max(right.num_marks());
    let mut builder = Builder::like(&right, marks);
    // The marks that one of them lacks are on all of its edges: always seen, never awaited.
    copy_into(&mut builder, &left, !left.all_marks(), |v| v);
    copy_into(&mut builder, &right, !right.all_marks(), |v| v);
    Ok(builder.finish())
}
