//! `stubborn check`: does the model do what it says it does?

mod audit_report;
mod bug;
mod ci;
mod code;
mod contradictions;
mod engine;
mod finding;
pub mod property;
mod reduction;
mod report;
pub mod request;
mod trace_json;
mod unreached;
mod vacuous;

use self::report::{Detail, Report};
use super::limits::LimitArgs;
use super::model::{Model, ModelArgs};
use super::trace_file::TraceFile;
use crate::exit::Exit;
use crate::interrupt;
use crate::output::eprintln;
use crate::watch::{self, Deadline, Late, Teller};
use ::report::Outcome;
use audit_report::AuditReport;
use ci::CiArgs;
use clap::ValueEnum;
use engine::audit::Tests;
use engine::{Checked, Checker};
use evidence::Aim;
use finding::Finding;
use program::Coverage;
use property::Wanted;
use reduction::{Reduction, ReductionParser};
use request::Request;
use search::driver::Order;
use search::product::Fairness;
use search::schemes::Preference;
use serde::Serialize;
use std::sync::Arc;
use std::time::SystemTime;

/// Check a model: assertions, deadlocks, temporal properties
///
/// Without --property, --ltl and --claim, everything that the model states is checked, one line
/// each: assertions and run-time errors, invalid end states, every ltl block, the never claim,
/// accept and progress labels. With any of them, what they say is checked and nothing else.
///
/// Exit code: 0 everything holds, 1 something is violated, 2 bad usage or bad model,
/// 3 not finished and nothing violated.
#[derive(Clone, clap::Args)]
#[command(after_help = "Examples:
  stubborn check model.pml
  stubborn check -D N=3 --property deadlock model.pml
  stubborn check --ltl '[] (request -> <> reply)' model.pml
  stubborn check --property safety --ltl '[] (x < 3)' --ltl '<> done' model.pml
  stubborn check --fair weak --ltl '[] (request -> <> reply)' model.pml
  stubborn ltl '!([] <> p)' | stubborn check --claim - model.pml
  stubborn check --time 60s --json model.pml
  stubborn check --sarif log.sarif --junit tests.xml model.pml
  stubborn check --reduction-check model.pml")]
pub struct Args {
    #[command(flatten)]
    model: ModelArgs,
    /// Check this: safety, assertions, deadlock, claim, accept, progress, or the name of an ltl
    /// block; may be repeated
    #[arg(long = "property", value_name = "NAME")]
    properties: Vec<String>,
    /// Check this formula, as if it stood in an ltl block at the end of the model; may be repeated
    #[arg(long, value_name = "FORMULA", allow_hyphen_values = true)]
    ltl: Vec<String>,
    /// Check that no run is accepted by this automaton in HOA format, whose atomic propositions
    /// are expressions of the model, or matched by this never claim; `-` is standard input; may be
    /// repeated
    #[arg(long = "claim", value_name = "FILE")]
    claims: Vec<String>,
    /// What may be left out of a search; `list` says what each is, and which are unsound
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = ReductionParser)]
    reduction: Reduction,
    /// Which choices an experimental reduction tries first: first, last, or a number for an order
    /// at random
    #[arg(long, value_name = "ORDER", value_parser = reduction::preference)]
    reduction_order: Option<Preference>,
    /// Test by brute force every set of steps that the searches of a small model choose, instead of
    /// checking the model: C0, C1, C2, and that nothing is ignored
    #[arg(long)]
    reduction_check: bool,
    /// Which infinite runs count; see docs/fairness.md
    #[arg(long, value_enum, default_value = "none", value_name = "WHICH")]
    fair: Fair,
    /// What executes the model
    #[arg(long, value_enum, default_value = "auto")]
    engine: Choice,
    /// Show shortest runs to violations of safety, whatever that takes: search breadth first only
    #[arg(long)]
    shortest: bool,
    /// Search for violations of safety depth first only
    #[arg(long, conflicts_with = "shortest")]
    depth_first: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    reports: CiArgs,
    /// Stop at the first violation
    #[arg(long)]
    fail_fast: bool,
    /// Write the counterexample to this file, in the format that its name ends with: `.html`, `.txt`,
    /// `.json`, `.itf.json` (for Apalache's tools) or `.trail` (for SPIN); those of further
    /// properties go beside it, with their names before the ending
    #[arg(long, value_name = "FILE", value_parser = TraceFile::parse)]
    #[arg(conflicts_with = "reduction_check")]
    trace: Option<TraceFile>,
    /// Show counterexamples in full: every step of long ones, and all values at the end
    #[arg(long, conflicts_with_all = ["json", "quiet"])]
    full: bool,
    /// Print one JSON document on standard output, and nothing else there
    #[arg(long)]
    json: bool,
    /// Print the verdicts only
    #[arg(short, long, conflicts_with = "json")]
    quiet: bool,
    /// Print what each verdict rests on, and the figures of each search
    #[arg(short, long, conflicts_with_all = ["json", "quiet"])]
    verbose: bool,
}

