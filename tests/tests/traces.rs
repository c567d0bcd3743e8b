//! Random runs of random programs: told as they are, and shortened to what still confirms.

use evidence::{
    Aim, Badness, Expected, Proposal, Record, confirm_lasso, confirm_run, replay, shorten_lasso,
    shorten_run,
};
use omega::{Automaton, Builder, Guard};
use program::interpreter::{Interpreter, Move};
use program::{Program, Span, State};
use report::Trace;
use report::narrate::{Cast, Narrator, Sources, Subject};
use report::text::Changes;
use report::text::Names;
use report::trace::{Event, Process, Site, Source, Value, Variable};
use suite::generate::random::Random;
use suite::generate::{Knobs, generate};
use suite::pool;
use suite::reduction::{is_lossy, program_of_text};

const PROGRAMS: u64 = 400;
const LONGEST: usize = 150;

/// A walk, and how it ends if it ends.
struct Walk {
    moves: Vec<Move>,
    end: Option<Expected>,
    /// The last part of it leads back to where it began.
    cycle: Option<usize>,
}

fn walk(program: &Program, random: &mut Random) -> Option<Walk> {
    let interpreter = Interpreter::new(program);
    let mut state = interpreter.initial().ok()?;
    let mut states = vec![state.clone()];
    let mut moves = Vec::new();
    while moves.len() < LONGEST {
        let found = interpreter.moves(&state);
        let stuck = found.is_empty() && !interpreter.is_valid_end(&state);
        let end = match found.faults.first() {
            Some((step, _)) => Some(Expected::Fault(Some(*step))),
            None => stuck.then_some(Expected::InvalidEnd),
        };
        if end.is_some() || found.moves.is_empty() {
            return Some(Walk {
                moves,
                end,
                cycle: None,
            });
        }
        let step = found.moves[random.below(found.moves.len())];
        let Ok((next, effects)) = interpreter.apply(&state, &step) else {
            let end = Some(Expected::Fault(Some(step)));
            return Some(Walk {
                moves,
                end,
                cycle: None,
            });
        };
        moves.push(step);
        let end = (!effects.violations.is_empty()).then_some(Expected::Violation);
        let free = next.holder().is_none();
        let known = states.iter().position(|known| *known == next);
        let cycle = known.filter(|_| free && moves.len() > LONGEST / 2);
        if end.is_some() || cycle.is_some() {
            return Some(Walk { moves, end, cycle });
        }
        states.push(next.clone());
        state = next;
    }
    None
}

/// Calls `test` with the walks of programs; how many there were.
fn over_walks(test: impl Fn(u64, &Program, &Walk) + Sync) -> usize {
    let seeds: Vec<u64> = (0..PROGRAMS).collect();
    let counts = pool::map(&seeds, |&seed| {
        let text = generate(seed, &Knobs::default()).to_string();
        let Some(program) = program_of_text(&text, is_lossy(seed)) else {
            return 0;
        };
        let mut random = Random::new(seed);
        let walks = (0..3).filter_map(|_| walk(&program, &mut random));
        walks.map(|walk| test(seed, &program, &walk)).count()
    });
    counts.into_iter().sum()
}

fn switches(records: &[Record]) -> usize {
    let differ = |pair: &&[Record]| pair[0].step.pid != pair[1].step.pid;
    records.windows(2).filter(differ).count()
}

/// Accepts every word.
fn anything() -> Automaton {
    let mut builder = Builder::new(Vec::new(), 1);
    let state = builder.add_state();
    builder.add_initial(state);
    builder.add_edge(state, Guard::TRUE, 1, state);
    builder.finish()
}

fn moves(records: &[Record]) -> Vec<Move> {
    records.iter().map(|record| record.step).collect()
}

#[test]
fn shortened_runs_are_confirmed_and_never_longer() {
    let walks = over_walks(|seed, program, walk| {
        if let Some(expected) = walk.end {
            let run = confirm_run(program, &walk.moves, expected).expect("the walk is a run");
            let (length, mixed) = (run.records.len(), switches(&run.records));
            let problem = run.problem.clone();
            for aim in [Aim::Shorter, Aim::Order] {
                let short = shorten_run(program, run.clone(), aim, None);
                let again = confirm_run(program, &moves(&short.records), expected);
                assert_eq!(again.expect("it is real").problem, problem, "seed {seed}");
                assert!(short.records.len() <= length, "seed {seed}");
                if aim == Aim::Order {
                    assert_eq!(short.records.len(), length, "seed {seed}");
                    assert!(switches(&short.records) <= mixed, "seed {seed}");
                }
            }
        }
        if let Some(cycle) = walk.cycle {
            let automaton = anything();
            for badness in [Badness::Word(&automaton, &[]), Badness::NonProgress] {
                let (stem, round) = walk.moves.split_at(cycle);
                let proposal = Proposal {
                    stem: stem.to_vec(),
                    cycle: round.to_vec(),
                    fault: None,
                };
                let Ok(lasso) = confirm_lasso(program, &proposal, &badness) else {
                    continue;
                };
                let length = lasso.records.len();
                let short = shorten_lasso(program, lasso, &badness, Aim::Shorter, None);
                assert!(short.records.len() <= length, "seed {seed}");
                let again = confirm_lasso(program, &short.proposal(), &badness);
                assert!(again.is_ok(), "seed {seed}");
            }
        }
    });
    assert!(walks > 500, "only {walks} walks");
}

