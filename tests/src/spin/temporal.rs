//! SPIN's verdicts on infinite runs: claims, accept labels and progress labels, without reduction.

use super::compiler;
use crate::cache::Cache;
use crate::command::{self, End};
use crate::generate::ast::{Claim, Expression, Program, Statement};
use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// What SPIN is asked about a model.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Asked {
    /// The claim of this name.
    Claim(String),
    Accept,
    Progress,
}

/// What it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Violated,
    Holds,
    /// It has nothing to say, for this reason.
    Unknown(String),
}

/// Memory for answers, and how long a verifier may run.
pub struct Temporal {
    cache: Cache,
}

const TIME: Duration = Duration::from_secs(10);
/// Steps of a run, at most.
const DEPTH: &str = "-m200000";

impl Temporal {
    pub fn open() -> Temporal {
        Temporal {
            cache: Cache::open("spin-verdicts"),
        }
    }

    /// The verdict on a property of a program, of all runs or of the weakly fair ones.
    pub fn ask(&self, program: &Program, asked: &Asked, fair: bool) -> io::Result<Verdict> {
        let text = text(program, asked);
        let key = (&text, asked, fair, compiler());
        let answer = self.cache.get(&key, || fresh(&text, asked, fair))?;
        Ok(read(&answer))
    }
}

/// The program as SPIN should read it. Its assertions would end a search that looks for something else;
/// and it counts a claim as a process.
fn text(program: &Program, asked: &Asked) -> String {
    let mut program = program.clone();
    for proctype in &mut program.proctypes {
        without_assertions(&mut proctype.body);
    }
    for inline in &mut program.inlines {
        without_assertions(&mut inline.body);
    }
    program.claims.retain(|claim| match (claim, asked) {
        (Claim::Ltl(name, _) | Claim::Never(name, _), Asked::Claim(wanted)) => name == wanted,
        _ => false,
    });
    let text = program.to_string();
    match asked {
        Asked::Claim(_) => text.replace("_nr_pr", "(_nr_pr - 1)"),
        Asked::Accept | Asked::Progress => text,
    }
}

fn without_assertions(block: &mut [Statement]) {
    for statement in block {
        match statement {
            Statement::Assert(_) => *statement = Statement::Condition(Expression::Number(1)),
            Statement::If(options) | Statement::Do(options) => {
                options
                    .iter_mut()
                    .for_each(|option| without_assertions(option));
            }
            Statement::For(.., body)
            | Statement::ForIn(.., body)
            | Statement::Atomic(body)
            | Statement::DStep(body)
            | Statement::Scope(body) => without_assertions(body),
            Statement::Unless(body, escape) => {
                without_assertions(body);
                without_assertions(escape);
            }
            _ => {}
        }
    }
}

/// Translates, compiles and runs; a word on how that ended, and what was printed.
fn fresh(text: &str, asked: &Asked, fair: bool) -> io::Result<String> {
    let directory = tempfile::tempdir()?;
    let place = directory.path();
    fs::write(place.join("model.pml"), text)?;
    let run = |program: &Path, arguments: &[&str]| {
        let mut command = Command::new(program);
        let errors = fs::File::create(place.join("stderr"))?;
        command.current_dir(place).stderr(errors).args(arguments);
        command::run(&mut command, TIME, |_| false)
    };
    let translated = run(Path::new("spin"), &["-a", "-o1", "-o2", "-o3", "model.pml"])?;
    if !translated.succeeded() || !place.join("pan.c").exists() {
        return Ok(format!("rejected\n{}", translated.text));
    }
    let mode: &[&str] = match asked {
        Asked::Claim(_) | Asked::Accept => &[],
        Asked::Progress => &["-DNP"],
    };
    let usual = [
        "-w",
        "-DNOREDUCE",
        "-DNFAIR=4",
        "-DMEMLIM=1000",
        "-DVECTORSZ=2048",
    ];
    let arguments = [&usual[..], mode, &["-o", "pan", "pan.c", "-lm"]].concat();
    if !run(Path::new(compiler()), &arguments)?.succeeded() {
        return Ok("uncompiled\n".to_owned());
    }
    let mut arguments = vec![DEPTH, "-E", "-w16"];
    arguments.push(if *asked == Asked::Progress {
        "-l"
    } else {
        "-a"
    });
    if fair {
        arguments.push("-f");
    }
    let verified = run(&place.join("pan"), &arguments)?;
    Ok(match verified.end {
        End::Exited(status) if status.code().is_some() => format!("ran\n{}", verified.text),
        End::Exited(_) => "killed\n".to_owned(),
        End::Stopped | End::TimedOut => "late\n".to_owned(),
    })
}

/// Errors that are violations of what was asked.
const VIOLATIONS: [&str; 5] = [
    "acceptance cycle",
    "non-progress cycle",
    "end state in claim reached",
    "claim violated!",
    "assertion violated ",
];

fn read(answer: &str) -> Verdict {
    let (how, text) = answer.split_once('\n').unwrap_or((answer, ""));
    let told = text.lines().find_map(|line| line.strip_prefix("pan:1: "));
    let cut = text.contains("max search depth too small") || text.contains("MEMLIM bound");
    match (how, told) {
        ("ran", Some(error)) if error.contains("invalid array index") => {
            Verdict::Unknown(error.to_owned())
        }
        ("ran", Some(error)) if VIOLATIONS.iter().any(|known| error.starts_with(known)) => {
            Verdict::Violated
        }
        ("ran", Some(error)) => Verdict::Unknown(error.to_owned()),
        ("ran", None) if cut || !text.contains("errors: 0") => {
            Verdict::Unknown("not finished".to_owned())
        }
        ("ran", None) => Verdict::Holds,
        (other, _) => Verdict::Unknown(other.to_owned()),
    }
}
