//! Sends and receives: their fields, structures taken apart.

use super::process::BodyKind;
use super::types::{Base, Shape, Ty};
use super::{Lowerer, codes};
use crate::ast::{self, ExprKind, Receive, RecvArg, RecvArgKind, Send, VarRef};
use crate::diagnostic::Diagnostic;
use program::{Action, Expr, MessageField, Pattern, Place, ReceiveMode};

impl Lowerer {
    pub(super) fn send(&mut self, send: &Send) -> Action {
        let channel = self.channel(&send.channel);
        let fields = if self.current.kind == BodyKind::Trace {
            self.event_fields(&send.args)
        } else {
            self.arguments(&send.args)
        };
        Action::Send {
            channel,
            fields,
            sorted: send.sorted,
        }
    }

    pub(super) fn receive(&mut self, receive: &Receive) -> Action {
        let channel = self.channel(&receive.channel);
        let fields = self.receive_fields(&receive.args);
        let mode = ReceiveMode {
            random: receive.random,
            keep: receive.keep,
        };
        Action::Receive {
            channel,
            fields,
            mode,
        }
    }

    /// The fields of a send that is an event of a trace assertion: only constants must match.
    /// Whatever else stands there, `_` or a variable, matches every value.
    fn event_fields(&mut self, args: &[ast::Expr]) -> Vec<Expr> {
        let matches_anything = Expr::Pid;
        let field = |arg| self.try_constant(arg).map(Expr::Const);
        args.iter()
            .map(|arg| field(arg).unwrap_or(matches_anything.clone()))
            .collect()
    }

    /// Values that are sent or passed: a structure is all its fields.
    pub(super) fn arguments(&mut self, args: &[ast::Expr]) -> Vec<Expr> {
        let mut values = Vec::new();
        for arg in args {
            if let ExprKind::Var(var) = &arg.kind
                && let Some(places) = self.structure_places(var)
            {
                values.extend(places.into_iter().map(Expr::Load));
            } else {
                values.push(self.expr(arg));
            }
        }
        values
    }

    /// The scalars of a variable that is a whole structure; `None` if it is none.
    fn structure_places(&mut self, var: &VarRef) -> Option<Vec<Place>> {
        if !matches!(self.shape_of(var)?.ty, Ty::Struct(_)) {
            return None;
        }
        let reference = self.reference(var)?;
        let Ty::Struct(id) = reference.shape.ty else {
            return None;
        };
        if reference.shape.length.is_some() && !reference.indexed {
            self.first_element(&var.segments[var.segments.len() - 1].name);
        }
        let (region, offset, indices) = (
            reference.place.region,
            reference.place.offset,
            reference.place.indices,
        );
        Some(
            self.leaves(id)
                .into_iter()
                .map(|leaf| Place {
                    region: region.clone(),
                    offset: offset + leaf.offset,
                    indices: indices.clone(),
                    scalar: leaf.scalar,
                })
                .collect(),
        )
    }

    /// What the last name of a reference was declared as, without reporting anything.
    pub(super) fn shape_of(&self, var: &VarRef) -> Option<Shape> {
        let (_, symbol) = self.find(&var.segments[0].name)?;
        let mut shape = symbol.shape;
        for segment in &var.segments[1..] {
            let Ty::Struct(id) = shape.ty else {
                return None;
            };
            let mut fields = self.structures[id].fields.iter();
            shape = fields.find(|field| field.name == segment.name.text)?.shape;
        }
        Some(shape)
    }

    pub(super) fn receive_fields(&mut self, args: &[RecvArg]) -> Vec<MessageField> {
        let mut fields = Vec::new();
        for arg in args {
            match &arg.kind {
                RecvArgKind::Constant(value) => {
                    fields.push(MessageField::Match(Pattern::Equals(Expr::Const(*value))));
                }
                RecvArgKind::Eval(expr) => {
                    let value = self.expr(expr);
                    fields.push(MessageField::Match(Pattern::Equals(value)));
                }
                RecvArgKind::Wildcard => fields.push(MessageField::Match(Pattern::Any)),
                RecvArgKind::Var(var) => self.receive_into(var, &mut fields),
            }
        }
        fields
    }

    /// A variable takes the field; a symbolic constant must equal it.
    fn receive_into(&mut self, var: &VarRef, fields: &mut Vec<MessageField>) {
        if let [one] = &var.segments[..]
            && one.index.is_none()
            && self.find(&one.name).is_none()
        {
            if let Some(&(value, _)) = self.mtypes.get(&one.name.text) {
                fields.push(MessageField::Match(Pattern::Equals(Expr::Const(value))));
                return;
            }
            if one.name.text.starts_with('_') && self.is_predefined(&one.name.text) {
                let message = format!("`{}` cannot take a message", one.name.text);
                let error = Diagnostic::new(&codes::READ_ONLY, var.span, message).help(format!(
                    "to compare with it, write `eval({})`",
                    one.name.text
                ));
                self.report(error);
                return;
            }
        }
        if let Some(places) = self.structure_places(var) {
            fields.extend(places.into_iter().map(MessageField::Store));
        } else if let Some((place, _)) = self.scalar_place(var) {
            fields.push(MessageField::Store(place));
        }
    }

    pub(super) fn is_predefined(&self, name: &str) -> bool {
        matches!(name, "_pid" | "_nr_pr" | "_last" | "_priority")
    }

    /// The place that an assignment changes.
    pub(super) fn target(&mut self, var: &VarRef) -> Option<(Place, Base)> {
        let name = &var.segments[0].name;
        if self.is_predefined(&name.text) {
            let message = format!("`{}` cannot be assigned to", name.text);
            let mut error = Diagnostic::new(&codes::READ_ONLY, var.span, message);
            if &*name.text == "_priority" {
                error = error.help("use set_priority(_pid, value)");
            }
            self.report(error);
            return None;
        }
        if self.in_claim() && matches!(self.find(name), Some((program::Region::Global, _))) {
            let message = "a claim must not change the state that it observes";
            self.error(&codes::CLAIM_CONTENT, var.span, message);
        }
        self.scalar_place(var)
    }
}
