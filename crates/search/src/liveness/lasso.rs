//! From an accepting component to a short lasso.
//!
//! The path of the depth-first search is long, so it is not used. The stem is a shortest path to the
//! component among the states stored; the cycle goes, from where the stem enters, to the nearest
//! edge with a mark that is still missing, until none is, and back.

use super::{Lasso, Leg};
use crate::limits::Reason;
use crate::product::{Edges, Product};
use crate::store::{Codec, Named, Ref, Store};
use hashbrown::{HashMap, HashSet};
use omega::Marks;
use std::collections::VecDeque;

/// An edge between stored states.
#[derive(Clone, Copy)]
struct Hop {
    from: Ref,
    to: Ref,
    marks: Marks,
}

/// A short run into the component and round it through all marks.
pub(super) fn extract<P: Product>(
    product: &mut P,
    store: &Store<Named>,
    component: &[Ref],
) -> Result<Lasso, Reason> {
    let members: HashSet<Ref> = component.iter().copied().collect();
    let mut walker = Walker {
        product,
        store,
        codec: store.codec(),
        edges: Edges::default(),
    };
    let stem = walker.stem(&members)?;
    let entry = *stem.last().unwrap_or(&component[0]);
    let cycle = walker.cycle(entry, &members)?;
    walker.lasso(&stem, &cycle)
}

struct Walker<'a, P> {
    product: &'a mut P,
    store: &'a Store<Named>,
    codec: Codec,
    edges: Edges,
}

