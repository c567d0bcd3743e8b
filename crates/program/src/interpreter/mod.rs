//! The meaning of a program: which moves a state has, and what each of them does.
//!
//! This is the reference semantics. It favours being obviously right: every state is taken apart
//! afresh, every move works on a copy.
//!
//! The rules, which are SPIN's:
//! - Any process may move, one at a time, unless one *holds control*: a process whose last step
//!   was inside an atomic sequence and that can go on. If it cannot, it loses control.
//! - At a location the edges are tried in order. An enabled escape hides what comes after it.
//! - A send to a channel without buffer is one move together with the receive of another process;
//!   control inside atomic sequences passes to the receiver.
//! - To try to use an end of a channel that another process has to itself is a fault.
//! - `timeout` holds only where nothing can move without it.
//!
//! *Runs for ever.* A property of infinite runs reads the states in which no process holds control,
//! one letter each ([`Interpreter::letter`]); what lies between two of them, inside an atomic
//! sequence, it does not see. A run that comes to such a state `q` for the last time goes on in one of
//! three ways, and each time the property reads the letter of `q` for ever:
//! - it *halts*: nothing can happen in `q`;
//! - it ends in a *fault*: that of a move of `q`, or of one inside an atomic sequence that begins in
//!   `q`. Other moves of `q` do not change that. A failed assertion ends no run;
//! - it *diverges*: it stays for ever inside an atomic sequence that begins in `q`.
//!
//! The first two end the run. So they are no cycle without progress, and they are weakly fair to
//! everybody: there is nobody left to be treated unfairly. A run that diverges is a cycle, and is without progress unless some
//! process is at a progress label in `q`. It is weakly fair to a process that moves again and again, and
//! to one that again and again cannot take part in any move: whoever does not hold control can do so
//! only as the other side of a rendezvous.

mod dstep;
mod eval;
mod exclusive;
mod execute;
mod machine;
mod moves;
mod trace;

pub use eval::{binary, unary};
pub use execute::{Effects, Message, Violation};
pub use moves::{Move, Moves, Partner};

use crate::coverage::Coverage;
use crate::fault::Fault;
use crate::model::{LocationId, ProcId, Program};
use crate::state::State;
use machine::Machine;

/// Gives a [`Program`] its meaning.
#[derive(Clone, Copy)]
pub struct Interpreter<'p> {
    program: &'p Program,
}

/// A live process, for showing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Process {
    /// Its number.
    pub pid: usize,
    /// Its type.
    pub proctype: ProcId,
    /// Where it is.
    pub location: LocationId,
}

impl<'p> Interpreter<'p> {
    /// An interpreter of this program.
    pub fn new(program: &'p Program) -> Interpreter<'p> {
        Interpreter { program }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The first state.
    pub fn initial(&self) -> Result<State, Fault> {
        Machine::initial(self.program).map(|machine| machine.state)
    }

    /// Every way in which the state can change.
    pub fn moves(&self, state: &State) -> Moves {
        Machine::new(self.program, state).moves()
    }

    /// The state after a move that [`Interpreter::moves`] gave for `state`, and what else it did.
    pub fn apply(&self, state: &State, step: &Move) -> Result<(State, Effects), Fault> {
        let mut machine = Machine::new(self.program, state);
        let effects = machine.execute(step)?;
        Ok((machine.state, effects))
    }

    /// Whether the run may stop in this state: every process is at an end location, and the trace
    /// assertion is complete.
    pub fn is_valid_end(&self, state: &State) -> bool {
        let machine = Machine::new(self.program, state);
        let ended = |pid| machine.location_of(pid).end;
        state.process_count() == 0
            || ((0..state.process_count()).all(ended) && machine.trace_complete())
    }

    /// The processes that are alive.
    pub fn processes(&self, state: &State) -> Vec<Process> {
        let machine = Machine::new(self.program, state);
        (0..state.process_count())
            .map(|pid| Process {
                pid,
                proctype: machine.proctype_id(pid),
                location: machine.location_id(pid),
            })
            .collect()
    }

    /// Notes which edges these moves of a state are.
    pub fn note(&self, state: &State, moves: &[Move], coverage: &mut Coverage) {
        let machine = Machine::new(self.program, state);
        let mut note = |pid: usize, edge: usize| {
            let place = (machine.proctype_id(pid), machine.location_id(pid));
            coverage.note(coverage.first_edge(place.0, place.1) + edge);
        };
        for step in moves {
            note(step.pid, step.edge);
            if let Some(partner) = step.partner {
                note(partner.pid, partner.edge);
            }
        }
    }

    /// What a property reads in a state in which no process holds control: the values of its
    /// propositions, one bit each, at most 64. A property belongs to no process, so it may ask of each
    /// whether it is enabled; its `_pid` is 0, as in SPIN. In it `timeout` holds in the states in which nothing
    /// can happen without it, ends of runs included.
    pub fn letter(&self, state: &State, propositions: &[crate::Expr]) -> Result<u64, Fault> {
        let machine = Machine::new(self.program, state);
        let timeout = propositions.iter().any(crate::Expr::asks_for_timeout) && machine.is_stuck();
        let mut letter = 0;
        for (bit, proposition) in propositions.iter().enumerate() {
            if machine.holds(machine::NOBODY, timeout, proposition)? {
                letter |= 1 << bit;
            }
        }
        Ok(letter)
    }

    /// The value of an expression for a process.
    pub fn eval(&self, state: &State, pid: usize, expr: &crate::Expr) -> Result<i32, Fault> {
        Machine::new(self.program, state).eval(pid, false, expr)
    }

    /// A state that is to be looked at closely.
    pub fn view(&self, state: &State) -> View<'p> {
        View(Machine::new(self.program, state))
    }
}

/// What is where in a state, for showing it. In all questions, no process means the globals; a
/// process must be alive.
pub struct View<'p>(Machine<'p>);

impl View<'_> {
    /// Values of a variable, one for each element.
    pub fn variable(&self, pid: Option<usize>, variable: &crate::Variable) -> Vec<i32> {
        self.0.variable(pid, variable)
    }

    /// The value of an expression for a process.
    pub fn eval(&self, pid: usize, expr: &crate::Expr) -> Result<i32, Fault> {
        self.0.eval(pid, false, expr)
    }

    /// The messages in each channel.
    pub fn channel_contents(&self, pid: Option<usize>) -> Vec<Vec<Vec<i32>>> {
        self.0.channel_contents(pid)
    }
}
