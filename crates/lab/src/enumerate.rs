//! Every program that could refute a scheme, up to renaming, within bounds of three operations and
//! five states.
//!
//! A counterexample has a state with a proper ample set. Let `α` be an operation of such a set, `β`
//! one that is enabled there and outside, `γ` the third if there is one. So `α` is invisible and
//! independent of `β`. The choices are made in the order that prunes most:
//!
//! 1. the **labels**, ascending: states with the same letter are interchangeable. One letter for all
//!    states would make every operation invisible, and then no run is lost;
//! 2. **`α`** among the functions that keep the labels, the least of those that renaming within the
//!    letters makes of it;
//! 3. **`β`** among the functions that are independent of `α` and enabled together with it, the least
//!    under the renamings that leave `α` alone;
//! 4. **`γ`**, least under those that leave both alone. Either it is independent of `α`; or it must
//!    stay out of the way: it is not enabled wherever `β` leads from some state in which `α` and `β`
//!    are, and `{α}` is the set; or it belongs to the set, is invisible, enabled with the others
//!    somewhere and independent of `β`. If `γ` could be `β`, one of the two orders is enough.
//!
//! All initial states are treated at once: those from which every state is reached.

use crate::functions::{Functions, Numbers};
use crate::operation::{Independence, MAX_STATES, StateSet};
use crate::program::members;
use crate::renaming::Symmetries;
use std::ops::ControlFlow;

/// Bounds on programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// At most [`Functions::MOST`].
    pub states: usize,
    /// 2 or 3.
    pub operations: usize,
    /// At most [`crate::buchi::MAX_LETTERS`].
    pub letters: usize,
}

/// A part of the programs with a given number of states: those with these labels and this `α`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    pub labels: [u8; MAX_STATES],
    pub alpha: usize,
}

/// A program without its initial state.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// `α`, `β` and `γ`, as numbers of functions.
    pub operations: [usize; 3],
    /// Which operations are independent: `αγ` and `βγ`. (`αβ` are.)
    pub independent: [bool; 2],
    /// The operations that are invisible, one bit each.
    pub invisible: u8,
    /// The possible initial states.
    pub roots: StateSet,
}

/// Somebody who looks at programs.
pub trait Visitor {
    /// A task begins. `partners` are the visible functions that are independent of `α`.
    fn begin(&mut self, functions: &Functions, task: &Task, partners: &Numbers);

    /// Initial states that need not be looked at in any program of this task in which `α`, alone,
    /// is the only proper set, and which has these operations beside it.
    fn excused(&self, number: usize) -> StateSet;

    fn visit(
        &mut self,
        functions: &Functions,
        task: &Task,
        candidate: &Candidate,
    ) -> ControlFlow<()>;
}

/// All programs with exactly so many states.
pub struct Enumeration {
    pub functions: Functions,
    pub independence: Independence,
    pub operations: usize,
    pub tasks: Vec<Task>,
}

impl Enumeration {
    /// `bounds.states` is the exact number of states here.
    pub fn new(bounds: &Bounds, independence: Independence) -> Enumeration {
        let functions = Functions::new(bounds.states);
        let mut tasks = Vec::new();
        for labels in labellings(bounds.states, bounds.letters) {
            let symmetries = Symmetries::new(&functions, &labels);
            let keeps = functions.filter(|number| symmetries.keeps_labels(&functions, number));
            let alphas = keeps
                .iter()
                .filter(|&alpha| alpha != 0 && symmetries.is_least(alpha));
            tasks.extend(alphas.map(|alpha| Task { labels, alpha }));
        }
        Enumeration {
            functions,
            independence,
            operations: bounds.operations,
            tasks,
        }
    }

    /// Shows all programs of a task to a visitor.
    pub fn run(&self, task: &Task, visitor: &mut impl Visitor) -> ControlFlow<()> {
        let functions = &self.functions;
        let symmetries = Symmetries::new(functions, &task.labels);
        let invisible = functions.filter(|number| symmetries.keeps_labels(functions, number));
        let free = functions.independent_of(task.alpha, self.independence);
        visitor.begin(functions, task, &free.minus(&invisible));
        let symmetries = symmetries.fixing(task.alpha);
        let least: Vec<u16> = (0..functions.len())
            .map(|number| symmetries.least(number))
            .collect();
        let beside_alpha = functions.enabled[task.alpha];
        let all = (1 << functions.states) - 1;
        for beta in free.iter().filter(|&beta| least[beta] as usize == beta) {
            let together = functions.enabled[beta] & beside_alpha;
            let beta_invisible = invisible.contains(beta);
            if together == 0 || (!beta_invisible && visitor.excused(beta) == all) {
                continue;
            }
            let row = Row {
                enumeration: self,
                task,
                beta,
                together,
                invisible: &invisible,
                free: &free,
                least: &least,
                symmetries: symmetries.fixing(beta),
            };
            row.run(visitor)?;
        }
        ControlFlow::Continue(())
    }
}

