//! What SPIN says of a program, if it is installed: reduced and unreduced.
//!
//! SPIN writes the source of a verifier, which the C compiler makes a program of. All of it happens in a
//! directory of its own and within a time limit. Nothing that goes wrong here is an error: it is
//! reported like an answer.

use lab::promela::{Claim, Variant};
use omega::Lasso;
use serde::Serialize;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Time for all variants of a program together.
const ALL: Duration = Duration::from_secs(60);
/// Time for one command.
const ONE: Duration = Duration::from_secs(20);

/// What SPIN makes of a claim with the programs of some words.
#[derive(Serialize)]
pub struct Trial {
    /// `confirmed`, `not wrong`, `not installed`, `not asked` or `no answer`.
    pub result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// The programs that were tried.
    tried: usize,
    /// Errors that were found with and without reduction, on the program that is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors_reduced: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    errors_unreduced: Option<u64>,
    /// The program with the claim: the one on which SPIN is wrong, or the first.
    #[serde(skip)]
    pub program: String,
}

impl Trial {
    /// Tries programs until SPIN is wrong about one, if it is to be asked. `None` if there is no word,
    /// or the claim cannot be written.
    pub fn new(claim: &Claim, words: &[Lasso], ask: bool) -> Option<Trial> {
        let programs: Vec<String> = Variant::all()
            .flat_map(|variant| words.iter().map(move |word| (word, variant)))
            .filter_map(|(word, variant)| claim.program(word, variant))
            .collect();
        let mut trial = Trial {
            result: "not asked",
            version: None,
            tried: 0,
            errors_reduced: None,
            errors_unreduced: None,
            program: programs.first()?.clone(),
        };
        if !ask {
            return Some(trial);
        }
        let Some(spin) = Spin::find() else {
            trial.result = "not installed";
            return Some(trial);
        };
        trial.version = Some(spin.version.clone());
        trial.result = "no answer";
        let until = Instant::now() + ALL;
        for program in programs {
            if Instant::now() > until || crate::interrupt::requested() {
                break;
            }
            let Some(reduced) = spin.errors(&program, &[]) else {
                continue;
            };
            trial.tried += 1;
            if trial.result == "no answer" {
                trial.result = "not wrong";
                trial.errors_reduced = Some(reduced);
            }
            if reduced == 0
                && let Some(unreduced @ 1..) = spin.errors(&program, &["-DNOREDUCE"])
            {
                trial.result = "confirmed";
                trial.errors_reduced = Some(reduced);
                trial.errors_unreduced = Some(unreduced);
                trial.program = program;
                break;
            }
        }
        Some(trial)
    }

    pub fn text(&self) -> String {
        let name = self.version.as_deref().unwrap_or("SPIN");
        match (self.result, self.errors_unreduced) {
            ("confirmed", Some(unreduced)) => {
                format!("{name}: reduced: errors 0, unreduced: errors {unreduced}: confirmed\n")
            }
            ("not asked", _) => String::new(),
            ("not installed", _) => "SPIN was not asked: there is no spin or no gcc\n".to_owned(),
            ("not wrong", _) => format!(
                "{name}: not wrong on the {} programs of this kind that were tried\n",
                self.tried
            ),
            _ => format!("{name}: no answer in time\n"),
        }
    }
}

struct Spin {
    version: String,
    directory: Directory,
}

impl Spin {
    /// SPIN and a C compiler, if there are any.
    fn find() -> Option<Spin> {
        let directory = Directory::new()?;
        let version = directory.run("spin", &["-V"])?;
        directory.run("gcc", &["--version"])?;
        let number = version
            .split_whitespace()
            .find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        Some(Spin {
            version: format!("SPIN {}", number.unwrap_or("of an unknown version")),
            directory,
        })
    }

    /// How many errors its verifier finds: it stops at the first. `None` if there is no answer.
    fn errors(&self, program: &str, options: &[&str]) -> Option<u64> {
        let place = |name: &str| self.directory.path.join(name);
        std::fs::write(place("model.pml"), program).ok()?;
        self.directory.run("spin", &["-a", "model.pml"])?;
        let compile = [&["-w", "-o", "pan"], options, &["pan.c"]].concat();
        self.directory.run("gcc", &compile)?;
        let verifier = place("pan");
        let said = self.directory.run(verifier.to_str()?, &["-a"])?;
        let count = said.split_once("errors: ")?.1;
        count.split_whitespace().next()?.parse().ok()
    }
}

/// A directory that goes away with all that is in it.
struct Directory {
    path: PathBuf,
}

impl Directory {
    fn new() -> Option<Directory> {
        let name = format!(
            "stubborn-lab-{}-{:x}",
            std::process::id(),
            fastrand::u64(..)
        );
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path).ok()?;
        Some(Directory { path })
    }

    /// What a command prints. `None` if it cannot be started, fails to end in time, or fails.
    fn run(&self, program: &str, words: &[&str]) -> Option<String> {
        let mut child = Command::new(program)
            .args(words)
            .current_dir(&self.path)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut output = child.stdout.take()?;
        let reader = std::thread::spawn(move || {
            let mut text = Vec::new();
            output.read_to_end(&mut text).map(|_| text)
        });
        let until = Instant::now() + ONE;
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < until => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                _ => {
                    // It may have ended by now; then there is nothing to kill.
                    let _ = child.kill();
                    let _ = child.wait();
                    break None;
                }
            }
        };
        let text = reader.join().ok()?.ok()?;
        let ended = status.is_some_and(|status| status.success());
        ended.then(|| String::from_utf8_lossy(&text).into_owned())
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // What cannot be removed is left to the system, which owns the place.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