/// What executes the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Engine {
    Native,
    Bytecode,
    Interpreter,
}

/// What may execute the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Choice {
    /// Native code; where there is none, bytecode; where there is none either, the interpreter
    Auto,
    /// Code of this machine, made of the model when the check starts
    Native,
    /// The same code for a machine that is the same everywhere, which is interpreted
    Bytecode,
    /// The reference interpreter: slower, and the oracle for everything else
    Interpreter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
enum Fair {
    /// Only those in which no process could always move from some point on and never does
    Weak,
    /// All of them
    None,
}

impl From<Fair> for Fairness {
    fn from(fair: Fair) -> Fairness {
        match fair {
            Fair::Weak => Fairness::Weak,
            Fair::None => Fairness::None,
        }
    }
}

impl Engine {
    fn name(self) -> &'static str {
        match self {
            Engine::Native => "native code",
            Engine::Bytecode => "bytecode",
            Engine::Interpreter => "the interpreter",
        }
    }
}

impl Args {
    fn order(&self) -> Order {
        match (self.shortest, self.depth_first) {
            (true, _) => Order::BreadthFirst,
            (_, true) => Order::DepthFirst,
            _ => Order::Scouted,
        }
    }

    /// What may be done to a run that a search for safety found. A shortest one stays as long.
    fn aim(&self) -> Aim {
        if self.shortest {
            Aim::Order
        } else {
            Aim::Shorter
        }
    }

    /// The reduction of the search for safety. Shortest runs are those of the full model, and the
    /// depth-first search knows none.
    fn safety_reduction(&self) -> Reduction {
        match self.order() {
            Order::Scouted | Order::Unscouted => self.reduction.of_safety(),
            Order::BreadthFirst | Order::DepthFirst => Reduction::Off,
        }
    }

    fn detail(&self) -> Detail {
        match (self.quiet, self.verbose) {
            (true, _) => Detail::Verdicts,
            (false, true) => Detail::Everything,
            (false, false) => Detail::Traces,
        }
    }
}

pub fn run(args: &Args) -> Exit {
    try_run(args).unwrap_or_else(|exit| exit)
}

/// What is to be checked.
struct Subject {
    model: Model,
    wanted: Vec<Wanted>,
}

fn try_run(args: &Args) -> Result<Exit, Exit> {
    if args.reduction_check {
        return audit(args);
    }
    // Before the search: a name that cannot be written should not be found out after hours.
    let reports = args
        .reports
        .open(args.json)
        .map_err(|message| refuse(&message))?;
    let started = SystemTime::now();
    let report = search(args)?;
    if args.json {
        report.print_json();
    } else {
        report.print_text(args.detail(), args.full);
    }
    write_traces(args, &report)?;
    if reports.wanted() {
        let written = reports.write(&report.outcome(started));
        written.map_err(|message| refuse(&message))?;
    }
    Ok(report.exit())
}

/// Checks and shows nothing but what is wrong with the model and where the runs are written.
pub fn examine(args: &Args) -> Result<(Outcome, Exit), Exit> {
    let started = SystemTime::now();
    let report = search(args)?;
    write_traces(args, &report)?;
    Ok((report.outcome(started), report.exit()))
}

fn read(args: &Args) -> Result<Subject, Exit> {
    if let Some(message) = contradictions::find(args) {
        return Err(refuse(message));
    }
    let request = Request::read(&args.ltl, &args.claims)?;
    let mut reading = args.model.read_with(request.additions());
    request.relocate(&mut reading);
    request.refuse_more(&reading)?;
    let model = reading.finish()?;
    let (own, added) = request.resolve(&model.program, &model.sources)?;
    let wanted = property::select(&model.program, &own, &args.properties, added)
        .map_err(|message| refuse(&message))?;
    Ok(Subject { model, wanted })
}