/// The programs with a given `α` and `β`.
struct Row<'a> {
    enumeration: &'a Enumeration,
    task: &'a Task,
    beta: usize,
    /// The states in which both are enabled.
    together: StateSet,
    invisible: &'a Numbers,
    /// The functions that are independent of `α`.
    free: &'a Numbers,
    /// The least function that renamings which leave `α` alone make of each.
    least: &'a [u16],
    /// The renamings that leave `α` and `β` alone.
    symmetries: Symmetries,
}

impl Row<'_> {
    fn run(&self, visitor: &mut impl Visitor) -> ControlFlow<()> {
        let functions = &self.enumeration.functions;
        let beta_invisible = self.invisible.contains(self.beta);
        if !beta_invisible {
            self.offer(0, true, true, visitor)?;
        }
        if self.enumeration.operations < 3 {
            return ControlFlow::Continue(());
        }
        let visible = |numbers: Numbers| match beta_invisible {
            true => numbers.minus(self.invisible),
            false => numbers,
        };
        let excused = match beta_invisible {
            true => 0,
            false => visitor.excused(self.beta),
        };
        let all = (1 << functions.states) - 1;
        let beta_free = functions.independent_of(self.beta, self.enumeration.independence);
        for gamma in visible(self.free.clone())
            .iter()
            .filter(|&gamma| gamma != 0)
        {
            // Both visible: only {α} is ever proper.
            let only_alpha = !beta_invisible && !self.invisible.contains(gamma);
            if only_alpha && excused | visitor.excused(gamma) == all {
                continue;
            }
            let could_be_beta = functions.enabled[gamma] & functions.enabled[self.task.alpha] != 0;
            if could_be_beta && (self.least[gamma] as usize) < self.beta {
                continue;
            }
            self.offer(gamma, true, beta_free.contains(gamma), visitor)?;
        }
        for gamma in visible(self.bound(&beta_free)).iter() {
            self.offer(gamma, false, beta_free.contains(gamma), visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// The functions that may be `γ` although they depend on `α`.
    fn bound(&self, beta_free: &Numbers) -> Numbers {
        let functions = &self.enumeration.functions;
        let mut found = functions.filter(|_| false);
        let inside = self.invisible.and(beta_free);
        for state in members(self.together) {
            found = found.or(&inside.and(&functions.enabled_at[state]));
            let orbit = functions.orbit[self.beta][state];
            let away = functions.filter(|number| functions.enabled[number] & orbit == 0);
            found = found.or(&away);
        }
        found.minus(self.free)
    }

    fn offer(
        &self,
        gamma: usize,
        with_alpha: bool,
        with_beta: bool,
        visitor: &mut impl Visitor,
    ) -> ControlFlow<()> {
        let functions = &self.enumeration.functions;
        if !self.symmetries.is_least(gamma) {
            return ControlFlow::Continue(());
        }
        let operations = [self.task.alpha, self.beta, gamma];
        let graph = operations
            .iter()
            .fold(0, |graph, &number| graph | functions.graph[number]);
        let roots = functions.roots(graph);
        if roots == 0 {
            return ControlFlow::Continue(());
        }
        let invisible = operations
            .iter()
            .enumerate()
            .fold(0, |set, (index, &number)| {
                set | u8::from(self.invisible.contains(number)) << index
            });
        let candidate = Candidate {
            operations,
            independent: [with_alpha, with_beta],
            invisible,
            roots,
        };
        visitor.visit(functions, self.task, &candidate)
    }
}

/// Ascending sequences of letters, at least two different ones.
fn labellings(states: usize, letters: usize) -> Vec<[u8; MAX_STATES]> {
    let mut all = vec![vec![]];
    for _ in 0..states {
        let longer = |sequence: &Vec<u8>| {
            let least = sequence.last().copied().unwrap_or(0);
            let sequence = sequence.clone();
            (least..letters as u8).map(move |letter| [sequence.clone(), vec![letter]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    let differ = |sequence: &Vec<u8>| sequence.first() != sequence.last();
    let array = |sequence: Vec<u8>| {
        let mut labels = [0; MAX_STATES];
        labels[..states].copy_from_slice(&sequence);
        labels
    };
    all.into_iter().filter(differ).map(array).collect()
}
