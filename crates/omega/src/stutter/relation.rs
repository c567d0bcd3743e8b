//! The stutter relation of an automaton, computed letter by letter on first use.
//!
//! For a letter `b`, `s ⇒_b (t, X)` holds if a path of **one or more** edges, all reading `b`, leads
//! from `s` to `t` and its marks have union `X`; `μ(s, b)` is the union of the marks inside the
//! strongly connected component of `s` in the graph of `b`-edges, empty if that has no edge.
//! The stutter product of a program with the automaton takes a step of `⇒` when the program's
//! letter changes, and stays where it is, collecting `μ`, when it does not.

use crate::automaton::{Automaton, Builder, Marks, State};
use crate::guard::Guard;
use crate::scc::Components;
use crate::word::Letter;
use hashbrown::HashMap;

/// The relation `⇒` and the marks `μ` of one automaton. Everything is kept once computed; a thread
/// that wants its own copy clones it.
#[derive(Clone)]
pub struct StutterRelation<'a> {
    automaton: &'a Automaton,
    invariant: bool,
    index: HashMap<Letter, usize>,
    tables: Vec<Table>,
    /// The letter of the last call: neighbouring states of a program mostly share theirs.
    last: Option<(Letter, usize)>,
}

/// Where the paths from one state end, and what they collect.
type Ends = Box<[(State, Marks)]>;

/// What is known for one letter.
#[derive(Clone)]
struct Table {
    /// The graph of the edges that the letter enables: an automaton over no proposition.
    graph: Automaton,
    components: Components,
    initial: Option<Box<[State]>>,
    /// `⇒`, by source, as far as it was asked for.
    change: Vec<Option<Ends>>,
}

impl<'a> StutterRelation<'a> {
    /// The relation as defined above; right for every automaton. For each target only the maximal
    /// sets of marks are kept. With many marks there may be many: see [`crate::buchi::one_mark`].
    pub fn new(automaton: &'a Automaton) -> Self {
        StutterRelation {
            automaton,
            invariant: false,
            index: HashMap::new(),
            tables: Vec::new(),
            last: None,
        }
    }

    /// A smaller relation that will do if the **language is stutter-invariant**: the single edges
    /// that read `b`, and one state of each component of `b`-edges that has every mark and can be
    /// reached by reading `b`. (Let the automaton run on the stutter-free word.)
    pub fn for_invariant(automaton: &'a Automaton) -> Self {
        StutterRelation {
            invariant: true,
            ..Self::new(automaton)
        }
    }

    pub fn automaton(&self) -> &'a Automaton {
        self.automaton
    }

    /// The states in which the first block, of `letter`s, may leave the automaton; ascending.
    pub fn initial(&mut self, letter: Letter) -> &[State] {
        let t = self.table(letter);
        if self.tables[t].initial.is_none() {
            let mut states: Vec<State> = Vec::new();
            for &s in self.automaton.initial() {
                let change = self.change(s, letter);
                states.extend(change.iter().map(|&(state, _)| state));
            }
            states.sort_unstable();
            states.dedup();
            self.tables[t].initial = Some(states.into());
        }
        self.tables[t].initial.as_deref().unwrap_or_default()
    }

    /// All `(t, X)` with `state ⇒_letter (t, X)`, ascending; for each `t`, no `X` contains another.
    pub fn change(&mut self, state: State, letter: Letter) -> &[(State, Marks)] {
        let t = self.table(letter);
        let s = state as usize;
        if self.tables[t].change[s].is_none() {
            let table = &self.tables[t];
            let change = if self.invariant {
                table.single_steps(state, self.automaton.all_marks())
            } else {
                table.paths(state)
            };
            self.tables[t].change[s] = Some(change.into());
        }
        self.tables[t].change[s].as_deref().unwrap_or_default()
    }

    /// `μ(state, letter)`.
    pub fn mu(&mut self, state: State, letter: Letter) -> Marks {
        let t = self.table(letter);
        self.tables[t].mu(state)
    }

    /// Whether the automaton, started in `state`, accepts the word of `letter`s only.
    pub fn accepts_forever(&mut self, state: State, letter: Letter) -> bool {
        let t = self.table(letter);
        let all = self.automaton.all_marks();
        let ends: Vec<State> = self.change(state, letter).iter().map(|c| c.0).collect();
        ends.iter().any(|&e| self.tables[t].mu(e) == all)
    }

    fn table(&mut self, letter: Letter) -> usize {
        if let Some((last, table)) = self.last
            && last == letter
        {
            return table;
        }
        let table = *self.index.entry(letter).or_insert_with(|| {
            self.tables.push(Table::new(self.automaton, letter));
            self.tables.len() - 1
        });
        self.last = Some((letter, table));
        table
    }
}

impl Table {
    fn new(automaton: &Automaton, letter: Letter) -> Self {
        let n = automaton.num_states();
        let mut graph = Builder::new(Vec::new(), automaton.num_marks());
        graph.add_states(n);
        for s in automaton.states() {
            for e in automaton.successors(s, letter) {
                graph.add_edge(s, Guard::TRUE, e.marks, e.dst);
            }
        }
        let graph = graph.finish();
        Table {
            components: Components::new(&graph),
            graph,
            initial: None,
            change: vec![None; n],
        }
    }

    fn mu(&self, state: State) -> Marks {
        self.components.marks[self.components.of(state) as usize]
    }

    /// `⇒` from `source`. A path may go round a component before it moves on, so it collects all
    /// the marks of every component that it meets; what remains to explore is a choice of ways
    /// through the components.
    fn paths(&self, source: State) -> Vec<(State, Marks)> {
        let mut best = Antichains::default();
        let mut work = vec![(source, self.mu(source))];
        while let Some((s, marks)) = work.pop() {
            for e in self.graph.out(s) {
                let marks = marks | e.marks | self.mu(e.dst);
                if best.insert(e.dst, marks) {
                    work.push((e.dst, marks));
                }
            }
        }
        best.into_sorted()
    }

    fn single_steps(&self, source: State, all: Marks) -> Vec<(State, Marks)> {
        let mut best = Antichains::default();
        let mut entered: Vec<u32> = Vec::new();
        for e in self.graph.out(source) {
            best.insert(e.dst, e.marks);
            entered.push(self.components.of(e.dst));
        }
        // Whether a path ends in a component with every mark does not depend on its own marks.
        for (t, _) in self.paths(source) {
            let component = self.components.of(t);
            if self.mu(t) == all && !entered.contains(&component) {
                entered.push(component);
                best.insert(t, 0);
            }
        }
        best.into_sorted()
    }
}

/// For each state the sets of marks with which it was reached, none containing another.
#[derive(Default)]
struct Antichains {
    sets: HashMap<State, Vec<Marks>>,
}

impl Antichains {
    /// Whether `marks` was not yet covered.
    fn insert(&mut self, state: State, marks: Marks) -> bool {
        let sets = self.sets.entry(state).or_default();
        if sets.iter().any(|&s| s & marks == marks) {
            return false;
        }
        sets.retain(|&s| s & marks != s);
        sets.push(marks);
        true
    }

    fn into_sorted(self) -> Vec<(State, Marks)> {
        let pair = |(state, sets): (State, Vec<Marks>)| sets.into_iter().map(move |m| (state, m));
        let mut all: Vec<(State, Marks)> = self.sets.into_iter().flat_map(pair).collect();
        all.sort_unstable();
        all
    }
}
