//! Statements: from the tree to SPIN's sequences of elements.

use super::flow::{ElementId, ElementKind, SequenceId, Target};
use super::loops::increment;
use super::types::Ty;
use super::{Lowerer, codes};
use crate::ast::{
    self, Block, Decl, Declarator, ExprKind, Initializer, Step, Stmt, StmtKind, VarRef,
};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use program::{Action, BinaryOp, Expr, Place, Region};

impl Lowerer {
    /// The steps of a block, added to the current sequence.
    pub(super) fn steps(&mut self, block: &Block) {
        for step in &block.steps {
            match step {
                Step::Decl(decl) => self.local_declaration(decl),
                Step::Exclusive(exclusive) => self.promise(exclusive),
                Step::Stmt(stmt) => {
                    self.statement(stmt);
                }
            }
        }
    }

    /// A sequence of its own, with a scope of its own if it stands in braces.
    fn sequence(&mut self, block: &Block, scope: bool) -> SequenceId {
        self.current.at_start = false;
        self.current.flow.open();
        if scope {
            self.current.scopes.enter();
        }
        self.steps(block);
        if scope {
            self.current.scopes.leave();
        }
        self.current.flow.close()
    }

    /// At the start of a body declarations say what variables start with; later on they are
    /// assignments that execute where they stand.
    fn local_declaration(&mut self, decl: &Decl) {
        for declarator in &decl.vars {
            self.check_visible(declarator);
            self.check_size(declarator);
            let Some(symbol) = self.current.open_next_symbol() else {
                continue;
            };
            let structure = matches!(symbol.shape.ty, Ty::Struct(_));
            let channel = matches!(declarator.init, Some(Initializer::Channel(_)));
            let list = matches!(declarator.init, Some(Initializer::List(_)));
            if self.current.at_start || structure || channel || list {
                let mut frame = std::mem::take(&mut self.current.frame);
                self.initialize(&symbol, declarator.init.as_ref(), &mut frame);
                self.current.frame = frame;
            }
            if self.current.at_start {
                continue;
            }
            let span = declarator.span;
            if channel {
                let message = "this channel exists from the start of the process on";
                let warning = Diagnostic::new(&codes::LATE_CHANNEL, span, message)
                    .help("declare initialised channels before the first statement");
                self.report(warning);
                continue;
            }
            let value = match &declarator.init {
                None => Expr::Const(0),
                Some(Initializer::Expr(expr)) => self.expr(expr),
                Some(Initializer::List(values)) => self.late_list(values, span),
                Some(Initializer::Channel(_)) => Expr::Const(0),
            };
            let (offset, scalar, value) = match symbol.shape.ty {
                // Of an array only the first element is set.
                Ty::Scalar(base) => {
                    let scalar = symbol.shape.scalar().unwrap_or(base.scalar());
                    (symbol.offset, scalar, Some(value))
                }
                // For a structure SPIN has a step that does nothing.
                Ty::Struct(id) => match self.leaves(id).first() {
                    Some(leaf) => (symbol.offset + leaf.offset, leaf.scalar, None),
                    None => continue,
                },
            };
            let place = Place {
                region: Region::Local,
                offset,
                indices: Vec::new(),
                scalar,
            };
            let value = value.unwrap_or_else(|| Expr::Load(place.clone()));
            self.action(Action::Assign(place, value), span);
        }
    }

    /// A list behind the first statement: the array has its values from the creation of the process
    /// on, and the step that stands here sets the first element alone.
    fn late_list(&mut self, values: &[ast::Expr], span: Span) -> Expr {
        let message = "the array has these values from the start of the process on";
        let warning = Diagnostic::new(&codes::LATE_LIST, span, message)
            .note("the step here sets its first element only")
            .help(
                "declare it before the first statement, and assign where values must be set again",
            );
        self.report(warning);
        let first = values.first().and_then(|value| self.try_constant(value));
        Expr::Const(first.unwrap_or(0))
    }

    /// A variable that is the size of an array must be visible here.
    fn check_size(&mut self, declarator: &Declarator) {
        if let Some(size) = &declarator.size
            && let ExprKind::Var(var) = &size.kind
            && let name = &var.segments[0].name
            && self.find(name).is_none()
            && !self.mtypes.contains_key(&name.text)
        {
            self.undeclared(name);
        }
    }

    fn check_visible(&mut self, declarator: &Declarator) {
        let name = &declarator.name;
        let earlier = self.find(name).map(|(_, symbol)| symbol.span);
        if earlier.is_none() && !self.mtypes.contains_key(&name.text) {
            return;
        }
        let message = format!("`{}` is declared already", name.text);
        let mut error = Diagnostic::new(&codes::REDECLARED, name.span, message)
            .help("choose another name: an inner scope cannot reuse one that is visible");
        if let Some(earlier) = earlier {
            error = error.related(earlier, "first declared here");
        }
        self.report(error);
    }

