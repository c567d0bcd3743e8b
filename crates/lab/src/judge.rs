//! Does some program of an enumeration refute a scheme with some automaton?
//!
//! Most programs are dismissed by two facts about all tables at once. The full product must have an
//! accepting run; and the *least* graph, in which every state follows only the operations that all
//! of its proper sets have in common, must have none, since each table leaves at least that. What
//! remains is searched for a table ([`crate::choose`]).

use crate::buchi::MAX_LETTERS;
use crate::choose::{Table, losing_table};
use crate::conditions::{Extent, Options};
use crate::enumerate::{Candidate, Task, Visitor};
use crate::functions::{Functions, Numbers};
use crate::graph::{Nodes, leading_to_acceptance};
use crate::operation::StateSet;
use crate::product::Product;
use crate::program::{Program, members};
use crate::rows::Rows;
use crate::scheme::{Beside, Companion, MAX_WIDTH};
use crate::three;
use std::ops::ControlFlow;

/// A program and a table that lose the runs of an automaton.
#[derive(Clone, Debug)]
pub struct Found {
    /// Which of the automata.
    pub automaton: usize,
    pub program: Program,
    pub table: Table,
}

/// How many programs came how far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Programs without initial state.
    pub programs: u64,
    /// Pairs of a program with initial state and an automaton that were searched for a table.
    pub searched: u64,
}

/// Looks at programs beside a few automata.
pub struct Judge<'a, R> {
    automata: Vec<Side<'a>>,
    pub counts: Counts,
    pub found: Option<Found>,
    rows: R,
}

/// An automaton, and what the task makes of it.
struct Side<'a> {
    companion: &'a Companion,
    /// By the states that a step leaves and enters, and by companion: the targets.
    edges: Vec<[Nodes; MAX_WIDTH]>,
    accepting: Nodes,
    /// By letter: the companions whose key a step from one such letter to another may keep.
    loops: [Beside; MAX_LETTERS],
    /// By program state: the first nodes if it is the initial one.
    initial: [Nodes; Functions::MOST],
    /// By function: initial states for which the least graph of `α` and this function alone has an
    /// accepting run. Only for visible functions that are independent of `α`.
    excused: Vec<StateSet>,
}

impl<'a, R: Rows> Judge<'a, R> {
    pub fn new(companions: impl IntoIterator<Item = &'a Companion>) -> Judge<'a, R> {
        let side = |companion: &'a Companion| Side {
            companion,
            loops: companion.loops(),
            edges: Vec::new(),
            accepting: 0,
            initial: [0; Functions::MOST],
            excused: Vec::new(),
        };
        Judge {
            automata: companions.into_iter().map(side).collect(),
            counts: Counts::default(),
            found: None,
            rows: R::none(),
        }
    }
}

impl Side<'_> {
    /// The edges of the operations of `sets(q)`: of the second set where a step that stays in `q`
    /// may also keep the key, of the first elsewhere.
    #[inline]
    fn fill<R: Rows>(
        &self,
        functions: &Functions,
        task: &Task,
        operations: &[usize; 3],
        sets: impl Fn(usize) -> [u8; 2],
        rows: &mut R,
    ) {
        let width = self.companion.width;
        for q in 0..functions.states {
            let [always, looping] = sets(q);
            let first = q * width;
            (first..first + width).for_each(|node| rows.clear(node));
            let loops = self.loops[task.labels[q] as usize];
            for op in members(always | looping) {
                let Some(r) = functions.all[operations[op]].at(q) else {
                    continue;
                };
                let edges = &self.edges[q * functions.states + r];
                let masks = [always, looping].map(|set| Nodes::from(set >> op & 1).wrapping_neg());
                for (l, edge) in edges.iter().enumerate().take(width) {
                    rows.add(first + l, edge & masks[usize::from(loops >> l & 1)]);
                }
            }
        }
    }

    /// The initial states from which the graph of these rows has an accepting run.
    #[inline]
    fn accepted<R: Rows>(&self, functions: &Functions, rows: &R) -> StateSet {
        let count = functions.states * self.companion.width;
        let good = rows.leading_to_acceptance(count, self.accepting);
        (0..functions.states).fold(0, |set, q| {
            set | StateSet::from(self.initial[q] & good != 0) << q
        })
    }
}

