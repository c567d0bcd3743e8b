//! A counterexample for people: program, automaton, table and lost run, as text and as a drawing.

use crate::graph::{Lasso, lasso};
use crate::hunt::Counterexample;
use crate::product::Product;
use crate::program::{OpSet, Program, members};
use crate::scheme::{Companion, Scheme};
use crate::visits::Projected;
use std::fmt::Write;

const NAMES: [&str; 5] = ["alpha", "beta", "gamma", "delta", "epsilon"];

/// The name of an operation.
pub fn operation(op: usize) -> String {
    NAMES
        .get(op)
        .map_or_else(|| format!("op{op}"), |name| (*name).to_owned())
}

/// The name of a letter, as `omega` writes it for the automaton.
pub fn letter(letter: usize, letters: usize) -> String {
    match (letters <= 2, letter) {
        (true, 0) => "!p".to_owned(),
        (true, _) => "p".to_owned(),
        (false, 0) => "{}".to_owned(),
        (false, 1) => "{p}".to_owned(),
        (false, 2) => "{q}".to_owned(),
        (false, _) => "{p,q}".to_owned(),
    }
}

fn set(operations: OpSet) -> String {
    let names: Vec<String> = members(operations).map(operation).collect();
    format!("{{{}}}", names.join(", "))
}

/// A lost run, step by step: program state, what stands beside it, and the operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostStep {
    pub state: usize,
    pub beside: String,
    pub operation: usize,
}

/// An accepting run of the full product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostRun {
    pub stem: Vec<LostStep>,
    pub cycle: Vec<LostStep>,
}

impl Counterexample {
    /// An accepting run of the full product. `None` if there is none, which would be no
    /// counterexample.
    pub fn lost_run(&self) -> Option<LostRun> {
        let companion = self.scheme.companion(&self.automaton)?;
        let product = Product::new(&self.program, &companion)?;
        let Lasso { stem, cycle } = lasso(&product.full(), product.initial, product.accepting)?;
        let step = |&(from, to): &(usize, usize)| {
            let (state, beside) = product.parts(from);
            let leads = |&op: &usize| product.successors(from, 1 << op) >> to & 1 == 1;
            let operation = members(product.enabled[state]).find(leads).unwrap_or(0);
            LostStep {
                state,
                beside: self.beside(beside),
                operation,
            }
        };
        Some(LostRun {
            stem: stem.iter().map(step).collect(),
            cycle: cycle.iter().map(step).collect(),
        })
    }

    fn beside(&self, l: usize) -> String {
        match self.scheme {
            Scheme::V0 | Scheme::V1 | Scheme::StackProjection | Scheme::Offline => format!("s{l}"),
            Scheme::Sequential => {
                let states = self.automaton.states;
                format!("s{}>s{}", l / states, l % states)
            }
            Scheme::Stutter => format!("s{}", l / 2),
        }
    }

    /// What a set depends on, and the set: the proper ones.
    pub fn table_entries(&self) -> Vec<(usize, String, OpSet)> {
        let Some(Companion { keys, .. }) = self.scheme.companion(&self.automaton) else {
            return Vec::new();
        };
        let entry = |&(key, set): &(usize, OpSet)| {
            let beside = match self.scheme {
                Scheme::Offline => String::new(),
                Scheme::Stutter => format!("s{}", key % keys),
                _ => self.beside(key % keys),
            };
            (key / keys, beside, set)
        };
        self.table.proper.iter().map(entry).collect()
    }

    /// The places that a depth-first search enters, in this order, if the condition is on its path.
    pub fn entered(&self) -> Option<Vec<String>> {
        let order = self.order.as_ref()?;
        let keys = self.scheme.companion(&self.automaton)?.keys;
        let name = |place: &usize| match self.scheme {
            Scheme::Offline => format!("q{}", place / keys),
            _ => format!("(q{}, s{})", place / keys, place % keys),
        };
        Some(order.iter().map(name).collect())
    }

