//! Models that a test writes itself.

use program::Program;
use std::path::Path;

/// The program of a text without errors.
pub fn parse_text(text: &str) -> Program {
    let options = promela::Options::default();
    let parsed = promela::parse_str(Path::new("model.pml"), text, &options);
    let options = promela::lower::Options::default();
    let lowered = promela::lower::lower(&parsed.model, &options);
    lowered.0.expect("the model has no errors")
}
