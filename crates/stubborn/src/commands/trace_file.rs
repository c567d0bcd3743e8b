//! Counterexamples as files: the format is chosen by how the name ends.

use crate::output::eprintln;
use program::Program;
use report::text::{self, Style};
use report::{Trace, html, itf};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Writes a trace of a program in one format.
type Writer = fn(&Program, &Trace) -> Result<String, String>;

/// The formats, by the end of a name. The first that fits counts.
const FORMATS: [(&str, Writer); 5] = [
    (".html", |_, trace| Ok(html::page(trace))),
    (".itf.json", |_, trace| Ok(itf::write(trace))),
    (".trail", trail),
    (".txt", |_, trace| Ok(plain_text(trace))),
    (".json", |_, trace| json(trace)),
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
    pub fn write(&self, program: &Program, traces: &[&Trace]) -> Result<(), String> {
        let mut taken = BTreeSet::new();
        for (index, trace) in traces.iter().enumerate() {
            let path = match index {
                0 => self.path.clone(),
                _ => self.beside(&trace.property.name, &mut taken),
            };
            let text = (self.writer)(program, trace);
            let written = text.and_then(|text| {
                let failed = |error: io::Error| error.to_string();
                replace(&path, &text).map_err(failed)
            });
            let (name, path) = (&trace.property.name, path.display());
            written.map_err(|reason| format!("cannot write the run to `{path}`: {reason}"))?;
            eprintln!("the run that violates {name} is in {path}");
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
    let written = fs::write(&draft, text).and_then(|()| fs::rename(&draft, path));
    if written.is_err() {
        // It may not even have been made.
        let _ = fs::remove_file(&draft);
    }
    written
}

fn plain_text(trace: &Trace) -> String {
    let style = Style {
        colour: false,
        full: true,
    };
    let (model, property) = (&trace.model, &trace.property);
    let title = format!("{model}: {} violated: {}", property.name, property.detail);
    format!("{title}\n{}", text::write(trace, style))
}

fn json(trace: &Trace) -> Result<String, String> {
    serde_json::to_string_pretty(trace).map_err(|error| error.to_string())
}

/// A trail is written from the run itself, so the run is executed again.
fn trail(program: &Program, trace: &Trace) -> Result<String, String> {
    let script = report::json::script(trace).map_err(|error| error.to_string())?;
    let run = evidence::follow(program, &script);
    let run = run.map_err(|_| "the run is not one of the model".to_owned())?;
    let fault = run.fault.as_ref().map(|(step, _)| (&run.last, step));
    let trail = report::trail::write(program, &run.records, run.cycle, fault);
    Ok(trail)
}
