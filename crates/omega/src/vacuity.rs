//! Properties that hold for a reason that their author may not have had in mind.
//!
//! Some propositions never change: `request`, say, is never true. If that alone rules out every bad
//! word, then what else the property says, of answers to requests, was not put to the test. This is
//! the vacuity of I. Beer, S. Ben-David, C. Eisner, Y. Rodeh, "Efficient Detection of Vacuity in
//! Temporal Model Checking" (2001), as far as it can be told without another search.

use crate::automaton::{Automaton, Builder};
use crate::emptiness::accepting_run;
use crate::guard::{Guard, Guards};
use crate::word::Letter;

/// What is known of the letters of a word: propositions that are never true, and that always are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constants {
    pub never: Letter,
    pub always: Letter,
}

impl Constants {
    fn all(self) -> Letter {
        self.never | self.always
    }

    fn without(self, bit: Letter) -> Constants {
        Constants {
            never: self.never & !bit,
            always: self.always & !bit,
        }
    }
}

/// Constants that are enough to rule out every word of an automaton, none of which can be spared;
/// none if they are not enough, or if the automaton reads nothing but them: a property that says
/// that something is never true may hold because it is never true.
pub fn vacuous(automaton: &Automaton, constants: Constants) -> Option<Constants> {
    if !rules_out(automaton, constants) {
        return None;
    }
    let mut enough = constants;
    let mut bits = constants.all();
    while bits != 0 {
        let bit = bits & bits.wrapping_neg();
        bits &= !bit;
        if rules_out(automaton, enough.without(bit)) {
            enough = enough.without(bit);
        }
    }
    (read(automaton) & !enough.all() != 0).then_some(enough)
}

/// The propositions that an automaton reads.
fn read(automaton: &Automaton) -> Letter {
    let guards = automaton.edges().iter().map(|edge| edge.guard);
    let read = guards.flat_map(|guard| automaton.guards().support(guard));
    read.fold(0, |letter, proposition| letter | 1 << proposition)
}

/// Whether an automaton has no word in which these propositions are constant.
fn rules_out(automaton: &Automaton, constants: Constants) -> bool {
    let mut builder = Builder::like(automaton, automaton.num_marks());
    builder.add_states(automaton.num_states());
    let constant = |guards: &mut Guards, proposition: u32| {
        let bit = 1 << proposition;
        if constants.never & bit != 0 {
            Guard::FALSE
        } else if constants.always & bit != 0 {
            Guard::TRUE
        } else {
            guards.var(proposition)
        }
    };
    for edge in automaton.edges() {
        let guard = builder.guards().substitute(edge.guard, constant);
        builder.add_edge(edge.src, guard, edge.marks, edge.dst);
    }
    for &state in automaton.initial() {
        builder.add_initial(state);
    }
    accepting_run(&builder.finish()).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ltl::{Dialect, Formulas};
    use crate::{Translation, translate};

    /// Which propositions make a formula hold, given that some are never true.
    fn reasons(formula: &str, never: &[&str]) -> Option<Vec<String>> {
        let mut formulas = Formulas::new();
        let parsed = formulas.parse(formula, Dialect::Spin).unwrap();
        let bad = formulas.not(parsed);
        let automaton = translate(&mut formulas, bad, Translation::Generalized).unwrap();
        let bits = automaton.props().iter().enumerate();
        let never = bits
            .filter(|(_, name)| never.contains(&name.as_str()))
            .fold(0, |letter, (bit, _)| letter | 1 << bit);
        let found = vacuous(&automaton, Constants { never, always: 0 })?;
        let names = automaton.props().iter().enumerate();
        let kept = names.filter(|(bit, _)| found.never & 1 << bit != 0);
        Some(kept.map(|(_, name)| name.clone()).collect())
    }

    #[test]
    fn answers_to_requests_that_never_come() {
        assert_eq!(
            reasons("[] (p -> <> q)", &["p"]),
            Some(vec!["p".to_owned()])
        );
        assert_eq!(
            reasons("[] (p -> <> q)", &["p", "q"]),
            Some(vec!["p".to_owned()])
        );
        assert_eq!(reasons("[] (p -> <> q)", &["q"]), None);
    }

    #[test]
    fn what_is_meant_never_to_happen_does_not() {
        assert_eq!(reasons("[] !p", &["p"]), None);
        assert_eq!(reasons("[] !(p && q)", &[]), None);
        assert_eq!(reasons("[] !(p && q)", &["p"]), Some(vec!["p".to_owned()]));
    }
}
