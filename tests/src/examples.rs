//! The models in `models/`: what their comments say comes out of a check.
//!
//! A comment has a line with the command, and below it the verdicts:
//!
//! ```text
//! stubborn check --fair weak -D MISTAKE models/peterson.pml
//!     violated: exclusion
//!     holds: assertions, deadlock
//! ```
//!
//! A command without verdicts is for the reader to try.

use crate::models;
use search::product::Fairness;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A check of a model, and the verdict on each of its properties.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// As in the comment.
    pub command: String,
    pub path: PathBuf,
    pub defines: Vec<String>,
    pub fairness: Fairness,
    /// By the name of the property: whether it is violated.
    pub violated: BTreeMap<String, bool>,
}

/// The models in `models/`, sorted by name, each with its examples.
pub fn all() -> Result<Vec<(PathBuf, Vec<Example>)>, String> {
    let directory = models::root().join("../models");
    let entries = fs::read_dir(directory).map_err(|error| error.to_string())?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "pml"))
        .collect();
    paths.sort();
    let with_examples = |path: PathBuf| {
        let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let examples = read(&path, &text)?;
        Ok((path, examples))
    };
    paths.into_iter().map(with_examples).collect()
}

/// The examples in the comments of a model.
fn read(path: &Path, text: &str) -> Result<Vec<Example>, String> {
    let mut examples: Vec<Example> = Vec::new();
    let mut lines = text.lines().map(bare).peekable();
    while let Some(line) = lines.next() {
        let Some(arguments) = line.strip_prefix("stubborn check ") else {
            continue;
        };
        let mut violated = BTreeMap::new();
        while let Some((verdict, names)) = lines.peek().and_then(|line| verdicts(line)) {
            let names = names.split(',').map(|name| name.trim().to_owned());
            violated.extend(names.map(|name| (name, verdict)));
            lines.next();
        }
        if !violated.is_empty() {
            let example = Example {
                command: line.to_owned(),
                path: path.to_path_buf(),
                defines: Vec::new(),
                fairness: Fairness::None,
                violated,
            };
            examples.push(example.with_arguments(arguments)?);
        }
    }
    Ok(examples)
}

/// A line without blanks and the signs of a comment around it.
fn bare(line: &str) -> &str {
    let line = line.trim();
    let line = line.strip_prefix("/*").unwrap_or(line);
    line.strip_suffix("*/").unwrap_or(line).trim()
}

/// Whether a line is about violated properties, and the names of them.
fn verdicts(line: &str) -> Option<(bool, &str)> {
    let violated = line.strip_prefix("violated:").map(|names| (true, names));
    violated.or_else(|| line.strip_prefix("holds:").map(|names| (false, names)))
}

impl Example {
    fn with_arguments(mut self, arguments: &str) -> Result<Example, String> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let file = format!("models/{name}");
        let odd = |what: &str| Err(format!("{file}: {what} in `{}`", self.command));
        let mut arguments = arguments.split_whitespace();
        let mut named = false;
        while let Some(argument) = arguments.next() {
            match argument {
                "-D" => self.defines.extend(arguments.next().map(str::to_owned)),
                "--fair" => match arguments.next() {
                    Some("weak") => self.fairness = Fairness::Weak,
                    _ => return odd("another fairness"),
                },
                other if other == file => named = true,
                other => return odd(other),
            }
        }
        if named { Ok(self) } else { odd("another file") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Vec<Example>, String> {
        read(Path::new("models/a.pml"), text)
    }

    #[test]
    fn a_command_with_its_verdicts_is_an_example() {
        let text = "/* stubborn check --fair weak -D X -D N=2 models/a.pml
               violated: p
               holds: q, r */";
        let examples = of(text).expect("it is right");
        let [example] = &examples[..] else {
            panic!("{examples:?}")
        };
        assert_eq!(example.defines, ["X", "N=2"]);
        assert_eq!(example.fairness, Fairness::Weak);
        let violated = [("p", true), ("q", false), ("r", false)];
        let violated = violated.map(|(name, violated)| (name.to_owned(), violated));
        assert_eq!(example.violated, BTreeMap::from(violated));
    }

    #[test]
    fn a_command_without_verdicts_is_none() {
        assert_eq!(of("stubborn check --ltl p models/a.pml"), Ok(Vec::new()));
    }

    #[test]
    fn what_is_not_understood_is_an_error() {
        assert!(of("stubborn check --lossy models/a.pml\nholds: p").is_err());
        assert!(of("stubborn check models/b.pml\nholds: p").is_err());
    }
}
