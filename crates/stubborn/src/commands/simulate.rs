//! `stubborn simulate`: one run of a model, at random or as the user chooses.

use super::model::{Model, ModelArgs};
use crate::exit::Exit;
use crate::interrupt;
use crate::output::{self, eprintln, print, println};
use evidence::Record;
use program::interpreter::{Interpreter, Move};
use program::{Fault, State};
use report::narrate::{Cast, Teller, Words, violation};
use report::text::{self, Changes, Names};
use std::io::BufRead;

/// Run a model once, at random or step by step
///
/// Prints what the model prints, as SPIN does: each printf indented by its process.
///
/// Exit code: 0 the run ended or was stopped, 1 it violated the model (failed assertion, run-time
/// error, or nothing can happen before every process is at its end), 2 bad usage or bad model.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  stubborn simulate model.pml
  stubborn simulate --seed 7 --steps 100 --verbose model.pml
  stubborn simulate --interactive model.pml")]
pub struct Args {
    #[command(flatten)]
    model: ModelArgs,
    /// Choose at random from this seed; the same seed gives the same run
    #[arg(long, value_name = "N", conflicts_with = "interactive")]
    seed: Option<u64>,
    /// Ask which of the enabled moves to take
    #[arg(long, short)]
    interactive: bool,
    /// Stop after this many steps
    #[arg(long, value_name = "N")]
    steps: Option<u64>,
    /// Show every step and what it changes
    #[arg(long, short)]
    verbose: bool,
    /// Do not indent what processes print
    #[arg(long, short = 'T')]
    no_indent: bool,
}

/// How a run ended.
enum Ended {
    /// All processes are gone, or nothing can happen and all are at an end state.
    Properly,
    /// Nothing can happen.
    Stuck,
    /// The user or the limit on steps.
    Stopped,
    Assertion(String),
    Fault(Fault),
}

pub fn run(args: &Args) -> Exit {
    let model = match args.model.load() {
        Ok(model) => model,
        Err(exit) => return exit,
    };
    if !args.interactive {
        interrupt::install();
    }
    let seed = args
        .seed
        .unwrap_or_else(|| fastrand::u64(..=u64::from(u32::MAX)));
    let mut simulation = Simulation {
        args,
        model: &model,
        words: model.words(),
        interpreter: Interpreter::new(&model.program),
        random: fastrand::Rng::with_seed(seed),
        created: 0,
    };
    let (state, ended) = simulation.run();
    simulation.report(state.as_ref(), &ended);
    if !args.interactive && args.seed.is_none() {
        eprintln!("seed {seed}");
    }
    match ended {
        Ended::Properly | Ended::Stopped => Exit::Holds,
        Ended::Stuck | Ended::Assertion(_) | Ended::Fault(_) => Exit::Violated,
    }
}

/// Says what each step of a run changes.
struct Commentary<'a> {
    teller: Teller<'a>,
    changes: Changes,
}

impl<'a> Commentary<'a> {
    fn new(model: &'a Model, initial: &State) -> Commentary<'a> {
        let teller = Teller::new(&model.program, model, initial);
        let changes = Changes::from(teller.cast.values());
        Commentary { teller, changes }
    }

    fn changes(&mut self, record: &Record) -> Vec<String> {
        let step = self.teller.step(record);
        self.changes.next(Names::from(&self.teller.cast), &step)
    }
}

struct Simulation<'a> {
    args: &'a Args,
    model: &'a Model,
    words: Words<'a>,
    interpreter: Interpreter<'a>,
    random: fastrand::Rng,
    /// Processes that ever existed.
    created: usize,
}

