//! Infinite runs by the book: the whole product written down, its strongly connected components,
//! and in each a look for what makes a run bad and, if it has to be, fair.
//!
//! It knows the interpreter and automata, and nothing of searches, products or marks for processes.

use omega::Automaton;
use program::interpreter::{Interpreter, Move};
use program::{Expr, Program, State};
use search::product::Fairness;
use std::collections::{BTreeSet, HashMap};

/// What is said to be bad.
#[derive(Clone, Copy)]
pub enum Bad<'a> {
    /// A word of the automaton over these expressions.
    Word(&'a Automaton, &'a [Expr]),
    /// An accept label infinitely often.
    Accept,
    /// Progress labels only finitely often, in a run that does not end.
    NonProgress,
}

/// One step of the program, atomic sequences included.
struct Step {
    target: usize,
    movers: BTreeSet<usize>,
}

/// The program: its states, each with its steps and those who can move.
#[derive(Default)]
struct Graph {
    states: Vec<State>,
    steps: Vec<Vec<Step>>,
    able: Vec<BTreeSet<usize>>,
    /// Nothing can happen, or a run can end in a fault before another state is seen.
    ends: Vec<bool>,
    /// A run that counts can stay inside an atomic sequence for ever.
    diverges: Vec<bool>,
}

/// The states inside the atomic sequences that begin in a state.
#[derive(Default)]
struct Inside {
    numbers: HashMap<State, usize>,
    /// By state: where its moves lead and who makes them, as long as they stay inside.
    moves: Vec<Vec<(usize, BTreeSet<usize>)>>,
    /// By state: those who take part in some move.
    able: Vec<BTreeSet<usize>>,
}

/// An edge of the product: where it leads, the marks of the automaton, who moves, and the state of
/// the program that it leaves.
struct Edge {
    target: usize,
    marks: u64,
    movers: BTreeSet<usize>,
    from: usize,
    /// No bad cycle goes this way.
    cut: bool,
    /// The program takes no more steps: nobody is treated unfairly, or it is known already.
    stopped: bool,
}

/// Whether some infinite run is bad; `None` if there are more than `limit` states of the program, or
/// a proposition has no value.
pub fn is_violated(
    program: &Program,
    bad: Bad<'_>,
    fairness: Fairness,
    limit: usize,
) -> Option<bool> {
    let interpreter = Interpreter::new(program);
    let graph = explore(&interpreter, fairness, limit)?;
    let (initial, mut edges, all) = product(&interpreter, &graph, bad)?;
    let reached = closure(&edges, initial, |edge| edge.target);
    edges
        .iter_mut()
        .for_each(|list| list.retain(|edge| !edge.cut));
    let processes = graph.states.iter().map(State::process_count).max()?;
    let mut backward: Vec<Vec<usize>> = vec![Vec::new(); edges.len()];
    for (from, list) in edges.iter().enumerate() {
        list.iter()
            .for_each(|edge| backward[edge.target].push(from));
    }
    let mut done = BTreeSet::new();
    for &node in &reached {
        if done.contains(&node) {
            continue;
        }
        let ahead = closure(&edges, [node], |edge| edge.target);
        let behind = closure(&backward, [node], |&from| from);
        let component: BTreeSet<usize> = ahead.intersection(&behind).copied().collect();
        let inside: Vec<&Edge> = component
            .iter()
            .flat_map(|&from| &edges[from])
            .filter(|edge| component.contains(&edge.target))
            .collect();
        let marks = inside.iter().fold(0, |marks, edge| marks | edge.marks);
        let is_fair_to = |pid: usize| {
            let moves = |edge: &&Edge| edge.movers.contains(&pid);
            let blocked = |edge: &&Edge| edge.stopped || !graph.able[edge.from].contains(&pid);
            inside.iter().any(moves) || inside.iter().any(blocked)
        };
        let is_fair = fairness == Fairness::None || (0..processes).all(is_fair_to);
        if !inside.is_empty() && marks == all && is_fair {
            return Some(true);
        }
        done.extend(component);
    }
    Some(false)
}

