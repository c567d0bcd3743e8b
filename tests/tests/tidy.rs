//! The rules of the design that a compiler cannot check.
//!
//! Each test lists every offence it finds, so that one run shows all there is to mend.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Which of our crates each crate may use. `stubborn` and this suite may use all.
const MAY_USE: [(&str, &[&str]); 10] = [
    ("promela", &["program"]),
    ("program", &[]),
    ("omega", &[]),
    ("jit", &["program"]),
    ("reduce", &["program"]),
    ("search", &["program", "jit", "omega", "reduce"]),
    ("evidence", &["program", "omega"]),
    ("sat", &[]),
    ("lab", &["omega", "program", "reduce", "sat", "search"]),
    ("report", &["evidence", "omega", "program"]),
];

/// Places that may contain unsafe code; their headers say why it is sound.
const UNSAFE: [&str; 5] = [
    "crates/jit/src/codegen/machine.rs",
    "crates/jit/src/compiled.rs",
    "crates/jit/src/runtime/",
    "crates/search/src/store/",
    "crates/search/tests/interleavings.rs",
];

const LONGEST_FILE: usize = 600;

/// Words that have no place in finished code. Written in two parts, because this file is read too.
const UNFINISHED: [&str; 8] = [
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("XX", "X:"),
    concat!("db", "g!("),
    concat!("to", "do!("),
    concat!("unimpl", "emented!("),
    concat!("#[ig", "nore"),
    concat!("allow(dead", "_code"),
];

/// Ways to print or to end the process.
const OUTSIDE: [&str; 5] = [
    "println!(",
    "print!(",
    "process::exit(",
    "process::abort(",
    "std::io::stdout(",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The crates of the workspace: the name and directory of each.
fn crates() -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(root().join("crates")).expect("crates/ is there");
    let crates = entries
        .flatten()
        .filter(|entry| entry.path().join("Cargo.toml").exists())
        .map(|entry| {
            (
                entry.file_name().to_string_lossy().into_owned(),
                entry.path(),
            )
        });
    crates.collect()
}

/// All files with this suffix below a directory.
fn files(directory: &Path, suffix: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![directory.to_path_buf()];
    while let Some(directory) = waiting.pop() {
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|other| other == suffix) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// All Rust sources of the project.
fn sources() -> Vec<PathBuf> {
    let places = ["crates", "tests", "fuzz", "bench"];
    let below = |place| files(&root().join(place), "rs");
    places.into_iter().flat_map(below).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The lines of a source that are code, with their numbers.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate();
    numbered
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
}

fn check(rule: &str, offences: Vec<String>) {
    assert!(offences.is_empty(), "{rule}:\n{}", offences.join("\n"));
}

/// The names in a manifest's table of dependencies.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut table = String::new();
    let mut names = BTreeSet::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            table = line.trim_matches(['[', ']']).to_owned();
            if let Some(name) = table.strip_prefix("dependencies.") {
                names.insert(name.to_owned());
            }
        } else if table == "dependencies" || table == "build-dependencies" {
            let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
            names.insert(name.to_owned());
        }
    }
    names
}

#[test]
fn crates_use_only_what_they_may() {
    let ours: BTreeSet<String> = crates().into_iter().map(|(name, _)| name).collect();
    let mut offences = Vec::new();
    for (name, directory) in crates() {
        if name == "stubborn" {
            continue;
        }
        let Some((_, allowed)) = MAY_USE.iter().find(|(known, _)| *known == name) else {
            offences.push(format!("{name}: not in the table of what crates may use"));
            continue;
        };
        for used in dependencies(&read(&directory.join("Cargo.toml"))) {
            if ours.contains(&used) && !allowed.contains(&used.as_str()) {
                offences.push(format!("{name} uses {used}"));
            }
        }
    }
    check("a crate uses what it must not", offences);
}

/// Foreign code that one crate alone may know: if it is replaced, nothing else changes.
const ISOLATED: [(&str, &str); 2] = [("cranelift", "jit"), ("cadical", "sat")];