impl Simulation<'_> {
    /// Runs to the end and returns the last state.
    fn run(&mut self) -> (Option<State>, Ended) {
        let mut state = match self.interpreter.initial() {
            Ok(state) => state,
            Err(fault) => return (None, Ended::Fault(fault)),
        };
        self.created = state.process_count();
        let mut steps = 0;
        let mut commentary = Commentary::new(self.model, &state);
        loop {
            if self.args.steps == Some(steps) || interrupt::requested() {
                return (Some(state), Ended::Stopped);
            }
            let moves = self.interpreter.moves(&state);
            if let Some((step, fault)) = moves.faults.into_iter().next() {
                self.show_step(steps, &state, &step);
                return (Some(state), Ended::Fault(fault));
            }
            if moves.moves.is_empty() {
                let proper = self.interpreter.is_valid_end(&state);
                return (
                    Some(state),
                    if proper {
                        Ended::Properly
                    } else {
                        Ended::Stuck
                    },
                );
            }
            let Some(step) = self.choose(&state, &moves.moves) else {
                return (Some(state), Ended::Stopped);
            };
            if step.timeout {
                self.line("timeout");
            }
            self.show_step(steps, &state, &step);
            let (next, effects) = match self.interpreter.apply(&state, &step) {
                Ok(done) => done,
                Err(fault) => return (Some(state), Ended::Fault(fault)),
            };
            for (pid, text) in &effects.output {
                self.print(*pid, text);
            }
            if next.process_count() > state.process_count() {
                self.created += next.process_count() - state.process_count();
            }
            steps += 1;
            let record = Record {
                step,
                before: state,
                after: next,
                effects,
            };
            if self.args.verbose {
                for change in commentary.changes(&record) {
                    self.line(&format!("    {change}"));
                }
            }
            let Record { after, effects, .. } = record;
            state = after;
            if let Some(broken) = effects.violations.first() {
                let text = violation(self.words, broken);
                return (Some(state), Ended::Assertion(text));
            }
        }
    }

    /// SPIN indents by six characters, and four more for each process before.
    fn print(&self, pid: usize, text: &str) {
        let indent = if self.args.no_indent { 0 } else { 6 + 4 * pid };
        print!("{:indent$}{text}", "");
        output::flush();
    }

    fn line(&self, text: &str) {
        println!("      {text}");
    }

    fn show_step(&self, number: u64, state: &State, step: &Move) {
        if self.args.verbose {
            println!("{:>4}: {}", number + 1, self.words.step(state, step));
        }
    }

    /// The next move: at random, or as the user says. Where there is only one, it is taken.
    fn choose(&mut self, state: &State, moves: &[Move]) -> Option<Move> {
        if moves.len() == 1 {
            return Some(moves[0]);
        }
        if !self.args.interactive {
            return Some(moves[self.random.usize(..moves.len())]);
        }
        println!("Choose:");
        for (index, step) in moves.iter().enumerate() {
            println!("  {:>2}  {}", index + 1, self.words.step(state, step));
        }
        println!("   s  show all variables    q  stop");
        let mut line = String::new();
        loop {
            print!("> ");
            output::flush();
            line.clear();
            match std::io::stdin().lock().read_line(&mut line) {
                Ok(0) | Err(_) => return None,
                Ok(_) => {}
            }
            match line.trim() {
                "q" => return None,
                "s" => {
                    let cast = Cast::new(&self.model.program, state);
                    for variable in text::values(Names::from(&cast), &cast.values()) {
                        println!("  {variable}");
                    }
                }
                answer => match answer.parse::<usize>() {
                    Ok(choice) if (1..=moves.len()).contains(&choice) => {
                        return Some(moves[choice - 1]);
                    }
                    _ => println!("Type a number from 1 to {}, s, or q.", moves.len()),
                },
            }
        }
    }

    fn report(&self, state: Option<&State>, ended: &Ended) {
        match ended {
            Ended::Properly => {}
            Ended::Stopped => self.line("stopped"),
            Ended::Assertion(text) => println!("violated: {text}"),
            Ended::Fault(fault) => println!("violated: {fault}"),
            Ended::Stuck => println!("violated: nothing can happen"),
        }
        if let Some(state) = state
            && state.process_count() > 0
        {
            println!("#processes: {}", state.process_count());
            for pid in (0..state.process_count()).rev() {
                println!("  {}", self.words.waiting(state, pid));
            }
        }
        match self.created {
            1 => println!("1 process created"),
            count => println!("{count} processes created"),
        }
    }
}
