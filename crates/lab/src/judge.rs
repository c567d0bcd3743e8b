//! Does some program of an enumeration refute a scheme with some automaton?
//!
//! Most programs are dismissed by two facts about all tables at once. The full product must have an
//! accepting run; and the *least* graph, in which every state follows only the operations that all
//! of its proper sets have in common, must have none, since each table leaves at least that. What
//! remains is searched for a table ([`crate::choose`]).

use crate::choose::{Table, losing_table};
use crate::conditions::{Extent, Options};
use crate::enumerate::{Candidate, Task, Visitor};
use crate::functions::{Functions, Numbers};
use crate::graph::{Nodes, leading_to_acceptance};
use crate::operation::{Independence, Operation, StateSet};
use crate::path::{Lost, Refuses, losing_search};
use crate::product::Product;
use crate::program::{Program, members};
use crate::rows::{Kept, Rows};
use crate::scheme::Companion;
use crate::three::{self, Ample};
use std::ops::{AddAssign, ControlFlow};

/// A program and a table that lose the runs of an automaton.
#[derive(Clone, Debug)]
pub struct Found {
    /// Which of the automata.
    pub automaton: usize,
    pub program: Program,
    pub table: Table,
    /// What a depth-first search enters that uses it, if the condition is on its path.
    pub order: Option<Vec<usize>>,
}

/// How many programs came how far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Programs without initial state.
    pub programs: u64,
    /// Pairs of a program with initial state and an automaton that were searched for a table.
    pub searched: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.programs += other.programs;
        self.searched += other.searched;
    }
}

/// Looks at programs beside a few automata.
pub struct Judge<'a, R> {
    automata: Vec<Side<'a, R>>,
    independence: Independence,
    refuses: Option<Refuses>,
    pub counts: Counts,
    pub found: Option<Found>,
}

/// An automaton, and what the task makes of it.
struct Side<'a, R> {
    companion: &'a Companion,
    /// By function: its edges in the product.
    edges: Vec<R>,
    /// By set of program states: all edges of their nodes.
    of_states: Vec<R>,
    /// All edges of the nodes whose key may stay when the program state does. A set with an
    /// operation that stays would make such a key a cycle by itself.
    loops: R,
    accepting: Nodes,
    /// By program state: the first nodes if it is the initial one.
    initial: [Nodes; Functions::MOST],
    /// By function: initial states for which the least graph of `α` and this function alone has an
    /// accepting run. Only for visible functions that are independent of `α`.
    excused: Vec<StateSet>,
}

/// By operation: the states in which it is kept, for keys that move and for those that may stay.
type Least = [[StateSet; 2]; 3];

impl<'a, R: Rows> Judge<'a, R> {
    /// `refuses`: the condition on the path, if that is what counts and not cycles.
    pub fn new(
        companions: impl IntoIterator<Item = &'a Companion>,
        independence: Independence,
        refuses: Option<Refuses>,
    ) -> Judge<'a, R> {
        let side = |companion| Side {
            companion,
            edges: Vec::new(),
            of_states: Vec::new(),
            loops: R::none(),
            accepting: 0,
            initial: [0; Functions::MOST],
            excused: Vec::new(),
        };
        Judge {
            automata: companions.into_iter().map(side).collect(),
            independence,
            refuses,
            counts: Counts::default(),
            found: None,
        }
    }
}

impl<R: Rows> Side<'_, R> {
    /// The tables for a labelling.
    fn label(&mut self, functions: &Functions, labels: &[u8]) {
        let width = self.companion.width;
        let label = |q: usize| labels[q] as usize;
        let loops = self.companion.loops();
        self.accepting = 0;
        self.loops = R::none();
        for q in 0..functions.states {
            self.initial[q] = Nodes::from(self.companion.initial[label(q)]) << (q * width);
            self.accepting |= Nodes::from(self.companion.accepting) << (q * width);
            for l in (0..width).filter(|l| loops[label(q)] >> l & 1 == 1) {
                self.loops.add(q * width + l, Nodes::MAX);
            }
        }
        let edges = |function: &Operation| {
            let mut edges = R::none();
            for (q, r) in function.steps() {
                let step = &self.companion.step[label(q)][label(r)];
                for (l, &targets) in step.iter().enumerate().take(width) {
                    edges.add(q * width + l, Nodes::from(targets) << (r * width));
                }
            }
            edges
        };
        self.edges = functions.all.iter().map(edges).collect();
        let of_states = |set: u8| {
            let mut all = R::none();
            let nodes = members(set).flat_map(|q| q * width..(q + 1) * width);
            nodes.for_each(|node| all.add(node, Nodes::MAX));
            all
        };
        self.of_states = (0..1 << functions.states).map(of_states).collect();
    }

    /// What is left of a program by every table.
    #[inline]
    fn least(&self, operations: &[usize], least: &Least) -> R {
        let mut rows = R::none();
        for (&number, [always, looping]) in operations.iter().zip(least) {
            let kept = Kept {
                always: &self.of_states[*always as usize],
                looping: &self.of_states[*looping as usize],
                loops: &self.loops,
            };
            rows.merge_kept(&self.edges[number], &kept);
        }
        rows
    }

    /// The initial states from which a graph has an accepting run.
    #[inline]
    fn accepted(&self, functions: &Functions, rows: &R) -> StateSet {
        let count = functions.states * self.companion.width;
        let good = rows.leading_to_acceptance(count, self.accepting);
        (0..functions.states).fold(0, |set, q| {
            set | StateSet::from(self.initial[q] & good != 0) << q
        })
    }
}

