//! Emptiness of generalized Büchi automata, with an accepting run as evidence (Couvreur, FM 1999).
//!
//! One depth-first search keeps, for each strongly connected component of what was visited so far,
//! the marks inside it; the language is not empty as soon as one component has every mark. Each
//! state is expanded once, and the search does not recurse, however deep it goes.

use crate::automaton::{Automaton, Marks, State};
use crate::guard::{Guard, Guards};
use crate::limit::TooLarge;
use crate::onthefly::{Move, OnTheFly};
use crate::shortest::shortest;
use crate::word::Lasso;
use hashbrown::HashMap;
use std::collections::VecDeque;

/// One step of a run: it leaves `from`; where it leads, the next step starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<S> {
    pub from: S,
    pub guard: Guard,
    pub marks: Marks,
}

/// An accepting run: `prefix`, then `cycle` for ever. The cycle is not empty and carries every mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run<S> {
    pub prefix: Vec<Step<S>>,
    pub cycle: Vec<Step<S>>,
}

impl<S> Run<S> {
    /// A word on which the automaton can make this run, in its shortest form.
    pub fn word(&self, guards: &Guards) -> Lasso {
        let letters = |steps: &[Step<S>]| {
            let pick = |s: &Step<S>| guards.pick(s.guard).expect("no step has the guard false");
            steps.iter().map(pick).collect()
        };
        let word = Lasso::new(letters(&self.prefix), letters(&self.cycle));
        shortest(&word.expect("a cycle has a step"))
    }
}

/// An accepting run of `automaton`, or `None` if its language is empty.
pub fn accepting_run(automaton: &Automaton) -> Option<Run<State>> {
    // The automaton's own moves leave the manager as it is.
    let mut guards = Guards::new();
    find_run(automaton, &mut guards, automaton.num_states())
        .unwrap_or_else(|_| unreachable!("the automaton has no further states"))
}

/// A word that `automaton` accepts, or `None`.
pub fn accepted_word(automaton: &Automaton) -> Option<Lasso> {
    accepting_run(automaton).map(|run| run.word(automaton.guards()))
}

/// An accepting run of an automaton that is explored on the fly, visiting at most `limit` states.
pub fn find_run<T: OnTheFly>(
    source: T,
    guards: &mut Guards,
    limit: usize,
) -> Result<Option<Run<T::State>>, TooLarge> {
    let all = !0 >> (Marks::BITS - source.num_marks());
    let mut search = Couvreur {
        source,
        guards,
        limit,
        all,
        ids: HashMap::new(),
        nodes: Vec::new(),
        roots: Vec::new(),
        open: Vec::new(),
        visited: 0,
    };
    let initial = search.initial()?;
    for &node in &initial {
        if search.nodes[node].number == UNSEEN && search.visit(node)? {
            return Ok(Some(search.run(&initial)));
        }
    }
    Ok(None)
}

const UNSEEN: usize = usize::MAX;
/// The number of a node whose component is closed and accepts nothing.
const DEAD: usize = usize::MAX - 1;

struct Node<S> {
    state: S,
    /// In order of discovery, or one of the constants above.
    number: usize,
    moves: Vec<Move<usize>>,
}

/// A component on the search path.
struct Root {
    /// The number of its first node; all open nodes from there to the next root belong to it.
    number: usize,
    /// The marks inside.
    marks: Marks,
    /// The marks of the edge by which the search entered it.
    entry: Marks,
}

struct Couvreur<'a, T: OnTheFly> {
    source: T,
    guards: &'a mut Guards,
    limit: usize,
    all: Marks,
    ids: HashMap<T::State, usize>,
    nodes: Vec<Node<T::State>>,
    roots: Vec<Root>,
    /// The nodes of the components on the search path, in order of discovery.
    open: Vec<usize>,
    visited: usize,
}

