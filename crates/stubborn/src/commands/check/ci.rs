//! Reports for continuous integration: SARIF, JUnit, annotations of GitHub.

use crate::output;
use ::report::{Outcome, github, junit, sarif};
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What is written beside the verdicts.
#[derive(Clone, clap::Args)]
#[command(next_help_heading = "Reports for continuous integration")]
pub struct CiArgs {
    /// Write a SARIF 2.1.0 log, for code-scanning services and editors
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Write JUnit XML: a test case for each property
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Annotate for GitHub Actions; done without asking if GITHUB_ACTIONS is `true`
    #[arg(long)]
    github: bool,
}

/// Files that are open before the search starts, so that a name that cannot be written is not found
/// out after hours.
pub struct Reports {
    sarif: Option<(PathBuf, File)>,
    junit: Option<(PathBuf, File)>,
    github: bool,
    /// Standard output belongs to a document.
    json: bool,
}

impl CiArgs {
    /// Whether the command line asks for a report.
    pub fn asked(&self) -> bool {
        self.sarif.is_some() || self.junit.is_some() || self.github
    }

    pub fn open(&self, json: bool) -> Result<Reports, String> {
        Ok(Reports {
            sarif: self.sarif.as_deref().map(create).transpose()?,
            junit: self.junit.as_deref().map(create).transpose()?,
            github: self.github || variable("GITHUB_ACTIONS").as_deref() == Some("true"),
            json,
        })
    }
}

impl Reports {
    /// Whether anything is to be written.
    pub fn wanted(&self) -> bool {
        self.sarif.is_some() || self.junit.is_some() || self.github
    }

    pub fn write(self, outcome: &Outcome) -> Result<(), String> {
        if let Some((path, file)) = self.sarif {
            let log = sarif::sarif(outcome, env!("CARGO_PKG_VERSION"));
            fill(&path, file, &format!("{log:#}\n"))?;
        }
        if let Some((path, file)) = self.junit {
            fill(&path, file, &junit::junit(outcome))?;
        }
        if self.github {
            annotate(outcome, self.json)?;
        }
        Ok(())
    }
}

/// Workflow commands are read from both streams.
fn annotate(outcome: &Outcome, json: bool) -> Result<(), String> {
    let lines = github::annotations(outcome);
    if json {
        output::err(format_args!("{lines}"));
    } else {
        output::out(format_args!("{lines}"));
    }
    let Some(path) = variable("GITHUB_STEP_SUMMARY").filter(|path| !path.is_empty()) else {
        return Ok(());
    };
    // Every step of a job has the same file.
    let path = Path::new(&path);
    let file = OpenOptions::new().append(true).create(true).open(path);
    let file = file.map_err(|error| failed(path, &error))?;
    fill(path, file, &github::summary(outcome))
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn create(path: &Path) -> Result<(PathBuf, File), String> {
    let file = File::create(path).map_err(|error| failed(path, &error))?;
    Ok((path.to_path_buf(), file))
}

fn fill(path: &Path, mut file: File, text: &str) -> Result<(), String> {
    file.write_all(text.as_bytes())
        .and_then(|()| file.flush())
        .map_err(|error| failed(path, &error))
}

fn failed(path: &Path, error: &io::Error) -> String {
    format!("cannot write `{}`: {error}", path.display())
}
