//! By which method a hunt is decided, and what it says.

use super::Common;
use super::progress::Progress;
use crate::interrupt;
use crate::output;
use clap::ValueEnum;
use lab::hunt::{Hunt, Outcome};
use serde::Serialize;
use std::time::Instant;

/// `--method`.
#[derive(clap::Args)]
pub struct Choice {
    /// How to look for a counterexample
    #[arg(long, value_enum, default_value_t = Method::Enumerate)]
    pub method: Method,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// All programs, one after the other
    Enumerate,
    /// A SAT solver, whose proof that there is none is checked
    Sat,
    /// One and then the other: they must agree
    Both,
}

impl Method {
    pub fn name(self) -> &'static str {
        match self {
            Method::Enumerate => "enumeration",
            Method::Sat => "sat",
            Method::Both => "both",
        }
    }
}

/// What a hunt came to.
pub struct Answer {
    /// What was found, by the enumeration if it was asked.
    pub outcome: Outcome,
    /// Whether two methods say different things.
    pub disagreement: bool,
    pub seconds: f64,
    /// Programs that were enumerated.
    pub programs: Option<u64>,
    /// How far the enumeration has come, if it was asked.
    pub progress: Option<lab::hunt::Progress>,
    /// That there is none was proved.
    pub proof: Option<Proof>,
}

/// Figures of proofs that were checked.
#[derive(Clone, Copy, Serialize)]
pub struct Proof {
    proof: &'static str,
    proof_steps: u64,
    formulas: usize,
    /// Of all threads together, checking included.
    solver_seconds: f64,
    checking_seconds: f64,
}

impl Proof {
    pub fn text(&self) -> String {
        let Proof {
            proof_steps,
            formulas,
            ..
        } = self;
        let plural = if *formulas == 1 { "" } else { "s" };
        format!("{formulas} formula{plural} refuted, {proof_steps} steps of proof checked")
    }
}

impl Answer {
    pub fn result(&self) -> &'static str {
        match &self.outcome {
            _ if self.disagreement => "disagreement",
            Outcome::Counterexample(_) => "counterexample",
            Outcome::None => "none",
            Outcome::Stopped(_) => "stopped",
        }
    }
}

/// Decides a hunt, whose enumeration goes on from a piece.
pub fn decide(
    hunt: &Hunt,
    method: Method,
    common: &Common,
    name: &str,
    from: usize,
    observe: &mut dyn FnMut(&lab::hunt::Progress),
) -> Result<Answer, String> {
    let started = Instant::now();
    let mut answer = match method {
        Method::Enumerate => enumerate(hunt, common, name, from, observe)?,
        Method::Sat => solve(hunt, common, name)?,
        Method::Both => {
            let first = enumerate(hunt, common, name, from, observe)?;
            if matches!(first.outcome, Outcome::Stopped(_)) {
                return Ok(first);
            }
            compare(first, solve(hunt, common, name)?)
        }
    };
    answer.seconds = started.elapsed().as_secs_f64();
    Ok(answer)
}

fn enumerate(
    hunt: &Hunt,
    common: &Common,
    name: &str,
    from: usize,
    observe: &mut dyn FnMut(&lab::hunt::Progress),
) -> Result<Answer, String> {
    let mut progress = Progress::new(name, from, common.is_silent());
    let mut each = |state: &lab::hunt::Progress| {
        progress.update(state.done, state.pieces);
        observe(state);
        interrupt::check()
    };
    let (outcome, state) = hunt
        .run(common.threads(), from, &mut each)
        .map_err(|error| error.to_string())?;
    Ok(Answer {
        outcome,
        disagreement: false,
        seconds: 0.0,
        programs: Some(state.counts.programs),
        progress: Some(state),
        proof: None,
    })
}

fn solve(hunt: &Hunt, common: &Common, name: &str) -> Result<Answer, String> {
    let mut progress = Progress::new(format!("{name}, sat"), 0, common.is_silent());
    let mut each = |state: &lab::method::Progress| {
        progress.update(state.done, state.formulas);
        interrupt::check()
    };
    let (outcome, state) = hunt
        .solve(common.threads(), &mut each)
        .map_err(|error| error.to_string())?;
    let proof = matches!(outcome, Outcome::None).then(|| Proof {
        proof: "checked",
        proof_steps: state.steps,
        formulas: state.formulas,
        solver_seconds: state.solving.as_secs_f64(),
        checking_seconds: state.checking.as_secs_f64(),
    });
    Ok(Answer {
        outcome,
        disagreement: false,
        seconds: 0.0,
        programs: None,
        progress: None,
        proof,
    })
}

/// What two methods say together. If they say different things, everybody shall know.
fn compare(enumerated: Answer, solved: Answer) -> Answer {
    let (one, other) = (enumerated.result(), solved.result());
    let disagreement = one != other && other != "stopped";
    if disagreement {
        output::err(format_args!(
            "\x1b[1;31merror\x1b[0m: the two methods disagree, so one of them is wrong: the enumeration says {one}, the solver says {other}\n",
        ));
    }
    // The one that found something has something to show.
    let outcome = match (&enumerated.outcome, solved.outcome) {
        (_, stopped @ Outcome::Stopped(_)) => stopped,
        (Outcome::None, found @ Outcome::Counterexample(_)) => found,
        _ => enumerated.outcome,
    };
    Answer {
        outcome,
        disagreement,
        proof: solved.proof,
        ..enumerated
    }
}
