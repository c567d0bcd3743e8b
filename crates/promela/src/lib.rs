//! Promela: preprocessor, parser, diagnostics, and lowering to the program model.
