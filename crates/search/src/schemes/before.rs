//! Sets that are chosen in a state `(q, s)` of the plain product, where the claim has yet to read
//! `q`.
//!
//! * **V1** (Siegel, section 6): one set for `(q, s)`, whatever the claim does. It is refused if one
//!   of its edges leads to a state on the path: condition C3₁ of the paper.
//! * **The projected stack** (Brunner, section 3.4.1): the selector is given the program states on
//!   the path. So a set is refused if a step leads to a program state that is on the path beside
//!   *any* claim state, and it is a function of the program state and the projected path: the selector
//!   gives sets for the program state, and their order is a function of that too. The thesis argues for it and
//!   proves nothing.
//! * **The sequential product** (Brunner, section 3.4.2 and figure 3.1; the thesis says that it is
//!   the algorithm of Peled 1996): the claim moves first, to `s'`, and the selector is given those
//!   program states that are on the path beside `s'`. This is V0, except that the set is chosen
//!   anew for each edge into `s'`, where V0 has one for each `(q, s')`.

use crate::chooser::Chooser;
use crate::limits::{Reason, Watch};
use crate::product::{Around, Edges, PlainProduct, Product, Suffix};
use omega::{Automaton, Marks};
use program::TransitionSystem;

/// What a set is chosen for, and when it is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    V1,
    StackProjection,
    SequentialProduct,
}

pub(super) struct Before<'a, 'c, S> {
    pub plain: PlainProduct<'a, S>,
    pub rule: Rule,
    pub chooser: Chooser<'c, S>,
}

impl<'a, S: TransitionSystem> Before<'a, '_, S> {
    /// Adds the edges of the first set that is not refused, or of all steps, beside some moves of
    /// the claim.
    fn follow(
        &mut self,
        node: &[u8],
        moves: &[&'a omega::Edge],
        on_path: &mut dyn FnMut(&[u8]) -> bool,
        out: &mut Edges,
    ) -> Result<(), Reason> {
        let (suffix, automaton, rule) = (self.plain.suffix, self.plain.automaton, self.rule);
        let plain = &mut self.plain;
        let add = |set: Option<&[u32]>, out: &mut Edges| {
            plain.expansion.follow_set(plain.system, set)?;
            for edge in moves {
                let property = suffix.going(edge.dst);
                for step in 0..plain.expansion.len() {
                    let program = plain.expansion.state(step);
                    out.push(program, property.as_ref(), edge.marks, false, Some(step));
                }
            }
            Ok(!plain.expansion.may_not_return())
        };
        let refused = |target: &[u8]| match rule {
            Rule::V1 | Rule::SequentialProduct => on_path(target),
            Rule::StackProjection => is_beneath(suffix.split(target).0, automaton, suffix, on_path),
        };
        let place = self.chooser.first(out, add, refused)?;
        if place.is_none() && plain.may_stop() {
            plain.stop(suffix.split(node).0, moves.iter().copied(), out);
        }
        self.note(node, moves, place);
        Ok(())
    }

    fn note(&mut self, node: &[u8], moves: &[&omega::Edge], place: Option<usize>) {
        let suffix = self.plain.suffix;
        let program = suffix.split(node).0.len();
        let after: Vec<_> = moves.iter().map(|edge| suffix.going(edge.dst)).collect();
        let after = after.iter().map(AsRef::as_ref);
        let node = node.split_at(program);
        self.chooser.note(&self.plain.expansion, node, after, place);
    }
}

/// Whether a program state is on the path beside any state of the claim.
fn is_beneath(
    program: &[u8],
    automaton: &Automaton,
    suffix: Suffix,
    on_path: &mut dyn FnMut(&[u8]) -> bool,
) -> bool {
    let mut state = program.to_vec();
    automaton.states().any(|claim| {
        state.truncate(program.len());
        state.extend_from_slice(suffix.going(claim).as_ref());
        on_path(&state)
    })
}

impl<S: TransitionSystem> Product for Before<'_, '_, S> {
    fn set_watch(&mut self, watch: Watch) {
        self.plain.set_watch(watch);
    }

    fn all_marks(&self) -> Marks {
        self.plain.all_marks()
    }

    fn initial(&mut self, out: &mut Edges) -> Result<(), Reason> {
        self.plain.initial(out)
    }

    fn edges(&mut self, state: &[u8], out: &mut Edges) -> Result<(), Reason> {
        self.plain.edges(state, out)
    }

    fn enough(
        &mut self,
        node: &[u8],
        on_path: &mut dyn FnMut(&[u8]) -> bool,
        out: &mut Edges,
    ) -> Result<(), Reason> {
        let plain = &mut self.plain;
        let (program, at) = plain.suffix.split(node);
        let letter = plain.letters.read(plain.system, program)?;
        let moves: Vec<_> = plain.automaton.successors(at.state, letter).collect();
        if moves.is_empty() {
            return Ok(());
        }
        if at.stopped || plain.expansion.look(plain.system, program) {
            return plain.edges(node, out);
        }
        match self.rule {
            Rule::V1 => {
                self.chooser.look(plain.system, &mut plain.expansion, node);
                self.follow(node, &moves, on_path, out)
            }
            Rule::StackProjection => {
                let (automaton, suffix) = (plain.automaton, plain.suffix);
                self.chooser.look_projected(
                    plain.system,
                    &mut plain.expansion,
                    (node, program),
                    &mut |program| is_beneath(program, automaton, suffix, on_path),
                );
                self.follow(node, &moves, on_path, out)
            }
            Rule::SequentialProduct => moves.chunks(1).try_for_each(|one| {
                let plain = &mut self.plain;
                let (program, _) = plain.suffix.split(node);
                // What the move before followed is forgotten.
                plain.expansion.look(plain.system, program);
                for edge in one {
                    let to = plain.suffix.going(edge.dst);
                    let expansion = &mut plain.expansion;
                    self.chooser
                        .look_for(plain.system, expansion, node, to.as_ref());
                }
                self.follow(node, one, on_path, out)
            }),
        }
    }
}

impl<'a, S: TransitionSystem> Around for Before<'a, '_, S> {
    type Inner = PlainProduct<'a, S>;

    fn inner(&self) -> &Self::Inner {
        &self.plain
    }

    fn inner_mut(&mut self) -> &mut Self::Inner {
        &mut self.plain
    }
}
