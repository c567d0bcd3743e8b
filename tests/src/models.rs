//! The models that ship with the suite, and those of Debian's `spin` package.

use std::fs;
use std::path::{Path, PathBuf};

/// Where Debian keeps SPIN's own examples; they are not copied here.
pub const DEBIAN: &str = "/usr/share/doc/spin/examples/Examples";

const SUFFIXES: [&str; 4] = ["pml", "pm", "prom", "promela"];

/// A model and the name that the data files know it by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Model {
    /// `corpus/…`, `soundness/…` or `debian/…`.
    pub name: String,
    pub path: PathBuf,
}

/// The directory of this crate: data files are found from here.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every model there is, sorted by name.
pub fn all() -> Vec<Model> {
    let mut models = Vec::new();
    collect("corpus", &root().join("corpus"), &mut models);
    collect("soundness", &root().join("soundness"), &mut models);
    collect("debian", Path::new(DEBIAN), &mut models);
    models.sort();
    models
}

fn collect(name: &str, directory: &Path, models: &mut Vec<Model>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        let suffix = path.extension().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            collect(&name, &path, models);
        } else if SUFFIXES.contains(&&*suffix) {
            models.push(Model { name, path });
        }
    }
}
