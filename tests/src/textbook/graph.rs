//! A program written down: every state that all processes can see, every step between two of them, and
//! every way in which a run may never come to another.

use super::components::components;
use program::explore::Kind;
use program::interpreter::{Interpreter, Move, Moves, Violation};
use program::{Expr, Program, State};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A set of processes, one bit for each number.
pub type Pids = u128;

/// What a run may do in a state, as others see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Way {
    /// A step to another state, its atomic sequence included.
    Step { target: usize, movers: Pids },
    /// The run ends here: nothing can happen, or what happens next is a fault.
    End,
    /// An atomic sequence that has no end, which is fair to these: they move again and again, or again
    /// and again cannot. What others see for ever is the state before it.
    Endless { fair: Pids },
}

/// The program: its states, each with its ways on and those who can move.
pub struct Graph<'p> {
    interpreter: Interpreter<'p>,
    pub states: Vec<State>,
    pub ways: Vec<Vec<Way>>,
    pub able: Vec<Pids>,
    /// `timeout` holds: nothing can happen, unless because of that.
    pub quiet: Vec<bool>,
    /// What is wrong somewhere.
    pub kinds: BTreeSet<Kind>,
}

/// The number of no process.
const NOBODY: usize = usize::MAX;

fn movers(step: &Move) -> Pids {
    let partner = step.partner.map_or(0, |partner| 1 << partner.pid);
    1 << step.pid | partner
}

/// Moves, faults included.
fn all(found: &Moves) -> impl Iterator<Item = &Move> {
    let faults = found.faults.iter().map(|(step, _)| step);
    found.moves.iter().chain(faults)
}

/// Who takes part in some move.
fn able(found: &Moves) -> Pids {
    all(found).fold(0, |pids, step| pids | movers(step))
}

