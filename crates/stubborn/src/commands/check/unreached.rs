//! Statements that no run executes. A search that ended early knows of none.

use crate::commands::model::Model;
use ::report::narrate::Sources;
use program::Coverage;
use serde::Serialize;

/// What is never executed of a process type.
#[derive(Serialize)]
pub struct Unreached {
    process: String,
    /// None of its statements is: it is never started, or cannot take a step.
    never_runs: bool,
    statements: Vec<Statement>,
}

/// A statement that is never executed.
#[derive(Serialize)]
struct Statement {
    /// `file:line`.
    at: String,
    text: String,
}

impl Unreached {
    /// What is never executed, by process type; those of which everything is are left out.
    pub fn of(model: &Model, coverage: &Coverage) -> Vec<Unreached> {
        let proctypes = model.program.proctypes.iter().zip(0..);
        let unreached = proctypes.map(|(proctype, id)| {
            let statement = |span| Statement {
                at: model.position(span),
                text: model.text(span),
            };
            let spans = coverage.unreached(&model.program, id);
            Unreached {
                process: proctype.name.trim_matches(':').to_owned(),
                never_runs: !coverage.runs(&model.program, id),
                statements: spans.into_iter().map(statement).collect(),
            }
        });
        unreached
            .filter(|unreached| unreached.never_runs || !unreached.statements.is_empty())
            .collect()
    }

    /// One line for a process that never runs, else one for each statement.
    fn lines(&self) -> Vec<String> {
        let process = &self.process;
        if self.never_runs {
            return vec![format!("{process} never runs")];
        }
        let line =
            |statement: &Statement| format!("{process}  {}  {}", statement.at, statement.text);
        self.statements.iter().map(line).collect()
    }
}

/// What a person is told: all of it, or how much there is.
pub fn describe(unreached: &[Unreached], all: bool) -> Vec<String> {
    let lines: Vec<String> = unreached.iter().flat_map(Unreached::lines).collect();
    match lines.len() {
        0 => Vec::new(),
        _ if all => {
            let lines = lines.into_iter().map(|line| format!("  {line}"));
            std::iter::once("never executed:".to_owned())
                .chain(lines)
                .collect()
        }
        1 => vec![format!("never executed: {}", lines[0])],
        count => vec![format!(
            "never executed: {}, and {} more (-v lists them)",
            lines[0],
            count - 1
        )],
    }
}
