//! SPIN 6.5.2 as an oracle: how many states a model has, and what is wrong in it.
//!
//! # Which graph is counted
//! The model is translated by `spin -a -o1 -o2 -o3` (no data-flow optimisation, no hiding of
//! write-only variables, no merging of statements), compiled with `-DSAFETY -DNOREDUCE` (and
//! `-DNOCLAIM` where the model has a claim) and run with `-c0`, which never stops at an error.
//! The generated verifier then stores
//!
//! * the initial state, and each state after a transition, unless the transition ends at an
//!   interior point of an `atomic` sequence or `d_step`, or is the sending half of a handshake;
//! * an interior point of an `atomic` sequence from which its process cannot move: there the
//!   sequence loses its exclusive right, and all processes are tried.
//!
//! An interior point that is passed through is neither stored nor recognised when met again.
//! A failed `assert` is reported and then behaves as `skip`: the search goes on behind it, inside
//! `atomic` and `d_step` too. A state in which nothing can move, and in which some process is not
//! at an end location, is reported as an invalid end state and has no successors. The state in
//! which all processes have died counts, and is no error. Dying is a transition, open only to the
//! youngest process.
//!
//! States are compared byte by byte (`-DNOCOMP`). SPIN's default leaves out bytes that it takes for
//! padding, and errs when processes have priorities: then it leaves out bits of local variables,
//! and takes different states for the same.
//!
//! # When the count means nothing
//! After an index out of bounds the verifier reads or writes whatever lies there in C, so the
//! verdict is meaningful and the count is not. Division by zero kills the verifier by a signal.
//! What SPIN calls a fatal error (a channel that was never initialised, a `d_step` that blocks,
//! too many processes) ends the search where it stands. `Outcome::Aborted` and
//! `Figures::count_is_defined` tell these apart.

mod report;
pub mod temporal;

use crate::cache::Cache;
use crate::command::{self, End};
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::hash::Hash;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// What is still in scope.
#[derive(Clone, Copy, Debug, Hash)]
pub struct Limits {
    /// So many stored states.
    pub states: u64,
    /// So many seconds for each step.
    pub seconds: u64,
}

impl Limits {
    /// For models that people wrote.
    pub const MODELS: Limits = Limits {
        states: 200_000,
        seconds: 60,
    };
    /// For generated programs, most of which are small.
    pub const GENERATED: Limits = Limits {
        states: 20_000,
        seconds: 5,
    };

    fn time(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }

    /// Deeper than most paths; a search that needs more is repeated with [`Limits::deep`].
    fn shallow(&self) -> u64 {
        self.states / 5
    }

    /// Beyond any simple path through that many states, long atomic sequences included.
    fn deep(&self) -> u64 {
        self.states * 15
    }
}

/// What a finished search of the whole graph printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    pub stored: u64,
    pub matched: u64,
    /// As SPIN counts them: stored plus matched, the initial state included.
    pub transitions: u64,
    /// Steps inside atomic sequences.
    pub atomic_steps: u64,
    /// One for each arrival at an error, so it depends on the order of the search.
    pub errors: u64,
    pub kinds: BTreeSet<Kind>,
    pub depth: u64,
}

impl Figures {
    /// False after an error that leaves the verifier's memory undefined.
    pub fn count_is_defined(&self) -> bool {
        self.kinds.iter().all(Kind::is_survivable)
    }
}

/// What can be wrong in a model.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Assertion,
    InvalidEnd,
    /// An array index out of bounds.
    Index,
    /// Division by zero, or another signal's work.
    Signal,
    /// Anything else, in SPIN's words.
    Other(String),
}

impl Display for Kind {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        out.write_str(match self {
            Kind::Assertion => "a failed assertion",
            Kind::InvalidEnd => "an invalid end state",
            Kind::Index => "an index out of bounds",
            Kind::Signal => "a signal",
            Kind::Other(words) => words,
        })
    }
}

impl Kind {
    fn is_survivable(&self) -> bool {
        matches!(self, Kind::Assertion | Kind::InvalidEnd)
    }
}

