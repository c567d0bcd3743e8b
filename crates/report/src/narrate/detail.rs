//! What is wrong with a run, in a sentence or a few.

use super::words::Words;
use evidence::{Lasso, Onward, Run, Treatment};
use program::explore::Problem;
use program::interpreter::Violation;
use program::{Program, Span};

/// What a move broke, in words.
pub fn violation(words: Words<'_>, violation: &Violation) -> String {
    match violation {
        Violation::Assertion { span, .. } => {
            let (at, text) = (words.sources.position(*span), words.sources.text(*span));
            format!("{at}: {text} fails")
        }
        Violation::TraceMismatch { .. } => {
            "the trace assertion does not allow the last message".to_owned()
        }
        Violation::TraceMatched { .. } => "the notrace assertion is matched".to_owned(),
    }
}

/// Where the model says what was broken.
pub(super) fn place(program: &Program, violation: &Violation) -> Option<Span> {
    match violation {
        Violation::Assertion { span, .. } => Some(*span),
        Violation::TraceMismatch { .. } | Violation::TraceMatched { .. } => {
            program.trace.as_ref().map(|trace| trace.span)
        }
    }
}

pub(super) fn of_run(words: Words<'_>, run: &Run) -> String {
    let after = of_steps(run.records.len());
    match &run.problem {
        Problem::Violation(broken) => format!("{} after {after}", violation(words, broken)),
        Problem::Fault {
            step: Some(step),
            fault,
        } => format!("{fault} in {} after {after}", words.step(&run.last, step)),
        Problem::Fault { step: None, fault } => format!("{fault} before the first step"),
        Problem::InvalidEnd => format!("nothing can happen after {after}"),
    }
}

pub(super) fn of_lasso(words: Words<'_>, lasso: &Lasso) -> String {
    let stem = of_steps(lasso.cycle);
    let round = of_steps(lasso.records.len() - lasso.cycle);
    let first = lasso.records.get(lasso.cycle);
    match (lasso.onward(), first, &lasso.fault) {
        (Onward::Divergence(pid), Some(first), _) => {
            let who = words.process(&first.before, pid);
            format!("{stem}, and then {who} stays in its atomic sequence for ever: {round}")
        }
        (Onward::Fault, _, Some((_, fault))) => format!("{stem}, and then {fault} ends the run"),
        (Onward::Halt, ..) => format!("{stem}, and then nothing happens for ever"),
        _ => format!("{stem}, and then {round} for ever"),
    }
}

pub(super) fn of_steps(steps: usize) -> String {
    match steps {
        1 => "1 step".to_owned(),
        steps => format!("{steps} steps"),
    }
}

/// Why an infinite run is fair to each process, if it has to be.
pub(super) fn fairness(words: Words<'_>, lasso: &Lasso) -> Vec<String> {
    let onward = lasso.onward();
    if onward == Onward::Fault && lasso.fair.is_some() {
        return vec!["the run ends".to_owned()];
    }
    let line = |(pid, found): (usize, &Treatment)| {
        let step = found.record + 1;
        if found.moves {
            let who = words.process(&found.state, pid);
            return format!("{who} moves in step {step}");
        }
        match onward {
            Onward::Halt | Onward::Fault => words.waiting(&found.state, pid),
            Onward::Cycle => format!("before step {step} {}", words.waiting(&found.state, pid)),
            Onward::Divergence(_) => {
                let who = words.process(&found.state, pid);
                format!("before step {step} {who} cannot move: another process holds control")
            }
        }
    };
    let treatments = lasso.fair.iter().flatten().enumerate();
    treatments.map(line).collect()
}
