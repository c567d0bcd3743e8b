//! What came of a check, as data.
//!
//! The formats of continuous integration ([`crate::sarif`], [`crate::junit`], [`crate::github`]) are
//! written from this and from nothing else.

use crate::trace::{Site, Trace};
use std::time::SystemTime;

/// A check of one model.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The model, as it was named.
    pub model: String,
    pub properties: Vec<PropertyOutcome>,
    pub started: SystemTime,
    pub ended: SystemTime,
    /// The arguments of the command line, without the name of the program.
    pub arguments: Vec<String>,
    pub exit_code: i32,
}

/// What came of one property.
#[derive(Clone, Debug)]
pub struct PropertyOutcome {
    pub name: String,
    /// `safety`, `ltl`, `never`, `automaton`, `accept` or `progress`.
    pub kind: String,
    pub verdict: Verdict,
    /// Why, in one sentence; may be empty.
    pub detail: String,
    pub states: u64,
    pub transitions: u64,
    pub depth: u64,
    pub memory_bytes: u64,
    pub seconds: f64,
    /// Something may have been left out of the search.
    pub reduced: bool,
    /// Other properties that the same search decided.
    pub together_with: Vec<String>,
    /// The run that violates it.
    pub trace: Option<Trace>,
    /// The same run as a person reads it.
    pub story: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Holds,
    Violated,
    /// The search was cut short.
    Incomplete,
}

/// A place in a file, as editors name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    pub path: &'a str,
    pub site: Option<Site>,
}

impl Outcome {
    pub fn count(&self, verdict: Verdict) -> usize {
        let such = |property: &&PropertyOutcome| property.verdict == verdict;
        self.properties.iter().filter(such).count()
    }

    /// Where a property is violated; the model itself if nothing is known.
    pub fn place<'a>(&'a self, property: &'a PropertyOutcome) -> Place<'a> {
        let known = property.trace.as_ref().and_then(|trace| {
            let site = trace.property.site?;
            let source = trace.sources.get(site.source)?;
            Some(Place {
                path: &source.path,
                site: Some(site),
            })
        });
        known.unwrap_or(Place {
            path: &self.model,
            site: None,
        })
    }
}

impl PropertyOutcome {
    /// What is wrong, in one sentence that names the property.
    pub fn message(&self) -> String {
        let verdict = self.verdict.name();
        match self.detail.as_str() {
            "" => format!("{} {verdict}", self.name),
            detail => format!("{} {verdict}: {detail}", self.name),
        }
    }
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Violated => "violated",
            Verdict::Incomplete => "incomplete",
        }
    }
}
