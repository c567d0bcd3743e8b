//! SPIN's answer beside ours.

use crate::engine::Answer;
use crate::spin::{Kind, Outcome};
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

/// What comparing two answers came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The same count, and the same kinds of errors.
    Same,
    /// Both found the model wrong, and SPIN has no count to compare.
    SameVerdict,
    /// SPIN has nothing to compare with, for this reason.
    OutOfScope(String),
    Different(Difference),
}

/// In what respect two answers differ. A disagreement that shrinks should stay of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// We do not accept the text.
    Rejected,
    /// We did not get to the end.
    Unfinished,
    /// Different kinds of errors.
    Errors,
    /// Different counts of states.
    Count,
}

/// How the answers differ; its text is for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub class: Class,
    pub spin: String,
    pub ours: String,
}

impl Display for Difference {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        write!(out, "SPIN: {}; we: {}", self.spin, self.ours)
    }
}

/// Compares the answers to one model.
pub fn compare(spin: &Outcome, ours: &Answer) -> Comparison {
    let same = match spin {
        Outcome::Rejected(why) | Outcome::Uncompiled(why) => {
            return Comparison::OutOfScope(why.clone());
        }
        Outcome::OutOfScope(why) => return Comparison::OutOfScope((*why).to_owned()),
        Outcome::Aborted(_) if matches!(ours, Answer::Unfinished(_)) => {
            return Comparison::OutOfScope("stopped early by SPIN, too large for us".to_owned());
        }
        Outcome::Aborted(_) => is_wrong(ours).then_some(Comparison::SameVerdict),
        Outcome::Finished(figures) if !figures.count_is_defined() => {
            is_wrong(ours).then_some(Comparison::SameVerdict)
        }
        Outcome::Finished(figures) => {
            let expected = Answer::Explored {
                states: figures.stored,
                kinds: figures.kinds.clone(),
            };
            (*ours == expected).then_some(Comparison::Same)
        }
    };
    same.unwrap_or_else(|| {
        Comparison::Different(Difference {
            class: classify(spin, ours),
            spin: spin.to_string(),
            ours: ours.to_string(),
        })
    })
}

fn classify(spin: &Outcome, ours: &Answer) -> Class {
    match (ours, spin) {
        (Answer::Rejected(_), _) => Class::Rejected,
        (Answer::Unfinished(_), _) => Class::Unfinished,
        (Answer::Explored { kinds, .. }, Outcome::Finished(figures)) if *kinds == figures.kinds => {
            Class::Count
        }
        _ => Class::Errors,
    }
}

fn is_wrong(ours: &Answer) -> bool {
    matches!(ours, Answer::Explored { kinds, .. } if !kinds.is_empty())
}

impl Display for Outcome {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match self {
            Outcome::Finished(figures) if figures.count_is_defined() => {
                out.write_str(&describe(figures.stored, &figures.kinds))
            }
            Outcome::Finished(figures) => out.write_str(&list(&figures.kinds)),
            Outcome::Aborted(kinds) => write!(out, "stopped by {}", list(kinds)),
            Outcome::Rejected(why) => write!(out, "rejected: {why}"),
            Outcome::Uncompiled(why) => write!(out, "not compiled: {why}"),
            Outcome::OutOfScope(why) => out.write_str(why),
        }
    }
}

/// A count and the kinds of errors, in words.
pub fn describe(states: u64, kinds: &BTreeSet<Kind>) -> String {
    format!("{states} states, {}", list(kinds))
}

fn list(kinds: &BTreeSet<Kind>) -> String {
    if kinds.is_empty() {
        return "no error".to_owned();
    }
    let names: Vec<String> = kinds.iter().map(ToString::to_string).collect();
    names.join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spin::Figures;

    fn finished(stored: u64, kinds: &[Kind]) -> Outcome {
        Outcome::Finished(Figures {
            stored,
            matched: 0,
            transitions: stored,
            atomic_steps: 0,
            errors: kinds.len() as u64,
            kinds: kinds.iter().cloned().collect(),
            depth: 1,
        })
    }

    fn explored(states: u64, kinds: &[Kind]) -> Answer {
        Answer::Explored {
            states,
            kinds: kinds.iter().cloned().collect(),
        }
    }

    #[test]
    fn counts_and_kinds_must_be_equal() {
        let spin = finished(7, &[Kind::Assertion]);
        let same = explored(7, &[Kind::Assertion]);
        assert_eq!(compare(&spin, &same), Comparison::Same);
        for other in [
            explored(8, &[Kind::Assertion]),
            explored(7, &[]),
            explored(7, &[Kind::InvalidEnd]),
            Answer::Unfinished("time".into()),
        ] {
            let comparison = compare(&spin, &other);
            assert!(
                matches!(comparison, Comparison::Different(_)),
                "{comparison:?}"
            );
        }
    }

    #[test]
    fn after_a_bad_index_only_the_verdict_counts() {
        let spin = finished(7, &[Kind::Index]);
        let wrong = explored(3, &[Kind::Index]);
        assert_eq!(compare(&spin, &wrong), Comparison::SameVerdict);
        let fine = explored(7, &[]);
        assert!(matches!(compare(&spin, &fine), Comparison::Different(_)));
    }
}