impl<'p> Graph<'p> {
    /// All states of a program; none if there are more than `limit`, or no first one.
    pub fn new(program: &'p Program, limit: usize) -> Option<Graph<'p>> {
        let mut graph = Graph {
            interpreter: Interpreter::new(program),
            states: Vec::new(),
            ways: Vec::new(),
            able: Vec::new(),
            quiet: Vec::new(),
            kinds: BTreeSet::new(),
        };
        let first = graph.interpreter.initial().ok()?;
        let mut numbers = HashMap::from([(first.clone(), 0)]);
        graph.states.push(first);
        while graph.ways.len() < graph.states.len() {
            if graph.states.len() > limit {
                return None;
            }
            graph.expand(&mut numbers, limit)?;
        }
        Some(graph)
    }

    /// Adds the ways of the first state that has none yet.
    fn expand(&mut self, numbers: &mut HashMap<State, usize>, limit: usize) -> Option<()> {
        let state = self.states[self.ways.len()].clone();
        let found = self.interpreter.moves(&state);
        self.able.push(able(&found));
        self.quiet.push(all(&found).all(|step| step.timeout));
        let mut ways = BTreeSet::new();
        if found.is_empty() {
            ways.insert(Way::End);
            if !self.interpreter.is_valid_end(&state) {
                self.kinds.insert(Kind::InvalidEnd);
            }
        }
        let mut inner = Inner::default();
        self.follow(None, &state, &mut inner, &mut ways);
        let mut next = 0;
        while next < inner.states.len() {
            if inner.states.len() > limit {
                return None;
            }
            let state = inner.states[next].0.clone();
            self.follow(Some(next), &state, &mut inner, &mut ways);
            next += 1;
        }
        for (target, movers) in std::mem::take(&mut inner.ends) {
            let target = *numbers.entry(target).or_insert_with_key(|new| {
                self.states.push(new.clone());
                self.states.len() - 1
            });
            ways.insert(Way::Step { target, movers });
        }
        ways.extend(inner.endless().map(|fair| Way::Endless { fair }));
        self.ways.push(ways.into_iter().collect());
        Some(())
    }

    /// Follows the moves of a state: that of a step, or one inside its atomic sequences.
    fn follow(
        &mut self,
        from: Option<usize>,
        state: &State,
        inner: &mut Inner,
        ways: &mut BTreeSet<Way>,
    ) {
        let found = self.interpreter.moves(state);
        if let Some(from) = from {
            inner.able[from] = able(&found);
        }
        let mut faulty = !found.faults.is_empty();
        for step in found.moves {
            let Ok((after, effects)) = self.interpreter.apply(state, &step) else {
                faulty = true;
                continue;
            };
            for violation in &effects.violations {
                self.kinds.insert(match violation {
                    Violation::Assertion { .. } => Kind::Assertion,
                    _ => Kind::Trace,
                });
            }
            inner.add(from, after, movers(&step));
        }
        if faulty {
            self.kinds.insert(Kind::Fault);
            ways.insert(Way::End);
        }
    }

    /// The value of an expression that belongs to no process.
    pub fn eval(&self, state: usize, expr: &Expr) -> Option<i32> {
        let expr = with_timeout(expr, self.quiet[state]);
        self.interpreter
            .eval(&self.states[state], NOBODY, &expr)
            .ok()
    }

    /// Whether some process is at an accept label, and at a progress label.
    pub fn labels(&self, state: usize) -> (bool, bool) {
        let processes = self.interpreter.processes(&self.states[state]);
        let program = self.interpreter.program();
        processes.iter().fold((false, false), |labels, process| {
            let place = program.proctype(process.proctype);
            let place = place.location(process.location);
            (labels.0 || place.accept, labels.1 || place.progress)
        })
    }

    /// Most processes that are alive at once.
    pub fn processes(&self) -> usize {
        let counts = self.states.iter().map(State::process_count);
        counts.max().unwrap_or(0)
    }
}

/// An expression in which `timeout` has a value, where that is not inside something else.
fn with_timeout(expr: &Expr, holds: bool) -> Expr {
    let go = |expr: &Expr| Box::new(with_timeout(expr, holds));
    match expr {
        Expr::Timeout => Expr::Const(i32::from(holds)),
        Expr::Unary(op, a) => Expr::Unary(*op, go(a)),
        Expr::Binary(op, a, b) => Expr::Binary(*op, go(a), go(b)),
        Expr::Conditional(a, b, c) => Expr::Conditional(go(a), go(b), go(c)),
        other => other.clone(),
    }
}

/// The states inside the atomic sequences of one step, each with all who moved on the way there.
#[derive(Default)]
struct Inner {
    states: Vec<(State, Pids)>,
    numbers: HashMap<(State, Pids), usize>,
    /// Moves between them, and who makes them.
    moves: Vec<Vec<(usize, Pids)>>,
    /// Who can move: the process that holds control, and those who can meet it.
    able: Vec<Pids>,
    /// Where the step may end.
    ends: Vec<(State, Pids)>,
}

impl Inner {
    /// Notes a move from a state in here, or from that of the step.
    fn add(&mut self, from: Option<usize>, after: State, movers: Pids) {
        let moved = movers | from.map_or(0, |from| self.states[from].1);
        if after.holder().is_none() {
            self.ends.push((after, moved));
            return;
        }
        let key = (after, moved);
        let number = *self.numbers.entry(key).or_insert_with_key(|key| {
            self.states.push(key.clone());
            self.moves.push(Vec::new());
            self.able.push(0);
            self.states.len() - 1
        });
        if let Some(from) = from {
            self.moves[from].push((number, movers));
        }
    }

    /// To whom the cycles are fair that there are.
    fn endless(&self) -> impl Iterator<Item = Pids> {
        let targets = |list: &Vec<(usize, Pids)>| list.iter().map(|edge| edge.0).collect();
        let edges: Vec<Vec<usize>> = self.moves.iter().map(targets).collect();
        let of = components(&edges);
        let mut fair: BTreeMap<usize, Pids> = BTreeMap::new();
        for (from, list) in self.moves.iter().enumerate() {
            for (to, movers) in list.iter().filter(|(to, _)| of[from] == of[*to]) {
                *fair.entry(of[*to]).or_default() |= movers | !self.able[from];
            }
        }
        fair.into_values()
    }
}
