//! Random programs of few variables that everybody uses, with properties: where searches go wrong is
//! where a fault waits behind a false conjunct, a process dies and comes again, an atomic sequence has
//! no end. Each program has a few such *themes*, so that they meet.
//!
//! A seed names a program for ever, as with the other generator.

mod claims;
mod expressions;
mod processes;
mod statements;
mod themes;

pub use themes::Theme;

use super::ast::*;
use super::expression::number;
use super::random::Random;
use std::collections::BTreeSet;

/// The program of a seed, and its themes.
pub fn dense(seed: u64) -> (Program, BTreeSet<Theme>) {
    let mut random = Random::new(seed ^ 0xde45e);
    let themes = Theme::some(&mut random);
    let mut scope = Scope {
        random,
        themes,
        scalars: Vec::new(),
        channels: Vec::new(),
        labels: Vec::new(),
        known: Vec::new(),
        children: Vec::new(),
        actives: 0,
        loops: 0,
        in_d_step: false,
        in_atomic: false,
        has_locals: false,
        negated: false,
        risks: 0,
        assertions: 0,
        macros: Vec::new(),
    };
    // Where much can go wrong, it does not show that one of it was missed.
    scope.risks = *scope.random.pick(&[1, 1, 2, 3, 20]);
    scope.assertions = *scope.random.pick(&[1, 1, 2, 20]);
    let program = scope.program();
    (program, scope.themes)
}

/// A label of a process type, and the number of its first process.
#[derive(Clone, Debug)]
struct Known {
    proctype: String,
    pid: usize,
    labels: Vec<String>,
}

/// What can be used at the current point.
struct Scope {
    random: Random,
    themes: BTreeSet<Theme>,
    /// Shared variables of small values that the current process knows.
    scalars: Vec<Place>,
    /// Channels of one byte that it knows.
    channels: Vec<String>,
    /// Labels of the current process type.
    labels: Vec<String>,
    /// Process types that are there already.
    known: Vec<Known>,
    /// Process types that can be started.
    children: Vec<Proctype>,
    /// Processes that run from the start.
    actives: usize,
    loops: usize,
    in_d_step: bool,
    in_atomic: bool,
    /// `n` and `k` are there.
    has_locals: bool,
    /// Inside of a negation, where channels must not be looked at.
    negated: bool,
    /// How many more expressions may have no value, and how many assertions there may be.
    risks: usize,
    assertions: usize,
    macros: Vec<Macro>,
}

fn word(text: impl Into<String>) -> Expression {
    Expression::Word(text.into())
}

fn binary(operator: &'static str, left: Expression, right: Expression) -> Expression {
    Expression::Binary(operator, Box::new(left), Box::new(right))
}

fn element(name: &str, index: Expression) -> Place {
    Place {
        index: Some(Box::new(index)),
        ..Place::variable(name)
    }
}

fn field(mut of: Place, field: Place) -> Place {
    of.field = Some(Box::new(field));
    of
}

fn variable(of: Type, name: &str, length: Option<usize>, initial: Initial) -> Declaration {
    Declaration {
        name: name.to_owned(),
        of,
        length,
        initial,
    }
}

impl Scope {
    fn has(&self, theme: Theme) -> bool {
        self.themes.contains(&theme)
    }

    /// So much of a weight, if the theme is one of the program's.
    fn weight(&self, theme: Theme, weight: usize) -> usize {
        usize::from(self.has(theme)) * weight
    }

    fn small(&mut self) -> Expression {
        number(self.random.below(3))
    }

    fn program(&mut self) -> Program {
        let mut program = Program {
            globals: self.globals(),
            ..Program::default()
        };
        if self.has(Theme::Record) {
            let fields = vec![
                variable(Type::Byte, "f", None, Initial::None),
                variable(Type::Byte, "g", Some(2), Initial::None),
            ];
            let name = "T".to_owned();
            program.typedefs.push(Typedef { name, fields });
        }
        if self.has(Theme::Subtype) {
            program.mtypes = vec!["red".into(), "green".into()];
            let fruits = vec!["apple".into(), "pear".into()];
            program.subtypes.push(("fruit".into(), fruits));
        }
        if self.has(Theme::Hidden) {
            program.hidden.push("h".into());
        }
        if self.has(Theme::Macro) {
            self.see_everything();
            let body = self.condition(1);
            let name = "M".to_owned();
            program.macros.push(Macro { name, body });
            self.macros.clone_from(&program.macros);
        }
        program.proctypes = self.proctypes();
        if self.has(Theme::Inline) {
            self.see_everything();
            let body = vec![self.assignment(), self.assignment()];
            program.inlines.push(Inline {
                name: "both".into(),
                parameters: Vec::new(),
                body,
            });
        }
        program.claims = self.claims();
        program
    }

    fn globals(&mut self) -> Vec<Declaration> {
        let channel = |name: &str, capacity: usize| {
            let of = Type::Channel(vec![Type::Byte]);
            variable(of, name, None, Initial::Channel(capacity))
        };
        // Rendezvous and priorities do not go together.
        let capacity = usize::from(self.has(Theme::Priority));
        let mut globals = vec![
            variable(Type::Byte, "x", None, Initial::None),
            variable(Type::Byte, "y", None, Initial::None),
            variable(Type::Bit, "b", None, Initial::None),
            channel("a", capacity),
            channel("d", capacity),
            channel("c", self.random.between(1, 2)),
        ];
        if self.has(Theme::Fault) || self.has(Theme::Own) {
            let first = *self.random.pick(&[0, 0, 1, 1, 1, 2, 5]);
            let first = Initial::Value(number(first));
            globals.push(variable(Type::Byte, "i", None, first));
            globals.push(variable(Type::Byte, "arr", Some(2), Initial::None));
            let first = Initial::Value(number(1));
            globals.push(variable(Type::Byte, "z", None, first));
        }
        if self.has(Theme::Own) {
            globals.push(variable(Type::Byte, "own", Some(8), Initial::None));
        }
        if self.has(Theme::Record) {
            let record = || Type::Struct("T".into());
            globals.push(variable(record(), "t", None, Initial::None));
            globals.push(variable(record(), "ts", Some(2), Initial::None));
        }
        if self.has(Theme::Subtype) {
            let fruit = Type::Subtype("fruit".into());
            globals.push(variable(fruit, "v", None, Initial::None));
            globals.push(variable(Type::Mtype, "m", None, Initial::None));
        }
        if self.has(Theme::Hidden) {
            globals.push(variable(Type::Byte, "h", None, Initial::None));
        }
        globals
    }

    /// Lets the current point know all variables and channels.
    fn see_everything(&mut self) {
        self.scalars = ["x", "y", "b"].map(Place::variable).to_vec();
        if self.has(Theme::Record) {
            let first = element("ts", number(0));
            self.scalars.push(field(first, Place::variable("f")));
            let second = element("g", number(1));
            self.scalars.push(field(Place::variable("t"), second));
        }
        self.channels = ["a", "d", "c"].map(str::to_owned).to_vec();
    }

    /// Lets the current point know some of them.
    fn see_some(&mut self) {
        self.see_everything();
        let most = self.random.between(40, 90);
        let random = &mut self.random;
        self.scalars.retain(|_| random.chance(most));
        self.channels.retain(|_| random.chance(most));
        if self.scalars.is_empty() {
            self.scalars.push(Place::variable("x"));
        }
    }
}