#[test]
fn foreign_code_is_known_to_one_crate() {
    let mut offences = Vec::new();
    for (name, directory) in crates() {
        for used in dependencies(&read(&directory.join("Cargo.toml"))) {
            let elsewhere =
                |(foreign, home): &&(&str, &str)| used.starts_with(foreign) && name != *home;
            if ISOLATED.iter().any(|pair| elsewhere(&pair)) {
                offences.push(format!("{name} uses {used}"));
            }
        }
    }
    check("only one crate may use it", offences);
}

#[test]
fn only_the_command_line_prints_or_exits() {
    let mut offences = Vec::new();
    for (name, directory) in crates() {
        if name == "stubborn" {
            continue;
        }
        for path in files(&directory.join("src"), "rs") {
            let text = read(&path);
            for (number, line) in code(&text) {
                if OUTSIDE.iter().any(|word| line.contains(word)) {
                    offences.push(format!("{}:{number}: {}", path.display(), line.trim()));
                }
            }
        }
    }
    check("only `stubborn` may print or exit", offences);
}

/// The macros of the standard library panic when a pipe is closed or a disk is full; those of
/// `output.rs` have the same names.
#[test]
fn the_command_line_prints_in_one_place() {
    let mut offences = Vec::new();
    for path in files(&root().join("crates/stubborn/src"), "rs") {
        let text = read(&path);
        let prints = code(&text).any(|(_, line)| {
            let word = line.trim_start();
            ["println!(", "print!(", "eprintln!("]
                .iter()
                .any(|macro_| word.starts_with(macro_))
        });
        let own = path.ends_with("output.rs");
        if !own && (text.contains("anstream::") || prints && !text.contains("crate::output")) {
            offences.push(path.display().to_string());
        }
    }
    check(
        "output goes through crates/stubborn/src/output.rs",
        offences,
    );
}

#[test]
fn nothing_is_left_unfinished() {
    let mut offences = Vec::new();
    for path in sources() {
        for (index, line) in read(&path).lines().enumerate() {
            if UNFINISHED.iter().any(|word| line.contains(word)) {
                let line = line.trim();
                offences.push(format!("{}:{}: {line}", path.display(), index + 1));
            }
        }
    }
    check("unfinished code", offences);
}

#[test]
fn files_are_short() {
    let long = |path: &PathBuf| {
        let lines = read(path).lines().count();
        (lines > LONGEST_FILE).then(|| format!("{}: {lines} lines", path.display()))
    };
    let offences = sources().iter().filter_map(long).collect();
    check("one file, one idea", offences);
}

#[test]
fn unsafe_code_is_where_it_is_expected() {
    // The keyword, not the word in a text.
    let starts = ["{", "fn", "impl", "extern", "trait"].map(|next| format!("un{} {next}", "safe"));
    let mut offences = Vec::new();
    for path in sources() {
        if UNSAFE
            .iter()
            .any(|listed| path.to_string_lossy().contains(listed))
        {
            continue;
        }
        let text = read(&path);
        for (number, line) in code(&text) {
            let has = |start: &String| line.contains(start.as_str());
            if starts.iter().any(has) || line.contains(concat!("allow(un", "safe_code")) {
                offences.push(format!("{}:{number}: {}", path.display(), line.trim()));
            }
        }
    }
    check("code outside the compiler's guard", offences);
}

#[test]
fn every_page_can_be_found() {
    let docs = root().join("docs");
    let indexes = [
        root().join("README.md"),
        docs.join("README.md"),
        docs.join("SUMMARY.md"),
        docs.join("index.md"),
    ];
    let text = |path: &PathBuf| fs::read_to_string(path).unwrap_or_default();
    let links: String = indexes.iter().map(text).collect();
    let lost = |page: &PathBuf| {
        let name = page.file_name()?.to_string_lossy().into_owned();
        let linked = links.contains(&format!("{name})")) || links.contains(&format!("{name}#"));
        (!linked && !indexes.contains(page)).then(|| page.display().to_string())
    };
    let offences = files(&docs, "md").iter().filter_map(lost).collect();
    check("a page that no index links to", offences);
}