    pub(super) fn action(&mut self, action: Action, span: Span) -> ElementId {
        self.current.flow.add(ElementKind::Action(action), span)
    }

    /// A statement, added to the current sequence, with its labels.
    pub(super) fn statement(&mut self, stmt: &Stmt) {
        let (first, others) = match self.jump_target(stmt) {
            Some(target) if is_special(stmt) => {
                self.current.flow.add_labelled_goto(target, stmt.span)
            }
            _ => {
                let element = self.unlabelled(stmt);
                (element, element)
            }
        };
        self.current.at_start = false;
        let scope = self.current.scopes.current();
        for (position, label) in stmt.labels.iter().enumerate() {
            let element = if position == 0 { first } else { others };
            self.current.flow.label(label.text.clone(), scope, element);
        }
    }

    /// Where a statement that is a jump leads.
    fn jump_target(&self, stmt: &Stmt) -> Option<Target> {
        match &stmt.kind {
            StmtKind::Goto(label) => Some(Target::Label {
                name: label.text.clone(),
                scope: self.current.scopes.current(),
            }),
            StmtKind::Break => self.current.flow.break_target().map(Target::Break),
            _ => None,
        }
    }

    /// Adds a statement and returns the element that its labels belong to.
    fn unlabelled(&mut self, stmt: &Stmt) -> ElementId {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Empty | StmtKind::Error => self.current.flow.add_skip(span),
            StmtKind::Expr(expr) => {
                let action = match &expr.kind {
                    ExprKind::Run { .. } => self.run(expr, None),
                    _ => Action::Condition(self.expr(expr)),
                };
                self.action(action, span)
            }
            StmtKind::Assign { target, value } => {
                let action = self.assign(target, value);
                self.action(action, span)
            }
            StmtKind::Increment(var) => self.step_variable(var, BinaryOp::Add, span),
            StmtKind::Decrement(var) => self.step_variable(var, BinaryOp::Sub, span),
            StmtKind::Send(send) => {
                let action = self.send(send);
                self.action(action, span)
            }
            StmtKind::Receive(receive) => {
                let action = self.receive(receive);
                self.action(action, span)
            }
            StmtKind::Assert(expr) => {
                let condition = self.expr(expr);
                self.action(Action::Assert(condition), span)
            }
            StmtKind::Printf { format, args } => {
                let print = self.printf(format, args);
                self.action(Action::Print(print), span)
            }
            StmtKind::Printm(expr) => {
                let print = self.printm(expr);
                self.action(Action::Print(print), span)
            }
            StmtKind::SetPriority { pid, priority } => {
                self.program.uses_priority = true;
                let (pid, priority) = (self.expr(pid), self.expr(priority));
                self.action(Action::SetPriority { pid, priority }, span)
            }
            StmtKind::Goto(_) | StmtKind::Break => match self.jump_target(stmt) {
                Some(target) => self.current.flow.add_goto(target, span),
                // A `break` outside a loop: the parser has reported it.
                None => self.current.flow.add_skip(span),
            },
            StmtKind::Else => self.action(Action::Else, span),
            StmtKind::If(options) => {
                let options = self.options(options);
                self.current.flow.add_if(options, span)
            }
            StmtKind::Do(options) => {
                self.current.flow.push_loop();
                let options = self.options(options);
                self.current.flow.add_do(options, span)
            }
            StmtKind::For(each) => {
                self.for_start(each, span);
                self.for_loop(each, span)
            }
            StmtKind::Select(select) => self.select(select, span),
            StmtKind::Atomic(block) => {
                let body = self.sequence(block, true);
                self.current.flow.make_atomic(body, false);
                self.current.flow.add(ElementKind::Block { body }, span)
            }
            StmtKind::DStep(block) => {
                let body = self.sequence(block, true);
                self.current.flow.make_atomic(body, true);
                self.current.flow.add(ElementKind::DStep { body }, span)
            }
            StmtKind::Block(block) => {
                let body = self.sequence(block, true);
                self.current.flow.add(ElementKind::Block { body }, span)
            }
            StmtKind::Inline(call) => {
                let body = self.sequence(&call.body, true);
                self.current.flow.add(ElementKind::Block { body }, span)
            }
            StmtKind::Unless { body, escape } => self.unless(stmt, body, escape),
        }
    }

    /// The options of a selection. `else` comes last, whatever its place in the text.
    fn options(&mut self, blocks: &[Block]) -> Vec<SequenceId> {
        let mut options: Vec<SequenceId> = blocks
            .iter()
            .map(|block| self.sequence(block, false))
            .collect();
        let claim = self.in_claim();
        let flow = &mut self.current.flow;
        if !claim {
            for &option in &options {
                flow.prune_skips(option);
            }
        }
        let is_else = |option: &SequenceId| {
            let first = flow.sequences[*option]
                .first
                .map(|first| &flow.elements[first].kind);
            matches!(first, Some(ElementKind::Action(Action::Else)))
        };
        options.sort_by_key(is_else);
        options
    }

    fn assign(&mut self, target: &VarRef, value: &ast::Expr) -> Action {
        if let [one] = &target.segments[..] {
            match &*one.name.text {
                "_" => {
                    self.expr(value);
                    return Action::Condition(Expr::TRUE);
                }
                "_priority" => {
                    self.program.uses_priority = true;
                    let priority = self.expr(value);
                    return Action::SetPriority {
                        pid: Expr::Pid,
                        priority,
                    };
                }
                _ => {}
            }
        }
        let place = self.target(target);
        if let ExprKind::Run { .. } = &value.kind {
            return self.run(value, place.map(|(place, _)| place));
        }
        let lowered = self.expr(value);
        let Some((place, base)) = place else {
            return Action::Condition(Expr::TRUE);
        };
        if let Some(constant) = self.try_constant(value)
            && place.scalar.wrap(constant) != constant
        {
            let message = format!(
                "{constant} does not fit the variable: it becomes {}",
                place.scalar.wrap(constant)
            );
            let warning = Diagnostic::new(&codes::CONSTANT_TOO_BIG, value.span, message).help(
                format!("a {} keeps {} bits", base.name(), place.scalar.bits),
            );
            self.report(warning);
        }
        Action::Assign(place, lowered)
    }

    fn step_variable(&mut self, var: &VarRef, op: BinaryOp, span: Span) -> ElementId {
        let action = match self.target(var) {
            Some((place, _)) => increment(place, op),
            None => Action::Condition(Expr::TRUE),
        };
        self.action(action, span)
    }

    fn run(&mut self, expr: &ast::Expr, result: Option<Place>) -> Action {
        let ExprKind::Run {
            proctype: name,
            args,
            priority,
        } = &expr.kind
        else {
            return Action::Condition(Expr::TRUE);
        };
        let arguments = self.arguments(args);
        let priority = priority
            .as_deref()
            .map_or(1, |priority| self.priority(priority));
        let Some(process) = self.proctype(name) else {
            return Action::Condition(Expr::TRUE);
        };
        let wanted = self.process(process).parameters.len();
        if arguments.len() != wanted {
            let message = format!(
                "`{}` takes {wanted} arguments, {} are given",
                name.text,
                arguments.len()
            );
            self.error(&codes::ARGUMENT_COUNT, expr.span, message);
        }
        Action::Run {
            proctype: process as u32,
            arguments,
            priority,
            result,
        }
    }

    /// A priority in the text.
    pub(super) fn priority(&mut self, expr: &ast::Expr) -> u8 {
        self.program.uses_priority = true;
        match self.constant(expr) {
            Some(value @ 1..=255) => value as u8,
            Some(value) => {
                let message = format!("the priority {value} is not in 1..255");
                self.error(&codes::PRIORITY, expr.span, message);
                1
            }
            None => 1,
        }
    }

    /// `body unless escape`. With a label in front, SPIN puts a block around the whole.
    fn unless(&mut self, stmt: &Stmt, body: &Stmt, escape: &Stmt) -> ElementId {
        let labelled = !stmt.labels.is_empty();
        if labelled {
            self.current.at_start = false;
            self.current.flow.open();
        }
        let main = match &body.kind {
            // The assignment in front of a loop is not part of what the escape guards.
            StmtKind::For(each) => {
                self.for_start(each, body.span);
                self.current.flow.open();
                self.for_loop(each, body.span);
                self.current.flow.close()
            }
            _ => self.guarded(body),
        };
        let escape = self.guarded(escape);
        let element = self.current.flow.add_unless(main, escape, stmt.span);
        if !labelled {
            return element;
        }
        let body = self.current.flow.close();
        self.current
            .flow
            .add(ElementKind::Block { body }, stmt.span)
    }

    /// A side of an `unless` as a sequence: a block is one already.
    fn guarded(&mut self, stmt: &Stmt) -> SequenceId {
        match &stmt.kind {
            StmtKind::Block(block) if stmt.labels.is_empty() => self.sequence(block, true),
            StmtKind::Inline(call) if stmt.labels.is_empty() => self.sequence(&call.body, true),
            _ => {
                self.current.at_start = false;
                self.current.flow.open();
                self.statement(stmt);
                self.current.flow.close()
            }
        }
    }
}

/// Whether the labels of a jump mean something for verification: then it is a state.
fn is_special(stmt: &Stmt) -> bool {
    stmt.labels.iter().any(|label| {
        ["accept", "end", "progress"]
            .iter()
            .any(|prefix| label.text.starts_with(prefix))
    })
}
