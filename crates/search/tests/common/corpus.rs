//! The models of the corpus.

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

/// The models of the corpus.
pub fn corpus() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let files = std::fs::read_dir(directory).expect("the corpus is there");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("readable").path()).collect();
    paths.sort();
    paths
}
