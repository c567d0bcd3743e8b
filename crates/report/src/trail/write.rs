//! From a run to a trail that SPIN's simulator replays.
//!
//! Claims do not move in it: SPIN makes an automaton of its own of a formula, and which of its
//! states a run passes is not known here. A trail that names no claim is replayed without one. No
//! statements are merged, so there is a line for each.

use crate::Trace;
use crate::trace::{Act, Step};
use std::fmt::Write;

const CYCLE: &str = "-1:-1:-1\n";

/// Writes a trail.
pub fn write(trace: &Trace) -> String {
    let mut text = String::new();
    let mut depth = 0;
    for (index, step) in trace.steps.iter().enumerate() {
        if trace.cycle == Some(index) {
            text.push_str(CYCLE);
        }
        for (act, number) in halves(step) {
            depth += 1;
            let pid = trace
                .processes
                .get(act.process)
                .map_or(0, |process| process.pid);
            let _ = writeln!(text, "{depth}:{pid}:{number}");
        }
    }
    if trace.cycle == Some(trace.steps.len()) {
        text.push_str(CYCLE);
    }
    if text.is_empty() {
        // An empty file is one that was not written; SPIN skips empty lines.
        text.push('\n');
    }
    text
}

/// What each process does in a step, and SPIN's number of its statement.
fn halves(step: &Step) -> impl Iterator<Item = (&Act, u32)> {
    let partner = step.partner.as_ref().zip(step.partner_number);
    [(&step.act, step.number)].into_iter().chain(partner)
}
