//! `xr` and `xs`: ends of channels that a process has to itself.
//!
//! They may stand anywhere in a body, but they are declarations: as in SPIN they hold from the
//! creation of the process on, for the channel that the variable names then. A variable that is never
//! assigned keeps that; for another a byte of the frame remembers it.

use super::types::{Base, Ty};
use super::{Lowerer, codes};
use crate::ast;
use crate::span::Span;
use program::{
    Edge, End, Exclusive, Expr, Initial, Initializer, Place, Proctype, Region, Scalar, Variable,
};

/// What one of them says.
#[derive(Clone, Debug)]
pub(super) struct Promise {
    end: End,
    /// The variable that names the channel.
    channel: Place,
    span: Span,
}

impl Lowerer {
    /// Notes what a declaration says. It may name a whole array of channels.
    pub(super) fn promise(&mut self, exclusive: &ast::Exclusive) {
        let end = match exclusive.kind {
            ast::ExclusiveKind::Receive => End::Head,
            ast::ExclusiveKind::Send => End::Tail,
        };
        for channel in &exclusive.channels {
            let Some(reference) = self.reference(channel) else {
                continue;
            };
            if reference.shape.ty != Ty::Scalar(Base::Chan) {
                self.error(&codes::NOT_A_CHANNEL, channel.span, "this is not a channel");
                continue;
            }
            let whole = reference.shape.length.filter(|_| !reference.indexed);
            for element in 0..whole.unwrap_or(1) {
                self.current.promises.push(Promise {
                    end,
                    channel: Place {
                        region: reference.place.region.clone(),
                        offset: reference.place.offset + element * Scalar::BYTE.size(),
                        indices: reference.place.indices.clone(),
                        scalar: Scalar::BYTE,
                    },
                    span: channel.span,
                });
            }
        }
    }

    /// Finds a byte of the frame for the channel of each promise, by process type.
    pub(super) fn settle_promises(&mut self, promises: Vec<Vec<Promise>>) {
        for (id, promises) in promises.into_iter().enumerate() {
            for promise in promises {
                let offset = self.settled(id, &promise);
                self.program.proctypes[id].exclusive.push(Exclusive {
                    end: promise.end,
                    offset,
                    span: promise.span.into(),
                });
            }
        }
    }

    fn settled(&mut self, id: usize, promise: &Promise) -> u32 {
        let channel = &promise.channel;
        let stored = match channel.region {
            Region::Global => self.program.proctypes.iter().any(|p| stores(p, channel)),
            _ => stores(&self.program.proctypes[id], channel),
        };
        let fixed = !stored && channel.indices.is_empty();
        if fixed && channel.region == Region::Local {
            return channel.offset;
        }
        let known = fixed.then(|| self.global_channel(channel.offset)).flatten();
        let value = known.map_or_else(|| Expr::Load(channel.clone()), Expr::Const);
        let mut frame = std::mem::take(&mut self.program.proctypes[id].frame);
        let offset = frame.size;
        self.grow(&mut frame, Scalar::BYTE.size(), promise.span);
        frame.variables.push(Variable {
            name: match promise.end {
                End::Head => "_xr".to_owned(),
                End::Tail => "_xs".to_owned(),
            },
            offset,
            scalar: Scalar::BYTE,
            length: None,
            symbols: None,
            channel: true,
            hidden: true,
            span: promise.span.into(),
        });
        frame.initial.push(Initial {
            offset,
            scalar: Scalar::BYTE,
            value: Initializer::Value(value),
        });
        self.program.proctypes[id].frame = frame;
        offset
    }

    /// The number of the channel that a global variable starts with.
    fn global_channel(&self, offset: u32) -> Option<i32> {
        let mut initial = self.program.globals.initial.iter().rev();
        match initial.find(|initial| initial.offset == offset)?.value {
            Initializer::Channel(slot) => Some(slot as i32 + 1),
            Initializer::Value(_) => None,
        }
    }
}

/// Whether a process of a type may store to a place.
fn stores(proctype: &Proctype, place: &Place) -> bool {
    let mut found = false;
    let mut look = |to: &Place| {
        let (a, b) = (to.extent(), place.extent());
        found |= to.region == place.region && a.start < b.end && b.start < a.end;
    };
    let edges = proctype
        .locations
        .iter()
        .flat_map(|location| &location.edges);
    edges.for_each(|edge: &Edge| edge.action.stores(&mut look));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::{Options, lower};
    use std::path::Path;

    /// The first process type of a model.
    fn first(text: &str) -> Proctype {
        let parsed = crate::parse_str(Path::new("model.pml"), text, &crate::Options::default());
        assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
        let (program, diagnostics) = lower(&parsed.model, &Options::default());
        let program = program.unwrap_or_else(|| panic!("{diagnostics:?}"));
        assert_eq!(program::verify::verify(&program), Ok(()));
        program.proctypes.into_iter().next().expect("a process")
    }

    fn first_value(proctype: &Proctype, index: usize) -> Option<&Initializer> {
        let offset = proctype.exclusive[index].offset;
        let mut initial = proctype.frame.initial.iter();
        initial.find(|i| i.offset == offset).map(|i| &i.value)
    }

    #[test]
    fn a_parameter_that_keeps_its_value_needs_no_copy() {
        let kept = first("proctype p(byte n; chan c) { xr c; c?n } init { skip }");
        assert_eq!(kept.exclusive[0].offset, kept.parameters[1].0);
        assert_eq!(kept.frame.size, 2);
        let lost = first("proctype p(chan c, d) { byte n; c = d; c?n; xr c } init { skip }");
        assert_eq!(lost.exclusive[0].offset, 3);
        assert_eq!(lost.frame.size, 4);
    }

    #[test]
    fn a_global_channel_is_known_unless_it_is_assigned() {
        let text = "chan a = [1] of { byte }, q = [1] of { byte }; active proctype p() { xs q }";
        let known = first(text);
        assert_eq!(known.exclusive[0].end, End::Tail);
        let value = first_value(&known, 0);
        assert!(matches!(value, Some(Initializer::Value(Expr::Const(2)))));
        let changed = first(&format!("{text} init {{ q = a }}"));
        let value = first_value(&changed, 0);
        assert!(matches!(value, Some(Initializer::Value(Expr::Load(_)))));
    }

    #[test]
    fn an_array_is_all_of_its_channels() {
        let text = "chan q[3] = [1] of { byte }; active proctype p() { xr q; xs q[1] }";
        let array = first(text);
        let ends: Vec<End> = array.exclusive.iter().map(|e| e.end).collect();
        assert_eq!(ends, [End::Head, End::Head, End::Head, End::Tail]);
        let values = (0..4).map(|index| first_value(&array, index));
        let numbers = values.map(|value| match value {
            Some(Initializer::Value(Expr::Const(number))) => *number,
            other => panic!("{other:?}"),
        });
        assert_eq!(numbers.collect::<Vec<_>>(), [1, 2, 3, 2]);
    }
}
