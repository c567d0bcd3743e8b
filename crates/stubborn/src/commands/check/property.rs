//! Which properties are to be checked.

use program::explore::Kind;
use program::{Program, PropertyKind};

/// One property, under the name that reports use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub name: String,
    pub target: Target,
}

/// What a property is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Nothing of these kinds can happen.
    Safety(Vec<Kind>),
    /// The temporal property with this index in the program.
    Temporal { index: usize, kind: &'static str },
    /// No infinite run passes an accept label for ever.
    Accept,
    /// Every infinite run passes progress labels for ever.
    Progress,
}

impl Wanted {
    /// The kind, as reports name it.
    pub fn kind(&self) -> &'static str {
        match &self.target {
            Target::Safety(_) => "safety",
            Target::Temporal { kind, .. } => kind,
            Target::Accept => "accept",
            Target::Progress => "progress",
        }
    }

    /// What violates it, if it is a safety property.
    pub fn safety(&self) -> Option<&[Kind]> {
        match &self.target {
            Target::Safety(kinds) => Some(kinds),
            _ => None,
        }
    }
}

/// The named properties, or all that the model states, in the order of the report.
pub fn select(program: &Program, names: &[String]) -> Result<Vec<Wanted>, String> {
    let all = stated(program);
    if names.is_empty() {
        return Ok(all);
    }
    let mut selected: Vec<Wanted> = Vec::new();
    for name in names {
        let meant = |property: &&Wanted| {
            property.name == *name
                || (name == "safety" && property.safety().is_some())
                || (name == "claim" && property.kind() == "never")
        };
        let found: Vec<&Wanted> = all.iter().filter(meant).collect();
        if found.is_empty() {
            return Err(unknown(name, &all));
        }
        for property in found {
            if !selected.contains(property) {
                selected.push(property.clone());
            }
        }
    }
    Ok(selected)
}

/// Everything that a model states.
fn stated(program: &Program) -> Vec<Wanted> {
    let wanted = |name: &str, target| Wanted {
        name: name.to_owned(),
        target,
    };
    let errors = vec![Kind::Assertion, Kind::Trace, Kind::Fault];
    let mut all = vec![
        wanted("assertions", Target::Safety(errors)),
        wanted("deadlock", Target::Safety(vec![Kind::InvalidEnd])),
    ];
    for (index, property) in program.properties.iter().enumerate() {
        let kind = match property.kind {
            PropertyKind::Ltl(_) => "ltl",
            PropertyKind::Never(_) => "never",
        };
        all.push(wanted(&property.name, Target::Temporal { index, kind }));
    }
    let locations = || {
        let proctypes = program.proctypes.iter();
        proctypes.flat_map(|proctype| &proctype.locations)
    };
    if locations().any(|location| location.accept) {
        all.push(wanted("accept", Target::Accept));
    }
    if locations().any(|location| location.progress) {
        all.push(wanted("progress", Target::Progress));
    }
    all
}

fn unknown(name: &str, all: &[Wanted]) -> String {
    let names = || {
        let stated = all.iter().map(|property| property.name.as_str());
        stated.chain(["safety"])
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
