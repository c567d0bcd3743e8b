//! Trails: SPIN's simulator replays ours, and we replay those of its verifiers.
//!
//! What is compared is what went wrong, and where every process is in the end, by SPIN's own numbers
//! of states.

use evidence::{Ending, Followed, Run, follow};
use program::Program;
use program::explore::{self, Kind, Problem, explore};
use program::interpreter::Interpreter;
use promela::span::{SourceMap, Span};
use report::Trace;
use report::narrate::{Narrator, Sources, Subject};
use report::trace::{Site, Source};
use report::trail::{self, script};
use std::fs;
use std::path::Path;
use std::process::Command;
use suite::spin;

/// Small models, each with something that a trail has to get right.
const MODELS: [(&str, &str); 9] = [
    (
        "rendezvous between statements that SPIN merges",
        "chan c = [0] of { byte, byte }; byte x;
         active proctype A() { byte n = 1; n++; c!n,7; n = n + 1; x = n; assert(x == 0) }
         active proctype B() { byte a; byte b; c?a,b; a = b; b++; a++; x = a }",
    ),
    (
        "atomic sequences that change hands",
        "chan c = [0] of { byte }; byte x;
         active proctype A() { atomic { x++; c!1; x++ } }
         active proctype B() { byte l; atomic { c?l; x = x + l; l = 0 } assert(x != 3) }",
    ),
    (
        "deterministic steps, gotos, and the end of processes",
        "byte x;
         proctype P(byte n) { byte i;
           do :: d_step { i < n -> i++; x = x + i } :: i >= n -> goto out od;
           out: x++ }
         init { run P(2); run P(1); (_nr_pr == 1); assert(x == 0) }",
    ),
    (
        "a deadlock behind a claim in the middle of the text",
        "byte x; chan q = [1] of { byte };
         proctype A() { q!1; q!2; x = 1 }
         never { do :: true :: x > 3 -> break od }
         init { byte k; atomic { run A(); k = run A() } if :: x > 0 :: k == 9 fi }",
    ),
    (
        "an unless, a timeout and an else",
        "byte x, y;
         active proctype A() { byte l;
           { do :: x < 3 -> x++ :: y == 1 -> break od } unless { x == 2 -> l = 1; y = 2 };
           if :: timeout -> assert(l == 0) :: x == 9 fi }
         active proctype B() { if :: y == 2 -> y = 3 :: else -> y = 4 fi }",
    ),
    (
        "loops over ranges and channels",
        "chan q = [3] of { byte }; byte sum;
         active proctype A() { byte i; byte l;
           for (i : 1 .. 3) { q!i };
           select (l : 2 .. 4);
           do :: q?i -> sum = sum + i :: empty(q) -> break od;
           assert(sum + l != 9) }",
    ),
    (
        "a formula that a finite run violates",
        "byte x; active proctype A() { byte l; do :: x < 4 -> l = x; l++; x = l od }
         ltl small { [] (x < 3) }",
    ),
    (
        "a formula that only an infinite run violates",
        "byte x; active [2] proctype A() { byte l; do :: x = 1 - x; l = x; l = 0 od }
         active proctype B() { x = 5 }
         ltl five { <> (x > 3) }",
    ),
    (
        "an accepting cycle in which a dead variable is left over",
        "byte x; active proctype A() { byte l;
           accept: do :: l = x; x = !x; l = l + 1 od }",
    ),
];

/// How SPIN translates, how its verifier is compiled, and how it is run.
const WAYS: [(&[&str], &[&str], &[&str]); 3] = [
    (&[], &["-DSAFETY", "-DNOCLAIM"], &["-i"]),
    (&["-o3"], &["-DSAFETY", "-DNOCLAIM", "-DNOREDUCE"], &[]),
    (&[], &[], &["-a"]),
];

struct Model {
    program: Program,
    sources: SourceMap,
}

impl Model {
    fn new(path: &Path) -> Model {
        let parsed = promela::parse_file_with(path, &promela::Options::default(), &[]);
        let (program, _) = promela::lower::lower(&parsed.model, &Default::default());
        Model {
            program: program.expect("the model is right"),
            sources: parsed.sources,
        }
    }

