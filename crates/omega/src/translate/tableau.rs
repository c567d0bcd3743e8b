//! From a formula to a transition-based generalized Büchi automaton (Couvreur, 1999; Duret-Lutz,
//! "LTL translation improvements in Spot 1.0", 2014).
//!
//! A state is a formula that the rest of the word must satisfy. Its one-step expansion is a
//! Boolean function of what holds now (the propositions), what must hold next (a variable for each
//! next formula) and what is still promised (a variable for the right side of each until that is
//! put off). The function is a decision diagram with the propositions on top: below them hangs one
//! diagram for each class of letters that the state distinguishes, and each of its prime
//! implicants is a successor. States with the same diagram are the same state. A promise that is
//! not made on an edge is a mark of that edge.
//!
//! A destination must not be simplified, tempting as it is: `F c & F(b & F c)` equals `F(b & F c)`,
//! but a run that drops the first conjunct at each step no longer says that it still owes `c`.

use super::TranslateError;
use crate::automaton::{Automaton, Builder, MAX_MARKS, Marks, State};
use crate::guard::{Guard, Guards};
use crate::ltl::{Formula, Formulas, Node};
use crate::scc::Components;
use crate::word::MAX_PROPS;
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// How much may be built before giving up.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub states: usize,
    pub edges: usize,
    /// Nodes of diagrams.
    pub nodes: usize,
}

/// Classes of letters that one state tells apart, and successors that it has.
const MAX_CLASSES: usize = 5_000;
const MAX_SUCCESSORS: usize = 20_000;

/// The automaton of `f`, which must be in negative normal form.
pub(super) fn tableau(
    formulas: &mut Formulas,
    f: Formula,
    limits: Limits,
) -> Result<Automaton, TranslateError> {
    if formulas.props().len() > MAX_PROPS {
        return Err(TranslateError::TooManyPropositions);
    }
    match Tableau::new(formulas, Order::PropositionsFirst, limits).run(f) {
        Err(TranslateError::TooLarge) => Tableau::new(formulas, Order::Mixed, limits).run(f),
        done => done,
    }
}

/// The order of the variables in the diagrams.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Classes of letters can be read off, but a disjunction of many `p & X f` is exponential.
    PropositionsFirst,
    /// As they occur in the formula, which keeps what belongs together close.
    Mixed,
}

/// What a diagram variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Variable {
    Prop(u32),
    Next(Formula),
    Promise(Formula),
}

struct Tableau<'a> {
    formulas: &'a mut Formulas,
    limits: Limits,
    order: Order,
    guards: Guards,
    variables: Vec<Variable>,
    variable_of: HashMap<Variable, Guard>,
    /// One-step expansions.
    expansions: HashMap<Formula, Guard>,
    /// The expansion of the conjunction of some next formulas.
    destinations: HashMap<Vec<Formula>, Guard>,
}

/// An edge before the number of promises is known.
struct Step {
    src: State,
    guard: Guard,
    promises: Vec<Formula>,
    dst: State,
}

/// The letters, the next formulas and the promises of one successor.
type Choice = (Guard, Vec<Formula>, Vec<Formula>);

impl<'a> Tableau<'a> {
    fn new(formulas: &'a mut Formulas, order: Order, limits: Limits) -> Self {
        let count = formulas.props().len() as u32;
        let mut tableau = Tableau {
            formulas,
            limits,
            order,
            guards: Guards::new(),
            variables: Vec::new(),
            variable_of: HashMap::new(),
            expansions: HashMap::new(),
            destinations: HashMap::new(),
        };
        if order == Order::PropositionsFirst {
            for p in 0..count {
                tableau.variable(Variable::Prop(p));
            }
        }
        tableau
    }

    fn run(&mut self, f: Formula) -> Result<Automaton, TranslateError> {
        let start = self.expand(f)?;
        let mut names: HashMap<Guard, State> = HashMap::from_iter([(start, 0)]);
        let mut states = vec![start];
        let mut steps: Vec<Step> = Vec::new();
        let mut done = 0;
        while let Some(&diagram) = states.get(done) {
            let src = done as State;
            done += 1;
            for (guard, next, promises) in self.successors(diagram)? {
                let to = self.destination(next)?;
                let dst = *names.entry(to).or_insert_with(|| {
                    states.push(to);
                    states.len() as State - 1
                });
                steps.push(Step {
                    src,
                    guard,
                    promises,
                    dst,
                });
            }
            if states.len() > self.limits.states || steps.len() > self.limits.edges {
                return Err(TranslateError::TooLarge);
            }
        }
        self.build(states.len(), steps)
    }

