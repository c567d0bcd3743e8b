//! Every code that reading and parsing can report. `docs/diagnostics.md` has an example and the
//! remedy for each; a test keeps the two in step. Names, types and lowering have their own table.

use crate::diagnostic::Code;

macro_rules! codes {
    ($($name:ident = $id:literal, $title:literal;)*) => {
        $(pub static $name: Code = Code { id: $id, title: $title };)*

        /// The table, in the order of the documentation.
        pub static ALL: &[&Code] = &[$(&$name),*];
    };
}

codes! {
    // Files and the preprocessor.
    UNREADABLE = "P0001", "the file cannot be read";
    NOT_TEXT = "P0002", "the file is not text";
    TOO_LARGE = "P0003", "the sources are too large";
    EMPTY_MODEL = "P0004", "the model is empty";
    INCLUDE = "P0010", "the included file cannot be read";
    INCLUDE_DEPTH = "P0011", "includes are nested too deeply";
    DIRECTIVE = "P0012", "malformed preprocessor directive";
    CONDITIONAL = "P0013", "unbalanced conditional directive";
    IF_EXPRESSION = "P0014", "bad expression after #if";
    ERROR_DIRECTIVE = "P0015", "an #error directive was reached";
    MACRO_CALL = "P0016", "wrong use of a macro with parameters";
    PASTE = "P0017", "## does not make a token";
    MACRO_LIMIT = "P0018", "macro expansion does not end within reason";
    OPEN_COMMENT = "P0019", "a comment is not closed";

    // Syntax.
    UNEXPECTED = "P0101", "unexpected token";
    SEPARATOR = "P0102", "missing separator";
    UNCLOSED = "P0103", "something is not closed";
    STRAY_CLOSER = "P0104", "a closing token without its opening one";
    CHARACTER = "P0105", "a character that no token starts with";
    QUOTE = "P0106", "a quote is not closed";
    NUMBER = "P0107", "malformed number or character";
    ASSIGN_IN_EXPR = "P0108", "assignment inside an expression";
    OPERATOR = "P0109", "an operator that Promela lacks";
    EMPTY_SEQUENCE = "P0110", "a sequence without a statement";
    NESTING = "P0111", "nesting is too deep";
    UNKNOWN_TYPE = "P0112", "unknown type";
    IO_IN_EXPR = "P0113", "a channel operation inside an expression";
    PROBE = "P0114", "wrong use of full, empty, nfull or nempty";
    PARAMETERS = "P0115", "malformed parameter list";
    OPTIONS = "P0116", "if and do need options";
    TEMPORAL = "P0117", "a temporal formula as an operand of arithmetic";

    // Structure.
    BREAK = "P0201", "break outside a loop";
    DUPLICATE_ELSE = "P0202", "two else options";
    JUMP_OUT_OF_DSTEP = "P0203", "a jump out of a d_step";
    UNKNOWN_LABEL = "P0204", "goto to a label that is not there";
    DUPLICATE_LABEL = "P0205", "a label is defined twice";
    MISPLACED_LABEL = "P0206", "a label in a place that cannot be jumped to";
    UNKNOWN_INLINE = "P0207", "call of something that is not an inline";
    INLINE_ARGUMENTS = "P0208", "wrong arguments of an inline";
    INLINE_RECURSION = "P0209", "an inline calls itself";
    RETURN = "P0210", "return without a variable to return to";
    NOT_GLOBAL = "P0211", "a definition that must be global";
    DUPLICATE_UNIT = "P0212", "a second definition";
    TRACE_EVENT = "P0213", "not an event";

    // What this tool refuses.
    EMBEDDED_C = "P0301", "embedded C code";
    STANDARD_INPUT = "P0302", "reading from standard input";

    // Warnings.
    MACRO_REDEFINED = "W0001", "a macro is redefined";
    WARNING_DIRECTIVE = "W0002", "a #warning directive was reached";
    STRAY_COMMENT_END = "W0003", "the end of a comment without its start";
    NUMBER_RANGE = "W0101", "a number that does not fit 32 bits";
    OPTION_LABEL = "W0102", "a label on the first statement of an option";
    IMPLICATION_CHAIN = "W0103", "a chain of implications";
    UNREACHABLE = "W0104", "a statement that no run can reach";
    UNUSED_LABEL = "W0105", "an unused label that looks like a meaningful one";
    ELSE_WITH_IO = "W0106", "else beside a channel operation";
    UNUSED_VARIABLE = "W0107", "a variable that nothing uses";
    WRITE_ONLY_VARIABLE = "W0108", "a variable that is written but never read";
    MISPLACED_ELSE = "W0109", "else is not the guard of an option";
    COMPARED_FORMULA = "W0110", "a temporal formula is compared";
    NEVER_STARTED = "W0111", "a proctype that nothing starts";
    RUN_TOGETHER = "W0112", "operators that run together";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_well_formed() {
        for (index, code) in ALL.iter().enumerate() {
            assert_eq!(code.id.len(), 5, "{}", code.id);
            assert!(code.id.starts_with(['P', 'W']), "{}", code.id);
            assert!(code.id[1..].bytes().all(|b| b.is_ascii_digit()));
            assert!(ALL[..index].iter().all(|other| other.id != code.id));
        }
    }
}
