//! What a search remembers of processes: bytes that moves are said to depend on are tested against
//! all other states of small programs, and searches with and without memory do the same.

use jit::{Compiled, Target};
use program::system::ProcessFrame;
use program::{Program, Successors, TransitionSystem};
use search::limits::Limits;
use search::safety::{End, Goals, Safety, breadth_first};
use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::{ControlFlow, Range};
use std::path::Path;
use suite::generate::dense::dense;
use suite::generate::{Knobs, generate};
use suite::whole::Whole;
use suite::{models, pool};

const PROGRAMS: u64 = 1_000;
/// Of these, as many as it takes to refute what is wrong.
const FEW: usize = 300;
/// States of each program that are looked at.
const STATES: usize = 1_000;

fn parse(text: &str) -> Option<Program> {
    let options = promela::Options::default();
    let parsed = promela::parse_str(Path::new("model.pml"), text, &options);
    lowered(parsed)
}

fn lowered(parsed: promela::Parsed) -> Option<Program> {
    if parsed.has_errors() {
        return None;
    }
    promela::lower::lower(&parsed.model, &promela::lower::Options::default()).0
}

/// The programs that everything is tried on: generated ones, and the suite's own.
fn programs() -> Vec<(String, Program)> {
    let generated = (0..PROGRAMS).filter_map(|seed| {
        let program = match seed % 4 {
            0 => generate(seed, &Knobs::exclusive()),
            1 | 2 => dense(seed).0,
            _ => generate(seed, &Knobs::default()),
        };
        let program = parse(&program.to_string())?;
        Some((format!("seed {seed}"), program))
    });
    let shipped = models::all().into_iter().filter_map(|model| {
        let parsed = promela::parse_file(&model.path, &promela::Options::default());
        Some((model.name, lowered(parsed)?))
    });
    generated.chain(shipped).collect()
}

/// What came of asking a process: the bytes that each visible end changes, and what went wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Outcome {
    moves: usize,
    ends: Vec<Vec<(usize, u8)>>,
    lengths: Vec<usize>,
    flaws: usize,
}

/// Follows the moves of one process to where another may move.
fn outcome(system: &mut Compiled<'_>, state: &[u8], pid: usize) -> Outcome {
    let mut outcome = Outcome::default();
    let mut out = Successors::default();
    let by_process = system.processwise().expect("it was asked before");
    by_process.expand_process(state, pid, &mut out);
    let (mut seen, mut waiting) = (HashSet::new(), VecDeque::new());
    loop {
        outcome.flaws += out.faults.len();
        for (found, bytes) in out.iter() {
            outcome.moves += 1;
            outcome.flaws += usize::from(found.violates);
            match found.holder {
                Some(holder) if seen.len() < STATES && seen.insert((holder, bytes.to_vec())) => {
                    waiting.push_back((holder, bytes.to_vec()));
                }
                Some(_) => {}
                None => {
                    let changed = bytes.iter().zip(state).enumerate();
                    let changed = changed.filter(|(_, (new, old))| new != old);
                    outcome
                        .ends
                        .push(changed.map(|(at, (new, _))| (at, *new)).collect());
                    outcome.lengths.push(bytes.len());
                }
            }
        }
        let Some((holder, bytes)) = waiting.pop_front() else {
            return outcome;
        };
        out.clear();
        system.expand_holder(&bytes, holder.into(), &mut out);
    }
}

type Answer = Option<Vec<Range<u32>>>;
/// The processes of a state, one of them, and its frame.
type Asked = (Vec<ProcessFrame>, usize, Vec<u8>);

/// Looks for two states that agree on what the moves of a process are said to depend on, and have
/// different ones; or for a move that changes something else. `distort` may change what is said.
fn refute(program: &Program, distort: fn(Answer) -> Answer) -> Result<usize, String> {
    let Ok(mut system) = Compiled::new(Target::Native, program, Vec::new()) else {
        return Ok(0);
    };
    if system.processwise().is_none() {
        return Ok(0);
    }
    let mut out = Successors::default();
    system.initial(&mut out);
    let mut queue: VecDeque<Vec<u8>> = out.iter().map(|(_, bytes)| bytes.to_vec()).collect();
    let mut seen: HashSet<Vec<u8>> = queue.iter().cloned().collect();
    let mut answers: HashMap<Asked, Answer> = HashMap::new();
    let mut outcomes: HashMap<(Asked, Vec<u8>), Outcome> = HashMap::new();
    let mut agreed = 0;
    while let Some(state) = queue.pop_front() {
        let mut frames = Vec::new();
        let by_process = system.processwise().expect("it was asked before");
        by_process.frames(&state, &mut frames);
        for pid in 0..frames.len() {
            let slice = |bytes: &Range<u32>| &state[bytes.start as usize..bytes.end as usize];
            let frame = slice(&frames[pid].bytes).to_vec();
            let key = (frames.clone(), pid, frame.clone());
            let answer = answers.entry(key).or_insert_with(|| {
                let mut bytes = Vec::new();
                let by_process = system.processwise().expect("it was asked before");
                let known = by_process.neighbourhood(&state, pid, &mut bytes);
                distort(known.then_some(bytes))
            });
            let Some(answer) = answer.clone() else {
                continue;
            };
            let around: Vec<u8> = answer.iter().flat_map(slice).copied().collect();
            let found = outcome(&mut system, &state, pid);
            let allowed = |at: usize| {
                let mut ranges = answer.iter().chain([&frames[pid].bytes]);
                ranges.any(|range| range.contains(&(at as u32)))
            };
            let foreign = found.ends.iter().flatten().find(|(at, _)| !allowed(*at));
            if let Some((at, _)) = foreign {
                return Err(format!(
                    "process {pid} changes byte {at}, not in {answer:?}"
                ));
            }
            let key = ((frames.clone(), pid, frame), around);
            let before = outcomes.entry(key).or_insert_with(|| found.clone());
            if *before != found {
                return Err(format!(
                    "process {pid}: {before:?} and {found:?} by {answer:?}"
                ));
            }
            agreed += 1;
        }
        if seen.len() < STATES {
            for next in successors(&mut system, &state) {
                if seen.insert(next.clone()) {
                    queue.push_back(next);
                }
            }
        }
    }
    Ok(agreed)
}