    /// A run that stays in a component owes only what is promised on the edges there, so marks are
    /// numbered in each component on its own: nested untils share them.
    fn build(&mut self, count: usize, steps: Vec<Step>) -> Result<Automaton, TranslateError> {
        let components = components(count, &steps);
        let inner = |s: &Step| components.of(s.src) == components.of(s.dst);
        let mut promised: Vec<Vec<Formula>> = vec![Vec::new(); components.count()];
        for step in steps.iter().filter(|s| inner(s)) {
            promised[components.of(step.src) as usize].extend(&step.promises);
        }
        for promises in &mut promised {
            promises.sort_unstable();
            promises.dedup();
        }
        let num_marks = promised.iter().map(Vec::len).max().unwrap_or(0).max(1) as u32;
        if num_marks > MAX_MARKS {
            return Err(TranslateError::TooManyMarks);
        }
        let props = self.formulas.props().iter().map(|p| p.text.clone());
        let mut b = Builder::new(props.collect(), num_marks);
        b.add_states(count);
        b.add_initial(0);
        for step in steps {
            let marks = if inner(&step) {
                let numbered = &promised[components.of(step.src) as usize];
                let number = |p: &Formula| numbered.partition_point(|q| q < p);
                !step
                    .promises
                    .iter()
                    .fold(0, |owed: Marks, p| owed | 1 << number(p))
            } else {
                0
            };
            let guard = b
                .guards()
                .import(&self.guards, step.guard, |v| self.prop(v));
            b.add_edge(step.src, guard, marks, step.dst);
        }
        Ok(b.finish())
    }

    /// The one-step expansion of `f`. Subformulas below `X` are not expanded: they are variables.
    fn expand(&mut self, f: Formula) -> Result<Guard, TranslateError> {
        let mut todo = vec![f];
        while let Some(&g) = todo.last() {
            if self.expansions.contains_key(&g) {
                todo.pop();
                continue;
            }
            let before = todo.len();
            if !matches!(self.formulas.node(g), Node::Next(_)) {
                let new = |h: &Formula| !self.expansions.contains_key(h);
                todo.extend(self.formulas.operands(g).filter(new));
            }
            if todo.len() == before {
                let expansion = self.expansion(g)?;
                self.expansions.insert(g, expansion);
                todo.pop();
                self.check_nodes()?;
            }
        }
        Ok(self.expansions[&f])
    }

    fn check_nodes(&self) -> Result<(), TranslateError> {
        match self.guards.num_nodes() <= self.limits.nodes {
            true => Ok(()),
            false => Err(TranslateError::TooLarge),
        }
    }

    fn expansion(&mut self, f: Formula) -> Result<Guard, TranslateError> {
        let of = |t: &Self, f: &Formula| t.expansions[f];
        Ok(match self.formulas.node(f).clone() {
            Node::False => Guard::FALSE,
            Node::True => Guard::TRUE,
            Node::Prop(p) => self.variable(Variable::Prop(p)),
            Node::Not(a) => {
                let a = of(self, &a);
                self.guards.not(a)
            }
            Node::And(fs) => {
                let mut all = Guard::TRUE;
                for f in fs.iter() {
                    all = self.guards.and(all, self.expansions[f]);
                    self.check_nodes()?;
                }
                all
            }
            Node::Or(fs) => {
                let mut any = Guard::FALSE;
                for f in fs.iter() {
                    any = self.guards.or(any, self.expansions[f]);
                    self.check_nodes()?;
                }
                any
            }
            Node::Next(a) => self.variable(Variable::Next(a)),
            // F b = b | promise(b) & X F b
            Node::Finally(b) => {
                let later = self.later(f, Some(b));
                let b = of(self, &b);
                self.guards.or(b, later)
            }
            Node::Globally(a) => {
                let later = self.later(f, None);
                let a = of(self, &a);
                self.guards.and(a, later)
            }
            // a U b = b | a & promise(b) & X(a U b)
            Node::Until(a, b) => self.put_off(f, a, b, Some(b)),
            Node::WeakUntil(a, b) => self.put_off(f, a, b, None),
            // a R b = b & (a | X(a R b))
            Node::Release(a, b) => self.hold(f, a, b, None),
            Node::StrongRelease(a, b) => self.hold(f, a, b, Some(a)),
            Node::Implies(..) | Node::Equiv(..) | Node::Xor(..) => {
                unreachable!("the formula is in negative normal form")
            }
        })
    }

    fn put_off(&mut self, f: Formula, a: Formula, b: Formula, promise: Option<Formula>) -> Guard {
        let later = self.later(f, promise);
        let later = self.guards.and(self.expansions[&a], later);
        self.guards.or(self.expansions[&b], later)
    }

    fn hold(&mut self, f: Formula, a: Formula, b: Formula, promise: Option<Formula>) -> Guard {
        let later = self.later(f, promise);
        let either = self.guards.or(self.expansions[&a], later);
        self.guards.and(self.expansions[&b], either)
    }

