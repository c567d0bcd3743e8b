//! Writing the Hanoi Omega-Automata format.

use super::hoa_lexer::quote;
use super::label::{Symbols, sum_of_products};
use crate::automaton::{Automaton, Marks};
use crate::guard::{Guard, Guards};
use std::fmt::Write;

const SYMBOLS: Symbols<'static> = Symbols {
    and: "&",
    or: " | ",
    not: "!",
    truth: "t",
    falsity: "f",
};

/// `automaton` in HOA, version 1. Marks are written on states if they can be.
pub fn to_hoa(automaton: &Automaton, name: Option<&str>) -> String {
    let mut guards = automaton.guards().clone();
    let labels = Labels::new(automaton, &mut guards);
    let state_based = automaton.is_state_based();
    let mut out = String::from("HOA: v1\n");
    if let Some(name) = name {
        line(&mut out, format_args!("name: {}", quote(name)));
    }
    line(
        &mut out,
        format_args!("tool: \"stubborn\" \"{}\"", env!("CARGO_PKG_VERSION")),
    );
    line(&mut out, format_args!("States: {}", automaton.num_states()));
    for s in automaton.initial() {
        line(&mut out, format_args!("Start: {s}"));
    }
    let props: Vec<String> = automaton.props().iter().map(|p| quote(p)).collect();
    let separator = if props.is_empty() { "" } else { " " };
    line(
        &mut out,
        format_args!("AP: {}{separator}{}", props.len(), props.join(" ")),
    );
    out.push_str(&acceptance(automaton.num_marks()));
    let marks = if state_based {
        "state-acc"
    } else {
        "trans-acc"
    };
    let deterministic = if automaton.is_deterministic() {
        " deterministic"
    } else {
        ""
    };
    line(
        &mut out,
        format_args!("properties: trans-labels explicit-labels {marks}{deterministic}"),
    );
    out.push_str(&labels.aliases);
    out.push_str("--BODY--\n");
    for s in automaton.states() {
        let on_state = if state_based {
            sets(automaton.state_marks(s))
        } else {
            String::new()
        };
        line(&mut out, format_args!("State: {s}{on_state}"));
        for e in automaton.out(s) {
            let on_edge = if state_based {
                String::new()
            } else {
                sets(e.marks)
            };
            let label = labels.label(&mut guards, e.guard);
            line(&mut out, format_args!("[{label}] {}{on_edge}", e.dst));
        }
    }
    out.push_str("--END--\n");
    out
}

fn line(out: &mut String, text: std::fmt::Arguments) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{text}");
}

fn acceptance(num_marks: u32) -> String {
    let name = match num_marks {
        1 => "Buchi".to_string(),
        n => format!("generalized-Buchi {n}"),
    };
    let all: Vec<String> = (0..num_marks).map(|m| format!("Inf({m})")).collect();
    format!(
        "acc-name: {name}\nAcceptance: {num_marks} {}\n",
        all.join("&")
    )
}

/// ` {0 2}`, or nothing.
fn sets(marks: Marks) -> String {
    if marks == 0 {
        return String::new();
    }
    let numbers: Vec<String> = (0..Marks::BITS)
        .filter(|m| marks >> m & 1 == 1)
        .map(|m| m.to_string())
        .collect();
    format!(" {{{}}}", numbers.join(" "))
}

/// Guards with few cubes are written where they stand. The others get aliases, one for each node
/// of their diagrams, so that a parity of 64 propositions takes 128 lines, not 2^63 cubes.
struct Labels {
    aliases: String,
}

impl Labels {
    fn new(automaton: &Automaton, guards: &mut Guards) -> Self {
        let mut roots: Vec<Guard> = automaton.edges().iter().map(|e| e.guard).collect();
        roots.sort_unstable();
        roots.dedup();
        roots.retain(|&g| short(guards, g).is_none());
        let mut aliases = String::new();
        for node in guards.reachable(&roots) {
            let Some((var, low, high)) = guards.decompose(node) else {
                continue;
            };
            let (name, low, high) = (alias(node), alias(low), alias(high));
            line(
                &mut aliases,
                format_args!("Alias: {name} {var}&{high} | !{var}&{low}"),
            );
        }
        Labels { aliases }
    }

    fn label(&self, guards: &mut Guards, guard: Guard) -> String {
        short(guards, guard).unwrap_or_else(|| alias(guard))
    }
}

fn short(guards: &mut Guards, guard: Guard) -> Option<String> {
    sum_of_products(guards, guard, &SYMBOLS, |v| v.to_string())
}

fn alias(guard: Guard) -> String {
    match guard {
        Guard::TRUE => "t".into(),
        Guard::FALSE => "f".into(),
        Guard(id) => format!("@n{id}"),
    }
}