    /// Executes a trail.
    fn follow(&self, text: &str) -> Followed {
        let trail = trail::read(text).expect("it is a trail");
        let script = script(&self.program, &trail).unwrap_or_else(|lost| panic!("{lost}\n{text}"));
        let followed = follow(&self.program, &script);
        followed.unwrap_or_else(|stray| panic!("{stray:?}\n{text}"))
    }

    /// Where every process is in the end, youngest first, by SPIN's numbers.
    fn places(&self, run: &Followed) -> Vec<(usize, u32)> {
        let processes = Interpreter::new(&self.program).processes(&run.last);
        let place = |process: &program::interpreter::Process| {
            let proctype = self.program.proctype(process.proctype);
            (process.pid, proctype.location(process.location).number)
        };
        processes.iter().rev().map(place).collect()
    }

    fn tell(&self, run: &Followed) -> Trace {
        let narrator = Narrator::new(&self.program, self);
        match run.ending(&self.program) {
            Ending::Problem(after, problem) => {
                let records = run.records[..after].to_vec();
                let last = records.last().map_or(&run.last, |record| &record.after);
                let run = Run {
                    last: last.clone(),
                    records,
                    problem,
                };
                let subject = Subject {
                    model: "model.pml",
                    name: "it",
                    kind: "safety",
                    site: None,
                };
                narrator.run(subject, &run)
            }
            _ => narrator.plain("model.pml", run),
        }
    }
}

/// Nobody reads what is told here.
impl Sources for Model {
    fn sources(&self) -> Vec<Source> {
        vec![Source {
            path: "model.pml".to_owned(),
            text: String::new(),
        }]
    }

    fn site(&self, _: program::Span) -> Site {
        Site {
            source: 0,
            line: 1,
            column: 1,
            end_line: 1,
            end_column: 1,
        }
    }

    fn position(&self, _: program::Span) -> String {
        String::new()
    }

    fn text(&self, span: program::Span) -> String {
        self.sources.text(Span::from(span)).to_owned()
    }
}

