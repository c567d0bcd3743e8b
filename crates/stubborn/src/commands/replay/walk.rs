//! Going through a run step by step.

use crate::output::{self, print, println};
use report::Trace;
use report::text::{self, Changes, Names};
use std::io::BufRead;

const HELP: &str = "Enter: next   b: back   g N: go to step N   v: variables   q: stop";

/// Shows steps as the user asks for them.
pub fn walk(trace: &Trace) {
    println!("{} steps   {HELP}", trace.steps.len());
    let mut at = 0;
    let mut line = String::new();
    loop {
        print!("{at}> ");
        output::flush();
        line.clear();
        match std::io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (None | Some("n"), _) if at < trace.steps.len() => at += 1,
            (None | Some("n"), _) => {
                println!("this is the end of the run");
                continue;
            }
            (Some("b"), _) => at = at.saturating_sub(1),
            (Some("g"), Some(number)) => match number.parse() {
                Ok(step) if step <= trace.steps.len() => at = step,
                _ => {
                    println!("there are steps 0 to {}", trace.steps.len());
                    continue;
                }
            },
            (Some("v"), _) => {
                let (changes, _) = changes(trace, at);
                for value in text::values(Names::from(trace), changes.values()) {
                    println!("  {value}");
                }
                continue;
            }
            (Some("q"), _) => return,
            _ => {
                println!("{HELP}");
                continue;
            }
        }
        show(trace, at);
    }
}

/// Shows the last of so many steps.
fn show(trace: &Trace, at: usize) {
    let Some(index) = at.checked_sub(1) else {
        println!("the start");
        return;
    };
    let step = &trace.steps[index];
    if trace.cycle == Some(index) {
        println!("from here on for ever:");
    }
    println!("{at:>4}: {}", text::action(trace, step));
    for change in changes(trace, at).1 {
        println!("      {change}");
    }
    for printed in step.output.lines() {
        println!("      prints: {printed}");
    }
    if let Some(fault) = &step.fault {
        println!("      {fault}");
    }
}

/// The values after so many steps, and what the last of them changed.
fn changes(trace: &Trace, at: usize) -> (Changes, Vec<String>) {
    let mut changes = Changes::from(trace.initial.clone());
    let mut last = Vec::new();
    for step in &trace.steps[..at] {
        last = changes.next(Names::from(trace), step);
    }
    (changes, last)
}
