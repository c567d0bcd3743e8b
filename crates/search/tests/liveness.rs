//! Accepting runs against textbook definitions, on random programs and automata.

mod common {
    pub mod explicit;
}

use common::explicit::{Explicit, Graph, programs};
use omega::membership::accepts;
use omega::stutter::{closure::closure, equivalent_word};
use omega::{Automaton, Builder, Guard};
use program::Labels;
use program::interpreter::Move;
use proptest::collection::vec;
use proptest::prelude::*;
use search::driver::{self, Claim, Method, Order, Property, Theorem, Verdict};
use search::licence::{Closure, Licence, StutterInvariant};
use search::limits::{Limits, Reason};
use search::liveness::{End, Lasso, find_accepting_run};
use search::product::{Fairness, LabelProduct, Letters, PlainProduct, Product, StutterProduct};
use std::ops::ControlFlow;

/// Automata with up to four states, up to two marks, and two propositions.
fn automata() -> impl Strategy<Value = Automaton> {
    (1..=4_u32, 1..=2_u32).prop_flat_map(|(states, marks)| {
        let edge = (0..states, 1..16_u8, 0..1_u64 << marks, 0..states);
        vec(edge, 0..9).prop_map(move |edges| {
            let mut b = Builder::new(vec!["p".into(), "q".into()], marks);
            b.add_states(states as usize);
            b.add_initial(0);
            for (src, letters, marks, dst) in edges {
                let guard = guard_of(&mut b, letters);
                b.add_edge(src, guard, marks, dst);
            }
            b.finish()
        })
    })
}

/// The guard of a set of letters, one bit each.
fn guard_of(b: &mut Builder, letters: u8) -> Guard {
    let guards = b.guards();
    let (p, q) = (guards.var(0), guards.var(1));
    let mut guard = Guard::FALSE;
    for letter in (0..4).filter(|letter| letters >> letter & 1 == 1) {
        let p = if letter & 1 == 1 { p } else { guards.not(p) };
        let q = if letter & 2 == 2 { q } else { guards.not(q) };
        let both = guards.and(p, q);
        guard = guards.or(guard, both);
    }
    guard
}

fn run<P: Product>(product: &mut P) -> Option<Lasso> {
    let mut observe = |_: &_| ControlFlow::Continue(());
    let found = find_accepting_run(product, &Limits::default(), &mut observe).unwrap();
    match found.end {
        End::Empty => None,
        End::Accepting(lasso) => Some(lasso),
        End::Incomplete(reason) => panic!("{reason}"),
    }
}

/// The plain product, written down.
fn plain_graph(program: &Explicit, automaton: &Automaton) -> Graph {
    let n = automaton.num_states();
    let node = |q: usize, s: u32| q * n + s as usize;
    let mut graph = Graph {
        initial: automaton.initial().iter().map(|&s| node(0, s)).collect(),
        states: n * program.len(),
        ..Graph::default()
    };
    for q in 0..program.len() {
        for s in automaton.states() {
            for edge in automaton.successors(s, program.letters[q]) {
                for next in program.steps(q) {
                    let to = node(next, edge.dst);
                    graph.edges.push((node(q, s), edge.marks, to));
                }
            }
        }
    }
    graph
}

/// Is some execution stutter-equivalent to a word of the language? The program and the automaton
/// each move when they like, as long as both move for ever and the automaton reads at least one
/// letter of each block.
fn stutter_graph(program: &Explicit, automaton: &Automaton) -> (Graph, u64) {
    let n = automaton.num_states();
    let node = |q: usize, s: u32, read: bool| (q * n + s as usize) * 2 + usize::from(read);
    let program_moves = 1 << automaton.num_marks();
    let mut graph = Graph {
        initial: automaton
            .initial()
            .iter()
            .map(|&s| node(0, s, false))
            .collect(),
        states: 2 * n * program.len(),
        ..Graph::default()
    };
    for q in 0..program.len() {
        for s in automaton.states() {
            for read in [false, true] {
                let from = node(q, s, read);
                for edge in automaton.successors(s, program.letters[q]) {
                    graph
                        .edges
                        .push((from, edge.marks, node(q, edge.dst, true)));
                }
                for next in program.steps(q) {
                    if program.letters[next] == program.letters[q] {
                        graph.edges.push((from, program_moves, node(next, s, read)));
                    } else if read {
                        graph
                            .edges
                            .push((from, program_moves, node(next, s, false)));
                    }
                }
            }
        }
    }
    (graph, automaton.all_marks() | program_moves)
}

