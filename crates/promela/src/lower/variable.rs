//! Variables: their first values, and the places that references to them mean.

use super::scope::Symbol;
use super::types::{Base, Shape, Ty};
use super::{Lowerer, codes};
use crate::ast::{ChannelInit, Initializer as Init, Name, Segment, Type, TypeKind, VarRef};
use crate::diagnostic::Diagnostic;
use program::{
    ChannelSlot, ChannelType, Expr, Frame, Index, Initial, Initializer, Meaning, Place, Region,
    Scalar,
};

/// Messages that one channel may hold.
const MAX_CAPACITY: i32 = 1 << 15;
/// Fields that one message may have.
const MAX_FIELDS: usize = 255;

/// A scalar of a structure.
pub(super) struct Leaf {
    pub offset: u32,
    pub scalar: Scalar,
    pub base: Base,
}

/// What a reference to a variable means.
pub(super) struct Reference {
    pub place: PlaceBase,
    pub shape: Shape,
    /// The last name of the reference, and whether it was indexed.
    pub indexed: bool,
}

/// A place whose scalar type is not known yet.
pub(super) struct PlaceBase {
    pub region: Region,
    pub offset: u32,
    pub indices: Vec<Index>,
}

impl PlaceBase {
    pub fn at(self, offset: u32, scalar: Scalar) -> Place {
        let PlaceBase {
            region,
            offset: start,
            indices,
        } = self;
        Place {
            region,
            offset: start + offset,
            indices,
            scalar,
        }
    }
}

impl Lowerer {
    /// Records what a variable starts with when its frame is made.
    pub(super) fn initialize(&mut self, symbol: &Symbol, init: Option<&Init>, frame: &mut Frame) {
        let name = symbol.name.to_string();
        self.initialize_at(&name, symbol.shape, symbol.offset, init, symbol.span, frame);
    }

    fn initialize_at(
        &mut self,
        name: &str,
        shape: Shape,
        offset: u32,
        init: Option<&Init>,
        span: crate::span::Span,
        frame: &mut Frame,
    ) {
        let stride = shape.stride(&self.structures);
        let count = shape.length.unwrap_or(1);
        if let Ty::Struct(id) = shape.ty {
            if let Some(init) = init {
                self.structure_value(init, span);
            }
            for element in 0..count {
                for field in self.structures[id].fields.clone() {
                    let at = offset + element * stride + field.offset;
                    let name = format!("{name}.{}", field.name);
                    self.initialize_at(
                        &name,
                        field.shape,
                        at,
                        field.init.as_ref(),
                        field.span,
                        frame,
                    );
                }
            }
            return;
        }
        let Some(scalar) = shape.scalar() else { return };
        match init {
            None => {}
            Some(Init::Expr(expr)) => {
                let value = self.expr(expr);
                for element in 0..count {
                    frame.initial.push(Initial {
                        offset: offset + element * stride,
                        scalar,
                        value: Initializer::Value(value.clone()),
                    });
                }
            }
            Some(Init::List(values)) => {
                if shape.length.is_none() {
                    self.error(
                        &codes::INITIALIZER,
                        span,
                        "only an array starts with a list",
                    );
                }
                let values: Vec<i32> = values.iter().filter_map(|v| self.constant(v)).collect();
                // Elements beyond the list start with its last value.
                for element in 0..count as usize {
                    let Some(&value) = values.get(element).or(values.last()) else {
                        break;
                    };
                    frame.initial.push(Initial {
                        offset: offset + element as u32 * stride,
                        scalar,
                        value: Initializer::Value(Expr::Const(value)),
                    });
                }
            }
            Some(Init::Channel(channel)) => {
                if shape.ty != Ty::Scalar(Base::Chan) {
                    let message = format!("`{name}` is not a channel");
                    let error = Diagnostic::new(&codes::INITIALIZER, channel.span, message)
                        .help("declare it as `chan`");
                    self.report(error);
                    return;
                }
                let (channel_type, meanings) = self.channel_type(channel);
                for element in 0..count {
                    let slot = frame.channels.len() as u32;
                    let name = match shape.length {
                        Some(_) => format!("{name}[{element}]"),
                        None => name.to_owned(),
                    };
                    let at = frame.size;
                    let size = self.program.channel_types[channel_type as usize].size();
                    self.grow(frame, size, channel.span);
                    frame.channels.push(ChannelSlot {
                        channel_type,
                        offset: at,
                        name,
                        meanings: meanings.clone(),
                    });
                    frame.initial.push(Initial {
                        offset: offset + element * stride,
                        scalar,
                        value: Initializer::Channel(slot),
                    });
                }
            }
        }
    }

