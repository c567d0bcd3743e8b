//! Brute force: the conditions on sets of steps, tested on the whole graph of a small model.
//!
//! The analysis argues about what actions *may* do; this looks at what they do. It shares nothing
//! with the analysis, so that one can refute the other. Atomic sequences are single operations: an
//! [`Operation`] is the moves of one step, so that it can be recognised in other states. For a
//! proper set `A` of operations chosen at `q` the conditions are (with THEORY's names):
//!
//! * **C0** `A` is not empty;
//! * **C1** in every state `q'` that operations outside `A` lead to from `q`, each `α` of `A` is
//!   enabled, and commutes with every operation `β` outside `A` that is enabled there: `β` is
//!   enabled after `α`, both orders lead to one state, and assertions break in both or in neither;
//! * **C2** no `α` changes what the property looks at, in any such `q'`;
//! * **C2f** (weak fairness) no `α` changes whether a process that does not take part in it can move,
//!   in any such `q'`, and no operation outside `A` is one of a process that takes part in `α`;
//! * **C3** no cycle of the reduced graph has proper sets only, or, for safety, every state leads
//!   to one with all its steps.
//!
//! Where deaths are said to be silent, C1 and C2 are tested on the graph in which the dead are forgotten
//! (`quotient`), and of a death that is followed alone that nobody notices it.
//!
//! For persistent sets this form of C1 is equivalent to the one along executions: P. Godefroid,
//! "Partial-Order Methods for the Verification of Concurrent Systems" (LNCS 1032), section 4.3.

mod graph;
mod operation;
mod proviso;
mod quotient;
mod reduced;
mod refutation;
mod tester;
mod walk;

pub use graph::{FullGraph, Unfinished};
pub use operation::{Operation, Part};
pub use reduced::reduced;
pub use refutation::{Failure, Refutation};

use hashbrown::HashSet;
use program::Step;
use quotient::Quotient;
use tester::Tester;

/// What a search chose in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The state of the program.
    pub state: Vec<u8>,
    /// What the search has appended to it: the state of a property, for example.
    pub suffix: Vec<u8>,
    /// What it may append to the states that the set leads to, if that is a proper one.
    pub after: Vec<Vec<u8>>,
    /// The moves that it follows from there.
    pub steps: Vec<Step>,
}

/// What is demanded of the sets beside C0 and C1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Demands {
    /// C2, for what is listed.
    pub invisible: Visible,
    /// C2f.
    pub fair: bool,
    /// Deaths are followed alone, and what is chosen otherwise is chosen as if nobody noticed them.
    pub silent_deaths: bool,
    /// What must not be ignored.
    pub proviso: Proviso,
}

/// What a property looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Visible {
    /// The letter of a state.
    pub letter: bool,
    /// Whether some process is at an accept label.
    pub accept: bool,
    /// Whether some process is at a progress label.
    pub progress: bool,
}

/// The condition on the reduced graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proviso {
    /// None: deadlocks are found all the same.
    #[default]
    None,
    /// For safety: from every state one with all its steps can be reached. Every state that proper
    /// sets lead to must be among those chosen for.
    NothingIgnored,
    /// C3: every cycle has a state with all its steps.
    NoProperCycle,
}

/// What was tested, if nothing was refuted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tested {
    /// Sets of steps.
    pub sets: usize,
    /// Those that are proper.
    pub proper: usize,
    /// States in which operations of proper sets were looked at, once for each different set.
    pub places: usize,
}

/// States with names, for each state, at most.
const NAMED: usize = 10;

/// The graph without the dead, if that matters and is possible. If not, sets are tested as any others.
fn forgetting(graph: &FullGraph, demands: &Demands) -> Option<Quotient> {
    let wanted = demands.silent_deaths;
    wanted.then(|| Quotient::new(graph, NAMED * graph.len()))?
}

/// How many deadlocks of the graph are not among the states in which something was chosen.
pub fn lost_deadlocks(graph: &FullGraph, chosen: &[Chosen], demands: &Demands) -> usize {
    let quotient = forgetting(graph, demands);
    let identities = |state| match &quotient {
        None => vec![state],
        Some(quotient) => quotient.classes(state).collect(),
    };
    let chosen = chosen.iter().filter_map(|set| graph.find(&set.state));
    let known: HashSet<usize> = chosen.flat_map(identities).collect();
    let all: HashSet<usize> = graph.deadlocks().flat_map(identities).collect();
    all.difference(&known).count()
}

/// Tests every set that was chosen.
pub fn check(
    graph: &FullGraph,
    chosen: &[Chosen],
    demands: &Demands,
) -> Result<Tested, Box<Refutation>> {
    let mut tested = Tested::default();
    let quotient = forgetting(graph, demands);
    let mut tester = Tester::new(graph, quotient.as_ref(), demands);
    let mut nodes = Vec::new();
    for (index, set) in chosen.iter().enumerate() {
        let refute = |failure, state| Refutation::new(graph, index, state, failure);
        let Some(state) = graph.find(&set.state) else {
            return Err(refute(Failure::Unreachable, None));
        };
        let inside = graph
            .inside(state, &set.steps)
            .map_err(|step| refute(Failure::NoSuchStep(step), Some(state)))?;
        let all = graph.edges(state).len();
        if inside.is_empty() && all > 0 {
            return Err(refute(Failure::Empty, Some(state)));
        }
        tested.sets += 1;
        let proper = inside.len() < all;
        if proper {
            tested.proper += 1;
            tested.places += tester
                .test(state, &inside)
                .map_err(|(of, finding)| Refutation::of(graph, of, index, Some(state), finding))?;
        }
        nodes.push(proviso::Node {
            state,
            suffix: &set.suffix,
            after: &set.after,
            inside,
            proper,
        });
    }
    let numbers = proviso::numbers(&nodes);
    let failed = match demands.proviso {
        Proviso::None => None,
        Proviso::NothingIgnored => proviso::ignored(graph, &nodes, &numbers),
        Proviso::NoProperCycle => proviso::proper_cycle(graph, &nodes, &numbers),
    };
    match failed {
        None => Ok(tested),
        Some((index, finding)) => {
            let state = Some(nodes[index].state);
            Err(Refutation::new(graph, index, state, finding))
        }
    }
}