impl<T: OnTheFly> Couvreur<'_, T> {
    fn initial(&mut self) -> Result<Vec<usize>, TooLarge> {
        let states = self.source.initial();
        states.into_iter().map(|s| self.id(s)).collect()
    }

    fn id(&mut self, state: T::State) -> Result<usize, TooLarge> {
        if let Some(&id) = self.ids.get(&state) {
            return Ok(id);
        }
        let id = self.nodes.len();
        if id == self.limit {
            return Err(TooLarge {
                what: "states",
                limit: self.limit,
            });
        }
        self.ids.insert(state.clone(), id);
        self.nodes.push(Node {
            state,
            number: UNSEEN,
            moves: Vec::new(),
        });
        Ok(id)
    }

    /// Searches from `start`; true if the topmost component has every mark.
    fn visit(&mut self, start: usize) -> Result<bool, TooLarge> {
        let mut frames = vec![(start, 0)];
        self.discover(start, 0)?;
        while let Some((node, next)) = frames.last_mut() {
            let node = *node;
            if let Some(m) = self.nodes[node].moves.get(*next) {
                *next += 1;
                let (marks, dst) = (m.marks, m.dst);
                match self.nodes[dst].number {
                    UNSEEN => {
                        self.discover(dst, marks)?;
                        frames.push((dst, 0));
                    }
                    DEAD => {}
                    number => {
                        if self.merge(number, marks) == self.all {
                            return Ok(true);
                        }
                    }
                }
            } else {
                frames.pop();
                self.leave(node);
            }
        }
        Ok(false)
    }

    fn discover(&mut self, node: usize, entry: Marks) -> Result<(), TooLarge> {
        let number = self.visited;
        self.visited += 1;
        self.nodes[node].number = number;
        self.open.push(node);
        self.roots.push(Root {
            number,
            marks: 0,
            entry,
        });
        let mut moves = Vec::new();
        let state = self.nodes[node].state.clone();
        self.source.moves(self.guards, &state, &mut moves);
        for m in moves {
            let dst = self.id(m.dst)?;
            self.nodes[node].moves.push(Move {
                guard: m.guard,
                marks: m.marks,
                dst,
            });
        }
        Ok(())
    }

    /// An edge with `marks` closes a cycle through the open node `number`: everything on the path
    /// since then is one component. Returns its marks.
    fn merge(&mut self, number: usize, mut marks: Marks) -> Marks {
        while let Some(root) = self.roots.pop() {
            marks |= root.marks;
            if root.number <= number {
                self.roots.push(Root { marks, ..root });
                break;
            }
            marks |= root.entry;
        }
        marks
    }

    /// The search is done with `node`; if it was the first of its component, so is the component.
    fn leave(&mut self, node: usize) {
        let number = self.nodes[node].number;
        if self.roots.last().is_some_and(|r| r.number == number) {
            self.roots.pop();
            while let Some(n) = self.open.pop() {
                self.nodes[n].number = DEAD;
                if n == node {
                    break;
                }
            }
        }
    }

    /// The accepting run into and around the topmost component, which has every mark.
    fn run(&self, initial: &[usize]) -> Run<T::State> {
        let first = self.roots.last().map_or(0, |r| r.number);
        let inside = |n: usize| {
            let number = self.nodes[n].number;
            number >= first && number != DEAD && number != UNSEEN
        };
        let (prefix, home) = self
            .path(initial, |_| true, |_| false, inside)
            .expect("the component was reached from an initial state");
        let mut cycle = Vec::new();
        let (mut at, mut missing) = (home, self.all);
        while missing != 0 {
            let new = |m: &Move<usize>| m.marks & missing != 0;
            let (part, end) = self
                .path(&[at], inside, new, |_| false)
                .expect("the component carries every mark");
            for s in &part {
                missing &= !s.marks;
            }
            cycle.extend(part);
            at = end;
        }
        let (back, _) = self
            .path(&[at], inside, |_| false, |n| n == home)
            .expect("a component is strongly connected");
        cycle.extend(back);
        Run { prefix, cycle }
    }

    /// A shortest path from `starts`, through nodes in `region`, to a node that satisfies `at_node`
    /// or over a move that satisfies `by_move`; and the node where it ends.
    fn path(
        &self,
        starts: &[usize],
        region: impl Fn(usize) -> bool,
        by_move: impl Fn(&Move<usize>) -> bool,
        at_node: impl Fn(usize) -> bool,
    ) -> Option<(Vec<Step<T::State>>, usize)> {
        // For each node seen, the node and the index of the move that led there.
        let mut parent: HashMap<usize, Option<(usize, usize)>> = HashMap::new();
        let mut queue: VecDeque<usize> = VecDeque::new();
        for &s in starts {
            if parent.insert(s, None).is_none() {
                queue.push_back(s);
            }
        }
        while let Some(n) = queue.pop_front() {
            if at_node(n) {
                return Some((self.steps(&parent, n, None), n));
            }
            for (i, m) in self.nodes[n].moves.iter().enumerate() {
                if !region(m.dst) {
                    continue;
                }
                if by_move(m) {
                    return Some((self.steps(&parent, n, Some(i)), m.dst));
                }
                parent.entry(m.dst).or_insert_with(|| {
                    queue.push_back(m.dst);
                    Some((n, i))
                });
            }
        }
        None
    }

    /// The steps that lead to `node`, and then by `last`.
    fn steps(
        &self,
        parent: &HashMap<usize, Option<(usize, usize)>>,
        node: usize,
        last: Option<usize>,
    ) -> Vec<Step<T::State>> {
        let step = |n: usize, i: usize| Step {
            from: self.nodes[n].state.clone(),
            guard: self.nodes[n].moves[i].guard,
            marks: self.nodes[n].moves[i].marks,
        };
        let mut steps: Vec<Step<T::State>> = last.map(|i| step(node, i)).into_iter().collect();
        let mut at = node;
        while let Some(&Some((n, i))) = parent.get(&at) {
            steps.push(step(n, i));
            at = n;
        }
        steps.reverse();
        steps
    }
}
