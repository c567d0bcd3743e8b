//! Asking SPIN whether it accepts a model. `spin -a` writes files, so each question is put in a
//! directory of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

pub fn is_installed() -> bool {
    let version = Command::new("spin")
        .arg("-V")
        .stdout(Stdio::null())
        .status();
    version.is_ok_and(|status| status.success())
}

/// A directory that goes away with the value.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("promela-spin-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing depends on the directory being gone.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn accepts_text(text: &str, flags: &[&str]) -> bool {
    let scratch = Scratch::new();
    std::fs::write(scratch.0.join("model.pml"), text).unwrap();
    run(&scratch.0, "model.pml", flags)
}

/// Whether SPIN accepts a text, and whether it makes a verifier of it.
pub fn answer(text: &str) -> (bool, bool) {
    let scratch = Scratch::new();
    std::fs::write(scratch.0.join("model.pml"), text).unwrap();
    let accepts = run(&scratch.0, "model.pml", &[]);
    (accepts, scratch.0.join("pan.c").exists())
}

/// Asks about a file beside copies of its neighbours, which it may include.
pub fn accepts_file(path: &Path, flags: &[&str]) -> bool {
    let scratch = Scratch::new();
    let directory = path.parent().unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    for entry in std::fs::read_dir(directory).unwrap() {
        let entry = entry.unwrap();
        let header = entry.path().extension().is_some_and(|ext| ext == "h");
        if header || entry.file_name() == name {
            std::fs::copy(entry.path(), scratch.0.join(entry.file_name())).unwrap();
        }
    }
    run(&scratch.0, name, flags)
}

fn run(directory: &Path, name: &str, flags: &[&str]) -> bool {
    Command::new("spin")
        .args(flags)
        .args(["-a", name])
        .current_dir(directory)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap()
        .success()
}
