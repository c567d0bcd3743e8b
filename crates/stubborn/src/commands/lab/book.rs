//! What a long experiment remembers, so that it can be stopped and taken up again.

use super::Common;
use super::method::{Answer, Method, decide};
use lab::hunt::Hunt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The flag of experiments that can be taken up again.
#[derive(clap::Args)]
pub struct Saving {
    /// Remember in FILE how far it has come, and go on from there
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}

/// A file of parts, or no file.
pub struct Book {
    path: Option<PathBuf>,
    saved: Saved,
    written: Instant,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    /// What is looked for, so that a file is not used for something else.
    experiment: String,
    parts: BTreeMap<String, Part>,
}

/// How far a part has come.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// All pieces before this one have no counterexample.
    pub next: usize,
    /// What was counted in them, by the experiment.
    pub counted: u64,
    /// The numbers of those pieces of which more is to be said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marked: Vec<usize>,
    /// Time that was spent.
    pub seconds: f64,
}

/// Time between two writings of the file.
const SAVE: Duration = Duration::from_secs(5);

impl Book {
    /// Opens the book of an experiment, or begins one.
    pub fn open(saving: &Saving, experiment: impl Into<String>) -> Result<Book, String> {
        let experiment = experiment.into();
        let mut book = Book {
            path: saving.save.clone(),
            saved: Saved {
                experiment,
                parts: BTreeMap::new(),
            },
            written: Instant::now(),
        };
        let Some(path) = book.path.as_ref().filter(|path| path.exists()) else {
            return Ok(book);
        };
        let place = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("cannot read {place}: {error}"))?;
        let saved: Saved =
            serde_json::from_str(&text).map_err(|error| format!("{place}: {error}"))?;
        if saved.experiment != book.saved.experiment {
            return Err(format!(
                "{place} belongs to another experiment: {}",
                saved.experiment
            ));
        }
        book.saved = saved;
        Ok(book)
    }

    /// What is known of a part.
    pub fn part(&self, name: &str) -> Part {
        self.saved.parts.get(name).cloned().unwrap_or_default()
    }

    /// Notes how far a part has come, and writes it down now and then.
    pub fn note(&mut self, name: &str, part: Part) {
        self.saved.parts.insert(name.to_owned(), part);
        if self.written.elapsed() > SAVE {
            // At the end it is tried again, and a failure reported.
            let _ = self.write();
        }
    }

    /// Writes it down.
    pub fn write(&mut self) -> Result<(), String> {
        self.written = Instant::now();
        let Some(path) = &self.path else {
            return Ok(());
        };
        let text = serde_json::to_string(&self.saved).map_err(|error| error.to_string())?;
        std::fs::write(path, text)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))
    }

    /// Decides a hunt, or what is left of its enumeration. Figures count from its beginning.
    pub fn decide(
        &mut self,
        name: &str,
        hunt: &Hunt,
        method: Method,
        common: &Common,
    ) -> Result<Answer, String> {
        if self.path.is_some() && method == Method::Sat {
            return Err(
                "the solver cannot be taken up again: --save is for --method enumerate".to_owned(),
            );
        }
        let before = self.part(name);
        let started = Instant::now();
        let now = |state: &lab::hunt::Progress| Part {
            next: state.first_open,
            counted: before.counted + state.settled.programs,
            marked: Vec::new(),
            seconds: before.seconds + started.elapsed().as_secs_f64(),
        };
        let mut observe = |state: &lab::hunt::Progress| self.note(name, now(state));
        let mut answer = decide(hunt, method, common, name, before.next, &mut observe)?;
        if let Some(state) = &answer.progress {
            self.note(name, now(state));
        }
        self.write()?;
        answer.seconds += before.seconds;
        answer.programs = answer.programs.map(|programs| before.counted + programs);
        Ok(answer)
    }
}