impl<P: Product> Walker<'_, P> {
    /// The states of a shortest path from an initial state into the component. Tags are no longer
    /// needed otherwise: here they are parents, and that of an initial state is itself.
    fn stem(&mut self, members: &HashSet<Ref>) -> Result<Vec<Ref>, Reason> {
        let mut next = self.store.first();
        while let Some(name) = next {
            self.store.set_tag(name, 0);
            next = self.store.after(name);
        }
        let mut queue = VecDeque::new();
        self.edges.clear();
        self.product.initial(&mut self.edges)?;
        for index in 0..self.edges.len() {
            if let Some(name) = self.store.find(&self.codec, self.edges.get(index).1) {
                self.store.set_tag(name, name.word());
                queue.push_back(name);
            }
        }
        while let Some(name) = queue.pop_front() {
            if members.contains(&name) {
                return Ok(self.path_to(name));
            }
            self.expand(name)?;
            for index in 0..self.edges.len() {
                let target = self.store.find(&self.codec, self.edges.get(index).1);
                if let Some(target) = target.filter(|&target| self.store.tag(target) == 0) {
                    self.store.set_tag(target, name.word());
                    queue.push_back(target);
                }
            }
        }
        Ok(Vec::new())
    }

    fn path_to(&self, end: Ref) -> Vec<Ref> {
        let mut path = vec![end];
        let mut child = end;
        while let Some(parent) = Ref::from_word(self.store.tag(child)) {
            if parent == child {
                break;
            }
            path.push(parent);
            child = parent;
        }
        path.reverse();
        path
    }

    /// A closed walk from `entry` through every mark, inside the component.
    fn cycle(&mut self, entry: Ref, members: &HashSet<Ref>) -> Result<Vec<Hop>, Reason> {
        let mut cycle: Vec<Hop> = Vec::new();
        let mut missing = self.product.all_marks();
        while missing != 0 {
            let from = cycle.last().map_or(entry, |hop| hop.to);
            let wanted = |hop: &Hop| hop.marks & missing != 0;
            let path = self.nearest(from, members, wanted)?;
            missing &= !path.iter().fold(0, |marks, hop| marks | hop.marks);
            if path.is_empty() {
                break;
            }
            cycle.extend(path);
        }
        let from = cycle.last().map_or(entry, |hop| hop.to);
        if from != entry {
            cycle.extend(self.nearest(from, members, |hop| hop.to == entry)?);
        }
        Ok(cycle)
    }

    /// A shortest path inside the component whose last edge is wanted; empty if there is none.
    fn nearest(
        &mut self,
        from: Ref,
        members: &HashSet<Ref>,
        wanted: impl Fn(&Hop) -> bool,
    ) -> Result<Vec<Hop>, Reason> {
        let mut reached: HashMap<Ref, Hop> = HashMap::new();
        let mut queue = VecDeque::from([from]);
        while let Some(name) = queue.pop_front() {
            self.expand(name)?;
            for index in 0..self.edges.len() {
                let (edge, bytes) = self.edges.get(index);
                let target = self
                    .store
                    .find(&self.codec, bytes)
                    .filter(|to| members.contains(to));
                let Some(to) = target.filter(|_| !edge.cut) else {
                    continue;
                };
                let hop = Hop {
                    from: name,
                    to,
                    marks: edge.marks,
                };
                if wanted(&hop) {
                    return Ok(trace_back(&reached, from, hop));
                }
                if to != from && !reached.contains_key(&to) {
                    reached.insert(to, hop);
                    queue.push_back(to);
                }
            }
        }
        Ok(Vec::new())
    }

    fn expand(&mut self, name: Ref) -> Result<(), Reason> {
        self.edges.clear();
        let state = self.store.open(&mut self.codec, name);
        self.product.edges(state, &mut self.edges)
    }

    fn lasso(&mut self, stem: &[Ref], cycle: &[Hop]) -> Result<Lasso, Reason> {
        let start = stem.first().or(cycle.first().map(|hop| &hop.from));
        let start = start.and_then(|&name| {
            let state = self.store.open(&mut self.codec, name);
            self.product.automaton_state(state)
        });
        let mut letter = |name: Ref| {
            let state = self.store.open(&mut self.codec, name);
            self.product.letter(state)
        };
        let last = stem.len().saturating_sub(1);
        let prefix: Option<Vec<_>> = stem[..last].iter().map(|&name| letter(name)).collect();
        let round: Option<Vec<_>> = cycle.iter().map(|hop| letter(hop.from)).collect();
        let word = prefix.zip(round);
        let word = word.and_then(|(prefix, round)| omega::Lasso::new(prefix, round));
        let mut legs = |hops: &mut dyn Iterator<Item = (Ref, Ref, Option<Marks>)>| {
            hops.map(|(from, to, marks)| self.leg(from, to, marks))
                .collect::<Result<Vec<Leg>, Reason>>()
        };
        let stem = legs(&mut stem.windows(2).map(|pair| (pair[0], pair[1], None)))?;
        let round = legs(&mut cycle.iter().map(|hop| (hop.from, hop.to, Some(hop.marks))))?;
        let last = cycle
            .last()
            .filter(|_| round.iter().all(|leg| leg.moves.is_empty()));
        let ending = match last {
            Some(hop) => {
                let state = self.store.open(&mut self.codec, hop.from);
                self.product.ending(state)?
            }
            None => None,
        };
        Ok(Lasso {
            start,
            stem,
            cycle: round,
            ending,
            word,
        })
    }

    /// The moves of the edge between two states, that with these marks if it matters.
    fn leg(&mut self, from: Ref, to: Ref, marks: Option<Marks>) -> Result<Leg, Reason> {
        self.expand(from)?;
        let target = self.store.open(&mut self.codec, to);
        let fits = |&index: &usize| {
            let (edge, bytes) = self.edges.get(index);
            bytes == target && marks.is_none_or(|marks| edge.marks == marks)
        };
        let edge = (0..self.edges.len()).find(fits);
        let step = edge.and_then(|index| self.edges.get(index).0.step);
        Ok(Leg {
            moves: step
                .map(|step| self.product.moves(step))
                .unwrap_or_default(),
            automaton: self.product.automaton_state(target),
        })
    }
}

fn trace_back(reached: &HashMap<Ref, Hop>, from: Ref, last: Hop) -> Vec<Hop> {
    let mut path = vec![last];
    let mut at = last.from;
    while at != from {
        let hop = reached[&at];
        path.push(hop);
        at = hop.from;
    }
    path.reverse();
    path
}