/// What SPIN has to say about a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Finished(Figures),
    /// A fatal run-time error ended the search: the model is wrong, its size unknown.
    Aborted(BTreeSet<Kind>),
    /// SPIN does not accept the text, for this reason.
    Rejected(String),
    /// The generated C does not compile, for this reason.
    Uncompiled(String),
    /// Too many states, too much time, too deep or too much memory.
    OutOfScope(&'static str),
}

impl Outcome {
    /// Is there a count or a verdict to compare with?
    pub fn is_in_scope(&self) -> bool {
        matches!(self, Outcome::Finished(_) | Outcome::Aborted(_))
    }
}

/// The oracle; cheap to make, safe to share.
pub struct Spin {
    cache: Cache,
    limits: Limits,
    /// A claim is executed beside the processes.
    claims: bool,
}

impl Spin {
    pub fn new(limits: Limits) -> Spin {
        Spin {
            cache: Cache::open("spin-answers"),
            limits,
            claims: false,
        }
    }

    /// Executes the claim of a model, if it has one, beside its processes.
    pub fn with_claims(self) -> Spin {
        Spin {
            claims: true,
            ..self
        }
    }

    /// Searches the whole graph of the model in `path`.
    pub fn explore(&self, path: &Path) -> io::Result<Outcome> {
        let path = fs::canonicalize(path)?;
        let text = self.answer(with_includes(&path)?, || self.fresh(&path))?;
        Ok(report::parse(&text))
    }

    /// Searches the whole graph of the model whose text is `text`.
    pub fn explore_text(&self, text: &str) -> io::Result<Outcome> {
        let answer = self.answer(text, || {
            let directory = tempfile::tempdir()?;
            let path = directory.path().join("model.pml");
            fs::write(&path, text)?;
            self.fresh(&path)
        })?;
        Ok(report::parse(&answer))
    }

    /// The answer about a text, asked for anew if it is not known yet.
    fn answer(
        &self,
        text: impl Hash,
        fresh: impl FnOnce() -> io::Result<String>,
    ) -> io::Result<String> {
        let key = (text, compiler(), self.limits);
        if self.claims {
            self.cache.get(&(key, "with claims"), fresh)
        } else {
            self.cache.get(&key, fresh)
        }
    }

    /// Translates, compiles and runs; what the last step printed, under a line that says which it
    /// was.
    fn fresh(&self, model: &Path) -> io::Result<String> {
        let directory = tempfile::tempdir()?;
        let limits = self.limits;
        let work = Work {
            model,
            directory: directory.path(),
            limits,
            claims: self.claims,
        };
        if let Err(complaint) = work.translate()? {
            return Ok(format!("rejected\n{complaint}"));
        }
        let mut vector = 1024;
        let mut depth = limits.shallow();
        loop {
            if let Err(complaint) = work.compile(vector)? {
                return Ok(format!("uncompiled\n{complaint}"));
            }
            let text = work.verify(depth)?;
            if text.contains("VECTORSZ") && vector < 65_536 {
                vector *= 8;
            } else if !report::is_cut_short(&text, depth) {
                return Ok(text);
            } else if depth < limits.deep() {
                depth = limits.deep();
            } else {
                return Ok("deep".to_owned());
            }
        }
    }
}

/// The text of a model and of the files that it includes, for the cache's key.
fn with_includes(path: &Path) -> io::Result<Vec<String>> {
    let mut texts = Vec::new();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![path.to_path_buf()];
    while let Some(path) = waiting.pop() {
        if !seen.insert(path.clone()) {
            continue;
        }
        let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        for line in text.lines().filter(|line| line.contains("#include")) {
            let named = line.split('"').nth(1).unwrap_or_default();
            let included = path.with_file_name(named);
            if included.is_file() {
                waiting.push(included);
            }
        }
        texts.push(text);
    }
    Ok(texts)
}

