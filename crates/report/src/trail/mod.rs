//! Trails, in which SPIN's verifiers keep a run.
//!
//! A line is `depth:process:statement`. Lines with a negative depth are signs:
//! - `-1:-1:-1`: the cycle starts here;
//! - `-2:k:-2`: claim number k is followed. Then it is process 0, it moves before every other
//!   process, and the numbers of the others are one higher;
//! - `-4:-4:-4`: statements were merged. A line stands for the statement and for those that SPIN
//!   merged with it (`pangen5.c` of its sources);
//! - `-5` to `-8`: the verifier gave processes other numbers, by a permutation that only it knows.
//!
//! The statement is [`program::Edge::number`]. A rendezvous is two lines, the sender's and the
//! receiver's; a deterministic step is one; so is the end of a process.

mod merged;
mod script;
mod write;

pub use script::{Lost, script};
pub use write::write;

use program::interpreter::Interpreter;
use program::{Edge, State};
use thiserror::Error;

/// A trail: the moves of the program, those of claims left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    pub steps: Vec<TrailStep>,
    /// Index of the first step of the cycle. If it is their number, nothing but a claim moves in
    /// the cycle.
    pub cycle: Option<usize>,
    /// Statements were merged.
    pub merged: bool,
    /// A claim was followed.
    pub claim: bool,
}

/// A move of one process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrailStep {
    /// The line of the file, from one.
    pub line: usize,
    pub pid: usize,
    /// The statement.
    pub number: u32,
}

/// Why a text is no trail.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoTrail {
    #[error("the trail is empty")]
    Empty,
    #[error(
        "line {0}: the verifier searched in a permuted order, and only it can replay this: pan -r"
    )]
    Permuted(usize),
    #[error("line {0}: {1}")]
    Line(usize, String),
}

/// Characters of a bad line that are shown.
const SHOWN: usize = 30;

/// Reads a trail.
pub fn read(text: &str) -> Result<Trail, NoTrail> {
    if text.is_empty() {
        return Err(NoTrail::Empty);
    }
    let mut trail = Trail::default();
    for (index, content) in text.lines().enumerate() {
        let line = index + 1;
        let bad = |message: String| NoTrail::Line(line, message);
        if content.trim().is_empty() {
            continue;
        }
        let shown: String = content.escape_debug().take(SHOWN).collect();
        let fields = fields(content).ok_or_else(|| {
            bad(format!(
                "`{shown}` is not of the form depth:process:statement"
            ))
        })?;
        let started = !trail.steps.is_empty() || trail.cycle.is_some();
        match fields {
            [-1, ..] if trail.cycle.is_some() => {
                return Err(bad("a second cycle starts here".to_owned()));
            }
            [-1, ..] => trail.cycle = Some(trail.steps.len()),
            [-2, ..] if started => {
                return Err(bad("a claim is named after the first step".to_owned()));
            }
            [-2, ..] => trail.claim = true,
            [-4, ..] => trail.merged = true,
            [-8..=-5, ..] => return Err(NoTrail::Permuted(line)),
            [depth, pid, _] if depth >= 0 && trail.claim && pid == 0 => {}
            [depth, pid, number] if depth >= 0 => {
                let pid = usize::try_from(pid)
                    .ok()
                    .and_then(|pid| pid.checked_sub(usize::from(trail.claim)));
                let step = pid.zip(u32::try_from(number).ok());
                let (pid, number) = step.ok_or_else(|| bad(format!("`{shown}` is no step")))?;
                trail.steps.push(TrailStep { line, pid, number });
            }
            _ => return Err(bad(format!("`{shown}` has no meaning that is known"))),
        }
    }
    Ok(trail)
}

/// An edge at the location of a process.
fn edge<'p>(
    interpreter: &Interpreter<'p>,
    state: &State,
    pid: usize,
    index: usize,
) -> Option<&'p Edge> {
    let process = *interpreter.processes(state).get(pid)?;
    let proctype = interpreter.program().proctype(process.proctype);
    proctype.location(process.location).edges.get(index)
}

/// The three numbers of a line.
fn fields(line: &str) -> Option<[i32; 3]> {
    let mut fields = line.trim().splitn(3, ':').map(|field| field.parse().ok());
    Some([fields.next()??, fields.next()??, fields.next()??])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_left_out_and_numbers_are_shifted() {
        let trail = read("-2:1:-2\n-4:-4:-4\n1:0:7\n2:2:3\n-1:-1:-1\n3:0:7\n4:1:5\n").unwrap();
        assert!(trail.merged && trail.claim);
        assert_eq!(trail.cycle, Some(1));
        let steps: Vec<_> = trail
            .steps
            .iter()
            .map(|s| (s.line, s.pid, s.number))
            .collect();
        assert_eq!(steps, [(4, 1, 3), (7, 0, 5)]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(message(""), "the trail is empty");
        for (text, expected) in [
            ("1:0:1\nx", "line 2: `x` is not"),
            ("1:0", "line 1: `1:0` is not"),
            ("1:0:1:2", "line 1: `1:0:1:2` is not"),
            ("1:0:99999999999", "line 1: `1:0:99999999999` is not"),
            ("1:-3:2", "line 1: `1:-3:2` is no step"),
            ("1:0:-2", "line 1: `1:0:-2` is no step"),
            ("-3:0:0", "line 1: `-3:0:0` has no meaning"),
            ("-1:-1:-1\n-1:-1:-1", "line 2: a second cycle"),
            ("1:0:1\n-2:0:-2", "line 2: a claim"),
            (
                "-4:-4:-4\n-6:1:0",
                "line 2: the verifier searched in a permuted",
            ),
        ] {
            let found = message(text);
            assert!(found.starts_with(expected), "{text:?}: {found}");
        }
    }
}
