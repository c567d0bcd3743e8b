//! The codes of diagnostics about names, types and what a model means.

use crate::diagnostic::Code;

macro_rules! codes {
    ($($name:ident = $id:literal, $title:literal;)*) => {
        $(pub static $name: Code = Code { id: $id, title: $title };)*

        /// The table, in the order of the documentation.
        pub static ALL: &[&Code] = &[$(&$name),*];
    };
}

codes! {
    UNDECLARED = "P0401", "a name that is not declared";
    REDECLARED = "P0402", "a name that is declared twice";
    NOT_A_VARIABLE = "P0403", "a name that is not a variable";
    NOT_AN_ARRAY = "P0404", "an index on something that is not an array";
    NOT_A_STRUCTURE = "P0406", "a field of something that is not a structure";
    UNKNOWN_FIELD = "P0407", "a field that the structure does not have";
    NEEDS_FIELD = "P0408", "a structure where a value is needed";
    NOT_A_CHANNEL = "P0409", "a channel operation on something that is not a channel";
    NOT_CONSTANT = "P0410", "a value that must be constant";
    ARRAY_SIZE = "P0411", "an array size that is not possible";
    WIDTH = "P0412", "a width that is not possible";
    INITIALIZER = "P0413", "an initial value that does not fit";
    MESSAGE_TYPE = "P0414", "a type that cannot be in a message";
    UNKNOWN_PROCTYPE = "P0415", "a process type that does not exist";
    ARGUMENT_COUNT = "P0416", "a wrong number of arguments";
    UNKNOWN_REMOTE_LABEL = "P0417", "a label that the process type does not have";
    UNKNOWN_REMOTE_VARIABLE = "P0418", "a variable that the process type does not have";
    READ_ONLY = "P0419", "an assignment to something that cannot change";
    WRITE_ONLY = "P0420", "reading a variable that keeps nothing";
    RUN_PLACE = "P0421", "run inside an expression";
    PRIORITY = "P0422", "a priority that is not in 1..255";
    DSTEP_CONTENT = "P0423", "a statement that d_step cannot contain";
    DSTEP_JUMP = "P0424", "a jump into or out of a d_step";
    ENDLESS_GOTO = "P0425", "a circle of jumps without a statement";
    SEVERAL_ELSE = "P0426", "several else at one point";
    FOR_VARIABLE = "P0427", "a loop variable that does not fit";
    TOO_MANY = "P0428", "more than the limits allow";
    TEMPORAL_OPERATOR = "P0429", "a temporal operator outside an ltl formula";
    CLAIM_CONTENT = "P0430", "a statement that changes the state inside a claim";
    NO_PROCESS = "P0432", "a model without a process";
    HIDDEN_BIT = "P0433", "a hidden bit";
    RENDEZVOUS_SCHEDULE = "P0434", "priorities or enabled beside a channel without a buffer";

    ARRAY_BOUND_VARIABLE = "W0201", "a variable as an array size";
    CONSTANT_INDEX = "W0202", "an index that is always out of bounds";
    EMPTY_RANGE = "W0203", "a range that is empty";
    CONSTANT_TOO_BIG = "W0204", "a constant that does not fit its variable";
    LATE_CHANNEL = "W0205", "a channel that is declared after the first statement";
    MISSING_INDEX = "W0206", "an array without an index";
    STRUCTURE_VALUE = "W0207", "an initial value for a structure";
    LATE_LIST = "W0208", "a list of values after the first statement";
    PRINT_ARGUMENTS = "W0209", "values that do not match the format";
    ODD_WIDTH = "W0210", "a width that is missing, or not used";
}
