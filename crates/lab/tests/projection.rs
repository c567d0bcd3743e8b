//! Brunner's search stack projection (master's thesis, TU Munich 2014, section 3.4.1) loses a run: an
//! instance, and every hypothesis tested as the thesis states it, by code of its own.
//!
//! The thesis asks for an independence relation (6.2), a visibility set (6.4), and an ample function of the
//! search stack and the system state with C1, C2 and C3' (7.1); the projected stack is that of the
//! search of the product with the formula automaton (3.4.1, 5.2), whose order is left open (5.1).

use lab::buchi::Buchi;
use lab::choose::Table;
use lab::enumerate::Bounds;
use lab::hunt::{Counterexample, Hunt, Outcome};
use lab::language::is_invariant;
use lab::operation::{Independence, MAX_STATES, Operation};
use lab::program::Program;
use lab::replay::replay;
use lab::scheme::{Proviso, Scheme};
use omega::builtin::builtin;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

type State = usize;
type Op = usize;
type Set = BTreeSet<usize>;
/// A state of the product: of the system, and of the formula automaton.
type Node = (State, usize);

const STATES: usize = 4;
const EPSILON: Op = 0;
const DELTA: Op = 1;
const ALPHA: Op = 2;
const BETA: Op = 3;
const GAMMA: Op = 4;
const OPERATIONS: usize = 5;

/// `ex`, where the operation is enabled.
fn ex(op: Op, q: State) -> Option<State> {
    match (op, q) {
        (EPSILON, 0) => Some(1),
        (DELTA, 0) => Some(2),
        (ALPHA, 3) => Some(3),
        (BETA, 1) => Some(2),
        (BETA, 2) => Some(1),
        (BETA, 3) => Some(3),
        (GAMMA, 1 | 2) => Some(3),
        _ => None,
    }
}

fn en(q: State) -> Set {
    (0..OPERATIONS).filter(|&op| ex(op, q).is_some()).collect()
}

/// The interpretation: p, in the last state alone.
fn holds(q: State) -> bool {
    q == 3
}

/// The formula automaton, B2 of Siegel's paper: where a letter leads from a state. State 3 is accepting.
fn formula(s: usize, p: bool) -> &'static [usize] {
    match (s, p) {
        (0, false) => &[1, 2],
        (1, false) => &[2],
        (1, true) => &[3],
        (2, false) => &[1],
        (3, true) => &[3],
        _ => &[],
    }
}

const ACCEPTING: usize = 3;

/// The ample function: of the projected search stack, whose last state is `q`, and of `q`.
fn ample(stack: &Set, q: State) -> Set {
    match ex(BETA, q) {
        Some(next) if matches!(q, 1 | 2) && !stack.contains(&next) => Set::from([BETA]),
        _ => en(q),
    }
}

/// Properties 3 and 4 of section 6.2, in one direction; 1 is that the operations differ.
fn is_independent_one_way(a: Op, b: Op) -> bool {
    (0..STATES).all(|q| {
        let Some(after) = ex(a, q) else {
            return true;
        };
        let keeps = ex(b, q).is_some() == ex(b, after).is_some();
        let commutes = ex(b, q).is_none_or(|other| ex(b, after) == ex(a, other));
        keeps && commutes
    })
}

fn is_independent(a: Op, b: Op) -> bool {
    a != b && is_independent_one_way(a, b) && is_independent_one_way(b, a)
}

/// Section 6.4: what is not in the visibility set leaves the interpretation alone.
fn is_invisible(op: Op) -> bool {
    (0..STATES).all(|q| ex(op, q).is_none_or(|next| holds(q) == holds(next)))
}

/// C1: the set is an independent occurrence set for every run from `q` (6.5). So from `q` on, as long as
/// none of the set has occurred, whatever occurs is independent of all of it.
fn is_independent_occurrence_set(set: &Set, q: State) -> bool {
    let mut seen = Set::from([q]);
    let mut waiting = vec![q];
    while let Some(state) = waiting.pop() {
        for op in en(state).difference(set) {
            if !set.iter().all(|&inside| is_independent(*op, inside)) {
                return false;
            }
            if let Some(next) = ex(*op, state).filter(|&next| seen.insert(next)) {
                waiting.push(next);
            }
        }
    }
    true
}

/// All sets of system states, as stacks that end in `q`.
fn stacks(q: State) -> impl Iterator<Item = Set> {
    let stack = |bits: usize| (0..STATES).filter(move |state| bits >> state & 1 == 1);
    (0..1 << STATES)
        .map(move |bits| stack(bits).collect::<Set>())
        .filter(move |stack| stack.contains(&q))
}

