//! The automata that the literature on stuttering and reduction argues about, by name.
//!
//! `n` stands for `!p`. B1, B2, B3 and B4 are those of Siegel, "What's wrong with on-the-fly partial
//! order reduction" (CAV 2019); B2 is a reconstruction with the properties that the paper states.

use crate::automaton::{Automaton, Builder, State};
use crate::guard::Guard;

/// The names that [`builtin`] knows, with what the automaton is for.
pub const BUILTINS: [(&str, &str); 6] = [
    (
        "B1",
        "!p until p for ever; ample sets chosen after the claim's move lose its words",
    ),
    (
        "B2",
        "the language of B1; ample sets chosen before the claim's move lose its words",
    ),
    ("B3", "p only finitely often"),
    ("B4", "B3 in SI normal form"),
    (
        "N3",
        "p and !p infinitely often; every state is stutter-invariant, and yet reduction fails",
    ),
    (
        "brunner",
        "{p1} somewhere; the formula automaton of Brunner's thesis, Fig. 8.3",
    ),
];

/// The automaton called `name`, in any case.
pub fn builtin(name: &str) -> Option<Automaton> {
    let one_prop = |accepting: &[State], edges: &[(State, char, State)]| {
        let mut b = Builder::new(vec!["p".into()], 1);
        let p = b.guards().var(0);
        let n = b.guards().not(p);
        let guard = |c| if c == 'p' { p } else { n };
        let edges: Vec<_> = edges.iter().map(|&(s, c, t)| (s, guard(c), t)).collect();
        state_based(b, accepting, &edges)
    };
    Some(match name.to_ascii_uppercase().as_str() {
        "B1" => one_prop(&[1], &[(0, 'n', 0), (0, 'n', 1), (1, 'p', 1)]),
        "B2" => one_prop(
            &[3],
            &[
                (0, 'n', 1),
                (0, 'n', 2),
                (1, 'n', 2),
                (2, 'n', 1),
                (1, 'p', 3),
                (3, 'p', 3),
            ],
        ),
        "B3" => one_prop(&[1], &[(0, 'n', 0), (0, 'n', 1), (0, 'p', 0), (1, 'n', 1)]),
        "B4" => one_prop(
            &[3],
            &[
                (0, 'n', 1),
                (0, 'n', 3),
                (0, 'p', 2),
                (1, 'n', 1),
                (1, 'p', 2),
                (2, 'p', 2),
                (2, 'n', 1),
                (2, 'n', 3),
                (3, 'n', 3),
            ],
        ),
        "N3" => one_prop(
            &[2],
            &[
                (0, 'n', 0),
                (0, 'n', 1),
                (0, 'p', 0),
                (0, 'p', 1),
                (1, 'n', 0),
                (1, 'n', 2),
                (2, 'p', 0),
                (2, 'p', 1),
            ],
        ),
        "BRUNNER" => {
            let mut b = Builder::new(vec!["p1".into(), "p2".into()], 1);
            let (p1, p2) = (b.guards().var(0), b.guards().var(1));
            let just_p1 = b.guards().minus(p1, p2);
            let all = Guard::TRUE;
            state_based(b, &[1], &[(0, all, 0), (0, just_p1, 1), (1, all, 1)])
        }
        _ => return None,
    })
}

/// The Büchi automaton with these edges, accepting states, and initial state 0.
fn state_based(mut b: Builder, accepting: &[State], edges: &[(State, Guard, State)]) -> Automaton {
    let states = edges.iter().map(|e| e.0.max(e.2) + 1).max().unwrap_or(1);
    b.add_states(states as usize);
    b.add_initial(0);
    for &(src, guard, dst) in edges {
        b.add_edge(src, guard, u64::from(accepting.contains(&src)), dst);
    }
    b.finish()
}
