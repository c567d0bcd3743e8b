//! Guards: sets of letters as reduced ordered binary decision diagrams (Bryant, 1986).
//!
//! Nodes live in an arena and are hash-consed, so equal sets are equal ids. A node's children are
//! always older than the node, so every bottom-up computation is a loop over ascending ids, and
//! nothing here recurses: the translator uses the same manager with one variable for each temporal
//! subformula, and a diagram may be as deep as a formula is long.

mod cover;
#[cfg(test)]
mod tests;

use crate::word::Letter;
use hashbrown::HashMap;

pub use cover::Cube;

/// A set of letters: a node of the [`Guards`] that made it. Ids of different managers do not mix;
/// [`Guards::import`] copies between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Guard(pub(crate) u32);

impl Guard {
    /// No letter at all.
    pub const FALSE: Guard = Guard(0);
    /// Every letter.
    pub const TRUE: Guard = Guard(1);

    pub fn is_false(self) -> bool {
        self == Guard::FALSE
    }

    pub fn is_true(self) -> bool {
        self == Guard::TRUE
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    var: u32,
    low: Guard,
    high: Guard,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Op {
    And,
    Or,
    Xor,
}

/// The variable of the two constants: below every real one in the order.
const NO_VAR: u32 = u32::MAX;

/// The manager: owns the nodes of all guards of one automaton. Cloning it keeps every id valid.
#[derive(Clone)]
pub struct Guards {
    nodes: Vec<Node>,
    unique: HashMap<Node, Guard>,
    cache: HashMap<(Op, Guard, Guard), Guard>,
}

impl Default for Guards {
    fn default() -> Self {
        let constant = |guard| Node {
            var: NO_VAR,
            low: guard,
            high: guard,
        };
        Guards {
            nodes: vec![constant(Guard::FALSE), constant(Guard::TRUE)],
            unique: HashMap::new(),
            cache: HashMap::new(),
        }
    }
}

impl std::fmt::Debug for Guards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Guards({} nodes)", self.nodes.len())
    }
}

impl Guards {
    pub fn new() -> Self {
        Self::default()
    }

    /// How many nodes have been made; none is ever freed.
    pub fn num_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The letters in which proposition `var` holds.
    pub fn var(&mut self, var: u32) -> Guard {
        self.node(var, Guard::FALSE, Guard::TRUE)
    }

    /// The guard of this letter alone, over the first `count` propositions.
    pub fn letter(&mut self, letter: Letter, count: u32) -> Guard {
        (0..count).fold(Guard::TRUE, |all, prop| {
            let holds = self.var(prop);
            let literal = match letter >> prop & 1 {
                1 => holds,
                _ => self.not(holds),
            };
            self.and(all, literal)
        })
    }

    pub fn and(&mut self, f: Guard, g: Guard) -> Guard {
        self.apply(Op::And, f, g)
    }

    pub fn or(&mut self, f: Guard, g: Guard) -> Guard {
        self.apply(Op::Or, f, g)
    }

    pub fn xor(&mut self, f: Guard, g: Guard) -> Guard {
        self.apply(Op::Xor, f, g)
    }

    pub fn not(&mut self, f: Guard) -> Guard {
        self.apply(Op::Xor, f, Guard::TRUE)
    }

    /// The letters of `f` that are not in `g`.
    pub fn minus(&mut self, f: Guard, g: Guard) -> Guard {
        let not_g = self.not(g);
        self.and(f, not_g)
    }

    /// Whether every letter of `f` is in `g`.
    pub fn implies(&mut self, f: Guard, g: Guard) -> bool {
        self.minus(f, g).is_false()
    }

    /// Whether `letter` is in `f`. Only variables below [`crate::MAX_PROPS`] may occur in `f`.
    pub fn eval(&self, mut f: Guard, letter: Letter) -> bool {
        while f.0 > 1 {
            let node = self.nodes[f.0 as usize];
            f = if letter >> node.var & 1 == 1 {
                node.high
            } else {
                node.low
            };
        }
        f.is_true()
    }

    /// The top variable of `f` and its cofactors `(var, low, high)`; `None` for a constant.
    pub fn decompose(&self, f: Guard) -> Option<(u32, Guard, Guard)> {
        let node = self.nodes[f.0 as usize];
        (node.var != NO_VAR).then_some((node.var, node.low, node.high))
    }

    /// Some letter of `f`, with as few propositions true as the leftmost path allows.
    pub fn pick(&self, f: Guard) -> Option<Letter> {
        let mut letter = 0;
        let mut at = f;
        while let Some((var, low, high)) = self.decompose(at) {
            at = if low.is_false() {
                letter |= 1 << var;
                high
            } else {
                low
            };
        }
        at.is_true().then_some(letter)
    }

