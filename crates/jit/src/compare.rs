//! The interpreter as the oracle of native code: both expand the same states, and every answer
//! must be the same.

use crate::{Error, Native};
use program::interpreter::Move;
use program::system::Interpreted;
use program::{Expr, Program, State, Successors, TransitionSystem};
use std::collections::{HashSet, VecDeque};

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    /// States that both expanded.
    pub states: usize,
    /// Moves that both found.
    pub moves: usize,
}

/// A state in which the two disagree, or a program that cannot be compiled.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Difference {
    #[error(transparent)]
    Uncompiled(#[from] Error),
    #[error("{what} in {state:?}: the interpreter says {interpreter}, native code {native}")]
    Answer {
        what: &'static str,
        state: State,
        interpreter: String,
        native: String,
    },
}

/// Compares the two on up to `limit` states, breadth first, and on the values of the propositions
/// there.
pub fn compare(
    program: &Program,
    propositions: &[Expr],
    limit: usize,
) -> Result<Report, Difference> {
    let mut pair = Pair {
        interpreted: Interpreted::new(program, propositions.to_vec()),
        native: Native::new(program, propositions.to_vec())?,
        expected: Successors::default(),
        found: Successors::default(),
        seen: HashSet::new(),
        queue: VecDeque::new(),
        report: Report::default(),
    };
    let none = State::empty(program);
    pair.interpreted.initial(&mut pair.expected);
    pair.native.initial(&mut pair.found);
    pair.agree(&none)?;
    while let Some((bytes, holder)) = pair.queue.pop_front() {
        if pair.report.states >= limit {
            break;
        }
        pair.report.states += 1;
        pair.state(&bytes, holder)?;
    }
    Ok(pair.report)
}

/// A state of the interpreter and who holds control in it.
type Held = (Vec<u8>, Option<u8>);

struct Pair<'p> {
    interpreted: Interpreted<'p>,
    native: Native<'p>,
    expected: Successors,
    found: Successors,
    seen: HashSet<Held>,
    queue: VecDeque<Held>,
    report: Report,
}

impl Pair<'_> {
    fn state(&mut self, bytes: &[u8], holder: Option<u8>) -> Result<(), Difference> {
        let state = State::from_bytes(bytes);
        let packed = self.native.pack(&state);
        same(
            "packing",
            &state,
            bytes,
            self.native.unpack(&packed).bytes(),
        )?;
        self.expected.clear();
        self.found.clear();
        match holder {
            None => {
                self.interpreted.expand(bytes, &mut self.expected);
                self.native.expand(&packed, &mut self.found);
            }
            Some(pid) => {
                let pid = usize::from(pid);
                self.interpreted
                    .expand_holder(bytes, pid, &mut self.expected);
                self.native.expand_holder(&packed, pid, &mut self.found);
            }
        }
        self.agree(&state)?;
        let ends = self.interpreted.is_valid_end(bytes);
        same("end", &state, &ends, &self.native.is_valid_end(&packed))?;
        let labels = self.interpreted.labels(bytes);
        same("labels", &state, &labels, &self.native.labels(&packed))?;
        let letter = self.interpreted.letter(bytes);
        same("letter", &state, &letter, &self.native.letter(&packed))
    }

    /// Compares what both found, and queues what is new.
    fn agree(&mut self, state: &State) -> Result<(), Difference> {
        let moves = |list: &Successors| -> Vec<(Move, Option<u8>, bool)> {
            let each = list.iter();
            each.map(|(next, _)| (Move::from(next.step), next.holder, next.violates))
                .collect()
        };
        same("moves", state, &moves(&self.expected), &moves(&self.found))?;
        let faults = |list: &Successors| -> Vec<Move> {
            list.faults.iter().map(|&step| Move::from(step)).collect()
        };
        same(
            "faults",
            state,
            &faults(&self.expected),
            &faults(&self.found),
        )?;
        for ((next, bytes), (_, packed)) in self.expected.iter().zip(self.found.iter()) {
            let after = State::from_bytes(bytes);
            same(
                "successor",
                state,
                bytes,
                self.native.unpack(packed).bytes(),
            )?;
            same(
                "packed successor",
                state,
                &self.native.pack(&after)[..],
                packed,
            )?;
            self.report.moves += 1;
            let held = (bytes.to_vec(), next.holder);
            if self.seen.insert(held.clone()) {
                self.queue.push_back(held);
            }
        }
        Ok(())
    }
}

fn same<T: PartialEq + std::fmt::Debug + ?Sized>(
    what: &'static str,
    state: &State,
    interpreter: &T,
    native: &T,
) -> Result<(), Difference> {
    if interpreter == native {
        return Ok(());
    }
    Err(Difference::Answer {
        what,
        state: state.clone(),
        interpreter: format!("{interpreter:?}"),
        native: format!("{native:?}"),
    })
}
