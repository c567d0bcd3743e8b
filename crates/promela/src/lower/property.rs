//! Bodies of processes, and the properties that a model states.

use super::flow::ElementKind;
use super::graph::Graph;
use super::process::{BodyKind, ProcessContext};
use super::{Lowerer, codes};
use crate::ast::{self, BinaryOp, Block, ExprKind, Ltl, UnaryOp, UnitKind};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use program::model::{TraceAssertion, TraceEvent, TraceLocation};
use program::{Action, Formula, Instance, Proctype, Property, PropertyKind};

/// Processes that can exist at the start.
const MAX_ACTIVE: i32 = 255;

impl Lowerer {
    /// The second pass: everything that has a body.
    pub(super) fn lower_bodies(&mut self, model: &ast::Model) {
        let mut provided = Vec::new();
        let mut next = 0;
        for unit in &model.units {
            match &unit.kind {
                UnitKind::Proctype(proctype) => {
                    let enabler =
                        self.process_body(next, &proctype.body, proctype.provided.as_ref());
                    provided.push((enabler, proctype.deterministic));
                    self.activate(next, proctype);
                    next += 1;
                }
                UnitKind::Init(init) => {
                    let enabler = self.process_body(next, &init.body, None);
                    provided.push((enabler, false));
                    let priority = init.priority.as_ref().map_or(1, |p| self.priority(p));
                    self.program.instances.push(Instance {
                        proctype: next as u32,
                        priority,
                    });
                    next += 1;
                }
                UnitKind::Never(claim) => {
                    let name = claim
                        .name
                        .as_ref()
                        .map_or("never".into(), |name| name.text.clone());
                    self.claim_body(name, BodyKind::Never, &claim.body, unit.span);
                }
                UnitKind::Trace(trace) => {
                    let name = if trace.negated { "notrace" } else { "trace" };
                    self.claim_body(name.into(), BodyKind::Trace, &trace.body, unit.span);
                }
                UnitKind::Ltl(ltl) => self.ltl(ltl, unit.span),
                UnitKind::Mtype(_)
                | UnitKind::Typedef(_)
                | UnitKind::Decl(_)
                | UnitKind::Inline(_) => {}
            }
        }
        // Graphs come last: only now is it known which labels are referred to.
        let mut promises = Vec::new();
        for (mut context, (provided, deterministic)) in std::mem::take(&mut self.processes)
            .into_iter()
            .zip(provided)
        {
            let graph = self.graph(&mut context);
            promises.push(std::mem::take(&mut context.promises));
            let proctype = self.proctype_of(context, graph);
            self.program.proctypes.push(Proctype {
                provided,
                deterministic,
                ..proctype
            });
        }
        self.settle_promises(promises);
    }

    fn activate(&mut self, id: usize, proctype: &ast::Proctype) {
        let priority = proctype.priority.as_ref().map_or(1, |p| self.priority(p));
        let Some(active) = &proctype.active else {
            return;
        };
        let count = active
            .count
            .as_ref()
            .map_or(Some(1), |count| self.constant_or_initial(count));
        let count = count.unwrap_or(1);
        if count > MAX_ACTIVE || self.program.instances.len() as i32 + count > MAX_ACTIVE {
            let message = format!("at most {MAX_ACTIVE} processes can exist at once");
            self.error(&codes::TOO_MANY, active.span, message);
            return;
        }
        // SPIN starts parameters of active processes at zero.
        for _ in 0..count {
            self.program.instances.push(Instance {
                proctype: id as u32,
                priority,
            });
        }
    }

    /// Lowers the body of a process type into its flow.
    fn process_body(
        &mut self,
        id: usize,
        body: &Block,
        provided: Option<&ast::Expr>,
    ) -> Option<program::Expr> {
        let empty = ProcessContext::new("".into(), BodyKind::Process, Span::default(), None);
        self.current = std::mem::replace(&mut self.processes[id], empty);
        let provided = provided.map(|provided| self.expr(provided));
        self.body(body);
        let empty = ProcessContext::new("".into(), BodyKind::Process, Span::default(), None);
        self.processes[id] = std::mem::replace(&mut self.current, empty);
        provided
    }

    fn body(&mut self, body: &Block) {
        self.current.first = self.elements;
        self.current.flow.open();
        self.steps(body);
        let end = body.span.end();
        self.current.flow.add(ElementKind::End, end);
        self.current.flow.close();
        self.elements += self.current.flow.elements.len() as u32;
    }

    fn claim_body(&mut self, name: std::sync::Arc<str>, kind: BodyKind, body: &Block, span: Span) {
        let mut context = ProcessContext::new(name.clone(), kind, span, None);
        self.declare_locals(body, &mut context);
        self.current = context;
        self.body(body);
        let empty = ProcessContext::new("".into(), BodyKind::Process, Span::default(), None);
        let mut context = std::mem::replace(&mut self.current, empty);
        let graph = self.graph(&mut context);
        if kind == BodyKind::Trace {
            let negated = &*name == "notrace";
            self.program.trace = Some(self.trace(graph, negated, span));
            return;
        }
        let claim = self.proctype_of(context, graph);
        self.check_claim(&claim);
        self.program.properties.push(Property {
            name: name.to_string(),
            kind: PropertyKind::Never(Box::new(claim)),
            span: span.into(),
        });
    }

