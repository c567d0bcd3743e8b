//! A transition system as searches see it: encoded states in, encoded successors out.
//!
//! Searches, reductions and experiments are written against [`TransitionSystem`] and know nothing
//! of programs. The interpreter is one implementation, native code another; given the same
//! program they must agree on every successor of every state.

use crate::coverage::Coverage;
use crate::fault::Fault;
use crate::interpreter::{self, Interpreter, Move, Partner};
use crate::questions::{Answers, Questions};
use crate::state::State;
use crate::{Expr, LocationId, ProcId, Program};
use std::ops::Range;

/// A source of states and their successors.
///
/// The encoding of a state is the implementation's own; equal states have equal bytes. A state in
/// which a process *holds control* (it is inside an atomic sequence and can go on) is not one that
/// other processes can see: searches pass through it with [`TransitionSystem::expand_holder`] and
/// need not store it.
pub trait TransitionSystem {
    /// Adds the first state, or the fault that there is none.
    fn initial(&mut self, out: &mut Successors);

    /// Adds every move of a state in which nobody holds control.
    fn expand(&mut self, state: &[u8], out: &mut Successors);

    /// Adds every move of a state in which process `pid` holds control. There is at least one.
    fn expand_holder(&mut self, state: &[u8], pid: usize, out: &mut Successors);

    /// Whether a run may stop in this state.
    fn is_valid_end(&mut self, state: &[u8]) -> bool;

    /// The values of the propositions in a state, one bit each, or the fault of one of them.
    fn letter(&mut self, state: &[u8]) -> Result<u64, Fault>;

    /// Whether some process is at an accept label, and whether some is at a progress label.
    fn labels(&mut self, state: &[u8]) -> Labels;

    /// Adds where each process is in the state that was expanded last, in order of their numbers.
    fn processes(&mut self, out: &mut Vec<Process>);

    /// The answers to the [`Questions`] about the place of process `pid` in the state that was
    /// expanded last.
    fn ask(&mut self, pid: usize, out: &mut Answers);

    /// The edges that were executed so far, if the system is that of a program.
    fn coverage(&self) -> Option<&Coverage> {
        None
    }

    /// The same system process by process, if its processes can be asked one by one.
    fn processwise(&mut self) -> Option<&mut dyn Processwise> {
        None
    }
}

/// The bytes of a state that are one process's own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProcessFrame {
    pub proctype: ProcId,
    pub bytes: Range<u32>,
}

/// A system whose moves are those of processes, for searches that remember what a process does.
///
/// Each process has bytes of the state that are its own, its *frame*, which says where it is. Frames
/// lie one after the other, and the frame of a process says where the next begins.
pub trait Processwise {
    /// Adds the frame of each process, in order of their numbers.
    fn frames(&mut self, state: &[u8], out: &mut Vec<ProcessFrame>);

    /// Adds the moves of one process, as far as they do not wait for a timeout. The moves of all,
    /// from the last process to the first, are those of [`TransitionSystem::expand`], if there are
    /// any.
    fn expand_process(&mut self, state: &[u8], pid: usize, out: &mut Successors);

    /// Adds bytes of the state, such that in every state with frames of the same types at the same
    /// places, where this process has the same frame, and with the same values of these bytes, the
    /// process has the same moves, and no move changes other bytes; the same is true of the moves of
    /// an atomic sequence that such a move begins. Which bytes these are depends on the types and places
    /// of the frames and on the frame of this process alone: who asked once need not ask again in
    /// another state that agrees on these. False if there are no such bytes.
    fn neighbourhood(&mut self, state: &[u8], pid: usize, out: &mut Vec<Range<u32>>) -> bool;
}

/// Where a process is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process {
    pub proctype: ProcId,
    pub location: LocationId,
}

/// Labels of a state that matter for properties of infinite runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Labels {
    /// Some process is at an accept label.
    pub accept: bool,
    /// Some process is at a progress label.
    pub progress: bool,
}

/// A [`Move`] in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Step(u64);

/// Layout of a [`Step`]: lowest bits first.
const PID_BITS: u32 = 8;
const EDGE_BITS: u32 = 16;
const HALF_BITS: u32 = PID_BITS + EDGE_BITS;
const HAS_PARTNER: u64 = 1 << (2 * HALF_BITS);
const TIMEOUT: u64 = HAS_PARTNER << 1;

/// The process and the edge in the lowest bits of a word.
#[inline(always)]
fn half(word: u64) -> (usize, usize) {
    let pid = word & ((1 << PID_BITS) - 1);
    let edge = (word >> PID_BITS) & ((1 << EDGE_BITS) - 1);
    (pid as usize, edge as usize)
}

