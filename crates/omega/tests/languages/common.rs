//! What the tests of whole algorithms share: random automata, all short words, and a second
//! definition of acceptance that has no code in common with the crate's own.

use omega::{Automaton, Builder, Guard, Lasso, Letter, Marks, State};

/// A small deterministic generator (xorshift64*), so that failures can be repeated.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % n
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// What a random automaton looks like.
#[derive(Clone, Copy)]
pub struct Shape {
    pub props: u32,
    pub states: u32,
    pub marks: u32,
    /// How likely there is an edge between two states on a letter, in per cent.
    pub density: u64,
}

pub fn random_automaton(rng: &mut Rng, shape: Shape) -> Automaton {
    let props = (0..shape.props).map(|i| format!("p{i}")).collect();
    let mut b = Builder::new(props, shape.marks);
    b.add_states(shape.states as usize);
    b.add_initial(0);
    if rng.chance(20) {
        b.add_initial(shape.states - 1);
    }
    for src in 0..shape.states {
        for dst in 0..shape.states {
            for letter in 0..1 << shape.props {
                if rng.chance(shape.density) {
                    let guard = exactly(&mut b, letter, shape.props);
                    let marks = (0..shape.marks).fold(0, |m, i| m | u64::from(rng.chance(30)) << i);
                    b.add_edge(src, guard, marks, dst);
                }
            }
        }
    }
    b.finish()
}

/// The guard of one letter.
pub fn exactly(b: &mut Builder, letter: Letter, props: u32) -> Guard {
    let mut guard = Guard::TRUE;
    for i in 0..props {
        let p = b.guards().var(i);
        guard = match letter >> i & 1 {
            1 => b.guards().and(guard, p),
            _ => b.guards().minus(guard, p),
        };
    }
    guard
}

pub fn lasso(prefix: &[Letter], cycle: &[Letter]) -> Lasso {
    Lasso::new(prefix.to_vec(), cycle.to_vec()).expect("the cycle has a letter")
}

/// All words `u v^ω` with `|u| <= prefix` and `1 <= |v| <= cycle` over `letters` letters.
pub fn lassos(letters: u64, prefix: usize, cycle: usize) -> Vec<Lasso> {
    let of_length = |n: usize| -> Vec<Vec<Letter>> {
        (0..letters.pow(n as u32))
            .map(|code| {
                (0..n)
                    .map(|i| code / letters.pow(i as u32) % letters)
                    .collect()
            })
            .collect()
    };
    let mut all = Vec::new();
    for u in (0..=prefix).flat_map(of_length) {
        for v in (1..=cycle).flat_map(of_length) {
            all.push(lasso(&u, &v));
        }
    }
    all
}

/// Acceptance by transitive closure: some pair of a state and a position is reached and lies in a
/// set of pairs that reach each other and whose edges carry every mark.
pub fn accepts_by_definition(a: &Automaton, word: &Lasso) -> bool {
    let n = a.num_states() * word.positions();
    let node = |s: State, i: usize| s as usize * word.positions() + i;
    let mut edges: Vec<(usize, usize, Marks)> = Vec::new();
    let mut reach = vec![vec![false; n]; n];
    for e in a.edges() {
        for i in 0..word.positions() {
            if a.guards().eval(e.guard, word.letter(i)) {
                let (from, to) = (node(e.src, i), node(e.dst, word.next(i)));
                edges.push((from, to, e.marks));
                reach[from][to] = true;
            }
        }
    }
    for k in 0..n {
        let through_k = reach[k].clone();
        for from in reach.iter_mut().filter(|from| from[k]) {
            for (to, &further) in from.iter_mut().zip(&through_k) {
                *to |= further;
            }
        }
    }
    (0..n).any(|x| {
        let reached = a
            .initial()
            .iter()
            .any(|&s| node(s, 0) == x || reach[node(s, 0)][x]);
        let together = |y: usize| reach[x][y] && reach[y][x];
        let marks = edges
            .iter()
            .filter(|&&(from, to, _)| together(from) && together(to))
            .fold(0, |m, e| m | e.2);
        reached && reach[x][x] && marks == a.all_marks()
    })
}

/// The same automaton started in `state`.
pub fn started_in(a: &Automaton, state: State) -> Automaton {
    let mut b = Builder::like(a, a.num_marks());
    b.add_states(a.num_states());
    b.add_initial(state);
    for e in a.edges() {
        b.add_edge(e.src, e.guard, e.marks, e.dst);
    }
    b.finish()
}