    /// A claim observes: it must not move messages or create processes.
    fn check_claim(&mut self, claim: &Proctype) {
        for edge in claim.locations.iter().flat_map(|location| &location.edges) {
            let what = match &edge.action {
                Action::Send { .. } | Action::Receive { .. } => "a channel operation",
                Action::Run { .. } => "`run`",
                Action::SetPriority { .. } => "`set_priority`",
                _ => continue,
            };
            let message = format!("{what} inside a claim: a claim only observes");
            self.error(&codes::CLAIM_CONTENT, edge.span.into(), message);
        }
    }

    fn proctype_of(&mut self, context: ProcessContext, graph: Graph) -> Proctype {
        Proctype {
            name: context.name.to_string(),
            frame: context.frame,
            parameters: context.parameters,
            locations: graph.locations,
            labels: graph.labels,
            entry: graph.entry,
            exclusive: Vec::new(),
            provided: None,
            deterministic: false,
            span: context.span.into(),
        }
    }

    /// A trace assertion: the events of each state. Steps that are no events, such as jumps, are
    /// passed through.
    fn trace(&mut self, graph: Graph, negated: bool, span: Span) -> TraceAssertion {
        let mut locations = Vec::new();
        for location in &graph.locations {
            let mut events = Vec::new();
            for edge in &location.edges {
                match self.trace_event(&edge.action, edge.target) {
                    Some(event) => events.push(event),
                    None if edge.action == Action::Terminate => {}
                    None => {
                        let error = "a trace assertion consists of sends and receives";
                        self.error(&codes::CLAIM_CONTENT, edge.span.into(), error);
                    }
                }
            }
            locations.push(TraceLocation {
                events,
                end: location.end,
            });
        }
        let is_last = |location: &program::Location| {
            location
                .edges
                .iter()
                .any(|edge| edge.action == Action::Terminate)
        };
        let last = graph.locations.iter().position(is_last);
        // An assertion whose end cannot be reached has a state of its own for it.
        let last = last.unwrap_or_else(|| {
            locations.push(TraceLocation {
                events: Vec::new(),
                end: true,
            });
            locations.len() - 1
        });
        TraceAssertion {
            locations,
            entry: graph.entry,
            last: last as u32,
            negated,
            span: span.into(),
        }
    }

    fn trace_event(&mut self, action: &Action, target: u32) -> Option<TraceEvent> {
        use program::Pattern;
        match action {
            Action::Send {
                channel, fields, ..
            } => {
                let fields = fields.iter().map(|field| match field {
                    program::Expr::Const(_) => Pattern::Equals(field.clone()),
                    _ => Pattern::Any,
                });
                Some(TraceEvent {
                    send: true,
                    channel: channel.clone(),
                    fields: fields.collect(),
                    target,
                })
            }
            Action::Receive {
                channel, fields, ..
            } => {
                let fields = fields.iter().map(|field| field.pattern().clone()).collect();
                Some(TraceEvent {
                    send: false,
                    channel: channel.clone(),
                    fields,
                    target,
                })
            }
            _ => None,
        }
    }

    fn ltl(&mut self, ltl: &Ltl, span: Span) {
        let count = self.program.properties.len();
        let name = ltl
            .name
            .as_ref()
            .map_or_else(|| format!("ltl_{count}"), |n| n.text.to_string());
        let formula = self.formula(&ltl.formula);
        let kind = PropertyKind::Ltl(formula);
        self.program.properties.push(Property {
            name,
            kind,
            span: span.into(),
        });
    }

    /// A formula: temporal and Boolean operators above, expressions of the model below.
    fn formula(&mut self, expr: &ast::Expr) -> Formula {
        if !is_temporal(expr) {
            return Formula::Proposition(self.expr(expr));
        }
        match &expr.kind {
            ExprKind::Unary { op, operand } => {
                let operand = Box::new(self.formula(operand));
                match op {
                    UnaryOp::Always => Formula::Always(operand),
                    UnaryOp::Eventually => Formula::Eventually(operand),
                    UnaryOp::Next => Formula::Next(operand),
                    UnaryOp::Not => Formula::Not(operand),
                    UnaryOp::Neg | UnaryOp::BitNot => self.bad_operand(expr),
                }
            }
            ExprKind::Binary { op, left, right } => {
                let (left, right) = (Box::new(self.formula(left)), Box::new(self.formula(right)));
                match op {
                    BinaryOp::And => Formula::And(left, right),
                    BinaryOp::Or => Formula::Or(left, right),
                    BinaryOp::Implies => Formula::Implies(left, right),
                    BinaryOp::Equivalent => Formula::Equivalent(left, right),
                    BinaryOp::Until => Formula::Until(left, right),
                    BinaryOp::WeakUntil => Formula::WeakUntil(left, right),
                    BinaryOp::Release => Formula::Release(left, right),
                    _ => self.bad_operand(expr),
                }
            }
            _ => self.bad_operand(expr),
        }
    }

    fn bad_operand(&mut self, expr: &ast::Expr) -> Formula {
        let message = "a temporal formula has no value to compute with";
        let error = Diagnostic::new(&codes::TEMPORAL_OPERATOR, expr.span, message)
            .help("combine formulas with ! && || -> <->");
        self.report(error);
        Formula::Proposition(program::Expr::Const(0))
    }
}

/// Whether a temporal operator occurs in an expression.
fn is_temporal(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary { op, operand } => op.is_temporal() || is_temporal(operand),
        ExprKind::Binary { op, left, right } => {
            op.is_temporal() || is_temporal(left) || is_temporal(right)
        }
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => is_temporal(condition) || is_temporal(then) || is_temporal(otherwise),
        _ => false,
    }
}
