//! One depth-first pass that keeps the strongly connected components found so far, and the marks
//! inside each.
//!
//! J.-M. Couvreur, "On-the-fly verification of linear temporal logic", FM 1999, in the form of
//! H. N. Gabow, "Path-based depth-first search for strong and biconnected components", 2000:
//! a stack of the open states, and a stack of the roots that cut it into components. An edge back
//! into the stack merges the components above its target; the search ends as soon as one of them
//! has every mark. A state is visited once, so no property is checked against one path to it only.
//!
//! Everything is on stacks of its own; how deep the search may go is a matter of memory. The tag
//! of a state says whether it is known, open (and where on the stack), or closed.
//!
//! *Cut* edges lead to states that must be searched, but join no components: their targets start
//! new searches afterwards.

use crate::limits::{Meter, Reason, Statistics};
use crate::product::{Edges, Product};
use crate::store::{Codec, Named, Narrow, Ref, Store, Writer};
use omega::Marks;
use std::io;

const KNOWN: u32 = 0;
const CLOSED: u32 = u32::MAX;

pub(super) enum Outcome {
    Empty,
    /// The states of an accepting component: each can be reached from each.
    Accepting(Vec<Ref>),
}

/// A state on the path.
struct Frame {
    name: Ref,
    /// The edges ahead of it start here in the list of all those ahead.
    ahead: usize,
}

/// The first state of a component.
struct Root {
    /// Its place on the stack of open states.
    index: u32,
    /// The marks inside the component.
    marks: Marks,
    /// The marks of the edge that led to it.
    incoming: Marks,
}

pub(super) struct Components<'a, P> {
    product: &'a mut P,
    store: Store<Named>,
    writer: Writer,
    /// The state entered last is open in it.
    codec: Codec,
    edges: Edges,
    /// The keys of their targets.
    keys: Vec<u64>,
    path: Vec<Frame>,
    /// Edges out of states on the path that were not yet followed.
    ahead: Vec<(Ref, Marks)>,
    open: Vec<Ref>,
    roots: Vec<Root>,
    /// States to start from when the path is empty.
    later: Vec<Ref>,
    meter: Meter<'a>,
    /// Some path was too long to be followed.
    truncated: bool,
}

impl<'a, P: Product> Components<'a, P> {
    pub fn new(product: &'a mut P, meter: Meter<'a>) -> io::Result<Self> {
        let store = Store::new(meter.limits().memory)?;
        Ok(Components {
            product,
            writer: store.writer(),
            codec: store.codec(),
            store,
            edges: Edges::default(),
            keys: Vec::new(),
            path: Vec::new(),
            ahead: Vec::new(),
            open: Vec::new(),
            roots: Vec::new(),
            later: Vec::new(),
            meter,
            truncated: false,
        })
    }

    pub fn statistics(&mut self) -> Statistics {
        self.meter.update(&self.store, self.stacks());
        self.meter.statistics
    }

    pub fn into_parts(self) -> (&'a mut P, Store<Named>) {
        (self.product, self.store)
    }

    pub fn run(&mut self) -> Result<Outcome, Reason> {
        self.product.initial(&mut self.edges)?;
        self.insert()?;
        let initial = self.ahead.drain(..).map(|(name, _)| name);
        self.later.extend(initial.rev());
        while let Some(name) = self.later.pop() {
            if self.store.tag(name) != KNOWN {
                continue;
            }
            if let Some(component) = self.search_from(name)? {
                return Ok(Outcome::Accepting(component));
            }
        }
        if self.truncated {
            return Err(Reason::Depth);
        }
        Ok(Outcome::Empty)
    }

