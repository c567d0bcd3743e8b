//! Values that are known where they are written or tested.
//!
//! A guard that compares a variable with a constant is not disturbed by everybody who writes the
//! variable: if all that is ever written are constants for which the comparison comes out the same,
//! it stays what it is. Mutual exclusion protocols are full of this: who waits for `turn != me`
//! need not care for others who set `turn` to themselves.
//!
//! **Independence.** Let a guard of action `a` test a variable that `a` does not use otherwise, and
//! let `b` write it, but only constants for which the test holds. Where both are enabled, `a` is so
//! after `b`, and has the same effect; so they commute as far as this variable goes. If the test is
//! one that keeps an action from being enabled, it goes on doing so.

use crate::known::Known;
use crate::resources::Set;
use program::access::offsets;
use program::interpreter::binary;
use program::{BinaryOp, Expr, Place, Region, UnaryOp};

/// A comparison of a global variable with a constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Test {
    at: u32,
    size: u32,
    op: BinaryOp,
    constant: i32,
    /// The constant is on the left.
    flipped: bool,
    /// How it comes out.
    pub truth: bool,
}

/// A constant that is written to a global variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constant {
    pub at: u32,
    pub size: u32,
    pub value: i32,
}

impl Test {
    /// The test that an expression is, if it is one. Its truth is to be that of the expression.
    pub fn of(expr: &Expr, truth: bool, known: &Known<'_>) -> Option<Test> {
        let (op, variable, constant, flipped) = match expr {
            Expr::Binary(op, a, b) if is_comparison(*op) => match (&**a, &**b) {
                (Expr::Load(place), other) if known.value(other).is_some() => {
                    (*op, place, known.value(other)?, false)
                }
                (other, Expr::Load(place)) => (*op, place, known.value(other)?, true),
                _ => return None,
            },
            Expr::Load(place) => (BinaryOp::Ne, place, 0, false),
            Expr::Unary(UnaryOp::Not, a) => match &**a {
                Expr::Load(place) => (BinaryOp::Eq, place, 0, false),
                _ => return None,
            },
            _ => return None,
        };
        let at = single(variable, known)?;
        Some(Test {
            at,
            size: variable.scalar.size(),
            op,
            constant,
            flipped,
            truth,
        })
    }

    /// The bytes of the variable.
    pub fn bytes(&self) -> std::ops::Range<usize> {
        self.at as usize..(self.at + self.size) as usize
    }

    /// Whether the test comes out the same when the variable is this constant.
    pub fn allows(&self, constant: &Constant) -> bool {
        let (a, b) = match self.flipped {
            false => (constant.value, self.constant),
            true => (self.constant, constant.value),
        };
        let same = (constant.at, constant.size) == (self.at, self.size);
        same && binary(self.op, a, b).is_ok_and(|value| (value != 0) == self.truth)
    }

    /// Whether writing these resources disturbs the test, given which of them are written with
    /// constants only.
    pub fn is_disturbed(&self, writes: &Set, constant_only: &Set, constants: &[Constant]) -> bool {
        let mut touched = self.bytes().filter(|&at| writes.contains(at));
        if !touched.clone().all(|at| constant_only.contains(at)) {
            return true;
        }
        let overlaps = |constant: &&Constant| {
            let end = constant.at + constant.size;
            constant.at < self.at + self.size && self.at < end
        };
        touched.next().is_some() && !constants.iter().filter(overlaps).all(|c| self.allows(c))
    }
}

/// The constants that an assignment may write; none if they are not known.
pub fn constants(place: &Place, value: &Expr, known: &Known<'_>) -> Option<Vec<Constant>> {
    if place.region != Region::Global {
        return None;
    }
    let value = place.scalar.wrap(known.value(value)?);
    let constant = |at| Constant {
        at,
        size: place.scalar.size(),
        value,
    };
    let places = offsets(place, |index| known.value(index));
    Some(places.into_iter().map(constant).collect())
}

/// The offset of a global variable that is known to be this one and no other.
fn single(place: &Place, known: &Known<'_>) -> Option<u32> {
    let unknown = |index: &program::expr::Index| {
        let value = known.value(&index.value);
        value.is_none_or(|value| !(0..index.bound as i32).contains(&value))
    };
    if place.region != Region::Global || place.indices.iter().any(unknown) {
        return None;
    }
    let [at] = offsets(place, |index| known.value(index))[..] else {
        return None;
    };
    Some(at)
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
}