/// Follows a lasso in the program: it must be one, and its word must be what it reads.
fn follow(program: &Explicit, lasso: &Lasso) -> omega::Lasso {
    let mut state = 0;
    let mut letters = Vec::new();
    let mut entry = None;
    for (index, leg) in lasso.stem.iter().chain(&lasso.cycle).enumerate() {
        if index == lasso.stem.len() {
            entry = Some(state);
        }
        letters.push(program.letters[state]);
        match leg.moves[..] {
            [] => assert!(program.successors[state].is_empty()),
            [step] => state = program.successors[state][Move::from(step).edge],
            _ => panic!("two moves in one step"),
        }
    }
    assert_eq!(Some(state), entry, "the cycle is closed");
    if !lasso.cycle.is_empty() && lasso.start.is_some() {
        let start = lasso.stem.last().map_or(lasso.start, |leg| leg.automaton);
        let end = lasso.cycle.last().and_then(|leg| leg.automaton);
        assert_eq!(start, end, "the cycle is closed in the automaton");
    }
    let cycle = letters.split_off(lasso.stem.len());
    omega::Lasso::new(letters, cycle).expect("the cycle is not empty")
}

fn check_claim(program: &mut Explicit, automaton: &Automaton, method: Method) -> driver::Check {
    let claim = Claim {
        automaton,
        propositions: &[],
        letters: Letters::identity(2),
        method,
    };
    let mut observe = |_: &_| ControlFlow::Continue(());
    let properties = [Property::Never(claim)];
    let limits = Limits::default();
    let order = Order::default();
    let fairness = Fairness::None;
    let checks = driver::check(
        program,
        &properties,
        order,
        None,
        fairness,
        &limits,
        &mut observe,
    )
    .unwrap();
    checks.into_iter().next().expect("one result")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn the_plain_product(mut program in programs(5), automaton in automata()) {
        let expected = plain_graph(&program, &automaton).has_accepting_cycle(automaton.all_marks());
        let copy = program.clone();
        let mut product = PlainProduct::new(&mut program, &automaton, Letters::identity(2));
        let found = run(&mut product);
        prop_assert_eq!(found.is_some(), expected);
        if let Some(lasso) = found {
            let word = follow(&copy, &lasso);
            prop_assert_eq!(lasso.word.as_ref(), Some(&word));
            prop_assert!(accepts(&automaton, &word));
        }
    }

    /// Theorem A.
    #[test]
    fn the_stutter_product(mut program in programs(5), automaton in automata()) {
        let (graph, all) = stutter_graph(&program, &automaton);
        let expected = graph.has_accepting_cycle(all);
        let copy = program.clone();
        let licence = Licence::Closure(Closure::new(&automaton));
        let mut product = StutterProduct::new(&mut program, licence, Letters::identity(2));
        let found = run(&mut product);
        prop_assert_eq!(found.is_some(), expected);
        if let Some(lasso) = found {
            let word = follow(&copy, &lasso);
            prop_assert_eq!(lasso.word.as_ref(), Some(&word));
            prop_assert!(equivalent_word(&automaton, &word).is_some());
        }
    }

    /// The smaller product for languages known to be stutter-invariant: closures are.
    #[test]
    fn invariant_languages(mut program in programs(5), automaton in automata()) {
        let Ok(automaton) = closure(&automaton, 1_000) else {
            return Err(TestCaseError::reject("too large to close"));
        };
        let Ok(evidence) = StutterInvariant::decide(&automaton, 5_000) else {
            return Err(TestCaseError::reject("too large to decide"));
        };
        let evidence = evidence.expect("a closure is stutter-invariant");
        let expected = plain_graph(&program, &automaton).has_accepting_cycle(automaton.all_marks());
        let copy = program.clone();
        let check = check_claim(&mut program, &automaton, Method::Invariant(evidence));
        prop_assert_eq!(check.theorem, Theorem::StutterInvariant);
        prop_assert_eq!(check.verdict == Verdict::Violated, expected);
        if let Some(driver::Counterexample::Lasso(lasso)) = check.counterexample {
            prop_assert!(accepts(&automaton, &follow(&copy, &lasso)));
        }
    }

    /// Whatever the claim, the verdict is that of the plain product.
    #[test]
    fn any_claim(mut program in programs(5), automaton in automata()) {
        let expected = plain_graph(&program, &automaton).has_accepting_cycle(automaton.all_marks());
        let check = check_claim(&mut program, &automaton, Method::Closure);
        prop_assert_eq!(check.verdict == Verdict::Violated, expected);
        let plain = check_claim(&mut program, &automaton, Method::Plain);
        prop_assert_eq!(plain.verdict, check.verdict);
        if let Some(driver::Counterexample::Lasso(lasso)) = check.counterexample {
            prop_assert!(accepts(&automaton, &follow(&program, &lasso)));
        }
    }

    #[test]
    fn labels(mut program in programs(8)) {
        let accept = Graph {
            initial: vec![0],
            states: program.len(),
            edges: (0..program.len())
                .flat_map(|q| {
                    let mark = u64::from(program.labels[q].accept);
                    program.steps(q).into_iter().map(move |next| (q, mark, next))
                })
                .collect(),
        };
        let copy = program.clone();
        let found = run(&mut LabelProduct::accept(&mut program));
        prop_assert_eq!(found.is_some(), accept.has_accepting_cycle(1));
        if let Some(lasso) = found {
            follow(&copy, &lasso);
        }

        // A cycle without progress, wherever it is reached from.
        let mut without = Graph { states: program.len(), ..Graph::default() };
        let mut reached = vec![0];
        let mut next = 0;
        while let Some(&q) = reached.get(next) {
            next += 1;
            for &to in &program.successors[q] {
                if !reached.contains(&to) {
                    reached.push(to);
                }
                if !program.labels[q].progress && !program.labels[to].progress {
                    without.edges.push((q, 1, to));
                }
            }
        }
        without.initial = reached;
        let found = run(&mut LabelProduct::progress(&mut program));
        prop_assert_eq!(found.is_some(), without.has_accepting_cycle(1));
        if let Some(lasso) = found {
            follow(&copy, &lasso);
        }
    }
}