/// The C compiler in use: tcc translates a verifier in some 20 ms, where gcc takes half a second.
pub fn compiler() -> &'static str {
    static FOUND: OnceLock<&str> = OnceLock::new();
    FOUND.get_or_init(|| if command::exists("tcc") { "tcc" } else { "gcc" })
}

/// What SPIN calls an error, but makes a verifier of all the same, with a meaning that we share.
const TOLERATED: [&str; 4] = [
    "missing array index",
    "cannot use an array list initializer here",
    "unsigned without width-field",
    "only an unsigned can have width-field",
];

/// Whether SPIN complains of nothing but what is tolerated.
fn is_tolerated(complaint: &str) -> bool {
    let mut errors = complaint.lines().filter(|line| line.contains("Error:"));
    let tolerated = |error: &str| TOLERATED.iter().any(|words| error.contains(words));
    errors.next().is_some_and(tolerated) && errors.all(tolerated)
}

/// A model, and the directory in which its verifier is made.
struct Work<'a> {
    model: &'a Path,
    directory: &'a Path,
    limits: Limits,
    claims: bool,
}

impl Work<'_> {
    fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> io::Result<Command> {
        let mut command = Command::new(program);
        let errors = fs::File::create(self.complaints())?;
        command.current_dir(self.directory).stderr(errors);
        Ok(command)
    }

    fn complaints(&self) -> PathBuf {
        self.directory.join("stderr")
    }

    /// Promela to C. Where newer SPINs see a syntax error, older texts may only need that a line's
    /// end is not read as a semicolon (`-o7`).
    fn translate(&self) -> io::Result<Result<(), String>> {
        let mut complaint = String::new();
        for more in [None, Some("-o7")] {
            let mut spin = self.command("spin")?;
            spin.args(["-a", "-o1", "-o2", "-o3"]).args(more);
            let run = command::run(spin.arg(self.model), self.limits.time(), |_| false)?;
            let goes_on = run.succeeded() || is_tolerated(&run.text);
            if goes_on && self.directory.join("pan.c").exists() {
                return Ok(Ok(()));
            }
            if more.is_none() {
                complaint = run.text;
            }
            if !complaint.contains("syntax error") {
                break;
            }
        }
        Ok(Err(complaint))
    }

    fn compile(&self, vector: u64) -> io::Result<Result<(), String>> {
        // A claim makes this a search of the product; mostly plain safety is wanted.
        let header = fs::read_to_string(self.directory.join("pan.h"))?;
        let left_out = header.contains("#define VERI\t") && !self.claims;
        for program in [compiler(), "gcc"] {
            let mut compile = self.command(program)?;
            compile.args(["-w", "-DSAFETY", "-DNOREDUCE", "-DNOCOMP", "-DMEMLIM=2000"]);
            compile.args(left_out.then_some("-DNOCLAIM"));
            // A progress line at this many states is the sign that the model is too large.
            compile.arg(format!("-DFREQ={}", self.limits.states));
            compile.arg(format!("-DVECTORSZ={vector}"));
            compile.args(["-o", "pan", "pan.c", "-lm"]);
            if command::run(&mut compile, self.limits.time(), |_| false)?.succeeded() {
                return Ok(Ok(()));
            }
        }
        fs::read_to_string(self.complaints()).map(Err)
    }

    fn verify(&self, depth: u64) -> io::Result<String> {
        let mut pan = self.command(self.directory.join("pan"))?;
        // -w sizes the hash table only: states are stored whole, and collisions are chained.
        pan.arg("-c0")
            .arg(format!("-w{}", self.limits.states.ilog2()));
        pan.arg(format!("-m{depth}"));
        let run = command::run(&mut pan, self.limits.time(), |line| {
            line.starts_with(report::PROGRESS)
        })?;
        let how = match run.end {
            End::Exited(status) if status.code().is_some() => "ran",
            End::Exited(_) => "killed",
            End::Stopped => "large",
            End::TimedOut => "late",
        };
        Ok(format!("{how}\n{}", run.text))
    }
}
