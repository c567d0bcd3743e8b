//! Drawing automata with Graphviz.

use super::label::{Symbols, sum_of_products};
use crate::automaton::{Automaton, Marks};
use std::fmt::Write;

const SYMBOLS: Symbols<'static> = Symbols {
    and: " & ",
    or: " | ",
    not: "!",
    truth: "true",
    falsity: "false",
};

/// A digraph. Accepting states are drawn twice if there is one mark and it is on states; other
/// marks are circled numbers on the edges.
pub fn to_dot(automaton: &Automaton, name: Option<&str>) -> String {
    let mut guards = automaton.guards().clone();
    let state_based = automaton.num_marks() == 1 && automaton.is_state_based();
    let mut out = String::from("digraph automaton {\n  rankdir=LR\n  node [shape=circle]\n");
    if let Some(name) = name {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  label=\"{}\"", escape(name));
    }
    for s in automaton.states() {
        let accepting = state_based && automaton.state_marks(s) != 0;
        let shape = if accepting {
            " [shape=doublecircle]"
        } else {
            ""
        };
        let _ = writeln!(out, "  {s}{shape}");
    }
    for s in automaton.initial() {
        let _ = writeln!(out, "  start{s} [shape=point]\n  start{s} -> {s}");
    }
    for e in automaton.edges() {
        let atom = |v: u32| automaton.props()[v as usize].clone();
        let label = sum_of_products(&mut guards, e.guard, &SYMBOLS, atom);
        let label = label.unwrap_or_else(|| "(a long condition)".into());
        let marks = if state_based {
            String::new()
        } else {
            circled(e.marks)
        };
        let _ = writeln!(
            out,
            "  {} -> {} [label=\"{}{marks}\"]",
            e.src,
            e.dst,
            escape(&label)
        );
    }
    out.push_str("}\n");
    out
}

fn circled(marks: Marks) -> String {
    (0..Marks::BITS)
        .filter(|m| marks >> m & 1 == 1)
        .map(|m| match char::from_u32('⓿' as u32).filter(|_| m == 0) {
            Some(zero) => format!(" {zero}"),
            None => match char::from_u32('❶' as u32 + m - 1).filter(|_| m <= 10) {
                Some(digit) => format!(" {digit}"),
                None => format!(" ({m})"),
            },
        })
        .collect()
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