/// All that can be reached, the start included.
fn closure<E>(
    edges: &[Vec<E>],
    start: impl IntoIterator<Item = usize>,
    target: impl Fn(&E) -> usize,
) -> BTreeSet<usize> {
    let mut waiting: Vec<usize> = start.into_iter().collect();
    let mut seen: BTreeSet<usize> = waiting.iter().copied().collect();
    while let Some(node) = waiting.pop() {
        let next = edges[node].iter().map(&target);
        waiting.extend(next.filter(|&next| seen.insert(next)));
    }
    seen
}

fn movers(step: &Move) -> impl Iterator<Item = usize> {
    [step.pid]
        .into_iter()
        .chain(step.partner.map(|partner| partner.pid))
}

/// Those who can move in a state, be it into a fault.
fn able(interpreter: &Interpreter<'_>, state: &State) -> BTreeSet<usize> {
    let found = interpreter.moves(state);
    let faults = found.faults.iter().map(|(step, _)| step);
    found.moves.iter().chain(faults).flat_map(movers).collect()
}

impl Inside {
    fn number(&mut self, interpreter: &Interpreter<'_>, state: &State) -> usize {
        if let Some(&known) = self.numbers.get(state) {
            return known;
        }
        self.numbers.insert(state.clone(), self.moves.len());
        self.moves.push(Vec::new());
        self.able.push(able(interpreter, state));
        self.moves.len() - 1
    }

    /// Whether some set of states that can all be reached from each other is fair to everybody.
    fn diverges(&self, fairness: Fairness) -> bool {
        let nodes = 0..self.moves.len();
        let reach: Vec<BTreeSet<usize>> = nodes
            .clone()
            .map(|node| closure(&self.moves, [node], |edge| edge.0))
            .collect();
        nodes.clone().any(|node| {
            let together = |other: &usize| reach[*other].contains(&node);
            let component: BTreeSet<usize> = reach[node].iter().copied().filter(together).collect();
            let inside = |from: &usize| {
                let moves = self.moves[*from].iter();
                let moves = moves.filter(|edge| component.contains(&edge.0));
                moves.cloned().collect::<Vec<_>>()
            };
            let moves: Vec<_> = component.iter().flat_map(inside).collect();
            let is_fair_to = |pid: usize| {
                moves.iter().any(|(_, movers)| movers.contains(&pid))
                    || component.iter().any(|&at| !self.able[at].contains(&pid))
            };
            let fair = fairness == Fairness::None || (0..=255).all(is_fair_to);
            !moves.is_empty() && fair
        })
    }
}

fn explore(interpreter: &Interpreter<'_>, fairness: Fairness, limit: usize) -> Option<Graph> {
    let mut graph = Graph::default();
    let mut numbers: HashMap<State, usize> = HashMap::new();
    let first = interpreter.initial().ok()?;
    numbers.insert(first.clone(), 0);
    graph.states.push(first);
    let mut next = 0;
    while next < graph.states.len() {
        let state = graph.states[next].clone();
        let mut ends = interpreter.moves(&state).is_empty();
        graph.able.push(able(interpreter, &state));
        let mut steps = Vec::new();
        let mut inside = Inside::default();
        // States inside atomic sequences, with all who moved on the way there.
        let mut waiting = vec![(state, BTreeSet::new())];
        let mut seen: BTreeSet<(Vec<u8>, BTreeSet<usize>)> = BTreeSet::new();
        while let Some((state, moved)) = waiting.pop() {
            let found = interpreter.moves(&state);
            ends |= !found.faults.is_empty();
            for step in found.moves {
                let Ok((after, _)) = interpreter.apply(&state, &step) else {
                    ends = true;
                    continue;
                };
                if state.holder().is_some() && after.holder().is_some() {
                    let from = inside.number(interpreter, &state);
                    let to = inside.number(interpreter, &after);
                    inside.moves[from].push((to, movers(&step).collect()));
                }
                let mut moved = moved.clone();
                moved.extend(movers(&step));
                if !seen.insert((after.bytes().to_vec(), moved.clone())) {
                    continue;
                }
                if seen.len() > limit {
                    return None;
                }
                if after.holder().is_some() {
                    waiting.push((after, moved));
                    continue;
                }
                let target = *numbers.entry(after).or_insert_with_key(|new| {
                    graph.states.push(new.clone());
                    graph.states.len() - 1
                });
                let movers = moved;
                steps.push(Step { target, movers });
            }
        }
        graph.steps.push(steps);
        graph.ends.push(ends);
        graph.diverges.push(inside.diverges(fairness));
        if graph.states.len() > limit {
            return None;
        }
        next += 1;
    }
    Some(graph)
}

