//! Whole programs: types, globals, inlines and process types around the statements.

use super::ast::*;
use super::expression::number;
use super::features::{Feature, Knobs};
use super::scope::{Landmark, Runnable, Scope};

/// The program that this seed names.
pub fn generate(seed: u64, knobs: &Knobs) -> Program {
    let mut scope = Scope::new(seed, knobs);
    if scope.try_feature(Feature::Mtype, 50) {
        scope.mtypes = vec!["red".into(), "green".into(), "blue".into()];
    }
    if scope.try_feature(Feature::Typedef, 30) {
        let count = scope.random.between(1, 3);
        let fields = (0..count).map(|_| scope.field()).collect();
        scope.typedefs.push(Typedef {
            name: "Record".into(),
            fields,
        });
    }
    scope.priorities = scope.try_feature(Feature::Priority, 8);
    scope.last = scope.try_feature(Feature::Last, 5);
    let globals = scope.globals();
    scope.variables.clone_from(&globals);
    let inlines = scope.inline_definitions();
    scope.inlines = inlines.iter().map(|inline| inline.name.clone()).collect();
    let mut proctypes = Vec::new();
    let few = [(1, 1), (4, 2), (5, 3)];
    let count = scope
        .random
        .weighted(&few)
        .unwrap_or(2)
        .min(knobs.proctypes);
    for position in 0..count {
        // What others run is defined before them, so that no process type runs itself.
        let started = position + 1 < count && scope.try_feature(Feature::Run, 35);
        let mut proctype = scope.proctype(position, position + 1 == count, started);
        if scope.priorities && scope.random.chance(60) {
            proctype.priority = Some(scope.random.between(1, 4));
        }
        proctypes.push(proctype);
    }
    scope.share_out(&globals, &mut proctypes);
    Program {
        mtypes: scope.mtypes,
        typedefs: scope.typedefs,
        globals,
        inlines,
        proctypes,
        ..Program::default()
    }
}