    /// The variables that `f` depends on, ascending.
    pub fn support(&self, f: Guard) -> Vec<u32> {
        let nodes = self.reachable(&[f]);
        let mut vars: Vec<u32> = nodes
            .iter()
            .map(|&n| self.nodes[n.0 as usize].var)
            .collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// `f` with every variable that `gone` selects quantified away existentially.
    pub fn exists(&mut self, f: Guard, gone: impl Fn(u32) -> bool) -> Guard {
        self.rebuild(f, |guards, var, low, high| {
            if gone(var) {
                guards.or(low, high)
            } else {
                let v = guards.var(var);
                guards.ite(v, high, low)
            }
        })
    }

    /// `f` with each variable `v` replaced by the guard `by(v)`.
    pub fn substitute(&mut self, f: Guard, mut by: impl FnMut(&mut Guards, u32) -> Guard) -> Guard {
        self.rebuild(f, |guards, var, low, high| {
            let condition = by(guards, var);
            guards.ite(condition, high, low)
        })
    }

    /// The guard `f` of `from`, with variable `v` renamed to `rename(v)`, as a guard of `self`.
    pub fn import(&mut self, from: &Guards, f: Guard, rename: impl Fn(u32) -> u32) -> Guard {
        let mut done = constants();
        for n in from.reachable(&[f]) {
            let node = from.nodes[n.0 as usize];
            let v = self.var(rename(node.var));
            let new = self.ite(v, done[&node.high], done[&node.low]);
            done.insert(n, new);
        }
        done[&f]
    }

    /// If `c` then `f` else `g`.
    pub fn ite(&mut self, c: Guard, f: Guard, g: Guard) -> Guard {
        let then = self.and(c, f);
        let otherwise = self.minus(g, c);
        self.or(then, otherwise)
    }

    /// A bottom-up reconstruction of `f`: `step(manager, var, low', high')` for each inner node.
    fn rebuild(
        &mut self,
        f: Guard,
        mut step: impl FnMut(&mut Guards, u32, Guard, Guard) -> Guard,
    ) -> Guard {
        let mut done = constants();
        for n in self.reachable(&[f]) {
            let node = self.nodes[n.0 as usize];
            let new = step(self, node.var, done[&node.low], done[&node.high]);
            done.insert(n, new);
        }
        done[&f]
    }

    /// The inner nodes below `roots`, children before parents.
    pub(crate) fn reachable(&self, roots: &[Guard]) -> Vec<Guard> {
        let mut seen = hashbrown::HashSet::new();
        let mut stack: Vec<Guard> = roots.to_vec();
        let mut nodes = Vec::new();
        while let Some(n) = stack.pop() {
            if n.0 > 1 && seen.insert(n) {
                nodes.push(n);
                let node = self.nodes[n.0 as usize];
                stack.push(node.low);
                stack.push(node.high);
            }
        }
        nodes.sort_unstable();
        nodes
    }

    fn node(&mut self, var: u32, low: Guard, high: Guard) -> Guard {
        if low == high {
            return low;
        }
        let node = Node { var, low, high };
        let fresh = Guard(self.nodes.len() as u32);
        let id = *self.unique.entry(node).or_insert(fresh);
        if id == fresh {
            self.nodes.push(node);
        }
        id
    }

    fn apply(&mut self, op: Op, f: Guard, g: Guard) -> Guard {
        enum Task {
            Visit(Guard, Guard),
            Build(u32, Guard, Guard),
        }
        // Most questions are answered without a traversal; they must not pay for its stacks.
        let (f, g) = (f.min(g), f.max(g));
        if let Some(value) = terminal(op, f, g) {
            return value;
        }
        if let Some(&value) = self.cache.get(&(op, f, g)) {
            return value;
        }
        let mut tasks = vec![Task::Visit(f, g)];
        let mut values: Vec<Guard> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(f, g) => {
                    // All three operations commute: one order of operands, one cache entry.
                    let (f, g) = (f.min(g), f.max(g));
                    if let Some(value) = terminal(op, f, g) {
                        values.push(value);
                    } else if let Some(&value) = self.cache.get(&(op, f, g)) {
                        values.push(value);
                    } else {
                        let (a, b) = (self.nodes[f.0 as usize], self.nodes[g.0 as usize]);
                        let var = a.var.min(b.var);
                        let (f0, f1) = if a.var == var {
                            (a.low, a.high)
                        } else {
                            (f, f)
                        };
                        let (g0, g1) = if b.var == var {
                            (b.low, b.high)
                        } else {
                            (g, g)
                        };
                        tasks.push(Task::Build(var, f, g));
                        tasks.push(Task::Visit(f1, g1));
                        tasks.push(Task::Visit(f0, g0));
                    }
                }
                Task::Build(var, f, g) => {
                    let (Some(high), Some(low)) = (values.pop(), values.pop()) else {
                        unreachable!("both cofactors were visited before the node is built");
                    };
                    let value = self.node(var, low, high);
                    self.cache.insert((op, f, g), value);
                    values.push(value);
                }
            }
        }
        values[0]
    }
}

/// The images of the constants, with which every bottom-up pass starts.
fn constants() -> HashMap<Guard, Guard> {
    [Guard::FALSE, Guard::TRUE]
        .map(|c| (c, c))
        .into_iter()
        .collect()
}

/// The result when no decomposition is needed; `f <= g`, so a constant is in `f`.
fn terminal(op: Op, f: Guard, g: Guard) -> Option<Guard> {
    match op {
        Op::And if f.is_false() => Some(Guard::FALSE),
        Op::And if f.is_true() || f == g => Some(g),
        Op::Or if f.is_true() => Some(Guard::TRUE),
        Op::Or if f.is_false() || f == g => Some(g),
        Op::Xor if f == g => Some(Guard::FALSE),
        Op::Xor if f.is_false() => Some(g),
        // `true xor g` is the negation: it still has to be pushed through `g`.
        _ => None,
    }
}
