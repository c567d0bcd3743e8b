//! The whole graph of a small system: states in which nobody holds control, and operations.

use super::operation::Operation;
use hashbrown::HashMap;
use program::interpreter::Move;
use program::{Labels, Process, Step, Successors, TransitionSystem};
use std::collections::VecDeque;
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// Number of a state.
pub type StateId = usize;
/// Number of an operation.
pub type OperationId = usize;

/// Moves of one state, those inside atomic sequences counted by path, at most.
const MOST_MOVES: usize = 1 << 12;

/// Why there is no graph to test anything on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// More states than this.
    States(usize),
    /// Too many paths through the atomic sequences of one state.
    Paths(usize),
    /// There is no first state.
    NoState,
}

/// One operation of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub operation: OperationId,
    /// Its first move.
    pub first: Step,
    /// Where it leads, unless it ends in a fault.
    pub target: Option<StateId>,
    /// It breaks an assertion.
    pub violates: bool,
}

/// What a property may look at in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Look {
    /// `None` if a proposition has no value.
    pub letter: Option<u64>,
    pub labels: Labels,
}

/// All states of a system and all their operations.
#[derive(Default)]
pub struct FullGraph {
    states: HashMap<Vec<u8>, StateId>,
    looks: Vec<Look>,
    /// By state: how many processes there are.
    processes: Vec<usize>,
    operations: Vec<Operation>,
    /// By state, in the order of their operations.
    edges: Vec<Vec<Edge>>,
    /// By state: how it was first reached.
    parents: Vec<Option<(StateId, OperationId)>>,
}

/// Part of an operation, as far as it is executed.
struct Unfolding {
    operation: Operation,
    first: Option<Step>,
    state: Vec<u8>,
    holder: Option<usize>,
    violates: bool,
}

/// One operation of a state, before it has a number.
pub(super) struct Found {
    operation: Operation,
    pub first: Step,
    pub target: Option<Vec<u8>>,
    violates: bool,
}

impl FullGraph {
    /// Explores a system that has at most `limit` states.
    pub fn new<S: TransitionSystem>(system: &mut S, limit: usize) -> Result<Self, Unfinished> {
        let mut graph = FullGraph::default();
        let mut waiting = VecDeque::new();
        let mut numbers: HashMap<Operation, OperationId> = HashMap::new();
        let mut initial = Successors::default();
        system.initial(&mut initial);
        let (_, first) = initial.iter().next().ok_or(Unfinished::NoState)?;
        waiting.push_back(first.to_vec());
        graph.add(system, first.to_vec(), None);
        while let Some(state) = waiting.pop_front() {
            let from = graph.edges.len();
            let mut edges = Vec::new();
            let (processes, found) = operations(system, state)?;
            graph.processes.push(processes);
            for found in found {
                let next = numbers.len();
                let number = *numbers.entry(found.operation).or_insert_with_key(|new| {
                    graph.operations.push(new.clone());
                    next
                });
                let target = found.target.map(|target| {
                    graph.find(&target).unwrap_or_else(|| {
                        waiting.push_back(target.clone());
                        graph.add(system, target, Some((from, number)))
                    })
                });
                if graph.looks.len() > limit {
                    return Err(Unfinished::States(limit));
                }
                edges.push(Edge {
                    operation: number,
                    first: found.first,
                    target,
                    violates: found.violates,
                });
            }
            edges.sort_by_key(|edge| edge.operation);
            // A fault may be reported once for each of several reasons.
            edges.dedup_by_key(|edge| edge.operation);
            graph.edges.push(edges);
        }
        Ok(graph)
    }

    /// The graph of classes of states with these operations.
    pub(super) fn of_classes(
        operations: Vec<Operation>,
        classes: impl Iterator<Item = (Look, Vec<Edge>)>,
    ) -> FullGraph {
        let (looks, edges) = classes.unzip();
        FullGraph {
            looks,
            operations,
            edges,
            ..FullGraph::default()
        }
    }