/// The states that an operation leaves as they are.
fn stays(operation: &Operation) -> StateSet {
    let loops = operation.steps().filter(|(from, to)| from == to);
    loops.fold(0, |set, (state, _)| set | 1 << state)
}

/// What every table keeps.
#[inline]
fn least(functions: &Functions, candidate: &Candidate, ample: &Ample) -> Least {
    let staying = candidate
        .operations
        .map(|number| stays(&functions.all[number]));
    let mut least = [[0; 2]; 3];
    for (q, &sets) in ample.iter().enumerate().take(functions.states) {
        let here = (0..3).fold(0, |set, op| set | (staying[op] >> q & 1) << op);
        for (column, without) in [0, here].into_iter().enumerate() {
            let kept = three::common(sets, without, 0b111);
            for (op, row) in least.iter_mut().enumerate() {
                row[column] |= (kept >> op & 1) << q;
            }
        }
    }
    least
}

impl<R: Rows> Visitor for Judge<'_, R> {
    fn begin(&mut self, functions: &Functions, task: &Task, partners: &Numbers) {
        let alpha = functions.enabled[task.alpha];
        let staying = stays(&functions.all[task.alpha]);
        let all = ((1u32 << functions.states) - 1) as StateSet;
        // Beside α, the other operation is kept where α is not enabled, or may not be alone.
        let least = [[all; 2], [all & !alpha, all & !alpha | staying], [0; 2]];
        for side in &mut self.automata {
            side.label(functions, &task.labels);
            side.excused = vec![0; functions.len()];
            for partner in partners.iter() {
                let rows = side.least(&[task.alpha, partner], &least);
                side.excused[partner] = side.accepted(functions, &rows);
            }
        }
    }

    fn excused(&self, number: usize) -> StateSet {
        let each = self.automata.iter().map(|side| side.excused[number]);
        each.fold(StateSet::MAX, |all, set| all & set)
    }

    #[inline]
    fn visit(
        &mut self,
        functions: &Functions,
        task: &Task,
        candidate: &Candidate,
    ) -> ControlFlow<()> {
        self.counts.programs += 1;
        let ample = three::ample(functions, candidate);
        let least = least(functions, candidate, &ample);
        let operations = &candidate.operations;
        let [alpha, beta, gamma] = *operations;
        let others = if gamma == 0 { 0b010 } else { 0b110 };
        let only_alpha = candidate.independent[0] && candidate.invisible & others == 0;
        for index in 0..self.automata.len() {
            let side = &self.automata[index];
            let mut roots = candidate.roots;
            if only_alpha {
                roots &= !(side.excused[beta] | side.excused[gamma]);
            }
            if roots == 0 {
                continue;
            }
            roots &= !side.accepted(functions, &side.least(operations, &least));
            if roots == 0 {
                continue;
            }
            let mut full = side.edges[alpha].clone();
            full.merge(&side.edges[beta]);
            full.merge(&side.edges[gamma]);
            roots &= side.accepted(functions, &full);
            for initial in members(roots) {
                self.counts.searched += 1;
                let program = program(functions, task, candidate, initial);
                let product = Product::new(&program, side.companion);
                let lost = product.and_then(|product| {
                    let table = losing_table(&product, &three::minimal(&ample))?;
                    let Some(refuses) = self.refuses else {
                        return Some((table, None));
                    };
                    // The condition on the path implies that on cycles, so there is a table to begin with.
                    let options = Options::new(&program, self.independence, Extent::All);
                    let Lost { table, order } = losing_search(&product, &options, refuses)?;
                    Some((table, Some(order)))
                });
                if let Some((table, order)) = lost {
                    self.found = Some(Found {
                        automaton: index,
                        program,
                        table,
                        order,
                    });
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// A table with which the scheme is wrong about this program, if there is one, by Siegel's independence.
pub fn search(program: &Program, companion: &Companion) -> Option<Table> {
    let product = Product::new(program, companion)?;
    let options = Options::new(program, Independence::Siegel, Extent::Minimal);
    let loses_nothing =
        |rows: &[Nodes]| leading_to_acceptance(rows, product.accepting) & product.initial != 0;
    if options.is_empty()
        || !loses_nothing(&product.full())
        || loses_nothing(&product.least(&options))
    {
        return None;
    }
    losing_table(&product, &options)
}

fn program(functions: &Functions, task: &Task, candidate: &Candidate, initial: usize) -> Program {
    let [alpha, beta, gamma] = candidate.operations;
    let mut numbers = vec![alpha, beta];
    numbers.extend((gamma != 0).then_some(gamma));
    Program {
        states: functions.states,
        initial,
        operations: numbers
            .iter()
            .map(|&number| functions.all[number])
            .collect(),
        labels: task.labels,
    }
}
