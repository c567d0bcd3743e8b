//! Writing SPIN's never claims.

use super::label::{PROMELA, sum_of_products};
use crate::automaton::{Automaton, State};
use std::fmt;
use std::fmt::Write;

/// Why an automaton cannot be written as a never claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeverError {
    /// A claim has one acceptance condition, on states.
    NotStateBased,
    /// A guard would take thousands of lines.
    GuardTooLong,
}

impl fmt::Display for NeverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotStateBased => "a never claim needs a state-based Büchi automaton",
            Self::GuardTooLong => "a guard is too long for a never claim",
        })
    }
}

impl std::error::Error for NeverError {}

/// A state-based Büchi automaton as a never claim. If there are several initial states, a first
/// one is added that has the edges of all of them.
pub fn to_never(automaton: &Automaton, name: Option<&str>) -> Result<String, NeverError> {
    if automaton.num_marks() != 1 || !automaton.is_state_based() {
        return Err(NeverError::NotStateBased);
    }
    let mut guards = automaton.guards().clone();
    let mut out = String::from("never {");
    if let Some(name) = name {
        out.push_str(&format!(" /* {} */", name.replace("*/", "* /")));
    }
    out.push('\n');
    let names = Names { automaton };
    let single = match automaton.initial() {
        [s] => Some(*s),
        _ => None,
    };
    // The claim starts at its top, and `accept_all` must be its end.
    let mut states: Vec<State> = automaton.states().filter(|&s| Some(s) != single).collect();
    states.sort_by_key(|&s| names.is_sink(s));
    let first: (String, Vec<State>) = match single {
        Some(s) => (names.of(s), vec![s]),
        None => ("T0_init".into(), automaton.initial().to_vec()),
    };
    let rest = states.into_iter().map(|s| (names.of(s), vec![s]));
    for (label, members) in std::iter::once(first).chain(rest) {
        let _ = writeln!(out, "{label}:");
        if let [s] = members[..]
            && names.is_sink(s)
        {
            out.push_str("\tskip\n");
            continue;
        }
        let edges: Vec<_> = members.iter().flat_map(|&s| automaton.out(s)).collect();
        if edges.is_empty() {
            out.push_str("\tfalse;\n");
            continue;
        }
        out.push_str("\tdo\n");
        for e in edges {
            let atom = |v: u32| format!("({})", automaton.props()[v as usize]);
            let guard = sum_of_products(&mut guards, e.guard, &PROMELA, atom);
            let guard = guard.ok_or(NeverError::GuardTooLong)?;
            let _ = writeln!(out, "\t:: ({guard}) -> goto {}", names.of(e.dst));
        }
        out.push_str("\tod;\n");
    }
    out.push_str("}\n");
    Ok(out)
}

struct Names<'a> {
    automaton: &'a Automaton,
}

impl Names<'_> {
    /// SPIN's names: `accept` makes a state accepting.
    fn of(&self, s: State) -> String {
        let initial = self.automaton.initial() == [s];
        let accepting = self.automaton.state_marks(s) != 0;
        match (accepting, initial) {
            _ if self.is_sink(s) && !initial => "accept_all".into(),
            (true, true) => "accept_init".into(),
            (false, true) => "T0_init".into(),
            (true, false) => format!("accept_S{s}"),
            (false, false) => format!("T0_S{s}"),
        }
    }

    /// Whether `s` is the one state that accepts every word by staying where it is. To leave the
    /// claim there is SPIN's way of saying so, but a claim has only one end.
    fn is_sink(&self, s: State) -> bool {
        let sink = |s: State| match self.automaton.out(s) {
            [e] => e.dst == s && e.guard.is_true() && e.marks != 0,
            _ => false,
        };
        sink(s) && !(0..s).any(sink)
    }
}