    /// `X f`, with a promise.
    fn later(&mut self, f: Formula, promise: Option<Formula>) -> Guard {
        let next = self.variable(Variable::Next(f));
        match promise {
            Some(g) => {
                let promise = self.variable(Variable::Promise(g));
                self.guards.and(promise, next)
            }
            None => next,
        }
    }

    fn variable(&mut self, variable: Variable) -> Guard {
        if let Some(&guard) = self.variable_of.get(&variable) {
            return guard;
        }
        let guard = self.guards.var(self.variables.len() as u32);
        self.variables.push(variable);
        self.variable_of.insert(variable, guard);
        guard
    }

    /// The proposition of a variable that is one; only those occur in letters.
    fn prop(&self, var: u32) -> u32 {
        match self.variables[var as usize] {
            Variable::Prop(p) => p,
            Variable::Next(_) | Variable::Promise(_) => unreachable!("not a proposition"),
        }
    }

    fn is_prop(&self, var: u32) -> bool {
        matches!(self.variables[var as usize], Variable::Prop(_))
    }

    /// The successors of a state. To tell apart all classes of letters makes the automaton as
    /// deterministic as it can be; where there are too many, a cover of the whole diagram does.
    fn successors(&mut self, diagram: Guard) -> Result<Vec<Choice>, TranslateError> {
        let classes = match self.order {
            Order::PropositionsFirst => self.letter_classes(diagram),
            Order::Mixed => None,
        };
        let Some(classes) = classes else {
            return self.choices(diagram);
        };
        let mut successors = Vec::new();
        for (letters, below) in classes {
            let choices = self.choices(below)?;
            successors.extend(choices.into_iter().map(|(_, n, p)| (letters, n, p)));
        }
        Ok(successors)
    }

    /// The classes of letters that `diagram` distinguishes, with what it demands below each;
    /// `None` if there are many. A parent is younger than its children, so descending ids are a
    /// topological order.
    fn letter_classes(&mut self, diagram: Guard) -> Option<Vec<(Guard, Guard)>> {
        let mut reach: BTreeMap<Guard, Guard> = BTreeMap::from([(diagram, Guard::TRUE)]);
        let mut classes = Vec::new();
        while let Some((node, path)) = reach.pop_last() {
            if reach.len() + classes.len() > MAX_CLASSES {
                return None;
            }
            match self.guards.decompose(node) {
                Some((var, low, high)) if self.is_prop(var) => {
                    let v = self.guards.var(var);
                    let then = self.guards.and(path, v);
                    let otherwise = self.guards.minus(path, v);
                    for (child, guard) in [(low, otherwise), (high, then)] {
                        let entry = reach.entry(child).or_insert(Guard::FALSE);
                        *entry = self.guards.or(*entry, guard);
                    }
                }
                _ if node.is_false() => {}
                _ => classes.push((path, node)),
            }
        }
        Some(classes)
    }

    /// The prime implicants of a diagram. It is monotone in next formulas and promises, so only
    /// propositions are negated.
    fn choices(&mut self, diagram: Guard) -> Result<Vec<Choice>, TranslateError> {
        self.check_nodes()?;
        let cubes = self
            .guards
            .cubes(diagram, MAX_SUCCESSORS)
            .ok_or(TranslateError::TooLarge)?;
        let mut choices = Vec::with_capacity(cubes.len());
        for cube in cubes {
            let mut letters = Guard::TRUE;
            let mut next = Vec::new();
            let mut promises = Vec::new();
            for var in cube.positive {
                match self.variables[var as usize] {
                    Variable::Prop(_) => {
                        let v = self.guards.var(var);
                        letters = self.guards.and(letters, v);
                    }
                    Variable::Next(f) => next.push(f),
                    Variable::Promise(f) => promises.push(f),
                }
            }
            for var in cube.negative {
                let v = self.guards.var(var);
                letters = self.guards.minus(letters, v);
            }
            next.sort_unstable();
            choices.push((letters, next, promises));
        }
        Ok(choices)
    }

    fn destination(&mut self, next: Vec<Formula>) -> Result<Guard, TranslateError> {
        if let Some(&to) = self.destinations.get(&next) {
            return Ok(to);
        }
        let f = self.formulas.and(&next);
        let to = self.expand(f)?;
        self.destinations.insert(next, to);
        Ok(to)
    }
}

/// The components of the graph that the steps form.
fn components(count: usize, steps: &[Step]) -> Components {
    let mut graph = Builder::new(Vec::new(), 1);
    graph.add_states(count);
    for step in steps {
        graph.add_edge(step.src, Guard::TRUE, 0, step.dst);
    }
    Components::new(&graph.finish())
}
