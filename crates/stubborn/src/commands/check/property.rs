//! Which properties are to be checked.

use program::explore::Kind;
use program::{Program, PropertyKind};

/// One property, under the name that reports use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub name: String,
    pub kind: &'static str,
    /// What violates it; empty if the engine cannot check it.
    pub violated_by: Vec<Kind>,
}

/// The properties to check, in the order of the report.
pub struct Selection {
    pub properties: Vec<Wanted>,
}

impl Selection {
    /// The named properties, or all that the model states.
    pub fn new(program: &Program, names: &[String]) -> Result<Selection, String> {
        let all = stated(program);
        if names.is_empty() {
            return Ok(Selection { properties: all });
        }
        let mut properties: Vec<Wanted> = Vec::new();
        for name in names {
            let before = properties.len();
            for property in &all {
                let safety = name == "safety" && !property.violated_by.is_empty();
                let claim = name == "claim" && property.kind == "never";
                if (property.name == *name || safety || claim) && !properties.contains(property) {
                    properties.push(property.clone());
                }
            }
            let known = ["safety"].contains(&name.as_str())
                || properties.iter().any(|property| property.name == *name);
            if properties.len() == before && !known {
                return Err(unknown(name, &all));
            }
        }
        Ok(Selection { properties })
    }

    /// What violates each property that the explorer can check.
    pub fn groups(&self) -> Vec<Vec<Kind>> {
        let checked = self
            .properties
            .iter()
            .map(|property| property.violated_by.clone());
        checked.filter(|kinds| !kinds.is_empty()).collect()
    }
}

/// Everything that a model states.
fn stated(program: &Program) -> Vec<Wanted> {
    let wanted = |name: &str, kind, violated_by: &[Kind]| Wanted {
        name: name.to_owned(),
        kind,
        violated_by: violated_by.to_vec(),
    };
    let errors = [Kind::Assertion, Kind::Trace, Kind::Fault];
    let mut all = vec![
        wanted("assertions", "safety", &errors),
        wanted("deadlock", "safety", &[Kind::InvalidEnd]),
    ];
    for property in &program.properties {
        let kind = match property.kind {
            PropertyKind::Ltl(_) => "ltl",
            PropertyKind::Never(_) => "never",
        };
        all.push(wanted(&property.name, kind, &[]));
    }
    let mut locations = program
        .proctypes
        .iter()
        .flat_map(|proctype| &proctype.locations);
    if locations.clone().any(|location| location.accept) {
        all.push(wanted("accept", "accept", &[]));
    }
    if locations.any(|location| location.progress) {
        all.push(wanted("progress", "progress", &[]));
    }
    all
}

fn unknown(name: &str, all: &[Wanted]) -> String {
    let names = || {
        all.iter()
            .map(|property| property.name.as_str())
            .chain(["safety"])
    };
    match promela::suggest::nearest(name, names()) {
        Some(near) => format!("the model has no property `{name}`; did you mean `{near}`?"),
        None => {
            let list: Vec<&str> = names().collect();
            format!(
                "the model has no property `{name}`; it has: {}",
                list.join(", ")
            )
        }
    }
}
