//! The numbered edits that make a program smaller.

use crate::generate::ast::*;

/// A walk that makes the edit with a given number.
pub struct Edit {
    /// Edits still to be passed by; `None` once the edit is made.
    left: Option<usize>,
}

impl Edit {
    /// Makes the edit with this number; false if there are not so many.
    pub fn apply(program: &mut Program, number: usize) -> bool {
        let mut edit = Edit { left: Some(number) };
        edit.program(program);
        edit.left.is_none()
    }

    /// Is this the edit to make? Each call stands for one possible edit.
    fn here(&mut self) -> bool {
        match self.left {
            Some(0) => {
                self.left = None;
                true
            }
            Some(more) => {
                self.left = Some(more - 1);
                false
            }
            None => false,
        }
    }

    fn done(&self) -> bool {
        self.left.is_none()
    }

    fn remove_one<T>(&mut self, items: &mut Vec<T>) {
        for index in 0..items.len() {
            if self.here() {
                items.remove(index);
                return;
            }
        }
    }

    fn program(&mut self, program: &mut Program) {
        self.remove_one(&mut program.claims);
        self.remove_one(&mut program.proctypes);
        self.remove_one(&mut program.inlines);
        self.remove_one(&mut program.globals);
        self.remove_one(&mut program.typedefs);
        if !program.mtypes.is_empty() && self.here() {
            program.mtypes.clear();
        }
        self.remove_one(&mut program.macros);
        self.remove_one(&mut program.subtypes);
        self.remove_one(&mut program.hidden);
        for claim in &mut program.claims {
            match claim {
                Claim::Ltl(_, formula) => self.formula(formula),
                Claim::Never(_, body) | Claim::Trace(_, body) => self.block(body),
            }
        }
        for proctype in &mut program.proctypes {
            self.proctype(proctype);
        }
        for inline in &mut program.inlines {
            self.block(&mut inline.body);
        }
        for global in &mut program.globals {
            self.declaration(global);
        }
        for typedef in &mut program.typedefs {
            self.remove_one(&mut typedef.fields);
        }
    }

    fn proctype(&mut self, proctype: &mut Proctype) {
        if proctype.active > 1 && self.here() {
            proctype.active -= 1;
        }
        if proctype.provided.is_some() && self.here() {
            proctype.provided = None;
        }
        if proctype.priority.is_some() && self.here() {
            proctype.priority = None;
        }
        if let Some(provided) = &mut proctype.provided {
            self.expression(provided);
        }
        self.block(&mut proctype.body);
    }

    fn declaration(&mut self, declaration: &mut Declaration) {
        match &mut declaration.initial {
            Initial::Value(_) | Initial::List(_) if self.here() => {
                declaration.initial = Initial::None
            }
            Initial::Channel(capacity) if *capacity > 1 && self.here() => *capacity = 1,
            _ => {}
        }
        if !matches!(
            declaration.of,
            Type::Byte | Type::Channel(_) | Type::Struct(_)
        ) && self.here()
        {
            declaration.of = Type::Byte;
        }
    }

    fn block(&mut self, block: &mut Block) {
        let half = block.len() / 2;
        if half > 1 && self.here() {
            block.truncate(half);
        }
        if half > 1 && self.here() {
            block.drain(..half);
        }
        self.remove_one(block);
        for index in 0..block.len() {
            if self.done() {
                return;
            }
            if let Some(inner) = self.unwrapped(&block[index]) {
                block.splice(index..=index, inner);
                return;
            }
            self.statement(&mut block[index]);
        }
    }

    /// The parts of a compound statement, if the edit is to put one of them in its place.
    fn unwrapped(&mut self, statement: &Statement) -> Option<Block> {
        let parts: Vec<&Block> = match statement {
            Statement::If(options) | Statement::Do(options) => options.iter().collect(),
            Statement::For(.., body) | Statement::ForIn(.., body) => vec![body],
            Statement::Atomic(body) | Statement::DStep(body) | Statement::Scope(body) => vec![body],
            Statement::Unless(body, escape) => vec![body, escape],
            _ => Vec::new(),
        };
        parts.into_iter().find(|_| self.here()).cloned()
    }