#[test]
fn the_ample_function_satisfies_the_conditions_of_the_thesis() {
    let mut proper = 0;
    for q in 0..STATES {
        for stack in stacks(q) {
            let set = ample(&stack, q);
            assert!(!set.is_empty() && set.is_subset(&en(q)));
            if set == en(q) {
                continue;
            }
            proper += 1;
            assert!(is_independent_occurrence_set(&set, q), "C1 at {q}");
            let back = |&op: &Op| ex(op, q).is_some_and(|next| stack.contains(&next));
            assert!(!set.iter().any(back), "C2 at {q}");
            assert!(set.iter().all(|&op| is_invisible(op)), "C3' at {q}");
        }
    }
    assert_eq!(proper, 8);
    // What is dependent must be seen to be: otherwise the tests above say nothing.
    assert!(!is_independent(EPSILON, BETA), "it enables it");
    assert!(!is_independent(EPSILON, DELTA), "they disable each other");
    assert!(!is_invisible(GAMMA));
    assert!(!is_independent_occurrence_set(&Set::from([EPSILON]), 0));
}

/// The edges of the generated automaton, and the order in which its states were entered.
struct Generated {
    edges: BTreeMap<Node, Vec<Node>>,
    order: Vec<Node>,
}

/// Generalized depth-first search (5.2). `first` says which of some successors is entered first.
fn generate(ample: impl Fn(&Set, State) -> Set, first: impl Fn(&Node) -> usize) -> Generated {
    let mut generated = Generated {
        edges: BTreeMap::new(),
        order: Vec::new(),
    };
    let mut stack: Vec<Node> = Vec::new();
    let mut next = Some((0, 0));
    loop {
        if let Some(node) = next.take() {
            stack.push(node);
            let projected: Set = stack.iter().map(|&(q, _)| q).collect();
            let (q, s) = node;
            let set = ample(&projected, q);
            let steps = formula(s, holds(q))
                .iter()
                .flat_map(|&to| set.iter().filter_map(move |&op| Some((ex(op, q)?, to))));
            let mut successors: Vec<Node> = steps.collect();
            successors.sort_by_key(&first);
            generated.edges.insert(node, successors);
            generated.order.push(node);
        }
        let Some(top) = stack.last() else {
            return generated;
        };
        let is_new = |node: &&Node| !generated.edges.contains_key(*node);
        next = generated.edges[top].iter().find(is_new).copied();
        if next.is_none() {
            stack.pop();
        }
    }
}

impl Generated {
    fn reached(&self, from: Node) -> BTreeSet<Node> {
        let mut seen = BTreeSet::new();
        let mut waiting = self.edges[&from].clone();
        while let Some(node) = waiting.pop() {
            if seen.insert(node) {
                waiting.extend(&self.edges[&node]);
            }
        }
        seen
    }

    /// `has_lasso`: of what was entered, an accepting state is reached from itself.
    fn has_lasso(&self) -> bool {
        let accepting = self.edges.keys().filter(|node| node.1 == ACCEPTING);
        accepting
            .into_iter()
            .any(|&node| self.reached(node).contains(&node))
    }
}

/// The order of the search.
const ORDER: [Node; 6] = [(0, 0), (1, 2), (2, 1), (3, 2), (2, 2), (1, 1)];

fn rank(node: &Node) -> usize {
    let place = ORDER.iter().position(|other| other == node);
    place.unwrap_or(ORDER.len())
}

#[test]
fn the_projected_stack_loses_a_run() {
    let full = generate(|_, q| en(q), rank);
    assert!(full.has_lasso());
    let reduced = generate(ample, rank);
    assert_eq!(reduced.order, ORDER);
    assert!(!reduced.has_lasso());
}

/// The language of the automaton, `!p` once or more and then `p` for ever, is stutter-invariant.
#[test]
fn the_property_is_stutter_invariant() {
    let b2 = builtin("B2").expect("it is built in");
    let small = Buchi::of_automaton(&b2).expect("it has few letters");
    assert_eq!(automaton(), small.expect("it is small").0);
    assert!(is_invariant(&automaton()));
}

fn automaton() -> Buchi {
    let mut automaton = Buchi::new(4, 2);
    for s in 0..4 {
        for p in [false, true] {
            for &to in formula(s, p) {
                automaton.add(s, usize::from(p), to);
            }
        }
    }
    automaton.accepting = 1 << ACCEPTING;
    automaton
}

