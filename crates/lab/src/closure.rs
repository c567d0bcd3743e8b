//! Holzmann and Kupferman's closure ("Not checking for closure under stuttering", SPIN 1996), as
//! printed and repaired.
//!
//! As printed, a path of one state counts as one that visits an accepting state, and the closure
//! accepts too much. The three programs of section 5 of the paper are rebuilt with an `N` for which
//! they have the outcomes that the method must give: the text of the paper swaps the last two.

use omega::alphabet::Alphabet;
use omega::membership::accepts;
use omega::stutter::closure::closure;
use omega::stutter::equivalent_word;
use omega::stutter::holzmann_kupferman::{Paths, System, SystemState};
use omega::{Automaton, Builder, Lasso};

/// What the closure of a system accepts that no stuttering of the system explains.
#[derive(Clone, Debug)]
pub struct Erratum {
    pub word: Lasso,
    pub by_system: bool,
    /// The system accepts a word that is stutter-equivalent.
    pub equivalent: bool,
    pub as_printed: bool,
    pub corrected: bool,
}

/// The system with two states in turn, labelled !p (accepting) and p: its one word is (!p p)^ω. The
/// closure as printed accepts (!p)^ω too.
pub fn erratum() -> Option<Erratum> {
    let mut builder = Builder::new(vec!["p".into()], 1);
    let p = builder.guards().var(0);
    let not_p = builder.guards().not(p);
    builder.add_states(2);
    builder.add_initial(0);
    builder.add_edge(0, not_p, 1, 1);
    builder.add_edge(1, p, 0, 0);
    let automaton = builder.finish();
    let alphabet = Alphabet::of_letters(&automaton, 2).ok()?;
    let state = |label, accepting, next| SystemState {
        label,
        accepting,
        successors: vec![next],
    };
    let system = System {
        initial: vec![0],
        states: vec![
            state(alphabet.class_of(0), true, 1),
            state(alphabet.class_of(1), false, 0),
        ],
    };
    let props = automaton.props().to_vec();
    let closed = |paths| system.close(paths).to_automaton(props.clone(), &alphabet);
    let word = Lasso::new(vec![], vec![0])?;
    Some(Erratum {
        by_system: accepts(&automaton, &word),
        equivalent: equivalent_word(&automaton, &word).is_some(),
        as_printed: accepts(&closed(Paths::AsPrinted), &word),
        corrected: accepts(&closed(Paths::Corrected), &word),
        word,
    })
}

/// What the method says of a program, which here is a single word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The closure rejects it: no bad word.
    Correct,
    /// The closure accepts it and the claim does not: the claim is not closed under stuttering.
    ClaimNotClosed,
    /// Both accept it.
    Incorrect,
}

/// One of the programs P1, P2, P3.
#[derive(Clone, Debug)]
pub struct Example {
    pub name: &'static str,
    /// Letters: a = {}, b = {p}, c = {q}.
    pub word: Lasso,
    pub verdict: Verdict,
}

/// The claim of the example, for the word a b c^ω, and the three programs: a c^ω, a b b c^ω, a b c^ω.
pub fn examples() -> Option<[Example; 3]> {
    let claim = claim();
    let closed = closure(&claim, 1000).ok()?;
    let judge = |name, prefix: &[u64]| {
        let word = Lasso::new(prefix.to_vec(), vec![2])?;
        let verdict = match (accepts(&closed, &word), accepts(&claim, &word)) {
            (false, _) => Verdict::Correct,
            (true, false) => Verdict::ClaimNotClosed,
            (true, true) => Verdict::Incorrect,
        };
        Some(Example {
            name,
            word,
            verdict,
        })
    };
    Some([
        judge("P1", &[0])?,
        judge("P2", &[0, 1, 1])?,
        judge("P3", &[0, 1])?,
    ])
}

fn claim() -> Automaton {
    let mut builder = Builder::new(vec!["p".into(), "q".into()], 1);
    let [a, b, c] = [0, 1, 2].map(|letter| builder.guards().letter(letter, 2));
    builder.add_states(3);
    builder.add_initial(0);
    builder.add_edge(0, a, 0, 1);
    builder.add_edge(1, b, 0, 2);
    builder.add_edge(2, c, 1, 2);
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_closure_accepts_too_much() {
        let erratum = erratum().expect("it is small");
        assert!(!erratum.by_system && !erratum.equivalent);
        assert!(erratum.as_printed && !erratum.corrected);
    }

    #[test]
    fn the_three_programs() {
        let verdicts = examples()
            .expect("it is small")
            .map(|example| example.verdict);
        let expected = [
            Verdict::Correct,
            Verdict::ClaimNotClosed,
            Verdict::Incorrect,
        ];
        assert_eq!(verdicts, expected);
    }
}