    /// A value for a whole structure. SPIN ignores it, and makes code that no compiler accepts of
    /// a channel, or of a value behind the first statement.
    fn structure_value(&mut self, init: &Init, span: crate::span::Span) {
        let diagnostic = if self.current.at_start && !matches!(init, Init::Channel(_)) {
            let message = "the initial value of a structure is ignored, as SPIN does it";
            Diagnostic::new(&codes::STRUCTURE_VALUE, span, message)
        } else {
            let message = "a structure cannot have an initial value here";
            Diagnostic::new(&codes::INITIALIZER, span, message)
        };
        let help = "give its fields first values inside the typedef, or assign to them";
        self.report(diagnostic.help(help));
    }

    /// The kind of a channel, and what the fields of its messages are to people.
    fn channel_type(&mut self, channel: &ChannelInit) -> (u32, Vec<Meaning>) {
        let capacity = match self.constant_or_initial(&channel.capacity) {
            Some(capacity @ 0..=MAX_CAPACITY) => capacity as u32,
            Some(capacity) => {
                let message = format!("a channel cannot hold {capacity} messages");
                self.error(&codes::TOO_MANY, channel.capacity.span, message);
                1
            }
            None => 1,
        };
        if capacity == 0 {
            self.rendezvous.get_or_insert(channel.span);
        }
        let bases: Vec<Base> = channel
            .fields
            .iter()
            .flat_map(|field| self.message_bases(field))
            .collect();
        if bases.len() > MAX_FIELDS {
            let message = format!("a message can have at most {MAX_FIELDS} fields");
            self.error(&codes::TOO_MANY, channel.span, message);
        }
        let fields = bases
            .iter()
            .map(|base| base.in_message(bases.len()))
            .collect();
        let kind = ChannelType { capacity, fields };
        let known = self
            .program
            .channel_types
            .iter()
            .position(|other| *other == kind);
        let index = known.unwrap_or_else(|| {
            self.program.channel_types.push(kind);
            self.program.channel_types.len() - 1
        });
        let meanings = bases.iter().map(|base| base.meaning()).collect();
        (index as u32, meanings)
    }

    /// The scalars that a field of a message consists of.
    fn message_bases(&mut self, field: &Type) -> Vec<Base> {
        vec![match &field.kind {
            TypeKind::Bit | TypeKind::Bool => Base::Bit,
            TypeKind::Byte | TypeKind::Pid => Base::Byte,
            TypeKind::Short => Base::Short,
            TypeKind::Int => Base::Int,
            TypeKind::Chan => Base::Chan,
            TypeKind::Mtype(subtype) => {
                let subtype = subtype.as_ref().map(|name| name.text.clone());
                Base::Mtype(self.mtype_table(subtype))
            }
            TypeKind::Unsigned => {
                let message = "an `unsigned` cannot be a field of a message";
                let error = Diagnostic::new(&codes::MESSAGE_TYPE, field.span, message)
                    .help("use `byte`, `short` or `int`");
                self.report(error);
                Base::Int
            }
            TypeKind::Named(name) => {
                let Some(&id) = self.structure_ids.get(&name.text) else {
                    self.undeclared(name);
                    return Vec::new();
                };
                return self.leaves(id).iter().map(|leaf| leaf.base).collect();
            }
        }]
    }

