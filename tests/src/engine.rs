//! Our side: the front end, and the exploration of the whole graph by the interpreter.

use crate::compare::describe;
use crate::spin::Kind;
use program::explore::{self, End, Problem};
use program::fault::Fault;
use promela::Parsed;
use promela::diagnostic::Diagnostic;
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::path::Path;
use std::time::Duration;

/// What we have to say about a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// All states were visited.
    Explored { states: u64, kinds: BTreeSet<Kind> },
    /// The front end does not accept the text, for this reason.
    Rejected(String),
    /// The exploration did not get to the end, for this reason.
    Unfinished(String),
}

impl Display for Answer {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match self {
            Answer::Explored { states, kinds } => out.write_str(&describe(*states, kinds)),
            Answer::Rejected(why) => write!(out, "rejected: {why}"),
            Answer::Unfinished(why) => write!(out, "unfinished: {why}"),
        }
    }
}

/// Explores the model in a file, up to this many states.
pub fn explore_file(path: &Path, states: u64) -> Answer {
    explore(
        &promela::parse_file(path, &promela::Options::default()),
        states,
    )
}

/// Explores the model whose text is `text`, up to this many states.
pub fn explore_text(text: &str, states: u64) -> Answer {
    let name = Path::new("model.pml");
    let parsed = promela::parse_str(name, text, &promela::Options::default());
    explore(&parsed, states)
}

fn explore(parsed: &Parsed, states: u64) -> Answer {
    if let Some(rejected) = rejection(&parsed.diagnostics) {
        return rejected;
    }
    let options = promela::lower::Options::default();
    let (program, diagnostics) = promela::lower::lower(&parsed.model, &options);
    let Some(program) = program else {
        let unexplained = Answer::Rejected("for no reason given".to_owned());
        return rejection(&diagnostics).unwrap_or(unexplained);
    };
    let options = explore::Options {
        states: Some(states),
        time: Some(Duration::from_secs(120)),
        ..explore::Options::default()
    };
    let exploration = explore::explore(&program, &options, &mut |_| true);
    if exploration.end != End::Complete {
        return Answer::Unfinished(format!("{:?}", exploration.end));
    }
    let found = exploration.counterexamples.iter();
    Answer::Explored {
        states: exploration.statistics.states,
        kinds: found.map(|found| kind(&found.problem)).collect(),
    }
}

fn rejection(diagnostics: &[Diagnostic]) -> Option<Answer> {
    let error = diagnostics
        .iter()
        .find(|diagnostic| diagnostic.is_error())?;
    Some(Answer::Rejected(error.message.clone()))
}

/// Our problem in SPIN's terms.
fn kind(problem: &Problem) -> Kind {
    match problem {
        Problem::InvalidEnd => Kind::InvalidEnd,
        Problem::Violation(_) if problem.kind() == explore::Kind::Assertion => Kind::Assertion,
        Problem::Violation(violation) => Kind::Other(format!("{violation:?}")),
        Problem::Fault { fault, .. } => match fault {
            Fault::IndexOutOfBounds { .. } => Kind::Index,
            other => Kind::Other(other.to_string()),
        },
    }
}
