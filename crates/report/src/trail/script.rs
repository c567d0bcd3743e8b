//! From a trail to moves of a model.
//!
//! A line nearly always means one move. Where it can mean several (how many statements were merged
//! with it, who receives), they are tried in turn, depth first; a line and a state from which the
//! trail could not be followed are not tried again.

use super::merged::chain;
use super::{Trail, TrailStep, edge};
use evidence::follow::Astray;
use evidence::{Script, Scripted};
use program::interpreter::{Interpreter, Move};
use program::{Fault, Program, State};
use std::collections::HashSet;
use thiserror::Error;

/// Why a trail is not one of a model.
#[derive(Clone, Debug, Error)]
pub enum Lost {
    /// The model has no first state.
    #[error("{0}")]
    NoStart(Fault),
    /// A line that stands for no move.
    #[error("line {}: process {} cannot execute statement {} here", .0.line, .0.pid, .0.number)]
    Line(TrailStep, Box<Astray>),
    /// A cycle that starts between the two lines of a rendezvous.
    #[error("the cycle starts in the middle of a step")]
    SplitStep,
    /// The lines mean too many different things.
    #[error("line {0}: gave up on finding out which moves the lines before it mean")]
    Ambiguous(usize),
}

/// Candidates that are tried for each line, on average, before giving up.
const TRIES_PER_LINE: usize = 100;
/// Candidates that are tried in any case.
const TRIES: usize = 100_000;

/// One meaning of a line.
struct Meaning {
    moves: Vec<Move>,
    /// The state after them; none if the last is a fault, which ends a run.
    after: Option<State>,
    /// Lines that they are.
    lines: usize,
}

/// A line that is being tried.
struct Attempt {
    /// Index of the line.
    at: usize,
    /// Moves before it.
    moves: usize,
    state: State,
    /// What is left to try, the best last.
    meanings: Vec<Meaning>,
}

/// The moves of a model that a trail stands for.
pub fn script(program: &Program, trail: &Trail) -> Result<Script, Lost> {
    let interpreter = Interpreter::new(program);
    let initial = interpreter.initial().map_err(Lost::NoStart)?;
    let matcher = Matcher {
        interpreter,
        trail,
        failed: HashSet::new(),
        tries: TRIES + TRIES_PER_LINE * trail.steps.len(),
        furthest: None,
    };
    matcher.run(initial)
}

struct Matcher<'a> {
    interpreter: Interpreter<'a>,
    trail: &'a Trail,
    /// Lines and states from which nothing worked.
    failed: HashSet<(usize, State)>,
    tries: usize,
    /// The furthest line that stood for no move, after how many moves, and the state there.
    furthest: Option<(usize, usize, State)>,
}