/// The same as the lab has it.
fn counterexample() -> Counterexample {
    let mut labels = [0; MAX_STATES];
    (0..STATES).for_each(|q| labels[q] = u8::from(holds(q)));
    let steps = |op: Op| -> Vec<(State, State)> {
        let step = |q: State| Some((q, ex(op, q)?));
        (0..STATES).filter_map(step).collect()
    };
    Counterexample {
        scheme: Scheme::StackProjection,
        independence: Independence::Brunner,
        automaton: automaton(),
        program: Program {
            states: STATES,
            initial: 0,
            operations: (0..OPERATIONS)
                .map(|op| Operation::new(&steps(op)))
                .collect(),
            labels,
        },
        table: Table {
            proper: vec![(4 + 2, 1 << BETA), (2 * 4 + 2, 1 << BETA)],
        },
        order: Some(ORDER.iter().map(|&(q, s)| q * 4 + s).collect()),
    }
}

#[test]
fn the_lab_agrees_and_the_engine_loses_it_too() {
    let found = counterexample();
    assert!(found.is_valid());
    let sets = found.projected().expect("it is this scheme");
    let sets: Vec<_> = sets
        .iter()
        .map(|entry| (entry.path, entry.state, entry.set))
        .collect();
    assert_eq!(sets, [(0b0011, 1, 1 << BETA), (0b0101, 2, 1 << BETA)]);
    let replay = replay(&found)
        .expect("there is memory")
        .expect("the engine has it");
    assert!(replay.confirms(), "{replay:?}");
    assert_eq!(replay.is_lost_on_a_path(), Some(true), "{replay:?}");
}

/// What was shown before: here `α` and `γ` enable `β`, so by the thesis `{β}` is no ample set.
#[test]
fn the_old_instance_does_not_meet_the_definition() {
    let mut old = counterexample();
    old.program.operations = vec![
        Operation::new(&[(0, 1), (3, 3)]),
        Operation::new(&[(1, 2), (2, 1), (3, 3)]),
        Operation::new(&[(0, 2), (1, 3), (2, 3)]),
    ];
    for entry in &mut old.table.proper {
        entry.1 = 0b010;
    }
    old.independence = Independence::Siegel;
    assert!(old.is_valid());
    old.independence = Independence::Brunner;
    assert!(!old.is_valid());
}

/// An order that is no search, a set that leads back to the path, and one that is no function of the path
/// are refused.
#[test]
fn what_is_not_allowed_is_no_counterexample() {
    let found = counterexample();
    let mut swapped = found.clone();
    swapped.order.as_mut().expect("there is one").swap(1, 4);
    assert!(!swapped.is_valid());
    let mut back = found.clone();
    back.table.proper.push((2 * 4 + 1, 1 << BETA));
    assert!(!back.is_valid());
    let mut alone = found.clone();
    alone.order = None;
    assert!(!alone.is_valid());
}

fn hunt(operations: usize, independence: Independence) -> Hunt {
    Hunt {
        scheme: Scheme::StackProjection,
        proviso: Proviso::Stack,
        independence,
        automata: vec![automaton()],
        bounds: Bounds {
            states: STATES,
            operations,
            letters: 2,
        },
    }
}

/// What a hunt finds is an instance by the definition that it was told, and the engine loses it.
fn assert_found(outcome: Outcome) {
    let Outcome::Counterexample(found) = outcome else {
        panic!("{outcome:?}");
    };
    assert!(found.is_valid(), "{found:?}");
    let replay = replay(&found)
        .expect("there is memory")
        .expect("the engine has it");
    assert!(replay.confirms(), "{found:?} {replay:?}");
    assert_eq!(
        replay.is_lost_on_a_path(),
        Some(true),
        "{found:?} {replay:?}"
    );
}

#[test]
fn a_hunt_finds_instances_by_either_definition() {
    for independence in [Independence::Siegel, Independence::Brunner] {
        let mut hunt = hunt(3, independence);
        let mut go_on = |_: &_| ControlFlow::Continue(());
        assert_found(hunt.run(2, 0, &mut go_on).expect("it is small").0);
        hunt.bounds.states = 3;
        let outcome = hunt.run(2, 0, &mut go_on).expect("it is small").0;
        assert!(matches!(outcome, Outcome::None), "{outcome:?}");
    }
}

/// With more operations than can be enumerated; that three states are too few is proved.
#[cfg(feature = "sat")]
#[test]
fn a_hunt_by_the_solver_takes_five_operations() {
    for operations in [4, 5] {
        let mut hunt = hunt(operations, Independence::Brunner);
        let mut go_on = |_: &_| ControlFlow::Continue(());
        assert_found(hunt.solve(2, &mut go_on).expect("it is small").0);
        hunt.bounds.states = 3;
        let outcome = hunt.solve(2, &mut go_on).expect("it is small").0;
        assert!(matches!(outcome, Outcome::None), "{outcome:?}");
    }
}
