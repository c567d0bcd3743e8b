//! Guards as text.

use crate::guard::{Guard, Guards};

/// A guard with more cubes than this is not written as a sum of products.
pub(super) const MAX_CUBES: usize = 1000;

/// The symbols of a Boolean expression.
pub(super) struct Symbols<'a> {
    pub and: &'a str,
    pub or: &'a str,
    pub not: &'a str,
    pub truth: &'a str,
    pub falsity: &'a str,
}

/// Those of Promela.
pub(super) const PROMELA: Symbols<'static> = Symbols {
    and: " && ",
    or: " || ",
    not: "!",
    truth: "true",
    falsity: "false",
};

/// `guard` as a condition of Promela, in which proposition `i` is written `atom(i)`. `None` if that
/// would be very long.
pub fn to_condition(
    guards: &mut Guards,
    guard: Guard,
    atom: impl Fn(u32) -> String,
) -> Option<String> {
    sum_of_products(guards, guard, &PROMELA, atom)
}

/// `guard` as a sum of products over `atom(variable)`; products with several literals are
/// parenthesised if there are several of them. `None` if it has too many cubes.
pub(super) fn sum_of_products(
    guards: &mut Guards,
    guard: Guard,
    symbols: &Symbols,
    atom: impl Fn(u32) -> String,
) -> Option<String> {
    if guard.is_true() {
        return Some(symbols.truth.into());
    }
    if guard.is_false() {
        return Some(symbols.falsity.into());
    }
    let cubes = guards.cubes(guard, MAX_CUBES)?;
    let products: Vec<String> = cubes
        .iter()
        .map(|cube| {
            let positive = cube.positive.iter().map(|&v| (v, ""));
            let negative = cube.negative.iter().map(|&v| (v, symbols.not));
            let mut literals: Vec<(u32, &str)> = positive.chain(negative).collect();
            literals.sort_unstable();
            let literals: Vec<String> = literals
                .into_iter()
                .map(|(v, sign)| format!("{sign}{}", atom(v)))
                .collect();
            let product = literals.join(symbols.and);
            if cubes.len() > 1 && literals.len() > 1 {
                format!("({product})")
            } else {
                product
            }
        })
        .collect();
    Some(products.join(symbols.or))
}