impl Step {
    /// A step of process `pid` by the edge with this index at its location.
    pub const fn new(pid: u8, edge: u16) -> Step {
        Step(pid as u64 | (edge as u64) << PID_BITS)
    }

    /// The same as the first half of a rendezvous.
    pub const fn with_partner(self, pid: u8, edge: u16) -> Step {
        Step(self.0 | Step::new(pid, edge).0 << HALF_BITS | HAS_PARTNER)
    }

    /// The same, made possible by a timeout.
    pub const fn after_timeout(self) -> Step {
        Step(self.0 | TIMEOUT)
    }

    /// The word itself: process, edge, partner and timeout occupy disjoint bits of it.
    pub const fn word(self) -> u64 {
        self.0
    }

    /// Who moves, by which edge of the location: one process, or the two of a rendezvous.
    #[inline(always)]
    pub fn edges(self) -> impl Iterator<Item = (usize, usize)> {
        let second = (self.0 & HAS_PARTNER != 0).then_some(self.0 >> HALF_BITS);
        std::iter::once(self.0).chain(second).map(half)
    }

    /// The step with this word, which [`Step::word`] gave.
    pub const fn from_word(word: u64) -> Step {
        Step(word)
    }
}

impl From<Move> for Step {
    fn from(step: Move) -> Step {
        let mut word = Step::new(step.pid as u8, step.edge as u16);
        if let Some(partner) = step.partner {
            word = word.with_partner(partner.pid as u8, partner.edge as u16);
        }
        if step.timeout {
            word.after_timeout()
        } else {
            word
        }
    }
}

impl From<Step> for Move {
    fn from(Step(word): Step) -> Move {
        let (pid, edge) = half(word);
        let partner = (word & HAS_PARTNER != 0).then(|| {
            let (pid, edge) = half(word >> HALF_BITS);
            Partner { pid, edge }
        });
        let timeout = word & TIMEOUT != 0;
        Move {
            pid,
            edge,
            partner,
            timeout,
        }
    }
}

/// One successor of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor {
    /// Where its bytes start in the buffer.
    start: usize,
    /// How many they are.
    len: u32,
    /// The move that leads there.
    pub step: Step,
    /// The process that holds control there.
    pub holder: Option<u8>,
    /// The move broke an assertion.
    pub violates: bool,
}

/// What came of expanding a state. Reused from state to state, so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub struct Successors {
    /// Bytes of the successors, one after the other, and room for more: everything is
    /// initialised once, so that growing costs nothing from one state to the next.
    bytes: Vec<u8>,
    /// How many of the bytes are in use.
    used: usize,
    list: Vec<Successor>,
    /// Moves that end in a fault instead of a state; the interpreter can say which.
    pub faults: Vec<Step>,
}

impl Successors {
    /// Forgets everything.
    #[inline]
    pub fn clear(&mut self) {
        self.used = 0;
        self.list.clear();
        self.faults.clear();
    }

    /// Nothing can happen, not even a fault.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.faults.is_empty()
    }

    /// Bytes of all successors.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.used
    }

    /// Number of successors.
    #[inline]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds a successor with these bytes.
    pub fn push(&mut self, state: &[u8], step: Step, holder: Option<u8>, violates: bool) {
        self.push_with(state.len(), step, holder, violates)
            .copy_from_slice(state);
    }

    /// Adds a successor and returns its bytes, zeroed, to be filled in.
    pub fn push_with(
        &mut self,
        len: usize,
        step: Step,
        holder: Option<u8>,
        violates: bool,
    ) -> &mut [u8] {
        self.room(len)[..len].fill(0);
        let start = self.used;
        self.commit(len, step, holder, violates);
        &mut self.bytes[start..start + len]
    }

    /// At least `len` bytes to write successors to, one directly after the other; each is then
    /// added with [`Successors::commit`]. What was written stays when more room is asked for.
    #[inline]
    pub fn room(&mut self, len: usize) -> &mut [u8] {
        let needed = self.used + len;
        if self.bytes.len() < needed {
            self.bytes.resize(needed.next_power_of_two(), 0);
        }
        &mut self.bytes[self.used..]
    }

    /// Adds a successor: the next `len` bytes of [`Successors::room`].
    #[inline]
    pub fn commit(&mut self, len: usize, step: Step, holder: Option<u8>, violates: bool) {
        self.list.push(Successor {
            start: self.used,
            len: len as u32,
            step,
            holder,
            violates,
        });
        self.used += len;
    }

    /// The successor with this index.
    #[inline]
    pub fn get(&self, index: usize) -> (&Successor, &[u8]) {
        let successor = &self.list[index];
        let start = successor.start;
        (
            successor,
            &self.bytes[start..start + successor.len as usize],
        )
    }

    /// All successors in order.
    pub fn iter(&self) -> impl Iterator<Item = (&Successor, &[u8])> {
        (0..self.list.len()).map(|index| self.get(index))
    }
}

