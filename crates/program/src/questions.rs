//! What a reduction wants to know of a process in a state, and what it is told.
//!
//! Questions are expressions, sorted by what their answers are good for; answers come in the same
//! sorts. A question that cannot be evaluated (an index out of bounds, a division by zero) has no
//! answer, and that says nothing about the others: `Answers` has one entry for each question, whatever
//! happens to its neighbours.

use crate::{Expr, LocationId, ProcId};

/// The questions about a process at one location of its type. They read only what actions of that
/// type read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaceQuestions {
    /// About what never changes while the process lives.
    pub lasting: Vec<Expr>,
    /// About what does not change as long as the process stays where it is.
    pub now: Vec<Expr>,
    /// Conditions of guards.
    pub truths: Vec<Expr>,
}

impl PlaceQuestions {
    /// All questions, in the order in which [`Answers::fill`] asks them.
    pub fn iter(&self) -> impl Iterator<Item = &Expr> {
        let (lasting, now) = (self.lasting.iter(), self.now.iter());
        lasting.chain(now).chain(&self.truths)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.lasting.len() + self.now.len() + self.truths.len()
    }

    /// There are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The questions about every place, by process type and location.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    by_place: Vec<Vec<PlaceQuestions>>,
}

/// The questions about a place that nobody asks about.
static NONE: PlaceQuestions = PlaceQuestions {
    lasting: Vec::new(),
    now: Vec::new(),
    truths: Vec::new(),
};

impl Questions {
    /// Questions for each location of each process type.
    pub fn new(by_place: Vec<Vec<PlaceQuestions>>) -> Questions {
        Questions { by_place }
    }

    /// The questions about a place.
    pub fn at(&self, proctype: ProcId, location: LocationId) -> &PlaceQuestions {
        let locations = self.by_place.get(proctype as usize);
        let questions = locations.and_then(|locations| locations.get(location as usize));
        questions.unwrap_or(&NONE)
    }
}

/// The value of an expression; none if evaluating it is a fault.
pub type Answer = Option<i32>;

/// The answers to the questions about one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    all: Vec<Answer>,
    /// Where those about now begin, and where the truths do.
    now: usize,
    truths: usize,
}

impl Answers {
    /// No answers: to no questions, or about a process that there is not.
    pub fn clear(&mut self) {
        *self = Answers {
            all: std::mem::take(&mut self.all),
            ..Answers::default()
        };
        self.all.clear();
    }

    /// Asks each question, with its index among all of them.
    pub fn fill(
        &mut self,
        questions: &PlaceQuestions,
        mut answer: impl FnMut(usize, &Expr) -> Answer,
    ) {
        self.clear();
        let asked = questions.iter().enumerate();
        self.all
            .extend(asked.map(|(index, question)| answer(index, question)));
        self.now = questions.lasting.len();
        self.truths = self.now + questions.now.len();
    }

    /// The answers to [`PlaceQuestions::lasting`].
    pub fn lasting(&self) -> &[Answer] {
        &self.all[..self.now]
    }

    /// The answers to [`PlaceQuestions::now`].
    pub fn now(&self) -> &[Answer] {
        &self.all[self.now..self.truths]
    }

    /// The answers to [`PlaceQuestions::truths`].
    pub fn truths(&self) -> &[Answer] {
        &self.all[self.truths..]
    }

    /// All answers.
    pub fn all(&self) -> &[Answer] {
        &self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_without_an_answer_leaves_the_others_theirs() {
        let questions = PlaceQuestions {
            lasting: vec![Expr::Const(7)],
            now: vec![Expr::Pid, Expr::Const(1)],
            truths: vec![Expr::Last],
        };
        let mut answers = Answers::default();
        answers.fill(&questions, |_, question| question.as_const());
        assert_eq!(answers.lasting(), [Some(7)]);
        assert_eq!(answers.now(), [None, Some(1)]);
        assert_eq!(answers.truths(), [None]);
        answers.clear();
        assert!(answers.lasting().is_empty() && answers.now().is_empty());
        assert!(answers.truths().is_empty());
    }
}
