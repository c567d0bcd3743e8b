//! What a statement can see: variables, labels, process types, inlines; and where it stands.

use super::ast::*;
use super::features::{Feature, Knobs};
use super::random::Random;

/// A process type that can be started.
#[derive(Clone, Debug)]
pub struct Runnable {
    pub name: String,
    pub parameters: Vec<Type>,
}

/// A label of a process that runs from the start, which later processes can ask about.
///
/// It outlives them, so its number never belongs to another: SPIN does not check the type.
#[derive(Clone, Debug)]
pub struct Landmark {
    pub proctype: String,
    pub pid: usize,
    pub label: String,
}

/// A variable of a process that runs from the start, to which later processes can refer.
#[derive(Clone, Debug)]
pub struct Relic {
    pub proctype: String,
    pub pid: usize,
    pub variable: String,
}

/// The state of generation: random numbers, and all that is visible at the current point.
pub struct Scope<'a> {
    pub random: Random,
    pub knobs: &'a Knobs,
    pub typedefs: Vec<Typedef>,
    pub mtypes: Vec<String>,
    pub variables: Vec<Declaration>,
    pub runnables: Vec<Runnable>,
    pub inlines: Vec<String>,
    pub landmarks: Vec<Landmark>,
    pub relics: Vec<Relic>,
    /// Labels of the current process type.
    pub labels: Vec<String>,
    /// Those that stand nowhere yet.
    pub pending: Vec<String>,
    /// Loops around the current point.
    pub loops: usize,
    pub in_atomic: bool,
    pub in_d_step: bool,
    /// Processes have priorities; then there are no rendezvous channels.
    pub priorities: bool,
    /// The program may ask who moved last, which makes that a part of the state.
    pub last: bool,
    /// Names of variables of blocks of the current process type, in scope or not.
    pub ended: Vec<String>,
    /// Processes that run from the start, so far.
    pub running: usize,
    names: usize,
}

impl<'a> Scope<'a> {
    pub fn new(seed: u64, knobs: &'a Knobs) -> Scope<'a> {
        Scope {
            random: Random::new(seed),
            knobs,
            typedefs: Vec::new(),
            mtypes: Vec::new(),
            variables: Vec::new(),
            runnables: Vec::new(),
            inlines: Vec::new(),
            landmarks: Vec::new(),
            relics: Vec::new(),
            labels: Vec::new(),
            pending: Vec::new(),
            loops: 0,
            in_atomic: false,
            in_d_step: false,
            priorities: false,
            last: false,
            ended: Vec::new(),
            running: 0,
            names: 0,
        }
    }

    pub fn has(&self, feature: Feature) -> bool {
        self.knobs.features.contains(&feature)
    }

    /// The feature is on, and the dice agree.
    pub fn try_feature(&mut self, feature: Feature, percent: usize) -> bool {
        self.has(feature) && self.random.chance(percent)
    }

    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names - 1)
    }

    /// Can the current point be reached again and again?
    pub fn repeats(&self) -> bool {
        self.loops > 0 || !self.labels.is_empty()
    }

    /// A variable, element or field that holds a number and satisfies `wanted`.
    pub fn scalar(&mut self, wanted: impl Fn(&Type) -> bool) -> Option<(Place, Type)> {
        let mut found: Vec<(Declaration, Option<Declaration>)> = Vec::new();
        for variable in &self.variables {
            match &variable.of {
                Type::Channel(_) => {}
                Type::Struct(name) => {
                    let typedef = self.typedefs.iter().find(|typedef| typedef.name == *name);
                    for field in typedef.iter().flat_map(|typedef| &typedef.fields) {
                        if wanted(&field.of) {
                            found.push((variable.clone(), Some(field.clone())));
                        }
                    }
                }
                of if wanted(of) => found.push((variable.clone(), None)),
                _ => {}
            }
        }
        if found.is_empty() {
            return None;
        }
        let (variable, field) = self.random.pick(&found).clone();
        let of = field.as_ref().unwrap_or(&variable).of.clone();
        let mut place = self.element(&variable);
        place.field = field.map(|field| Box::new(self.element(&field)));
        Some((place, of))
    }

    /// A channel in sight that satisfies `wanted`, with the types of its fields.
    pub fn channel(&mut self, wanted: impl Fn(&[Type]) -> bool) -> Option<(Place, Vec<Type>)> {
        let fits = |variable: &&Declaration| matches!(&variable.of, Type::Channel(fields) if wanted(fields));
        let found: Vec<Declaration> = self.variables.iter().filter(fits).cloned().collect();
        if found.is_empty() {
            return None;
        }
        let variable = self.random.pick(&found).clone();
        let place = self.element(&variable);
        match variable.of {
            Type::Channel(fields) => Some((place, fields)),
            _ => None,
        }
    }

    /// A channel that surely has a buffer: SPIN refuses to look into others at run time.
    pub fn buffer(&mut self) -> Option<(Place, Vec<Type>)> {
        let all = self.variables.clone();
        let buffered = |variable: &Declaration| matches!(variable.initial, Initial::Channel(capacity) if capacity > 0);
        self.variables.retain(buffered);
        let found = self.channel(|_| true);
        self.variables = all;
        found
    }

    pub fn element(&mut self, variable: &Declaration) -> Place {
        let index = variable.length.map(|length| Box::new(self.index(length)));
        Place {
            name: variable.name.clone(),
            index,
            field: None,
        }
    }

    /// An index that is in bounds, but for the errors that were asked for.
    fn index(&mut self, length: usize) -> Expression {
        if self.try_feature(Feature::OwnIndex, 45) {
            return self.own_index(length);
        }
        let plain = |declaration: &&Declaration| {
            matches!(declaration.of, Type::Bit | Type::Byte) && declaration.length.is_none()
        };
        let small: Vec<String> = self
            .variables
            .iter()
            .filter(plain)
            .map(|variable| variable.name.clone())
            .collect();
        if small.is_empty() || self.random.chance(50) {
            return Expression::Number(self.random.below(length) as i64);
        }
        let variable = Expression::Place(Place::variable(self.random.pick(&small).clone()));
        if self.try_feature(Feature::Error, 3) {
            return variable;
        }
        let length = Expression::Number(length as i64);
        Expression::Binary("%", Box::new(variable), Box::new(length))
    }
}