impl<R: Rows> Visitor for Judge<'_, R> {
    fn begin(&mut self, functions: &Functions, task: &Task, partners: &Numbers) {
        let states = functions.states;
        for side in &mut self.automata {
            let width = side.companion.width;
            let label = |q: usize| task.labels[q] as usize;
            side.edges.clear();
            side.accepting = 0;
            for q in 0..states {
                side.initial[q] =
                    Nodes::from(side.companion.initial[label(q)]) << (q * width);
                side.accepting |= Nodes::from(side.companion.accepting) << (q * width);
                for r in 0..states {
                    let step = &side.companion.step[label(q)][label(r)];
                    side.edges
                        .push(step.map(|targets| Nodes::from(targets).wrapping_shl((r * width) as u32)));
                }
            }
            side.excused.clear();
            side.excused.resize(functions.len(), 0);
            let alpha = functions.enabled[task.alpha];
            for partner in partners.iter() {
                let sets = |q: usize| match (alpha >> q & 1 == 1, functions.all[task.alpha].at(q) == Some(q)) {
                    (true, true) => [0b01, 0b11],
                    (true, false) => [0b01; 2],
                    (false, _) => [0b10; 2],
                };
                side.fill(functions, task, &[task.alpha, partner, 0], sets, &mut self.rows);
                side.excused[partner] = side.accepted(functions, &self.rows);
            }
        }
    }

    fn excused(&self, number: usize) -> StateSet {
        let all = StateSet::MAX;
        self.automata
            .iter()
            .fold(all, |set, side| set & side.excused[number])
    }

    fn visit(
        &mut self,
        functions: &Functions,
        task: &Task,
        candidate: &Candidate,
    ) -> ControlFlow<()> {
        self.counts.programs += 1;
        let ample = three::ample(functions, candidate);
        let mut least = [[0b111; 2]; Functions::MOST];
        for (q, least) in least.iter_mut().enumerate().take(functions.states) {
            let stays = |op: usize| functions.all[candidate.operations[op]].at(q) == Some(q);
            let staying = (0..3).fold(0, |set, op| set | u8::from(stays(op)) << op);
            *least = [0, staying].map(|without| three::common(ample[q], without, 0b111));
        }
        let [_, beta, gamma] = candidate.operations;
        let only_alpha =
            candidate.independent[0] && candidate.invisible & 0b110 & !(u8::from(gamma == 0) << 2) == 0;
        for index in 0..self.automata.len() {
            let side = &self.automata[index];
            let mut roots = candidate.roots;
            if only_alpha {
                roots &= !(side.excused[beta] | side.excused[gamma]);
            }
            if roots == 0 {
                continue;
            }
            side.fill(functions, task, &candidate.operations, |q| least[q], &mut self.rows);
            roots &= !side.accepted(functions, &self.rows);
            if roots == 0 {
                continue;
            }
            side.fill(functions, task, &candidate.operations, |_| [0b111; 2], &mut self.rows);
            roots &= side.accepted(functions, &self.rows);
            for initial in members(roots) {
                self.counts.searched += 1;
                let program = program(functions, task, candidate, initial);
                let options = three::minimal(&ample);
                let product = Product::new(&program, side.companion);
                let table = product.and_then(|product| losing_table(&product, &options));
                if let Some(table) = table {
                    self.found = Some(Found {
                        automaton: index,
                        program,
                        table,
                    });
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// A table with which the scheme is wrong about this program, if there is one.
pub fn search(program: &Program, companion: &Companion) -> Option<Table> {
    let product = Product::new(program, companion)?;
    let options = Options::new(program, Extent::Minimal);
    let loses_nothing = |rows: &[Nodes]| {
        leading_to_acceptance(rows, product.accepting) & product.initial != 0
    };
    if options.is_empty() || !loses_nothing(&product.full()) || loses_nothing(&product.least(&options)) {
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
        operations: numbers.iter().map(|&number| functions.all[number]).collect(),
        labels: task.labels,
    }
}
