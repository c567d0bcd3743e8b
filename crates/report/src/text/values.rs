//! Values as text.

use crate::trace::{Scalar, Value};
use std::fmt::{self, Display, Formatter};

impl Display for Scalar {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Number(number) => number.fmt(out),
            Scalar::Symbol(name) => out.write_str(name),
        }
    }
}

impl Display for Value {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Value::Scalar(scalar) => scalar.fmt(out),
            Value::Array(elements) => write!(out, "{{{}}}", list(elements, ", ")),
            Value::Messages(messages) => {
                let messages: Vec<String> = messages.iter().map(|fields| message(fields)).collect();
                write!(out, "[{}]", messages.join("] ["))
            }
        }
    }
}

/// The fields of a message.
pub fn message(fields: &[Scalar]) -> String {
    list(fields, ",")
}

fn list(scalars: &[Scalar], between: &str) -> String {
    let scalars: Vec<String> = scalars.iter().map(Scalar::to_string).collect();
    scalars.join(between)
}
