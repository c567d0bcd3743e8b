//! From a run to a trail that SPIN's simulator replays.

use super::edge;
use evidence::Record;
use program::interpreter::{Interpreter, Move};
use program::{Program, State};
use std::fmt::Write;

/// Writes a trail: the moves of a run, the first of those that are repeated for ever, and the move
/// after all that cannot be executed, in the state in which that is.
///
/// Claims do not move in it. SPIN makes a claim of its own of a formula, whose states are unknown
/// here; a trail that names no claim is replayed without.
pub fn write(
    program: &Program,
    records: &[Record],
    cycle: Option<usize>,
    fault: Option<(&State, &Move)>,
) -> String {
    let mut text = String::new();
    let mut depth = 0;
    let interpreter = Interpreter::new(program);
    let moves = records.iter().map(|record| (&record.before, &record.step));
    for (index, (state, step)) in moves.chain(fault).enumerate() {
        if cycle == Some(index) {
            text.push_str(CYCLE);
        }
        let partner = step.partner.map(|partner| (partner.pid, partner.edge));
        for (pid, index) in [(step.pid, step.edge)].into_iter().chain(partner) {
            depth += 1;
            if let Some(edge) = edge(&interpreter, state, pid, index) {
                let _ = writeln!(text, "{depth}:{pid}:{}", edge.number);
            }
        }
    }
    if cycle == Some(records.len()) {
        text.push_str(CYCLE);
    }
    if text.is_empty() {
        // An empty file is one that was not written; SPIN skips empty lines.
        text.push('\n');
    }
    text
}

const CYCLE: &str = "-1:-1:-1\n";