/// A front end that has forgotten the text.
struct NoText;

impl Sources for NoText {
    fn sources(&self) -> Vec<Source> {
        let (path, text) = ("model.pml".to_owned(), String::new());
        vec![Source { path, text }]
    }

    fn site(&self, _: Span) -> Site {
        Site {
            source: 0,
            line: 1,
            column: 1,
            end_line: 1,
            end_column: 1,
        }
    }

    fn position(&self, _: Span) -> String {
        "model.pml:1".to_owned()
    }

    fn text(&self, _: Span) -> String {
        "statement".to_owned()
    }
}

/// What is shown of globals and of processes that are alive.
fn shown(
    processes: &[Process],
    variables: &[Variable],
    values: &[Option<Value>],
) -> Vec<(Option<usize>, String, String)> {
    let alive = |variable: &Variable| {
        let process = variable.process.map(|process| &processes[process]);
        process.is_none_or(|process| process.died.is_none())
    };
    // A variable that got another channel than its own is shown from then on only.
    let both = |variable: &Variable| alive(variable) && !variable.name.starts_with("chan ");
    let mut shown: Vec<(Option<usize>, String, String)> = variables
        .iter()
        .zip(values)
        .filter(|(variable, _)| both(variable))
        .map(|(variable, value)| {
            let pid = variable.process.map(|process| processes[process].pid);
            let value = value.as_ref().map(Value::to_string);
            (pid, variable.name.clone(), value.unwrap_or_default())
        })
        .collect();
    shown.sort();
    shown
}

/// The values of a trace add up to those of the last state, and messages are received from where
/// they were sent.
#[test]
fn traces_tell_what_happened() {
    let walks = over_walks(|seed, program, walk| {
        let Some(expected) = walk.end else { return };
        let run = confirm_run(program, &walk.moves, expected).expect("the walk is a run");
        let subject = Subject {
            model: "model.pml",
            name: "assertions",
            kind: "safety",
            site: None,
        };
        let trace = Narrator::new(program, &NoText).run(subject, &run);
        let mut changes = Changes::from(trace.initial.clone());
        for step in &trace.steps {
            changes.next(Names::from(&trace), step);
        }
        let told = shown(&trace.processes, &trace.variables, changes.values());
        let cast = Cast::new(program, &run.last);
        let is = shown(&cast.processes, &cast.variables, &cast.values());
        assert_eq!(told, is, "seed {seed}");
        letters_arrive(seed, &trace);
        let text = serde_json::to_string(&trace).expect("it is data");
        let read = report::json::read(&text).expect("it is a trace");
        assert_eq!(read, trace, "seed {seed}");
        let script = report::json::script(&trace).expect("it can be followed");
        let followed = evidence::follow(program, &script);
        let records = followed.unwrap_or_else(|_| panic!("seed {seed}")).records;
        assert_eq!(moves(&records), moves(&run.records), "seed {seed}");
        assert_eq!(last(program, &records), run.last, "seed {seed}");
    });
    assert!(walks > 500, "only {walks} walks");
}

fn last(program: &Program, records: &[Record]) -> State {
    let again = replay(program, &moves(records)).expect("it was executed before");
    let initial = || Interpreter::new(program).initial().expect("there is one");
    again
        .last()
        .map_or_else(initial, |record| record.after.clone())
}

fn letters_arrive(seed: u64, trace: &Trace) {
    for (number, step) in trace.steps.iter().enumerate() {
        for message in &step.messages {
            let Some(sender) = message.sent else { continue };
            assert_eq!(message.event, Event::Received, "seed {seed}");
            assert!(sender <= number, "seed {seed}");
            let mut sent = trace.steps[sender].messages.iter();
            // The fields are what the channel keeps of what was sent.
            let found =
                sent.any(|other| other.event == Event::Sent && other.channel == message.channel);
            assert!(found, "seed {seed}, step {number}");
        }
    }
}