/// What the thread that works tells.
enum News {
    Refused(Exit),
    Read(Arc<Subject>),
    /// Of the next property.
    Found(Box<Finding>),
    Covered(Coverage),
    Audited(Tests),
}

/// Does what `work` says with the subject, in a thread that is not waited for longer than allowed.
fn watched(
    args: &Args,
    work: impl FnOnce(&mut Checker<'_>, &[Wanted], &Teller<News>) + Send + 'static,
    mut hear: impl FnMut(News),
) -> Result<(Option<Arc<Subject>>, Option<Late>), Exit> {
    interrupt::install();
    let deadline = Deadline::after(args.limits.time);
    let copy = args.clone();
    let all = move |teller: &Teller<News>| {
        let args = &copy;
        let subject = match read(args) {
            Ok(subject) => Arc::new(subject),
            Err(exit) => return teller.tell(News::Refused(exit)),
        };
        teller.tell(News::Read(subject.clone()));
        let Subject { model, wanted } = &*subject;
        let forgetful = args.reduction.forgetful(&model.program, wanted);
        let forgetful = forgetful.as_ref().unwrap_or(&model.program);
        let mut checker = Checker::new(args, deadline, model, forgetful, code::compile);
        work(&mut checker, wanted, teller);
    };
    let (mut subject, mut refused) = (None, None);
    let end = watch::work(deadline, all, |news| match news {
        News::Refused(exit) => refused = Some(exit),
        News::Read(read) => subject = Some(read),
        news => hear(news),
    });
    match refused {
        Some(exit) => Err(exit),
        None => Ok((subject, end.err())),
    }
}

fn audit(args: &Args) -> Result<Exit, Exit> {
    let mut tests = Vec::new();
    let work = |checker: &mut Checker<'_>, wanted: &[Wanted], teller: &Teller<News>| {
        checker.audit(wanted, |tests| teller.tell(News::Audited(tests)));
    };
    let (subject, late) = watched(args, work, |news| {
        if let News::Audited(test) = news {
            tests.push(test);
        }
    })?;
    let late = late.map_or(String::new(), |late| late.to_string());
    let Some(subject) = subject else {
        eprintln!(
            "{}: incomplete: {late}, and the model is not read",
            args.model.name()
        );
        return Ok(Exit::Incomplete);
    };
    let told: usize = tests.iter().map(|tests| tests.names.len()).sum();
    if told < subject.wanted.len() {
        tests.push(Tests::unfinished(&subject.wanted, &tests, late));
    }
    let name = args.model.name();
    let report = AuditReport::new(name, args.reduction.name(), &subject.model, tests);
    if args.json {
        report.print_json();
    } else {
        report.print_text();
    }
    Ok(report.exit())
}

fn search(args: &Args) -> Result<Report, Exit> {
    let (mut found, mut coverage) = (Vec::new(), None);
    let work = |checker: &mut Checker<'_>, wanted: &[Wanted], teller: &Teller<News>| {
        let covered = checker.check(wanted, |finding| {
            teller.tell(News::Found(Box::new(finding)))
        });
        covered
            .into_iter()
            .for_each(|all| teller.tell(News::Covered(all)));
    };
    let (subject, late) = watched(args, work, |news| match news {
        News::Found(finding) => found.push(*finding),
        News::Covered(all) => coverage = Some(all),
        _ => {}
    })?;
    let Some(subject) = subject else {
        let late = late.map_or(String::new(), |late| late.to_string());
        let reason = format!("{late}, and the model is not read");
        return Ok(Report::unread(args.model.name(), &reason));
    };
    let mut found = found.into_iter();
    let with_finding = |wanted: &Wanted| {
        let missing = || Finding::not_checked(late.map_or(String::new(), |late| late.to_string()));
        (wanted.clone(), found.next().unwrap_or_else(missing))
    };
    let checked = Checked {
        findings: subject.wanted.iter().map(with_finding).collect(),
        coverage,
    };
    bug::report(&checked.findings);
    Ok(Report::new(args.model.name(), &subject.model, checked))
}

fn write_traces(args: &Args, report: &Report) -> Result<(), Exit> {
    let Some(file) = &args.trace else {
        return Ok(());
    };
    let written = file.write(&report.traces());
    written.map_err(|message| refuse(&message))
}

fn refuse(message: &str) -> Exit {
    eprintln!("\x1b[1;31merror\x1b[0m: {message}");
    Exit::Usage
}
