//! The control-flow graph of a never claim, and the automaton that it is.
//!
//! A claim takes one step for each step of the program. A location has steps, and may also stand
//! for other locations (a choice, a jump), whose steps are then its own. To reach the end of the
//! claim or an end label, or to fail an assertion, is an error whatever comes after: an accepting sink.

use crate::automaton::{Automaton, Builder, State};
use crate::guard::{Guard, Guards};
use hashbrown::{HashMap, HashSet};

/// A location.
pub(super) type Location = usize;

/// Where everything is accepted.
pub(super) const END: Location = 0;

#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    When(Guard),
    /// Taken on the letters on which no other step of this choice can be.
    Else(Location),
}

#[derive(Debug, Default)]
struct Place {
    steps: Vec<(Step, Location)>,
    same_as: Vec<Location>,
    accepting: bool,
    /// To come here is to have matched.
    end: bool,
}

#[derive(Debug)]
pub(super) struct Graph {
    places: Vec<Place>,
}

impl Graph {
    pub fn new() -> Self {
        let end = Place {
            steps: vec![(Step::When(Guard::TRUE), END)],
            same_as: Vec::new(),
            accepting: true,
            end: true,
        };
        Graph { places: vec![end] }
    }

    pub fn location(&mut self) -> Location {
        self.places.push(Place::default());
        self.places.len() - 1
    }

    pub fn step(&mut self, from: Location, step: Step, to: Location) {
        self.places[from].steps.push((step, to));
    }

    /// Gives `from` all steps of `to`.
    pub fn stands_for(&mut self, from: Location, to: Location) {
        self.places[from].same_as.push(to);
    }

    pub fn set_accepting(&mut self, at: Location) {
        self.places[at].accepting = true;
    }

    pub fn set_end(&mut self, at: Location) {
        self.places[at].end = true;
    }

    /// All steps of `at`, its own and those of the locations that it stands for.
    fn steps(&self, at: Location) -> Vec<(Step, Location)> {
        let mut seen: HashSet<Location> = HashSet::from_iter([at]);
        let mut stack = vec![at];
        let mut steps = Vec::new();
        while let Some(l) = stack.pop() {
            steps.extend_from_slice(&self.places[l].steps);
            let same = self.places[l].same_as.iter().rev().copied();
            stack.extend(same.filter(|&m| seen.insert(m)));
        }
        steps
    }

    /// The location that `at` amounts to: one that only stands for another is that other, and one
    /// that only waits for the end of the claim is the end.
    fn resolve(&self, at: Location) -> Location {
        let at = self.follow(at);
        match self.places[at].steps[..] {
            [(Step::When(Guard::TRUE), to)] if self.places[at].same_as.is_empty() => {
                match self.follow(to) {
                    END => END,
                    _ => at,
                }
            }
            _ => at,
        }
    }

    fn follow(&self, mut at: Location) -> Location {
        let mut seen: HashSet<Location> = HashSet::new();
        while let ([to], []) = (&self.places[at].same_as[..], &self.places[at].steps[..]) {
            let labelled = self.places[at].accepting || self.places[at].end;
            if labelled || !seen.insert(at) {
                break;
            }
            at = *to;
        }
        if self.places[at].end { END } else { at }
    }

    fn otherwise(&self, choice: Location, guards: &mut Guards) -> Guard {
        let mut some = Guard::FALSE;
        for (step, _) in self.steps(choice) {
            if let Step::When(guard) = step {
                some = guards.or(some, guard);
            }
        }
        guards.not(some)
    }

    /// The reachable part as a state-based Büchi automaton.
    pub fn automaton(&self, start: Location, props: Vec<String>, guards: Guards) -> Automaton {
        let mut b = Builder::with_guards(props, guards, 1);
        let mut names: HashMap<Location, State> = HashMap::new();
        let start = self.resolve(start);
        names.insert(start, b.add_state());
        b.add_initial(0);
        let mut todo = vec![start];
        while let Some(at) = todo.pop() {
            let src = names[&at];
            for (step, to) in self.steps(at) {
                let guard = match step {
                    Step::When(guard) => guard,
                    Step::Else(choice) => self.otherwise(choice, b.guards()),
                };
                let to = self.resolve(to);
                let dst = *names.entry(to).or_insert_with(|| {
                    todo.push(to);
                    b.add_state()
                });
                b.add_edge(src, guard, u64::from(self.places[at].accepting), dst);
            }
        }
        b.finish()
    }
}
