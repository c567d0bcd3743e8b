//! A program with its properties: what each search says, beside what the textbook says.

use crate::searches::{Answer, Engine, Question, Stated, Subject, Way};
use crate::textbook::{Bad, Graph};
use program::explore;
use program::{Program, PropertyKind};
use search::claim::Claim;
use search::limits::{Limits, Reason};
use search::product::Fairness;
use search::safety::Kind;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

/// The kinds of safety that are asked for, each with a verdict of its own.
const KINDS: [Kind; 3] = [Kind::Assertion, Kind::Fault, Kind::InvalidEnd];

/// How much is done for one program.
#[derive(Clone, Debug)]
pub struct Effort {
    /// States of a program, at most; larger ones tell nothing.
    pub states: usize,
    pub engines: Vec<Engine>,
}

/// One search that says something else than the textbook.
#[derive(Clone, Debug)]
pub struct Difference {
    pub property: String,
    pub question: Question,
    pub engine: Engine,
    pub expected: Vec<bool>,
    pub states: usize,
    pub answer: Answer,
}

impl Difference {
    /// What stays the same while a program becomes smaller: the search, and how it is wrong.
    pub fn class(&self) -> String {
        let wrong = match &self.answer {
            Answer::Told { violated, .. } if *violated != self.expected => format!("{violated:?}"),
            Answer::Told { .. } => "counts".to_owned(),
            Answer::Untold(reason) => format!("{reason:?}"),
            Answer::Wrong(_) => "not a run".to_owned(),
        };
        let Question {
            stated,
            fairness,
            way,
        } = &self.question;
        let about = match stated {
            Stated::Safety(kinds) => format!("safety {kinds:?}"),
            Stated::Claim(_) => "a claim".to_owned(),
            Stated::Accept => "accept labels".to_owned(),
            Stated::Progress => "progress labels".to_owned(),
        };
        format!("{about}, {way:?}, {fairness:?} fairness, {wrong}")
    }
}

impl Display for Difference {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        let Question { fairness, way, .. } = &self.question;
        write!(
            out,
            "{}, {fairness:?} fairness, {way:?} by {:?}: {:?}; expected {:?} with {} states",
            self.property, self.engine, self.answer, self.expected, self.states
        )
    }
}

/// What came of a program.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub states: usize,
    /// Properties whose verdict was compared, and those that are violated.
    pub pairs: usize,
    pub violated: usize,
    pub searches: usize,
    /// Searches that gave up.
    pub untold: usize,
    pub differences: Vec<Difference>,
}

/// A property to be asked about, and its true verdict, by the textbook.
struct Case {
    name: String,
    stated: Stated,
    fairness: Fairness,
    expected: Vec<bool>,
}

/// The claims of the properties that a program states.
pub fn stated_claims(program: &Program) -> Vec<(String, Claim, Bad<'_>)> {
    let mut claims = Vec::new();
    for property in &program.properties {
        let (claim, bad) = match &property.kind {
            PropertyKind::Ltl(formula) => (Claim::of_formula(formula), Bad::Not(formula)),
            PropertyKind::Never(claim) => (Claim::of_never(claim), Bad::Matched(claim)),
        };
        if let Ok(claim) = claim {
            claims.push((property.name.clone(), claim, bad));
        }
    }
    claims
}

/// Asks every search about a program and its claims; none if it is too large.
pub fn compare(
    program: &Program,
    claims: Vec<(String, Claim, Bad<'_>)>,
    effort: &Effort,
) -> Option<Report> {
    let graph = Graph::new(program, effort.states)?;
    let bads: Vec<(String, Bad<'_>)> = claims.iter().map(|(n, _, bad)| (n.clone(), *bad)).collect();
    let claims: Vec<Claim> = claims.into_iter().map(|(_, claim, _)| claim).collect();
    let cases = cases(program, &graph, &bads);
    let limits = Limits {
        // Products are larger than programs.
        states: Some(200 * effort.states as u64),
        time: Some(Duration::from_secs(5)),
        ..Limits::default()
    };
    let subject = Subject::new(program, &claims, limits);
    let mut report = Report {
        states: graph.states.len(),
        pairs: cases.len(),
        violated: cases
            .iter()
            .filter(|case| case.expected.contains(&true))
            .count(),
        ..Report::default()
    };
    let mut asked: Vec<(&Case, Question)> = Vec::new();
    for case in &cases {
        let question = |way: &Way| Question {
            stated: case.stated.clone(),
            fairness: case.fairness,
            way: *way,
        };
        asked.extend(case.stated.ways().iter().map(|way| (case, question(way))));
    }
    let questions: Vec<Question> = asked.iter().map(|(_, question)| question.clone()).collect();
    for &engine in &effort.engines {
        let answers = subject.ask(engine, &questions);
        for ((case, question), answer) in asked.iter().zip(answers) {
            report.searches += 1;
            let states = graph.states.len();
            let agrees = match &answer {
                Answer::Told {
                    violated,
                    states: found,
                } => {
                    // A search that found everything stops.
                    let counted = question.way.is_full() && violated.contains(&false);
                    *violated == case.expected && (!counted || *found == states as u64)
                }
                Answer::Untold(reason) => {
                    report.untold += 1;
                    matches!(reason, Reason::States | Reason::Proposition)
                }
                Answer::Wrong(_) => false,
            };
            if !agrees {
                report.differences.push(Difference {
                    property: case.name.clone(),
                    question: question.clone(),
                    engine,
                    expected: case.expected.clone(),
                    states,
                    answer,
                });
            }
        }
    }
    Some(report)
}

/// All that is asked about a program, with the truth.
fn cases(program: &Program, graph: &Graph<'_>, claims: &[(String, Bad<'_>)]) -> Vec<Case> {
    let found = |kind: &Kind| match kind {
        Kind::Assertion => {
            graph.kinds.contains(&explore::Kind::Assertion)
                || graph.kinds.contains(&explore::Kind::Trace)
        }
        Kind::Fault => graph.kinds.contains(&explore::Kind::Fault),
        Kind::InvalidEnd => graph.kinds.contains(&explore::Kind::InvalidEnd),
    };
    let safety = |name: &str, kinds: &[Kind]| Case {
        name: name.to_owned(),
        stated: Stated::Safety(kinds.to_vec()),
        fairness: Fairness::None,
        expected: kinds.iter().map(found).collect(),
    };
    // Less is followed where only deadlocks are looked for.
    let mut cases = vec![safety("safety", &KINDS), safety("deadlock", &KINDS[2..])];
    let mut infinite: Vec<(String, Stated, Bad<'_>)> = claims
        .iter()
        .enumerate()
        .map(|(index, (name, bad))| (name.clone(), Stated::Claim(index), *bad))
        .collect();
    let has = |label: fn(&program::Location) -> bool| {
        let mut places = program.proctypes.iter().flat_map(|p| &p.locations);
        places.any(label)
    };
    if has(|place| place.accept) {
        infinite.push(("accept labels".to_owned(), Stated::Accept, Bad::Accept));
    }
    if has(|place| place.progress) {
        let progress = (
            "progress labels".to_owned(),
            Stated::Progress,
            Bad::NonProgress,
        );
        infinite.push(progress);
    }
    for (name, stated, bad) in infinite {
        for fairness in [Fairness::None, Fairness::Weak] {
            if let Some(violated) = graph.has(bad, fairness) {
                cases.push(Case {
                    name: name.clone(),
                    stated: stated.clone(),
                    fairness,
                    expected: vec![violated],
                });
            }
        }
    }
    cases
}