    /// The scalars of a structure in order, arrays element by element.
    pub(super) fn leaves(&self, id: usize) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        for field in &self.structures[id].fields {
            let stride = field.shape.stride(&self.structures);
            for element in 0..field.shape.length.unwrap_or(1) {
                let at = field.offset + element * stride;
                match (field.shape.ty, field.shape.scalar()) {
                    (Ty::Scalar(base), Some(scalar)) => {
                        leaves.push(Leaf {
                            offset: at,
                            scalar,
                            base,
                        });
                    }
                    (Ty::Struct(inner), _) => {
                        leaves.extend(self.leaves(inner).into_iter().map(|leaf| Leaf {
                            offset: at + leaf.offset,
                            ..leaf
                        }))
                    }
                    (Ty::Scalar(_), None) => {}
                }
            }
        }
        leaves
    }

    /// The variable that a name stands for: a local one, else a global one.
    pub(super) fn find(&self, name: &Name) -> Option<(Region, Symbol)> {
        if let Some(symbol) = self.current.scopes.find(&name.text) {
            return Some((Region::Local, self.current.symbols[symbol].clone()));
        }
        let &symbol = self.global_names.get(&name.text)?;
        Some((Region::Global, self.globals[symbol].clone()))
    }

    /// What a reference means; reports what is wrong with it.
    pub(super) fn reference(&mut self, var: &VarRef) -> Option<Reference> {
        let first = &var.segments[0];
        let Some((region, symbol)) = self.find(&first.name) else {
            self.not_a_variable(&first.name);
            return None;
        };
        let place = PlaceBase {
            region,
            offset: symbol.offset,
            indices: Vec::new(),
        };
        self.follow(place, symbol.shape, &var.segments)
    }

    fn not_a_variable(&mut self, name: &Name) {
        let what = if self.mtypes.contains_key(&name.text) {
            "a symbolic constant"
        } else if self.proctypes.contains_key(&name.text) {
            "a process type"
        } else {
            return self.undeclared(name);
        };
        let message = format!("`{}` is {what}, not a variable", name.text);
        self.error(&codes::NOT_A_VARIABLE, name.span, message);
    }

    /// Applies indices and fields. The first segment names the variable itself.
    fn follow(
        &mut self,
        mut place: PlaceBase,
        mut shape: Shape,
        segments: &[Segment],
    ) -> Option<Reference> {
        let mut indexed = false;
        for (position, segment) in segments.iter().enumerate() {
            if position > 0 {
                let Ty::Struct(id) = shape.ty else {
                    let message =
                        format!("`{}` is not a structure", segments[position - 1].name.text);
                    self.error(
                        &codes::NOT_A_STRUCTURE,
                        segments[position - 1].name.span,
                        message,
                    );
                    return None;
                };
                if shape.length.is_some() && !indexed {
                    self.first_element(&segments[position - 1].name);
                }
                let fields = &self.structures[id].fields;
                let Some(field) = fields.iter().find(|field| field.name == segment.name.text)
                else {
                    self.unknown_field(id, &segment.name);
                    return None;
                };
                place.offset += field.offset;
                shape = field.shape;
            }
            indexed = segment.index.is_some();
            if let Some(index) = &segment.index {
                self.index(&mut place, shape, segment, index)?;
            }
        }
        Some(Reference {
            place,
            shape,
            indexed,
        })
    }

    fn index(
        &mut self,
        place: &mut PlaceBase,
        shape: Shape,
        segment: &Segment,
        index: &crate::ast::Expr,
    ) -> Option<()> {
        let stride = shape.stride(&self.structures);
        let value = self.expr(index);
        let Some(bound) = shape.length else {
            // SPIN lets a scalar be an array of one element.
            if self.try_constant(index) == Some(0) {
                return Some(());
            }
            let message = format!("`{}` is not an array", segment.name.text);
            self.error(&codes::NOT_AN_ARRAY, segment.name.span, message);
            return None;
        };
        match self.try_constant(index).map(u32::try_from) {
            Some(Ok(constant)) if constant < bound => place.offset += constant * stride,
            Some(_) => {
                let message =
                    format!("this index is out of bounds: the array has {bound} elements");
                let warning = Diagnostic::new(&codes::CONSTANT_INDEX, index.span, message)
                    .note("a run that gets here violates the model");
                self.report(warning);
                place.indices.push(Index {
                    value,
                    bound,
                    stride,
                });
            }
            None => place.indices.push(Index {
                value,
                bound,
                stride,
            }),
        }
        Some(())
    }

    /// An array without its index is its first element, as SPIN has it.
    pub(super) fn first_element(&mut self, name: &Name) {
        let message = format!("`{}` is an array: its first element is taken", name.text);
        let warning = Diagnostic::new(&codes::MISSING_INDEX, name.span, message).fix(
            name.span.end(),
            "[0]",
            "name the element that is meant",
        );
        self.report(warning);
    }

    fn unknown_field(&mut self, id: usize, name: &Name) {
        let structure = &self.structures[id];
        let fields = structure.fields.iter().map(|field| &*field.name);
        let near = crate::suggest::nearest(&name.text, fields).map(str::to_owned);
        let message = format!("`{}` has no field `{}`", structure.name, name.text);
        let mut error = Diagnostic::new(&codes::UNKNOWN_FIELD, name.span, message);
        if let Some(near) = near {
            let hint = format!("did you mean `{near}`?");
            error = error.fix(name.span, near, hint);
        }
        self.report(error);
    }

    /// The place of a scalar variable.
    pub(super) fn scalar_place(&mut self, var: &VarRef) -> Option<(Place, Base)> {
        let reference = self.reference(var)?;
        self.scalar_of(reference, var)
    }

    /// The place of a reference that must be a scalar.
    pub(super) fn scalar_of(
        &mut self,
        reference: Reference,
        var: &VarRef,
    ) -> Option<(Place, Base)> {
        let Reference {
            place,
            shape,
            indexed,
        } = reference;
        let (Ty::Scalar(base), Some(scalar)) = (shape.ty, shape.scalar()) else {
            let message = "a structure is not a value";
            let error = Diagnostic::new(&codes::NEEDS_FIELD, var.span, message)
                .help("name one of its fields");
            self.report(error);
            return None;
        };
        if shape.length.is_some() && !indexed {
            let last = &var.segments[var.segments.len() - 1];
            self.first_element(&last.name);
        }
        Some((place.at(0, scalar), base))
    }

    /// A variable of another process, by its name alone.
    pub(super) fn remote_place(
        &mut self,
        process: usize,
        pid: Option<Box<Expr>>,
        var: &Segment,
    ) -> Option<Place> {
        let context = self.process(process);
        let symbols = &context.symbols;
        let Some(symbol) = symbols
            .iter()
            .find(|symbol| symbol.name == var.name.text)
            .cloned()
        else {
            let near = crate::suggest::nearest(&var.name.text, symbols.iter().map(|s| &*s.name));
            let message = format!("`{}` has no variable `{}`", context.name, var.name.text);
            let mut error =
                Diagnostic::new(&codes::UNKNOWN_REMOTE_VARIABLE, var.name.span, message);
            if let Some(near) = near {
                let hint = format!("did you mean `{near}`?");
                error = error.fix(var.name.span, near, hint);
            }
            self.report(error);
            return None;
        };
        let region = Region::Remote {
            proctype: process as u32,
            pid,
        };
        let place = PlaceBase {
            region,
            offset: symbol.offset,
            indices: Vec::new(),
        };
        let reference = self.follow(place, symbol.shape, std::slice::from_ref(var))?;
        let as_ref = VarRef {
            segments: vec![var.clone()],
            span: var.name.span,
        };
        self.scalar_of(reference, &as_ref).map(|(place, _)| place)
    }
}
