//! The language-neutral model of a concurrent program, and the interpreter that is its meaning.