    /// Searches what can be reached from a state without cut edges.
    fn search_from(&mut self, start: Ref) -> Result<Option<Vec<Ref>>, Reason> {
        self.enter(start, 0)?;
        while let Some(frame) = self.path.last() {
            if self.ahead.len() == frame.ahead {
                let name = frame.name;
                self.leave(name);
                continue;
            }
            let Some((name, marks)) = self.ahead.pop() else {
                break;
            };
            match self.store.tag(name) {
                KNOWN => {
                    if self.meter.too_deep(self.path.len() as u64) {
                        self.truncated = true;
                    } else {
                        self.enter(name, marks)?;
                        self.meter.check(&self.store, self.stacks())?;
                    }
                }
                CLOSED => {}
                place => {
                    if let Some(component) = self.merge(place - 1, marks) {
                        return Ok(Some(component));
                    }
                }
            }
        }
        Ok(None)
    }

    fn enter(&mut self, name: Ref, incoming: Marks) -> Result<(), Reason> {
        let index = self.open.len() as u32;
        self.store.set_tag(name, index + 1);
        self.open.push(name);
        self.roots.push(Root {
            index,
            marks: 0,
            incoming,
        });
        self.path.push(Frame {
            name,
            ahead: self.ahead.len(),
        });
        self.edges.clear();
        self.store.open(&mut self.codec, name);
        let (store, codec) = (&self.store, &self.codec);
        let path = &self.path;
        let mut on_path = |state: &[u8]| {
            let tag = store.find(codec, state).map(|name| store.tag(name));
            // The states on the path are open, in the order of their places.
            tag.is_some_and(|tag| {
                let place = |frame: &Frame| store.tag(frame.name);
                path.binary_search_by_key(&tag, place).is_ok()
            })
        };
        self.product
            .enough(codec.state(), &mut on_path, &mut self.edges)?;
        self.meter.statistics.transitions += self.edges.len() as u64;
        self.insert()
    }

    /// All edges of a state on the path were followed.
    fn leave(&mut self, name: Ref) {
        self.path.pop();
        let index = self.store.tag(name) - 1;
        if self.roots.last().is_some_and(|root| root.index == index) {
            self.roots.pop();
            for closed in self.open.drain(index as usize..) {
                self.store.set_tag(closed, CLOSED);
            }
        }
    }

    /// An edge leads back to the open state at `place`: what is above its component is part of it.
    fn merge(&mut self, place: u32, mut marks: Marks) -> Option<Vec<Ref>> {
        while let Some(root) = self.roots.pop_if(|root| root.index > place) {
            marks |= root.marks | root.incoming;
        }
        let root = self.roots.last_mut()?;
        root.marks |= marks;
        let accepting = root.marks == self.product.all_marks();
        accepting.then(|| self.open[root.index as usize..].to_vec())
    }

    /// Stores the targets of the edges and puts them ahead, the first on top.
    fn insert(&mut self) -> Result<(), Reason> {
        let count = self.edges.len();
        let memory = self.meter.limits().memory;
        self.store.reserve(count, memory)?;
        while let Err(Narrow) = self.make_keys() {
            self.store.widen(memory)?;
            self.codec = self.store.codec();
        }
        let (edges, ahead, later) = (&self.edges, &mut self.ahead, &mut self.later);
        let first = ahead.len();
        self.store
            .insert_all(&mut self.writer, &self.keys, KNOWN, |index, inserted| {
                let edge = edges.get(index).0;
                if edge.cut {
                    later.push(inserted.name);
                } else {
                    ahead.push((inserted.name, edge.marks));
                }
            })?;
        self.ahead[first..].reverse();
        Ok(())
    }

    /// Makes the keys of the states to be stored.
    fn make_keys(&mut self) -> Result<(), Narrow> {
        self.keys.clear();
        for index in 0..self.edges.len() {
            let state = self.edges.get(index).1;
            self.store.key(&mut self.codec, state, &mut self.keys)?;
        }
        Ok(())
    }

    fn stacks(&self) -> usize {
        self.path.capacity() * size_of::<Frame>()
            + self.ahead.capacity() * size_of::<(Ref, Marks)>()
            + self.roots.capacity() * size_of::<Root>()
            + (self.open.capacity() + self.later.capacity()) * size_of::<Ref>()
    }
}