/// The interpreter as a transition system: states are encoded as their own bytes.
pub struct Interpreted<'p> {
    interpreter: Interpreter<'p>,
    propositions: Vec<Expr>,
    questions: Questions,
    /// The state that was expanded last.
    expanded: Option<State>,
    coverage: Coverage,
}

impl<'p> Interpreted<'p> {
    /// The system of a program; letters are the values of `propositions`, at most 64.
    pub fn new(program: &'p Program, propositions: Vec<Expr>) -> Interpreted<'p> {
        Interpreted::with_questions(program, propositions, Questions::default())
    }

    /// The same, for somebody who will ask these questions.
    pub fn with_questions(
        program: &'p Program,
        propositions: Vec<Expr>,
        questions: Questions,
    ) -> Interpreted<'p> {
        Interpreted {
            interpreter: Interpreter::new(program),
            propositions,
            questions,
            expanded: None,
            coverage: Coverage::new(program),
        }
    }

    fn expand_state(&mut self, state: &State, out: &mut Successors) {
        let moves = self.interpreter.moves(state);
        self.interpreter
            .note(state, &moves.moves, &mut self.coverage);
        out.faults
            .extend(moves.faults.iter().map(|(step, _)| Step::from(*step)));
        for step in moves.moves {
            let word = Step::from(step);
            match self.interpreter.apply(state, &step) {
                Ok((mut next, effects)) => {
                    let holder = next.holder().map(|pid| pid as u8);
                    next.set_holder(None);
                    let violates = !effects.violations.is_empty();
                    out.push(next.bytes(), word, holder, violates);
                }
                Err(_) => out.faults.push(word),
            }
        }
    }
}

impl TransitionSystem for Interpreted<'_> {
    fn initial(&mut self, out: &mut Successors) {
        let step = Step::default();
        match self.interpreter.initial() {
            Ok(state) => out.push(state.bytes(), step, None, false),
            Err(_) => out.faults.push(step),
        }
    }

    fn expand(&mut self, state: &[u8], out: &mut Successors) {
        let state = State::from_bytes(state);
        self.expand_state(&state, out);
        self.expanded = Some(state);
    }

    fn expand_holder(&mut self, state: &[u8], pid: usize, out: &mut Successors) {
        let mut state = State::from_bytes(state);
        state.set_holder(Some(pid));
        self.expand_state(&state, out);
        state.set_holder(None);
        self.expanded = Some(state);
    }

    fn is_valid_end(&mut self, state: &[u8]) -> bool {
        self.interpreter.is_valid_end(&State::from_bytes(state))
    }

    fn letter(&mut self, state: &[u8]) -> Result<u64, Fault> {
        let state = State::from_bytes(state);
        self.interpreter.letter(&state, &self.propositions)
    }

    fn labels(&mut self, state: &[u8]) -> Labels {
        let state = State::from_bytes(state);
        let mut labels = Labels::default();
        for process in self.interpreter.processes(&state) {
            let proctype = self.interpreter.program().proctype(process.proctype);
            let location = proctype.location(process.location);
            labels.accept |= location.accept;
            labels.progress |= location.progress;
        }
        labels
    }

    fn processes(&mut self, out: &mut Vec<Process>) {
        if let Some(state) = &self.expanded {
            let place = |process: &interpreter::Process| Process {
                proctype: process.proctype,
                location: process.location,
            };
            out.extend(self.interpreter.processes(state).iter().map(place));
        }
    }

    fn ask(&mut self, pid: usize, out: &mut Answers) {
        let interpreter = &self.interpreter;
        let state = self.expanded.as_ref();
        let process = state.and_then(|state| interpreter.processes(state).get(pid).copied());
        let (Some(state), Some(process)) = (state, process) else {
            return out.clear();
        };
        let questions = self.questions.at(process.proctype, process.location);
        out.fill(questions, |_, question| {
            interpreter.eval(state, pid, question).ok()
        });
    }

    fn coverage(&self) -> Option<&Coverage> {
        Some(&self.coverage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_keep_moves() {
        for partner in [
            None,
            Some(Partner {
                pid: 255,
                edge: 65535,
            }),
            Some(Partner { pid: 0, edge: 0 }),
        ] {
            for timeout in [false, true] {
                let step = Move {
                    pid: 254,
                    edge: 12345,
                    partner,
                    timeout,
                };
                assert_eq!(Move::from(Step::from(step)), step);
            }
        }
    }
}
