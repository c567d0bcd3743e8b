//! Statements and blocks.

use super::ast::*;
use super::expression::{is_number, is_small, number};
use super::features::Feature;
use super::scope::Scope;

#[derive(Clone, Copy)]
enum Choice {
    Assign,
    Step,
    Condition,
    Skip,
    Assert,
    Print,
    If,
    Do,
    For,
    ForIn,
    Select,
    Goto,
    Break,
    Atomic,
    DStep,
    Unless,
    Scope,
    Call,
    Send,
    Receive,
    Run,
    Declare,
    Urgency,
}

fn is_plain(statement: &Statement) -> bool {
    use Statement::{Assert, Assign, Condition, Print, Receive, Send, Skip, Step};
    matches!(
        statement,
        Assert(_) | Assign(..) | Condition(_) | Print(_) | Receive(..) | Send(..) | Skip | Step(..)
    )
}

impl Scope<'_> {
    /// A block whose declarations end with it.
    pub fn block(&mut self, depth: usize) -> Block {
        let outer = self.variables.clone();
        let count = self.random.between(1, self.knobs.statements);
        let block = self.sequence(count, depth);
        self.variables = outer;
        block
    }

    pub fn sequence(&mut self, count: usize, depth: usize) -> Block {
        let mut block = Block::new();
        for _ in 0..count {
            let statement = self.statement(depth);
            let leaves = matches!(statement, Statement::Goto(_) | Statement::Break);
            if matches!(statement, Statement::DStep(_)) && !block.last().is_some_and(is_plain) {
                // Leaving what comes before would count as a jump into the d_step.
                block.push(Statement::Skip);
            }
            if !block.is_empty() && self.landing(&statement) && self.random.chance(20) {
                block.extend(self.pending.pop().map(Statement::Label));
            }
            block.push(statement);
            if leaves {
                break;
            }
        }
        block
    }

    /// May a label stand before this statement?
    ///
    /// A jump to a d_step counts as one into it, and a declaration has no location.
    pub fn landing(&self, statement: &Statement) -> bool {
        !self.in_d_step && !matches!(statement, Statement::Declare(_) | Statement::DStep(_))
    }

    fn statement(&mut self, depth: usize) -> Statement {
        let choices = self.choices(depth);
        loop {
            let choice = self.random.weighted(&choices).unwrap_or(Choice::Skip);
            if let Some(statement) = self.build(choice, depth) {
                return statement;
            }
        }
    }

    /// What may stand here, with weights.
    fn choices(&self, depth: usize) -> Vec<(usize, Choice)> {
        let inner = usize::from(depth > 0);
        let on = |feature| usize::from(self.has(feature));
        // A d_step must be deterministic, and must not block or be left.
        let open = usize::from(!self.in_d_step);
        // A loop inside an atomic sequence could run for ever without a stored state.
        let free = open * usize::from(!self.in_atomic);
        vec![
            (12, Choice::Assign),
            (5, Choice::Step),
            (open * 2, Choice::Condition),
            (1, Choice::Skip),
            (2, Choice::Assert),
            (1, Choice::Print),
            (inner * 5, Choice::If),
            (inner * free * on(Feature::Loop) * 4, Choice::Do),
            (inner * on(Feature::For) * 2, Choice::For),
            (inner * on(Feature::For) * on(Feature::Array), Choice::ForIn),
            (open * on(Feature::Select), Choice::Select),
            (open * on(Feature::Goto) * 2, Choice::Goto),
            (open * usize::from(self.loops > 0) * 2, Choice::Break),
            (inner * open * on(Feature::Atomic) * 4, Choice::Atomic),
            (inner * open * on(Feature::DStep) * 3, Choice::DStep),
            (inner * open * on(Feature::Unless) * 2, Choice::Unless),
            (inner * on(Feature::Scope) * 2, Choice::Scope),
            (open * on(Feature::Inline) * 2, Choice::Call),
            (open * 4, Choice::Send),
            (open * 3, Choice::Receive),
            (open * on(Feature::Run) * 3, Choice::Run),
            (open * on(Feature::Scope), Choice::Declare),
            (open * usize::from(self.priorities) * 3, Choice::Urgency),
        ]
    }

    fn build(&mut self, choice: Choice, depth: usize) -> Option<Statement> {
        Some(match choice {
            Choice::Assign => self.assign()?,
            Choice::Step => {
                // Steps of wide variables in loops make many states: a few are enough.
                let any = !self.repeats() || self.random.chance(10);
                let (place, _) = self.scalar(|of| is_small(of) || any && is_number(of))?;
                Statement::Step(place, self.random.word(&["++", "--"]))
            }
            Choice::Condition => Statement::Condition(self.guard()),
            Choice::Skip => Statement::Skip,
            Choice::Assert => Statement::Assert(self.condition(2)),
            Choice::Print => Statement::Print(self.value(1)),
            Choice::If => Statement::If(self.options(depth, false)),
            Choice::Do => {
                self.loops += 1;
                let options = self.options(depth, true);
                self.loops -= 1;
                Statement::Do(options)
            }
            Choice::For => {
                let (place, _) = self.counter()?;
                let low = self.random.below(2);
                let high = low + self.random.below(3);
                let body = self.body_of_for(&place, depth);
                Statement::For(place, number(low), number(high), body)
            }
            Choice::ForIn => {
                let (place, collection) = self.iteration()?;
                let body = self.body_of_for(&place, depth);
                Statement::ForIn(place, collection, body)
            }
            Choice::Select => {
                let (place, _) = self.counter()?;
                let low = self.random.below(2);
                Statement::Select(place, number(low), number(low + self.random.below(3)))
            }
            Choice::Goto if self.labels.is_empty() => return None,
            Choice::Goto => Statement::Goto(self.random.pick(&self.labels).clone()),
            Choice::Break => Statement::Break,
            Choice::Atomic => {
                let outer = std::mem::replace(&mut self.in_atomic, true);
                let body = self.block(depth - 1);
                self.in_atomic = outer;
                Statement::Atomic(body)
            }
            Choice::DStep => Statement::DStep(self.d_step(depth)),
            Choice::Unless => {
                let mut body = self.block(depth - 1);
                if self.in_atomic && body.first().is_none_or(|first| !is_plain(first)) {
                    // A jump here makes SPIN's process stuck.
                    body.insert(0, Statement::Skip);
                }
                let mut escape = self.block(depth - 1);
                escape.insert(0, self.opening());
                Statement::Unless(body, escape)
            }
            Choice::Scope => Statement::Scope(self.scoped(depth)),
            Choice::Call => self.call()?,
            Choice::Send => self.send()?,
            Choice::Receive => self.receive()?,
            Choice::Run => self.run()?,
            Choice::Declare => Statement::Declare(self.local()),
            Choice::Urgency => {
                let urgency = self.random.between(1, 5);
                let word = format!("set_priority(_pid, {urgency})");
                Statement::Condition(Expression::Word(word))
            }
        })
    }

    fn assign(&mut self) -> Option<Statement> {
        let wide = self.has(Feature::Mtype);
        let (place, of) = self.scalar(|of| is_number(of) || wide && *of == Type::Mtype)?;
        let value = match of {
            Type::Mtype => self.mtype(),
            _ if self.plain() => number(self.random.below(3)),
            of if self.repeats() && !is_small(&of) => self.bounded(2),
            _ => self.value(2),
        };
        Some(Statement::Assign(place, value))
    }

    /// The options of a selection or loop; each starts with what decides whether it is open.
    pub fn options(&mut self, depth: usize, looping: bool) -> Vec<Block> {
        let count = self.random.between(1, 3);
        let mut options: Vec<Block> = Vec::new();
        for _ in 0..count {
            let outer = self.variables.clone();
            let mut option = vec![self.opening()];
            let more = self.random.below(self.knobs.statements);
            option.extend(self.sequence(more, depth - 1));
            self.variables = outer;
            options.push(option);
        }
        // SPIN refuses `else` beside channel operations that must not be reordered; and a
        // selection without an open option would stop a d_step.
        let polite = options
            .iter()
            .all(|option| !matches!(option[0], Statement::Send(..) | Statement::Receive(..)));
        let polite = polite || self.try_feature(Feature::ElseChannel, 60);
        if polite && (self.in_d_step || self.random.chance(40)) {
            let mut last = vec![Statement::Else];
            if looping && self.random.chance(70) {
                last.push(Statement::Break);
            } else {
                last.extend(self.sequence(1, depth - 1));
            }
            options.push(last);
        } else if looping && self.random.chance(50) {
            options.push(vec![Statement::Break]);
        }
        options
    }

    /// The first statement of an option or an escape.
    fn opening(&mut self) -> Statement {
        let open = usize::from(!self.in_d_step);
        let choices = [
            (10, Choice::Condition),
            (open * 4, Choice::Send),
            (open * 5, Choice::Receive),
            (open * 3, Choice::Assign),
        ];
        loop {
            let choice = self.random.weighted(&choices).unwrap_or(Choice::Skip);
            if let Some(statement) = self.build(choice, 0) {
                return statement;
            }
        }
    }

    /// A variable that can run through a range.
    fn counter(&mut self) -> Option<(Place, Type)> {
        let found = self.scalar(|of| matches!(of, Type::Byte | Type::Short | Type::Int))?;
        let plain = found.0.index.is_none() && found.0.field.is_none();
        plain.then_some(found)
    }

    /// What runs through what: a counter through an array, or a record through a channel.
    fn iteration(&mut self) -> Option<(Place, String)> {
        let names = |variables: &[Declaration], wanted: &dyn Fn(&Declaration) -> bool| {
            let found = variables.iter().filter(|variable| wanted(variable));
            found
                .map(|variable| variable.name.clone())
                .collect::<Vec<_>>()
        };
        let arrays = names(&self.variables, &|variable| {
            variable.length.is_some() && is_number(&variable.of)
        });
        let records = names(&self.variables, &|variable| {
            variable.length.is_none() && matches!(variable.of, Type::Struct(_))
        });
        let queues = names(&self.variables, &|variable| {
            let of_records = matches!(&variable.of, Type::Channel(fields) if matches!(fields[0], Type::Struct(_)));
            let buffered = matches!(variable.initial, Initial::Channel(capacity) if capacity > 0);
            of_records && buffered && variable.length.is_none()
        });
        if !records.is_empty() && !queues.is_empty() && !self.in_d_step {
            let record = Place::variable(self.random.pick(&records).clone());
            return Some((record, self.random.pick(&queues).clone()));
        }
        if arrays.is_empty() {
            return None;
        }
        let (place, _) = self.counter()?;
        Some((place, self.random.pick(&arrays).clone()))
    }

    /// A body that leaves the counter alone, so that it runs a few times only.
    fn body_of_for(&mut self, counter: &Place, depth: usize) -> Block {
        let outer = self.variables.clone();
        self.variables
            .retain(|variable| variable.name != counter.name);
        let loops = std::mem::replace(&mut self.loops, 0);
        let body = self.block(depth - 1);
        self.loops = loops;
        self.variables = outer;
        body
    }

    fn d_step(&mut self, depth: usize) -> Block {
        let mut body = Block::new();
        self.in_d_step = true;
        match self.random.below(5) {
            // Tests of channels here make SPIN write C that does not compile.
            0 | 1 => body.push(Statement::Condition(self.condition(1))),
            2 => body.extend(self.send()),
            3 => body.extend(self.receive()),
            _ => {}
        }
        body.extend(self.block(depth - 1));
        self.in_d_step = false;
        let guarded = |first: &Statement| {
            use Statement::{Assign, Condition, Send, Step};
            matches!(first, Assign(..) | Condition(_) | Send(..) | Step(..))
        };
        if !body.first().is_some_and(guarded) {
            // SPIN forgets to ask whether a handshake of others is under way.
            body.insert(0, Statement::Skip);
        }
        body
    }

    fn scoped(&mut self, depth: usize) -> Block {
        let outer = self.variables.clone();
        let mut body = Vec::new();
        if !self.in_d_step {
            body.push(Statement::Declare(self.inner()));
        }
        let count = self.random.between(1, self.knobs.statements);
        body.extend(self.sequence(count, depth - 1));
        self.variables = outer;
        body
    }

    /// A variable of a block; it may have the name of one whose block has ended.
    ///
    /// Never that of a visible one: SPIN takes an inner declaration for a repetition of the outer.
    fn inner(&mut self) -> Declaration {
        let mut declaration = self.declaration("i");
        let seen = &self.variables;
        let gone = |name: &&String| seen.iter().all(|variable| variable.name != **name);
        let free: Vec<String> = self.ended.iter().filter(gone).cloned().collect();
        if !free.is_empty() && self.random.chance(60) {
            declaration.name = self.random.pick(&free).clone();
        } else {
            self.ended.push(declaration.name.clone());
        }
        self.variables.push(declaration.clone());
        declaration
    }

    pub fn local(&mut self) -> Declaration {
        let declaration = self.declaration("l");
        self.variables.push(declaration.clone());
        declaration
    }

    fn call(&mut self) -> Option<Statement> {
        if self.inlines.is_empty() {
            return None;
        }
        let name = self.random.pick(&self.inlines).clone();
        let (target, _) = self.scalar(is_small)?;
        if target.index.is_some() || target.field.is_some() {
            // The inline may use it as an index: SPIN does not undo `a[a[0]] = 1` rightly.
            return None;
        }
        // No deeper: SPIN does not parse a conditional expression as an argument.
        let value = self.value(0);
        Some(Statement::Call(
            name,
            vec![Expression::Place(target), value],
        ))
    }

    /// Starts a process, unless there are many already.
    fn run(&mut self) -> Option<Statement> {
        if self.runnables.is_empty() {
            return None;
        }
        let runnable = self.random.pick(&self.runnables).clone();
        let mut arguments = Vec::new();
        for parameter in &runnable.parameters {
            arguments.push(self.value_of(parameter)?);
        }
        let run = Expression::Run(runnable.name, arguments);
        let many = number(self.random.between(3, 4));
        let few = Expression::Binary(
            "<",
            Box::new(Expression::Word("_nr_pr".into())),
            Box::new(many),
        );
        let start = match self.scalar(|of| *of == Type::Byte || *of == Type::Pid) {
            Some((place, _)) if self.random.chance(30) => Statement::Assign(place, run),
            _ => Statement::Condition(run),
        };
        if !self.repeats() && self.try_feature(Feature::Focus, 50) {
            // It happens once: how many there are need not be asked.
            return Some(start);
        }
        Some(Statement::Atomic(vec![Statement::Condition(few), start]))
    }
}