impl Scope<'_> {
    fn simple_type(&mut self) -> Type {
        let wide = usize::from(self.has(Feature::Wide));
        let mtype = usize::from(!self.mtypes.is_empty());
        let bits = self.random.between(1, 5);
        let choices = [
            (4, 0),
            (3, 1),
            (6, 2),
            (wide * 2, 3),
            (wide * 2, 4),
            (wide * 3, 5),
            (mtype * 4, 6),
            (1, 7),
        ];
        match self.random.weighted(&choices).unwrap_or(2) {
            0 => Type::Bit,
            1 => Type::Bool,
            3 => Type::Short,
            4 => Type::Int,
            5 => Type::Unsigned(bits),
            6 => Type::Mtype,
            7 => Type::Pid,
            _ => Type::Byte,
        }
    }

    fn field(&mut self) -> Declaration {
        let of = self.simple_type();
        let plain = matches!(of, Type::Unsigned(_));
        let length = (!plain && self.try_feature(Feature::Array, 20)).then_some(2);
        Declaration {
            name: self.fresh("f"),
            of,
            length,
            initial: Initial::None,
        }
    }

    /// A variable of any kind but channel, initialised or not.
    pub fn declaration(&mut self, prefix: &str) -> Declaration {
        let name = self.fresh(prefix);
        if let Some(typedef) = self.typedefs.first().map(|typedef| typedef.name.clone())
            && self.random.chance(20)
        {
            let length = self.try_feature(Feature::Array, 20).then_some(2);
            return Declaration {
                name,
                of: Type::Struct(typedef),
                length,
                initial: Initial::None,
            };
        }
        let of = self.simple_type();
        let plain = matches!(of, Type::Unsigned(_));
        let array = !plain && self.try_feature(Feature::Array, 20);
        let length = array.then(|| self.random.between(2, 3));
        let initial = match of {
            Type::Byte | Type::Short | Type::Int
                if array && prefix == "g" && self.random.chance(40) =>
            {
                let values = (0..length.unwrap_or(1)).map(|_| self.random.below(4) as i64);
                Initial::List(values.collect())
            }
            _ if prefix != "g" && !array && self.try_feature(Feature::Initial, 25) => {
                self.initial_value(&of)
            }
            Type::Mtype if self.random.chance(50) => Initial::Value(self.mtype()),
            Type::Mtype => Initial::None,
            _ if self.random.chance(40) => Initial::Value(number(self.random.below(4))),
            _ => Initial::None,
        };
        Declaration {
            name,
            of,
            length,
            initial,
        }
    }

    fn globals(&mut self) -> Vec<Declaration> {
        let count = self.random.between(1, 4);
        let mut globals: Vec<Declaration> = (0..count).map(|_| self.declaration("g")).collect();
        for _ in 0..self.random.below(3) {
            globals.extend(self.new_channel("c"));
        }
        globals
    }

    /// A channel with messages of one to three fields; `None` if channels are switched off.
    fn new_channel(&mut self, prefix: &str) -> Option<Declaration> {
        let capacity = self.capacity()?;
        let count = self.random.weighted(&[(6, 1), (3, 2), (1, 3)]).unwrap_or(1);
        let mut fields: Vec<Type> = (0..count).map(|_| self.message_type()).collect();
        // Messages have no fields of odd widths.
        let even = |field: &Declaration| !matches!(field.of, Type::Unsigned(_));
        let record = self
            .typedefs
            .iter()
            .find(|typedef| typedef.fields.iter().all(even));
        let record = record.map(|typedef| typedef.name.clone());
        if let Some(record) = record
            && self.random.chance(25)
        {
            fields = vec![Type::Struct(record)];
        } else if self.try_feature(Feature::ChannelPassing, 15) {
            fields[0] = Type::Channel(vec![Type::Byte]);
        }
        let array = self.try_feature(Feature::ChannelArray, 15);
        Some(Declaration {
            name: self.fresh(prefix),
            of: Type::Channel(fields),
            length: array.then_some(2),
            initial: Initial::Channel(capacity),
        })
    }

    fn capacity(&mut self) -> Option<usize> {
        let rendezvous = usize::from(self.has(Feature::Rendezvous) && !self.priorities);
        let buffered = usize::from(self.has(Feature::Buffered));
        self.random
            .weighted(&[(rendezvous * 4, 0), (buffered * 4, 1), (buffered * 3, 2)])
    }

    fn message_type(&mut self) -> Type {
        match self.simple_type() {
            Type::Unsigned(_) => Type::Byte,
            of => of,
        }
    }

    fn inline_definitions(&mut self) -> Vec<Inline> {
        if !self.try_feature(Feature::Inline, 30) {
            return Vec::new();
        }
        let outer = self.variables.clone();
        self.variables.push(Declaration {
            name: "a".to_owned(),
            of: Type::Bit,
            length: None,
            initial: Initial::None,
        });
        // What `b` stands for may be no variable: it is read, never written.
        let value = Expression::Place(Place::variable("b"));
        let mut body = vec![Statement::Assign(Place::variable("a"), value)];
        body.extend(self.sequence(2, 1));
        self.variables = outer;
        vec![Inline {
            name: self.fresh("call"),
            parameters: vec!["a".to_owned(), "b".to_owned()],
            body,
        }]
    }

    fn proctype(&mut self, position: usize, last: bool, started: bool) -> Proctype {
        let outer = self.variables.clone();
        self.ended.clear();
        self.focus();
        let name = if last && self.random.chance(15) {
            "init".to_owned()
        } else {
            format!("P{position}")
        };
        let provided =
            (name != "init" && self.try_feature(Feature::Provided, 6)).then(|| self.provided());
        let parameters = if started {
            self.parameters()
        } else {
            Vec::new()
        };
        self.variables.extend(parameters.iter().cloned());
        while self.try_feature(Feature::Goto, 35) && self.labels.len() < 3 {
            let prefix = self.random.word(&["L", "end", "L"]);
            let label = self.fresh(prefix);
            self.labels.push(label);
        }
        self.pending.clone_from(&self.labels);
        let body = self.body();
        if !started {
            self.leave_relics(&name, &body);
        }
        self.variables = outer;
        let labels = std::mem::take(&mut self.labels);
        if !started && name != "init" {
            let landmark = |label| Landmark {
                proctype: name.clone(),
                pid: self.running,
                label,
            };
            self.landmarks.extend(labels.into_iter().map(landmark));
        }
        if started {
            let parameters = parameters.iter().map(|parameter| parameter.of.clone());
            self.runnables.push(Runnable {
                name: name.clone(),
                parameters: parameters.collect(),
            });
        }
        let active = match name.as_str() {
            _ if started => 0,
            "init" => 1,
            _ => self.random.weighted(&[(7, 1), (3, 2)]).unwrap_or(1),
        };
        self.running += active;
        Proctype {
            name,
            active,
            parameters,
            provided,
            priority: None,
            body,
        }
    }

    fn provided(&mut self) -> Expression {
        // SPIN refuses remote references here.
        let landmarks = std::mem::take(&mut self.landmarks);
        let relics = std::mem::take(&mut self.relics);
        let condition = self.condition(1);
        self.landmarks = landmarks;
        self.relics = relics;
        condition
    }

    fn parameters(&mut self) -> Vec<Declaration> {
        let count = self.random.below(3);
        let mut parameters = Vec::new();
        for _ in 0..count {
            let mut of = match self.simple_type() {
                Type::Unsigned(_) => Type::Int,
                of => of,
            };
            if self.try_feature(Feature::ChannelPassing, 30)
                && let Some((_, fields)) = self.channel(|_| true)
            {
                of = Type::Channel(fields);
            }
            parameters.push(Declaration {
                name: self.fresh("p"),
                of,
                length: None,
                initial: Initial::None,
            });
        }
        parameters
    }

    /// Declarations, then statements, with the labels put in front of some of them.
    fn body(&mut self) -> Block {
        let mut body = Block::new();
        for _ in 0..self.random.below(3) {
            let local = self.local();
            body.push(Statement::Declare(local));
        }
        if self.try_feature(Feature::LocalChannel, 10)
            && let Some(channel) = self.new_channel("lc")
        {
            self.variables.push(channel.clone());
            body.push(Statement::Declare(channel));
        }
        if self.try_feature(Feature::ChannelPassing, 15)
            && let Some((channel, fields)) = self.channel(|_| true)
        {
            let alias = Declaration {
                name: self.fresh("alias"),
                of: Type::Channel(fields),
                length: None,
                initial: Initial::Value(Expression::Place(channel)),
            };
            self.variables.push(alias.clone());
            body.push(Statement::Declare(alias));
        }
        if self.try_feature(Feature::Exclusive, 50) {
            body.extend(self.own_channel());
        }
        let declared = body.len();
        let count = self.random.between(1, self.knobs.statements + 1);
        if self.try_feature(Feature::Loop, 45) {
            self.loops += 1;
            let options = self.options(self.knobs.nesting, true);
            self.loops -= 1;
            body.push(Statement::Do(options));
        }
        body.extend(self.sequence(count, self.knobs.nesting));
        for label in std::mem::take(&mut self.pending) {
            let good = |place: &usize| body.get(*place).is_none_or(|next| self.landing(next));
            let places: Vec<usize> = (declared..=body.len()).filter(good).collect();
            let place = *self.random.pick(&places);
            body.insert(place, Statement::Label(label));
        }
        body
    }
}
