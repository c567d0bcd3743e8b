//! Which properties are to be checked.

use crate::commands::model::Model;
use program::explore::Kind;
use program::{Expr, Program, PropertyKind, Span};
use report::narrate::Sources;
use search::claim::{Claim, ClaimError};
use std::borrow::Cow;

/// One property, under the name that reports use.
#[derive(Clone)]
pub struct Wanted {
    pub name: String,
    pub target: Target,
}

/// What a property is about.
#[derive(Clone)]
pub enum Target {
    /// Nothing of these kinds can happen.
    Safety(Vec<Kind>),
    /// No infinite run is bad.
    Temporal { kind: &'static str, source: Source },
    /// No infinite run passes an accept label for ever.
    Accept,
    /// Every infinite run passes progress labels for ever.
    Progress,
}

/// What says which infinite runs are bad.
#[derive(Clone)]
pub enum Source {
    /// The property with this index in the program.
    Program(usize),
    /// An automaton that is no part of the program.
    Automaton(Box<Claim>),
}

impl Target {
    /// The temporal property with this index in the program.
    pub fn stated(program: &Program, index: usize) -> Target {
        let kind = match program.properties[index].kind {
            PropertyKind::Ltl(_) => "ltl",
            PropertyKind::Never(_) => "never",
        };
        let source = Source::Program(index);
        Target::Temporal { kind, source }
    }
}

impl Wanted {
    /// What is evaluated in states for it that is no part of the program.
    pub fn reads(&self) -> &[Expr] {
        match &self.target {
            Target::Temporal {
                source: Source::Automaton(claim),
                ..
            } => &claim.propositions,
            _ => &[],
        }
    }

    /// The kind, as reports name it.
    pub fn kind(&self) -> &'static str {
        match &self.target {
            Target::Safety(_) => "safety",
            Target::Temporal { kind, .. } => kind,
            Target::Accept => "accept",
            Target::Progress => "progress",
        }
    }

    /// Where the model states it.
    pub fn span(&self, program: &Program) -> Option<Span> {
        match &self.target {
            Target::Temporal {
                source: Source::Program(index),
                ..
            } => Some(program.properties[*index].span),
            _ => None,
        }
    }

    /// The automaton of a temporal property; none if the property is not given by one.
    pub fn claim(&self, model: &Model) -> Result<Option<Cow<'_, Claim>>, String> {
        let index = match &self.target {
            Target::Temporal { source, .. } => match source {
                Source::Program(index) => *index,
                Source::Automaton(claim) => return Ok(Some(Cow::Borrowed(claim))),
            },
            _ => return Ok(None),
        };
        let claim = match &model.program.properties[index].kind {
            PropertyKind::Ltl(formula) => Claim::of_formula(formula),
            PropertyKind::Never(claim) => Claim::of_never(claim),
        };
        match claim {
            Ok(claim) => Ok(Some(Cow::Owned(claim))),
            Err(ClaimError::NotACondition(span)) => {
                let error = ClaimError::NotACondition(span);
                Err(format!("{}: {error}", model.position(span)))
            }
            Err(error) => Err(error.to_string()),
        }
    }

    /// What violates it, if it is a safety property.
    pub fn safety(&self) -> Option<&[Kind]> {
        match &self.target {
            Target::Safety(kinds) => Some(kinds),
            _ => None,
        }
    }

    /// Whether `--property` with this name means it.
    fn is_called(&self, name: &str) -> bool {
        self.name == name
            || (name == "safety" && self.safety().is_some())
            || (name == "claim" && self.kind() == "never")
    }
}

/// The properties that are named, and those that were added; without either, all that the model
/// states. `own` are the temporal properties of the model, by their index.
pub fn select(
    program: &Program,
    own: &[usize],
    names: &[String],
    added: Vec<Wanted>,
) -> Result<Vec<Wanted>, String> {
    let mut selected = stated(program, own);
    for name in names {
        if !selected.iter().any(|property| property.is_called(name)) {
            return Err(unknown(name, &selected));
        }
    }
    if !names.is_empty() || !added.is_empty() {
        selected.retain(|property| names.iter().any(|name| property.is_called(name)));
    }
    selected.extend(added);
    Ok(selected)
}

/// Everything that a model states, in the order of the report.
fn stated(program: &Program, own: &[usize]) -> Vec<Wanted> {
    let wanted = |name: &str, target| Wanted {
        name: name.to_owned(),
        target,
    };
    let errors = vec![Kind::Assertion, Kind::Trace, Kind::Fault];
    let mut all = vec![
        wanted("assertions", Target::Safety(errors)),
        wanted("deadlock", Target::Safety(vec![Kind::InvalidEnd])),
    ];
    for &index in own {
        let name = &program.properties[index].name;
        all.push(wanted(name, Target::stated(program, index)));
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
    let claim = all.iter().any(|property| property.is_called("claim"));
    let names = || {
        let stated = all.iter().map(|property| property.name.as_str());
        stated.chain(["safety"]).chain(claim.then_some("claim"))
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
