//! The first pass: everything that has a name, and its place in the state vector.

use super::process::{BodyKind, ProcessContext};
use super::scope::Symbol;
use super::types::{Base, Field, Shape, Structure, Ty};
use super::{Lowerer, codes};
use crate::ast::{
    self, Block, Decl, Declarator, ForRange, Mtype, Step, Stmt, StmtKind, TypeKind, Typedef,
    UnitKind, Visibility,
};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use program::{Frame, ProcId, Variable};
use std::sync::Arc;

/// Bytes that the variables of one frame may take: far above what anybody can explore.
const MAX_FRAME: u32 = 1 << 24;
/// What the process type of `init` is called, as in SPIN.
const INIT: &str = ":init:";
/// Process types that a model may have: their numbers are bytes in the state.
const MAX_PROCTYPES: usize = 255;

impl Lowerer {
    /// Declares all units in the order of the text.
    pub(super) fn declare_model(&mut self, model: &ast::Model) {
        for unit in &model.units {
            match &unit.kind {
                UnitKind::Mtype(mtype) => self.declare_mtype(mtype),
                UnitKind::Typedef(typedef) => self.declare_typedef(typedef),
                UnitKind::Decl(decl) => self.declare_globals(decl),
                UnitKind::Proctype(proctype) => {
                    let name = &proctype.name;
                    let mut context = self.new_process(name.text.clone(), name.span);
                    for parameter in &proctype.params {
                        self.declare_parameter(parameter, &mut context);
                    }
                    self.declare_locals(&proctype.body, &mut context);
                    self.processes.push(context);
                }
                UnitKind::Init(init) => {
                    let mut context = self.new_process(INIT.into(), unit.span);
                    self.declare_locals(&init.body, &mut context);
                    self.processes.push(context);
                }
                UnitKind::Never(_)
                | UnitKind::Trace(_)
                | UnitKind::Ltl(_)
                | UnitKind::Inline(_) => {}
            }
        }
    }

    fn new_process(&mut self, name: Arc<str>, span: Span) -> ProcessContext {
        let id = self.processes.len();
        if id == MAX_PROCTYPES {
            let message = format!("a model can have at most {MAX_PROCTYPES} process types");
            self.error(&codes::TOO_MANY, span, message);
        }
        // There may be several `init`: nothing refers to them.
        if let Some(other) = self.proctypes.insert(name.clone(), id)
            && &*name != INIT
        {
            let earlier = self.processes[other].span;
            let error = format!("the process type `{name}` is declared twice");
            let error = Diagnostic::new(&codes::REDECLARED, span, error)
                .related(earlier, "first declared here");
            self.report(error);
        }
        ProcessContext::new(name, BodyKind::Process, span, Some(id as ProcId))
    }

    /// Values count from 1 through all declarations of a subtype; within one declaration SPIN
    /// numbers the names from the last to the first.
    fn declare_mtype(&mut self, mtype: &Mtype) {
        let table = self.mtype_table(mtype.subtype.as_ref().map(|name| name.text.clone()));
        for name in mtype.names.iter().rev() {
            let names = &mut self.program.symbols[table as usize];
            names.push(name.text.to_string());
            let value = names.len() as i32;
            if value == 256 {
                let message = "a symbolic name is a byte: at most 255 fit one mtype";
                self.error(&codes::TOO_MANY, name.span, message);
            }
            if self
                .mtypes
                .insert(name.text.clone(), (value, table))
                .is_some()
            {
                self.redeclared(name, None);
            }
        }
    }

    pub(super) fn mtype_table(&mut self, subtype: Option<Arc<str>>) -> u32 {
        let symbols = &mut self.program.symbols;
        *self.mtype_tables.entry(subtype).or_insert_with(|| {
            symbols.push(Vec::new());
            symbols.len() as u32 - 1
        })
    }

    fn redeclared(&mut self, name: &ast::Name, earlier: Option<Span>) {
        let message = format!("`{}` is declared already", name.text);
        let mut error = Diagnostic::new(&codes::REDECLARED, name.span, message)
            .help("choose another name: an inner scope cannot reuse one that is visible");
        if let Some(earlier) = earlier {
            error = error.related(earlier, "first declared here");
        }
        self.report(error);
    }

    fn declare_typedef(&mut self, typedef: &Typedef) {
        let mut fields: Vec<Field> = Vec::new();
        let mut size = 0u32;
        for decl in &typedef.fields {
            for declarator in &decl.vars {
                let shape = self.shape(decl, declarator, &[]);
                if let Some(other) = fields.iter().find(|f| f.name == declarator.name.text) {
                    let earlier = other.span;
                    self.redeclared(&declarator.name, Some(earlier));
                }
                fields.push(Field {
                    name: declarator.name.text.clone(),
                    shape,
                    offset: size,
                    init: declarator.init.clone(),
                    span: declarator.span,
                });
                size = size.saturating_add(shape.size(&self.structures));
            }
        }
        if size > MAX_FRAME {
            self.error(
                &codes::TOO_MANY,
                typedef.name.span,
                "the structure is too large",
            );
            size = 0;
        }
        let structure = Structure {
            name: typedef.name.text.clone(),
            fields,
            size,
        };
        self.structure_ids
            .insert(typedef.name.text.clone(), self.structures.len());
        self.structures.push(structure);
    }

