//! Looking for disagreements among many programs: each program and its properties are asked of every
//! search, and what disagrees is made small and kept.

use crate::agreement::{self, Effort, Report};
use crate::generate::dense::{Theme, dense};
use crate::generate::{ast, family, generate};
use crate::oracle::{Oracle, Row};
use crate::reduction::program_of_text;
use crate::shrink::shrink;
use crate::verdicts;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A program for a seed: most are dense, some are of the other generators.
#[derive(Clone, Debug)]
pub enum Source {
    /// With properties of its own.
    Dense(ast::Program, BTreeSet<Theme>),
    /// Asked about random properties.
    General(ast::Program),
    Family(String),
}

impl Source {
    pub fn new(seed: u64) -> Source {
        match seed % 8 {
            6 => Source::General(generate(seed, &verdicts::knobs(seed / 8))),
            7 => Source::Family(family(seed)),
            _ => {
                let (program, themes) = dense(seed);
                Source::Dense(program, themes)
            }
        }
    }

    /// The same with another program, if it has one.
    fn with(&self, program: ast::Program) -> Source {
        match self {
            Source::Dense(_, themes) => Source::Dense(program, themes.clone()),
            Source::General(_) => Source::General(program),
            Source::Family(text) => Source::Family(text.clone()),
        }
    }

    fn program(&self) -> Option<&ast::Program> {
        match self {
            Source::Dense(program, _) | Source::General(program) => Some(program),
            Source::Family(_) => None,
        }
    }
}

impl Display for Source {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match self {
            Source::Dense(program, _) | Source::General(program) => program.fmt(out),
            Source::Family(text) => text.fmt(out),
        }
    }
}

/// What came of one program.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It is not accepted.
    Rejected,
    /// It is too large to tell anything.
    Large,
    Compared(Report),
    /// Some search did not end.
    Endless,
    /// SPIN was asked about so many properties, and says something else of these.
    BySpin(usize, Vec<Row>),
}

impl Outcome {
    /// The disagreements, by what stays the same while a program becomes smaller.
    pub fn classes(&self) -> Vec<String> {
        match self {
            Outcome::Compared(report) => report.differences.iter().map(|d| d.class()).collect(),
            Outcome::Endless => vec![ENDLESS.to_owned()],
            Outcome::BySpin(_, rows) => rows.iter().map(class).collect(),
            Outcome::Rejected | Outcome::Large => Vec::new(),
        }
    }
}

fn class(row: &Row) -> String {
    let Row {
        property,
        fairness,
        ours,
        spin,
    } = row;
    match property.as_str() {
        // Counts differ from program to program.
        "safety" => "SPIN counts otherwise".to_owned(),
        _ => format!("SPIN: {spin}, we: {ours}, {property}, {fairness:?} fairness"),
    }
}

/// Asks SPIN about a program, and compares it with the textbook.
pub fn differences_with_spin(source: &Source, oracle: &Oracle, states: usize) -> Outcome {
    let program = match source {
        Source::Dense(program, themes) if Theme::suit_spin(themes) => program,
        _ => return Outcome::Rejected,
    };
    match oracle.compare(program, states) {
        Ok(mut rows) => {
            let count = rows.len();
            rows.retain(|row| !row.agrees());
            Outcome::BySpin(count, rows)
        }
        Err(_) => Outcome::Rejected,
    }
}

/// The smallest program that edits lead to and about which SPIN says something else in the same way.
pub fn smallest_by_spin(
    source: &Source,
    oracle: &Oracle,
    states: usize,
    class: &str,
    budget: usize,
) -> Source {
    let same = |source: &Source| {
        let outcome = differences_with_spin(source, oracle, states);
        outcome.classes().iter().any(|other| other == class)
    };
    match source.program() {
        Some(program) => {
            let small = shrink(program, budget, |program| {
                same(&source.with(program.clone()))
            });
            source.with(small)
        }
        None => source.clone(),
    }
}

/// Asks every search about a program.
pub fn judge(source: &Source, seed: u64, effort: &Effort) -> Outcome {
    let Some(program) = program_of_text(&source.to_string(), false) else {
        return Outcome::Rejected;
    };
    let report = match source {
        Source::Dense(..) => {
            let claims = agreement::stated_claims(&program);
            agreement::compare(&program, claims, effort)
        }
        _ => verdicts::compare(program, seed, effort),
    };
    report.map_or(Outcome::Large, Outcome::Compared)
}

/// The same, given up after a while: the thread is left to itself then.
pub fn judge_in_time(source: &Source, seed: u64, effort: &Effort, time: Duration) -> Outcome {
    let (tell, told) = mpsc::channel();
    let (source, effort) = (source.clone(), effort.clone());
    thread::spawn(move || tell.send(judge(&source, seed, &effort)));
    told.recv_timeout(time).unwrap_or(Outcome::Endless)
}

/// The smallest program that edits lead to and about which a search is wrong in the same way.
pub fn smallest(source: &Source, seed: u64, effort: &Effort, class: &str, budget: usize) -> Source {
    let Some(program) = source.program() else {
        return source.clone();
    };
    let same = |program: &ast::Program| {
        let outcome = judge_in_time(&source.with(program.clone()), seed, effort, PATIENCE);
        outcome.classes().iter().any(|other| other == class)
    };
    source.with(shrink(program, budget, same))
}

/// The class of programs on which a search does not end.
pub const ENDLESS: &str = "endless";
/// How long the searches of one program may take.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Figures of many programs.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub programs: usize,
    pub rejected: usize,
    pub large: usize,
    pub endless: usize,
    pub states: usize,
    pub pairs: usize,
    pub violated: usize,
    pub searches: usize,
    pub untold: usize,
    /// Programs about which some search is wrong.
    pub wrong: usize,
    /// How often each theme was compared, and had something violated.
    pub themes: BTreeMap<Theme, (usize, usize)>,
}

impl Summary {
    pub fn add(&mut self, source: &Source, outcome: &Outcome) {
        self.programs += 1;
        let report = match outcome {
            Outcome::Rejected => return self.rejected += 1,
            Outcome::Large => return self.large += 1,
            Outcome::Endless => return self.endless += 1,
            Outcome::BySpin(pairs, rows) => {
                self.pairs += pairs;
                return self.wrong += usize::from(!rows.is_empty());
            }
            Outcome::Compared(report) => report,
        };
        self.states += report.states;
        self.pairs += report.pairs;
        self.violated += report.violated;
        self.searches += report.searches;
        self.untold += report.untold;
        self.wrong += usize::from(!report.differences.is_empty());
        if let Source::Dense(_, themes) = source {
            for theme in themes {
                let entry = self.themes.entry(*theme).or_default();
                entry.0 += 1;
                entry.1 += usize::from(report.violated > 0);
            }
        }
    }
}

impl Display for Summary {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let Summary {
            programs,
            rejected,
            large,
            endless,
            states,
            pairs,
            violated,
            searches,
            untold,
            wrong,
            ..
        } = self;
        write!(
            out,
            "{programs} programs ({rejected} not accepted, {large} too large, {endless} endless), \
             {states} states, {pairs} pairs ({violated} violated), {searches} searches \
             ({untold} gave up), {wrong} programs wrong"
        )
    }
}