    fn add<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        state: Vec<u8>,
        parent: Option<(StateId, OperationId)>,
    ) -> StateId {
        let number = self.looks.len();
        self.looks.push(Look {
            letter: system.letter(&state).ok(),
            labels: system.labels(&state),
        });
        self.states.insert(state, number);
        self.parents.push(parent);
        number
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.looks.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.looks.is_empty()
    }

    /// The states in which nothing can happen, not even a fault.
    pub(super) fn deadlocks(&self) -> impl Iterator<Item = StateId> {
        (0..self.len()).filter(|&state| self.edges[state].is_empty())
    }

    pub(super) fn processes(&self, state: StateId) -> usize {
        self.processes[state]
    }

    pub(super) fn find(&self, state: &[u8]) -> Option<StateId> {
        self.states.get(state).copied()
    }

    pub(super) fn edges(&self, state: StateId) -> &[Edge] {
        &self.edges[state]
    }

    pub(super) fn edge(&self, state: StateId, operation: OperationId) -> Option<Edge> {
        let edges = &self.edges[state];
        let found = edges.binary_search_by_key(&operation, |edge| edge.operation);
        found.ok().map(|index| edges[index])
    }

    pub(super) fn look(&self, state: StateId) -> Look {
        self.looks[state]
    }

    pub(super) fn operation(&self, operation: OperationId) -> &Operation {
        &self.operations[operation]
    }

    /// The operations of a state that begin with some moves, in order; or a move that it has not.
    pub(super) fn inside(&self, state: StateId, steps: &[Step]) -> Result<Vec<OperationId>, Step> {
        let edges = self.edges(state);
        for &step in steps {
            if !edges.iter().any(|edge| edge.first == step) {
                return Err(step);
            }
        }
        let inside = edges.iter().filter(|edge| steps.contains(&edge.first));
        Ok(inside.map(|edge| edge.operation).collect())
    }

    /// A shortest way to a state.
    pub(super) fn path(&self, mut state: StateId) -> Vec<OperationId> {
        let mut path = Vec::new();
        while let Some((parent, operation)) = self.parents[state] {
            path.push(operation);
            state = parent;
        }
        path.reverse();
        path
    }
}

/// How many processes a state has, and its operations.
pub(super) fn operations<S: TransitionSystem>(
    system: &mut S,
    state: Vec<u8>,
) -> Result<(usize, Vec<Found>), Unfinished> {
    let mut processes = None;
    let mut found = Vec::new();
    let mut moves = Successors::default();
    let mut places: Vec<Process> = Vec::new();
    let mut count = 0;
    let mut waiting = vec![Unfolding {
        operation: Operation::default(),
        first: None,
        state,
        holder: None,
        violates: false,
    }];
    while let Some(at) = waiting.pop() {
        moves.clear();
        places.clear();
        system.expand(&at.state, &mut moves);
        system.processes(&mut places);
        processes.get_or_insert(places.len());
        if let Some(pid) = at.holder {
            moves.clear();
            system.expand_holder(&at.state, pid, &mut moves);
        }
        let next = |step: Step, fault: bool| {
            let operation = at.operation.with(&places, Move::from(step), fault);
            (operation, at.first.unwrap_or(step))
        };
        for &step in &moves.faults {
            let (operation, first) = next(step, true);
            found.extend(operation.map(|operation| Found {
                operation,
                first,
                target: None,
                violates: at.violates,
            }));
        }
        for (successor, state) in moves.iter() {
            let (Some(operation), first) = next(successor.step, false) else {
                continue;
            };
            let violates = at.violates || successor.violates;
            match successor.holder {
                Some(pid) => waiting.push(Unfolding {
                    operation,
                    first: Some(first),
                    state: state.to_vec(),
                    holder: Some(usize::from(pid)),
                    violates,
                }),
                None => found.push(Found {
                    operation,
                    first,
                    target: Some(state.to_vec()),
                    violates,
                }),
            }
        }
        count += moves.len() + moves.faults.len();
        if count > MOST_MOVES {
            return Err(Unfinished::Paths(MOST_MOVES));
        }
    }
    Ok((processes.unwrap_or(0), found))
}

impl Display for Unfinished {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Unfinished::States(limit) => write!(out, "there are more than {limit} states"),
            Unfinished::Paths(limit) => {
                write!(
                    out,
                    "atomic sequences of one state have more than {limit} moves"
                )
            }
            Unfinished::NoState => out.write_str("there is no first state"),
        }
    }
}

impl Error for Unfinished {}