    fn declare_globals(&mut self, decl: &Decl) {
        for declarator in &decl.vars {
            let name = &declarator.name;
            if let Some(&other) = self.global_names.get(&name.text) {
                let earlier = self.globals[other].span;
                self.redeclared(name, Some(earlier));
                continue;
            }
            if self.mtypes.contains_key(&name.text) {
                self.redeclared(name, None);
                continue;
            }
            let mut frame = std::mem::take(&mut self.program.globals);
            let symbol = self.allocate(decl, declarator, &[], &mut frame);
            self.global_names
                .insert(name.text.clone(), self.globals.len());
            self.globals.push(symbol.clone());
            self.initialize(&symbol, declarator.init.as_ref(), &mut frame);
            self.program.globals = frame;
        }
    }

    fn declare_parameter(&mut self, decl: &Decl, context: &mut ProcessContext) {
        for declarator in &decl.vars {
            if let Some(init) = &declarator.init {
                let span = initializer_span(init, declarator);
                self.error(
                    &codes::INITIALIZER,
                    span,
                    "a parameter gets its value from `run`",
                );
            }
            let symbol = self.declare_local(decl, declarator, context);
            let first = symbol.offset;
            match (symbol.shape.ty, symbol.shape.length) {
                (Ty::Scalar(base), None) => context.parameters.push((first, base.scalar())),
                (Ty::Scalar(_), Some(_)) => {
                    self.error(
                        &codes::MESSAGE_TYPE,
                        declarator.span,
                        "an array cannot be a parameter",
                    );
                }
                (Ty::Struct(id), None) => {
                    for leaf in self.leaves(id) {
                        context.parameters.push((first + leaf.offset, leaf.scalar));
                    }
                }
                (Ty::Struct(_), Some(_)) => {
                    self.error(
                        &codes::MESSAGE_TYPE,
                        declarator.span,
                        "an array cannot be a parameter",
                    );
                }
            }
            context.open_next_symbol();
        }
    }

    /// Declares the variables of a body, in the order in which the second pass will meet them.
    pub(super) fn declare_locals(&mut self, body: &Block, context: &mut ProcessContext) {
        for step in &body.steps {
            match step {
                Step::Decl(decl) => {
                    for declarator in &decl.vars {
                        self.declare_local(decl, declarator, context);
                    }
                }
                Step::Exclusive(_) => {}
                Step::Stmt(stmt) => self.declare_in_statement(stmt, context),
            }
        }
    }

    fn declare_in_statement(&mut self, stmt: &Stmt, context: &mut ProcessContext) {
        match &stmt.kind {
            StmtKind::If(options) | StmtKind::Do(options) => {
                for option in options {
                    self.declare_locals(option, context);
                }
            }
            StmtKind::For(each) => {
                debug_assert!(matches!(
                    each.range,
                    ForRange::Interval { .. } | ForRange::In(_)
                ));
                self.declare_locals(&each.body, context);
            }
            StmtKind::Atomic(block) | StmtKind::DStep(block) | StmtKind::Block(block) => {
                self.declare_locals(block, context);
            }
            StmtKind::Unless { body, escape } => {
                self.declare_in_statement(body, context);
                self.declare_in_statement(escape, context);
            }
            StmtKind::Inline(call) => self.declare_locals(&call.body, context),
            _ => {}
        }
    }

    fn declare_local(
        &mut self,
        decl: &Decl,
        declarator: &Declarator,
        context: &mut ProcessContext,
    ) -> Symbol {
        let mut frame = std::mem::take(&mut context.frame);
        let symbol = self.allocate(decl, declarator, &context.symbols, &mut frame);
        context.frame = frame;
        context.symbols.push(symbol.clone());
        symbol
    }

    /// Gives a variable its place at the end of a frame. `locals` were declared before it.
    fn allocate(
        &mut self,
        decl: &Decl,
        declarator: &Declarator,
        locals: &[Symbol],
        frame: &mut Frame,
    ) -> Symbol {
        let shape = self.shape(decl, declarator, locals);
        let symbol = Symbol {
            name: declarator.name.text.clone(),
            shape,
            offset: frame.size,
            span: declarator.name.span,
            constant: match shape.ty {
                Ty::Scalar(Base::Chan) | Ty::Struct(_) => None,
                Ty::Scalar(_) => self.constant_initial(declarator.init.as_ref()),
            },
        };
        if decl.visibility == Some(Visibility::Hidden) && shape.ty == Ty::Scalar(Base::Bit) {
            let message = "a bit cannot be hidden";
            let error = Diagnostic::new(&codes::HIDDEN_BIT, declarator.name.span, message)
                .help("declare it as `hidden byte`");
            self.report(error);
        }
        self.grow(frame, shape.size(&self.structures), symbol.span);
        let hidden = decl.visibility == Some(Visibility::Hidden);
        self.describe(
            &symbol.name,
            shape,
            symbol.offset,
            symbol.span,
            hidden,
            frame,
        );
        symbol
    }