type Product = (Vec<usize>, Vec<Vec<Edge>>, u64);

/// The product: its first states, its edges, and all marks.
fn product(interpreter: &Interpreter<'_>, graph: &Graph, bad: Bad<'_>) -> Option<Product> {
    let count = match bad {
        Bad::Word(automaton, _) => automaton.num_states(),
        Bad::Accept | Bad::NonProgress => 1,
    };
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    // Each state has a copy in which the program has stopped; `number` tells them apart.
    let number =
        |from: usize, stopped: bool, at: usize| (2 * from + usize::from(stopped)) * count + at;
    for (from, state) in graph.states.iter().enumerate() {
        let ends = graph.ends[from] && !matches!(bad, Bad::NonProgress);
        for (stopped, at) in [false, true]
            .into_iter()
            .flat_map(|s| (0..count).map(move |at| (s, at)))
        {
            let moves: Vec<(u64, usize)> = match bad {
                Bad::Word(automaton, propositions) => {
                    let letter = letter(interpreter, state, propositions)?;
                    let moves = automaton.successors(at as u32, letter);
                    moves.map(|edge| (edge.marks, edge.dst as usize)).collect()
                }
                Bad::Accept => vec![(u64::from(labels(interpreter, state).0), 0)],
                Bad::NonProgress => vec![(1, 0)],
            };
            let cut = matches!(bad, Bad::NonProgress) && labels(interpreter, state).1;
            let mut list = Vec::new();
            for (marks, to) in moves {
                let edge = |target: usize, stops: bool, movers: BTreeSet<usize>| Edge {
                    target: number(target, stops, to),
                    marks,
                    movers,
                    from,
                    cut,
                    stopped,
                };
                if stopped || ends || graph.diverges[from] {
                    list.push(edge(from, true, BTreeSet::new()));
                }
                if !stopped {
                    let steps = graph.steps[from].iter();
                    list.extend(steps.map(|step| edge(step.target, false, step.movers.clone())));
                }
            }
            edges.push(list);
        }
    }
    let (initial, all) = match bad {
        Bad::Word(automaton, _) => {
            let initial = automaton.initial().iter().map(|&state| state as usize);
            (initial.collect(), automaton.all_marks())
        }
        Bad::Accept | Bad::NonProgress => (vec![0], 1),
    };
    Some((initial, edges, all))
}

fn letter(interpreter: &Interpreter<'_>, state: &State, propositions: &[Expr]) -> Option<u64> {
    interpreter.letter(state, propositions).ok()
}

/// Whether some process is at an accept label, and at a progress label.
fn labels(interpreter: &Interpreter<'_>, state: &State) -> (bool, bool) {
    let processes = interpreter.processes(state);
    let places = processes.iter().map(|process| {
        let proctype = interpreter.program().proctype(process.proctype);
        proctype.location(process.location)
    });
    places.fold((false, false), |(accept, progress), place| {
        (accept || place.accept, progress || place.progress)
    })
}