/// What a command prints.
fn output(command: &mut Command, directory: &Path) -> String {
    let output = command.current_dir(directory).output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What SPIN's simulator says of a trail of `model.pml`: the end of every process is checked.
fn replayed_by_spin(directory: &Path, name: &str, trail: &str, places: &[(usize, u32)]) -> String {
    let file = directory.join("ours.trail");
    fs::write(&file, trail).expect("the trail can be written");
    let mut spin = Command::new("spin");
    let said = output(
        spin.args(["-k", "ours.trail", "-t", "-p", "model.pml"]),
        directory,
    );
    for complaint in [
        "no matching",
        "transition failed",
        "invalid statement",
        "stop error",
        "(?)",
    ] {
        assert!(!said.contains(complaint), "{name}:\n{trail}\n{said}");
    }
    let (_, end) = said
        .split_once("spin: trail ends")
        .expect("SPIN comes to the end");
    let found: Vec<(usize, u32)> = end.lines().filter_map(place).collect();
    assert_eq!(found, places, "{name}:\n{trail}\n{said}");
    said
}

/// A process and its state in a line of SPIN's, as in `9:    proc  1 (A:1) a.pml:7 (state 22)`.
fn place(line: &str) -> Option<(usize, u32)> {
    let (_, rest) = line.split_once("proc ")?;
    let (_, state) = rest.split_once("(state ")?;
    let pid = rest.split_whitespace().next()?;
    let state = state.split_once(')')?.0;
    Some((pid.parse().ok()?, state.parse().ok()?))
}

/// The words of SPIN's verifier, and its trail, if something is wrong.
fn verified_by_spin(
    directory: &Path,
    (translate, compile, run): (&[&str], &[&str], &[&str]),
) -> Option<(String, String)> {
    let trail = directory.join("model.pml.trail");
    let _ = fs::remove_file(&trail);
    output(
        Command::new("spin")
            .arg("-a")
            .args(translate)
            .arg("model.pml"),
        directory,
    );
    let compiler = ["-w", "-o", "pan", "pan.c"];
    output(
        Command::new(spin::compiler()).args(compiler).args(compile),
        directory,
    );
    let said = output(Command::new(directory.join("pan")).args(run), directory);
    let error = said.lines().rfind(|line| line.starts_with("pan:1:"))?;
    Some((error.to_owned(), fs::read_to_string(trail).ok()?))
}

/// Whether a run ends as SPIN says.
fn agree(said: &str, model: &Model, run: &Followed) -> bool {
    let ending = run.ending(&model.program);
    // An assertion of the claim that SPIN makes of a formula: any way on will do.
    let by_claim = said.contains("assertion violated  !(") || said.contains("claim violated");
    match ending {
        Ending::Problem(_, Problem::Violation(_)) => said.contains("assertion violated ("),
        Ending::Problem(_, Problem::InvalidEnd) => said.contains("invalid end state"),
        Ending::Closed => said.contains("acceptance cycle"),
        Ending::Unfinished => {
            let continued = run.continued(&model.program);
            by_claim
                && matches!(
                    continued.map(|run| run.ending(&model.program)),
                    Some(Ending::Closed)
                )
        }
        _ => false,
    }
}

#[test]
fn spin_and_we_replay_each_others_trails() {
    let mut infinite = 0;
    for (name, text) in MODELS {
        let directory = tempfile::tempdir().expect("there is room");
        let directory = directory.path();
        let path = directory.join("model.pml");
        fs::write(&path, text).expect("the model can be written");
        let model = Model::new(&path);
        let mut wrong = 0;
        // Ours: shortest runs of the explorer.
        let options = explore::Options {
            stop_after: vec![vec![Kind::Assertion], vec![Kind::InvalidEnd]],
            ..Default::default()
        };
        for example in explore(&model.program, &options, &mut |_| true).counterexamples {
            let moves = example.run.iter().map(evidence::Scripted::from).collect();
            let ours = evidence::Script { moves, cycle: None };
            let run = follow(&model.program, &ours).expect("the run is real");
            let trail = trail::write(&model.tell(&run));
            assert_eq!(
                script(&model.program, &trail::read(&trail).unwrap()).unwrap(),
                ours
            );
            let said = replayed_by_spin(directory, name, &trail, &model.places(&run));
            let assertion = example.problem.kind() == Kind::Assertion;
            assert_eq!(
                said.contains("assertion violated"),
                assertion,
                "{name}:\n{said}"
            );
            wrong += 1;
        }
        // SPIN's, and ours made of them.
        for way in WAYS {
            let Some((said, theirs)) = verified_by_spin(directory, way) else {
                continue;
            };
            let run = model.follow(&theirs);
            assert!(agree(&said, &model, &run), "{name}: {said}\n{theirs}");
            let ours = trail::write(&model.tell(&run));
            let replayed = replayed_by_spin(directory, name, &ours, &model.places(&run));
            assert_eq!(
                replayed.contains("START OF CYCLE"),
                run.cycle.is_some(),
                "{name}"
            );
            infinite += usize::from(run.cycle.is_some());
            wrong += 1;
        }
        assert!(wrong > 0, "nothing is wrong in {name}");
    }
    assert!(infinite > 1);
}

/// The trail of a model is not that of another.
#[test]
fn a_trail_of_another_model_is_refused_with_its_line() {
    let directory = tempfile::tempdir().expect("there is room");
    let path = directory.path().join("model.pml");
    fs::write(&path, MODELS[0].1).expect("the model can be written");
    let model = Model::new(&path);
    for (text, line) in [
        ("1:0:0\n2:0:500\n", 2),
        ("1:7:0\n", 1),
        // The sender's half of a rendezvous alone.
        ("1:0:0\n2:0:1\n3:0:2\n", 2),
        ("-4:-4:-4\n1:0:0\n2:1:0\n", 3),
    ] {
        let trail = trail::read(text).expect("it is a trail");
        match script(&model.program, &trail) {
            Err(trail::Lost::Line(step, _)) => assert_eq!(step.line, line, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}
