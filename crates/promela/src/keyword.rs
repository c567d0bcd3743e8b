//! Reserved words. They are ordinary identifiers to the preprocessor.

/// Words that cannot be names. (`in` is one only inside the head of a `for`, and the operators
/// of formulas only inside `ltl` blocks.)
pub const RESERVED: &[&str] = &[
    "D_proctype",
    "active",
    "assert",
    "atomic",
    "bit",
    "bool",
    "break",
    "byte",
    "c_code",
    "c_decl",
    "c_expr",
    "c_state",
    "c_track",
    "chan",
    "d_step",
    "do",
    "else",
    "empty",
    "enabled",
    "eval",
    "false",
    "fi",
    "for",
    "full",
    "get_priority",
    "goto",
    "hidden",
    "if",
    "init",
    "inline",
    "int",
    "len",
    "local",
    "ltl",
    "mtype",
    "nempty",
    "never",
    "nfull",
    "notrace",
    "np_",
    "od",
    "of",
    "pc_value",
    "pid",
    "printf",
    "printm",
    "priority",
    "proctype",
    "provided",
    "return",
    "run",
    "select",
    "set_priority",
    "short",
    "show",
    "skip",
    "timeout",
    "trace",
    "true",
    "typedef",
    "unless",
    "unsigned",
    "xr",
    "xs",
];

/// Words that a unit can start with.
pub const UNITS: &[&str] = &[
    "D_proctype",
    "active",
    "init",
    "inline",
    "ltl",
    "never",
    "notrace",
    "proctype",
    "trace",
    "typedef",
];

pub const TYPES: &[&str] = &[
    "bit", "bool", "byte", "chan", "int", "mtype", "pid", "short", "unsigned",
];

pub const VISIBILITIES: &[&str] = &["hidden", "local", "show"];

/// Words that only a statement can start with.
pub const STATEMENTS: &[&str] = &[
    "assert",
    "atomic",
    "break",
    "d_step",
    "do",
    "else",
    "for",
    "goto",
    "if",
    "printf",
    "printm",
    "return",
    "select",
    "set_priority",
];

/// Words that an expression can start with.
pub const OPERANDS: &[&str] = &[
    "c_expr",
    "empty",
    "enabled",
    "false",
    "full",
    "get_priority",
    "len",
    "nempty",
    "nfull",
    "np_",
    "pc_value",
    "run",
    "skip",
    "timeout",
    "true",
];

pub fn is_reserved(text: &str) -> bool {
    RESERVED.binary_search(&text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_reserved() {
        for list in [RESERVED, UNITS, TYPES, VISIBILITIES, STATEMENTS, OPERANDS] {
            assert!(list.is_sorted());
            assert!(list.iter().all(|word| is_reserved(word)));
        }
    }
}