    pub fn text(&self) -> String {
        let mut out = String::new();
        let letters = self.automaton.letters;
        // Writing to a string cannot fail.
        let _ = writeln!(out, "program, from q{}:", self.program.initial);
        for q in 0..self.program.states {
            let name = letter(self.program.labels[q] as usize, letters);
            let _ = writeln!(out, "  q{q} [{name}]  {}", steps(&self.program, q));
        }
        let start: Vec<String> = members(self.automaton.initial)
            .map(|s| format!("s{s}"))
            .collect();
        let _ = writeln!(out, "automaton, from {}:", start.join(", "));
        for s in 0..self.automaton.states {
            let accepting = if self.automaton.accepting >> s & 1 == 1 {
                " accepting"
            } else {
                ""
            };
            let moves = |a: usize| {
                members(self.automaton.next[a][s])
                    .map(move |t| format!("{} -> s{t}", letter(a, letters)))
            };
            let moves: Vec<String> = (0..letters).flat_map(moves).collect();
            let _ = writeln!(out, "  s{s}{accepting}  {}", moves.join(", "));
        }
        out.push_str(&self.sets());
        if let Some(entered) = self.entered() {
            let _ = writeln!(out, "a depth-first search enters, in this order:");
            let _ = writeln!(out, "  {}", entered.join(" "));
        }
        if let Some(run) = self.lost_run() {
            let _ = writeln!(out, "lost run, the part in brackets for ever:");
            let line = |steps: &[LostStep]| {
                let step = |step: &LostStep| {
                    format!(
                        "(q{}, {}) {}",
                        step.state,
                        step.beside,
                        operation(step.operation)
                    )
                };
                steps.iter().map(step).collect::<Vec<_>>().join(" ")
            };
            let stem = line(&run.stem);
            let space = if stem.is_empty() { "" } else { " " };
            let _ = writeln!(out, "  {stem}{space}[ {} ]", line(&run.cycle));
        }
        out
    }

    /// The proper sets, by what they depend on.
    fn sets(&self) -> String {
        if let Some(sets) = self.projected() {
            let line = |entry: &Projected| {
                let path: Vec<String> = members(entry.path).map(|q| format!("q{q}")).collect();
                let (path, operations) = (path.join(", "), set(entry.set));
                format!("  amp({{{path}}}, q{}) = {operations}\n", entry.state)
            };
            let lines: String = sets.iter().map(line).collect();
            return format!(
                "ample sets, by the program states on the path; all others are full:\n{lines}"
            );
        }
        let line = |(q, beside, operations): (usize, String, OpSet)| {
            let space = if beside.is_empty() { "" } else { ", " };
            format!("  amp(q{q}{space}{beside}) = {}\n", set(operations))
        };
        let lines: String = self.table_entries().into_iter().map(line).collect();
        format!("ample sets, all others are full:\n{lines}")
    }

    /// The program and the automaton side by side, with the edges that the table leaves out dashed.
    pub fn dot(&self) -> String {
        let letters = self.automaton.letters;
        let mut out = String::from("digraph counterexample {\n  rankdir=LR\n");
        out.push_str("  subgraph cluster_program {\n    label=program\n");
        for q in 0..self.program.states {
            let name = letter(self.program.labels[q] as usize, letters);
            let _ = writeln!(out, "    q{q} [label=\"q{q}\\n{name}\"]");
        }
        let _ = writeln!(
            out,
            "    start [shape=point]\n    start -> q{}",
            self.program.initial
        );
        for (op, function) in self.program.operations.iter().enumerate() {
            for (from, to) in function.steps() {
                let left_out: Vec<String> = self
                    .table_entries()
                    .into_iter()
                    .filter(|(q, _, set)| *q == from && set >> op & 1 == 0)
                    .map(|(_, beside, _)| beside)
                    .collect();
                let (style, note) = match left_out.is_empty() {
                    true => ("", String::new()),
                    false => (
                        " style=dashed",
                        format!("\\nnot at {}", left_out.join(", ")),
                    ),
                };
                let name = operation(op);
                let _ = writeln!(out, "    q{from} -> q{to} [label=\"{name}{note}\"{style}]");
            }
        }
        out.push_str("  }\n  subgraph cluster_automaton {\n    label=automaton\n");
        for s in 0..self.automaton.states {
            let accepting = self.automaton.accepting >> s & 1 == 1;
            let shape = if accepting { "doublecircle" } else { "circle" };
            let _ = writeln!(out, "    s{s} [shape={shape}]");
        }
        for s in members(self.automaton.initial) {
            let _ = writeln!(out, "    start{s} [shape=point]\n    start{s} -> s{s}");
        }
        for (s, a, t) in self.automaton.transitions() {
            let _ = writeln!(out, "    s{s} -> s{t} [label=\"{}\"]", letter(a, letters));
        }
        out.push_str("  }\n}\n");
        out
    }
}

fn steps(program: &Program, state: usize) -> String {
    let step = |op: usize| {
        let to = program.operations[op].at(state)?;
        Some(format!("{} -> q{to}", operation(op)))
    };
    let steps: Vec<String> = (0..program.operations.len()).filter_map(step).collect();
    steps.join(", ")
}
