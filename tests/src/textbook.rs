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
    /// Nothing can happen, not even a fault.
    halted: Vec<bool>,
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
    let graph = explore(&interpreter, limit)?;
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
            let blocked = |edge: &&Edge| !graph.able[edge.from].contains(&pid);
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

fn explore(interpreter: &Interpreter<'_>, limit: usize) -> Option<Graph> {
    let mut graph = Graph::default();
    let mut numbers: HashMap<State, usize> = HashMap::new();
    let first = interpreter.initial().ok()?;
    numbers.insert(first.clone(), 0);
    graph.states.push(first);
    let mut next = 0;
    while next < graph.states.len() {
        let state = graph.states[next].clone();
        let found = interpreter.moves(&state);
        let faults = found.faults.iter().map(|(step, _)| step);
        graph.halted.push(found.is_empty());
        graph
            .able
            .push(found.moves.iter().chain(faults).flat_map(movers).collect());
        let mut steps = Vec::new();
        // States inside atomic sequences, with all who moved on the way there.
        let mut waiting = vec![(state, BTreeSet::new())];
        let mut seen: BTreeSet<(Vec<u8>, BTreeSet<usize>)> = BTreeSet::new();
        while let Some((state, moved)) = waiting.pop() {
            for step in interpreter.moves(&state).moves {
                let Ok((after, _)) = interpreter.apply(&state, &step) else {
                    continue;
                };
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
    for (from, state) in graph.states.iter().enumerate() {
        for at in 0..count {
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
                let edge = |target: usize, movers: BTreeSet<usize>| Edge {
                    target: target * count + to,
                    marks,
                    movers,
                    from,
                    cut,
                };
                let steps = graph.steps[from].iter();
                list.extend(steps.map(|step| edge(step.target, step.movers.clone())));
                if graph.halted[from] && !matches!(bad, Bad::NonProgress) {
                    list.push(edge(from, BTreeSet::new()));
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
    let mut letter = 0;
    for (bit, proposition) in propositions.iter().enumerate() {
        let value = interpreter.eval(state, 0, proposition).ok()?;
        letter |= u64::from(value != 0) << bit;
    }
    Some(letter)
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
