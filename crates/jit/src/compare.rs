//! The interpreter as the oracle of compiled code: all expand the same states, and every answer
//! must be the same.

use crate::{Compiled, Error, Target};
use program::interpreter::Move;
use program::system::Interpreted;
use program::{
    Action, Expr, Labels, Location, PlaceQuestions, Process, Program, Questions, State, Successors,
    TransitionSystem,
};
use std::collections::{HashSet, VecDeque};

/// Questions asked about one place.
const QUESTIONS: usize = 3;

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    /// States that all expanded.
    pub states: usize,
    /// Moves that all found.
    pub moves: usize,
}

/// A state in which compiled code disagrees with the interpreter, or a program that cannot be
/// compiled.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Difference {
    #[error(transparent)]
    Uncompiled(#[from] Error),
    #[error("{what} in {state:?}: the interpreter says {interpreter}, {target:?} code {compiled}")]
    Answer {
        what: &'static str,
        target: Target,
        state: State,
        interpreter: String,
        compiled: String,
    },
}

/// Compares code for each of the targets with the interpreter on up to `limit` states, breadth
/// first: moves, and the values of the propositions there.
pub fn compare(
    program: &Program,
    propositions: &[Expr],
    targets: &[Target],
    limit: usize,
) -> Result<Report, Difference> {
    let questions = questions(program);
    let subject = |&target| {
        let compiled =
            Compiled::with_questions(target, program, propositions.to_vec(), &questions)?;
        Ok(Subject { target, compiled })
    };
    let subjects = targets.iter().map(subject);
    let mut subjects = subjects.collect::<Result<Vec<Subject<'_>>, Error>>()?;
    let mut interpreted =
        Interpreted::with_questions(program, propositions.to_vec(), questions.clone());
    let mut expected = Successors::default();
    let mut found = Successors::default();
    let none = State::empty(program);
    interpreted.initial(&mut expected);
    for subject in &mut subjects {
        found.clear();
        subject.compiled.initial(&mut found);
        subject.agree(&none, &expected, &found)?;
    }
    let mut front = Front::default();
    front.push(&expected);
    let mut report = Report::default();
    while let Some((bytes, holder)) = front.queue.pop_front() {
        if report.states >= limit {
            break;
        }
        report.states += 1;
        let state = State::from_bytes(&bytes);
        let answers = Answers::of(&mut interpreted, &bytes, holder, &mut expected);
        for subject in &mut subjects {
            let packed = subject.compiled.pack(&state);
            let unpacked = subject.compiled.unpack(&packed);
            subject.same("packing", &state, &bytes[..], unpacked.bytes())?;
            let found_answers = Answers::of(&mut subject.compiled, &packed, holder, &mut found);
            subject.agree(&state, &expected, &found)?;
            subject.same("answers", &state, &answers, &found_answers)?;
        }
        report.moves += expected.iter().count();
        front.push(&expected);
    }
    Ok(report)
}

/// The conditions at each place, up to [`QUESTIONS`] of them.
fn questions(program: &Program) -> Questions {
    let at = |location: &Location| {
        let guards = location.edges.iter().filter_map(|edge| match &edge.action {
            Action::Condition(condition) => Some(condition.clone()),
            _ => None,
        });
        PlaceQuestions {
            truths: guards.take(QUESTIONS).collect(),
            ..PlaceQuestions::default()
        }
    };
    let proctypes = program.proctypes.iter();
    Questions::new(
        proctypes
            .map(|proctype| proctype.locations.iter().map(at).collect())
            .collect(),
    )
}

/// A state of the interpreter and who holds control in it.
type Held = (Vec<u8>, Option<u8>);

/// The states to come.
#[derive(Default)]
struct Front {
    seen: HashSet<Held>,
    queue: VecDeque<Held>,
}

impl Front {
    /// Queues what is new.
    fn push(&mut self, successors: &Successors) {
        for (next, bytes) in successors.iter() {
            let held = (bytes.to_vec(), next.holder);
            if self.seen.insert(held.clone()) {
                self.queue.push_back(held);
            }
        }
    }
}

/// All that a transition system says about a state apart from its successors.
#[derive(Debug, PartialEq)]
struct Answers {
    processes: Vec<Process>,
    /// For each process, unless one of them has none.
    asked: Vec<program::Answers>,
    ends: bool,
    labels: Labels,
    letter: Result<u64, program::Fault>,
}

impl Answers {
    fn of<S: TransitionSystem>(
        system: &mut S,
        bytes: &[u8],
        holder: Option<u8>,
        successors: &mut Successors,
    ) -> Answers {
        successors.clear();
        match holder {
            None => system.expand(bytes, successors),
            Some(pid) => system.expand_holder(bytes, usize::from(pid), successors),
        }
        let mut processes = Vec::new();
        system.processes(&mut processes);
        let mut ask = |pid| {
            let mut answers = program::Answers::default();
            system.ask(pid, &mut answers);
            answers
        };
        Answers {
            asked: (0..processes.len()).map(&mut ask).collect(),
            processes,
            ends: system.is_valid_end(bytes),
            labels: system.labels(bytes),
            letter: system.letter(bytes),
        }
    }
}

/// Compiled code that is compared with the interpreter.
struct Subject<'p> {
    target: Target,
    compiled: Compiled<'p>,
}

impl Subject<'_> {
    /// Compares the successors of a state.
    fn agree(
        &self,
        state: &State,
        expected: &Successors,
        found: &Successors,
    ) -> Result<(), Difference> {
        let moves = |list: &Successors| -> Vec<(Move, Option<u8>, bool)> {
            let each = list.iter();
            each.map(|(next, _)| (Move::from(next.step), next.holder, next.violates))
                .collect()
        };
        self.same("moves", state, &moves(expected), &moves(found))?;
        let faults = |list: &Successors| -> Vec<Move> {
            list.faults.iter().map(|&step| Move::from(step)).collect()
        };
        self.same("faults", state, &faults(expected), &faults(found))?;
        for ((_, bytes), (_, packed)) in expected.iter().zip(found.iter()) {
            let after = State::from_bytes(bytes);
            let unpacked = self.compiled.unpack(packed);
            self.same("successor", state, bytes, unpacked.bytes())?;
            let packed_again = self.compiled.pack(&after);
            self.same("packed successor", state, &packed_again[..], packed)?;
        }
        Ok(())
    }

    fn same<T: PartialEq + std::fmt::Debug + ?Sized>(
        &self,
        what: &'static str,
        state: &State,
        interpreter: &T,
        compiled: &T,
    ) -> Result<(), Difference> {
        if interpreter == compiled {
            return Ok(());
        }
        Err(Difference::Answer {
            what,
            target: self.target,
            state: state.clone(),
            interpreter: format!("{interpreter:?}"),
            compiled: format!("{compiled:?}"),
        })
    }
}