/// A path of many states, with a cycle at its end.
fn long(states: usize) -> Explicit {
    let mut successors: Vec<Vec<usize>> = (1..states).map(|next| vec![next]).collect();
    successors.push(vec![0]);
    let mut labels = vec![Labels::default(); states];
    labels[states / 2].accept = true;
    Explicit {
        successors,
        letters: vec![0; states],
        labels,
    }
}

#[test]
fn deep_searches_need_no_stack_of_the_machine() {
    let lasso = run(&mut LabelProduct::accept(&mut long(400_000)));
    assert_eq!(lasso.expect("accepting").cycle.len(), 400_000);
}

#[test]
fn limits_end_searches_in_good_order() {
    let end = |limits: Limits| {
        let mut observe = |_: &_| ControlFlow::Continue(());
        let mut program = long(100_000);
        let mut product = LabelProduct::accept(&mut program);
        let found = find_accepting_run(&mut product, &limits, &mut observe).unwrap();
        found.end
    };
    let none = Limits::default();
    let states = Some(1000);
    assert_eq!(
        end(Limits { states, ..none }),
        End::Incomplete(Reason::States)
    );
    let depth = Some(1000);
    assert_eq!(
        end(Limits { depth, ..none }),
        End::Incomplete(Reason::Depth)
    );
    let memory = Some(300_000);
    assert_eq!(
        end(Limits { memory, ..none }),
        End::Incomplete(Reason::Memory)
    );
}
