//! Models for the tests.

use program::Program;
use std::path::{Path, PathBuf};

/// The program of a model, if it has no errors.
pub fn parse(path: &Path) -> Option<Program> {
    let parsed = promela::parse_file(path, &promela::Options::default());
    if parsed.diagnostics.iter().any(|found| found.is_error()) {
        return None;
    }
    promela::lower::lower(&parsed.model, &promela::lower::Options::default()).0
}

/// The program of a text without errors.
pub fn parse_text(text: &str) -> Program {
    let options = promela::Options::default();
    let parsed = promela::parse_str(Path::new("model.pml"), text, &options);
    let options = promela::lower::Options::default();
    let lowered = promela::lower::lower(&parsed.model, &options);
    lowered.0.expect("the model has no errors")
}

/// The models of the corpus.
pub fn corpus() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let files = std::fs::read_dir(directory).expect("the corpus is there");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("readable").path()).collect();
    paths.sort();
    paths
}
