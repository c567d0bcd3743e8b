//! What is to be said of a run.

use super::input::Input;
use crate::commands::check::property::{Target, Wanted};
use crate::commands::model::Model;
use crate::exit::Exit;
use evidence::{Badness, Ending, Followed, Lasso, Run, Unconfirmed, confirm_lasso};
use program::explore::Problem;
use report::Trace;
use report::narrate::{Claim, Narrator, Subject};
use search::claim;
use std::borrow::Cow;

/// The run as it is told, and what it shows.
pub struct Judgement {
    pub trace: Trace,
    /// One for each thing that is to be said of it.
    pub lines: Vec<String>,
    pub exit: Exit,
}

/// A property that an infinite run violates, and the run.
struct Violated<'a> {
    property: &'a Wanted,
    claim: Option<Cow<'a, claim::Claim>>,
    lasso: Lasso,
}

impl Judgement {
    /// Judges a run by all that can be wrong with it.
    pub fn of(name: &str, model: &Model, properties: &[Wanted], input: &Input) -> Judgement {
        let judge = Judge {
            name,
            model,
            properties,
        };
        let run = &input.run;
        match run.ending(&model.program) {
            Ending::Problem(after, problem) => judge.problem(run, after, problem),
            Ending::Closed => {
                let judgement = judge.infinite(run, "");
                judgement.unwrap_or_else(|lines| judge.otherwise(run, lines))
            }
            Ending::Open => {
                let line = "the cycle does not lead back to where it starts";
                judge.otherwise(run, vec![line.to_owned()])
            }
            ending => {
                let continued = input.claimed.then(|| run.continued(&model.program));
                let judgement = continued.flatten().and_then(|continued| {
                    let more = continued.records.len() - run.records.len();
                    let remark = format!(
                        " (the trail ends after step {}; the {more} steps after it are one way on)",
                        run.records.len()
                    );
                    judge.infinite(&continued, &remark).ok()
                });
                judgement.unwrap_or_else(|| {
                    let how = match ending {
                        Ending::Proper => "the run ends as it should",
                        _ => "the run could go on",
                    };
                    judge.harmless(run, vec![how.to_owned()])
                })
            }
        }
    }
}

struct Judge<'a> {
    name: &'a str,
    model: &'a Model,
    properties: &'a [Wanted],
}

impl Judge<'_> {
    /// A run to something wrong. What comes after it is left out.
    fn problem(&self, run: &Followed, after: usize, problem: Problem) -> Judgement {
        let kind = problem.kind();
        let mut safety = self.properties.iter().filter_map(|property| {
            let kinds = property.safety()?;
            kinds.contains(&kind).then_some(property.name.as_str())
        });
        let subject = Subject {
            model: self.name,
            name: safety.next_back().unwrap_or("safety"),
            kind: "safety",
            site: None,
        };
        let records = run.records[..after].to_vec();
        let last = records.last().map_or(&run.last, |record| &record.after);
        let run = Run {
            last: last.clone(),
            records,
            problem,
        };
        let trace = self.narrator().run(subject, &run);
        Judgement {
            lines: vec![self.violated(&trace.property.name, &trace.property.detail)],
            trace,
            exit: Exit::Violated,
        }
    }

    /// An infinite run that violates no temporal property: it may break an assertion, or end in a fault.
    fn otherwise(&self, run: &Followed, lines: Vec<String>) -> Judgement {
        match run.flaw() {
            Some((after, problem)) => self.problem(run, after, problem),
            None => self.harmless(run, lines),
        }
    }

    /// A run that repeats itself for ever; if no property is violated, what there is to say.
    fn infinite(&self, run: &Followed, remark: &str) -> Result<Judgement, Vec<String>> {
        let mut violated = Vec::new();
        let mut lines = Vec::new();
        for property in self.properties {
            match self.violates(run, property) {
                Ok(found) => violated.extend(found),
                Err(reason) => lines.push(format!("{}: {} {reason}", self.name, property.name)),
            }
        }
        let Some(first) = violated.first() else {
            lines.push("the run repeats itself for ever and violates no property".to_owned());
            return Err(lines);
        };
        let subject = Subject {
            model: self.name,
            name: &first.property.name,
            kind: first.property.kind(),
            site: first.property.span(&self.model.program),
        };
        let claim = first.claim.as_ref().map(|claim| Claim {
            automaton: &claim.automaton,
            propositions: &claim.propositions,
        });
        let trace = self.narrator().lasso(subject, &first.lasso, claim);
        let detail = format!("{}{remark}", trace.property.detail);
        let names = violated.iter().map(|violated| &violated.property.name);
        lines.extend(names.map(|name| self.violated(name, &detail)));
        Ok(Judgement {
            trace,
            lines,
            exit: Exit::Violated,
        })
    }

    /// Whether an infinite run violates a property; what is wrong if that cannot be said.
    fn violates<'p>(
        &self,
        run: &Followed,
        property: &'p Wanted,
    ) -> Result<Option<Violated<'p>>, String> {
        let claim = property.claim(self.model)?;
        let badness = match (&property.target, &claim) {
            (Target::Safety(_), _) => return Ok(None),
            (Target::Temporal { .. }, Some(claim)) => {
                Badness::Word(&claim.automaton, &claim.propositions)
            }
            (Target::Temporal { .. }, None) => return Ok(None),
            (Target::Accept, _) => Badness::Accept,
            (Target::Progress, _) => Badness::NonProgress,
        };
        match confirm_lasso(&self.model.program, &run.proposal(), &badness) {
            Ok(lasso) => Ok(Some(Violated {
                property,
                claim,
                lasso,
            })),
            Err(Unconfirmed::NotBad) => Ok(None),
            Err(reason) => Err(format!("cannot be judged: {reason}")),
        }
    }

    /// A run that violates nothing.
    fn harmless(&self, run: &Followed, mut lines: Vec<String>) -> Judgement {
        if let Some(last) = lines.last_mut() {
            *last = format!("{}: {last}", self.name);
        }
        Judgement {
            trace: self.narrator().plain(self.name, run),
            lines,
            exit: Exit::Holds,
        }
    }

    fn violated(&self, property: &str, detail: &str) -> String {
        format!(
            "{}: {property} \x1b[1;31mviolated\x1b[0m: {detail}",
            self.name
        )
    }

    fn narrator(&self) -> Narrator<'_> {
        Narrator::new(&self.model.program, self.model)
    }
}
