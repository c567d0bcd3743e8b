//! Answers of slow programs, kept between runs in the build directory.
//!
//! The text of an answer is kept, not what was parsed from it, so that a better parser needs no
//! fresh run. Entries are named by a hash of all that the answer depends on.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::PathBuf;

/// Bump when the way an answer is produced changes.
const FORMAT: u32 = 4;

pub struct Cache {
    directory: Option<PathBuf>,
}

impl Cache {
    /// A cache beside the running executable's build products; off when there are none.
    pub fn open(name: &str) -> Cache {
        let directory = build_directory().map(|target| target.join(name));
        Cache {
            directory: directory.filter(|path| fs::create_dir_all(path).is_ok()),
        }
    }

    /// The answer stored for `key`, or a fresh one, which is then stored.
    pub fn get(
        &self,
        key: &impl Hash,
        fresh: impl FnOnce() -> io::Result<String>,
    ) -> io::Result<String> {
        let Some(directory) = &self.directory else {
            return fresh();
        };
        let mut hasher = DefaultHasher::new();
        (FORMAT, key).hash(&mut hasher);
        let path = directory.join(format!("{:016x}", hasher.finish()));
        if let Ok(text) = fs::read_to_string(&path) {
            return Ok(text);
        }
        let text = fresh()?;
        // Written aside and renamed: a reader never sees half an answer, even after a crash.
        let unfinished = tempfile::NamedTempFile::new_in(directory)?;
        fs::write(unfinished.path(), &text)?;
        unfinished.persist(&path).map_err(|error| error.error)?;
        Ok(text)
    }
}

/// The directory that cargo marks as its own, above the running executable.
fn build_directory() -> Option<PathBuf> {
    let executable = std::env::current_exe().ok()?;
    let marked = |path: &&std::path::Path| path.join("CACHEDIR.TAG").exists();
    executable.ancestors().find(marked).map(PathBuf::from)
}