/// The states after one that other processes can see.
fn successors(system: &mut Compiled<'_>, state: &[u8]) -> Vec<Vec<u8>> {
    let mut out = Successors::default();
    system.expand(state, &mut out);
    let mut waiting: Vec<(Option<u8>, Vec<u8>)> = out
        .iter()
        .map(|(found, bytes)| (found.holder, bytes.to_vec()))
        .collect();
    let (mut ends, mut seen) = (Vec::new(), HashSet::new());
    while let Some((holder, bytes)) = waiting.pop() {
        let Some(holder) = holder else {
            ends.push(bytes);
            continue;
        };
        if seen.len() < STATES && seen.insert((holder, bytes.clone())) {
            out.clear();
            system.expand_holder(&bytes, holder.into(), &mut out);
            waiting.extend(
                out.iter()
                    .map(|(found, bytes)| (found.holder, bytes.to_vec())),
            );
        }
    }
    ends
}

#[test]
fn moves_depend_on_the_neighbourhood_alone() {
    let results = pool::map(&programs(), |(name, program)| {
        refute(program, |answer| answer).map_err(|wrong| format!("{name}: {wrong}"))
    });
    let wrong: Vec<&String> = results.iter().filter_map(|r| r.as_ref().err()).collect();
    let agreed: usize = results.iter().flatten().sum();
    println!("{} programs, {agreed} times the same", results.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(agreed > 1_000_000, "too few to prove anything: {agreed}");
}

#[test]
fn a_neighbourhood_that_is_too_small_is_refuted() {
    let distortions: [fn(Answer) -> Answer; 3] = [
        // Nothing matters.
        |answer| answer.map(|_| Vec::new()),
        // One variable less.
        |answer| {
            answer.map(|mut bytes| {
                bytes.pop();
                bytes
            })
        },
        // What depends on everything depends on nothing.
        |answer| Some(answer.unwrap_or_default()),
    ];
    let mut programs = programs();
    programs.truncate(FEW);
    for distort in distortions {
        let results = pool::map(&programs, |(_, program)| refute(program, distort).is_err());
        let refuted = results.iter().filter(|&&refuted| refuted).count();
        println!("refuted by {refuted} of {} programs", programs.len());
        assert!(refuted > FEW / 20);
    }
}

/// What a search says if it visits everything: how much it visited, and what it found after how many
/// steps. Which of several shortest runs it finds depends on the order of moves. Moves are not counted: in
/// long atomic sequences those that meet are merged, for one process or for all of a state together.
fn search<S: TransitionSystem>(system: &mut S) -> Option<String> {
    let limits = Limits {
        states: Some(100_000),
        ..Limits::default()
    };
    let mut observe = |_: &_| ControlFlow::Continue(());
    let found = breadth_first(system, &Goals::default(), &limits, &mut observe);
    let Safety {
        end,
        statistics,
        counterexamples,
    } = found.expect("there is memory");
    let figures = (statistics.states, statistics.depth);
    let mut found: Vec<_> = counterexamples.iter().map(|found| found.kind).collect();
    found.sort();
    (end == End::Complete).then(|| format!("{figures:?} {found:?}"))
}

#[test]
fn searches_with_and_without_memory_do_the_same() {
    let results = pool::map(&programs(), |(name, program)| {
        let compile = || Compiled::new(Target::Native, program, Vec::new());
        let (Ok(mut one), Ok(mut other)) = (compile(), compile()) else {
            return None;
        };
        let remembers = one.processwise().is_some();
        let (with, without) = (search(&mut one), search(&mut Whole(&mut other)));
        let covered = |system: &Compiled<'_>| system.coverage().cloned();
        let same = with == without && (with.is_none() || covered(&one) == covered(&other));
        Some((
            remembers,
            (!same).then(|| format!("{name}: {with:?} {without:?}")),
        ))
    });
    let results: Vec<_> = results.into_iter().flatten().collect();
    let wrong: Vec<&String> = results
        .iter()
        .filter_map(|(_, wrong)| wrong.as_ref())
        .collect();
    let remembering = results.iter().filter(|(remembers, _)| *remembers).count();
    println!(
        "{} programs, {remembering} of them with memory",
        results.len()
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(remembering * 2 > results.len());
}