impl Matcher<'_> {
    fn run(mut self, initial: State) -> Result<Script, Lost> {
        let mut moves: Vec<Move> = Vec::new();
        let mut stack = vec![self.attempt(0, 0, initial)];
        while let Some(attempt) = stack.last_mut() {
            moves.truncate(attempt.moves);
            if attempt.at == self.trail.steps.len() {
                return self.finish(&stack, &moves);
            }
            let Some(meaning) = attempt.meanings.pop() else {
                if let Some(attempt) = stack.pop() {
                    self.failed.insert((attempt.at, attempt.state));
                }
                continue;
            };
            let next = attempt.at + meaning.lines;
            if self.tries == 0 {
                return Err(Lost::Ambiguous(self.trail.steps[attempt.at].line));
            }
            self.tries -= 1;
            moves.extend(meaning.moves);
            match meaning.after {
                None => return self.finish(&stack, &moves),
                Some(after) if !self.is_hopeless(next, &after) => {
                    let attempt = self.attempt(next, moves.len(), after);
                    stack.push(attempt);
                }
                Some(_) => {}
            }
        }
        Err(self.lost())
    }

    fn is_hopeless(&self, at: usize, state: &State) -> bool {
        !self.failed.is_empty() && self.failed.contains(&(at, state.clone()))
    }

    fn attempt(&mut self, at: usize, moves: usize, state: State) -> Attempt {
        let meanings = self.meanings(at, &state);
        let furthest = self.furthest.as_ref().map(|furthest| furthest.0);
        if meanings.is_empty() && furthest.is_none_or(|furthest| furthest < at) {
            self.furthest = Some((at, moves, state.clone()));
        }
        Attempt {
            at,
            moves,
            state,
            meanings,
        }
    }

    /// What the line can mean in a state, the best last.
    fn meanings(&self, at: usize, state: &State) -> Vec<Meaning> {
        let steps = &self.trail.steps;
        let Some(wanted) = steps.get(at) else {
            return Vec::new();
        };
        let is = |wanted: &TrailStep, pid: usize, index: usize| {
            let edge = edge(&self.interpreter, state, pid, index);
            wanted.pid == pid && edge.is_some_and(|edge| edge.number == wanted.number)
        };
        let found = self.interpreter.moves(state);
        let mut meanings = Vec::new();
        for step in &found.moves {
            let lines = match (step.partner, steps.get(at + 1)) {
                _ if !is(wanted, step.pid, step.edge) => continue,
                (None, _) => 1,
                (Some(partner), Some(next)) if is(next, partner.pid, partner.edge) => 2,
                (Some(_), _) => continue,
            };
            match self.interpreter.apply(state, step) {
                Ok((after, _)) => self.add(state, step, &after, lines, &mut meanings),
                Err(_) if at + lines == steps.len() => meanings.push(Meaning {
                    moves: vec![*step],
                    after: None,
                    lines,
                }),
                Err(_) => {}
            }
        }
        // Guards that cannot be evaluated end a run, and so a trail.
        let faults = found.faults.iter().map(|(step, _)| step);
        let ends = |step: &&Move| at + 1 == steps.len() && is(wanted, step.pid, step.edge);
        meanings.splice(
            0..0,
            faults.filter(ends).map(|step| Meaning {
                moves: vec![*step],
                after: None,
                lines: 1,
            }),
        );
        meanings
    }

    /// Adds a move, with as many statements merged with it as there can be.
    fn add(
        &self,
        before: &State,
        step: &Move,
        after: &State,
        lines: usize,
        meanings: &mut Vec<Meaning>,
    ) {
        let meaning = |moves: Vec<Move>, after: &State| Meaning {
            moves,
            after: Some(after.clone()),
            lines,
        };
        let mover = step
            .partner
            .map_or((step.pid, step.edge), |partner| (partner.pid, partner.edge));
        let edge = edge(&self.interpreter, before, mover.0, mover.1);
        let Some(edge) = edge.filter(|_| self.trail.merged) else {
            return meanings.push(meaning(vec![*step], after));
        };
        let held = before.holder() == Some(mover.0);
        let chain = chain(&self.interpreter, edge, held, mover.0, after);
        let mut moves = vec![*step];
        let mut variants = vec![meaning(moves.clone(), after)];
        for (link, after) in &chain.links {
            moves.push(*link);
            variants.push(meaning(moves.clone(), after));
        }
        let likely = variants.remove(chain.likely);
        meanings.extend(variants);
        meanings.push(likely);
    }

    /// The script of the moves that were found. The attempts know where in it each line is.
    fn finish(&self, stack: &[Attempt], moves: &[Move]) -> Result<Script, Lost> {
        let cycle = match self.trail.cycle {
            None => None,
            Some(start) => {
                let attempt = stack.iter().find(|attempt| attempt.at == start);
                Some(attempt.ok_or(Lost::SplitStep)?.moves)
            }
        };
        Ok(Script {
            moves: moves.iter().map(Scripted::from).collect(),
            cycle,
        })
    }

    fn lost(self) -> Lost {
        let furthest = self.furthest.and_then(|(at, after, state)| {
            let step = *self.trail.steps.get(at)?;
            let astray = Astray::new(&self.interpreter, after, state);
            Some(Lost::Line(step, Box::new(astray)))
        });
        furthest.unwrap_or(Lost::SplitStep)
    }
}
