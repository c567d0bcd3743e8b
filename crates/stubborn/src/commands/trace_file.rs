//! Counterexamples as files: the format is chosen by how the name ends.

use crate::output::eprintln;
use report::text::{self, Style};
use report::{Trace, html, itf, trail};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a trace in one format.
type Writer = fn(&Trace) -> Result<String, String>;

/// The formats, by the end of a name. The first that fits counts.
const FORMATS: [(&str, Writer); 5] = [
    (".html", |trace| Ok(html::page(trace))),
    (".itf.json", |trace| Ok(itf::write(trace))),
    (".trail", |trace| Ok(trail::write(trace))),
    (".txt", |trace| Ok(plain_text(trace))),
    (".json", json),
];

/// Where a counterexample is to go.
#[derive(Clone)]
pub struct TraceFile {
    path: PathBuf,
    ending: &'static str,
    writer: Writer,
}

impl TraceFile {
    /// The file with this name, if it ends like that of a format.
    pub fn parse(path: &str) -> Result<TraceFile, String> {
        let format = FORMATS.iter().find(|(ending, _)| path.ends_with(ending));
        let &(ending, writer) = format.ok_or_else(|| {
            let endings: Vec<&str> = FORMATS.iter().map(|(ending, _)| *ending).collect();
            format!("the name must end in one of {}", endings.join(" "))
        })?;
        Ok(TraceFile {
            path: PathBuf::from(path),
            ending,
            writer,
        })
    }

    /// Writes each trace to a file of its own, and says which. What is wrong, if something is.
    pub fn write(&self, traces: &[&Trace]) -> Result<(), String> {
        let mut taken = BTreeSet::new();
        for (index, trace) in traces.iter().enumerate() {
            let path = match index {
                0 => self.path.clone(),
                _ => self.beside(&trace.property.name, &mut taken),
            };
            let text = (self.writer)(trace);
            let written = text.and_then(|text| {
                let failed = |error: io::Error| error.to_string();
                replace(&path, &text).map_err(failed)
            });
            let (name, path) = (&trace.property.name, path.display());
            written.map_err(|reason| format!("cannot write the run to `{path}`: {reason}"))?;
            if trace.property.is_violated() {
                eprintln!("the run that violates {name} is in {path}");
            } else {
                eprintln!("the run is in {path}");
            }
        }
        Ok(())
    }

    /// The file of a further property: its name stands before the end.
    fn beside(&self, property: &str, taken: &mut BTreeSet<String>) -> PathBuf {
        let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let words = property
            .split(|c| !plain(c))
            .filter(|word| !word.is_empty());
        let name = words.collect::<Vec<_>>().join("_");
        let mut unique = name.clone();
        let mut number = 1;
        while !taken.insert(unique.clone()) {
            number += 1;
            unique = format!("{name}-{number}");
        }
        let path = self.path.to_string_lossy();
        let stem = path.strip_suffix(self.ending).unwrap_or(&path);
        PathBuf::from(format!("{stem}.{unique}{}", self.ending))
    }
}

/// Writes a file at once or not at all: what was there before stays if there is no room.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let written = write_out(&draft, text).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // It may not even have been made.
        let _ = fs::remove_file(&draft);
    }
    written
}

/// Some file systems say only at the end that there was no room.
fn write_out(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

fn plain_text(trace: &Trace) -> String {
    let style = Style {
        colour: false,
        full: true,
    };
    let (model, property) = (&trace.model, &trace.property);
    let title = if property.is_violated() {
        format!("{model}: {} violated: {}", property.name, property.detail)
    } else {
        format!("{model}: {}", property.detail)
    };
    format!("{title}\n{}", text::write(trace, style))
}

fn json(trace: &Trace) -> Result<String, String> {
    serde_json::to_string_pretty(trace).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn further_properties_have_files_of_their_own() {
        let Ok(file) = TraceFile::parse("out/run.itf.json") else {
            panic!("the name is right")
        };
        assert_eq!(file.ending, ".itf.json");
        let mut taken = BTreeSet::new();
        let mut beside = |name| file.beside(name, &mut taken).display().to_string();
        assert_eq!(beside("deadlock"), "out/run.deadlock.itf.json");
        assert_eq!(beside("ltl {[] p}"), "out/run.ltl_p.itf.json");
        assert_eq!(beside("ltl {<> p}"), "out/run.ltl_p-2.itf.json");
        assert!(TraceFile::parse("run").is_err());
    }

    /// What cannot be written leaves nothing behind.
    #[test]
    fn a_file_is_written_as_a_whole() -> io::Result<()> {
        let directory = std::env::temp_dir().join(format!("trace_file.{}", std::process::id()));
        let (file, taken) = (directory.join("run.txt"), directory.join("taken.txt"));
        fs::create_dir_all(&taken)?;
        replace(&file, "first")?;
        replace(&file, "second")?;
        let refused = replace(&taken, "a directory is in the way");
        let left: Vec<_> = fs::read_dir(&directory)?
            .flatten()
            .map(|e| e.file_name())
            .collect();
        let text = fs::read_to_string(&file);
        fs::remove_dir_all(&directory)?;
        assert!(refused.is_err());
        assert_eq!(text?, "second");
        assert_eq!(left.len(), 2, "{left:?}");
        Ok(())
    }
}