    fn statement(&mut self, statement: &mut Statement) {
        match statement {
            Statement::Declare(declaration) => self.declaration(declaration),
            Statement::Assign(place, value) => {
                self.place(place);
                self.expression(value);
            }
            Statement::Step(place, _) | Statement::Exclusive(_, place) => self.place(place),
            Statement::Condition(value) | Statement::Assert(value) | Statement::Print(value) => {
                self.expression(value);
            }
            Statement::If(options) | Statement::Do(options) => {
                self.remove_one(options);
                for option in options {
                    self.block(option);
                }
            }
            Statement::For(_, low, high, body) => {
                self.expression(low);
                self.expression(high);
                self.block(body);
            }
            Statement::ForIn(.., body)
            | Statement::Atomic(body)
            | Statement::DStep(body)
            | Statement::Scope(body) => self.block(body),
            Statement::Unless(body, escape) => {
                self.block(body);
                self.block(escape);
            }
            Statement::Select(_, low, high) => {
                self.expression(low);
                self.expression(high);
            }
            Statement::Call(_, values) => self.expressions(values),
            Statement::Send(channel, operator, values) => {
                if *operator == "!!" && self.here() {
                    *operator = "!";
                }
                self.place(channel);
                self.expressions(values);
            }
            Statement::Receive(channel, operator, stays, arguments) => {
                if *operator == "??" && self.here() {
                    *operator = "?";
                }
                if *stays && self.here() {
                    *stays = false;
                }
                self.place(channel);
                self.arguments(arguments);
            }
            Statement::Else
            | Statement::Skip
            | Statement::Label(_)
            | Statement::Goto(_)
            | Statement::Break => {}
        }
    }

    fn formula(&mut self, formula: &mut Formula) {
        let parts: Vec<&Formula> = match formula {
            Formula::Proposition(expression) => return self.expression(expression),
            Formula::Unary(_, a) => vec![a],
            Formula::Binary(_, a, b) => vec![a, b],
        };
        if let Some(part) = parts.into_iter().find(|_| self.here()).cloned() {
            *formula = part;
            return;
        }
        match formula {
            Formula::Proposition(_) => {}
            Formula::Unary(_, a) => self.formula(a),
            Formula::Binary(_, a, b) => {
                self.formula(a);
                self.formula(b);
            }
        }
    }

    fn place(&mut self, place: &mut Place) {
        if let Some(index) = &mut place.index {
            self.expression(index);
        }
        if let Some(field) = &mut place.field
            && let Some(index) = &mut field.index
        {
            self.expression(index);
        }
    }

    fn arguments(&mut self, arguments: &mut [Argument]) {
        for argument in arguments {
            if !matches!(argument, Argument::Anything) && self.here() {
                *argument = Argument::Anything;
            }
            match argument {
                Argument::Into(place) => self.place(place),
                Argument::Match(value) | Argument::Eval(value) => self.expression(value),
                Argument::Anything => {}
            }
        }
    }

    fn expressions(&mut self, expressions: &mut [Expression]) {
        for expression in expressions {
            self.expression(expression);
        }
    }

    fn expression(&mut self, expression: &mut Expression) {
        if let Some(simpler) = self.simpler(expression) {
            *expression = simpler;
            return;
        }
        match expression {
            Expression::Place(place) | Expression::Query(_, place) => self.place(place),
            Expression::Unary(_, operand) => self.expression(operand),
            Expression::Binary(_, left, right) => {
                self.expression(left);
                self.expression(right);
            }
            Expression::Conditional(parts) => self.expressions(&mut **parts),
            Expression::Poll(channel, _, arguments) => {
                self.place(channel);
                self.arguments(arguments);
            }
            Expression::Run(_, values) => self.expressions(values),
            Expression::Number(_) | Expression::Word(_) => {}
        }
    }

    /// What the expression is to be replaced by, if it is this edit's turn: a number or a part.
    fn simpler(&mut self, expression: &Expression) -> Option<Expression> {
        match expression {
            Expression::Number(0 | 1) => return None,
            Expression::Number(large) if large.abs() > 3 && self.here() => {
                return Some(Expression::Number(large / 2));
            }
            Expression::Number(2 | 3) => return self.here().then_some(Expression::Number(1)),
            _ => {}
        }
        for number in [0, 1] {
            if self.here() {
                return Some(Expression::Number(number));
            }
        }
        let parts: Vec<&Expression> = match expression {
            Expression::Unary(_, operand) => vec![operand],
            Expression::Binary(_, left, right) => vec![left, right],
            Expression::Conditional(parts) => parts.iter().collect(),
            _ => Vec::new(),
        };
        parts.into_iter().find(|_| self.here()).cloned()
    }
}
