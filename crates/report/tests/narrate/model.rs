//! A model in a string, and runs of it.

use evidence::{Badness, Expected};
use program::interpreter::{Interpreter, Move};
use program::{Expr, Formula, Program, PropertyKind};
use promela::span::{SourceMap, Span};
use report::Trace;
use report::narrate::{Claim, Narrator, Sources, Subject};
use report::trace::{Site, Source};
use std::path::Path;

pub struct Model {
    pub program: Program,
    sources: SourceMap,
}

impl Model {
    pub fn new(text: &str) -> Model {
        let path = Path::new("m.pml");
        let parsed = promela::parse_str(path, text, &promela::Options::default());
        assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
        let options = promela::lower::Options::default();
        let (program, more) = promela::lower::lower(&parsed.model, &options);
        Model {
            program: program.unwrap_or_else(|| panic!("{more:?}")),
            sources: parsed.sources,
        }
    }

    /// The moves of these processes, one after the other, each by the first edge that it can take,
    /// or by the one that a letter names: `1b` is the second.
    fn moves(&self, script: &str) -> Vec<Move> {
        let interpreter = Interpreter::new(&self.program);
        let mut state = interpreter.initial().expect("there is a first state");
        let mut moves = Vec::new();
        for word in script.split_whitespace() {
            let digits = word.trim_end_matches(char::is_alphabetic);
            let pid: usize = digits.parse().expect("a number");
            let edge = word.as_bytes().get(digits.len()).map_or(0, |c| c - b'a');
            let found = interpreter.moves(&state).moves;
            let mut of_process = found.iter().filter(|step| step.pid == pid);
            let step = of_process.nth(edge.into());
            let step = *step.unwrap_or_else(|| panic!("no {word} in {found:?}"));
            state = interpreter.apply(&state, &step).expect("no fault").0;
            moves.push(step);
        }
        moves
    }

    fn subject<'a>(&self, name: &'a str, kind: &'a str) -> Subject<'a> {
        Subject {
            model: "m.pml",
            name,
            kind,
            site: None,
        }
    }

    pub fn run(&self, script: &str, expected: Expected) -> Trace {
        let run = evidence::confirm_run(&self.program, &self.moves(script), expected);
        let subject = self.subject("assertions", "safety");
        Narrator::new(&self.program, self).run(subject, &run.expect("the run is real"))
    }

    /// An infinite run that the automaton accepts, whose propositions are the ltl blocks of the
    /// model.
    pub fn lasso(&self, stem: &str, cycle: &str, automaton: &omega::Automaton) -> Trace {
        let propositions: Vec<Expr> = self.program.properties.iter().map(condition).collect();
        let all = self.moves(&format!("{stem} {cycle}"));
        let (stem, cycle) = all.split_at(stem.split_whitespace().count());
        let badness = Badness::Word(automaton, &propositions);
        let proposal = evidence::Proposal {
            stem: stem.to_vec(),
            cycle: cycle.to_vec(),
            fault: None,
        };
        let lasso = evidence::confirm_lasso(&self.program, &proposal, &badness);
        let claim = Claim {
            automaton,
            propositions: &propositions,
        };
        let subject = self.subject("p", "ltl");
        let lasso = lasso.expect("the run is real");
        Narrator::new(&self.program, self).lasso(subject, &lasso, Some(claim))
    }
}

fn condition(property: &program::Property) -> Expr {
    match &property.kind {
        PropertyKind::Ltl(Formula::Proposition(expr)) => expr.clone(),
        other => panic!("{other:?} is no condition"),
    }
}

impl Sources for Model {
    fn sources(&self) -> Vec<Source> {
        let files = self.sources.files().iter();
        let source = files.map(|file| Source {
            path: file.path.display().to_string(),
            text: file.text.to_string(),
        });
        source.collect()
    }

    fn site(&self, span: program::Span) -> Site {
        let site = self.sources.site(Span::from(span));
        let place = |span| {
            let at = self.sources.location(span);
            at.map_or((1, 1), |at| (at.line, at.column))
        };
        let ((line, column), (end_line, end_column)) = (place(site), place(site.end()));
        Site {
            source: 0,
            line,
            column,
            end_line,
            end_column,
        }
    }

    fn position(&self, span: program::Span) -> String {
        format!("m.pml:{}", self.site(span).line)
    }

    fn text(&self, span: program::Span) -> String {
        self.sources
            .text(self.sources.site(Span::from(span)))
            .to_owned()
    }
}