    /// Makes a frame larger.
    pub(super) fn grow(&mut self, frame: &mut Frame, bytes: u32, span: Span) {
        match frame
            .size
            .checked_add(bytes)
            .filter(|&size| size <= MAX_FRAME)
        {
            Some(size) => frame.size = size,
            None => self.error(
                &codes::TOO_MANY,
                span,
                "the variables are too large together",
            ),
        }
    }

    /// Lists the scalars and arrays of scalars that a variable consists of, for people.
    fn describe(
        &self,
        name: &str,
        shape: Shape,
        offset: u32,
        span: Span,
        hidden: bool,
        frame: &mut Frame,
    ) {
        match shape.ty {
            Ty::Scalar(base) => frame.variables.push(Variable {
                name: name.to_owned(),
                offset,
                scalar: shape.scalar().unwrap_or(program::Scalar::BYTE),
                length: shape.length,
                symbols: if let Base::Mtype(table) = base {
                    Some(table)
                } else {
                    None
                },
                channel: base == Base::Chan,
                hidden,
                span: span.into(),
            }),
            Ty::Struct(id) => {
                let stride = shape.stride(&self.structures);
                for element in 0..shape.length.unwrap_or(1) {
                    if frame.variables.len() as u32 > MAX_FRAME {
                        return;
                    }
                    let name = match shape.length {
                        Some(_) => format!("{name}[{element}]"),
                        None => name.to_owned(),
                    };
                    for field in &self.structures[id].fields {
                        let at = offset + element * stride + field.offset;
                        let name = format!("{name}.{}", field.name);
                        self.describe(&name, field.shape, at, span, hidden, frame);
                    }
                }
            }
        }
    }

    /// Type and length of a declared variable.
    fn shape(&mut self, decl: &Decl, declarator: &Declarator, locals: &[Symbol]) -> Shape {
        let ty = match &decl.ty.kind {
            TypeKind::Bit | TypeKind::Bool => Ty::Scalar(Base::Bit),
            TypeKind::Byte | TypeKind::Pid => Ty::Scalar(Base::Byte),
            TypeKind::Short => Ty::Scalar(Base::Short),
            TypeKind::Int => Ty::Scalar(Base::Int),
            TypeKind::Unsigned => Ty::Scalar(Base::Unsigned(self.width(declarator))),
            TypeKind::Chan => Ty::Scalar(Base::Chan),
            TypeKind::Mtype(subtype) => {
                let subtype = subtype.as_ref().map(|name| name.text.clone());
                Ty::Scalar(Base::Mtype(self.mtype_table(subtype)))
            }
            TypeKind::Named(name) => match self.structure_ids.get(&name.text) {
                Some(&id) => Ty::Struct(id),
                None => {
                    self.undeclared(name);
                    Ty::Scalar(Base::Byte)
                }
            },
        };
        if declarator.width.is_some() && !matches!(ty, Ty::Scalar(Base::Unsigned(_))) {
            let message = "only an `unsigned` has a width: this one is ignored";
            let warning = Diagnostic::new(&codes::ODD_WIDTH, declarator.span, message);
            self.report(warning);
        }
        let length = declarator
            .size
            .as_ref()
            .map(|size| self.array_size(size, ty, locals));
        Shape { ty, length }
    }

    fn array_size(&mut self, size: &ast::Expr, ty: Ty, locals: &[Symbol]) -> u32 {
        let Some(value) = self.array_bound(size, locals) else {
            return 1;
        };
        let stride = Shape {
            ty,
            length: Some(1),
        }
        .stride(&self.structures)
        .max(1);
        match u32::try_from(value) {
            Ok(length) if length >= 1 && length <= MAX_FRAME / stride => length,
            _ => {
                let message = format!("an array of {value} elements is not possible");
                self.error(&codes::ARRAY_SIZE, size.span, message);
                1
            }
        }
    }

    /// Width of an `unsigned`; 16 where none is given, as in SPIN.
    fn width(&mut self, declarator: &Declarator) -> u8 {
        let Some(width) = &declarator.width else {
            let message = "an `unsigned` without a width has 16 bits";
            let warning = Diagnostic::new(&codes::ODD_WIDTH, declarator.span, message).fix(
                declarator.name.span.end(),
                " : 16",
                "say how many bits it has",
            );
            self.report(warning);
            return 16;
        };
        match self.constant(width) {
            Some(bits @ 1..=31) => bits as u8,
            Some(bits) => {
                let message = format!("a width of {bits} is not possible: it must be in 1..31");
                self.error(&codes::WIDTH, width.span, message);
                16
            }
            None => 16,
        }
    }
}

fn initializer_span(init: &ast::Initializer, declarator: &Declarator) -> Span {
    match init {
        ast::Initializer::Expr(expr) => expr.span,
        ast::Initializer::Channel(channel) => channel.span,
        ast::Initializer::List(_) => declarator.span,
    }
}
