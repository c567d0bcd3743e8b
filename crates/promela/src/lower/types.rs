//! Types: what a variable can hold, and how many bytes it takes.

use crate::span::Span;
use program::{Meaning, Scalar};
use std::sync::Arc;

/// Type of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Bit,
    Byte,
    Short,
    Int,
    Unsigned(u8),
    Chan,
    /// With its table of names.
    Mtype(u32),
}

/// Type of a variable or field, arrays aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    Scalar(Base),
    /// Index of a typedef.
    Struct(usize),
}

/// A typedef, laid out.
#[derive(Clone, Debug)]
pub(super) struct Structure {
    pub name: Arc<str>,
    pub fields: Vec<Field>,
    /// Bytes of one value.
    pub size: u32,
}

/// A field of a typedef.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub name: Arc<str>,
    pub shape: Shape,
    /// Bytes from the start of the structure.
    pub offset: u32,
    /// What every instance starts with.
    pub init: Option<crate::ast::Initializer>,
    pub span: Span,
}

/// Type and number of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub ty: Ty,
    /// `None` if it is not an array.
    pub length: Option<u32>,
}

impl Base {
    /// How the type is written.
    pub fn name(self) -> &'static str {
        match self {
            Base::Bit => "bit",
            Base::Byte => "byte",
            Base::Short => "short",
            Base::Int => "int",
            Base::Unsigned(_) => "unsigned",
            Base::Chan => "chan",
            Base::Mtype(_) => "mtype",
        }
    }

    /// What its values are to people.
    pub fn meaning(self) -> Meaning {
        match self {
            Base::Mtype(table) => Meaning::Symbol(table),
            Base::Chan => Meaning::Channel,
            _ => Meaning::Number,
        }
    }

    /// How the scalar is stored when it stands alone.
    pub fn scalar(self) -> Scalar {
        match self {
            Base::Bit => Scalar::BIT,
            Base::Byte | Base::Chan | Base::Mtype(_) => Scalar::BYTE,
            Base::Short => Scalar::SHORT,
            Base::Int => Scalar::INT,
            Base::Unsigned(bits) => Scalar::unsigned(bits),
        }
    }

    /// How the scalar is stored as an element of an array. SPIN makes an array of bits an array
    /// of bytes, and does not cut the values to one bit.
    pub fn element(self) -> Scalar {
        if self == Base::Bit {
            Scalar::BYTE
        } else {
            self.scalar()
        }
    }

    /// How the scalar is stored in a message of `fields` fields: a lone bit is a byte in SPIN.
    pub fn in_message(self, fields: usize) -> Scalar {
        if self == Base::Bit && fields == 1 {
            Scalar::BYTE
        } else {
            self.scalar()
        }
    }
}

impl Shape {
    /// How a scalar of this shape is stored. `None` for structures.
    pub fn scalar(&self) -> Option<Scalar> {
        match (self.ty, self.length) {
            (Ty::Scalar(base), None) => Some(base.scalar()),
            (Ty::Scalar(base), Some(_)) => Some(base.element()),
            (Ty::Struct(_), _) => None,
        }
    }

    /// Bytes of one element.
    pub fn stride(&self, structures: &[Structure]) -> u32 {
        match self.ty {
            Ty::Struct(id) => structures[id].size,
            Ty::Scalar(base) => match self.length {
                None => base.scalar().size(),
                Some(_) => base.element().size(),
            },
        }
    }

    /// Bytes in all. Saturates: sizes that large are refused elsewhere.
    pub fn size(&self, structures: &[Structure]) -> u32 {
        self.stride(structures)
            .saturating_mul(self.length.unwrap_or(1))
    }
}
